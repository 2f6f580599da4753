//! Learning from regret: counterfactual regret minimisation in the form CFR+ (Tammelin 2014), with averages that weigh later rounds more.
//!
//! In each round each player in turn asks of every option what it would have given more than what was done, as far as the other lets it
//! come to that, and does more of what would have given more. The average of all rounds goes towards an equilibrium of two players who
//! play for the same sum; of one player it is the best there is.

use super::SolveBounds;
use super::best_response::exploitability;
use super::game_tree::{GameTree, Node};
use super::strategy::{Strategy, normalized};

/// How good the result is, is asked after so many rounds, and then after half as many again.
const FIRST_LOOK: u32 = 64;

/// Learns until nobody could gain more than the bound, or the rounds are over. Gives how many there were.
pub fn learn(tree: &GameTree, seats: usize, bounds: SolveBounds, go_on: &mut dyn FnMut() -> bool) -> (Strategy, u32) {
    let mut learner = Learner::new(tree);
    let mut look = FIRST_LOOK;
    for round in 1..=bounds.rounds {
        for seat in 0..seats {
            learner.learn(tree, seat, round);
        }
        if round == look {
            look += look / 2;
            if exploitability(tree, &learner.average(), seats).mean <= bounds.within {
                return (learner.average(), round);
            }
        }
        if !go_on() {
            return (learner.average(), round);
        }
    }
    (learner.average(), bounds.rounds)
}

/// What was learned so far.
struct Learner {
    /// For each set and option what it would have given more, never below 0.
    regrets: Vec<Vec<f64>>,
    /// The sum of what was done, later rounds weighing more.
    done: Vec<Vec<f64>>,
    /// For each stop how likely it is that the seat that learns, and that all others, let it come to that.
    own: Vec<f64>,
    others: Vec<f64>,
    values: Vec<f64>,
}

impl Learner {
    fn new(tree: &GameTree) -> Self {
        let none: Vec<Vec<f64>> = tree.sets().iter().map(|set| vec![0.0; set.options]).collect();
        let each = vec![0.0; tree.len()];
        Self { regrets: none.clone(), done: none, own: each.clone(), others: each.clone(), values: each }
    }

    /// How often each option was taken, over all rounds.
    fn average(&self) -> Strategy {
        Strategy::of(self.done.clone())
    }

    /// One seat learns, the others play as they do now.
    fn learn(&mut self, tree: &GameTree, seat: usize, round: u32) {
        let now: Vec<Vec<f64>> = self.regrets.iter().cloned().map(normalized).collect();
        let shares = |set: u32| now.get(set as usize).map_or(&[] as &[f64], Vec::as_slice);
        self.come(tree, seat, &now);
        for (number, node) in tree.nodes.iter().enumerate().rev() {
            let value = |way: &u32| self.values.get(*way as usize).copied().unwrap_or(0.0);
            let worth = match node {
                Node::Over(worth) => worth.get(seat).copied().unwrap_or(0.0),
                Node::Chance(ways) => ways.iter().map(|(share, way)| share * value(way)).sum(),
                Node::Decision(set, ways) => {
                    let given: Vec<f64> = ways.iter().map(value).collect();
                    let worth = given.iter().zip(shares(*set)).map(|(value, share)| value * share).sum();
                    if tree.sets().get(*set as usize).is_some_and(|it| it.seat == seat) {
                        self.regret((*set, number), (&given, worth), shares(*set), round);
                    }
                    worth
                }
            };
            if let Some(slot) = self.values.get_mut(number) {
                *slot = worth;
            }
        }
        for (regrets, set) in self.regrets.iter_mut().zip(tree.sets()).filter(|(_, set)| set.seat == seat) {
            debug_assert_eq!(regrets.len(), set.options);
            regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
        }
    }

    /// How likely it is to come to each stop.
    fn come(&mut self, tree: &GameTree, seat: usize, now: &[Vec<f64>]) {
        if let (Some(own), Some(others)) = (self.own.first_mut(), self.others.first_mut()) {
            (*own, *others) = (1.0, 1.0);
        }
        for (number, node) in tree.nodes.iter().enumerate() {
            let (own, others) = (self.own.get(number).copied(), self.others.get(number).copied());
            let (own, others) = (own.unwrap_or(0.0), others.unwrap_or(0.0));
            let mut go = |way: u32, own: f64, others: f64| {
                if let (Some(to), Some(besides)) = (self.own.get_mut(way as usize), self.others.get_mut(way as usize)) {
                    (*to, *besides) = (own, others);
                }
            };
            match node {
                Node::Over(_) => {}
                Node::Chance(ways) => ways.iter().for_each(|(share, way)| go(*way, own, others * share)),
                Node::Decision(set, ways) => {
                    let mine = tree.sets().get(*set as usize).is_some_and(|it| it.seat == seat);
                    let shares = now.get(*set as usize).map_or(&[] as &[f64], Vec::as_slice);
                    for (way, share) in ways.iter().zip(shares) {
                        let (own, others) = if mine { (own * share, others) } else { (own, others * share) };
                        go(*way, own, others);
                    }
                }
            }
        }
    }

    fn regret(&mut self, (set, node): (u32, usize), (given, worth): (&[f64], f64), shares: &[f64], round: u32) {
        let (own, others) = (self.own.get(node).copied(), self.others.get(node).copied());
        let (own, others) = (own.unwrap_or(0.0), others.unwrap_or(0.0));
        if let Some(regrets) = self.regrets.get_mut(set as usize) {
            regrets.iter_mut().zip(given).for_each(|(regret, value)| *regret += others * (value - worth));
        }
        if let Some(done) = self.done.get_mut(set as usize) {
            done.iter_mut().zip(shares).for_each(|(done, share)| *done += f64::from(round) * own * share);
        }
    }
}
