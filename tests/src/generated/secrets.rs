//! Who may know what, said once more: from the section "Who sees what" of the manual and the written rules, not from the engine.
//!
//! Then each hidden thing is changed: whoever may not know it must be shown the same to the byte, whoever may know it must see the change.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_grammar::tree::{Audience, ExpressionKind, Thing, Viewer as Named, ViewerArgument};
use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{Model, OwnerSort, PlaceClass, Sort};
use rulehound_interpreter::play::{EventKind, Game, Log, Misuse, Position, Seeded, Stop, View, Viewer};

use super::declarations::WARDEN;
use super::files::Files;
use crate::secrecy::{Sight, by_the_manual, fault_told, worked_out};
use rulehound_judges::reference::Reference;

/// The audiences as written.
pub struct Written {
    zones: BTreeMap<String, (Audience, Option<Audience>, bool)>,
    variables: BTreeMap<String, Audience>,
    features: BTreeMap<(String, String), Audience>,
    looker: usize,
}

impl Written {
    /// Of these rules. None if they have audiences of other sorts than generated rules have.
    pub fn of(files: Files<'_>, model: &Model) -> Option<Self> {
        let looker = model.variables.iter().position(|variable| variable.name == "looker")?;
        let mut written =
            Self { zones: BTreeMap::new(), variables: BTreeMap::new(), features: BTreeMap::new(), looker };
        // What a variant says anew comes last.
        let parsed = files.read().into_iter().rev().map(|parsed| parsed.file);
        for declaration in parsed.flat_map(|file| file.declarations) {
            match declaration.thing {
                Thing::Zone(zone) => {
                    let zone = Arc::unwrap_or_clone(zone);
                    let top = zone.top_seen.map(|top| top.audience);
                    written.zones.insert(zone.name.text, (zone.seen?.audience, top, zone.ordered));
                }
                Thing::Variable(variable) => {
                    let variable = Arc::unwrap_or_clone(variable);
                    written.variables.insert(variable.name.text, variable.seen?.audience);
                }
                Thing::Component(component) => {
                    let component = Arc::unwrap_or_clone(component);
                    for member in component.members {
                        if let rulehound_grammar::tree::ComponentMember::Attribute(attribute) = member
                            && let Some(seen) = attribute.seen
                        {
                            written.features.insert((component.name.text.clone(), attribute.name.text), seen.audience);
                        }
                    }
                }
                Thing::Removal(_)
                | Thing::Players(_)
                | Thing::Enumeration(_)
                | Thing::Board(_)
                | Thing::Setting(_)
                | Thing::Table(_)
                | Thing::Definition(_)
                | Thing::Runnable(_)
                | Thing::Trigger(_)
                | Thing::Layout(_) => {}
            }
        }
        Some(written)
    }
}

/// How much was judged: what is never looked at proves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged {
    /// Changes that a seat may not know.
    pub hidden: usize,
    /// Changes that a seat may know.
    pub known: usize,
    /// Positions in which all that is hidden from somebody was exchanged.
    pub exchanged: usize,
    /// Moves and new values of which it was judged who is told.
    pub told: usize,
}

/// What something belongs to.
#[derive(Clone, Copy)]
struct Whose {
    /// The seat, if a player owns it or what it belongs to.
    player: Option<usize>,
    /// The value or component; of a feature its component.
    holder: i32,
    /// Which of its family it is.
    cell: usize,
}

/// Whether a call as viewer has this name in its brackets.
fn call_names(viewer: &Named, name: &str) -> bool {
    let Named::Named { arguments: Some(arguments), .. } = viewer else { return false };
    arguments.iter().any(|argument| match argument {
        ViewerArgument::Value(value) => matches!(value.kind.as_ref(), ExpressionKind::Name(one) if one.text == name),
        ViewerArgument::Owner(_) => false,
    })
}

/// A position read cell by cell.
struct Table<'g> {
    written: &'g Written,
    game: &'g Game,
    cells: Vec<i32>,
}

impl<'g> Table<'g> {
    fn of(written: &'g Written, position: &'g Position) -> Self {
        Self { written, game: position.game(), cells: position.cells() }
    }

