//! All positions that can come in a game in which nothing is hidden, each of them once.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Log, PlayError, Position, Stop};

use super::{Payoff, SolveError};

/// What a position waits for, and where that leads.
#[derive(Clone, Debug)]
pub enum Waits {
    /// Nothing: it is worth so much to each seat.
    Over(Vec<f64>),
    /// Chance: each outcome with how likely it is.
    Chance(Vec<(f64, u32)>),
    /// A seat, with where each of its options leads.
    Decision(usize, Vec<u32>),
}

/// Positions by number, in the order in which they were met.
pub struct Graph {
    nodes: Vec<Waits>,
}

impl Graph {
    /// Everything that can come from a position.
    ///
    /// # Errors
    /// There are more than `most`, or the rules misbehave somewhere.
    pub fn of(from: &Position, payoff: Payoff, most: usize) -> Result<Self, SolveError> {
        let mut known: BTreeMap<Box<[u8]>, u32> = BTreeMap::new();
        let mut graph = Self { nodes: Vec::new() };
        let mut open: Vec<(u32, Position)> = Vec::new();
        let mut number = |position: Position, graph: &mut Self, open: &mut Vec<(u32, Position)>| {
            let next = u32::try_from(graph.nodes.len()).map_err(|_| SolveError::TooLarge(most))?;
            let found = *known.entry(position.identity()).or_insert(next);
            if found == next {
                if graph.nodes.len() >= most {
                    return Err(SolveError::TooLarge(most));
                }
                graph.nodes.push(Waits::Over(Vec::new()));
                open.push((next, position));
            }
            Ok(found)
        };
        number(from.clone(), &mut graph, &mut open)?;
        while let Some((node, position)) = open.pop() {
            let waits = match position.stop() {
                Stop::Over => Waits::Over(payoff.of(&position)),
                Stop::Chance => {
                    let weights = position.weights();
                    let all: f64 = weights.iter().copied().map(f64::from).sum();
                    let mut ways = Vec::with_capacity(weights.len());
                    for (outcome, weight) in weights.iter().enumerate() {
                        let after = after(&position, |next| next.resolve(outcome, &mut Log::silent()))?;
                        ways.push((f64::from(*weight) / all, number(after, &mut graph, &mut open)?));
                    }
                    Waits::Chance(ways)
                }
                Stop::Decision => {
                    let seat = position.deciders().first().copied().unwrap_or(0);
                    let options = position.count(seat).map_err(fault)?;
                    let mut ways = Vec::with_capacity(options);
                    for option in 0..options {
                        let after = after(&position, |next| next.apply(seat, option, &mut Log::silent()))?;
                        ways.push(number(after, &mut graph, &mut open)?);
                    }
                    Waits::Decision(seat, ways)
                }
            };
            if let Some(slot) = graph.nodes.get_mut(node as usize) {
                *slot = waits;
            }
        }
        Ok(graph)
    }

    /// The position that all begins with.
    pub fn root(&self) -> u32 {
        0
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All of them, by number.
    pub fn nodes(&self) -> &[Waits] {
        &self.nodes
    }

    /// Where the options of the first decision lead.
    pub fn options(&self) -> &[u32] {
        match self.nodes.first() {
            Some(Waits::Decision(_, ways)) => ways,
            Some(Waits::Over(_) | Waits::Chance(_)) | None => &[],
        }
    }
}

/// A copy that went on.
pub(super) fn after(
    position: &Position,
    step: impl FnOnce(&mut Position) -> Result<(), PlayError>,
) -> Result<Position, SolveError> {
    let mut next = position.clone();
    step(&mut next).map_err(fault)?;
    Ok(next)
}

pub(super) fn fault(error: PlayError) -> SolveError {
    SolveError::Fault(error.into())
}
