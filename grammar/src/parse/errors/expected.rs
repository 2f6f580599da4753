//! The general message: what would have been right, and what was found.

use super::{Failure, brackets};
use crate::diagnostic::Diagnostic;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::{Expectation, expectation};
use crate::parse::{Rule, is_keyword};

/// How many things a message lists.
const LISTED: usize = 4;

/// "expected …, found …".
pub(super) fn expected(failure: &Failure<'_, '_>) -> Diagnostic {
    let expected = list(&failure.expected);
    let diagnostic = match failure.found() {
        Some(found) => {
            let message = format!("expected {expected}, found {}", description(failure, found));
            Diagnostic::error("syntax", message, failure.location(found), "not understood")
        }
        None => {
            let message = format!("expected {expected}, but {} ends here", whole(failure));
            Diagnostic::error("syntax", message, failure.place(), format!("expected {expected} after this"))
        }
    };
    match brackets::open_before(failure).last() {
        Some(open) if failure.expects(Rule::close_round) && failure.scan.words(open) == "(" => {
            diagnostic.with_label(failure.location(open), "this bracket is still open")
        }
        _ => diagnostic,
    }
}

fn whole(failure: &Failure<'_, '_>) -> &'static str {
    if failure.expects(Rule::EOI) || failure.offset > 0 {
        "it"
    } else if failure.section.first == 0 {
        "the heading"
    } else {
        "the declaration"
    }
}

fn description(failure: &Failure<'_, '_>, token: &Token) -> String {
    let words = failure.scan.words(token);
    match token.kind {
        TokenKind::Text | TokenKind::UnclosedText => "a text".to_owned(),
        TokenKind::Number => format!("the number `{words}`"),
        TokenKind::Word if !is_keyword(words) => format!("the name `{words}`"),
        TokenKind::Word | TokenKind::Open | TokenKind::Close | TokenKind::Sign | TokenKind::Stray => {
            format!("`{words}`")
        }
    }
}

/// The things that would have been right, most telling first, the rest left out.
fn list(rules: &[Rule]) -> String {
    let mut things: Vec<Expectation> = rules.iter().map(|&rule| expectation(rule)).collect();
    things.sort_unstable();
    things.dedup();
    // What continues an expression or adds a remark is nearly always possible, and nearly never what is missing.
    if things.iter().any(|thing| !thing.is_minor()) {
        things.retain(|thing| !thing.is_minor());
    }
    let more = things.len() > LISTED;
    let mut words: Vec<String> = things.iter().take(LISTED).map(Expectation::words).collect();
    if more {
        words.push("another clause".to_owned());
    }
    joined(&words)
}

/// `a`, `a or b`, `a, b or c`.
fn joined(words: &[String]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
