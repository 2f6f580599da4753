//! Bodies: clauses of phases and rules, and triggers. Nothing runs twice at once, so each has its cells at fixed addresses.

use std::ops::Range;

use super::{Addr, CheckId, Pc};
use rulehound_rules::model::{RunnableId, TriggerId};

/// An index into [`Program::frames`](super::Program::frames).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameId(pub u32);

/// A body.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whose body.
    pub of: FrameOf,
    /// What it is called in words.
    pub name: String,
    /// Whether it is a phase.
    pub phase: bool,
    /// Its instructions.
    pub code: Range<Pc>,
    /// Where its end begins: what watches it, then the return.
    pub end: Pc,
    /// Where to go on behind it; the cell after it holds who was on turn before.
    pub return_to: Addr,
    /// Those two, and the parameters of a clause.
    pub cells: Range<Addr>,
    /// The names that a trigger's watch binds.
    pub names: Range<Addr>,
    /// The cells of all names bound inside.
    pub inner: Range<Addr>,
    /// The parameters, for headings: cell and sort.
    pub parameters: Vec<(Addr, rulehound_rules::model::Sort)>,
    /// Of a phase what it is called, if that holds values.
    pub heading: Option<super::TextCode>,
    /// What can be left inside, inner ones first.
    pub regions: Vec<Region>,
    /// Whether it is the body of a `when`.
    pub when: bool,
    /// Of a trigger, whether what sets it off reads something that somebody does not see.
    pub secret: bool,
}

/// Whose body it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameOf {
    /// A clause of a phase or rule.
    Clause(RunnableId, usize),
    /// A trigger.
    Trigger(TriggerId),
}

/// A stretch of a body that `leave` can end.
#[derive(Clone, Debug)]
pub struct Region {
    /// Which sort.
    pub kind: RegionKind,
    /// Its instructions.
    pub code: Range<Pc>,
    /// Where to go on.
    pub landing: Pc,
    /// The names inside, which end with it.
    pub cells: Range<Addr>,
}

/// What can be left but bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// `turn of`.
    Turn,
    /// `plan`, by number.
    Plan(u32),
    /// A private block of a `simultaneous`, by number.
    Private(u32),
}

/// A phase or rule.
#[derive(Clone, Debug)]
pub struct RunnableCode {
    /// Which parameter chooses the clause.
    pub selector: Option<usize>,
    /// What each parameter must be.
    pub checks: Vec<Option<CheckId>>,
    /// Its clauses: value at the selector, where the parameters lie, the body.
    pub clauses: Vec<(Option<i32>, Vec<Option<Addr>>, FrameId)>,
}
