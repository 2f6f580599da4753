//! What the interpreter is made faster by, each to be left out, so that what it is worth can be measured.

use super::{Invariants, Program};

/// One way of making the interpreter faster. What is played is the same without, but for the count of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    /// What does not depend on the element of a loop is worked out once while the position stays: `lower/invariants.rs`.
    Hoisting,
    /// What a definition gives is remembered while the position stays, where that is work: `lower/expression.rs`.
    Memoisation,
}

impl Pass {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 2] = [Self::Hoisting, Self::Memoisation];

    /// How it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hoisting => "hoisting",
            Self::Memoisation => "memoisation",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

impl Program {
    /// The same program, to be run without a pass.
    pub fn without(&self, pass: Pass) -> Self {
        let mut program = self.clone();
        match pass {
            Pass::Hoisting => program.invariants = Invariants::new(program.nodes.len()),
            Pass::Memoisation => program.definitions.iter_mut().for_each(|it| it.remembered = false),
        }
        program
    }
}
