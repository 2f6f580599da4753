//! Brackets that are never closed, close nothing, or close something else.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::cut::{DECLARATION_WORDS, column};
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::span::Location;

/// A closing bracket that closes nothing.
pub(super) fn extra(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    if !open_before(failure).is_empty() {
        return None;
    }
    if found.kind == TokenKind::Close {
        return Some(closes_nothing(failure.scan.words(found), failure.location(found)));
    }
    outside(failure, found)
}

/// A closing bracket for which none is open.
pub(in crate::parse) fn closes_nothing(sign: &str, at: Location) -> Diagnostic {
    let open = if sign == "}" { "{" } else { "(" };
    let message = format!("this `{sign}` closes nothing");
    let diagnostic = Diagnostic::error("extra-brace", message, at, "nothing is open here");
    let diagnostic = diagnostic.with_fix(Fix::remove(at, sign, Certainty::Likely));
    diagnostic.with_help(format!("remove it, or add the `{open}` that it should close"))
}

/// A statement that stands beside the declarations, perhaps because one was closed too early.
fn outside(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    if !failure.expects(Rule::EOI)
        || !(matches!(word, "option" | "reveal") || STATEMENT_WORDS.contains(&word))
        || failure.is_expression()
    {
        return None;
    }
    let message = format!("`{word}` stands outside of every phase, rule and trigger");
    let diagnostic =
        Diagnostic::error("extra-brace", message, failure.location(found), "a statement is not expected here");
    Some(match failure.before().filter(|before| failure.scan.words(before) == "}") {
        Some(before) => diagnostic
            .with_label(failure.location(before), "the block is closed here")
            .with_help("remove that `}`, if it is one too many"),
        None => diagnostic.with_help("write it inside of a `phase` or `rule`"),
    })
}

/// A declaration inside of a block, since none can stand there.
pub(super) fn declaration_inside(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    let word = failure.scan.words(found);
    if word == "players" || !DECLARATION_WORDS.contains(&word) || !failure.expects_statement() {
        return None;
    }
    let open = *open_before(failure).last()?;
    let message = format!("`{word}` must stand outside of all braces");
    let diagnostic = Diagnostic::error("missing-brace", message, failure.location(found), "not inside of others");
    let diagnostic = diagnostic.with_label(failure.location(open), "these braces are still open");
    let head = (failure.section.first..failure.index).find_map(|index| failure.token(index));
    let name = failure.behind().filter(|name| failure.is_name(name)).map(|name| failure.scan.words(name));
    let around = head.and_then(|head| {
        let name = failure.token(failure.section.first + 1).filter(|name| failure.is_name(name))?;
        Some(format!("`{}`", failure.text(head, name)))
    });
    let help = match (word, name) {
        ("phase" | "rule", Some(name)) => {
            format!(
                "move all of `{word} {name}` below the last brace of {}, and write `do {name}` where it is to be run",
                around.as_deref().unwrap_or("this")
            )
        }
        _ => format!("move this line above {}", around.as_deref().unwrap_or("the line that opens them")),
    };
    Some(diagnostic.with_help(format!("{help}; if only a `}}` is missing before it, add that")))
}

/// An opening bracket that is not closed before the end of the declaration.
pub(super) fn missing(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let open = open_before(failure);
    let innermost = *open.last()?;
    let found = failure.found();
    if let Some(found) = found.filter(|found| found.kind == TokenKind::Close) {
        let closes = failure.scan.words(found) == closing(failure, innermost);
        if !open.iter().any(|open| closing(failure, open) == failure.scan.words(found)) {
            return Some(closes_nothing(failure.scan.words(found), failure.location(found)));
        }
        return if closes || !expects_closing(failure, innermost) {
            None
        } else {
            Some(wrong(failure, innermost, found))
        };
    }
    if found.is_some() || !expects_closing(failure, innermost) {
        return None;
    }
    let culprit = suspect(failure).unwrap_or(innermost);
    Some(unclosed(failure, culprit))
}

fn expects_closing(failure: &Failure<'_, '_>, open: &Token) -> bool {
    failure.expects(if failure.scan.words(open) == "{" { Rule::close_brace } else { Rule::close_round })
        // Where an expression, option or row is wanted first, the bracket is still what matters at the end.
        || failure.found().is_none()
}

