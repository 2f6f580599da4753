//! What positions are worth: values go back from the ends until none changes any more.
//!
//! Each seat takes what is best for itself, of what is equal the first. A position from which nobody can force an end is worth a tie.

use super::SolveError;
use super::graph::{Graph, Waits};

/// The most times all positions are gone through.
const MOST_SWEEPS: usize = 100_000;

/// A value that changes by less has settled.
const SETTLED: f64 = 1e-12;

/// What each position is worth to each seat.
pub struct Values {
    seats: usize,
    values: Vec<f64>,
}

impl Values {
    /// What a position is worth to each seat.
    pub fn of(&self, node: u32) -> Vec<f64> {
        self.at(node).to_vec()
    }

    fn at(&self, node: u32) -> &[f64] {
        let first = node as usize * self.seats;
        self.values.get(first..first + self.seats).unwrap_or_default()
    }

    fn set(&mut self, node: usize, worth: &[f64]) {
        let first = node * self.seats;
        if let Some(slot) = self.values.get_mut(first..first + self.seats) {
            slot.copy_from_slice(worth);
        }
    }
}

/// Works them out.
///
/// # Errors
/// They do not settle.
pub fn values(graph: &Graph, seats: usize) -> Result<Values, SolveError> {
    let mut values = Values { seats, values: vec![0.0; graph.len() * seats] };
    for (node, waits) in graph.nodes().iter().enumerate() {
        if let Waits::Over(worth) = waits {
            values.set(node, worth);
        }
    }
    let order = backwards(graph);
    let mut worth = vec![0.0; seats];
    for _ in 0..MOST_SWEEPS {
        let mut change = 0.0_f64;
        for node in &order {
            let Some(waits) = graph.nodes().get(*node as usize) else { continue };
            match waits {
                Waits::Over(_) => continue,
                Waits::Chance(ways) => {
                    worth.fill(0.0);
                    for (share, way) in ways {
                        worth.iter_mut().zip(values.at(*way)).for_each(|(sum, value)| *sum += share * value);
                    }
                }
                Waits::Decision(seat, ways) => worth.copy_from_slice(best(&values, *seat, ways)),
            }
            let before = values.at(*node);
            change = worth.iter().zip(before).map(|(now, before)| (now - before).abs()).fold(change, f64::max);
            values.set(*node as usize, &worth);
        }
        if change < SETTLED {
            return Ok(values);
        }
    }
    Err(SolveError::Unsettled)
}

/// What is best for a seat, of what is equal the first.
fn best<'v>(values: &'v Values, seat: usize, ways: &[u32]) -> &'v [f64] {
    let of_seat = |worth: &[f64]| worth.get(seat).copied().unwrap_or(0.0);
    let worths = ways.iter().map(|way| values.at(*way));
    let best = worths.reduce(|best, next| if of_seat(next) > of_seat(best) { next } else { best });
    best.unwrap_or_default()
}

/// The positions so that those that come later stand before, as far as there are no circles: then each is gone through once.
fn backwards(graph: &Graph) -> Vec<u32> {
    let mut order = Vec::with_capacity(graph.len());
    let mut seen = vec![false; graph.len()];
    let mut open = vec![(graph.root(), false)];
    while let Some((node, done)) = open.pop() {
        if done {
            order.push(node);
            continue;
        }
        let Some(seen) = seen.get_mut(node as usize).filter(|seen| !**seen) else { continue };
        *seen = true;
        open.push((node, true));
        match graph.nodes().get(node as usize) {
            Some(Waits::Chance(ways)) => open.extend(ways.iter().map(|(_, way)| (*way, false))),
            Some(Waits::Decision(_, ways)) => open.extend(ways.iter().map(|way| (*way, false))),
            Some(Waits::Over(_)) | None => {}
        }
    }
    order
}
