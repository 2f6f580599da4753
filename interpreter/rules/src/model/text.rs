//! What is written where, for messages that say it again.

use rulehound_grammar::span::{FileId, Location};

use super::Model;

impl Model {
    /// The text of a file; empty if it is none of the game.
    pub fn text(&self, file: FileId) -> &str {
        self.sources.get(usize::from(file.0)).map_or("", |source| source.text.as_str())
    }

    /// What is written at a place.
    pub fn written(&self, at: Location) -> &str {
        self.text(at.file).get(at.span.start as usize..at.span.end as usize).unwrap_or_default()
    }

    /// What stands in its file before a place, and what behind it.
    pub fn around(&self, at: Location) -> (&str, &str) {
        let text = self.text(at.file);
        let before = text.get(..at.span.start as usize).unwrap_or_default();
        (before, text.get(at.span.end as usize..).unwrap_or_default())
    }
}
