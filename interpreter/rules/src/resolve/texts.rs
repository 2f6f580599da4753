//! Remarks and other texts.

use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::{self, NoteKind};

use super::convert::Wanted;
use super::{Resolved, Resolver};
use crate::model::{Notes, Piece, Text};
use crate::plural;

impl Resolver<'_> {
    /// The remarks of a thing. `as` may hold values, which see the names in force.
    pub(super) fn notes(&mut self, inherited: &[(FileId, tree::Note)], file: FileId, own: &[tree::Note]) -> Notes {
        let mut notes = Notes::default();
        let all = inherited.iter().map(|(file, note)| (*file, note)).chain(own.iter().map(|note| (file, note)));
        for (from, note) in all {
            self.file = from;
            let first = own.iter().find(|one| one.kind == note.kind).unwrap_or(note);
            if !std::ptr::eq(note, first) {
                self.error("doubled-name", "this remark stands twice", note.span, "again here");
            }
            match note.kind {
                NoteKind::Ref => notes.reference = Some(self.plain_words(&note.text)),
                NoteKind::Doc => notes.doc = Some(self.plain_words(&note.text)),
                NoteKind::Assume => notes.assume = Some(self.plain_words(&note.text)),
                NoteKind::Untold => {
                    if let Some(words) = own.iter().find(|note| note.kind == NoteKind::As) {
                        let message = "what nobody speaks of needs no words";
                        self.error("doubled-name", message, words.text.span, "leave these out, or `untold`");
                    }
                    notes.called = Some(Text { pieces: Vec::new(), at: self.at(note.span) });
                }
                NoteKind::As => {
                    let text = self.text(&note.text);
                    notes.called = self.kept(text);
                }
            }
        }
        self.file = file;
        notes
    }

    /// A text without values.
    pub(super) fn plain_words(&mut self, template: &tree::Template) -> String {
        let mut words = String::new();
        for piece in &template.pieces {
            match piece {
                tree::Piece::Words(more) => words.push_str(more),
                tree::Piece::Value(value)
                | tree::Piece::Counted { number: value, .. }
                | tree::Piece::If { condition: value, .. } => {
                    let help = "only texts behind `as`, options and refusals may; a brace is written `{{`";
                    self.error_with_help("wrong-type", "this text cannot hold values", value.span, "here", help);
                }
            }
        }
        words
    }

    /// A text that may hold values.
    pub(super) fn text(&mut self, template: &tree::Template) -> Resolved<Text> {
        let pieces = pieces(self, &template.pieces)?;
        Ok(Text { pieces, at: self.at(template.span) })
    }
}

fn pieces(resolver: &mut Resolver<'_>, all: &[tree::Piece]) -> Resolved<Vec<Piece>> {
    let all: Vec<_> = all.iter().map(|one| piece(resolver, one)).collect();
    all.into_iter().collect()
}

fn piece(resolver: &mut Resolver<'_>, one: &tree::Piece) -> Resolved<Piece> {
    match one {
        tree::Piece::Words(words) => Ok(Piece::Words(words.clone())),
        tree::Piece::Value(value) => {
            let value = resolver.expression(value)?;
            resolver.as_it_is(value).map(Piece::Value)
        }
        tree::Piece::Counted { number, one, many } => {
            let value = resolver.expression(number)?;
            let number = resolver.wants(value, Wanted::Number)?;
            let one = pieces(resolver, one)?;
            let many = match many {
                Some(many) => pieces(resolver, many)?,
                None => several(resolver, &one, number.at.span)?,
            };
            Ok(Piece::Counted { number, one, many })
        }
        tree::Piece::If { condition, then, otherwise } => {
            let value = resolver.expression(condition)?;
            let condition = resolver.wants(value, Wanted::YesNo)?;
            let (then, otherwise) = (pieces(resolver, then)?, pieces(resolver, otherwise)?);
            Ok(Piece::If { condition, then, otherwise })
        }
    }
}

/// Several of what is called so; its last words must be plain.
fn several(resolver: &mut Resolver<'_>, one: &[Piece], number: Span) -> Resolved<Vec<Piece>> {
    match one {
        [before @ .., Piece::Words(noun)] if !noun.trim().is_empty() => {
            let many = Piece::Words(plural::phrase(noun));
            Ok(before.iter().cloned().chain([many]).collect())
        }
        _ => {
            let help = "write both behind the number: `{n {c} card | {c} cards}`";
            let message = "how several of these are called cannot be told from this";
            Err(resolver.error_with_help("wrong-type", message, number, "a number of what?", help))
        }
    }
}
