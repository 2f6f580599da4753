//! How games of one series ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::row::Row;
use crate::statistics::Moments;

/// How games of one series ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcomes {
    /// How many were played.
    pub games: u64,
    /// How many one player won alone.
    pub alone: u64,
    /// How many of those the seat won that plays otherwise than the others.
    pub odd: u64,
    /// How many several won.
    pub shared: u64,
    /// How many nobody won.
    pub nobody: u64,
    /// How many some won and others did not.
    pub decided: u64,
    /// How many of those each seat won, alone or with others.
    pub decided_wins: Vec<u64>,
    /// How many each seat won at all.
    pub wins: Vec<u64>,
    /// The lengths of those that came to an end.
    pub lengths: BTreeMap<u64, Length>,
    /// The first that did not come to an end.
    pub unfinished: Option<u64>,
}

/// Games of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// How many.
    pub games: u64,
    /// The number of the first.
    pub first: u64,
}

impl Outcomes {
    /// Of no games.
    pub(super) const NONE: Self = Self {
        games: 0,
        alone: 0,
        odd: 0,
        shared: 0,
        nobody: 0,
        decided: 0,
        decided_wins: Vec::new(),
        wins: Vec::new(),
        lengths: BTreeMap::new(),
        unfinished: None,
    };

    /// Takes in a game of so many seats, one of which may play otherwise than the others.
    pub(super) fn add(&mut self, row: &Row, seats: usize, odd: Option<usize>) {
        self.games += 1;
        if !row.over {
            self.unfinished = earlier(self.unfinished, Some(row.number));
            return;
        }
        let winners = row.winners.as_slice();
        self.alone += u64::from(winners.len() == 1);
        self.odd += u64::from(winners.len() == 1 && odd.is_some_and(|odd| winners.contains(&odd)));
        self.shared += u64::from(winners.len() > 1);
        self.nobody += u64::from(winners.is_empty());
        count(&mut self.wins, winners, seats);
        let decided = !winners.is_empty() && winners.len() < seats;
        self.decided += u64::from(decided);
        count(&mut self.decided_wins, if decided { winners } else { &[] }, seats);
        let length = Length { games: 1, first: row.number };
        self.lengths.entry(row.decisions).and_modify(|known| known.merge(length)).or_insert(length);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.alone += other.alone;
        self.odd += other.odd;
        self.shared += other.shared;
        self.nobody += other.nobody;
        self.decided += other.decided;
        add_each(&mut self.decided_wins, &other.decided_wins);
        add_each(&mut self.wins, &other.wins);
        for (decisions, length) in &other.lengths {
            self.lengths.entry(*decisions).and_modify(|known| known.merge(*length)).or_insert(*length);
        }
        self.unfinished = earlier(self.unfinished, other.unfinished);
    }

    /// How many a seat won.
    pub fn won(&self, seat: usize) -> u64 {
        self.wins.get(seat).copied().unwrap_or(0)
    }

    /// How many came to an end.
    pub fn over(&self) -> u64 {
        self.alone + self.shared + self.nobody
    }

    /// Mean and spread of their lengths.
    pub fn length(&self) -> Moments {
        let mut moments = Moments::default();
        let each = self.lengths.iter().map(|(decisions, length)| (i64::try_from(*decisions), length.games));
        each.for_each(|(decisions, games)| moments.add_times(decisions.unwrap_or(i64::MAX), games));
        moments
    }

    /// The length that this share of the games, in hundredths, does not pass; and the number of the first game of that length.
    pub fn length_at(&self, share: u64) -> Option<(u64, u64)> {
        let mut before = (self.over().checked_sub(1)?) * share / 100;
        for (decisions, length) in &self.lengths {
            if before < length.games {
                return Some((*decisions, length.first));
            }
            before -= length.games;
        }
        None
    }
}

impl Length {
    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.first = self.first.min(other.first);
    }
}

fn count(wins: &mut Vec<u64>, winners: &[usize], seats: usize) {
    wins.resize(seats, 0);
    for seat in winners {
        if let Some(count) = wins.get_mut(*seat) {
            *count += 1;
        }
    }
}

fn add_each(sums: &mut Vec<u64>, more: &[u64]) {
    sums.resize(sums.len().max(more.len()), 0);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Series;

    fn ended(winners: &[usize]) -> Row {
        Row { over: true, winners: winners.to_vec(), decisions: 4, ..Row::begun(Series::Random, 7) }
    }

    #[test]
    fn games_that_all_or_none_win_decide_nothing_between_seats() {
        let mut outcomes = Outcomes::default();
        for winners in [&[0][..], &[0, 2], &[0, 1, 2], &[]] {
            outcomes.add(&ended(winners), 3, Some(0));
        }
        assert_eq!((outcomes.alone, outcomes.shared, outcomes.nobody, outcomes.odd), (1, 2, 1, 1));
        assert_eq!((outcomes.decided, outcomes.decided_wins.as_slice()), (2, &[2, 0, 1][..]));
        assert_eq!(outcomes.wins, [3, 1, 2]);
    }

    #[test]
    fn a_game_without_an_end_is_only_counted() {
        let mut outcomes = Outcomes::default();
        outcomes.add(&Row { over: false, ..ended(&[0]) }, 3, Some(0));
        assert_eq!(outcomes, Outcomes { games: 1, unfinished: Some(7), ..Outcomes::default() });
    }
}
