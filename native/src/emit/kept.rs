//! Cells that are kept in locals while something else is written there: four that follow each other at once.

use rulehound_interpreter::program::Addr;
use wasm_encoder::Instruction as I;

use super::{BASE, Fun, Local};

/// How many cells are kept at once.
const TOGETHER: u32 = 4;

/// Of no more cells than these each is kept alone: where one has just been written, reading four at once would wait for that.
const FEW: usize = 12;

/// Cells with what was in them.
pub struct Kept {
    /// The first of four, and where they are.
    fours: Vec<(Addr, Local)>,
    /// Each alone.
    ones: Vec<(Addr, Local)>,
}

impl Kept {
    /// Room for these cells, which are in order.
    pub fn new(f: &mut Fun, mut cells: &[Addr]) -> Self {
        let mut kept = Self { fours: Vec::new(), ones: Vec::new() };
        let few = cells.len() <= FEW;
        while let Some((first, rest)) = cells.split_first() {
            let follow = !few && cells.iter().take(TOGETHER as usize).copied().eq(*first..*first + TOGETHER);
            cells = if follow { cells.get(TOGETHER as usize..).unwrap_or_default() } else { rest };
            if follow {
                kept.fours.push((*first, f.four()));
            } else {
                kept.ones.push((*first, f.local()));
            }
        }
        kept
    }

    /// Keeps what is there now.
    pub fn keep(&self, f: &mut Fun) {
        for (at, four) in &self.fours {
            f.get(BASE).load_four(at * 4).set(*four);
        }
        for (at, one) in &self.ones {
            f.cell(*at).set(*one);
        }
    }

    /// What was kept is there again.
    pub fn take_back(&self, f: &mut Fun) {
        for (at, four) in &self.fours {
            f.get(BASE).get(*four).store_four(at * 4);
        }
        for (at, one) in &self.ones {
            f.write_local(*at, *one);
        }
    }

    /// Keeps instead what is there now wherever it is no more what it was before; those of the same cells.
    pub fn join(&self, f: &mut Fun, before: &Self) {
        for ((at, four), (_, old)) in self.fours.iter().zip(&before.fours) {
            f.get(*four).get(BASE).load_four(at * 4);
            f.get(BASE).load_four(at * 4).get(*old).put(I::I32x4Eq).put(I::V128Bitselect).set(*four);
        }
        for ((at, one), (_, old)) in self.ones.iter().zip(&before.ones) {
            let new = f.local();
            f.cell(*at).tee(new).get(*one).get(new).get(*old).put(I::I32Ne).put(I::Select).set(*one);
        }
    }
}
