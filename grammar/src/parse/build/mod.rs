//! From pest's pairs to the tree: one file for each area of the grammar.
//!
//! The builder follows the grammar rule by rule and cannot fail on what the grammar has read, but for what the grammar
//! leaves open: texts with values in them, and chains so long that the tree would be too deep. [`Mismatch`] stands for a
//! difference between grammar and builder; it becomes a message and never a panic.

pub(super) mod alone;
mod boards;
mod components;
mod declarations;
mod expressions;
mod prose;
mod selections;
mod statements;
mod templates;
mod types;

pub(super) use templates::read_template;

use pest::iterators::{Pair, Pairs};

use super::scan::Scan;
use super::words::written;
use super::{Rule, limits};
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};
use crate::tree::{Name, Note, NoteKind, Plain, Template};

/// A place where grammar and builder differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mismatch {
    /// The place in the file.
    pub span: Span,
}

/// What a builder gives.
pub(super) type Built<T> = Result<T, Mismatch>;

/// Builds the trees of one file.
pub(super) struct Builder<'scan, 'text> {
    /// The file.
    file: FileId,
    /// The text with its tokens.
    scan: &'scan Scan<'text>,
    /// Where the text handed to pest begins in the scanned text.
    start: usize,
    /// Where the scanned text begins in the file.
    offset: usize,
    /// How many operators and brackets the tree has above the place being built.
    depth: usize,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'scan, 'text> Builder<'scan, 'text> {
    /// A builder for the part of `scan` that begins at `start`; the scanned text itself begins at `offset` of the file.
    pub fn new(file: FileId, scan: &'scan Scan<'text>, start: usize, offset: usize) -> Self {
        Self { file, scan, start, offset, depth: 0, diagnostics: Vec::new() }
    }

    /// The bytes of a pair, without the blanks and comments that the grammar leaves at its end.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = self.start + pair.as_span().start();
        let end = self.scan.trimmed_end(start, self.start + pair.as_span().end());
        Span::new(self.offset + start, self.offset + end)
    }

    pub(super) fn location(&self, span: Span) -> Location {
        Location { file: self.file, span }
    }

    /// The parts of a pair, words and signs left out.
    fn parts<'pair>(&self, pair: Pair<'pair, Rule>) -> Parts<'pair> {
        let span = self.span(&pair);
        Parts { pairs: pair.into_inner(), span }
    }

    /// Runs `build` with `levels` more levels above it; reports when the tree gets too deep.
    fn deeper<T>(&mut self, levels: usize, span: Span, build: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        self.depth += levels;
        if self.depth > limits::TREE_DEPTH {
            self.depth -= levels;
            let diagnostic = limits::too_deep_tree(self.location(span));
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
            return Err(Mismatch { span });
        }
        let built = build(self);
        self.depth -= levels;
        built
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn names(&self, pair: Pair<'_, Rule>) -> Vec<Name> {
        self.parts(pair).map(|name| self.name(&name)).collect()
    }

    fn plain(&self, pair: &Pair<'_, Rule>) -> Plain {
        Plain { text: templates::unescaped(inside(pair)), span: self.span(pair) }
    }

    /// All notes that stand next.
    fn notes(&mut self, parts: &mut Parts<'_>) -> Built<Vec<Note>> {
        let mut notes = Vec::new();
        loop {
            if let Some(pair) = parts.maybe(Rule::note) {
                notes.push(self.note(pair)?);
            } else if let Some(word) = parts.maybe(Rule::untold) {
                let span = self.span(&word);
                notes.push(Note { kind: NoteKind::Untold, text: Template { pieces: Vec::new(), span }, span });
            } else {
                break;
            }
        }
        // As they are printed, whatever the order they were written in.
        notes.sort_by_key(|note| note.kind);
        Ok(notes)
    }

    fn note(&mut self, pair: Pair<'_, Rule>) -> Built<Note> {
        let mut parts = self.parts(pair);
        let kind = match parts.expect(Rule::note_word)?.as_str() {
            "ref" => NoteKind::Ref,
            "doc" => NoteKind::Doc,
            "assume" => NoteKind::Assume,
            _ => NoteKind::As,
        };
        let text = parts.expect(Rule::text)?;
        let text = if kind == NoteKind::As { self.template(&text) } else { self.words_only(&text) };
        Ok(Note { kind, text, span: parts.span })
    }

    /// A text in which a brace is just a brace.
    fn words_only(&self, pair: &Pair<'_, Rule>) -> Template {
        let Plain { text, span } = self.plain(pair);
        Template { pieces: templates::words(text), span }
    }
}

/// What stands between the quotation marks of a text.
fn inside<'text>(pair: &Pair<'text, Rule>) -> &'text str {
    let text = pair.as_str();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// The parts of a pair in written order, words and signs of the language left out.
///
/// `maybe` gives the next part if it is of the rule asked for, `expect` insists on it, `part` insists on any.
struct Parts<'pair> {
    pairs: Pairs<'pair, Rule>,
    /// The whole pair.
    span: Span,
}

impl<'pair> Iterator for Parts<'pair> {
    type Item = Pair<'pair, Rule>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.by_ref().find(|pair| written(pair.as_rule()).is_none() && pair.as_rule() != Rule::EOI)
    }
}

impl<'pair> Parts<'pair> {
    fn peek(&self) -> Option<Rule> {
        Self { pairs: self.pairs.clone(), span: self.span }.next().map(|pair| pair.as_rule())
    }

    fn maybe(&mut self, rule: Rule) -> Option<Pair<'pair, Rule>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    fn part(&mut self) -> Built<Pair<'pair, Rule>> {
        self.next().ok_or(Mismatch { span: self.span })
    }

    fn expect(&mut self, rule: Rule) -> Built<Pair<'pair, Rule>> {
        self.maybe(rule).ok_or(Mismatch { span: self.span })
    }

    fn mismatch<T>(&self) -> Built<T> {
        Err(Mismatch { span: self.span })
    }
}

/// The remarks of what may be untold; that was once written `as ""`.
fn or_untold(mut notes: Vec<Note>) -> Vec<Note> {
    for note in notes.iter_mut().filter(|note| note.kind == NoteKind::As && note.text.says_nothing()) {
        note.kind = NoteKind::Untold;
        note.text.pieces.clear();
    }
    notes
}
