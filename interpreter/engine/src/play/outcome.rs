//! How a game ended.

use serde::Serialize;

use crate::program::{Addr, Program, ending};

/// The result: places by player, and the keys they were ranked by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// For each seat its place, from 1, shared by equals (1, 1, 3); all `None` if nobody wins, `None` for whoever was not ranked.
    pub places: Vec<Option<u32>>,
    /// For each seat the keys it was ranked by; empty if there was no ranking.
    pub keys: Vec<Vec<i32>>,
}

impl Outcome {
    /// What the cells of a position tell; `None` if the game was not ended by winning, losing or nobody.
    pub fn of(program: &Program, cell: impl Fn(Addr) -> i32) -> Option<Self> {
        let layout = &program.layout;
        if cell(layout.over) != ending::GAME_OVER {
            return None;
        }
        let seats = 0..u32::try_from(program.instance.seats()).unwrap_or(0);
        let used = u32::try_from(cell(layout.keys_used)).unwrap_or(0).min(layout.keys_each);
        let place = |seat: u32| u32::try_from(cell(layout.places + seat)).ok().filter(|place| *place > 0);
        let key = |seat: u32, step: u32| cell(layout.keys + seat * layout.keys_each + step);
        let keys = |seat: u32| match place(seat) {
            Some(_) => (0..used).map(|step| key(seat, step)).collect(),
            None => Vec::new(),
        };
        Some(Self { places: seats.clone().map(place).collect(), keys: seats.map(keys).collect() })
    }

    /// The seats on place 1.
    pub fn winners(&self) -> Vec<usize> {
        let first = |(seat, place): (usize, &Option<u32>)| (*place == Some(1)).then_some(seat);
        self.places.iter().enumerate().filter_map(first).collect()
    }
}
