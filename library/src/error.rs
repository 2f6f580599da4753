//! What can go wrong while playing: mistakes of whoever uses the library, and faults of the rules.

use std::fmt;

use rulehound_interpreter::instance::TableError;
use rulehound_interpreter::play;
use serde::Serialize;
use thiserror::Error;

use crate::diagnostics::render::{Texts, of_fault, render};
use crate::{Rules, Seat, TextPlace};

/// A mistake of whoever uses the library: something was asked for that is not there. Nothing has changed by it.
///
/// ```
/// use rulehound::{Misuse, Rules};
///
/// let rules = Rules::from_text("sticks.rules", rulehound::STICKS)?;
/// let wrong = rules.game().seats(5).build().unwrap_err();
/// assert_eq!(wrong, Misuse::Players { found: 5, least: 2, most: 2 });
/// assert_eq!(wrong.to_string(), "5 players cannot play this game: it is for 2");
/// # Ok::<(), rulehound::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misuse {
    /// Too few or too many players.
    #[error("{}", TableError::Players { found: *.found, least: small(*.least), most: small(*.most) })]
    Players {
        /// How many there are.
        found: usize,
        /// The fewest that may play.
        least: usize,
        /// The most that may play.
        most: usize,
    },
    /// A name that no player can have.
    #[error("`{name}` cannot be a player's name: {why}")]
    Name {
        /// The name.
        name: String,
        /// Why not.
        why: String,
    },
    /// Two players of one name.
    #[error("two players are called `{0}`")]
    SameName(String),
    /// No such setting.
    #[error("{}", no_setting(.found, .settings))]
    NoSetting {
        /// What was asked for.
        found: String,
        /// What there is.
        settings: Vec<String>,
    },
    /// A value that a setting does not take.
    #[error("`{found}` is no value of the setting `{setting}`: it takes {expected}")]
    Setting {
        /// The setting.
        setting: String,
        /// What was asked for.
        found: String,
        /// What it takes, in words.
        expected: String,
    },
    /// More components or places at this table than a game may have.
    #[error("the game has more than {most} {what} at this table")]
    TooLarge {
        /// Of what.
        what: String,
        /// The most there may be.
        most: usize,
    },
    /// Nobody sits there.
    #[error("there is no seat {}: the table has {seats}, counted from 0", .seat.index())]
    NoSuchSeat {
        /// Which was asked for.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// Somebody else decides, or nobody.
    #[error("seat {} is not to decide now", .seat.index())]
    NotDeciding {
        /// Who was to answer.
        seat: Seat,
    },
    /// No option of this number.
    #[error("there is no option {option}: seat {} has {options}, counted from 0", .seat.index())]
    NoSuchOption {
        /// Who was to answer.
        seat: Seat,
        /// Which was asked for.
        option: usize,
        /// How many there are.
        options: usize,
    },
    /// No option of this key: it was never on offer, or is not any more.
    #[error("seat {} is offered nothing of this key now", .seat.index())]
    NoSuchKey {
        /// Who was to answer.
        seat: Seat,
    },
    /// An option of another position: the game has gone on since it was listed.
    #[error("`{option}` was on offer at another position: list the options anew")]
    Stale {
        /// The option in words.
        option: String,
    },
    /// An option of another game, or of the same rules at another table.
    #[error("`{option}` is an option of another game")]
    ForeignGame {
        /// The option in words.
        option: String,
    },
    /// Chance is not asked now: somebody decides, or the game is over.
    #[error("chance is not asked now")]
    NotChance,
    /// Nothing of this number may come out.
    #[error("there is no outcome {outcome}: chance has {outcomes}, counted from 0")]
    NoSuchOutcome {
        /// Which was asked for.
        outcome: usize,
        /// How many there are.
        outcomes: usize,
    },
    /// Bytes that are no saved position of this game.
    #[error("{0}")]
    Save(String),
}

fn no_setting(found: &str, settings: &[String]) -> String {
    TableError::NoSetting { found: found.to_owned(), settings: settings.to_vec() }.to_string()
}

