//! Remarks and other texts.

use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::{self, NoteKind};

use super::{Resolved, Resolver};
use crate::model::{Notes, Piece, Text};

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
                tree::Piece::Value(value) => {
                    let help = "only texts behind `as`, options and refusals may; a brace is written `{{`";
                    self.error_with_help("wrong-type", "this text cannot hold values", value.span, "here", help);
                }
            }
        }
        words
    }

    /// A text that may hold values.
    pub(super) fn text(&mut self, template: &tree::Template) -> Resolved<Text> {
        let pieces: Vec<_> = template
            .pieces
            .iter()
            .map(|piece| match piece {
                tree::Piece::Words(words) => Ok(Piece::Words(words.clone())),
                tree::Piece::Value(value) => {
                    let value = self.expression(value)?;
                    self.as_it_is(value).map(Piece::Value)
                }
            })
            .collect();
        let pieces = pieces.into_iter().collect::<Resolved<Vec<_>>>()?;
        Ok(Text { pieces, at: self.at(template.span) })
    }
}
