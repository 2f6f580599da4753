//! Loops as other languages and rulebooks write them.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::Token;

/// A mistake of one of these sorts.
pub(super) fn looping(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    repeat_until(failure).or_else(|| {
        let found = failure.found()?;
        until_alone(failure, found)
            .or_else(|| while_alone(failure, found))
            .or_else(|| simultaneous_for(failure, found))
            .or_else(|| starting_at(failure, found))
    })
}

/// `repeat until C {`: the grammar took `until` for a number of times.
fn repeat_until(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let word = |index: usize| failure.words(failure.token(index));
    let mut statement =
        (failure.section.first..failure.index).rev().take_while(|index| !matches!(word(*index), "{" | "}"));
    let until = statement.find(|index| word(*index) == "until")?;
    if word(until.checked_sub(1)?) != "repeat" {
        return None;
    }
    Some(until_condition(failure, until, "while not"))
}

/// `until C {`, `repeat { … } until C`.
fn until_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let is_until = failure.scan.words(found) == "until" && failure.expects_statement();
    (is_until && failure.words(failure.behind()) != "=")
        .then(|| until_condition(failure, failure.index, "repeat while not"))
}

fn until_condition(failure: &Failure<'_, '_>, until: usize, instead: &str) -> Diagnostic {
    let at = failure.token(until).map_or(failure.place(), |token| failure.location(token));
    let message = "a loop says how long it goes on: `until` is written `while not`";
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    let Some((first, last)) = condition(failure, until) else {
        return diagnostic.with_help("write `repeat while not (C) { … }`; the condition stands before the block");
    };
    let condition = failure.text(first, last);
    let mut fix = Fix::replace(at, format!("{instead} ("), Certainty::Likely);
    fix.title = format!("write `{instead} ({condition})`");
    if let Some(edit) = fix.edits.first_mut() {
        edit.at.span.end = failure.location(first).span.start;
    }
    fix.edits.extend(Fix::behind(failure.location(last), ")", Certainty::Likely).edits);
    diagnostic.with_help(format!("write `repeat while not ({condition}) {{ … }}`")).with_fix(fix)
}

/// The first and last token of a condition, if the block stands behind it on the same line.
pub(super) fn condition<'scan>(failure: &Failure<'scan, '_>, word: usize) -> Option<(&'scan Token, &'scan Token)> {
    let mut index = word + 1;
    let first = failure.token(index)?;
    while failure.words(failure.token(index)) != "{" {
        let token = failure.token(index)?;
        if token.first_on_line || failure.scan.words(token) == "}" {
            return None;
        }
        index += 1;
    }
    failure.token(index - 1).filter(|_| index > word + 1).map(|last| (first, last))
}

/// `while C {`, `repeat { … } while C`.
fn while_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "while" || !failure.expects_statement() {
        return None;
    }
    let at = failure.location(found);
    let Some((first, last)) = condition(failure, failure.index) else {
        let message = "the condition of a loop stands before its block";
        let diagnostic = Diagnostic::error("syntax", message, at, "no `repeat` before this");
        return Some(diagnostic.with_help("write `repeat while C { … }`"));
    };
    let message = "a loop begins with `repeat`";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `repeat` before this");
    let help = format!("write `repeat while {} {{ … }}`", failure.text(first, last));
    Some(diagnostic.with_help(help).with_fix(Fix::before(at, "repeat ", Certainty::Sure)))
}

/// `simultaneous for p in players {`.
fn simultaneous_for(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    const WORDS: [&str; 4] = ["for", "each", "all", "any"];
    if failure.word_back(1) != "simultaneous" || !WORDS.contains(&failure.scan.words(found)) {
        return None;
    }
    let last = failure.behind().filter(|behind| WORDS.contains(&failure.scan.words(behind))).unwrap_or(found);
    let words = failure.text(found, last);
    let message = format!("`simultaneous` goes through a set without `{words}`");
    let at = failure.stretch(found, last);
    let diagnostic = Diagnostic::error("syntax", message, at, "expected a name here");
    let fix = Fix::remove(at, words, Certainty::Sure);
    Some(diagnostic.with_help("write `simultaneous p in players { … }`").with_fix(fix))
}

/// `for p in players starting at x {`.
fn starting_at(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let starts = matches!(failure.scan.words(found), "starting" | "start" | "starts" | "beginning" | "begin");
    if !starts || !failure.expects(Rule::word_from) || found.first_on_line {
        return None;
    }
    let preposition = |token: &&Token| matches!(failure.scan.words(token), "at" | "with" | "from" | "by" | "on");
    let last = failure.behind().filter(preposition).unwrap_or(found);
    let at = failure.stretch(found, last);
    let message = format!("`{}` is written `from` here", failure.text(found, last));
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    let fix = Fix::replace(at, "from", Certainty::Sure);
    Some(diagnostic.with_help("write `in players from x`: x comes first, then the others in order").with_fix(fix))
}
