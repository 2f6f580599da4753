//! Texts: reading `\"`, `\\` and `{{`, and the values in braces.

use pest::iterators::Pair;

use super::expressions::expression;
use super::{Builder, inside};
use crate::diagnostic::Diagnostic;
use crate::parse::{Rule, expression_at};
use crate::span::{FileId, Location, Span};
use crate::tree::{Expression, ExpressionKind, Name, Piece, Template};

const OWNER: &str = "owner";

impl Builder<'_, '_> {
    /// A text that may hold values. One that cannot be read is reported and left out, so that the rest stays readable.
    pub(super) fn template(&mut self, pair: &Pair<'_, Rule>) -> Template {
        let span = self.span(pair);
        let mut reader = Reader::new(self.file, inside(pair), span.start as usize + 1);
        reader.read();
        self.diagnostics.append(&mut reader.diagnostics);
        Template { pieces: reader.pieces, span }
    }
}

/// Reads a template, given without its quotation marks.
pub(in crate::parse) fn read_template(file: FileId, text: &str, offset: usize) -> Result<Template, Diagnostic> {
    let mut reader = Reader::new(file, text, offset);
    reader.read();
    match reader.diagnostics.into_iter().next() {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(Template { pieces: reader.pieces, span: Span::new(offset, offset + text.len()) }),
    }
}

/// The words as pieces: none if there are none.
pub(super) fn words(text: String) -> Vec<Piece> {
    if text.is_empty() { Vec::new() } else { vec![Piece::Words(text)] }
}

/// A text with `\"` and `\\` read.
pub(super) fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = (character == '\\').then(|| characters.next_if(|next| matches!(next, '"' | '\\'))).flatten();
        result.push(escaped.unwrap_or(character));
    }
    result
}

/// Goes through a template once.
struct Reader<'text> {
    file: FileId,
    text: &'text str,
    offset: usize,
    at: usize,
    words: String,
    pieces: Vec<Piece>,
    diagnostics: Vec<Diagnostic>,
}

impl<'text> Reader<'text> {
    fn new(file: FileId, text: &'text str, offset: usize) -> Self {
        Self { file, text, offset, at: 0, words: String::new(), pieces: Vec::new(), diagnostics: Vec::new() }
    }

    fn rest(&self) -> &'text str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn read(&mut self) {
        while let Some(character) = self.rest().chars().next() {
            let rest = self.rest();
            if rest.starts_with("{{") {
                self.words.push('{');
                self.at += 2;
            } else if rest.starts_with("\\\"") || rest.starts_with("\\\\") {
                self.words.extend(rest.chars().nth(1));
                self.at += 2;
            } else if character == '{' {
                self.end_words();
                self.value(rest);
            } else {
                self.words.push(character);
                self.at += character.len_utf8();
            }
        }
        self.end_words();
    }

    fn end_words(&mut self) {
        self.pieces.append(&mut words(std::mem::take(&mut self.words)));
    }

    /// `{expression}` at the beginning of `rest`.
    fn value(&mut self, rest: &str) {
        let Some(end) = closing_brace(rest) else {
            self.diagnostics.push(unclosed(self.location(1)));
            self.at = self.text.len();
            return;
        };
        let inner = rest.get(1..end).unwrap_or_default();
        if inner.trim().is_empty() {
            self.diagnostics.push(empty(self.location(end + 1)));
        } else if inner.trim() == OWNER {
            self.pieces.push(Piece::Value(self.owner(inner)));
        } else {
            match expression_at(self.file, inner, self.offset + self.at + 1) {
                Ok(value) => self.pieces.push(Piece::Value(value)),
                Err(mut found) => self.diagnostics.append(&mut found),
            }
        }
        self.at += end + 1;
    }

    /// A word of the language that is a name here: in the text of a component, its owner.
    fn owner(&self, inner: &str) -> Expression {
        let start = self.offset + self.at + 1 + inner.len() - inner.trim_start().len();
        let span = Span::new(start, start + OWNER.len());
        expression(ExpressionKind::Name(Name { text: OWNER.to_owned(), span }), span)
    }

    fn location(&self, length: usize) -> Location {
        let start = self.offset + self.at;
        Location { file: self.file, span: Span::new(start, start + length) }
    }
}

/// Where the brace at the beginning of `rest` is closed.
fn closing_brace(rest: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (offset, character) in rest.char_indices() {
        match character {
            '{' => open += 1,
            '}' if open == 1 => return Some(offset),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

fn unclosed(at: Location) -> Diagnostic {
    Diagnostic::error("missing-brace", "a value in this text has no closing `}`", at, "opened here")
        .with_help("close it with `}`, or write `{{` for a brace that is only a brace")
}

fn empty(at: Location) -> Diagnostic {
    Diagnostic::error("syntax", "there is no value between these braces", at, "expected a value here")
        .with_help("write a value, or `{{` for a brace that is only a brace")
}
