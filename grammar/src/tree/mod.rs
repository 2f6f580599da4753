//! The syntax tree of one file: data only.
//!
//! A tree promises nothing beyond the grammar. Every node carries the bytes it stands on; the file is known from the context.

mod declaration;
mod expression;
mod shape;
pub(crate) mod shift;
mod statement;
mod text;
mod types;

pub use declaration::*;
pub use expression::*;
pub use shape::shape;
pub use shift::{names_in_block, names_in_expression};
pub use statement::*;
pub use text::*;
pub use types::*;

use crate::span::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The heading; absent when it could not be read.
    pub game: Option<Game>,
    /// Everything after the heading, in written order. Declarations that could not be read are left out.
    pub declarations: Vec<Declaration>,
    /// All comments, in written order; the printer puts them back.
    pub comments: Vec<Comment>,
}

/// `game "…" extends "…"` with its notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The title.
    pub title: Plain,
    /// The files this one changes; empty for a game of its own.
    pub extends: Vec<Plain>,
    /// `ref`, `doc` and so on.
    pub notes: Vec<Note>,
    /// The sections of the rulebook, in its order; empty if they are not listed.
    pub sections: Vec<Plain>,
    /// The whole heading.
    pub span: Span,
    /// The heading without the prose above it.
    pub code: Span,
}

/// `# …` up to the end of the line, the sign included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The comment without its line end.
    pub text: String,
    /// Whether something else stands before it on its line.
    pub trailing: bool,
    /// Where it stands.
    pub span: Span,
}
