//! A position as data for one viewer. Here numbers of the engine become handles: nothing that leaves holds one of a component.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::model::{OwnerSort, Sort};
use rulehound_interpreter::play::{self, Bound, BoundNames, Group, Look, Sheet, Told, ToldPlace, Unsaid};

use crate::component::{Component, FeatureValue, Thing, Unseen};
use crate::naming::Names;
use crate::value::Hidden;
use crate::view::{Contents, PlaceView, VariableView};
use crate::{Game, Name, Place, Value};

/// What somebody is told of a position.
pub(crate) struct Table {
    pub phases: Vec<String>,
    pub places: Vec<PlaceView>,
    pub variables: Vec<VariableView>,
    handles: Handles,
    game: Game,
    viewer: play::Viewer,
}

/// The handles of what is seen, by the numbers of the engine.
#[derive(Default)]
struct Handles {
    components: BTreeMap<i32, Component>,
    places: BTreeMap<i32, Place>,
}

impl Table {
    /// A position as this viewer sees it.
    pub(crate) fn of(game: &Game, position: &play::Position, viewer: play::Viewer) -> Self {
        Self::written(game, &Sheet::of(position, viewer), viewer)
    }

    /// What each option of a seat binds, in the order of the offer.
    pub(crate) fn bound(game: &Game, position: &play::Position, seat: usize, bound: &Bound) -> Vec<Vec<(Name, Value)>> {
        let viewer = play::Viewer::Seat(seat);
        let of_things = |sort: &Sort| matches!(sort, Sort::Component { .. } | Sort::Place { .. });
        // Numbers and names mean the same wherever things lie.
        let things = bound.ways.iter().flat_map(|way| &way.names).any(|(_, sort)| of_things(sort));
        let sheet = if things { Sheet::of_places(position, viewer) } else { Sheet::default() };
        Self::written(game, &sheet, viewer).bindings(position, bound)
    }

    fn written(game: &Game, sheet: &Sheet, viewer: play::Viewer) -> Self {
        let mut table = Self {
            phases: sheet.phases.clone(),
            places: Vec::new(),
            variables: Vec::new(),
            handles: Handles::default(),
            game: game.clone(),
            viewer,
        };
        table.name_components(sheet);
        table.name_places(sheet);
        table.places = table.described(sheet);
        table.variables = sheet.variables.iter().map(|entry| table.variable(entry)).collect();
        table
    }

    fn names(&self) -> &Names {
        self.game.names()
    }

    /// Numbers what is seen in the order of the sheet, which holds nothing but what is seen.
    fn name_components(&mut self, sheet: &Sheet) {
        for (id, group) in (0..).zip(sheet.places.iter().flat_map(|lot| lot.contents.seen())) {
            let component = self.handle(id, &group.look);
            let Unsaid(members) = &group.members;
            self.handles.components.extend(members.iter().map(|number| (*number, component.clone())));
        }
    }

    fn handle(&self, id: u32, look: &Look) -> Component {
        Component { id, kind: self.names().kind(look.kind), words: Name::from(look.words.as_str()) }
    }

    /// Places that belong to components have their names from this position.
    fn name_places(&mut self, sheet: &Sheet) {
        let instance = self.game.engine().instance();
        for (id, lot) in (0..).zip(&sheet.places) {
            let (Unsaid(number), None) = (lot.place.number, lot.place.fixed) else { continue };
            let Some(place) = instance.place(number) else { continue };
            let owner = match instance.model.owners_of(place.class) {
                OwnerSort::Kind(kind) => {
                    let known = self.handles.components.get(&place.owner).filter(|_| lot.place.known);
                    let words = self.names().kind(kind);
                    Some(known.cloned().map_or_else(|| self.names().unseen(kind, &words), Value::Component))
                }
                OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => None,
            };
            let (name, words) = (Name::from(lot.place.name.as_str()), Name::from(lot.place.called.as_str()));
            let named = self.names().described(instance, place, (id, name, words), owner);
            self.handles.places.insert(number, named);
        }
    }

    fn described(&self, sheet: &Sheet) -> Vec<PlaceView> {
        let mut places = Vec::with_capacity(sheet.places.len());
        for lot in &sheet.places {
            let place = match lot.place.fixed {
                Some(number) => self.names().place(number),
                None => self.handles.places.get(&lot.place.number.0),
            };
            let Some(place) = place else { continue };
            let thing = |group: &Group| self.thing(group, place);
            let contents = match &lot.contents {
                play::Contents::Seen(groups) => Contents::Seen(groups.iter().map(thing).collect()),
                play::Contents::Pile(groups) => Contents::Pile(groups.iter().map(thing).collect()),
                play::Contents::Hidden { counts, top } => {
                    let top = top.as_ref().map(thing);
                    Contents::Hidden { counts: counts.iter().map(|group| self.unseen(group)).collect(), top }
                }
            };
            places.push(PlaceView { place: place.clone(), contents });
        }
        places
    }

    fn thing(&self, group: &Group, place: &Place) -> Thing {
        let look = &group.look;
        let Unsaid(members) = &group.members;
        let component = members.first().and_then(|number| self.handles.components.get(number)).cloned();
        Thing {
            component: component.unwrap_or_else(|| self.handle(u32::MAX, look)),
            count: group.count,
            place: place.clone(),
            owner: look.owner.as_ref().map(|owner| self.owner(self.kind_owner(look), owner)),
            features: self.features(look),
        }
    }