    /// The position with these cells; none if it cannot stand there. It is read as a save of the format that has no checksum.
    fn position(&self) -> Option<Position> {
        let mut bytes = b"RULEHND\x01".to_vec();
        bytes.extend(self.game.program().hash.to_le_bytes());
        self.cells.iter().for_each(|cell| bytes.extend(cell.to_le_bytes()));
        self.game.restore(&bytes).ok()
    }

    fn instance(&self) -> &'g Instance {
        self.game.instance()
    }

    fn lies(&self, component: usize) -> usize {
        let at = self.game.program().layout.lying as usize + component;
        usize::try_from(self.cells[at]).unwrap_or(0)
    }

    fn height_cell(&self, component: usize) -> Option<usize> {
        let kind = self.instance().components[component].kind.index();
        let first = (*self.game.program().layout.heights.get(kind)?)?;
        let start = usize::try_from(self.instance().kinds[kind].start).ok()?;
        Some(first as usize + component - start)
    }

    fn seats(&self) -> usize {
        self.instance().seats()
    }

    /// Whether a seat is in an audience of something.
    fn in_audience(&self, seat: usize, audience: &Audience, whose: Whose) -> bool {
        match audience {
            Audience::All => true,
            Audience::Nobody => false,
            Audience::Only(viewers) => viewers.iter().any(|viewer| self.is(seat, viewer, whose)),
            Audience::AllExcept(viewers) => !viewers.iter().any(|viewer| self.is(seat, viewer, whose)),
        }
    }

    fn is(&self, seat: usize, viewer: &Named, whose: Whose) -> bool {
        let owner = whose.player;
        let looker = self.cells[self.game.program().layout.variables[self.written.looker] as usize];
        let looks = i32::try_from(seat).is_ok_and(|seat| seat == looker);
        match viewer {
            Named::Owner(_) => owner == Some(seat),
            Named::Named { name, .. } => match name.text.as_str() {
                "watchers" => !looks,
                "mate" => owner.is_some_and(|owner| (owner + 1) % self.seats() == seat),
                // Its number is that of a seat, counted from 1.
                "sitter" => whose.cell == seat,
                // The first value of a list has a friend, whether the thing is one of a family or belongs to it.
                "fan" if call_names(viewer, "host") => looks && whose.holder == 0,
                "fan" => looks && whose.cell == 0,
                "host" => owner == Some(seat),
                WARDEN => self.is_warden(seat, whose.holder),
                _ => looks,
            },
            // `host.warden`.
            Named::Feature(_) => self.is_warden(seat, whose.holder),
        }
    }

    /// Whether a component names this seat.
    fn is_warden(&self, seat: usize, component: i32) -> bool {
        let Ok(component) = usize::try_from(component) else { return false };
        let kind = self.instance().components[component].kind.index();
        let declared = &self.instance().model.kinds[kind];
        let Some(feature) = declared.attributes.iter().find(|one| one.name == WARDEN) else { return false };
        let first = self.game.program().layout.attributes[kind][feature.first_cell];
        let number = component - usize::try_from(self.instance().kinds[kind].start).unwrap_or(0);
        first.is_some_and(|first| usize::try_from(self.cells[first as usize + number]) == Ok(seat))
    }

    /// The seat that owns something, or what it belongs to.
    fn player(&self, sort: OwnerSort, owner: i32) -> Option<usize> {
        match sort {
            OwnerSort::Player => usize::try_from(owner).ok(),
            OwnerSort::Kind(kind) => {
                let inner = self.instance().components[usize::try_from(owner).ok()?].owner;
                self.player(self.instance().model.kinds[kind.index()].owner, inner)
            }
            OwnerSort::Common | OwnerSort::Value(_) | OwnerSort::Board(_) => None,
        }
    }

    /// The seat that owns something, and whether this seat sees the component that it belongs to.
    fn owner(&self, seat: usize, sort: OwnerSort, owner: i32) -> (Option<usize>, bool) {
        match sort {
            OwnerSort::Player => (self.player(sort, owner), true),
            OwnerSort::Kind(_) => {
                let component = usize::try_from(owner).unwrap_or(0);
                (self.player(sort, owner), self.sees_component(seat, component))
            }
            OwnerSort::Common | OwnerSort::Value(_) | OwnerSort::Board(_) => (None, true),
        }
    }

    /// The zone of a place: its name and whose it is. None for boards and boxes, which are open.
    fn zone(&self, place: usize) -> Option<(&'g str, OwnerSort, i32, usize)> {
        let declared = &self.instance().places[place];
        let PlaceClass::Area(area) = declared.class else { return None };
        let area = &self.instance().model.areas[area.index()];
        match &area.kind {
            // Tracks are boards, also where there are several of them.
            rulehound_interpreter::model::AreaKind::Zone(zone) if zone.path.is_some() => None,
            rulehound_interpreter::model::AreaKind::Zone(zone) => {
                Some((&area.name, zone.owner, declared.owner, declared.offset))
            }
            rulehound_interpreter::model::AreaKind::Board(_) => None,
        }
    }

    fn sees_place(&self, seat: usize, place: usize) -> bool {
        let Some((name, sort, holder, cell)) = self.zone(place) else { return true };
        let (player, sees) = self.owner(seat, sort, holder);
        sees && self.in_audience(seat, &self.written.zones[name].0, Whose { player, holder, cell })
    }

    /// Whether a seat sees whatever is the top of a pile.
    fn sees_top(&self, seat: usize, place: usize) -> bool {
        let Some((name, sort, holder, cell)) = self.zone(place) else { return false };
        let (_, Some(top), true) = &self.written.zones[name] else { return false };
        let (player, sees) = self.owner(seat, sort, holder);
        sees && self.in_audience(seat, top, Whose { player, holder, cell })
    }

    fn contents(&self, place: usize) -> Vec<usize> {
        (0..self.instance().components.len()).filter(|component| self.lies(*component) == place).collect()
    }

    fn is_top(&self, component: usize, place: usize) -> bool {
        let height = |one: usize| self.height_cell(one).map_or(0, |at| self.cells[at]);
        self.contents(place).into_iter().all(|other| height(other) <= height(component))
    }

    fn sees_component(&self, seat: usize, component: usize) -> bool {
        let place = self.lies(component);
        self.sees_place(seat, place) || self.sees_top(seat, place) && self.is_top(component, place)
    }

    fn has_own(&self, kind: usize) -> bool {
        let name = &self.instance().model.kinds[kind].name;
        self.written.features.keys().any(|(of, _)| of == name)
    }
}

