//! What is put together wrongly in `say`, and `untold` where it means nothing.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// A mistake of one of these sorts.
pub(super) fn telling(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    joined(failure, found).or_else(|| nothing_said(failure, found)).or_else(|| untold(failure, found))
}

/// `say "You have " + n`, `say "You have", n`.
fn joined(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let text = failure.before().filter(|before| before.kind == TokenKind::Text)?;
    let value = failure.behind();
    if failure.word_back(2) != "say" || !matches!(failure.scan.words(found), "+" | "," | ".") {
        return None;
    }
    let words = failure.scan.words(text).trim_end_matches('"').trim_end();
    let value = if failure.words(value).is_empty() { "n" } else { failure.words(value).trim_matches('"') };
    let message = "what is said is one text; values stand in it, in braces";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "nothing is joined to a text");
    Some(diagnostic.with_help(format!("write `say {words} {{{value}}}\"`")))
}

/// `say to p "…"`, `say n`.
fn nothing_said(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(1) != "say" || found.kind == TokenKind::Text || !failure.expects(Rule::quote) {
        return None;
    }
    let word = failure.scan.words(found);
    let at = failure.location(found);
    if word == "to" {
        let message = "what is said comes first, and then to whom";
        let diagnostic = Diagnostic::error("syntax", message, at, "expected a text before this");
        return Some(diagnostic.with_help("write `say \"…\" to p`"));
    }
    let message = "what is said stands in quotation marks";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected a text here");
    Some(diagnostic.with_help(format!("write `say \"{{{word}}}\"` to say what it is")))
}

/// `zone hand : Card seen by all untold`, `untold var n : 0..9`.
fn untold(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "untold" || failure.expects_statement() {
        return None;
    }
    let at = failure.location(found);
    let message = "`untold` stands behind a variable, a feature or the name of a trigger, and nowhere else";
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not said of this");
    let help = "leave it out, or let it follow what nobody shall speak of: `var n : 0..9 seen by all = 0 untold`";
    Some(diagnostic.with_help(help).with_fix(Fix::remove(at, "untold", Certainty::Likely)))
}
