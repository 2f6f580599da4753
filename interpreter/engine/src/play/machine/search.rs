//! What a search through a plan has found out so far.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;

/// The most positions looked at in one search through a plan.
pub const MOST_POSITIONS: usize = rulehound_rules::limits::AHEAD_POSITIONS;

/// The most cells that are kept of them: 128 MiB. Beyond, positions are looked at anew.
const MOST_CELLS: usize = 1 << 25;

/// As many cells are compared or copied in about the time of a step.
const CELLS_A_STEP: u64 = 16;

/// The greatest keys a position can reach; `None` if every path fails.
pub(super) type Reach = Option<SmallVec<[i32; 4]>>;

/// A search: the keys at which it may stop, and the positions already looked at, in normal form.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// The plan that is searched.
    pub plan: u32,
    /// Keys that nothing passes; a path that reaches them ends the search.
    enough: SmallVec<[i32; 4]>,
    /// The cells of all positions kept, one after the other, each with as many.
    cells: Vec<i32>,
    /// What each of them reaches.
    found: Vec<Reach>,
    /// Their numbers by hash.
    index: HashTable<u32>,
    looked_at: usize,
    /// How much work is left.
    left: u64,
}

impl Search {
    /// A search that may stop at these keys and has so much work left.
    pub fn up_to(plan: u32, enough: SmallVec<[i32; 4]>, left: u64) -> Self {
        Self { plan, enough, left, ..Self::default() }
    }

    /// Goes on with what is known, but may stop at other keys. What was found stays true: it was looked for up to the greatest there are.
    pub fn go_on(&mut self, enough: SmallVec<[i32; 4]>, left: u64) {
        self.enough = enough;
        self.looked_at = 0;
        self.left = left;
    }

    /// How much work is left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Uses work up; tells whether some is left.
    pub fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.saturating_sub(steps);
        self.left > 0
    }

    pub fn is_enough(&self, reach: &Reach) -> bool {
        reach.as_ref().is_some_and(|reach| *reach >= self.enough)
    }

    /// Counts one more position of so many cells; tells whether that is still within bounds.
    pub fn look(&mut self, cells: usize) -> bool {
        self.looked_at += 1;
        self.spend(cells as u64 / CELLS_A_STEP) && self.looked_at <= MOST_POSITIONS
    }

    /// What is known of a position.
    pub fn known(&self, hash: u64, cells: &[i32]) -> Option<&Reach> {
        let same = |number: &u32| self.kept(*number, cells.len()) == Some(cells);
        self.index.find(hash, same).and_then(|number| self.found.get(*number as usize))
    }

    fn kept(&self, number: u32, size: usize) -> Option<&[i32]> {
        let start = number as usize * size;
        self.cells.get(start..start + size)
    }

    /// Keeps what is found out of a position.
    pub fn keep(&mut self, hash: u64, cells: &[i32], reach: Reach) {
        if self.cells.len() + cells.len() > MOST_CELLS {
            return;
        }
        let Ok(number) = u32::try_from(self.found.len()) else { return };
        self.cells.extend_from_slice(cells);
        self.found.push(reach);
        let (all, size) = (&self.cells, cells.len());
        self.index.insert_unique(hash, number, |number| {
            let start = *number as usize * size;
            hash_of(all.get(start..start + size).unwrap_or_default())
        });
    }
}

/// A hash of cells.
pub(super) fn hash_of(cells: &[i32]) -> u64 {
    let mut hasher = FxHasher::default();
    for pair in cells.chunks(2) {
        let word = match pair {
            [low, high] => u64::from(*low as u32) | u64::from(*high as u32) << 32,
            rest => rest.first().map_or(0, |low| u64::from(*low as u32)),
        };
        hasher.write_u64(word);
    }
    hasher.finish()
}
