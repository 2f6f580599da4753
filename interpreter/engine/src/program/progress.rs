//! How far somebody is in a `simultaneous`.

use super::{Addr, CLEARED, GatheringCode};

/// How far somebody is; kept in one cell: 0, one more than the answers, or the answers turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nobody has looked yet whether there is anything to decide.
    NotBegun,
    /// So many answers, and more to come.
    Waits(u32),
    /// So many answers, and no more to come.
    Finished(u32),
}

impl Progress {
    /// What a cell tells.
    pub fn of(cell: i32) -> Self {
        match u32::try_from(cell) {
            Ok(0) => Self::NotBegun,
            Ok(kept) => Self::Waits(kept - 1),
            Err(_) => Self::Finished(if cell == CLEARED { 0 } else { u32::try_from(!cell).unwrap_or(0) }),
        }
    }

    /// The cell that tells it.
    pub fn cell(self) -> i32 {
        match self {
            Self::NotBegun => 0,
            Self::Waits(answers) => i32::try_from(answers + 1).unwrap_or(i32::MAX),
            Self::Finished(answers) => !i32::try_from(answers).unwrap_or(i32::MAX),
        }
    }

    /// How many answers there are.
    pub fn answers(self) -> u32 {
        match self {
            Self::NotBegun => 0,
            Self::Waits(answers) | Self::Finished(answers) => answers,
        }
    }
}

impl GatheringCode {
    /// Where it is kept how far a seat is; its answers follow.
    pub fn answers_of(&self, seat: i32) -> Addr {
        self.answers.saturating_add(seat.unsigned_abs().saturating_mul(self.depth + 1))
    }
}