fn small(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

impl From<TableError> for Misuse {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Players { found, least, most } => {
                Self::Players { found, least: usize::from(least), most: usize::from(most) }
            }
            TableError::Name(name, why) => Self::Name { name, why },
            TableError::SameName(name) => Self::SameName(name),
            TableError::NoSetting { found, settings } => Self::NoSetting { found, settings },
            TableError::Setting { setting, found, expected } => Self::Setting { setting, found, expected },
            TableError::TooLarge { what, most } => Self::TooLarge { what: what.to_owned(), most },
        }
    }
}

impl From<play::Misuse> for Misuse {
    fn from(misuse: play::Misuse) -> Self {
        match misuse {
            play::Misuse::NoSuchSeat { seat, seats } => Self::NoSuchSeat { seat: Seat::new(seat), seats },
            play::Misuse::NotDeciding { seat } => Self::NotDeciding { seat: Seat::new(seat) },
            play::Misuse::NoSuchOption { seat, option, options } => {
                Self::NoSuchOption { seat: Seat::new(seat), option, options }
            }
            play::Misuse::NotChance => Self::NotChance,
            play::Misuse::NoSuchOutcome { outcome, outcomes } => Self::NoSuchOutcome { outcome, outcomes },
            // Games begin at their beginning here, or where they were saved.
            play::Misuse::NoSuchBeginning { .. } => Self::Save(misuse.to_string()),
        }
    }
}

/// The rules misbehaved while they were played: a mistake of their author, with its place. The position is as it was before.
///
/// ```
/// use rulehound::Rules;
///
/// let text = "game \"X\"\nplayers 1\nvar n: 0..9 seen by all = 5\nphase play { turn of first p in players { choose m in 0..3 set n = n / m } win nobody }";
/// let mut position = Rules::from_text("x.rules", text)?.game().build()?.start(1)?;
/// let seat = position.deciders()[0];
/// let zero = position.options(seat)?.remove(0);
/// let fault = position.play(&zero).unwrap_err().into_fault().unwrap();
/// assert_eq!(fault.code, "by-zero");
/// assert_eq!(fault.place.as_ref().unwrap().line, 4);
/// println!("{}", fault.render(100, false));
/// assert_eq!(position.options(seat)?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// A code in words, such as `empty-choice` or `budget`.
    pub code: &'static str,
    /// What went wrong, on one line.
    pub message: String,
    /// Where in the rules.
    pub place: Option<TextPlace>,
    /// The rules that were running, the innermost first, each with the place it stood at.
    pub chain: Vec<(String, Option<TextPlace>)>,
    #[serde(skip)]
    cited: Cited,
}

/// What a fault is written out from; it says nothing more.
#[derive(Clone)]
struct Cited {
    fault: play::Fault,
    rules: Rules,
}

impl PartialEq for Cited {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cited {}

impl fmt::Debug for Cited {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(formatter)
    }
}

impl Fault {
    pub(crate) fn new(raw: play::Fault, rules: &Rules) -> Self {
        let place = |at| TextPlace::of(at, rules.sources());
        Self {
            code: raw.code,
            message: raw.message.clone(),
            place: place(raw.at),
            chain: raw.chain.iter().map(|(rule, at)| (rule.clone(), place(*at))).collect(),
            cited: Cited { fault: raw, rules: rules.clone() },
        }
    }

    /// Written out for people, underlined in the rules, in lines of this width, with the colours of terminals or without.
    pub fn render(&self, width: usize, colour: bool) -> String {
        let texts = Texts { sources: self.cited.rules.sources(), script: None };
        render(&of_fault(&self.cited.fault), texts, width.max(20), colour)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)?;
        self.place.iter().try_for_each(|place| write!(formatter, " ({place})"))
    }
}

impl std::error::Error for Fault {}

/// Why a position does not go on; it is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// A mistake of whoever asked.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// A mistake in the rules.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

impl PlayError {
    pub(crate) fn new(error: play::PlayError, rules: &Rules) -> Self {
        match error {
            play::PlayError::Misuse(misuse) => Self::Misuse(misuse.into()),
            play::PlayError::Fault(fault) => Self::Fault(Box::new(Fault::new(fault, rules))),
        }
    }

    /// The fault of the rules, if it is one.
    pub fn into_fault(self) -> Option<Fault> {
        match self {
            Self::Fault(fault) => Some(*fault),
            Self::Misuse(_) => None,
        }
    }
}
