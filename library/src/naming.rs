//! The names of a table that never change: values, kinds, features, places.

use std::sync::Arc;

use rulehound_interpreter::instance::{self, Instance};
use rulehound_interpreter::model::{
    AreaKind, BoardShape, EnumerationId, Index, KindId, OwnerSort, PlaceClass, Sort, VariableId, value,
};
use rulehound_interpreter::play;
use rulehound_interpreter::words::{Form, Nothing, Words};

use crate::place::{PlaceData, PlaceKind, Point};
use crate::value::{Direction, Hidden, SeatName, Symbol};
use crate::{Name, Place, Seat, Value};

/// Names that views and options share instead of copying them.
pub(crate) struct Names {
    players: Vec<Name>,
    enumerations: Vec<Enumeration>,
    kinds: Vec<KindNames>,
    /// By number; nothing of those that belong to components.
    places: Vec<Option<Place>>,
    variables: Vec<VariableNames>,
}

struct VariableNames {
    name: Name,
    /// As scripts write each cell, and as people say it; none of those that belong to components.
    cells: Vec<(Name, Name)>,
}

struct Enumeration {
    name: Option<Name>,
    values: Vec<Name>,
}

struct KindNames {
    name: Name,
    /// Name, type and indices of each feature.
    features: Vec<(Name, Sort, Vec<Index>)>,
}

impl Names {
    pub(crate) fn new(game: &play::Game) -> Self {
        let instance = game.instance();
        let model = &instance.model;
        let shared = |text: &String| Name::from(text.as_str());
        let enumerations = model.enumerations.iter().map(|enumeration| Enumeration {
            name: enumeration.name.as_ref().map(shared),
            values: enumeration.values.iter().map(|(name, _)| shared(name)).collect(),
        });
        let kinds = model.kinds.iter().map(|kind| KindNames {
            name: shared(&kind.name),
            features: kind
                .attributes
                .iter()
                .map(|it| (shared(&it.name), it.of.sort.clone(), it.index.clone()))
                .collect(),
        });
        let mut names = Self {
            players: instance.players.iter().map(shared).collect(),
            enumerations: enumerations.collect(),
            kinds: kinds.collect(),
            places: vec![None; instance.places.len()],
            variables: (0..model.variables.len()).map(|id| variable(instance, VariableId::from(id))).collect(),
        };
        // Places may belong to places of boards, which are numbered anywhere.
        for of_boards in [false, true] {
            for (number, place) in (0..).zip(&instance.places) {
                let owner = model.owners_of(place.class);
                if matches!(owner, OwnerSort::Board(_)) == of_boards && !matches!(owner, OwnerSort::Kind(_)) {
                    let made = names.fixed(instance, number, place);
                    if let Some(slot) = names.places.get_mut(number as usize) {
                        *slot = Some(made);
                    }
                }
            }
        }
        names
    }

    fn fixed(&self, instance: &Instance, number: u32, place: &instance::Place) -> Place {
        let words = Words::new(instance);
        let named = |form| Name::from(words.place(number.cast_signed(), form, &Nothing));
        let owner = match instance.model.owners_of(place.class) {
            OwnerSort::Common | OwnerSort::Kind(_) => None,
            OwnerSort::Player => Some(self.player(place.owner)),
            OwnerSort::Value(of) => Some(self.symbol(of, place.owner)),
            OwnerSort::Board(_) => self.place(place.owner).cloned().map(Value::Place),
        };
        self.described(instance, place, (number, named(Form::Script), named(Form::People)), owner)
    }

    /// A place with all there is to say of it.
    pub(crate) fn described(
        &self,
        instance: &Instance,
        place: &instance::Place,
        (id, name, words): (u32, Name, Name),
        owner: Option<Value>,
    ) -> Place {
        let PlaceClass::Area(area) = place.class else {
            let (area, kind) = (Name::from("box"), PlaceKind::Box);
            return Place(Arc::new(PlaceData { id, name, words, area, kind, owner, indices: Vec::new(), point: None }));
        };
        let declared = instance.model.areas.get(area.index());
        let area = declared.map_or_else(|| Name::from(""), |area| Name::from(area.name.as_str()));
        let (kind, indices, point) = match declared.map(|area| &area.kind) {
            Some(AreaKind::Board(board)) => {
                let kind = match board.shape {
                    BoardShape::Track => PlaceKind::Track,
                    BoardShape::Ring => PlaceKind::Ring,
                    BoardShape::Grid { .. } => PlaceKind::Grid,
                    BoardShape::Net { .. } => PlaceKind::Net,
                };
                let on = |mark: &&rulehound_interpreter::model::Mark| mark.on.get(place.offset).copied() == Some(true);
                let marks = board.marks.iter().filter(on).map(|mark| mark.name.clone()).collect();
                let point = board.points.get(place.offset);
                let point = point.map(|it| {
                    let joined = Direction::ALL.into_iter().zip(it.joined);
                    let neighbours = joined.filter_map(|(way, to)| Some((way, usize::from(to?) + 1))).collect();
                    Point { number: place.offset + 1, column: it.column, row: it.row, marks, neighbours }
                });
                (kind, Vec::new(), point)
            }
            Some(AreaKind::Zone(zone)) => {
                let values = instance.family_indices(&zone.index, place.offset);
                let kind = if zone.ordered { PlaceKind::Pile } else { PlaceKind::Zone };
                (kind, self.indices(&zone.index, &values), None)
            }
            None => (PlaceKind::Zone, Vec::new(), None),
        };
        Place(Arc::new(PlaceData { id, name, words, area, kind, owner, indices, point }))
    }

