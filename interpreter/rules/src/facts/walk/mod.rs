//! Ways through expressions and statements, so that a pass names only what it cares about.
//!
//! Expressions are walked with an explicit list, since a long sum is a deep tree; blocks nest at most 64 deep, so statements
//! are walked by recursion.

mod expression;
mod game;
mod statement;

pub use expression::*;
pub use game::*;
pub use statement::*;

use crate::model::Expression;

/// What an expression is for in its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It makes the offer: sets, conditions and sizes of a `choose`, the condition of a `may`.
    Offer,
    /// It is the condition of a `require`.
    Require,
    /// It stands in a text: an option, its wording, a refusal.
    Wording,
    /// Anything else.
    Work,
}

/// What a block is for in its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A way of a `choose`, or the body of a `may`.
    Way,
    /// An `if none`.
    IfNone,
    /// An arm of an `if`, its `else` included.
    Arm,
    /// The body of a loop.
    Round,
    /// The secret block of a `simultaneous`.
    Secret,
    /// Its `reveal`.
    Reveal,
    /// The body of a `plan`.
    Plan,
    /// The body of a `turn of`.
    Turn,
}

/// A receiver of expressions with their roles.
pub type Visit<'v, 'm> = &'v mut dyn FnMut(Role, &'m Expression);