/// What a seat is shown, faults and all.
fn shown(position: &Position, seat: usize) -> Sight {
    let viewer = Viewer::Seat(seat);
    let (offer, refusals) = (position.offer(seat), position.refusals(seat));
    let (view, for_people) = (position.view(viewer), position.view_for_people(viewer));
    Sight {
        table: format!("{:?}\n{view:?}\n{for_people:?}", worked_out(position, viewer)),
        asked: format!("{:?}\n{:?}", offer.map_err(fault_told), refusals.map_err(fault_told)),
    }
}

/// Looks at one position: views hold what may be known and nothing else.
///
/// # Errors
/// Who knows too much or too little.
pub fn look(
    written: &Written,
    reference: &Reference<'_>,
    position: &Position,
    chance: &mut Seeded,
    judged: &mut Judged,
) -> Result<(), (&'static str, String)> {
    let tried = by_the_manual(reference, position);
    judged.exchanged += tried.map_err(|told| ("a view is not by the manual", told))?;
    values(written, position, chance, judged)
}

/// Another value of this sort, if it is easily said.
fn another(sort: &Sort, value: i32, seats: usize, chance: &mut Seeded) -> Option<i32> {
    let values: Vec<i32> = match sort {
        Sort::Number { least, greatest } => (*least..=*greatest).collect(),
        Sort::YesNo => vec![0, 1],
        Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
        Sort::Player => (0..i32::try_from(seats).ok()?).collect(),
        _ => return None,
    };
    let others: Vec<i32> = values.into_iter().filter(|other| *other != value).collect();
    others.get(chance.below(others.len())).copied()
}

