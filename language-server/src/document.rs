//! A text that an editor has open.

use std::cell::OnceCell;

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use rulehound_grammar::span::FileId;
use rulehound_grammar::{Parsed, parse};

use crate::lines::Lines;

/// The greatest length that is looked at.
const MOST_BYTES: usize = rulehound_interpreter::limits::FILE_BYTES;

/// What sort of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `.rules`.
    Rules,
    /// A scripted game, or other YAML.
    Script,
}

/// An open text.
#[derive(Debug)]
pub struct Document {
    /// Its address, as the editor writes it.
    pub uri: Uri,
    /// What sort of text it is.
    pub sort: Sort,
    /// How often the editor has changed it.
    pub version: i32,
    /// What it says now.
    pub text: String,
    /// Its lines.
    pub lines: Lines,
    parsed: OnceCell<Parsed>,
}

impl Document {
    /// A text that was opened.
    pub fn new(uri: Uri, version: i32, text: String) -> Self {
        let sort = if uri.0.ends_with(".yaml") || uri.0.ends_with(".yml") { Sort::Script } else { Sort::Rules };
        let lines = Lines::new(&text);
        Self { uri, sort, version, text, lines, parsed: OnceCell::new() }
    }

    /// Takes in what was typed, in the order in which it was.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let start = self.lines.offset(&self.text, part.range.start);
                    let end = self.lines.offset(&self.text, part.range.end).max(start);
                    self.text.replace_range(start..end, &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    self.text = whole.text;
                }
            }
            self.lines = Lines::new(&self.text);
        }
        self.version = version;
        self.parsed = OnceCell::new();
    }

    /// Whether it is rules, and not too long to be looked at.
    pub fn is_rules(&self) -> bool {
        self.sort == Sort::Rules && self.text.len() <= MOST_BYTES
    }

    /// Its tree, as far as it can be read; nothing of a text that is too long.
    pub fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| {
            let text = if self.text.len() > MOST_BYTES { "" } else { self.text.as_str() };
            parse(FileId(0), text)
        })
    }
}
