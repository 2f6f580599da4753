//! What lies where in the memory that the machine code works on.
//!
//! First the keys of a search and two stacks of lists, at addresses that never change. Then blocks of cells: block 0 is the position that is
//! played, one more for each seat's secret run, then those of a search. Each holds the cells of a position, its scratch, some words about the
//! stop it stands at, and what is legal there. Fixed tables come last.

use std::collections::BTreeSet;

use crate::identity;
use crate::passes::{Entry, Pass, Passes};
use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{Holder, Instruction, ListPlace, Node, Program};

/// Words for what is legal at one stop.
const LEGAL_WORDS: u32 = 16_384;

/// Words behind them for the numbers that the candidates had before a plan left only some.
const NUMBER_WORDS: u32 = 4_096;

/// How deep a search may go.
pub const SEARCH_DEPTH: u32 = 48;

/// Bytes of a stack of lists.
const STACK_BYTES: u32 = 4 << 20;

/// Bytes at the end of a stack that are left for what is written there without asking for room: [`MOST_ASIDE`] words at most.
const SLACK: u32 = 512 << 10;

/// The most words that are written to a stack of lists without asking for room.
pub const MOST_ASIDE: i32 = 32_768;

/// Where the two stacks of lists begin.
pub const STACKS: [u32; 2] = [4_096, 4_096 + STACK_BYTES];

/// Where they are full.
pub const FULL: [u32; 2] = [STACKS[0] + STACK_BYTES - SLACK, STACKS[1] + STACK_BYTES - SLACK];

/// For each generator of random numbers where its next number lies, and where those drawn beforehand end.
pub const CURSORS: [u32; 2] = [192, 200];

/// Where its numbers lie, of 8 bytes each.
pub const NUMBERS: [u32; 2] = [1_024, 2_048];

/// How many are drawn beforehand, and how many when a game begins: short ones need few.
pub const MOST_NUMBERS: u32 = 32;
pub const FIRST_NUMBERS: u32 = 10;

/// Where the number of the last look at what is held lies.
pub const LOOK: u32 = 320;

/// Where it stands whether a search has remembered any position.
pub const REMEMBERED: u32 = 324;

/// Behind this look all marks are wiped out, and numbers begin anew.
pub const LAST_LOOK: i32 = 1 << 30;

/// The most words for marks of groups at places.
const MOST_MARKS: u32 = 16_384;

/// The most outcomes of chance between two decisions.
pub const MOST_CHANCES: i32 = rulehound_interpreter::limits::OUTCOMES;

/// As many components have a bit each in one word.
const MOST_IN_A_WORD: usize = 64;

/// As many have one in three words, behind which a fourth stays empty.
const MOST_IN_THREE_WORDS: usize = 192;

/// So many components that are alike are many.
const MANY_ALIKE: usize = 16;

/// The most places of which each has four words: with more, copying a position takes longer than looking for components.
const MOST_LONG_PLACES: usize = 127;

/// How it is kept again where components are, from which byte of a block on.
#[derive(Clone, Copy, Debug)]
pub enum Lies {
    /// A byte for each component: its place. So many are compared at once.
    Bytes(u32),
    /// Words for each place: a bit for each component.
    Bits(PlaceBits),
}

/// Words of 64 bits for each place, one or four: which components lie there.
#[derive(Clone, Copy, Debug)]
pub struct PlaceBits {
    /// From which byte of a block on.
    pub first: u32,
    /// How many bytes a place has, as a power of two: 3 or 5.
    pub shift: u32,
}

impl PlaceBits {
    /// Whether all bits of a place are one word.
    pub fn one_word(self) -> bool {
        self.shift == 3
    }
}

/// What is counted of a random game.
#[derive(Clone, Copy)]
pub enum Tally {
    /// The most decisions there may be.
    Most,
    /// Whose numbers the bots use: where its cursor lies.
    Bots,
    Stops,
    Decisions,
    /// Decisions that were not forced.
    Free,
    /// How many options these had together.
    Options,
    /// Whether bots draw candidates until one is legal where that saves looking at all.
    Lots,
}

impl Tally {
    /// Where it lies, in bytes.
    pub fn at(self) -> u32 {
        256 + (self as u32) * 4
    }
}

/// Where the keys that a path has reached are put.
pub const KEYS: u32 = 64;