/// A variable or a changing feature gets another value.
fn values(
    written: &Written,
    position: &Position,
    chance: &mut Seeded,
    judged: &mut Judged,
) -> Result<(), (&'static str, String)> {
    let table = Table::of(written, position);
    let model = &table.instance().model;
    let seats = table.seats();
    let shown_before = Before::of(position);
    for (id, variable) in model.variables.iter().enumerate() {
        if id == written.looker {
            continue;
        }
        let size = table.instance().family_size(&variable.index).max(1);
        let owners: Vec<i32> = table.instance().owners(variable.owner).collect();
        let step = chance.below(owners.len());
        let Some(owner) = owners.get(step) else { continue };
        let inner = chance.below(size);
        let at = table.game.program().layout.variables[id] as usize + step * size + inner;
        let before = table.cells[at];
        if before == UNSET || before == NONE {
            continue;
        }
        let Some(value) = another(&variable.of.sort, before, seats, chance) else { continue };
        let mut changed = Table::of(written, position);
        changed.cells[at] = value;
        let Some(other) = changed.position() else { continue };
        for seat in 0..seats {
            let (player, sees) = table.owner(seat, variable.owner, *owner);
            let whose = Whose { player, holder: *owner, cell: inner };
            let knows = sees && table.in_audience(seat, &written.variables[&variable.name], whose);
            let knows = Knows { seat, knows, own: player == Some(seat) };
            judge(&shown_before, &other, knows, &format!("{} of {owner} {before} → {value}", variable.name), judged)?;
        }
    }
    for (kind, declared) in model.kinds.iter().enumerate() {
        for feature in &declared.attributes {
            let cell = feature.first_cell + chance.below(feature.cells);
            let Some(first) = table.game.program().layout.attributes[kind][cell] else { continue };
            let range = table.instance().kinds[kind].clone();
            let step = chance.below(range.len());
            let component = usize::try_from(range.start).unwrap_or(0) + step;
            let at = first as usize + step;
            let before = table.cells[at];
            let Some(value) = another(&feature.of.sort, before, seats, chance) else { continue };
            let mut changed = Table::of(written, position);
            changed.cells[at] = value;
            let Some(other) = changed.position() else { continue };
            let own = written.features.get(&(declared.name.clone(), feature.name.clone()));
            let player = table.owner(0, declared.owner, table.instance().components[component].owner).0;
            let lies_with =
                table.zone(table.lies(component)).and_then(|(_, sort, owner, _)| table.owner(0, sort, owner).0);
            for seat in 0..seats {
                let knows = match own {
                    Some(audience) => {
                        let holder = i32::try_from(component).unwrap_or(NONE);
                        table.in_audience(seat, audience, Whose { player, holder, cell: 0 })
                    }
                    None => table.sees_component(seat, component),
                };
                let spoken = feature.called.as_deref() != Some("");
                if knows && !spoken {
                    continue;
                }
                let told = format!("{} of {} {component} {before} → {value}", feature.name, declared.name);
                judge(&shown_before, &other, Knows { seat, knows, own: lies_with == Some(seat) }, &told, judged)?;
            }
        }
    }
    Ok(())
}

/// Whether a seat may know of a change.
struct Knows {
    seat: usize,
    knows: bool,
    /// Whether it is about something of the seat's own, which it may have changed in secret.
    own: bool,
}

/// A position, with what each seat is shown there: it is compared with many others.
struct Before<'p> {
    position: &'p Position,
    views: Vec<OnceCell<Result<View, Misuse>>>,
    shown: Vec<OnceCell<Sight>>,
}

impl<'p> Before<'p> {
    fn of(position: &'p Position) -> Self {
        let seats = position.game().instance().seats();
        Self { position, views: vec![OnceCell::new(); seats], shown: vec![OnceCell::new(); seats] }
    }

    fn view(&self, seat: usize) -> &Result<View, Misuse> {
        self.views[seat].get_or_init(|| self.position.view(Viewer::Seat(seat)))
    }

    fn shown(&self, seat: usize) -> &Sight {
        self.shown[seat].get_or_init(|| shown(self.position, seat))
    }
}

fn judge(
    before: &Before<'_>,
    after: &Position,
    Knows { seat, knows, own }: Knows,
    what: &str,
    judged: &mut Judged,
) -> Result<(), (&'static str, String)> {
    if knows {
        // Who decides in secret is shown what they have made so far of what is theirs, which may stand before what lies below it.
        let position = before.position;
        if own && !position.game().program().gatherings.is_empty() && position.stop() == Stop::Decision {
            return Ok(());
        }
        judged.known += 1;
        let (one, other) = (before.view(seat), after.view(Viewer::Seat(seat)));
        if *one == other {
            return Err(("a view is too poor", format!("seat {seat} may know {what}, and sees no change:\n{one:?}")));
        }
        return Ok(());
    }
    judged.hidden += 1;
    let (one, other) = (before.shown(seat), shown(after, seat));
    if one.is_told_from(&other) {
        return Err(("a view tells too much", format!("seat {seat} may not know {what}:\n{one}\n---\n{other}")));
    }
    Ok(())
}