    fn kind_owner(&self, look: &Look) -> OwnerSort {
        let kinds = &self.game.engine().instance().model.kinds;
        kinds.get(look.kind.index()).map_or(OwnerSort::Common, |kind| kind.owner)
    }

    fn unseen(&self, group: &Group) -> Unseen {
        let look = &group.look;
        let words = Name::from(look.words.as_str());
        Unseen { kind: self.names().kind(look.kind), words, count: group.count, features: self.features(look) }
    }

    fn features(&self, look: &Look) -> Vec<FeatureValue> {
        let feature = |(number, cell, value): &(usize, usize, Told)| {
            let (name, sort, index) = self.names().feature(look.kind, *number)?;
            let values = self.game.engine().instance().family_indices(index, *cell);
            let indices = self.names().indices(index, &values);
            Some(FeatureValue { name: name.clone(), indices, value: self.value(sort, value) })
        };
        look.features.iter().filter_map(feature).collect()
    }

    fn owner(&self, sort: OwnerSort, owner: &Told) -> Value {
        match (sort, owner) {
            (OwnerSort::Player, Told::Plain(seat)) => self.names().player(*seat),
            (OwnerSort::Value(of), Told::Plain(index)) => self.names().symbol(of, *index),
            (OwnerSort::Common | OwnerSort::Kind(_) | OwnerSort::Board(_), Told::Plain(_)) => Value::None,
            (_, told) => self.value(&Sort::Nothing, told),
        }
    }

    fn value(&self, sort: &Sort, told: &Told) -> Value {
        match told {
            Told::Nothing => Value::None,
            Told::Plain(value) => self.names().plain(sort, *value),
            Told::Component { words, kind, number } => {
                let known = self.handles.components.get(&number.0).cloned();
                known.map_or_else(|| self.names().unseen(*kind, words), Value::Component)
            }
            Told::Place(place) => self.place(place),
        }
    }

    fn place(&self, told: &ToldPlace) -> Value {
        let known = match told.fixed {
            Some(number) => self.names().place(number),
            None => self.handles.places.get(&told.number.0).filter(|_| told.known),
        };
        let hidden = || Value::Hidden(Hidden { kind: None, words: Name::from(told.called.as_str()) });
        known.cloned().map_or_else(hidden, Value::Place)
    }

    fn variable(&self, entry: &play::Entry) -> VariableView {
        let instance = self.game.engine().instance();
        let declared = instance.model.variables.get(entry.variable.index());
        let owner = declared.filter(|_| entry.owner != Told::Nothing).map(|it| self.owner(it.owner, &entry.owner));
        let fixed = entry.fixed.and_then(|cell| self.names().cell(entry.variable, cell));
        let (name, words) =
            fixed.unwrap_or_else(|| (Name::from(entry.name.as_str()), Name::from(entry.called.as_str())));
        VariableView {
            name,
            words,
            variable: self.names().variable(entry.variable),
            owner,
            indices: declared.map(|it| self.names().indices(&it.index, &entry.indices)).unwrap_or_default(),
            value: declared.map_or(Value::None, |declared| self.value(&declared.of.sort, &entry.value)),
        }
    }

    fn bindings(&self, position: &play::Position, bound: &Bound) -> Vec<Vec<(Name, Value)>> {
        let of_way = |(number, way): (usize, &BoundNames)| {
            let values = || bound.options.iter().filter(|(way, _)| *way == number).map(|(_, values)| values.as_slice());
            let told = |(index, (name, sort)): (usize, &(String, Sort))| {
                let all: BTreeSet<i32> = match way.set {
                    true => values().flatten().copied().collect(),
                    false => values().filter_map(|values| values.get(index)).copied().collect(),
                };
                (Name::from(name.as_str()), self.told(position, sort, all))
            };
            way.names.iter().enumerate().map(told).collect()
        };
        let ways: Vec<Vec<(Name, BTreeMap<i32, Value>)>> = bound.ways.iter().enumerate().map(of_way).collect();
        let one = |known: &BTreeMap<i32, Value>, value: &i32| known.get(value).cloned().unwrap_or(Value::None);
        let option = |(number, values): &(usize, Vec<i32>)| {
            let names = ways.get(*number).map(Vec::as_slice).unwrap_or_default();
            match (bound.ways.get(*number).is_some_and(|way| way.set), names) {
                (true, [(name, known)]) => {
                    vec![(name.clone(), Value::Several(values.iter().map(|value| one(known, value)).collect()))]
                }
                _ => names.iter().zip(values).map(|((name, known), value)| (name.clone(), one(known, value))).collect(),
            }
        };
        bound.options.iter().map(option).collect()
    }

    /// Values as they are told.
    fn told(&self, position: &play::Position, sort: &Sort, values: BTreeSet<i32>) -> BTreeMap<i32, Value> {
        let values: Vec<i32> = values.into_iter().collect();
        let told = play::told_values(position, self.viewer, sort, &values);
        values.into_iter().zip(&told).map(|(value, told)| (value, self.value(sort, told))).collect()
    }
}
