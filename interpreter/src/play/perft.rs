//! Every way to play on: how many there are, and where they end.
//!
//! Named after the performance test of chess programs, which counts the ways a game can go on for some plies and compares the number with
//! one that is known.

use std::collections::BTreeMap;

use super::machine::Pause;
use super::{Fault, Log, Position, Stop};

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many decisions at most; a way that has come so far ends there. `None` goes on until nothing is left to decide.
    pub depth: Option<u32>,
    /// The most positions that are looked at.
    pub most: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { depth: None, most: 300_000 }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Perft {
    /// How many ways there are; each outcome of chance is one of its own. At 2⁶⁴ − 1 counting stops.
    pub paths: u64,
    /// The different positions at their ends, in the order of their cells.
    pub ends: Vec<Position>,
}

/// Why there is no number.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PerftError {
    /// More positions than the bound.
    #[error("there are more than {0} positions to look at")]
    TooWide(usize),
    /// The rules misbehaved.
    #[error("{0}")]
    Fault(Fault),
}

/// The most outcomes of chance between two decisions.
const MOST_CHANCES: u32 = 1_000;

/// Positions in normal form, with how many ways lead there.
type Layer = BTreeMap<Vec<i32>, (Pause, u64)>;

/// Plays out every way from a position.
///
/// # Errors
/// [`PerftError::TooWide`], or a fault of the rules on one of the ways.
pub fn perft(from: &Position, bounds: Bounds) -> Result<Perft, PerftError> {
    let mut search = Search { from, most: bounds.most, looked_at: 0, ends: Layer::new() };
    let mut layer = Layer::new();
    search.reach(from.clone(), 1, &mut layer)?;
    let mut depth = 0;
    while !layer.is_empty() && bounds.depth.is_none_or(|most| depth < most) {
        layer = search.expand(layer)?;
        depth += 1;
    }
    for (cells, (pause, paths)) in layer {
        add(&mut search.ends, cells, pause, paths);
    }
    let paths = search.ends.values().fold(0u64, |sum, (_, paths)| sum.saturating_add(*paths));
    let game = from.game();
    let ends = search.ends.into_iter().map(|(cells, (pause, _))| Position::at(game.clone(), cells, pause)).collect();
    Ok(Perft { paths, ends })
}

struct Search<'p> {
    from: &'p Position,
    most: usize,
    looked_at: usize,
    ends: Layer,
}

impl Search<'_> {
    /// One decision further. Of several who decide at once the first in seat order is asked.
    fn expand(&mut self, layer: Layer) -> Result<Layer, PerftError> {
        let mut next = Layer::new();
        for (cells, (pause, paths)) in layer {
            let position = Position::at(self.from.game().clone(), cells, pause);
            let Some(seat) = position.deciders().first().copied() else { continue };
            for option in 0..position.count(seat).map_err(PerftError::Fault)? {
                let mut after = position.clone();
                after.apply(seat, option, &mut Log::silent()).map_err(PerftError::Fault)?;
                self.reach(after, paths, &mut next)?;
            }
        }
        Ok(next)
    }

    /// Notes a position at a decision or at an end; lets chance give everything it can.
    fn reach(&mut self, position: Position, paths: u64, layer: &mut Layer) -> Result<(), PerftError> {
        let mut waiting = vec![(position, 0)];
        while let Some((position, chances)) = waiting.pop() {
            self.looked_at += 1;
            if self.looked_at > self.most || chances > MOST_CHANCES {
                return Err(PerftError::TooWide(self.most));
            }
            match position.stop() {
                Stop::Decision => add(layer, position.normal_form(), position.pause(), paths),
                Stop::Over => add(&mut self.ends, position.normal_form(), position.pause(), paths),
                Stop::Chance => {
                    for outcome in 0..position.weights().len() {
                        let mut after = position.clone();
                        after.resolve(outcome, &mut Log::silent()).map_err(PerftError::Fault)?;
                        waiting.push((after, chances + 1));
                    }
                }
            }
        }
        Ok(())
    }
}

fn add(layer: &mut Layer, cells: Vec<i32>, pause: Pause, paths: u64) {
    let entry = layer.entry(cells).or_insert((pause, 0));
    entry.1 = entry.1.saturating_add(paths);
}
