//! What a position waits for, and how games end.

use rulehound_interpreter::play;
use serde::Serialize;

use crate::Seat;

/// What a position waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// These decide, in the order of their seats; several decide at the same time, none knowing the others' answers, in any order.
    Decision(Vec<Seat>),
    /// Chance is asked; only in games that [take it from the caller](crate::Position::by_hand).
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// For each seat its place, from 1, shared by equals (1, 1, 3). `None` of all if nobody wins, `None` of whoever was not ranked.
    pub places: Vec<Option<u32>>,
    /// For each seat the numbers it was ranked by, such as points; empty if there was no ranking.
    pub keys: Vec<Vec<i32>>,
}

impl Outcome {
    pub(crate) fn new(outcome: play::Outcome) -> Self {
        Self { places: outcome.places, keys: outcome.keys }
    }

    /// The seats on place 1; none if nobody wins.
    pub fn winners(&self) -> Vec<Seat> {
        let first = |(seat, place): (usize, &Option<u32>)| (*place == Some(1)).then_some(Seat::new(seat));
        self.places.iter().enumerate().filter_map(first).collect()
    }

    /// The place of a seat, from 1.
    pub fn place(&self, seat: Seat) -> Option<u32> {
        self.places.get(seat.index()).copied().flatten()
    }
}
