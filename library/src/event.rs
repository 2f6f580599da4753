//! What happened, as somebody is told it.

use rulehound_interpreter::play::{self, EventKind as Told};
use rulehound_interpreter::story;
use serde::Serialize;

use crate::{Game, Place, Seat};

/// Something that happened, as far as its viewer is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// A sentence about it; `None` where a heading or another sentence says it.
    pub sentence: Option<String>,
    /// The rule that did it; `None` if no rule did.
    pub cause: Option<Cause>,
}

/// A phase, rule or trigger, with what it says of itself and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What it is called at the table.
    pub rule: String,
    /// Its sentence.
    pub sentence: Option<String>,
    /// The section of the rulebook.
    pub section: Option<String>,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// What there is to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// A phase began.
    PhaseBegan {
        /// Its name in words.
        phase: String,
        /// What it was begun with, in words.
        arguments: Vec<String>,
        /// How many phases are running around it.
        depth: usize,
    },
    /// Somebody answered.
    Chosen {
        /// Who.
        seat: Seat,
        /// The option in words; `None` for those who only see that an answer was given.
        text: Option<String>,
    },
    /// Answers that were given at the same time took effect.
    Joined {
        /// Whose.
        seats: Vec<Seat>,
    },
    /// Components moved together.
    Moved {
        /// All of them; alike ones together.
        moves: Vec<Movement>,
        /// Whether they were drawn at random or from a pile.
        drawn: bool,
    },
    /// A variable or feature got a value.
    Set {
        /// What, in words.
        what: String,
        /// Its new value, in words.
        value: String,
    },
    /// Something was rolled; both are empty for those who only see that something was.
    Rolled {
        /// What, in words.
        what: String,
        /// What came, in words.
        value: String,
    },
    /// Something was drawn by lot.
    DrawnByLot {
        /// The name it is bound to.
        name: String,
        /// What came, in words; empty for those who do not see it.
        value: String,
    },
    /// A pile was shuffled.
    Shuffled {
        /// Which, in words.
        pile: String,
    },
    /// Something was shown.
    Shown {
        /// What, in words.
        what: String,
        /// To whom.
        to: Vec<Seat>,
    },
    /// The rules said something.
    Said {
        /// What.
        words: String,
        /// To whom.
        to: Vec<Seat>,
    },
    /// Something happened by itself, since its condition came about.
    Triggered {
        /// What it is called at the table.
        trigger: String,
        /// Its sentence.
        doc: Option<String>,
    },
    /// The game is over.
    Over {
        /// For each seat its place, from 1.
        places: Vec<Option<u32>>,
    },
}

/// Components that moved alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// What, as far as the viewer sees it: `Card 5`, `a Card`.
    pub what: String,
    /// How many.
    pub count: u32,
    /// From where, in words.
    pub from: String,
    /// Where to, in words.
    pub to: String,
    /// The place it came from, unless that belongs to a component.
    pub from_place: Option<Place>,
    /// The place it went to, unless that belongs to a component.
    pub to_place: Option<Place>,
    /// Whether it went beneath what lies in that pile.
    pub beneath: bool,
}

impl Event {
    /// What a viewer is told of an event; `None` if nothing.
    pub(crate) fn seen(event: &play::Event, game: &Game, viewer: play::Viewer) -> Option<Self> {
        let players = &game.engine().instance().players;
        let seen = story::seen_by(event, viewer, players.len())?;
        let sentence = story::sentence(&seen, players);
        let cause = game.engine().cause(seen.origin.exact).map(|cause| Cause {
            rule: cause.rule,
            sentence: cause.sentence,
            section: cause.section,
            file: cause.file,
            line: cause.line,
        });
        Some(Self { kind: kind(seen.kind, game), sentence, cause })
    }
}

fn kind(told: Told, game: &Game) -> EventKind {
    let seats = |seats: Vec<usize>| seats.into_iter().map(Seat::new).collect();
    match told {
        Told::PhaseBegan { phase, arguments, depth, .. } => {
            let arguments = arguments.into_iter().map(|(words, _)| words).collect();
            EventKind::PhaseBegan { phase, arguments, depth }
        }
        Told::Chosen { seat, text, .. } => {
            EventKind::Chosen { seat: Seat::new(seat), text: Some(text).filter(|text| !text.is_empty()) }
        }
        Told::Joined { seats: all } => EventKind::Joined { seats: seats(all) },
        Told::Moved { moves, drawn } => {
            EventKind::Moved { moves: moves.into_iter().map(|one| movement(one, game)).collect(), drawn }
        }
        Told::Set { what, value, .. } => EventKind::Set { what, value },
        Told::Rolled { what, value, .. } => EventKind::Rolled { what, value },
        Told::DrawnByLot { name, value, .. } => EventKind::DrawnByLot { name, value },
        Told::Shuffled { pile, .. } => EventKind::Shuffled { pile },
        Told::Shown { what, seen } => {
            EventKind::Shown { what, to: game.seats().filter(|seat| seen.by(seat.index())).collect() }
        }
        Told::Said { words, seen } => {
            EventKind::Said { words, to: game.seats().filter(|seat| seen.by(seat.index())).collect() }
        }
        Told::Triggered { trigger, doc, .. } => EventKind::Triggered { trigger, doc },
        Told::PhaseOver {} => EventKind::Over { places: vec![None; game.seats().len()] },
        Told::Over { places } => EventKind::Over { places },
    }
}

fn movement(told: play::Movement, game: &Game) -> Movement {
    let place = |number: Option<i32>| number.and_then(|number| game.names().place(number).cloned());
    let [from, to] = told.places;
    Movement {
        what: told.what,
        count: told.count,
        from: told.from,
        to: told.to,
        from_place: place(from),
        to_place: place(to),
        beneath: told.beneath,
    }
}
