//! What the best bots thought on the way, by which it is told how long it is open who wins and how much a choice matters.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::decisions::Stakes;
use super::row::Row;
use crate::statistics::Moments;

/// Into so many parts a game is cut.
const PARTS: usize = 10;

/// Beyond this a bot thinks that it has won, in ten-thousandths of a win.
const DECIDED: u32 = 8_000;

/// Below this a later winner was behind.
const BEHIND: u32 = 2_500;

/// Two options whose values differ by less are as good.
const NOISE: u32 = 200;

/// The best is plain where the next is so far behind.
const PLAIN: u32 = 2_500;

/// What a bot thought at a decision that was not forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Whose it was.
    pub seat: usize,
    /// What it expected of the best option, in ten-thousandths of a win.
    pub value: u32,
    /// How far the second is behind.
    pub behind: u32,
    /// The rule that asks, as it is called at the table.
    pub rule: String,
}

/// What the best bots thought in their games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thoughts {
    /// How many games one of them won alone.
    pub games: u64,
    /// What the later winner expected, from the beginning to the end of those.
    pub parts: Vec<Moments>,
    /// How often another seat went ahead in them.
    pub changes: Moments,
    /// After which part of their decisions the winner was sure of it, in hundredths.
    pub open: Moments,
    /// In how many the winner was once behind.
    pub comebacks: u64,
    /// How much better the best option was than the next, by the rule that asks.
    pub stakes: BTreeMap<String, Stakes>,
    /// The game whose winner once expected least.
    pub lowest: Option<Lowest>,
}

/// A game by the least that its winner once expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lowest {
    /// That, in ten-thousandths of a win.
    pub value: u32,
    /// The number of the game.
    pub number: u64,
    /// How many decisions it had.
    pub decisions: u64,
}

impl Thoughts {
    pub(super) fn add(&mut self, row: &Row, thoughts: &[Thought], seats: usize) {
        for thought in thoughts {
            let stakes = self.stakes.entry(thought.rule.clone()).or_default();
            *(match thought.behind {
                ..NOISE => &mut stakes.hardly,
                NOISE..PLAIN => &mut stakes.some,
                _ => &mut stakes.much,
            }) += 1;
        }
        let of_winners = thoughts.iter().filter(|thought| row.winners.contains(&thought.seat));
        if let Some(value) = of_winners.map(|thought| thought.value).min() {
            let lowest = Lowest { value, number: row.number, decisions: row.decisions };
            self.lowest = self.lowest.into_iter().chain([lowest]).min();
        }
        if let (true, [winner]) = (row.over, row.winners.as_slice()) {
            self.add_won(*winner, thoughts, seats);
        }
    }

    fn add_won(&mut self, winner: usize, thoughts: &[Thought], seats: usize) {
        self.games += 1;
        self.parts.resize(PARTS, Moments::default());
        let count = thoughts.len().max(1);
        let own = || thoughts.iter().enumerate().filter(|(_, thought)| thought.seat == winner);
        for (step, thought) in own() {
            if let Some(part) = self.parts.get_mut(step * PARTS / count) {
                part.add(i64::from(thought.value));
            }
        }
        self.changes.add(lead_changes(thoughts, seats));
        let last = own().filter(|(_, thought)| thought.value <= DECIDED).map(|(step, _)| step + 1).max().unwrap_or(0);
        self.open.add(i64::try_from(100 * last / count).unwrap_or(100));
        self.comebacks += u64::from(own().any(|(_, thought)| thought.value < BEHIND));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.parts.resize(self.parts.len().max(other.parts.len()), Moments::default());
        self.parts.iter_mut().zip(&other.parts).for_each(|(known, more)| known.merge(more));
        self.changes.merge(&other.changes);
        self.open.merge(&other.open);
        self.comebacks += other.comebacks;
        for (rule, stakes) in &other.stakes {
            self.stakes.entry(rule.clone()).or_default().merge(*stakes);
        }
        self.lowest = self.lowest.into_iter().chain(other.lowest).min();
    }
}

/// How often another seat expects most than before; each seat by what it expected last.
fn lead_changes(thoughts: &[Thought], seats: usize) -> i64 {
    let mut latest: Vec<Option<u32>> = vec![None; seats];
    let (mut ahead, mut changes) = (None, 0);
    for thought in thoughts {
        if let Some(slot) = latest.get_mut(thought.seat) {
            *slot = Some(thought.value);
        }
        let best = latest.iter().max().copied().flatten();
        // Who is level with another is not ahead.
        let alone = latest.iter().filter(|value| **value == best).count() == 1;
        let now = latest.iter().position(|value| *value == best);
        if latest.iter().all(Option::is_some) && alone && now != ahead {
            changes += i64::from(ahead.is_some());
            ahead = now;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(thoughts: &[(usize, u32)]) -> i64 {
        let thought = |&(seat, value)| Thought { seat, value, behind: 0, rule: String::new() };
        lead_changes(&thoughts.iter().map(thought).collect::<Vec<_>>(), 2)
    }

    #[test]
    fn who_is_level_is_not_ahead() {
        assert_eq!(changes(&[(0, 4_000), (1, 6_000), (0, 7_000)]), 1);
        assert_eq!(changes(&[(0, 4_000), (1, 6_000), (0, 6_000), (1, 6_500)]), 0);
        assert_eq!(changes(&[(0, 5_000), (1, 5_000), (0, 4_000), (1, 3_000)]), 1);
    }
}
