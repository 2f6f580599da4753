//! Games beside those of another game with the same seeds.

use serde::{Deserialize, Serialize};

use super::row::{Row, hundredths};
use crate::statistics::Moments;

/// How much games differ from those of another game with the same seeds; of pairs that both came to an end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// How many decisions more.
    pub lengths: Moments,
    /// How much more each seat wins, in hundredths of a win.
    pub worth: Vec<Moments>,
}

impl Pairs {
    pub(super) fn add(&mut self, row: &Row, other: &Row, seats: usize) {
        self.worth.resize(seats, Moments::default());
        if !row.over || !other.over {
            return;
        }
        let length = |row: &Row| i64::try_from(row.decisions).unwrap_or(i64::MAX);
        self.lengths.add(length(row) - length(other));
        for (seat, worth) in self.worth.iter_mut().enumerate() {
            worth.add(hundredths(row, seat) - hundredths(other, seat));
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.lengths.merge(&other.lengths);
        self.worth.resize(self.worth.len().max(other.worth.len()), Moments::default());
        self.worth.iter_mut().zip(&other.worth).for_each(|(known, more)| known.merge(more));
    }
}