/// How many keys fit.
pub const MOST_KEYS: u32 = 16;

/// Where the keys at which a search may stop are put.
pub const ENOUGH: u32 = KEYS + MOST_KEYS * 4;

/// The first block.
const BLOCKS: u32 = STACKS[1] + STACK_BYTES;

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
    /// How much work is left to a secret run.
    Fuel,
}

/// How many words of that kind there are.
const EXTRAS: u32 = 6;

/// The most bytes of counters; what more would be counted is looked for instead.
const MOST_COUNTERS: u32 = 8_192;

/// Fewer components than these are found as fast as counted.
const WORTH_COUNTING: i32 = 4;

/// With more places where a component is does not fit a byte, and one value stands for no place.
const MOST_BYTE_PLACES: usize = 255;

/// The most that a counter of a byte counts.
const MOST_IN_A_BYTE: i32 = 255;

/// How many components of a kind, or of one owner, lie at each place. Kept up to date by whatever moves them.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Which kind.
    pub kind: KindId,
    /// Whether those of each owner are counted for themselves.
    pub by_owner: bool,
    /// Where it lies in a block: places of the first owner, then of the second.
    pub at: u32,
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
    /// A block for what was before a `simultaneous`.
    pub before: u32,
    /// Marks by component, and by group and place if these are few: where they begin, how many bytes they take.
    pub looked: (u32, u32),
    /// Where those by group and place begin.
    pub met: Option<u32>,
    /// The fixed tables.
    pub tables: u32,
    /// Cells of the scratch that tell how many rows a list has.
    pub lists: Vec<u32>,
    /// What is counted.
    pub counters: Vec<Counter>,
    /// Where it lies again where each component is, if that is kept in a way that is quicker to look at.
    pub lies: Option<Lies>,
    /// Where that and the counters begin in a block, and how many bytes they take.
    pub counted: (u32, u32),
    /// How many bytes a counter has, as a power of two: 0 or 2.
    pub counter: u32,
    /// The kinds of which nobody keeps where each component lies, only how many lie where.
    pub without_identity: BTreeSet<KindId>,
}

impl Lies {
    /// Which way is quickest, from a byte of a block on.
    fn of(program: &Program, first: u32) -> Option<Self> {
        let (components, places) = (program.ground.components.len(), program.ground.places.len());
        if (1..=MOST_IN_A_WORD).contains(&components) && places <= MOST_BYTE_PLACES {
            return Some(Self::Bits(PlaceBits { first, shift: 3 }));
        }
        let in_three = (1..=MOST_IN_THREE_WORDS).contains(&components) && places <= MOST_LONG_PLACES;
        if in_three && mostly_alike(program) {
            return Some(Self::Bits(PlaceBits { first, shift: 5 }));
        }
        (components > 0 && places <= MOST_BYTE_PLACES).then_some(Self::Bytes(first))
    }

    /// How many bytes that takes.
    fn bytes(self, program: &Program) -> u32 {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        match self {
            Self::Bytes(_) => count(program.ground.components.len()).next_multiple_of(8),
            // One place more for what is none: nothing lies there.
            Self::Bits(bits) => (count(program.ground.places.len()) + 1) << bits.shift,
        }
    }
}

/// Whether most components have many that are alike. Of those any one is taken from where it lies, which bits are quick at; others are gone
/// through one by one.
fn mostly_alike(program: &Program) -> bool {
    let many = program.groups.iter().map(Vec::len).filter(|alike| *alike >= MANY_ALIKE);
    2 * many.sum::<usize>() >= program.ground.components.len()
}

