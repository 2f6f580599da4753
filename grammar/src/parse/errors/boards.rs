//! What is put together wrongly where boards are declared: several tracks, and nets.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// A mistake of one of these sorts.
pub(super) fn board(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    each_players(failure, found).or_else(|| match declared(failure)? {
        "track" | "ring" => of_each_behind(failure, found)
            .or_else(|| zone_words(failure, found))
            .or_else(|| two_indices(failure, found)),
        "net" => net_of_nothing(failure, found).or_else(|| wrongly_joined(failure, found)),
        _ => None,
    })
}

/// The word with which the declaration begins.
fn declared<'text>(failure: &Failure<'_, 'text>) -> Option<&'text str> {
    let words = (failure.section.first..failure.index).map(|index| failure.token(index));
    let first = words.flatten().find(|token| token.kind == TokenKind::Word)?;
    let word = failure.scan.words(first);
    // `replace track …`
    let behind = || failure.words(failure.scan.tokens.iter().find(|token| token.start >= first.end));
    Some(if matches!(word, "replace" | "extend") { behind() } else { word })
}

/// `zone hand of each players`.
fn each_players(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let each = failure.words(failure.before()) == "each";
    if !each || failure.scan.words(found) != "players" || !failure.expects(Rule::name) {
        return None;
    }
    let at = failure.location(found);
    let diagnostic = Diagnostic::error("syntax", "what each player has is `of each player`", at, "one of them");
    Some(diagnostic.with_help("write `player`").with_fix(Fix::replace(at, "player", Certainty::Sure)))
}

/// `track lane 1..6 of each player`.
fn of_each_behind(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "of" || failure.words(failure.behind()) != "each" {
        return None;
    }
    let message = "`of each` stands before the number of places";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "too late here");
    Some(diagnostic.with_help("write `track lane of each player 1..6`"))
}

/// `track lane 1..6 : Dog seen by all`.
fn zone_words(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    if !matches!(word, ":" | "seen") || !failure.expects(Rule::open_brace) {
        return None;
    }
    let message = "on a board anything may lie, and everybody sees it";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "not said of a board");
    Some(diagnostic.with_help("leave this out; a place that hides something is a `zone`"))
}

/// `track lane(1..2, 1..3) 1..6`.
fn two_indices(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let closed = failure.before().filter(|before| failure.scan.words(before) == ")")?;
    if found.kind != TokenKind::Number || failure.expects(Rule::range) {
        return None;
    }
    let message = "one index may stand behind the name of a track, besides the number of the place";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(closed), "two of them");
    Some(diagnostic.with_help("write `track lane(1..3) 1..6`; `of each player` may stand behind the bracket"))
}

/// `net rail { … }`.
fn net_of_nothing(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let before = failure.index.checked_sub(2).and_then(|index| failure.token(index));
    if failure.words(before) != "net" || failure.scan.words(found) == "(" {
        return None;
    }
    let message = "a net has a place for each value of a list, and it is not said of which";
    let at = failure.before().map_or(failure.location(found), |name| failure.location(name));
    let diagnostic = Diagnostic::error("syntax", message, at, "expected a list in brackets after this");
    Some(diagnostic.with_help("list the places, `type City = oslo, rome`, and write `net rail(City) { oslo - rome }`"))
}

/// `oslo -> rome`, `oslo, rome`.
fn wrongly_joined(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    if !matches!(word, ">" | ",") {
        return None;
    }
    let at = failure.location(found);
    let message = "places of a net are joined by `-`, both ways";
    let diagnostic = Diagnostic::error("syntax", message, at, "not joined by this");
    let fix =
        if word == ">" { Fix::remove(at, ">", Certainty::Likely) } else { Fix::replace(at, " -", Certainty::Likely) };
    Some(diagnostic.with_help("write `oslo - rome - paris`").with_fix(fix))
}
