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
    /// How many more each seat wins, alone or with others, in hundredths of a game.
    #[serde(default)]
    pub wins: Vec<Moments>,
    /// How many more end without a single winner, in hundredths of a game.
    #[serde(default)]
    pub tied: Moments,
    /// How many somebody else won, in hundredths of a game.
    #[serde(default)]
    pub others: Moments,
    /// How much more each question gives that both can answer.
    #[serde(default)]
    pub answers: Vec<Moments>,
}

impl Pairs {
    pub(super) fn add(&mut self, row: &Row, other: &Row, seats: usize) {
        self.worth.resize(seats, Moments::default());
        if !row.over || !other.over {
            return;
        }
        let length = |row: &Row| i64::try_from(row.decisions).unwrap_or(i64::MAX);
        self.lengths.add(length(row) - length(other));
        let won = |row: &Row, seat: usize| if row.winners.contains(&seat) { 100 } else { 0 };
        self.wins.resize(seats, Moments::default());
        for (seat, wins) in self.wins.iter_mut().enumerate() {
            wins.add(won(row, seat) - won(other, seat));
        }
        let tied = |row: &Row| if row.winners.len() == 1 { 0 } else { 100 };
        self.tied.add(tied(row) - tied(other));
        self.others.add(if row.winners == other.winners { 0 } else { 100 });
        for (seat, worth) in self.worth.iter_mut().enumerate() {
            worth.add(hundredths(row, seat) - hundredths(other, seat));
        }
    }

    /// Takes in what two games that came to an end answered.
    pub(super) fn add_answers(&mut self, answers: &[Option<i64>], others: &[Option<i64>]) {
        self.answers.resize(self.answers.len().max(answers.len()), Moments::default());
        for (known, (own, other)) in self.answers.iter_mut().zip(answers.iter().zip(others)) {
            if let (Some(own), Some(other)) = (own, other) {
                known.add(own - other);
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.lengths.merge(&other.lengths);
        self.tied.merge(&other.tied);
        self.others.merge(&other.others);
        self.wins.resize(self.wins.len().max(other.wins.len()), Moments::default());
        self.wins.iter_mut().zip(&other.wins).for_each(|(known, more)| known.merge(more));
        self.answers.resize(self.answers.len().max(other.answers.len()), Moments::default());
        self.answers.iter_mut().zip(&other.answers).for_each(|(known, more)| known.merge(more));
        self.worth.resize(self.worth.len().max(other.worth.len()), Moments::default());
        self.worth.iter_mut().zip(&other.worth).for_each(|(known, more)| known.merge(more));
    }
}
