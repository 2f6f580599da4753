//! What a search through a plan has found out so far.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::map::MOST_KEYS;

/// The most words that are kept: 128 MiB.
const MOST_WORDS: usize = 1 << 25;

/// What a position reaches.
#[derive(Clone, Copy)]
pub struct Reached {
    /// Whether any path comes to an end.
    pub found: bool,
    /// The best keys.
    pub keys: [i32; MOST_KEYS as usize],
}

/// The positions already looked at.
#[derive(Default)]
pub struct Memo {
    cells: Vec<i32>,
    reached: Vec<Reached>,
    hashes: Vec<u64>,
    index: HashTable<u32>,
}

impl Memo {
    /// Forgets everything but the room it took.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.reached.clear();
        self.hashes.clear();
        self.index.clear();
    }

    /// What a position reaches, if that is known.
    pub fn find(&self, cells: &[i32]) -> Option<Reached> {
        let same = |number: &u32| {
            let start = *number as usize * cells.len();
            self.cells.get(start..start + cells.len()) == Some(cells)
        };
        self.index.find(hash_of(cells), same).and_then(|number| self.reached.get(*number as usize).copied())
    }

    /// Keeps what a position reaches.
    pub fn keep(&mut self, cells: &[i32], reached: Reached) {
        if self.cells.len() + cells.len() > MOST_WORDS {
            return;
        }
        let Ok(number) = u32::try_from(self.reached.len()) else { return };
        let hash = hash_of(cells);
        self.cells.extend_from_slice(cells);
        self.reached.push(reached);
        self.hashes.push(hash);
        let hashes = &self.hashes;
        let hash_again = |number: &u32| hashes.get(*number as usize).copied().unwrap_or_default();
        self.index.insert_unique(hash, number, hash_again);
    }
}

fn hash_of(cells: &[i32]) -> u64 {
    let mut hasher = FxHasher::default();
    for pair in cells.chunks(2) {
        let word = match pair {
            [low, high] => u64::from(*low as u32) | (u64::from(*high as u32) << 32),
            rest => rest.first().map_or(0, |low| u64::from(*low as u32)),
        };
        hasher.write_u64(word);
    }
    hasher.finish()
}
