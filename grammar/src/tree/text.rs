//! Names and texts.

use super::Expression;
use crate::span::Span;

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text without values in it: titles, drawings, file names, sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The text, `\"` and `\\` already read.
    pub text: String,
    /// With the quotation marks.
    pub span: Span,
}

impl Plain {
    /// Where a word of the text stands in the file: it begins with that sign of the text, counted from 0, and has so many bytes, none of
    /// which is written otherwise than it reads.
    pub fn part(&self, sign: usize, bytes: usize) -> Span {
        let written = |sign: char| if matches!(sign, '"' | '\\') { 2 } else { sign.len_utf8() };
        let before: usize = self.text.chars().take(sign).map(written).sum();
        let start = self.span.start.saturating_add(u32::try_from(before + 1).unwrap_or(u32::MAX));
        Span { start, end: start.saturating_add(u32::try_from(bytes).unwrap_or(u32::MAX)).min(self.span.end) }
    }
}

/// A text that may hold values in braces: `"{n} from {s}"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Words and values in turn, as written; no two `Words` follow each other, none is empty.
    pub pieces: Vec<Piece>,
    /// With the quotation marks.
    pub span: Span,
}

impl Template {
    /// Whether it holds nothing but blanks.
    pub fn says_nothing(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Words(words) if words.trim().is_empty()))
    }

    /// Whether anything in it is to be worked out.
    pub fn has_values(&self) -> bool {
        self.pieces.iter().any(|piece| !matches!(piece, Piece::Words(_)))
    }
}

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain words, `\"`, `\\` and `{{` already read.
    Words(String),
    /// `{expression}`.
    Value(Expression),
    /// `{n card}` or `{n man | men}`: a number and what is counted.
    Counted {
        /// How many.
        number: Expression,
        /// What one is called.
        one: Vec<Piece>,
        /// What several are called, if that is written.
        many: Option<Vec<Piece>>,
    },
    /// `{if C: words | other words}`.
    If {
        /// What decides.
        condition: Expression,
        /// The words if it holds.
        then: Vec<Piece>,
        /// The words if it does not; none if nothing is written.
        otherwise: Vec<Piece>,
    },
}

/// A remark on a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which.
    pub kind: NoteKind,
    /// Its text; only that of `as` may hold values.
    pub text: Template,
    /// With its word.
    pub span: Span,
}

/// The word that begins an assumption in prose.
pub const ASSUMED: &str = "Assumed:";

/// The remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The section of the rulebook.
    Ref,
    /// One sentence in the author's words.
    Doc,
    /// What was taken on trust.
    Assume,
    /// How it is called at the table.
    As,
    /// It only keeps the books, and nobody speaks of it; without a text.
    Untold,
}
