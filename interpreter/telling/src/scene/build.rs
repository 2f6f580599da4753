//! Building a scene from what its viewer is told.

use std::collections::BTreeSet;

use super::beside;
use super::handles::Handles;
use super::struck::strike;
use super::{BoardScene, Held, Lying, Piece, Scene, SeatScene, Source, Spot, Standing, Value};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Contents, Entry, Lot, Sheet, ShownEntry, Told, UnseenOf};
use rulehound_engine::play::{Position, Viewer};
use rulehound_engine::words::{
    Form, Nothing, Words, called, definition_called, kind_noun, plural, possessive, unspoken,
};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    AreaId, AreaKind, ExpressionKind, KindId, Model, OwnerSort, PlaceClass, Sort, StatementKind, Target, VariableId,
};

pub(super) fn scene(position: &Position, viewer: Viewer) -> Scene {
    let instance = position.game().instance();
    let builder = Builder { instance, words: Words::new(instance) };
    let sheet = Sheet::of(position, viewer);
    let deciders = position.deciders();
    let own = match viewer {
        Viewer::Seat(seat) if seat < instance.seats() => seat,
        Viewer::Seat(_) | Viewer::All | Viewer::Nobody => 0,
    };
    let mut scene = Scene {
        boards: builder.boards(position, viewer, &sheet),
        common: Vec::new(),
        seats: (0..instance.seats()).map(|step| builder.seat((own + step) % instance.seats(), &deciders)).collect(),
        dice: Vec::new(),
        values: Vec::new(),
        changed: Vec::new(),
    };
    let rolled = rolled_kinds(&instance.model);
    let handles = Handles::of(&sheet);
    let beside = beside::indices(&scene.boards, &instance.model);
    for (index, lot) in sheet.places.iter().enumerate() {
        let place = u32::try_from(index).unwrap_or(u32::MAX);
        let found = Found { lot, place, first: handles.first(index) };
        match beside.get(&place) {
            Some(at) => builder.stand(&found, *at, &mut scene),
            None => builder.place(&found, &rolled, &mut scene),
        }
    }
    let told = builder.told_variables(&sheet);
    for entry in &sheet.variables {
        if told.contains(&(entry.variable, builder.cell(entry))) {
            builder.variable(entry, &mut scene);
        }
    }
    for entry in &sheet.shown {
        builder.shown(entry, &mut scene);
    }
    for unseen in &sheet.unseen {
        if let Some(seat) = scene.seats.iter_mut().find(|it| it.seat == unseen.seat) {
            seat.unseen.push(match unseen.of {
                UnseenOf::Variable(variable, cell) => Source::Variable(variable, cell),
                UnseenOf::Definition(definition) => Source::Definition(definition),
            });
        }
    }
    strike(&mut scene, &sheet, instance);
    scene
}

/// A place of the sheet with its handles.
struct Found<'s> {
    lot: &'s Lot,
    place: u32,
    /// Of the first thing that is seen there.
    first: u32,
}

struct Builder<'i> {
    instance: &'i Instance,
    words: Words<'i>,
}

