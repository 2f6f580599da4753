//! What is kept of games: sums that go together whatever was played where, and that grow with the rules but not with the number of games.

mod blocks;
mod decisions;
mod listed;
mod outcomes;
mod pairs;
mod row;
mod sources;
mod thoughts;

pub use blocks::Block;
pub use decisions::{Decisions, Stakes};
pub use outcomes::Outcomes;
pub use pairs::Pairs;
pub use row::{Chosen, Reached, Row, Took, Worth};
pub use sources::{Flow, Flows, Source};
pub use thoughts::{Thought, Thoughts};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::course::Played;
use crate::plan::{Plan, Series};
use crate::statistics::Moments;
use blocks::BLOCKS;

/// Everything that is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// How the games of each series ended.
    #[serde(with = "listed")]
    pub outcomes: BTreeMap<Series, Outcomes>,
    /// Random games in blocks, by their number.
    pub blocks: BTreeMap<u64, Block>,
    /// What the best bots thought.
    pub thoughts: Thoughts,
    /// What doing without each thing made of a win, in hundredths.
    pub without: Vec<Moments>,
    /// The game beside the other one.
    pub beside: Pairs,
    /// The same between the best bots.
    #[serde(default)]
    pub bots_beside: Pairs,
    /// The game beside itself with each number that is tried, the other way round: what that number makes of it.
    pub tried: Vec<Pairs>,
    /// What random games answered at their ends, question by question.
    #[serde(default)]
    pub answers: Vec<Moments>,
    /// What games between the best bots answered.
    #[serde(default)]
    pub bot_answers: Vec<Moments>,
    /// What games between the best bots in the game to compare with answered.
    #[serde(default)]
    pub base_bot_answers: Vec<Moments>,
    /// What those of the game to compare with answered.
    #[serde(default)]
    pub base_answers: Vec<Moments>,
    /// How many random games were looked into: what was on offer, what of the rules they reached.
    pub looked_into: u64,
    /// What was on offer in those.
    #[serde(with = "listed")]
    pub chosen: BTreeMap<Chosen, Took>,
    /// What was on offer in as many games of the game to compare with.
    #[serde(default, with = "listed")]
    pub base_chosen: BTreeMap<Chosen, Took>,
    /// By which rules decisions were asked for in them that were not forced.
    #[serde(default)]
    pub decisions: BTreeMap<String, Decisions>,
    /// What made numbers of players go up and down in them.
    #[serde(default)]
    pub flows: Flows,
    /// The same in the game to compare with.
    #[serde(default)]
    pub base_flows: Flows,
    /// The same between the best bots, and between those of the game to compare with.
    #[serde(default)]
    pub bot_flows: [Flows; 2],
    /// What of the rules those reached.
    pub reached: Vec<Reached>,
}

impl Kept {
    /// Takes in all games of one number.
    pub fn add(&mut self, plan: &Plan, seats: usize, games: &[Played]) {
        let row = |series: Series| games.iter().map(|played| &played.row).find(|row| row.series == series);
        for Played { row, thoughts, sources, .. } in games {
            let odd = plan.odd_seat(row.series, row.number, seats);
            self.outcomes.entry(row.series).or_default().add(row, seats, odd);
            let best = plan.levels.len().checked_sub(1).map(Series::level) == Some(row.series);
            if best {
                self.thoughts.add(row, thoughts, seats);
            }
            let [here, there] = &mut self.bot_flows;
            match row.series {
                _ if best => here.add(row, sources, seats),
                Series::BaseLevel => there.add(row, sources, seats),
                _ => {}
            }
        }
        let answers = |series: Series| {
            games.iter().find(|played| played.row.series == series).map_or(&[][..], |played| played.answers.as_slice())
        };
        add_answers(&mut self.answers, answers(Series::Random));
        if let Some(best) = plan.levels.len().checked_sub(1) {
            add_answers(&mut self.bot_answers, answers(Series::level(best)));
        }
        add_answers(&mut self.base_bot_answers, answers(Series::BaseLevel));
        add_answers(&mut self.base_answers, answers(Series::Base));
        self.beside.add_answers(answers(Series::Random), answers(Series::Base));
        if let Some(best) = plan.levels.len().checked_sub(1).map(Series::level)
            && let (Some(here), Some(there)) = (row(best), row(Series::BaseLevel))
        {
            self.bots_beside.add(here, there, seats);
            self.bots_beside.add_answers(answers(best), answers(Series::BaseLevel));
        }
        let Some(random) = row(Series::Random) else { return };
        if let Some(again) = row(Series::Again) {
            self.blocks.entry(random.number % BLOCKS).or_default().add(random, again, seats);
        }
        if let Some(base) = row(Series::Base) {
            self.beside.add(random, base, seats);
        }
        self.tried.resize(plan.tried, Pairs::default());
        for (number, pairs) in self.tried.iter_mut().enumerate() {
            let series = Series::tried(number);
            if let Some(other) = row(series) {
                pairs.add(other, random, seats);
                pairs.add_answers(answers(series), answers(Series::Random));
            }
        }
        self.without.resize(plan.forbidden.len(), Moments::default());
        for (number, found) in self.without.iter_mut().enumerate() {
            let series = Series::without(number);
            if let (Some(without), Some(seat)) = (row(series), plan.odd_seat(series, random.number, seats)) {
                found.add(row::hundredths(without, seat) - row::hundredths(random, seat));
            }
        }
        for played in games.iter().filter(|played| played.looked_into) {
            if played.row.series == Series::Base {
                played.add_offered(&mut self.base_chosen);
                self.base_flows.add(&played.row, &played.sources, seats);
            } else {
                self.looked_into += 1;
                played.add_offered(&mut self.chosen);
                self.flows.add(&played.row, &played.sources, seats);
                add_decisions(&mut self.decisions, &played.decisions);
            }
        }
    }

