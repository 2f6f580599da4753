//! What somebody could gain who knew how the others play: the judge of every strategy.

use super::game_tree::{GameTree, Node};
use super::strategy::Strategy;

/// How far a strategy is from perfect play.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// What the strategy gives to each seat if all play it.
    pub values: Vec<f64>,
    /// What each seat would get with its best answer to it.
    pub best: Vec<f64>,
    /// What a seat would gain by that on average. 0 is perfect play; the sum over both seats is called NashConv.
    pub mean: f64,
}

/// Judges a strategy that all seats play.
pub fn exploitability(tree: &GameTree, strategy: &Strategy, seats: usize) -> Exploitability {
    let nothing = vec![None; tree.sets().len()];
    let value =
        |seat: usize, answers: &[Option<usize>]| values(tree, strategy, seat, answers).first().copied().unwrap_or(0.0);
    let played: Vec<f64> = (0..seats).map(|seat| value(seat, &nothing)).collect();
    let best: Vec<f64> = (0..seats).map(|seat| value(seat, &best_answers(tree, strategy, seat))).collect();
    let gains: f64 = best.iter().zip(&played).map(|(best, played)| best - played).sum();
    Exploitability { values: played, best, mean: gains / seats.max(1) as f64 }
}

/// The best option of each set of a seat. What it decides last is settled first.
fn best_answers(tree: &GameTree, strategy: &Strategy, seat: usize) -> Vec<Option<usize>> {
    let mut answers: Vec<Option<usize>> = vec![None; tree.sets().len()];
    let come = comes(tree, strategy, seat);
    let own = tree.sets().iter().filter(|set| set.seat == seat).map(|set| set.own);
    for depth in (0..=own.max().unwrap_or(0)).rev() {
        let values = values(tree, strategy, seat, &answers);
        let mut sums: Vec<Vec<f64>> = tree.sets().iter().map(|set| vec![0.0; set.options]).collect();
        for (node, likely) in tree.nodes.iter().zip(&come) {
            let Node::Decision(set, ways) = node else { continue };
            let here = tree.sets().get(*set as usize).is_some_and(|it| it.seat == seat && it.own == depth);
            let Some(sums) = sums.get_mut(*set as usize).filter(|_| here) else { continue };
            for (sum, way) in sums.iter_mut().zip(ways) {
                *sum += likely * values.get(*way as usize).copied().unwrap_or(0.0);
            }
        }
        for ((answer, set), sums) in answers.iter_mut().zip(tree.sets()).zip(&sums) {
            if set.seat == seat && set.own == depth {
                let best = sums.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
                *answer = best.map(|(option, _)| option);
            }
        }
    }
    answers
}

/// What each stop is worth to a seat that gives these answers where there are any.
fn values(tree: &GameTree, strategy: &Strategy, seat: usize, answers: &[Option<usize>]) -> Vec<f64> {
    let mut values = vec![0.0; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate().rev() {
        let value = |way: &u32| values.get(*way as usize).copied().unwrap_or(0.0);
        let worth = match node {
            Node::Over(worth) => worth.get(seat).copied().unwrap_or(0.0),
            Node::Chance(ways) => ways.iter().map(|(share, way)| share * value(way)).sum(),
            Node::Decision(set, ways) => match answers.get(*set as usize).copied().flatten() {
                Some(option) => ways.get(option).map_or(0.0, value),
                None => ways.iter().zip(strategy.at(*set as usize)).map(|(way, share)| share * value(way)).sum(),
            },
        };
        if let Some(slot) = values.get_mut(number) {
            *slot = worth;
        }
    }
    values
}

/// How likely chance and the others let it come to each stop, if the seat wants it to.
fn comes(tree: &GameTree, strategy: &Strategy, seat: usize) -> Vec<f64> {
    let mut come = vec![0.0; tree.nodes.len()];
    if let Some(first) = come.first_mut() {
        *first = 1.0;
    }
    for (number, node) in tree.nodes.iter().enumerate() {
        let here = come.get(number).copied().unwrap_or(0.0);
        let mut go = |way: u32, likely: f64| {
            if let Some(slot) = come.get_mut(way as usize) {
                *slot = likely;
            }
        };
        match node {
            Node::Over(_) => {}
            Node::Chance(ways) => ways.iter().for_each(|(share, way)| go(*way, here * share)),
            Node::Decision(set, ways) => {
                let mine = tree.sets().get(*set as usize).is_some_and(|it| it.seat == seat);
                for (way, share) in ways.iter().zip(strategy.at(*set as usize)) {
                    go(*way, if mine { here } else { here * share });
                }
            }
        }
    }
    come
}