/// What is told of a step, where it is plain what happened: of one move of one component those know what it is who saw it before or see it
/// after; of one new value of one variable those know it who see the variable.
///
/// # Errors
/// Who is told too much or too little.
pub fn told(
    written: &Written,
    before: &Position,
    after: &Position,
    log: &Log,
    judged: &mut Judged,
) -> Result<(), (&'static str, String)> {
    let (table, later) = (Table::of(written, before), Table::of(written, after));
    let looker = table.game.program().layout.variables[written.looker] as usize;
    if table.cells[looker] != later.cells[looker] {
        return Ok(());
    }
    let mut moves = Vec::new();
    let mut sets = Vec::new();
    for event in &log.events {
        match &event.kind {
            EventKind::Moved { moves: found, .. } => moves.extend(found),
            EventKind::Set { seen, .. } | EventKind::Rolled { seen, .. } => sets.push((*seen, event)),
            EventKind::Triggered { .. } | EventKind::Shuffled { .. } => return Ok(()),
            EventKind::PhaseBegan { .. }
            | EventKind::Chosen { .. }
            | EventKind::Joined { .. }
            | EventKind::DrawnByLot { .. }
            | EventKind::Shown { .. }
            | EventKind::Said { .. }
            | EventKind::PhaseOver {}
            | EventKind::Over { .. } => {}
        }
    }
    let components = 0..table.instance().components.len();
    let moved: Vec<usize> = components.filter(|one| table.lies(*one) != later.lies(*one)).collect();
    if let (&[component], &[movement], true) = (moved.as_slice(), moves.as_slice(), sets.is_empty()) {
        let kind = table.instance().components[component].kind.index();
        for seat in 0..table.seats() {
            let knows = table.sees_component(seat, component) || later.sees_component(seat, component);
            judged.told += 1;
            if knows != movement.seen.by(seat) && !(knows && table.has_own(kind)) {
                return Err(("a move is told wrongly", format!("seat {seat} knows: {knows}, but {movement:?}")));
            }
        }
    }
    if let (true, [(seen, event)]) = (moves.is_empty(), sets.as_slice()) {
        let changed: Vec<(usize, i32, usize)> = table
            .instance()
            .model
            .variables
            .iter()
            .enumerate()
            .flat_map(|(id, variable)| {
                let size = table.instance().family_size(&variable.index).max(1);
                let first = table.game.program().layout.variables[id] as usize;
                let differs = |at: usize| table.cells[at] != later.cells[at];
                let owners = table.instance().owners(variable.owner).enumerate();
                let cells = owners.flat_map(|(step, owner)| (0..size).map(move |cell| (step, owner, cell)));
                cells
                    .filter(|(step, _, cell)| differs(first + step * size + cell))
                    .map(|(_, owner, cell)| (id, owner, cell))
                    .collect::<Vec<_>>()
            })
            .collect();
        if let &[(id, owner, cell)] = changed.as_slice() {
            let variable = &table.instance().model.variables[id];
            // A value that comes back at the beginning of a phase is not told; then the event is about something else.
            let (EventKind::Set { what, .. } | EventKind::Rolled { what, .. }) = &event.kind else { return Ok(()) };
            let whose = usize::try_from(owner).ok().filter(|_| matches!(variable.owner, OwnerSort::Player));
            let name = whose.and_then(|seat| table.instance().players.get(seat));
            if !what.contains(&variable.name) || name.is_some_and(|name| !what.contains(name)) {
                return Ok(());
            }
            // What is held may be hidden though the variable is seen.
            let holds = matches!(variable.of.sort, Sort::Component { .. });
            for seat in 0..table.seats() {
                let (player, sees) = table.owner(seat, variable.owner, owner);
                let whose = Whose { player, holder: owner, cell };
                let knows = sees && table.in_audience(seat, &written.variables[&variable.name], whose);
                judged.told += 1;
                if knows != seen.by(seat) && !(knows && holds) && !matches!(variable.owner, OwnerSort::Kind(_)) {
                    return Err(("a value is told wrongly", format!("seat {seat} knows: {knows}, but {event:?}")));
                }
            }
        }
    }
    Ok(())
}