impl Map {
    /// The map of a program, to be entered there. Only those counters are kept that are read, if that is known.
    pub fn of(program: &Program, (passes, entry): (&Passes, Entry), read: Option<&[Counter]>) -> Self {
        let passing = |instruction: &Instruction| match instruction {
            Instruction::ForStart(ListPlace::Passing(number), _) => number + 1,
            _ => 0,
        };
        let lists = program.code.iter().map(passing).max().unwrap_or(0);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let size = program.layout.size;
        let extra = program.layout.total.next_multiple_of(2) * 4;
        let first = extra + (EXTRAS + 3 * lists).next_multiple_of(2) * 4;
        let components = count(program.ground.components.len());
        let lies = Lies::of(program, first).filter(|_| passes.has(Pass::ComponentsAsBits));
        let behind = first + lies.map_or(0, |lies| lies.bytes(program));
        // At a stop everybody may ask where a component lies.
        let by_number = entry == Entry::Games && passes.has(Pass::ComponentsAsCounts);
        let (counters, counter, legal) = counters(program, behind, (read, by_number));
        let without_identity = if by_number { identity::without(program, &counters) } else { BTreeSet::new() };
        // Off by some lines of the cache, so that blocks do not fight for the same ones.
        let stride = (legal + (LEGAL_WORDS + NUMBER_WORDS) * 4).next_multiple_of(64) + 192;
        let seats = u32::try_from(program.instance.seats()).unwrap_or(0);
        let search = BLOCKS + (1 + seats) * stride;
        let marks = search + (SEARCH_DEPTH + 3) * stride;
        let met = count(program.groups.len()).saturating_mul(count(program.ground.places.len()));
        let few = met <= MOST_MARKS;
        let bytes = ((components + if few { met } else { 0 }) * 4).next_multiple_of(8);
        let list = |holder: &Holder| match holder {
            Holder::List(list, _) | Holder::Rows(list, _) if list.at >= size => Some(list.at),
            Holder::List(..) | Holder::Rows(..) | Holder::One(_) | Holder::Set(..) => None,
        };
        let lists = program.holders.iter().filter_map(list).collect();
        Self {
            size,
            extra,
            legal,
            stride,
            search,
            before: search + (SEARCH_DEPTH + 2) * stride,
            looked: (marks, bytes),
            met: few.then_some(marks + components * 4),
            tables: marks + bytes,
            lists,
            counters,
            lies,
            counted: (first, legal - first),
            counter,
            without_identity,
        }
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
        self.extra + (EXTRAS + number * 3) * 4
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

/// What is worth counting, from this byte of a block on, what is moved by number too if asked for; how many bytes a counter has, as a power of
/// two; and where they end.
fn counters(program: &Program, first: u32, (read, by_number): (Option<&[Counter]>, bool)) -> (Vec<Counter>, u32, u32) {
    let places = u32::try_from(program.ground.places.len()).unwrap_or(u32::MAX);
    let mut wanted: Vec<(KindId, bool)> = Vec::new();
    for node in &program.nodes {
        let found: Vec<(KindId, bool)> = match node {
            Node::CountOn(components, _) => match program.nodes.get(components.0 as usize) {
                Some(Node::Components(kind, owner)) => vec![(*kind, owner.is_some())],
                _ => Vec::new(),
            },
            Node::Contents(_, kinds) => kinds.iter().map(|kind| (*kind, false)).collect(),
            _ => Vec::new(),
        };
        wanted.extend(found.into_iter().filter(|one| !wanted.contains(one)).collect::<Vec<_>>());
    }
    if by_number {
        let moved: Vec<(KindId, bool)> = identity::moved(program).collect();
        moved.into_iter().for_each(|one| {
            if !wanted.contains(&one) {
                wanted.push(one);
            }
        });
    }
    wanted.retain(|(kind, by_owner)| {
        read.is_none_or(|read| read.iter().any(|it| it.kind == *kind && it.by_owner == *by_owner))
    });
    let most =
        wanted.iter().filter_map(|(kind, _)| program.ground.kinds.get(kind.index())).map(|kind| kind.count).max();
    let counter = if most.unwrap_or(0) > MOST_IN_A_BYTE { 2 } else { 0 };
    let mut counters: Vec<Counter> = Vec::new();
    let mut at = first;
    for (kind, by_owner) in wanted {
        let Some(ground) = program.ground.kinds.get(kind.index()) else { continue };
        let owners = if by_owner { u32::try_from(ground.owners).unwrap_or(0) } else { 1 };
        let bytes = places.saturating_mul(owners).saturating_mul(1 << counter);
        let known = counters.iter().any(|counter| counter.kind == kind && counter.by_owner == by_owner);
        if !known && ground.count >= WORTH_COUNTING && bytes <= MOST_COUNTERS - (at - first) {
            counters.push(Counter { kind, by_owner, at });
            at += bytes;
        }
    }
    (counters, counter, at.next_multiple_of(8))
}
