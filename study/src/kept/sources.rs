//! By how much numbers of players go up and down in a game, and what does it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::listed;
use super::row::Row;
use crate::statistics::Moments;

/// A statement that makes a number of players go up or down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// What the number is called.
    pub number: String,
    /// The rule that does it, as it is called at the table.
    pub rule: String,
    /// The statement, as it is written.
    pub statement: String,
    /// What the rule says of itself.
    pub sentence: Option<String>,
}

/// By how much it does, for each player and game in which it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// For those who won.
    pub winners: Moments,
    /// For the others.
    pub others: Moments,
}

/// All of that in games that came to an end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flows {
    /// How many winners there were in all games together.
    pub winners: u64,
    /// How many others.
    pub others: u64,
    #[serde(with = "listed")]
    flows: BTreeMap<Source, Flow>,
}

impl Flows {
    /// Takes in a game: by how much each statement made a number go up or down, seat by seat.
    pub(super) fn add(&mut self, row: &Row, sources: &BTreeMap<Source, Vec<i64>>, seats: usize) {
        if !row.over {
            return;
        }
        let won = row.winners.len().min(seats);
        self.winners += won as u64;
        self.others += (seats - won) as u64;
        for (source, sums) in sources {
            let flow = self.flows.entry(source.clone()).or_default();
            for (seat, sum) in sums.iter().enumerate() {
                let moments = if row.winners.contains(&seat) { &mut flow.winners } else { &mut flow.others };
                moments.add(*sum);
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.winners += other.winners;
        self.others += other.others;
        for (source, flow) in other.flows {
            let known = self.flows.entry(source).or_default();
            known.winners.merge(&flow.winners);
            known.others.merge(&flow.others);
        }
    }

    /// What each statement does to a winner and to another player in a game on average, games in which it does nothing included.
    pub fn each(&self) -> impl Iterator<Item = (&Source, Flow)> {
        self.flows.iter().map(|(source, flow)| {
            let mut whole = *flow;
            whole.winners.add_times(0, self.winners.saturating_sub(flow.winners.count));
            whole.others.add_times(0, self.others.saturating_sub(flow.others.count));
            (source, whole)
        })
    }
}
