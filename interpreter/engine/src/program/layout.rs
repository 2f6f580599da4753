//! Where things lie in a position.

use std::ops::Range;

/// A cell of a position, or behind it of the scratch of one run.
pub type Addr = u32;

/// An index into [`Program::nodes`](super::Program::nodes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// An index into [`Program::checks`](super::Program::checks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckId(pub u32);

/// An index into [`Program::audiences`](super::Program::audiences).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AudienceId(pub u32);

/// What a cell holds while no name lives in it.
pub const CLEARED: i32 = i32::MIN + 2;

/// What a position says of its end.
pub mod ending {
    /// The game goes on.
    pub const GOES_ON: i32 = 0;
    /// The game is over.
    pub const GAME_OVER: i32 = 1;
    /// A phase or rule is played instead of the whole game.
    pub const PART: i32 = 2;
    /// That has ended, the game has not.
    pub const PART_OVER: i32 = 3;
}

/// The parts of a position, in order. The declared part ends at [`Layout::declared`]; the control part follows.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Whether the game is over: one of [`ending`].
    pub over: Addr,
    /// The place of each seat; 0 if none.
    pub places: Addr,
    /// The first cell of each variable.
    pub variables: Vec<Addr>,
    /// Where the components lie, by number.
    pub lying: Addr,
    /// For each kind and each of its attribute cells: the first of the cells that hold it, one for each component of the kind; `None` if it
    /// is printed.
    pub attributes: Vec<Vec<Option<Addr>>>,
    /// For each kind the first of its components' heights; `None` if it never lies in a pile.
    pub heights: Vec<Option<Addr>>,
    /// The first `when` bit.
    pub bits: Addr,
    /// The cells of the declared part.
    pub declared: Addr,
    /// How many keys the result has for each seat.
    pub keys_each: u32,
    /// The keys of the result, seat by seat.
    pub keys: Addr,
    /// How many keys the ranking had.
    pub keys_used: Addr,
    /// Where to go on.
    pub pc: Addr,
    /// Who is on turn, or none.
    pub decider: Addr,
    /// Whether a body of a `when` runs.
    pub in_when: Addr,
    /// Whether all `when` must be looked at before the next statement.
    pub pending: Addr,
    /// How often chance was asked since the last decision.
    pub chances: Addr,
    /// Whether a `turn of` or `simultaneous` has begun or ended since the last answer: 0 or 1.
    pub turns: Addr,
    /// The cells of the whole position.
    pub size: Addr,
    /// With the scratch of a run behind it.
    pub total: Addr,
}

/// Where the positions that were noted come in.
#[derive(Clone, Debug)]
pub struct NotesCode {
    /// How long the list of them is.
    pub at: Addr,
    /// The cells of which a position that is noted consists, each of which stands for itself.
    pub alone: Vec<Range<Addr>>,
    /// Those that may hold a component of a group: then they say something of that component, whichever it is.
    pub holders: Vec<Addr>,
    /// The others: those of components of which only their state tells which is which.
    pub groups: Vec<NotedGroup>,
}

/// Components of which only their state tells which is which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedGroup {
    /// Their numbers.
    pub components: Vec<i32>,
    /// The cells of one component after the other.
    pub cells: Vec<Addr>,
    /// How many cells each has, at least 1.
    pub width: usize,
    /// What a component adds to the hash of a position by the number of its place, worked out beforehand where that is all there is of it;
    /// else nothing.
    pub of_place: Vec<u128>,
    /// The same cells, as far as they follow each other.
    pub rows: Vec<Range<Addr>>,
}

/// A name or list whose cells may hold components, for telling what is held.
#[derive(Clone, Debug)]
pub enum Holder {
    /// One value.
    One(Addr),
    /// A length, then values.
    Set(Addr, u32),
    /// A list of tuples: count, cursor, tuples; which columns hold components. Rows before the cursor are done with.
    List(ListCode, Vec<bool>),
    /// The same, but all rows hold: other triggers may still ask for them.
    Rows(ListCode, Vec<bool>),
}

/// A list of tuples in the position: count, cursor, then tuples.
#[derive(Clone, Debug)]
pub struct ListCode {
    /// Its first cell.
    pub at: Addr,
    /// How many values a tuple has.
    pub width: u32,
    /// How many tuples fit.
    pub capacity: u32,
}

impl ListCode {
    /// All its cells.
    pub fn cells(&self) -> Range<Addr> {
        self.at..self.at.saturating_add(2).saturating_add(self.width.saturating_mul(self.capacity))
    }
}
