//! What lies where in the memory that the machine code works on.
//!
//! Blocks of cells come first: block 0 is the position that is played, one more for each seat's secret run, then those of a search. Each
//! holds the cells of a position, its scratch, some words about the stop it stands at, and what is legal there. Fixed tables follow, and
//! behind them a stack of lists.

use rulehound_interpreter::program::{Holder, Instruction, ListPlace, Program};

/// Words for what is legal at one stop.
const LEGAL_WORDS: u32 = 16_384;

/// Words behind them for the numbers that the candidates had before a plan left only some.
const NUMBER_WORDS: u32 = 4_096;

/// How deep a search may go.
pub const SEARCH_DEPTH: u32 = 48;

/// Bytes of the stack of lists.
pub const STACK_BYTES: u32 = 4 << 20;

/// Where the keys that a path has reached are put.
pub const KEYS: u32 = 64;

/// How many keys fit.
pub const MOST_KEYS: u32 = 16;

/// Where the keys at which a search may stop are put.
pub const ENOUGH: u32 = KEYS + MOST_KEYS * 4;

/// The first block.
const BLOCKS: u32 = 1_024;

/// What lies behind the cells of a block.
#[derive(Clone, Copy)]
pub enum Extra {
    /// Which decision it stands at.
    Choice,
    /// How many candidates are legal there.
    Count,
    /// Where a roll goes, or how many values there are to draw from.
    Outcome,
    /// Where those values lie.
    Values,
    /// Whether a plan has left only some of the candidates.
    Planned,
}

/// What lies where, in bytes.
#[derive(Clone, Debug)]
pub struct Map {
    /// How many cells a position has.
    pub size: u32,
    extra: u32,
    /// What is legal, from the beginning of a block.
    pub legal: u32,
    /// From block to block.
    pub stride: u32,
    /// The first block of a search.
    pub search: u32,
    /// The fixed tables.
    pub tables: u32,
    /// Cells of the scratch that tell how many rows a list has.
    pub lists: Vec<u32>,
}

impl Map {
    /// The map of a program.
    pub fn of(program: &Program) -> Self {
        let passing = |instruction: &Instruction| match instruction {
            Instruction::ForStart(ListPlace::Passing(number), _) => number + 1,
            _ => 0,
        };
        let lists = program.code.iter().map(passing).max().unwrap_or(0);
        let size = program.layout.size;
        let extra = program.layout.total.next_multiple_of(2) * 4;
        let legal = extra + (5 + 3 * lists).next_multiple_of(2) * 4;
        // Off by some lines of the cache, so that blocks do not fight for the same ones.
        let stride = (legal + (LEGAL_WORDS + NUMBER_WORDS) * 4).next_multiple_of(64) + 192;
        let seats = u32::try_from(program.instance.seats()).unwrap_or(0);
        let search = BLOCKS + (1 + seats) * stride;
        let list = |holder: &Holder| match holder {
            Holder::List(list, _) | Holder::Rows(list, _) if list.at >= size => Some(list.at),
            Holder::List(..) | Holder::Rows(..) | Holder::One(_) | Holder::Set(..) => None,
        };
        let lists = program.holders.iter().filter_map(list).collect();
        Self { size, extra, legal, stride, search, tables: search + (SEARCH_DEPTH + 2) * stride, lists }
    }

    /// Where a block begins.
    pub fn block(&self, number: u32) -> u32 {
        BLOCKS + number * self.stride
    }

    /// Where an extra word lies in a block.
    pub fn extra(&self, which: Extra) -> u32 {
        self.extra + (which as u32) * 4
    }

    /// Where the list of a loop that cannot stop is described in a block: its beginning, its cursor and its end.
    pub fn passing(&self, number: u32) -> u32 {
        self.extra + (5 + number * 3) * 4
    }

    /// How many words there are for what is legal.
    pub fn most_legal(&self) -> u32 {
        LEGAL_WORDS
    }

    /// Where the numbers lie that the candidates had before a plan left only some, from the beginning of a block; and how many fit.
    pub fn numbers(&self) -> (u32, u32) {
        (self.legal + LEGAL_WORDS * 4, NUMBER_WORDS)
    }
}
