//! What cannot be asked of a position: a mistake of whoever asks, neither of the rules nor of the engine.

use thiserror::Error;

use super::Fault;

/// Somebody asked for what is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Misuse {
    /// Nobody sits there.
    #[error("there is no seat {seat}: the table has {seats}, counted from 0")]
    NoSuchSeat {
        /// Which was asked for.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Somebody else decides, or nobody.
    #[error("seat {seat} is not to decide now")]
    NotDeciding {
        /// Who was to answer.
        seat: usize,
    },
    /// Not so many options.
    #[error("there is no option {option}: seat {seat} has {options}, counted from 0")]
    NoSuchOption {
        /// Who was to answer.
        seat: usize,
        /// Which was asked for.
        option: usize,
        /// How many there are.
        options: usize,
    },
    /// What a game is to begin with is not at the table.
    #[error("there is no such {what} at this table")]
    NoSuchBeginning {
        /// What it would be.
        what: &'static str,
    },
    /// A decision comes next, or the game is over.
    #[error("chance is not asked for now")]
    NotChance,
    /// Not so many outcomes.
    #[error("there is no outcome {outcome}: chance has {outcomes}, counted from 0")]
    NoSuchOutcome {
        /// Which was asked for.
        outcome: usize,
        /// How many there are.
        outcomes: usize,
    },
}

/// Why a position does not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// It cannot be asked for. The position is as before.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// The rules misbehaved. The position is as before.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<PlayError> for Fault {
    /// For those who ask only for what the position itself has named: there can be nothing but faults of the rules.
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Fault(fault) => fault,
            PlayError::Misuse(misuse) => {
                Self { code: "misuse", message: misuse.to_string(), at: Default::default(), chain: Vec::new() }
            }
        }
    }
}
