//! What happened, typed; the story is told from it.

use rulehound_grammar::span::Location;
use serde::Serialize;

use super::{Change, Viewer};
use crate::program::FrameId;

/// Who may see something: bit n is seat n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Seen(pub u64);

impl Seen {
    /// Everybody.
    pub const ALL: Self = Self(u64::MAX);
    /// Nobody.
    pub const NOBODY: Self = Self(0);

    /// One seat.
    pub fn only(seat: usize) -> Self {
        Self(1u64.checked_shl(u32::try_from(seat).unwrap_or(u32::MAX)).unwrap_or(0))
    }

    /// Whether this seat sees it.
    pub fn by(self, seat: usize) -> bool {
        self.0 & Self::only(seat).0 != 0
    }

    /// Whether this viewer at a table of so many seats sees it. Whoever sits nowhere sees what all see.
    pub fn by_viewer(self, viewer: Viewer, seats: usize) -> bool {
        match viewer {
            Viewer::All => true,
            Viewer::Nobody => (0..seats).all(|seat| self.by(seat)),
            Viewer::Seat(seat) if seat < seats => self.by(seat),
            Viewer::Seat(_) => self.by_viewer(Viewer::Nobody, seats),
        }
    }

    /// Whoever sees one or the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whoever sees both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Which phase, rule or trigger did it; [`Game::cause`](super::Game::cause) puts that into words.
    #[serde(skip)]
    pub origin: Origin,
    /// In whose turn, if everybody may know that; nobody's where the rules do something between turns.
    #[serde(skip)]
    pub turn: Option<usize>,
}

/// A statement of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// The body.
    pub body: Option<FrameId>,
    /// The statement, or where the body begins.
    pub at: Location,
}

/// What did something. Which rule it is may give away what is hidden: then others are told the rule around it that all know to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The statement that did it.
    pub exact: By,
    /// Who may know that.
    pub seen: Seen,
    /// What the others are told.
    pub open: By,
}

impl Origin {
    /// What a viewer at a table of so many seats is told.
    pub fn told(self, viewer: Viewer, seats: usize) -> By {
        if self.seen.by_viewer(viewer, seats) { self.exact } else { self.open }
    }

    /// One that everybody may know.
    pub fn open(by: By) -> Self {
        Self { exact: by, seen: Seen::ALL, open: by }
    }
}

impl Default for Origin {
    fn default() -> Self {
        Self::open(By::default())
    }
}

/// A component that is told of where not all see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veiled {
    /// Who sees what it is.
    pub seen: Seen,
    /// What the others are told: `a Card`.
    pub unseen: String,
}

/// The events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A phase began.
    PhaseBegan {
        /// Its name in words.
        phase: String,
        /// What it is called by its own words with its values, and who may know that.
        #[serde(skip)]
        worded: Option<(String, Seen)>,
        /// Its arguments in words, and who sees each: players are called by everybody, other values may come from something hidden.
        arguments: Vec<(String, Seen)>,
        /// How many phases are running around it.
        depth: usize,
        /// Who may know that it runs.
        #[serde(skip)]
        seen: Seen,
    },
    /// Somebody answered.
    Chosen {
        /// Who.
        seat: usize,
        /// The option in words.
        text: String,
        /// Who sees the words; the others see that an answer was given.
        seen: Seen,
        /// Whether it was given in secret, while others decided too. Then the others do not even see how many answers it took.
        secret: bool,
    },
    /// Several answers given in secret took effect.
    Joined {
        /// Whose.
        seats: Vec<usize>,
    },
    /// Components moved, by one effect.
    Moved {
        /// All of them; alike ones together.
        moves: Vec<Movement>,
        /// Whether they were drawn at random or from a pile.
        drawn: bool,
    },
    /// A variable or feature got a value by `set`.
    Set {
        /// What, in words.
        what: String,
        /// Those words without what is hidden of the component whose feature it is, and who sees all of it.
        #[serde(skip)]
        partly: Option<(String, Seen)>,
        /// The name of a feature that a component has or has not, or of what is so or not so of a player or at all.
        #[serde(skip)]
        mark: Option<String>,
        /// What it is of a component, or of another thing that is no player, if it is of one.
        #[serde(skip)]
        feature: Option<String>,
        /// Whether its new value is what a name stands for, or a feature of that; an answer that says it says all.
        #[serde(skip)]
        named: bool,
        /// Whether it held that value already.
        #[serde(skip)]
        again: bool,
        /// Its new value.
        value: String,
        /// Who sees it.
        seen: Seen,
        /// If it is a component that not all see: what the others are told of it.
        #[serde(skip)]
        veiled: Option<Veiled>,
    },
    /// Something was rolled.
    Rolled {
        /// What, in words.
        what: String,
        /// What came.
        value: String,
        /// Whether nothing else is called so: rolled twice, it is the same that was rolled again.
        #[serde(skip)]
        alone: bool,
        /// Who sees it.
        seen: Seen,
    },
    /// A value was drawn by lot.
    DrawnByLot {
        /// The name it is bound to.
        name: String,
        /// What came.
        value: String,
        /// Who sees it.
        seen: Seen,
    },
    /// A pile was shuffled.
    Shuffled {
        /// Which.
        pile: String,
        /// Whether `the` stands before its words.
        #[serde(skip)]
        the: bool,
    },
    /// Something was shown.
    Shown {
        /// What, in words.
        what: String,
        /// To whom.
        seen: Seen,
    },
    /// The rules said something.
    Said {
        /// What.
        words: String,
        /// To whom.
        seen: Seen,
    },
    /// A trigger fired.
    Triggered {
        /// Its name in words.
        trigger: String,
        /// Its sentence.
        doc: Option<String>,
        /// Who is told; nobody if what sets it off reads something hidden.
        seen: Seen,
    },
    /// What was played instead of the whole game has ended; the game has not.
    PhaseOver {},
    /// The game is over.
    Over {
        /// For each seat its place.
        places: Vec<Option<u32>>,
    },
}