    /// Takes in another part of the same study.
    pub fn append(&mut self, other: Self) {
        for (series, outcomes) in other.outcomes {
            self.outcomes.entry(series).or_default().merge(&outcomes);
        }
        for (number, block) in other.blocks {
            self.blocks.entry(number).or_default().merge(&block);
        }
        self.thoughts.merge(&other.thoughts);
        self.without.resize(self.without.len().max(other.without.len()), Moments::default());
        self.without.iter_mut().zip(&other.without).for_each(|(known, more)| known.merge(more));
        self.beside.merge(&other.beside);
        self.bots_beside.merge(&other.bots_beside);
        self.tried.resize(self.tried.len().max(other.tried.len()), Pairs::default());
        self.tried.iter_mut().zip(&other.tried).for_each(|(known, more)| known.merge(more));
        merge_each(&mut self.answers, &other.answers);
        merge_each(&mut self.bot_answers, &other.bot_answers);
        merge_each(&mut self.base_bot_answers, &other.base_bot_answers);
        merge_each(&mut self.base_answers, &other.base_answers);
        self.looked_into += other.looked_into;
        merge_chosen(&mut self.chosen, other.chosen);
        merge_chosen(&mut self.base_chosen, other.base_chosen);
        add_decisions(&mut self.decisions, &other.decisions);
        self.flows.merge(other.flows);
        self.base_flows.merge(other.base_flows);
        self.bot_flows.iter_mut().zip(other.bot_flows).for_each(|(known, more)| known.merge(more));
        if self.reached.is_empty() {
            self.reached = other.reached;
        } else {
            let pairs = self.reached.iter_mut().zip(&other.reached);
            pairs.for_each(|(known, more)| known.times = known.times.saturating_add(more.times));
        }
    }

    /// How the games of a series ended.
    pub fn of(&self, series: Series) -> &Outcomes {
        self.outcomes.get(&series).unwrap_or(const { &Outcomes::NONE })
    }
}

fn merge_chosen(known: &mut BTreeMap<Chosen, Took>, others: BTreeMap<Chosen, Took>) {
    for (what, took) in others {
        known.entry(what).or_default().merge(&took);
    }
}

fn add_decisions(known: &mut BTreeMap<String, Decisions>, others: &BTreeMap<String, Decisions>) {
    for (rule, decisions) in others {
        known.entry(rule.clone()).or_default().merge(*decisions);
    }
}

fn add_answers(known: &mut Vec<Moments>, answers: &[Option<i64>]) {
    known.resize(known.len().max(answers.len()), Moments::default());
    known.iter_mut().zip(answers).for_each(|(known, answer)| answer.iter().for_each(|answer| known.add(*answer)));
}

fn merge_each(known: &mut Vec<Moments>, others: &[Moments]) {
    known.resize(known.len().max(others.len()), Moments::default());
    known.iter_mut().zip(others).for_each(|(known, more)| known.merge(more));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(number: i64) -> Kept {
        let mut moments = Moments::default();
        moments.add(number);
        Kept {
            answers: vec![moments],
            bot_answers: vec![moments],
            base_answers: vec![moments],
            base_bot_answers: vec![moments],
            without: vec![moments],
            ..Kept::default()
        }
    }

    /// Also what only the second part has.
    #[test]
    fn another_part_adds_its_answers() {
        let both = {
            let mut both = answered(2);
            both.append(answered(6));
            both
        };
        let mut alone = Kept::default();
        alone.append(answered(6));
        for (kept, mean, count) in [(both, 4.0, 2), (alone, 6.0, 1)] {
            for answers in [&kept.answers, &kept.bot_answers, &kept.base_answers, &kept.base_bot_answers, &kept.without]
            {
                let found: Vec<_> = answers.iter().map(|one| (one.mean(), one.count)).collect();
                assert_eq!(found, [(mean, count)]);
            }
        }
    }
}