    /// The place of this number, unless it belongs to a component.
    pub(crate) fn place(&self, number: i32) -> Option<&Place> {
        self.places.get(usize::try_from(number).ok()?)?.as_ref()
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().flatten()
    }

    /// The name of a kind.
    pub(crate) fn kind(&self, kind: KindId) -> Name {
        self.kinds.get(kind.index()).map_or_else(|| Name::from("nothing"), |kind| kind.name.clone())
    }

    /// Name, type and indices of a feature.
    pub(crate) fn feature(&self, kind: KindId, feature: usize) -> Option<&(Name, Sort, Vec<Index>)> {
        self.kinds.get(kind.index())?.features.get(feature)
    }

    /// The name of a variable.
    pub(crate) fn variable(&self, id: VariableId) -> Name {
        self.variables.get(id.index()).map_or_else(|| Name::from("?"), |variable| variable.name.clone())
    }

    /// A cell of a variable, as scripts write it and as people say it, unless it belongs to a component.
    pub(crate) fn cell(&self, id: VariableId, cell: usize) -> Option<(Name, Name)> {
        self.variables.get(id.index())?.cells.get(cell).cloned()
    }

    pub(crate) fn player(&self, seat: i32) -> Value {
        let found = usize::try_from(seat).ok().and_then(|seat| Some((seat, self.players.get(seat)?.clone())));
        found.map_or(Value::None, |(seat, name)| Value::Seat(SeatName { seat: Seat::new(seat), name }))
    }

    pub(crate) fn symbol(&self, of: EnumerationId, index: i32) -> Value {
        let enumeration = self.enumerations.get(of.index());
        let found = enumeration.zip(usize::try_from(index).ok());
        let found = found.and_then(|(of, index)| Some((of.name.clone(), index, of.values.get(index)?.clone())));
        found.map_or(Value::None, |(of, index, name)| Value::Symbol(Symbol { of, index, name }))
    }

    /// A value of a type whose values are the same at every position.
    pub(crate) fn plain(&self, sort: &Sort, value: i32) -> Value {
        match sort {
            _ if value == value::NONE => Value::None,
            Sort::Number { .. } => Value::Number(value),
            Sort::YesNo => Value::YesNo(value != 0),
            Sort::Value { of, .. } => self.symbol(*of, value),
            Sort::Player => self.player(value),
            Sort::Direction => direction(value),
            Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => Value::None,
        }
    }

    /// The values of indices.
    pub(crate) fn indices(&self, indices: &[Index], values: &[i32]) -> Vec<Value> {
        let value = |(index, value): (&Index, &i32)| match index {
            Index::Range { .. } | Index::Upto { .. } => Value::Number(*value),
            Index::Value { of, .. } => self.symbol(*of, *value),
            Index::Player => self.player(*value),
            Index::YesNo => Value::YesNo(*value != 0),
            Index::Direction => direction(*value),
        };
        indices.iter().zip(values).map(value).collect()
    }

    /// A component of which is seen only of what kind it is.
    pub(crate) fn unseen(&self, kind: KindId, words: &str) -> Value {
        Value::Hidden(Hidden { kind: Some(self.kind(kind)), words: Name::from(words) })
    }
}

fn variable(instance: &Instance, id: VariableId) -> VariableNames {
    let Some(declared) = instance.model.variables.get(id.index()) else {
        return VariableNames { name: Name::from("?"), cells: Vec::new() };
    };
    let words = Words::new(instance);
    let named = |cell, form| Name::from(words.variable(id, cell, form, &Nothing));
    let count = if matches!(declared.owner, OwnerSort::Kind(_)) { 0 } else { instance.variable_cells(id) };
    let cells = (0..count).map(|cell| (named(cell, Form::Script), named(cell, Form::People))).collect();
    VariableNames { name: Name::from(declared.name.as_str()), cells }
}

/// The settings at a table, by name.
pub(crate) fn settings(game: &play::Game) -> Vec<(String, String)> {
    let instance = game.instance();
    let words = Words::new(instance);
    let settings = instance.model.settings.iter().zip(&instance.settings);
    let value = |sort: &Sort, value: i32| words.value(sort, value, Form::Script, &Nothing);
    settings.map(|(setting, chosen)| (setting.name.clone(), value(&setting.of.sort, *chosen))).collect()
}

fn direction(value: i32) -> Value {
    let found = usize::try_from(value).ok().and_then(|index| Direction::ALL.get(index).copied());
    found.map_or(Value::None, Value::Direction)
}
