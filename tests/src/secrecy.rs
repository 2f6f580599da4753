//! What a seat is shown and told, all in one text: if two games differ only in what it must not know, these are the same.

use rulehound_interpreter::model::DefinitionId;
use rulehound_interpreter::play::{
    Fault, Game, Log, Offer, Position, Refusals, Seeded, Sheet, Stop, Told, View, Viewer,
};
use rulehound_interpreter::scene::{Scene, about};
use rulehound_interpreter::story::seen_by;

use rulehound_judges::reference::{Knowledge, Looks, Reference, sorted};

/// Everything a seat is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it sees.
    pub view: View,
    /// What it is offered.
    pub offer: Option<Offer>,
    /// What is refused to it.
    pub refusals: Refusals,
}

/// Everything a seat is shown.
///
/// # Panics
/// If the rules misbehave.
pub fn shown(position: &Position, seat: usize) -> Shown {
    Shown {
        view: position.view(Viewer::Seat(seat)).expect("a seat"),
        offer: position.offer(seat).expect("an offer"),
        refusals: position.refusals(seat).expect("refusals"),
    }
}

/// What a viewer is told of what is worked out; of what is more than a number, without its value.
pub fn worked_out(position: &Position, viewer: Viewer) -> Vec<(DefinitionId, Option<usize>, Option<i32>)> {
    let shown = Sheet::of(position, viewer).shown.into_iter();
    let plain = |value| if let Told::Plain(value) = value { Some(value) } else { None };
    shown.map(|entry| (entry.definition, entry.seat, plain(entry.value))).collect()
}

/// Which things are struck through for a viewer: where they lie and what they look like, since nobody is told numbers.
pub fn struck(known: &Knowledge<'_>, position: &Position, viewer: Viewer) -> Vec<(DefinitionId, Vec<Looks>)> {
    let told = Sheet::of(position, viewer).struck.into_iter();
    told.map(|entry| (entry.definition, known.looks(viewer, &entry.things.0))).collect()
}

/// What a viewer is shown, in writing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The table.
    pub table: String,
    /// What is asked of it, what it may answer and what not, or the fault that is met there.
    pub asked: String,
}

/// Two things that look alike to whoever decides and are not must not be offered: that rules do so is a fault.
const LOOK_ALIKE: &str = "two things that look alike";

impl Sight {
    /// Whether a viewer can tell two positions apart. The fault about two things that only look alike ends a game, and may be met in one of
    /// them alone; then only the tables are compared.
    #[must_use]
    pub fn is_told_from(&self, other: &Self) -> bool {
        let at_fault = [self, other].into_iter().any(|sight| sight.asked.contains(LOOK_ALIKE));
        self.table != other.table || !at_fault && self.asked != other.asked
    }
}

impl std::fmt::Display for Sight {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}\n{}", self.table, self.asked)
    }
}

/// What is told of a fault where something is asked: its code, but for the one about look-alikes.
pub fn fault_told(error: impl Into<Fault>) -> &'static str {
    let fault: Fault = error.into();
    if fault.message.starts_with("two things look like") { LOOK_ALIKE } else { fault.code }
}

/// Everything a viewer is shown, whether or not it sits at the table, and the codes of faults.
///
/// # Panics
/// If there is no such viewer.
pub fn shown_to(position: &Position, viewer: Viewer) -> Sight {
    let table = format!("{:?}\n{:?}", position.view(viewer).expect("a viewer"), Scene::of(position, viewer));
    let asked = match viewer {
        Viewer::Seat(seat) => {
            let offer = position.offer(seat).map_err(fault_told);
            let about = about(position, seat).map_err(fault_told);
            let refusals = position.refusals(seat).map_err(fault_told);
            format!("{offer:?}\n{about:?}\n{refusals:?}")
        }
        Viewer::All | Viewer::Nobody => String::new(),
    };
    Sight { table, asked }
}

/// What a seat is told of what has happened.
pub fn told(log: &Log, seat: usize, seats: usize) -> String {
    log.events
        .iter()
        .filter_map(|event| seen_by(event, Viewer::Seat(seat), seats))
        .map(|event| format!("{event:?}\n"))
        .collect()
}

