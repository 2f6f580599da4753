//! How a game ended.

use serde::Serialize;

/// The result: places by player, and the keys they were ranked by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// For each seat its place, from 1, shared by equals (1, 1, 3); all `None` if nobody wins, `None` for whoever was not ranked.
    pub places: Vec<Option<u32>>,
    /// For each seat the keys it was ranked by; empty if there was no ranking.
    pub keys: Vec<Vec<i32>>,
}

impl Outcome {
    /// The seats on place 1.
    pub fn winners(&self) -> Vec<usize> {
        let first = |(seat, place): (usize, &Option<u32>)| (*place == Some(1)).then_some(seat);
        self.places.iter().enumerate().filter_map(first).collect()
    }
}
