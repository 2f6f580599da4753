//! What is put together wrongly where things move as a whole, and other words for `except`.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::Token;

/// Words that mean `except` elsewhere.
const EXCEPT: [&str; 7] = ["without", "but", "minus", "excluding", "excepting", "besides", "unless"];

/// Words that mean `all` elsewhere.
const ALL: [&str; 5] = ["everything", "every", "entire", "whole", "both"];

/// A mistake of one of these sorts.
pub(super) fn moving(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    other_except(failure, found)
        .or_else(|| other_all(failure, found))
        .or_else(|| each_of_a_kind(failure, found))
        .or_else(|| all_from_nowhere(failure, found))
        .or_else(|| drawn_kind(failure, found))
        .or_else(|| from_nowhere(failure, found))
        .or_else(|| so_many_squares(failure, found))
}

fn written(failure: &Failure<'_, '_>, found: &Token, instead: &str, help: String) -> Diagnostic {
    let at = failure.location(found);
    let message = format!("`{}` is written `{instead}` here", failure.scan.words(found));
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    diagnostic.with_help(help).with_fix(Fix::replace(at, instead, Certainty::Likely))
}

/// `players without p`, on one line.
fn other_except(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    if !EXCEPT.contains(&word) || found.first_on_line || !failure.expects(Rule::word_except) {
        return None;
    }
    let help = format!("write `{} except {}`", failure.word_back(1), failure.words(failure.behind()));
    Some(written(failure, found, "except", help))
}

/// `move everything from P to Q`.
fn other_all(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let before = failure.index.checked_sub(1).and_then(|index| failure.token(index))?;
    let (word, at) = [(failure.words(Some(before)), before), (failure.scan.words(found), found)]
        .into_iter()
        .find(|(word, _)| ALL.contains(word))?;
    let steps = if std::ptr::eq(at, found) { 1 } else { 2 };
    if failure.word_back(steps) != "move" {
        return None;
    }
    let help = match failure.declared.first_kind() {
        Some(kind) => format!("write `move all from … to …`, or of a kind `move all {kind} from … to …`"),
        None => "write `move all from … to …`".to_owned(),
    };
    debug_assert!(ALL.contains(&word), "one of these was found");
    Some(written(failure, at, "all", help))
}

/// `move each Card from P to Q`, `move all c in P to Q`.
fn each_of_a_kind(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(3) != "move" {
        return None;
    }
    let name = failure.word_back(1);
    let word = failure.index.checked_sub(2).and_then(|index| failure.token(index))?;
    let (message, instead, help) = match (failure.word_back(2), failure.scan.words(found)) {
        ("each", "from") => (
            format!("everything of a kind is `all {name}`; `each` goes through a set with a name"),
            "all",
            format!("write `move all {name} from P to Q`"),
        ),
        ("all", "in" | "where") => (
            format!("`all` takes everything from a place; what has a name and a condition is `each {name} in …`"),
            "each",
            format!("write `move each {name} in P where … to Q`"),
        ),
        _ => return None,
    };
    let diagnostic = Diagnostic::error("syntax", message, failure.location(word), "in place of this");
    Some(diagnostic.with_help(help).with_fix(Fix::replace(failure.location(word), instead, Certainty::Likely)))
}

/// `move all Card to Q`.
fn all_from_nowhere(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words =
        (1..8).map(|steps| failure.word_back(steps)).take_while(|word| !matches!(*word, "" | "{" | "}" | "from"));
    let words: Vec<_> = words.collect();
    let all = words.iter().position(|word| *word == "all")?;
    if failure.scan.words(found) != "to" || words.get(all + 1) != Some(&"move") {
        return None;
    }
    let kind: String = words.get(..all).unwrap_or_default().iter().rev().copied().collect();
    let at = failure.location(found);
    let message = "it is not said where all of these are moved from";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `from` before this");
    let to = failure.behind().filter(|to| failure.is_name(to) || failure.scan.words(to) == "box");
    let to = to.map_or("…", |to| failure.scan.words(to));
    let to = if failure.words(failure.token(failure.index + 2)) == "." { "…" } else { to };
    let help = match kind.as_str() {
        "" => format!("write `move all from box to {to}`, with the place where they lie in place of `box`"),
        _ => format!(
            "write `move all {kind} from box to {to}`, with the place where they lie in place of `box`; or `move {kind} to {to}` for those that lie anywhere"
        ),
    };
    Some(diagnostic.with_help(help))
}

/// `draw 5 cards from deck to p.hand`, `draw a card from deck`.
fn drawn_kind(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let amount = failure.before()?;
    let draws = failure.word_back(2) == "draw" && failure.words(failure.behind()) == "from";
    if !draws || !failure.is_name(found) || !failure.expects(Rule::word_from) {
        return None;
    }
    let written = match failure.scan.words(amount) {
        "a" | "an" | "the" | "one" => "1",
        amount => amount,
    };
    let at = failure.stretch(amount, found);
    let message = "`draw` takes whatever lies there; it is only said how many";
    let kind = failure.scan.words(found);
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "not needed");
    let help = format!("write `draw {written} from …`, without `{kind}`");
    Some(diagnostic.with_help(help).with_fix(Fix::replace(at, written, Certainty::Likely)))
}

/// `draw 5 to p.hand`, `move 3 Card to deck`.
fn from_nowhere(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(6);
    let word = before.find(|&index| matches!(words(index), "draw" | "move" | "{" | "}" | "from"))?;
    if failure.scan.words(found) != "to" || !failure.expects(Rule::word_from) || !matches!(words(word), "draw" | "move")
    {
        return None;
    }
    let amount = failure.text(failure.token(word + 1)?, failure.before()?);
    let done = words(word);
    let message = "it is not said where they come from";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "expected `from` before this");
    let from = if done == "draw" { failure.declared.first_pile().unwrap_or("box") } else { "box" };
    let help = format!("write `{done} {amount} from {from} to …`, with the place where they lie in place of `{from}`");
    Some(diagnostic.with_help(help))
}

/// `move p.Turtle n forward`, `move p.Turtle by n`.
fn so_many_squares(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    const STEPS: [&str; 11] =
        ["by", "forward", "forwards", "backward", "backwards", "ahead", "back", "on", "steps", "spaces", "squares"];
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(6);
    let word = before.find(|&index| matches!(words(index), "move" | "{" | "}" | "to" | "from"))?;
    if words(word) != "move" || !STEPS.contains(&failure.scan.words(found)) || found.first_on_line {
        return None;
    }
    let by = failure.scan.words(found) == "by";
    let (last, steps) = if by { (failure.back(1)?, failure.behind()?) } else { (failure.back(2)?, failure.back(1)?) };
    let moved = failure.token(word + 1).filter(|moved| moved.start <= last.start)?;
    let (moved, steps) = (failure.text(moved, last), failure.scan.words(steps));
    let message = "a `move` says where it leads; so many places on is `ahead`";
    let at = if by { failure.location(found) } else { failure.stretch(failure.before()?, found) };
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `to` and a place here");
    let help = format!(
        "write `move {moved} to first s in ahead({moved}.place, {steps}) else {moved}.place`: past the end it stays"
    );
    Some(diagnostic.with_help(help))
}