/// Plays at random until a decision is asked in this phase.
///
/// # Panics
/// If the game ends before that.
pub fn until(game: &Game, stream: u64, phase: &str) -> Position {
    let mut chance = Seeded::new(23, stream);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("it starts");
    loop {
        match position.stop() {
            Stop::Over => panic!("no {phase} before the end"),
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log).expect("no fault"),
            Stop::Decision => {
                if position.view(Viewer::All).expect("a viewer").phases.last().is_some_and(|last| last == phase) {
                    return position;
                }
                let seat = position.deciders()[0];
                let count = position.count(seat).expect("an offer");
                position.apply(seat, chance.below(count), &mut log).expect("no fault");
            }
        }
    }
}

/// What a seat is told first of each outcome of chance here. What follows from it may be for all to see.
///
/// # Panics
/// If the rules misbehave.
pub fn told_of_chance(position: &Position, seat: usize) -> Vec<String> {
    let seats = position.game().instance().seats();
    let told_of = |outcome| {
        let mut log = Log::new();
        position.clone().resolve(outcome, &mut log).expect("no fault");
        log.events.truncate(1);
        told(&log, seat, seats)
    };
    (0..position.weights().len()).map(told_of).collect()
}

/// If several decide here: none of the others is told, or shown, which answer the first of them gives. How many answers were tried; of
/// many some.
///
/// # Errors
/// Who can tell them apart.
///
/// # Panics
/// If the rules misbehave.
pub fn answers_stay_secret(position: &Position) -> Result<usize, String> {
    let deciders = position.deciders();
    let [first, others @ ..] = deciders.as_slice() else { return Ok(0) };
    if others.is_empty() {
        return Ok(0);
    }
    let seats = position.game().instance().seats();
    let count = position.count(*first).expect("an offer");
    for other in others {
        let known = |option| {
            let (mut next, mut log) = (position.clone(), Log::new());
            next.apply(*first, option, &mut log).expect("an answer");
            (told(&log, *other, seats), shown(&next, *other))
        };
        let first_known = known(0);
        if !(0..count).step_by(count.div_ceil(12)).all(|option| known(option) == first_known) {
            return Err(format!("seat {other} can tell what seat {first} has answered"));
        }
    }
    Ok(count.min(12))
}

/// Whether the views of a position hold what the manual says, and nothing of what it hides. How many positions were tried that differ in what
/// is hidden.
///
/// # Errors
/// What is otherwise.
///
/// # Panics
/// If there is no such viewer.
pub fn by_the_manual(reference: &Reference<'_>, position: &Position) -> Result<usize, String> {
    let mut tried = 0;
    let Ok(known) = Knowledge::at(reference, position) else { return Ok(0) };
    let seats = position.game().instance().seats();
    for viewer in (0..seats).map(Viewer::Seat).chain([Viewer::Nobody]) {
        if !known.is_alone(viewer) {
            let (view, told) =
                (position.view(viewer).expect("a viewer"), (known.places_told(viewer), known.variables_told(viewer)));
            let mut variables = view.variables;
            variables.sort();
            same(viewer, &told.0, &sorted(&view.places))?;
            same(viewer, &told.1, &variables)?;
            same(viewer, &known.shown_told(viewer), &worked_out(position, viewer))?;
            same(viewer, &known.struck_told(viewer), &struck(&known, position, viewer))?;
        }
        // In a position that differs only in what this viewer may not know everything is the same to it.
        let Some(twin) = known.twin(position, viewer, &mut Seeded::new(71, 0)) else { continue };
        tried += 1;
        let (before, after) = (shown_to(position, viewer), shown_to(&twin, viewer));
        if before.is_told_from(&after) {
            return Err(format!("the view of {viewer:?} tells what is hidden:\n{before}\n---\n{after}"));
        }
    }
    Ok(tried)
}

fn same<T: PartialEq + std::fmt::Debug>(viewer: Viewer, expected: &[T], found: &[T]) -> Result<(), String> {
    let more = |all: &[T], others: &[T]| {
        all.iter().filter(|it| !others.contains(it)).map(|it| format!("\n  {it:?}")).collect::<String>()
    };
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (more(expected, found), more(found, expected));
    Err(format!("the view of {viewer:?} shows{found}\nand by the manual it is{expected}"))
}

/// The same position to a viewer, with what it may not know exchanged; nothing if there is nothing to exchange.
pub fn twin(reference: &Reference<'_>, position: &Position, viewer: Viewer, chance: &mut Seeded) -> Option<Position> {
    Knowledge::at(reference, position).ok()?.twin(position, viewer, chance)
}
