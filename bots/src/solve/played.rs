//! How a bot plays a small game, as a strategy: what it does in each information set, by asking it there again and again.

use rulehound_interpreter::play::{Game, Knowledge, Memory, PlayError};

use super::{GameTree, Strategy};
use crate::{Bot, Budget};

/// Asks a bot `times` times in each information set of a game tree, with so many imagined games for each thought.
///
/// # Errors
/// A fault of the rules.
pub fn played_by(
    bot: &mut Bot,
    game: &Game,
    tree: &GameTree,
    (iterations, times): (u64, u32),
    seed: u64,
) -> Result<Strategy, PlayError> {
    let mut weights = Vec::with_capacity(tree.sets().len());
    for (number, set) in (0_u64..).zip(tree.sets()) {
        let mut memory = Memory::new(game, set.seat);
        let position = tree.replay(set, &mut |log, position| memory.take_in(log, position))?;
        let mut taken = vec![0.0; set.options];
        if let Some(known) = Knowledge::of(&position, set.seat, Some(&memory))? {
            for time in 0..u64::from(times) {
                let seed = seed ^ (number << 32 | time);
                let thought = bot.think(&known, seed, &mut Budget::new(iterations, &mut || true));
                if !thought.shares.is_empty() {
                    // It says itself how often it takes what.
                    taken = thought.shares.iter().map(|share| *share as f64).collect();
                    break;
                }
                taken.iter_mut().skip(thought.option).take(1).for_each(|taken| *taken += 1.0);
            }
        }
        weights.push(taken);
    }
    Ok(Strategy::of(weights))
}