impl Builder<'_> {
    fn boards(&self, position: &Position, viewer: Viewer, sheet: &Sheet) -> Vec<BoardScene> {
        let areas = self.instance.model.areas.iter().enumerate();
        let boards = areas.filter_map(|(index, area)| match &area.kind {
            AreaKind::Board(board) => Some((index, area, board.turned)),
            AreaKind::Zone(_) => None,
        });
        let of_two = |seat: usize| self.instance.seats() == 2 && viewer == Viewer::Seat(seat);
        boards
            .map(|(index, area, turned)| BoardScene {
                area: AreaId::from(index),
                turned: turned.is_some_and(of_two),
                name: called(&area.name, &area.notes, Form::People),
                places: Vec::new(),
                beside: beside::drawn(position, AreaId::from(index), sheet),
                standing: Standing::new(),
                changed: BTreeSet::new(),
                appearances: position.game().appearances(AreaId::from(index)),
            })
            .collect()
    }

    fn seat(&self, seat: usize, deciders: &[usize]) -> SeatScene {
        let name = self.instance.players.get(seat).cloned().unwrap_or_default();
        let (spots, values, unseen) = Default::default();
        SeatScene { seat, name, decides: deciders.contains(&seat), spots, values, unseen }
    }

    fn place(&self, found: &Found<'_>, rolled: &BTreeSet<KindId>, scene: &mut Scene) {
        let lot = found.lot;
        let Some(place) = self.instance.place(lot.place.number.0) else { return };
        match place.class {
            PlaceClass::Box(_) => {
                if let Contents::Seen(groups) = &lot.contents {
                    let things = (found.first..).zip(groups);
                    let dice = things.filter(|(_, group)| rolled.contains(&group.look.kind));
                    scene.dice.extend(dice.map(|(thing, group)| Piece::of(group, Some(thing), self.instance)));
                }
            }
            PlaceClass::Area(area) => match self.instance.model.areas.get(area.index()).map(|area| &area.kind) {
                Some(AreaKind::Board(_)) => {
                    let board = scene.boards.iter_mut().find(|board| board.area == area);
                    let Some(board) = board else { return };
                    board.places.push(found.place);
                    self.stand(found, (area, place.offset), scene);
                }
                Some(AreaKind::Zone(zone)) => {
                    let seat = (zone.owner == OwnerSort::Player).then(|| usize::try_from(place.owner).ok()).flatten();
                    self.spot(found, (area, place.offset), seat, scene);
                }
                None => {}
            },
        }
    }

    /// What lies there, on a board: at that place of its drawing.
    fn stand(&self, found: &Found<'_>, (area, index): (AreaId, usize), scene: &mut Scene) {
        let pieces = match Lying::of(&found.lot.contents, found.first, None, self.instance) {
            Some(Lying::Open(pieces) | Lying::Pile(pieces)) => pieces,
            Some(Lying::Hidden { counts, .. }) => counts,
            None => return,
        };
        if let Some(board) = scene.boards.iter_mut().find(|board| board.area == area) {
            board.standing.insert(index, pieces);
        }
    }

    fn spot(&self, found: &Found<'_>, (area, index): (AreaId, usize), seat: Option<usize>, scene: &mut Scene) {
        let lot = found.lot;
        let owner = seat.and_then(|seat| self.instance.players.get(seat));
        let Some(lying) = Lying::of(&lot.contents, found.first, owner.map(String::as_str), self.instance) else {
            return;
        };
        let name = match lot.place.fixed {
            Some(number) => self.words.place(number, Form::People, &Nothing),
            None => lot.place.called.clone(),
        };
        let all = self.all(&lot.contents);
        let spot = Spot { place: found.place, area, index, name: without_owner(&name, owner), lying, all };
        match seat.and_then(|seat| scene.seats.iter_mut().find(|it| it.seat == seat)) {
            Some(seat) => seat.spots.push(spot),
            None => scene.common.push(spot),
        }
    }

    /// `13 cards`; of several kinds their number alone.
    fn all(&self, contents: &Contents) -> String {
        let groups = match contents {
            Contents::Seen(groups) | Contents::Pile(groups) | Contents::Hidden { counts: groups, .. } => groups,
        };
        let count = groups.iter().fold(0, |count: u32, group| count.saturating_add(group.count));
        let first = groups.first().map(|group| group.look.kind);
        let kind = first.filter(|kind| groups.iter().all(|group| group.look.kind == *kind));
        match kind.and_then(|kind| self.instance.model.kinds.get(kind.index())).map(kind_noun) {
            Some(noun) if count == 1 => format!("1 {noun}"),
            Some(noun) => format!("{count} {}", plural(&noun)),
            None => count.to_string(),
        }
    }

    fn variable(&self, entry: &Entry, scene: &mut Scene) {
        let Some(declared) = self.instance.model.variables.get(entry.variable.index()) else { return };
        if entry.value == Told::Nothing || unspoken(&declared.notes) {
            return;
        }
        let name = match entry.fixed {
            Some(cell) => self.words.variable(entry.variable, cell, Form::People, &Nothing),
            None => entry.called.clone(),
        };
        let seat = match entry.owner {
            Told::Plain(seat) if declared.owner == OwnerSort::Player => usize::try_from(seat).ok(),
            _ => None,
        };
        let owner = seat.and_then(|seat| self.instance.players.get(seat));
        let value = self.held(&declared.of.sort, &entry.value);
        // What a player is needs no name: `Ann: drawing`.
        let state = seat.is_some() && declared.notes.is_state() && matches!(value, Held::Words(_));
        let value = Value {
            of: Source::Variable(entry.variable, self.cell(entry)),
            name: if state { String::new() } else { without_owner(&name, owner) },
            value,
        };
        put(value, seat, scene);
    }

    fn shown(&self, entry: &ShownEntry, scene: &mut Scene) {
        let declared = self.instance.model.definitions.get(entry.definition.index());
        let Some(declared) = declared.filter(|_| entry.value != Told::Nothing) else { return };
        let value = Value {
            of: Source::Definition(entry.definition),
            name: definition_called(declared),
            value: self.held(&declared.of.sort, &entry.value),
        };
        put(value, entry.seat, scene);
    }

    /// The cells of variables of which some owner's says something: a number that is neither 0 nor the least there may be, or what it did not
    /// begin with.
    fn told_variables(&self, sheet: &Sheet) -> BTreeSet<(VariableId, usize)> {
        let says_something = |entry: &&Entry| {
            let declared = self.instance.model.variables.get(entry.variable.index());
            let first = match declared.and_then(|declared| declared.first.as_ref()).map(|first| &*first.kind) {
                Some(ExpressionKind::Constant(value)) => Some(*value),
                _ => None,
            };
            let counts = |value: i32| match declared.map(|declared| &declared.of.sort) {
                Some(Sort::Number { least, .. }) => value != 0 && value != *least,
                _ => false,
            };
            match entry.value {
                Told::Plain(value) => first != Some(value) || counts(value),
                Told::Nothing => false,
                Told::Component { .. } | Told::Place(_) => true,
            }
        };
        sheet.variables.iter().filter(says_something).map(|entry| (entry.variable, self.cell(entry))).collect()
    }

    /// Which of its owner's cells an entry is.
    fn cell(&self, entry: &Entry) -> usize {
        let declared = self.instance.model.variables.get(entry.variable.index());
        let size = declared.map_or(1, |declared| self.instance.family_size(&declared.index)).max(1);
        entry.fixed.map_or(0, |cell| cell % size)
    }

    fn held(&self, sort: &Sort, value: &Told) -> Held {
        match (sort, value) {
            (Sort::YesNo, Told::Plain(value)) => Held::Mark(*value != 0),
            (Sort::Number { .. }, Told::Plain(value)) => Held::Number(*value),
            (sort, Told::Plain(value)) => Held::Words(self.words.value(sort, *value, Form::People, &Nothing)),
            (_, Told::Nothing) => Held::Words("none".to_owned()),
            (_, Told::Component { words, .. }) => Held::Words(words.clone()),
            (_, Told::Place(place)) => Held::Words(match place.fixed {
                Some(number) => self.words.place(number, Form::People, &Nothing),
                None => place.called.clone(),
            }),
        }
    }
}

