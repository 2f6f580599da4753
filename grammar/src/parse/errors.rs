//! What to say when a section cannot be read.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::Rule;
use super::cut::Section;
use super::limits;
use super::scan::Scan;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};

/// A refusal before anything is read: the text is too large, or no text at all.
pub(super) fn unreadable(file: FileId, text: &str) -> Option<Diagnostic> {
    if text.len() > limits::FILE_SIZE {
        return Some(limits::too_large(file));
    }
    let (offset, _) = text
        .char_indices()
        .find(|&(_, character)| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))?;
    let at = Location { file, span: Span::new(offset, offset + 1) };
    Some(Diagnostic::error("not-text", "this is not a text file", at, "a control character stands here"))
}

/// A file that does not begin with `game`.
pub(super) fn missing_heading(file: FileId, scan: &Scan<'_>, section: Section) -> Option<Diagnostic> {
    if section.first < section.end {
        return None;
    }
    let at = Location { file, span: Span::new(0, 0) };
    let _ = scan;
    Some(Diagnostic::error("syntax", "a rules file begins with `game \"Title\"`", at, "expected `game` here"))
}

/// A difference between grammar and builder.
pub(super) fn mismatch(at: Location) -> Diagnostic {
    Diagnostic::error("syntax", "this cannot be read", at, "not understood")
}

pub(super) struct Failure {
    at: Location,
    positives: Vec<Rule>,
}

impl Failure {
    pub fn new(
        file: FileId,
        _scan: &Scan<'_>,
        _section: Section,
        offset: usize,
        start: usize,
        error: &Error<Rule>,
    ) -> Self {
        let position = match error.location {
            InputLocation::Pos(position) | InputLocation::Span((position, _)) => position,
        };
        let positives = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        let at = offset + start + position;
        Self { at: Location { file, span: Span::new(at, at + 1) }, positives }
    }

    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error("syntax", format!("expected {:?}", self.positives), self.at, "here")
    }
}
