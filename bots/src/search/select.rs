//! Which option an imagined game takes next: one that was seldom tried, or one that gave much.

use rulehound_interpreter::play::Seeded;

use super::Search;
use crate::tree::Edge;
use crate::upper_bound::UpperBound;

/// An odd number whose products with small numbers are spread over all of 64 bits: 2^64 by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Search {
    /// Chooses among the options on offer: one that was not tried yet, else what may be worth most.
    pub(super) fn select(&mut self, node: u32, seat: usize, random: &mut Seeded) -> Option<(u64, usize)> {
        let open = self.open;
        let tree = &mut self.tree;
        tree.get_mut(node)?.seat = seat;
        let found = tree.get(node)?;
        let edge = |key: u64| found.edges.binary_search_by_key(&key, |edge| edge.key).ok();
        let untried = self
            .keys
            .iter()
            .filter(|(key, _)| edge(*key).and_then(|at| found.edges.get(at)).is_some_and(|it| it.visits == 0));
        let untried_count = untried.clone().count();
        let best = || {
            let tried: u64 = found.edges.iter().map(|edge| u64::from(edge.visits)).sum();
            let together = if open { UpperBound::spread(tried) } else { 0 };
            let score = |(key, option): &(u64, usize)| {
                let edge = edge(*key).and_then(|at| found.edges.get(at)).filter(|edge| edge.visits > 0)?;
                let proven = tree.get(edge.child).and_then(|child| child.exact.as_ref()).and_then(|it| it.get(seat));
                let score = match proven {
                    Some(reward) => u64::from(*reward),
                    None => {
                        let spread = if open { together } else { UpperBound::spread(u64::from(edge.available).max(1)) };
                        self.bound.of(edge.total, u64::from(edge.visits), spread)
                    }
                };
                Some((score, *key, *option))
            };
            // Of those that may be worth as much none is favoured by where it stands in the list.
            let turn = |key: u64| (key ^ u64::from(node)).wrapping_mul(SCATTER);
            self.keys.iter().filter_map(score).max_by_key(|(score, key, _)| (*score, turn(*key)))
        };
        // What was tried, unless something that was not is to come first.
        let known = match untried_count {
            0 => best(),
            _ if self.tuning.tries_each() => None,
            _ => best().filter(|(score, ..)| *score >= self.tuning.untried()),
        };
        let chosen = match known {
            Some((_, key, option)) => Some((key, option)),
            None if untried_count > 0 => untried.clone().nth(random.below(untried_count)).copied(),
            None => None,
        };
        if !open {
            let keys = &self.keys;
            let node = self.tree.get_mut(node)?;
            for (key, _) in keys {
                if let Ok(at) = node.edges.binary_search_by_key(key, |edge| edge.key)
                    && let Some(edge) = node.edges.get_mut(at)
                {
                    edge.available = edge.available.saturating_add(1);
                }
            }
        }
        chosen
    }

    pub(super) fn edge(&self, node: u32, key: u64) -> Option<&Edge> {
        let node = self.tree.get(node)?;
        node.edges.get(node.edges.binary_search_by_key(&key, |edge| edge.key).ok()?)
    }

    pub(super) fn edge_mut(&mut self, node: u32, key: u64) -> Option<&mut Edge> {
        let node = self.tree.get_mut(node)?;
        let at = node.edges.binary_search_by_key(&key, |edge| edge.key).ok()?;
        node.edges.get_mut(at)
    }
}
