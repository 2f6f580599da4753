//! What is missing is underlined where it is missing, not where the grammar noticed.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::parse::cut::can_end;
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::is_value;

/// `let x =` at the end of its line, `if n > {`.
pub(super) fn value(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    if !failure.expected.iter().any(|&rule| is_value(rule)) {
        return None;
    }
    let wanting = wanting(failure)?;
    let word = failure.scan.words(wanting);
    let message = format!("a value is missing after `{word}`");
    let help = format!("write behind `{word}` what is meant, or leave `{word}` out");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(wanting), "expected a value after this");
    Some(diagnostic.with_help(help))
}

/// The word or sign that a value must follow, if what stands behind it is something else.
fn wanting<'scan>(failure: &Failure<'scan, '_>) -> Option<&'scan Token> {
    let before = failure.before()?;
    let found = failure.found();
    let other = found.is_none_or(|found| {
        let word = failure.scan.words(found);
        word == "{" || found.first_on_line && STATEMENT_WORDS.contains(&word) && word != "if"
    });
    if other && wants_value(failure, before) {
        return Some(before);
    }
    // The brace of a block was taken for that of a set.
    let earlier = failure.token(failure.index.checked_sub(2)?)?;
    let block = found.is_some_and(|found| {
        let word = failure.scan.words(found);
        word == "}" || STATEMENT_WORDS.contains(&word) && word != "if"
    });
    (failure.scan.words(before) == "{" && block && wants_value(failure, earlier)).then_some(earlier)
}

/// Whether a value must stand behind a token.
fn wants_value(failure: &Failure<'_, '_>, token: &Token) -> bool {
    let word = failure.scan.words(token);
    match token.kind {
        TokenKind::Sign => !matches!(word, "." | ","),
        TokenKind::Word => {
            matches!(word, "in" | "of" | "if" | "while" | "where" | "and" | "or" | "not" | "mod" | "to" | "from")
                && !can_end(failure.scan, token)
        }
        TokenKind::Number
        | TokenKind::Text
        | TokenKind::UnclosedText
        | TokenKind::Open
        | TokenKind::Prose
        | TokenKind::Close
        | TokenKind::Stray => false,
    }
}
