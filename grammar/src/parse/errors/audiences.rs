//! Who sees something, as one would say it.

use super::Failure;
use super::heads::{declared, end_of_line, told};
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Edit, Fix};
use crate::parse::Rule;
use crate::parse::scan::Token;
use crate::span::{Location, Span};

/// Words for who sees something, with what is written here.
const SEEN: [(&[&str], &str); 16] = [
    (&["face", "down"], "seen by nobody"),
    (&["face", "up"], "seen by all"),
    (&["visible", "to"], "seen by"),
    (&["visible", "for"], "seen by"),
    (&["visible", "by"], "seen by"),
    (&["known", "to"], "seen by"),
    (&["shown", "to"], "seen by"),
    (&["hidden", "from", "all"], "seen by nobody"),
    (&["hidden"], "seen by nobody"),
    (&["secret"], "seen by owner"),
    (&["private"], "seen by owner"),
    (&["closed"], "seen by nobody"),
    (&["invisible"], "seen by nobody"),
    (&["visible"], "seen by all"),
    (&["open"], "seen by all"),
    (&["public"], "seen by all"),
];

/// `zone hand : Card hidden`, `zone port : Ship visible to all`, `seen only by owner`.
pub(super) fn audience(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    if failure.word_back(1) == "seen" && failure.words(failure.behind()) == "by" && word == "only" {
        let at = failure.location(found);
        let diagnostic = told(
            at,
            "whoever is named behind `seen by` sees it, and nobody else",
            "not needed",
            "leave out `only`".to_owned(),
        );
        return Some(diagnostic.with_fix(Fix::remove(at, "only", Certainty::Sure)));
    }
    if !failure.expects(Rule::seen) && !failure.expects(Rule::word_seen) {
        return None;
    }
    let at_step = |steps: usize| failure.words(failure.token(failure.index + steps));
    let said = |words: &[&str]| words.iter().enumerate().all(|(steps, said)| at_step(steps) == *said);
    let (words, meant) = SEEN.iter().find(|(words, _)| said(words))?;
    let last = failure.token(failure.index + words.len() - 1)?;
    let at = failure.stretch(found, last);
    let message = format!("`{}` is written `{meant}` here", failure.text(found, last));
    let diagnostic = Diagnostic::error("unknown-word", message, at, "who sees it?");
    let help = match *meant {
        "seen by" => "write `seen by all`, `seen by owner` or `seen by nobody`".to_owned(),
        "seen by all" => "write `seen by all`".to_owned(),
        _ => "write `seen by nobody`, or `seen by owner` if the player it belongs to may look".to_owned(),
    };
    Some(diagnostic.with_help(help).with_fix(Fix::replace(at, *meant, Certainty::Likely)))
}

/// `var stars : 0..9 = 0 seen by all`.
pub(super) fn seen_too_late(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (_, first) = declared(failure).filter(|(word, _)| *word == "var")?;
    if failure.scan.words(found) != "seen" || failure.words(failure.behind()) != "by" {
        return None;
    }
    let sign = (first..failure.index).find(|&index| failure.words(failure.token(index)) == "=")?;
    let (sign, last) = (failure.token(sign)?, end_of_line(failure, failure.index)?);
    let before = failure.before()?;
    let seen = failure.text(found, last);
    let at = failure.stretch(found, last);
    let head = failure.scan.text.get(failure.token(first)?.start..sign.start)?.trim_end();
    let help = format!("write `{head} {seen} {}`", failure.text(sign, before));
    let start = failure.location(before).span.end;
    let taken = Location { span: Span { start, ..at.span }, ..at };
    let place = failure.location(sign).span.start;
    let put = Location { span: Span { start: place, end: place }, ..at };
    let edits = vec![Edit { at: put, text: format!("{seen} ") }, Edit { at: taken, text: String::new() }];
    let fix = Fix { title: "put it before the first value".to_owned(), edits, certainty: Certainty::Sure };
    Some(told(at, "who sees it stands before the first value", "too late here", help).with_fix(fix))
}
