//! Prose where none can stand, or prose that is broken.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// A mistake about lines that begin with `|`.
pub(super) fn prose(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let is_prose = |token: &&Token| token.kind == TokenKind::Prose;
    if let Some(line) = failure.before().filter(is_prose).or_else(|| failure.found()).filter(is_prose)
        && failure.expects(Rule::close_square)
    {
        let message = "the section at the beginning of this prose has no `]`";
        let diagnostic = Diagnostic::error("syntax", message, failure.location(line), "opened here");
        return Some(diagnostic.with_help("close it on the same line: `| [Section] What it says.`"));
    }
    if let Some(line) = failure.found().filter(is_prose) {
        let message = "a sentence for people stands above what it is about, not between its braces";
        let diagnostic = Diagnostic::error("syntax", message, failure.location(line), "between braces");
        return Some(diagnostic.with_help(
            "move this line up, above the line with the opening brace; a note for yourself begins with `#` instead",
        ));
    }
    let line = failure.before().filter(is_prose)?;
    let Some(found) = failure.found() else {
        let diagnostic =
            Diagnostic::error("syntax", "nothing stands below this prose", failure.location(line), "what is it about?");
        return Some(diagnostic.with_help("prose stands right above what it is about; a comment begins with `#`"));
    };
    let word = failure.scan.words(found);
    if !matches!(word, "layout" | "remove") {
        return None;
    }
    let message = format!("nothing is told above `{word}`");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(line), "what is it about?");
    Some(diagnostic.with_help("make it a comment: `# …`"))
}
