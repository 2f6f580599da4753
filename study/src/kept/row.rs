//! A game as a row, and what is summed up of what was on offer.

use serde::{Deserialize, Serialize};

use crate::plan::Series;

/// What a win is worth alone; shared, its part.
pub const WHOLE: u64 = 100;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Packed", into = "Packed")]
pub struct Row {
    /// Its series.
    pub series: Series,
    /// Its number in the study.
    pub number: u64,
    /// Whether it came to an end.
    pub over: bool,
    /// Who won.
    pub winners: Vec<usize>,
    /// How many decisions were made.
    pub decisions: u64,
    /// How many of them were not forced.
    pub free: u64,
    /// How many options those had together.
    pub options: u64,
}

/// As it stands in files: there are many of them.
type Packed = (Series, u64, bool, Vec<usize>, u64, u64, u64);

impl From<Packed> for Row {
    fn from((series, number, over, winners, decisions, free, options): Packed) -> Self {
        Self { series, number, over, winners, decisions, free, options }
    }
}

impl From<Row> for Packed {
    fn from(row: Row) -> Self {
        (row.series, row.number, row.over, row.winners, row.decisions, row.free, row.options)
    }
}

impl Row {
    /// Of a game of which nothing has been played yet.
    pub(crate) fn begun(series: Series, number: u64) -> Self {
        Self { series, number, over: false, winners: Vec::new(), decisions: 0, free: 0, options: 0 }
    }

    /// What the end is worth to a seat, in hundredths of a win alone.
    pub fn worth(&self, seat: usize) -> u64 {
        if self.winners.contains(&seat) { WHOLE / self.winners.len().max(1) as u64 } else { 0 }
    }
}

/// What the end is worth to a seat, in hundredths of a win alone.
pub(super) fn hundredths(row: &Row, seat: usize) -> i64 {
    i64::try_from(row.worth(seat)).unwrap_or(0)
}

/// What games came to in which something was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// How often.
    pub count: u64,
    /// In hundredths of a win.
    pub sum: u64,
    /// Their squares.
    pub squares: u64,
}

impl Worth {
    /// Takes in what it came to once.
    pub fn add(&mut self, worth: u64) {
        self.merge(&Self { count: 1, sum: worth, squares: worth * worth });
    }

    /// Takes in others.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// On average, as a share of a win.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / (self.count.max(1) * WHOLE) as f64
    }

    /// The variance of that mean.
    pub fn variance(&self) -> f64 {
        let count = self.count.max(2) as f64;
        let mean = self.sum as f64 / count;
        ((self.squares as f64 / count - mean * mean).max(0.0) / (count - 1.0)) / (WHOLE * WHOLE) as f64
    }
}

/// Something that could be chosen: the statement that asks, and the words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Chosen {
    /// The file.
    pub file: String,
    /// The line of the option, or of the statement.
    pub line: usize,
    /// The rule that asks, as it is called at the table.
    pub rule: String,
    /// What it is.
    pub what: String,
}

/// Of each player and game the first time something was on offer: what the game came to for whoever took it, and for whoever did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Took {
    /// For those who took it.
    pub taken: Worth,
    /// For the others.
    pub left: Worth,
}

impl Took {
    /// Takes in others.
    pub fn merge(&mut self, other: &Self) {
        self.taken.merge(&other.taken);
        self.left.merge(&other.left);
    }
}

/// A point of the rules with how often it was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// `rule`, `statement`, `require`, `if none`, `option`, `ending`.
    pub kind: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The rule it stands in.
    pub rule: String,
    /// As it is written.
    pub written: String,
    /// How often.
    pub times: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_with_others_has_a_part_of_the_win() {
        let worth = |winners: &[usize]| {
            let row = Row { winners: winners.to_vec(), ..Row::begun(Series::Random, 0) };
            [0, 1, 2].map(|seat| row.worth(seat))
        };
        assert_eq!(worth(&[1]), [0, 100, 0]);
        assert_eq!(worth(&[0, 2]), [50, 0, 50]);
        assert_eq!(worth(&[0, 1, 2]), [33, 33, 33]);
        assert_eq!(worth(&[]), [0, 0, 0]);
    }
}
