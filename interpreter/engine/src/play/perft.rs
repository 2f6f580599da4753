//! Every way to play on: how many there are, and where they end.
//!
//! Named after the performance test of chess programs, which counts the ways a game can go on for some plies and compares the number with
//! one that is known.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::machine::Pause;
use super::packed::Packed;
use super::{Fault, Game, Log, Position, Stop};
use crate::cells::Notes;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many plies at most; a way that has come so far ends there. `None` goes on until nothing is left to decide.
    pub depth: Option<u32>,
    /// What a ply is.
    pub ply: Ply,
    /// The most positions that are looked at.
    pub most: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { depth: None, ply: Ply::Decision, most: 300_000 }
    }
}

/// What is counted as one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// One answer.
    Decision,
    /// All answers that are given until a `turn of` or `simultaneous` begins or ends.
    Turn,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Perft {
    /// How many ways there are; each outcome of chance is one of its own. At 2⁶⁴ − 1 counting stops.
    pub paths: u64,
    /// The different positions at their ends, in the order of their cells. Which were noted before makes no difference.
    pub ends: Vec<Position>,
    /// What is found after no ply, after one, after two, and so on. Ways that have ended before are not counted again.
    pub plies: Vec<AfterPly>,
}

/// What is found after so many plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AfterPly {
    /// Ways that are so long.
    pub paths: u64,
    /// Different positions that they lead to.
    pub positions: usize,
    /// How many of these positions are the end of the game or of what is played.
    pub over: usize,
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

/// Positions in normal form and which were noted before, with how many ways lead there.
type Layer = BTreeMap<(Packed, u128), Reach>;

/// What is reached.
struct Reach {
    pause: Pause,
    notes: Notes,
    paths: u64,
}

/// Plays out every way from a position.
///
/// # Errors
/// [`PerftError::TooWide`], or a fault of the rules on one of the ways.
pub fn perft(from: &Position, bounds: Bounds) -> Result<Perft, PerftError> {
    let mut search = Search { from, bounds, looked_at: 0 };
    let mut reached = Reached::default();
    search.reach(from.clone(), 1, true, &mut reached)?;
    let mut plies = vec![reached.counted()];
    let mut ends = reached.over;
    let mut layer = reached.next;
    while !layer.is_empty() && bounds.depth.is_none_or(|most| plies.len() <= most as usize) {
        let reached = search.ply(layer)?;
        plies.push(reached.counted());
        reached.over.into_iter().for_each(|(key, reach)| add(&mut ends, key, reach));
        layer = reached.next;
    }
    for (key, reach) in layer {
        add(&mut ends, key, reach);
    }
    let game = from.game();
    let paths = all_paths(&ends);
    let mut different: Vec<((Packed, u128), Reach)> = ends.into_iter().collect();
    different.dedup_by(|((after, _), _), ((before, _), _)| after == before);
    let ends = different.into_iter().map(|(key, reach)| reach.position(game, key)).collect();
    Ok(Perft { paths, ends, plies })
}

/// Where the ways of one ply lead.
#[derive(Default)]
struct Reached {
    /// To a decision of the same ply.
    within: Layer,
    /// To a decision of the next ply.
    next: Layer,
    /// To an end.
    over: Layer,
}

impl Reached {
    fn counted(&self) -> AfterPly {
        AfterPly {
            paths: all_paths(&self.next).saturating_add(all_paths(&self.over)),
            positions: different(&self.next) + different(&self.over),
            over: different(&self.over),
        }
    }
}

struct Search<'p> {
    from: &'p Position,
    bounds: Bounds,
    looked_at: usize,
}

impl Search<'_> {
    /// One ply further.
    fn ply(&mut self, layer: Layer) -> Result<Reached, PerftError> {
        let mut reached = Reached { within: layer, ..Reached::default() };
        while !reached.within.is_empty() {
            for (key, reach) in std::mem::take(&mut reached.within) {
                let paths = reach.paths;
                self.expand(reach.position(self.from.game(), key), paths, &mut reached)?;
            }
        }
        Ok(reached)
    }

    /// One decision further. Of several who decide at once the first in seat order is asked.
    fn expand(&mut self, position: Position, paths: u64, reached: &mut Reached) -> Result<(), PerftError> {
        let Some(seat) = position.deciders().first().copied() else { return Ok(()) };
        for option in 0..position.count(seat).map_err(|error| PerftError::Fault(error.into()))? {
            let mut after = position.clone();
            // At the last ply nobody asks what is legal.
            after.answer(seat, option, false, &mut Log::silent()).map_err(PerftError::Fault)?;
            self.reach(after, paths, self.bounds.ply == Ply::Decision, reached)?;
        }
        Ok(())
    }

    /// Notes a position at a decision or at an end; lets chance give everything it can.
    fn reach(
        &mut self,
        position: Position,
        paths: u64,
        next_ply: bool,
        reached: &mut Reached,
    ) -> Result<(), PerftError> {
        let mut waiting = vec![(position, 0)];
        while let Some((position, chances)) = waiting.pop() {
            self.looked_at += 1;
            if self.looked_at > self.bounds.most || chances > MOST_CHANCES {
                return Err(PerftError::TooWide(self.bounds.most));
            }
            let layer = match position.stop() {
                Stop::Decision if next_ply || position.is_new_turn() => &mut reached.next,
                Stop::Decision => &mut reached.within,
                Stop::Over => &mut reached.over,
                Stop::Chance => {
                    for outcome in 0..position.weights().len() {
                        let mut after = position.clone();
                        after.resolve(outcome, &mut Log::silent()).map_err(|error| PerftError::Fault(error.into()))?;
                        waiting.push((after, chances + 1));
                    }
                    continue;
                }
            };
            let notes = position.notes().clone();
            let key = (position.normal_form(), notes.digest());
            add(layer, key, Reach { pause: position.pause(), notes, paths });
        }
        Ok(())
    }
}

impl Reach {
    fn position(self, game: &Game, (cells, _): (Packed, u128)) -> Position {
        Position::with_notes(game.clone(), &cells, self.notes, self.pause)
    }
}

fn add(layer: &mut Layer, key: (Packed, u128), reach: Reach) {
    match layer.entry(key) {
        Entry::Vacant(entry) => _ = entry.insert(reach),
        Entry::Occupied(mut entry) => entry.get_mut().paths = entry.get().paths.saturating_add(reach.paths),
    }
}

fn all_paths(layer: &Layer) -> u64 {
    layer.values().fold(0u64, |sum, reach| sum.saturating_add(reach.paths))
}

/// How many positions there are, whichever were noted before.
fn different(layer: &Layer) -> usize {
    let keys: Vec<&(Packed, u128)> = layer.keys().collect();
    keys.chunk_by(|(before, _), (after, _)| before == after).count()
}
