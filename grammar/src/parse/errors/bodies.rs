//! Bodies without braces, and sentences without a bar.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// The words with a body behind them.
const HEADS: [&str; 13] = [
    "phase",
    "rule",
    "trigger",
    "if",
    "else",
    "for",
    "repeat",
    "turn",
    "simultaneous",
    "plan",
    "may",
    "reveal",
    "choose",
];

/// A mistake of one of these sorts.
pub(super) fn body(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    without_braces(failure).or_else(|| sentence(failure, failure.found()?))
}

/// `phase play:`, `if n = 0 win p`.
fn without_braces(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found();
    let words = |index: usize| failure.words(failure.token(index));
    let block = failure.expects(Rule::open_brace) || failure.expects(Rule::block);
    let colon = found.filter(|found| failure.scan.words(found) == ":");
    let ends = found.is_none_or(|found| found.first_on_line) || colon.is_some();
    if !ends || failure.expects(Rule::word_option) || colon.is_none() && !block {
        return None;
    }
    let start = (failure.section.first..failure.index).rev().take_while(|&index| !matches!(words(index), "{" | "}"));
    let start = start.filter(|&index| HEADS.contains(&words(index))).last()?;
    if words(start) == "choose" || words(start) == "trigger" && colon.is_none() {
        return None;
    }
    let (first, last) = (failure.token(start)?, failure.before()?);
    // Where a name, a value or a set could go on, it is not the body that is missing.
    let complete = block || colon.is_some_and(|colon| colon_ends_line(failure, colon));
    if !complete || last.start < first.start {
        return None;
    }
    let head = failure.text(first, last);
    let word = failure.scan.words(first);
    let message = format!("what belongs to this `{word}` stands in braces");
    let help = format!("write `{head} {{`, and `}}` on a line of its own behind what belongs to it");
    Some(match colon {
        Some(colon) => {
            Diagnostic::error("syntax", message, failure.location(colon), "expected `{` here, and `}` at the end")
                .with_help(help)
        }
        None => Diagnostic::error("syntax", message, failure.location(last), "expected `{` after this").with_help(help),
    })
}

fn colon_ends_line(failure: &Failure<'_, '_>, colon: &Token) -> bool {
    let behind = failure.scan.tokens.iter().find(|token| token.start >= colon.end);
    behind.is_none_or(|behind| behind.first_on_line)
}

/// `The apples lie under the tree.`
fn sentence(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let beside = failure.expects(Rule::declaration) || failure.expects(Rule::EOI);
    let here = if found.first_on_line { failure.index } else { failure.index.checked_sub(1)? };
    let first = failure.token(here).filter(|first| first.first_on_line && failure.is_name(first))?;
    let words = (here..failure.section.end).map_while(|index| failure.token(index));
    let line: Vec<&Token> = words
        .enumerate()
        .take_while(|(step, token)| *step == 0 || !token.first_on_line)
        .map(|(_, token)| token)
        .collect();
    let names = line.iter().filter(|token| token.kind == TokenKind::Word).count();
    let point = line.last().is_some_and(|last| matches!(failure.scan.words(last), "." | ":"));
    if !beside
        || failure.is_expression()
        || failure.is_piece()
        || names < 3
        || !(point || names >= 4 && names == line.len())
    {
        return None;
    }
    let at = failure.stretch(first, line.last()?);
    let text = failure.text(first, line.last()?);
    let message = "a sentence for people begins with a bar";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `|` before this");
    let fix = Fix::before(at, "| ", Certainty::Likely);
    Some(diagnostic.with_help(format!("write `| {text}`; a note for yourself begins with `#`")).with_fix(fix))
}
