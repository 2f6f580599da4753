//! Random games in blocks, which are drawn again to see where a ratio may be.

use serde::{Deserialize, Serialize};

use super::row::Row;

/// Games whose numbers leave the same rest by this are one block: so it hangs on nothing but the number, a study of no more games has blocks of one,
/// and one of millions no more blocks than this.
pub(super) const BLOCKS: u64 = 1_024;

/// Sums of the games of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// How many numbers it has.
    pub games: u64,
    /// The decisions of the first games.
    pub decisions: u64,
    /// How many of them were not forced.
    pub free: u64,
    /// How many options those had together.
    pub options: u64,
    /// What the games were worth to each seat, with the same chance once more.
    pub seats: Vec<Twice>,
}

/// What games were worth to a seat, and what with the same chance once more; in hundredths of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Twice {
    /// Both together.
    pub sum: u64,
    /// One by the other.
    pub product: u64,
    /// The squares of both.
    pub squares: u64,
}

impl Block {
    pub(super) fn add(&mut self, random: &Row, again: &Row, seats: usize) {
        self.games += 1;
        self.decisions += random.decisions;
        self.free += random.free;
        self.options += random.options;
        self.seats.resize(seats, Twice::default());
        for (seat, twice) in self.seats.iter_mut().enumerate() {
            let (one, other) = (random.worth(seat), again.worth(seat));
            twice.sum += one + other;
            twice.product += one * other;
            twice.squares += one * one + other * other;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.free += other.free;
        self.options += other.options;
        self.seats.resize(self.seats.len().max(other.seats.len()), Twice::default());
        for (twice, more) in self.seats.iter_mut().zip(&other.seats) {
            twice.sum += more.sum;
            twice.product += more.product;
            twice.squares += more.squares;
        }
    }
}
