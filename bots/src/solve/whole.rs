//! A small game in which something is hidden, worked out before its first move.
//!
//! Whoever decides one after the other and always does the same can be seen through, and what others would have done with other cards is
//! only known from the whole game. So a bot that may imagine more games than a game has stops learns it whole, as `solve` does, and then draws
//! its answers. It knows a stop again by what its seat sees there. Where two stops that the seat should tell apart by what was before look the same,
//! it plays their mean; what was learned is only used if that costs next to nothing.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Game, Knowledge, Log, Position, Seeded, Stop};

use super::game_tree::Node;
use super::strategy::normalized;
use super::{GameTree, Payoff, SolveBounds, Strategy, exploitability, regret};

/// The most stops of a game that is worked out.
const MOST_STOPS: usize = 20_000;

/// Of what is played for, nobody may gain more than one part in so many against what was learned.
const GAIN: f64 = 100.0;

/// Learning goes on until nobody could gain more than one part in so many, or for so much work: stops times rounds.
const FINE: f64 = 1_000.0;
const MOST_WORK: usize = 20_000_000;

/// A game is sounded by so many courses at random; if those say that it has more than so many times the stops, it is not tried.
const COURSES: u64 = 16;
const TOO_LARGE: f64 = 5.0;

/// Shares are whole numbers of this sum; what is done less often than one time in two hundred is left out.
const PARTS: f64 = 1_000_000.0;
const SELDOM: u64 = 5_000;

/// Where it never comes to of several sets that look the same they count alike.
const NEVER: f64 = 1e-12;

/// How to play a whole game.
#[derive(Clone, Debug)]
pub struct WholeGame {
    stops: usize,
    /// By what a seat sees where it decides: how often to take each option.
    shares: BTreeMap<u64, Vec<u64>>,
}

impl WholeGame {
    /// Works a game out; `None` if nothing is hidden, if more than two play, or if all its courses have more than 20,000 stops together.
    pub fn of(game: &Game, payoff: Payoff) -> Option<Self> {
        let seats = game.instance().seats();
        if game.is_open() || seats > 2 {
            return None;
        }
        let from = game.start(&mut Log::silent()).ok()?;
        if !seems_small(&from) {
            return None;
        }
        let tree = GameTree::of(&from, payoff, MOST_STOPS).ok()?;
        let at_stake = at_stake(&tree);
        // Where all win and lose together there is nothing to learn here.
        if at_stake <= 0.0 {
            return None;
        }
        let rounds = u32::try_from(MOST_WORK / tree.len().max(1)).unwrap_or(u32::MAX).min(5_000);
        let bounds = SolveBounds { most: MOST_STOPS, rounds, within: at_stake / FINE };
        let (strategy, _) = regret::learn(&tree, seats, bounds, &mut || true);
        let seen = seen(&tree)?;
        let shares = by_looks(&seen, &strategy, &reached(&tree, &strategy));
        let of_set = |looks: &u64| shares.get(looks).map(|shares| shares.iter().map(|share| *share as f64).collect());
        let played = Strategy::of(seen.iter().filter_map(of_set).collect());
        let gain = exploitability(&tree, &played, seats).mean;
        (gain <= at_stake / GAIN).then(|| Self { stops: tree.len(), shares })
    }

    /// How many stops all courses of the game have together.
    pub fn stops(&self) -> usize {
        self.stops
    }

    /// How often to take each option, in parts of a million; nothing if the seat sees what it never should.
    pub fn at(&self, known: &Knowledge) -> Option<&[u64]> {
        self.shares.get(&known.looks()).map(Vec::as_slice).filter(|shares| shares.len() == known.options())
    }
}

/// How much the best and the worst end are apart.
fn at_stake(tree: &GameTree) -> f64 {
    let ends = tree.nodes.iter().filter_map(|node| match node {
        Node::Over(worth) => Some(worth),
        Node::Chance(_) | Node::Decision(..) => None,
    });
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for worth in ends.flatten() {
        (least, most) = (least.min(*worth), most.max(*worth));
    }
    if most > least { most - least } else { 0.0 }
}

/// What whoever decides sees in each information set.
fn seen(tree: &GameTree) -> Option<Vec<u64>> {
    let looks = |set| {
        let position = tree.replay(set, &mut |_, _| ()).ok()?;
        Some(Knowledge::of(&position, set.seat, None).ok()??.looks())
    };
    tree.sets().iter().map(looks).collect()
}

/// The mean of all sets that look the same, each as much as it comes to it.
fn by_looks(seen: &[u64], strategy: &Strategy, reached: &[f64]) -> BTreeMap<u64, Vec<u64>> {
    let mut sums: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for ((set, looks), reached) in seen.iter().enumerate().zip(reached) {
        let shares = strategy.at(set);
        let sum = sums.entry(*looks).or_insert_with(|| vec![0.0; shares.len()]);
        sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share * (reached + NEVER));
    }
    let parts = |shares: Vec<f64>| {
        let parts = normalized(shares).into_iter().map(|share| (share * PARTS) as u64);
        parts.map(|share| if share < SELDOM { 0 } else { share }).collect()
    };
    sums.into_iter().map(|(looks, sum)| (looks, parts(sum))).collect()
}

/// How likely it comes to each set if all play this.
fn reached(tree: &GameTree, strategy: &Strategy) -> Vec<f64> {
    let mut sets = vec![0.0; tree.sets().len()];
    let mut come = vec![0.0; tree.nodes.len()];
    come.iter_mut().take(1).for_each(|first| *first = 1.0);
    for (number, node) in tree.nodes.iter().enumerate() {
        let here = come.get(number).copied().unwrap_or(0.0);
        let mut go = |way: u32, share: f64| {
            come.iter_mut().skip(way as usize).take(1).for_each(|there| *there = here * share);
        };
        match node {
            Node::Over(_) => {}
            Node::Chance(ways) => ways.iter().for_each(|(share, way)| go(*way, *share)),
            Node::Decision(set, ways) => {
                ways.iter().zip(strategy.at(*set as usize)).for_each(|(way, share)| go(*way, *share));
                sets.iter_mut().skip(*set as usize).take(1).for_each(|sum| *sum += here);
            }
        }
    }
    sets
}

/// Whether a game may have so few stops: the mean over some courses of how many there would be if there were everywhere as much to choose
/// from as there (Knuth 1975).
fn seems_small(from: &Position) -> bool {
    let bound = MOST_STOPS as f64 * TOO_LARGE * COURSES as f64;
    let mut sum = 0.0;
    for course in 0..COURSES {
        let (mut random, mut position) = (Seeded::new(course, 6), from.clone());
        let mut stops = 1.0;
        for _ in 0..MOST_STOPS {
            let ways = match position.stop() {
                Stop::Over => break,
                Stop::Chance => position.weights().len(),
                Stop::Decision => position.deciders().first().map_or(0, |seat| position.count(*seat).unwrap_or(0)),
            };
            stops *= ways as f64;
            sum += stops;
            let way = random.below(ways);
            let gone = match position.deciders().first().copied() {
                Some(seat) => position.apply(seat, way, &mut Log::silent()),
                None => position.resolve(way, &mut Log::silent()),
            };
            if gone.is_err() || sum > bound {
                return false;
            }
        }
    }
    true
}
