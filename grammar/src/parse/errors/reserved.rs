//! Words of the language where a name is wanted.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::is_value;
use crate::parse::{Rule, is_keyword};

/// A reserved word used as a name.
pub(super) fn reserved(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    let word = failure.scan.words(found);
    // In `choose first in S` the grammar stops only at `in`.
    let name = failure.expects(Rule::name) || failure.expects(Rule::picks);
    if let Some(before) = failure.before().filter(|_| name && matches!(word, "in" | "=" | ":")) {
        let is_value = matches!(failure.scan.words(before), "yes" | "no" | "none");
        return (is_reserved(failure, before) && !is_value).then(|| message(failure, before));
    }
    if !is_reserved(failure, found) {
        return None;
    }
    let behind = failure.words(failure.behind());
    let looks_like_name = !found.first_on_line || matches!(behind, ":" | "=" | "in" | "(" | ",");
    let name_wanted = name || failure.expects(Rule::parameter) || failure.expected.iter().all(|&rule| is_value(rule));
    (name_wanted && looks_like_name).then(|| message(failure, found))
}

fn is_reserved(failure: &Failure<'_, '_>, token: &Token) -> bool {
    token.kind == TokenKind::Word && is_keyword(failure.scan.words(token))
}

fn message(failure: &Failure<'_, '_>, token: &Token) -> Diagnostic {
    let word = failure.scan.words(token);
    let message = format!("`{word}` is a word of the language and cannot be a name");
    let at = failure.location(token);
    let diagnostic = Diagnostic::error("reserved-word", message, at, "expected a name here");
    diagnostic.with_help(format!("choose another name, such as `the_{word}`; `as \"{word}\"` can still show this word"))
}