fn closing(failure: &Failure<'_, '_>, open: &Token) -> &'static str {
    if failure.scan.words(open) == "{" { "}" } else { ")" }
}

fn code(failure: &Failure<'_, '_>, open: &Token) -> &'static str {
    if failure.scan.words(open) == "{" { "missing-brace" } else { "missing-bracket" }
}

fn unclosed(failure: &Failure<'_, '_>, open: &Token) -> Diagnostic {
    let (sign, close) = (failure.scan.words(open), closing(failure, open));
    let message = format!("this `{sign}` is never closed");
    let diagnostic = Diagnostic::error(code(failure, open), message, failure.location(open), "opened here");
    match failure.scan.tokens.get(failure.section.end) {
        Some(next) => diagnostic
            .with_label(failure.location(next), "the next declaration begins here")
            .with_help(format!("add `{close}` before it"))
            .with_fix(Fix::before(failure.location(next), format!("{close}\n"), Certainty::Likely)),
        None => {
            let last = failure.scan.tokens.last().unwrap_or(open);
            let fix = Fix::behind(failure.location(last), format!("\n{close}"), Certainty::Likely);
            diagnostic.with_help(format!("add `{close}` where what belongs to it ends")).with_fix(fix)
        }
    }
}

/// A brace that is still open where something stands that cannot be inside of it.
pub(in crate::parse) fn never_closed(open: Location, next: Option<(Location, bool)>) -> Diagnostic {
    let diagnostic = Diagnostic::error("missing-brace", "this `{` is never closed", open, "opened here");
    match next {
        Some((next, true)) => {
            let fix = Fix::before(next, "}\n", Certainty::Likely);
            diagnostic.with_label(next, "the next declaration begins here").with_help("add `}` before it").with_fix(fix)
        }
        Some((next, false)) => {
            let fix = Fix::before(next, "} ", Certainty::Likely);
            diagnostic.with_label(next, "`}` is missing before this").with_help("add `}`").with_fix(fix)
        }
        None => diagnostic.with_help("add `}` where what belongs to it ends"),
    }
}

fn wrong(failure: &Failure<'_, '_>, open: &Token, found: &Token) -> Diagnostic {
    let (sign, close) = (failure.scan.words(open), closing(failure, open));
    let message = format!("this `{sign}` is not closed before `{}`", failure.scan.words(found));
    let diagnostic = Diagnostic::error(code(failure, open), message, failure.location(open), "opened here");
    let diagnostic = diagnostic.with_label(failure.location(found), format!("`{close}` is missing before this"));
    let last = failure.before().unwrap_or(open);
    let fix = Fix::behind(failure.location(last), close, Certainty::Likely);
    diagnostic.with_help(format!("add `{close}`")).with_fix(fix)
}

/// The brackets that are open where the grammar stopped, outermost first.
pub(super) fn open_before<'scan>(failure: &Failure<'scan, '_>) -> Vec<&'scan Token> {
    let mut open = Vec::new();
    for index in failure.section.first..failure.index {
        match failure.token(index) {
            Some(token) if token.kind == TokenKind::Open => open.push(token),
            Some(token) if token.kind == TokenKind::Close => _ = open.pop(),
            _ => {}
        }
    }
    open
}

/// The brace that layout says is not closed: the first whose closing brace begins a line further to the left than its own
/// line begins, and so was meant for another.
fn suspect<'scan>(failure: &Failure<'scan, '_>) -> Option<&'scan Token> {
    let mut open: Vec<(&Token, usize)> = Vec::new();
    let mut indentation = 0;
    for index in failure.section.first..failure.index {
        let token = failure.token(index)?;
        if token.first_on_line {
            indentation = column(failure.scan, token);
        }
        match token.kind {
            TokenKind::Open => open.push((token, indentation)),
            TokenKind::Close => {
                let opened = open.pop();
                if let Some((opened, _)) = opened.filter(|&(_, at)| token.first_on_line && indentation < at) {
                    return Some(opened);
                }
            }
            _ => {}
        }
    }
    None
}
