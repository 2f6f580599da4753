//! Every limit of the engine, each in this one place. `docs/limits.md` tells them to people; a test holds the two together.

use std::cell::Cell;

/// How much of some work may still be done.
#[derive(Clone, Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    /// So many steps and no more.
    pub fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Uses steps up; `None` once there are not so many left.
    pub fn spend(&self, steps: u64) -> Option<()> {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(0));
        left.map(|_| ())
    }

    /// How many steps are left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Whether it came to its end.
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// The most files of a game.
pub const FILES: usize = 16;

/// The longest file of a game, in bytes.
pub const FILE_BYTES: usize = 1 << 20;

/// The longest script, in bytes. The record of a game of 100,000 decisions is shorter.
pub const SCRIPT_BYTES: usize = 8 << 20;

/// The most steps of a script.
pub const SCRIPT_STEPS: usize = 200_000;

/// The most players.
pub const PLAYERS: i32 = 100;

/// The most components of a game at a table.
pub const COMPONENTS: usize = 1_000;

/// The most places of a game at a table.
pub const PLACES: usize = 1_000;

/// The most elements of a set.
pub const ELEMENTS: usize = 4_096;

/// The most numbers of a plain range that is gone through.
pub const RANGE: usize = 65_536;

/// The most values of a tuple.
pub const TUPLE: usize = 8;

/// The most entries of a table.
pub const TABLE_ENTRIES: u64 = 10_000;

/// The most triggers. Every effect is held against every trigger.
pub const TRIGGERS: usize = 256;

/// The deepest chain of rules that run each other, and of definitions.
pub const CALL_DEPTH: usize = 200;

/// The greatest depth of a rule or definition within itself.
pub const DEEP: u32 = 64;

/// The most bytes of all that comes back to itself together, each counted as often as it may be deep.
pub const DEEP_BYTES: u64 = 1 << 20;

/// The most cells of a position: 16 KiB of four bytes each.
pub const CELLS: u32 = 4_096;

/// The most positions that may be noted before they are forgotten.
pub const NOTES: usize = 10_000;

/// The most steps that all `make` and other values that are fixed before play take together.
pub const FIXED_STEPS: u64 = 2_000_000;

/// The most steps in search of names that somebody may have meant, all unknown names of a game together.
pub const NEAR_STEPS: u64 = 20_000_000;

/// The most steps between two stops: instructions, parts of expressions, looks at elements.
pub const STEPS: u64 = 10_000_000;

/// The most steps of looking ahead between two stops, over all positions.
pub const AHEAD_STEPS: u64 = 100_000_000;

/// The most positions of one look ahead.
pub const AHEAD_POSITIONS: usize = 1_000_000;

/// The most decisions in a row of one look ahead.
pub const AHEAD_DEPTH: usize = 400;

/// The most steps of looking for where the ways of a plan get stuck.
pub const STUCK_STEPS: u64 = 10_000_000;

/// The most outcomes of chance between two decisions.
pub const OUTCOMES: i32 = 20_000;

/// The most candidates of one decision.
pub const CANDIDATES: usize = 65_536;

/// The most elements that all candidates of a `choose` of several hold together.
pub const CHOSEN: usize = 1_000_000;

/// The most steps that the words of all options of one decision take.
pub const WORDING_STEPS: u64 = 100_000_000;

/// The most `as` texts of components one within another; what lies deeper is described by kind and features.
pub const NAMING_DEPTH: usize = 3;

/// The longest text, in bytes.
pub const TEXT_BYTES: usize = 4_000;

/// The most bytes of all words of one decision; with very many options each is told shorter.
pub const OFFER_BYTES: usize = 16 << 20;

/// The most of what is forbidden that is listed.
pub const REFUSALS: usize = 1_000;