/// A value to its player, or to what belongs to nobody.
fn put(value: Value, seat: Option<usize>, scene: &mut Scene) {
    match seat.and_then(|seat| scene.seats.iter_mut().find(|it| it.seat == seat)) {
        Some(seat) => seat.values.push(value),
        None => scene.values.push(value),
    }
}

/// `hand` of `Ann's hand`.
pub(super) fn without_owner(name: &str, owner: Option<&String>) -> String {
    let bare = owner.and_then(|owner| name.strip_prefix(&possessive(owner))?.strip_prefix(' '));
    bare.unwrap_or(name).to_owned()
}

/// The kinds of which somebody rolls a feature and that have no place of their own: they lie in their box, and are seen there.
fn rolled_kinds(model: &Model) -> BTreeSet<KindId> {
    let mut kinds = BTreeSet::new();
    let clauses = model.runnables.iter().flat_map(|runnable| &runnable.clauses).map(|clause| &clause.body);
    let bodies = clauses.chain(model.triggers.iter().map(|trigger| &trigger.body));
    for statement in bodies.flat_map(walk::statements) {
        if let StatementKind::Roll(Target::Attribute(cell)) = &statement.kind {
            kinds.insert(cell.kind);
        }
    }
    for area in &model.areas {
        // Whatever may lie on a track does not live there.
        if let AreaKind::Zone(zone) = &area.kind
            && zone.path.is_none()
        {
            zone.holds.iter().for_each(|held| {
                kinds.remove(held);
            });
        }
    }
    kinds
}
