//! Who wins, and what is best, as other languages and rulebooks write it.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};

/// Words for the greatest.
const GREATEST: [&str; 9] = ["best", "max", "most", "highest", "maximum", "largest", "greatest", "biggest", "longest"];

/// Words for the least.
const LEAST: [&str; 7] = ["min", "least", "lowest", "fewest", "minimum", "smallest", "shortest"];

/// A mistake of one of these sorts.
pub(super) fn winning(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    by_most(failure).or_else(|| win_best(failure))
}

/// What stands before a key for a word of one of the lists.
fn order(word: &str) -> Option<&'static str> {
    if GREATEST.contains(&word) {
        return Some("best ");
    }
    LEAST.contains(&word).then_some("")
}

/// The tokens of the statement before what was not understood, from its end.
fn statement(failure: &Failure<'_, '_>) -> impl Iterator<Item = usize> {
    let first = failure.section.first;
    let words = |index: usize| failure.words(failure.token(index));
    (first..failure.index).rev().take(6).take_while(move |index| !matches!(words(*index), "{" | "}"))
}

/// `win best p.points`, `win max p.points`, `win player by most points`.
fn win_best(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let win = statement(failure).find(|index| words(*index) == "win")?;
    let by = matches!(words(win + 1), "player" | "players" | "winner") && matches!(words(win + 2), "by" | "with");
    let word = if by { win + 3 } else { win + 1 };
    let order = order(words(word));
    if order.is_none() && !by {
        return None;
    }
    let of = matches!(words(word + 1), "of" | "by");
    let key = if order.is_some() { word + 1 + usize::from(of) } else { word };
    let key = written_key(failure, key).unwrap_or_else(|| "p.points".to_owned());
    let whose = key.split(['.', '(']).next().filter(|name| *name != key && !key.contains('(')).unwrap_or("p");
    let key = if key.contains(['.', '(']) { key.clone() } else { format!("p.{key}") };
    let at = failure.token(win + 1).map_or(failure.place(), |token| failure.location(token));
    let message = "behind `win` stands a name for those who are ranked, and by what";
    let diagnostic = Diagnostic::error("syntax", message, at, "who is ranked?");
    Some(diagnostic.with_help(format!("write `win {whose} in players by {}{key}`", order.unwrap_or("best "))))
}

/// `p.points`, `points`, as it is written.
fn written_key(failure: &Failure<'_, '_>, start: usize) -> Option<String> {
    let first = failure.token(start).filter(|token| failure.is_name(token) && !token.first_on_line)?;
    let ends = |token: &Token| {
        let word = failure.scan.words(token);
        token.first_on_line || matches!(word, "}" | "," | "{") || STATEMENT_WORDS.contains(&word)
    };
    let behind = (start + 1..start + 20).find(|index| failure.token(*index).is_none_or(ends))?;
    let last = failure.token(behind - 1)?;
    // Two names side by side are no value.
    let names = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::Word);
    let plain = (start..behind - 1).all(|index| !(names(failure.token(index)) && names(failure.token(index + 1))));
    plain.then(|| failure.text(first, last).to_owned())
}

/// `win p in players by most p.points`, `for p in players by lowest p.points`.
fn by_most(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let by = statement(failure).find(|index| words(*index) == "by")?;
    let word = failure.token(by + 1).filter(|_| words(by + 1) != "best")?;
    let name = failure.scan.words(word);
    let order = order(name)?;
    // `by max(a, b)`, `by max x in S : x.value`.
    let behind = words(by + 2);
    if matches!(behind, "(" | "." | "," | "")
        || words(by + 3) == "in"
        || by.checked_sub(2).is_some_and(|index| words(index) == "win")
    {
        return None;
    }
    let at = failure.location(word);
    let (message, help, fix) = if order.is_empty() {
        let message = format!("`by` alone puts the least first: there is no `{name}`");
        (message, "write `by k`; `by best k` puts the greatest first", Fix::remove(at, name, Certainty::Likely))
    } else {
        let message = format!("`{name}` is written `best` here");
        (message, "write `by best k`: the greatest comes first", Fix::replace(at, "best", Certainty::Sure))
    };
    let key = written_key(failure, by + 2).unwrap_or_else(|| "k".to_owned());
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    Some(diagnostic.with_help(help.replace(" k`", &format!(" {key}`"))).with_fix(fix))
}
