//! How much work is done, so that nothing runs for ever: never less is counted than the interpreter counts, which has a bound that fails a
//! game. Whoever passes the bound here leaves the game to the interpreter.
//!
//! While code is written, [`Fun`] adds up how much the interpreter would do at most for what runs once. A loop uses that up
//! in each round, or beforehand what all rounds take; a function what it takes outside its loops; from instruction to instruction a table
//! tells how much may follow.

use std::ops::Range;

use rulehound_interpreter::limits::AHEAD_STEPS;
use rulehound_interpreter::play::BUDGET;
use wasm_encoder::Instruction as I;

use super::fun::Later;
use super::{Emit, Emitter, Fun, Global};

/// How much there is between two stops.
pub const FUEL: i32 = BUDGET as i32;

/// How much there is for searches between two stops: less than the interpreter has, whose secret runs begin anew at each answer.
const AHEAD: i32 = (AHEAD_STEPS / 2) as i32;

/// The interpreter counts each part of an expression once.
pub const NODE: i32 = 1;

/// An instruction is one more, and a part or two of what it does.
pub const INSTRUCTION: i32 = 3;

/// What an element costs besides what is done with it: being listed, handed through sets, gone through.
pub const ROUND: i32 = 3;

/// The most work of one round that can be counted.
const MOST_A_ROUND: i32 = 20_000;

/// The most rounds of a loop.
const MOST_ROUNDS: i32 = 100_000;

/// The most work of a round that is used up for all rounds beforehand; a loop that does more may often end early.
const BEFOREHAND: i32 = 40;

/// How often something may be done by the interpreter that is done once here: so often, all the work there is fits a word.
pub const MOST_TIMES: i32 = 200;

/// The work of a loop that is being written.
pub struct Rounds {
    /// Where that of all rounds is used up beforehand.
    beforehand: Range<usize>,
    each: Later,
    /// Where that of one round is used up.
    round: Option<(Range<usize>, Later)>,
    /// What was counted before.
    before: i32,
    /// The most rounds there can be, if that is known.
    most: Option<i32>,
}

impl Emitter<'_> {
    /// Uses up as much work as lies on top, which is not below 0.
    pub(super) fn burn(f: &mut Fun) {
        let left = f.local();
        f.set(left);
        Self::global(f, Global::Fuel).get(left).put(I::I32Sub).tee(left);
        Self::set_global(f, Global::Fuel);
        f.get(left).number(0).put(I::I32LeS).stop_if();
    }

    /// What the code outside loops takes is used up at the beginning of a function.
    pub(super) fn work_first(f: &mut Fun) {
        let work = f.work;
        if work > 0 {
            f.first(|f| {
                f.number(work);
                Self::burn(f);
            });
        }
    }

    /// As much as there is between two stops.
    pub(super) fn refuel(f: &mut Fun) {
        f.number(FUEL);
        Self::set_global(f, Global::Fuel);
    }

    /// All work is to be done again, looking ahead too: behind a stop.
    pub(super) fn refuel_all(f: &mut Fun) {
        Self::refuel(f);
        f.number(AHEAD);
        Self::set_global(f, Global::Ahead);
    }

    /// A search is done with a path: what that took is used up of what there is for all paths, and the next has all its work before it.
    pub(super) fn end_path(f: &mut Fun) {
        let left = f.local();
        Self::global(f, Global::Ahead);
        Self::global(f, Global::Fuel).put(I::I32Add).number(FUEL).put(I::I32Sub).tee(left);
        Self::set_global(f, Global::Ahead);
        f.get(left).number(0).put(I::I32LeS).stop_if();
        Self::refuel(f);
    }

    /// A loop begins; how many rounds it has at most lies on top, not below 0.
    pub(super) fn begin_rounds(f: &mut Fun, most: Option<i32>) -> Rounds {
        f.loops += 1;
        let start = f.here();
        let rounds = f.local();
        f.tee(rounds).number(MOST_ROUNDS).put(I::I32GtU).stop_if().get(rounds);
        let each = f.number_later();
        f.put(I::I32Mul);
        Self::burn(f);
        let beforehand = start..f.here();
        Rounds { beforehand, each, round: None, before: std::mem::take(&mut f.work), most }
    }

    /// A round of it begins.
    pub(super) fn round(f: &mut Fun, rounds: &mut Rounds) {
        let start = f.here();
        let each = f.number_later();
        Self::burn(f);
        rounds.round = Some((start..f.here(), each));
    }

    /// Writes what the interpreter does so many times, [`MOST_TIMES`] at most, and machine code once: its work counts as often.
    pub(super) fn instead_of<'p>(
        emitter: &mut Emitter<'p>,
        f: &mut Fun,
        times: i32,
        write: &mut dyn FnMut(&mut Emitter<'p>, &mut Fun) -> Emit,
    ) -> Emit {
        let (fuel, unsure, unbounded) = (f.local(), f.unsure, f.unbounded);
        let before = std::mem::take(&mut f.work);
        let start = f.here();
        Self::global(f, Global::Fuel).set(fuel);
        let kept = start..f.here();
        write(emitter, f)?;
        f.work = f.work.saturating_mul(times).saturating_add(before);
        if f.unsure == unsure && f.unbounded == unbounded {
            f.erase(kept);
        } else {
            // What was used up on the way too.
            f.get(fuel);
            Self::global(f, Global::Fuel).put(I::I32Sub).number((times - 1).max(0)).put(I::I32Mul);
            Self::burn(f);
        }
        Ok(())
    }

    /// All is written that is done in a round.
    pub(super) fn end_rounds(f: &mut Fun, rounds: Rounds) {
        let each = std::mem::replace(&mut f.work, rounds.before).saturating_add(ROUND);
        let all = rounds.most.map(|most| each.saturating_mul(most));
        if let Some(all) = all.filter(|all| *all <= f.most_bounded) {
            f.erase(rounds.beforehand.clone());
            f.fill_with(rounds.beforehand.start, I::Drop);
            if let Some((code, _)) = rounds.round {
                f.erase(code);
            }
            f.work = f.work.saturating_add(all);
            return;
        }
        f.unbounded += 1;
        f.too_long |= each > MOST_A_ROUND;
        let each = each.min(MOST_A_ROUND);
        match rounds.round {
            Some((_, later)) if each > BEFOREHAND => {
                f.fill(later, each);
                // What lies on top is dropped instead.
                f.erase(rounds.beforehand.clone());
                f.fill_with(rounds.beforehand.start, I::Drop);
            }
            Some((code, _)) => {
                f.erase(code);
                f.fill(rounds.each, each);
            }
            None => f.fill(rounds.each, each),
        }
    }
}

/// A loop begins of which nobody knows how many rounds it has: each counts when it begins. Gives what was counted before.
pub fn begin_growing(f: &mut Fun) -> i32 {
    f.loops += 1;
    std::mem::take(&mut f.work)
}

/// A round of it begins.
pub fn growing_round(f: &mut Fun) -> Later {
    let each = f.number_later();
    Emitter::burn(f);
    each
}

/// All is written that is done in a round.
pub fn end_growing(f: &mut Fun, before: i32, round: Later) {
    let each = std::mem::replace(&mut f.work, before).saturating_add(ROUND);
    f.unbounded += 1;
    f.too_long |= each > MOST_A_ROUND;
    f.fill(round, each.min(MOST_A_ROUND));
}
