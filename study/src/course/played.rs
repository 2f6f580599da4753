//! What is told of a game that was played.

use std::collections::BTreeMap;

use rulehound_interpreter::play::Position;
use rulehound_interpreter::script::Entry;

use crate::kept::{Chosen, Decisions, Row, Source, Thought, Took};
use crate::machine::Tables;

/// A game that was played.
pub struct Played {
    /// How it went.
    pub row: Row,
    /// What bots thought at each decision that was not forced.
    pub thoughts: Vec<Thought>,
    /// Whether it is a random game that was looked into, of the game itself or of the one it is compared with.
    pub looked_into: bool,
    /// What was on offer to each seat for the first time, and whether it was taken.
    pub offered: Vec<(Chosen, usize, bool)>,
    /// The decisions that were not forced, by the rule that asked.
    pub decisions: BTreeMap<String, Decisions>,
    /// By how much numbers of players went up and down, seat by seat, and what did it.
    pub sources: BTreeMap<Source, Vec<i64>>,
    /// Every answer and outcome, if they were wanted.
    pub record: Vec<Entry>,
    /// What its end answered to each question, if it came to an end and was asked.
    pub answers: Vec<Option<i64>>,
    /// Which question its end could not answer, and why.
    pub unanswered: Option<String>,
}

impl Played {
    /// One of which nothing but its row is known.
    pub(super) fn counted(row: Row) -> Self {
        Self {
            row,
            thoughts: Vec::new(),
            looked_into: false,
            offered: Vec::new(),
            decisions: BTreeMap::new(),
            sources: BTreeMap::new(),
            record: Vec::new(),
            answers: Vec::new(),
            unanswered: None,
        }
    }

    /// With what its end answers.
    pub(super) fn asked(mut self, tables: &Tables, end: &Position) -> Self {
        match tables.answers(self.row.series, end) {
            Ok(answers) => self.answers = answers,
            Err(why) => self.unanswered = Some(why),
        }
        self
    }

    /// Adds what was on offer to what is known.
    pub fn add_offered(&self, chosen: &mut BTreeMap<Chosen, Took>) {
        for (what, seat, taken) in self.offered.iter().filter(|_| self.row.over) {
            let took = chosen.entry(what.clone()).or_default();
            let worth = if *taken { &mut took.taken } else { &mut took.left };
            worth.add(self.row.worth(*seat));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Series;

    /// Nobody knows what it would have come to.
    #[test]
    fn a_game_without_an_end_says_nothing_of_what_an_option_is_worth() {
        let what = Chosen { file: "a.rules".to_owned(), line: 3, rule: "bid".to_owned(), what: "bid 2".to_owned() };
        let counted = |over: bool| {
            let row = Row { over, winners: vec![0], ..Row::begun(Series::Random, 0) };
            let offered = vec![(what.clone(), 0, true), (what.clone(), 1, false)];
            let mut chosen = BTreeMap::new();
            Played { offered, ..Played::counted(row) }.add_offered(&mut chosen);
            chosen.get(&what).map(|took| (took.taken.count, took.taken.sum, took.left.count, took.left.sum))
        };
        assert_eq!(counted(true), Some((1, 100, 1, 0)));
        assert_eq!(counted(false), None);
    }
}
