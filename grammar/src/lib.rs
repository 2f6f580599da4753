//! The rules language as text: a pest grammar, a syntax tree with byte spans, and a printer.
//!
//! In: the text of one `.rules` file. Out: a [`tree::File`] and a list of [`diagnostic::Diagnostic`]s. A tree says how the
//! text is built and nothing about its meaning: names may be unknown, types may clash, numbers may be out of range.

pub mod diagnostic;
pub mod fix;
pub mod lexemes;
mod parse;
mod print;
pub mod span;
pub mod suggest;
pub mod tree;
pub mod workers;

pub use parse::{Cache, Expected, Parsed, expected_at, parse, parse_again, parse_expression, parse_template};
pub use print::{format, print};