/// How the words for a component stand in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noun {
    /// `a`, `an`, `the` or nothing: what stands before the words for one.
    pub article: &'static str,
    /// The words for several; nothing where a number before the words for one must do.
    pub several: Option<String>,
}

/// Components that moved alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// What, for those who see it.
    pub what: String,
    /// What, for the others: `a Card`.
    pub unseen: String,
    /// How many.
    pub count: u32,
    /// What stands before these words, and how several are called.
    #[serde(skip)]
    pub noun: Noun,
    /// From where, in words.
    pub from: String,
    /// Where to, in words.
    pub to: String,
    /// The numbers of both places; none of those that belong to components, since that would tell whose they are.
    #[serde(skip)]
    pub places: [Option<i32>; 2],
    /// Whether `the` stands before the words for both places.
    #[serde(skip)]
    pub the: [bool; 2],
    /// Whether it goes beneath what lies in that pile.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub beneath: bool,
    /// Who sees what it is.
    pub seen: Seen,
}

/// Collects events, or not.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// What has happened so far.
    pub events: Vec<Event>,
    /// Which components moved where or were shown where they lie, for [`Memory`](super::Memory), which looks at no more of it than a seat
    /// was told.
    pub(crate) moves: Vec<Move>,
    /// How numbers of players went up and down, if that is asked.
    changes: Option<Vec<Change>>,
    silent: bool,
}

/// A component moved, or was shown where it lies and stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// Which; only for those who see it.
    pub component: i32,
    /// From where.
    pub from: i32,
    /// Where to.
    pub to: i32,
    /// Who sees which it is.
    pub seen: Seen,
    /// How many that only their state tells apart were shown before it in the same place and at the same time.
    pub before: usize,
}

impl Log {
    /// A log that keeps everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// A log that keeps nothing; faster.
    pub fn silent() -> Self {
        Self { silent: true, ..Self::default() }
    }

    /// The same, and keeps how numbers of players go up and down.
    #[must_use]
    pub fn counting(self) -> Self {
        Self { changes: Some(Vec::new()), ..self }
    }

    /// One that keeps the same and holds nothing yet.
    pub(crate) fn empty(&self) -> Self {
        Self { changes: self.changes.as_ref().map(|_| Vec::new()), silent: self.silent, ..Self::default() }
    }

    /// Takes in what happened elsewhere.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.moves.append(&mut other.moves);
        self.changes.iter_mut().for_each(|changes| changes.append(&mut other.take_changes()));
        self.events.append(&mut other.events);
    }

    /// Whether that is kept.
    pub(crate) fn counts(&self) -> bool {
        self.changes.is_some()
    }

    /// Keeps that a number went up or down.
    pub(crate) fn count(&mut self, change: Change) {
        self.changes.iter_mut().for_each(|changes| changes.push(change.clone()));
    }

    /// How numbers of players went up and down since this was asked last, in the order in which they did.
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.changes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether events are kept.
    pub fn listens(&self) -> bool {
        !self.silent
    }

    /// Keeps an event.
    pub fn tell(&mut self, event: Event) {
        if !self.silent {
            self.events.push(event);
        }
    }
}
