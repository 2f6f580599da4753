//! Values, types and what is rolled, as other languages and the words at the table write them.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::is_value;
use crate::parse::{Rule, is_keyword};

/// A mistake of one of these sorts.
pub(super) fn borrowed(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    roll_all(failure).or_else(|| {
        let found = failure.found()?;
        feature_as_type(failure, found)
            .or_else(|| show_text(failure, found))
            .or_else(|| value_in_quotes(failure, found))
            .or_else(|| random(failure, found))
            .or_else(|| place_of_a_grid(failure, found))
    })
}

/// `def have(f: Die.face) = …`.
fn feature_as_type(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (feature, kind) = (failure.before()?, failure.back(3)?);
    let names = failure.is_name(feature) && failure.is_name(kind);
    if !names || failure.word_back(2) != "." || failure.word_back(4) != ":" || failure.scan.words(found) == ":" {
        return None;
    }
    let (name, of) = (failure.scan.words(feature), failure.scan.words(kind));
    let at = failure.stretch(kind, feature);
    let message = format!("`{of}.{name}` is a feature and no type");
    let diagnostic = Diagnostic::error("syntax", message, at, "expected a type here");
    Some(match type_of(failure, of, name) {
        Some(written) => {
            let help = format!("write the type that `{name}` has itself: `{written}`");
            diagnostic.with_help(help).with_fix(Fix::replace(at, written, Certainty::Likely))
        }
        None => diagnostic.with_help("write a range such as `1..6`, or give the values a name: `type Face = …`"),
    })
}

/// The range or the name of a type that a feature of a kind is declared with.
fn type_of<'text>(failure: &Failure<'_, 'text>, kind: &str, feature: &str) -> Option<&'text str> {
    let words = |index: usize| failure.scan.tokens.get(index).map_or("", |token| failure.scan.words(token));
    let all = 0..failure.scan.tokens.len();
    let start = all.clone().find(|index| words(*index) == "component" && words(index + 1) == kind)?;
    let member = |index: &usize| words(*index) == feature && words(index + 1) == ":" && *index > start;
    let at = all.clone().find(member)? + 2;
    let between = all.skip(start + 1).find(|index| words(*index) == "component").is_some_and(|next| next < at);
    let first = failure.scan.tokens.get(at).filter(|_| !between)?;
    match first.kind {
        TokenKind::Number if words(at + 1) == ".." => failure
            .scan
            .tokens
            .get(at + 2)
            .filter(|last| last.kind == TokenKind::Number)
            .map(|last| failure.text(first, last)),
        TokenKind::Word if failure.is_name(first) && !matches!(words(at + 1), "." | ".." | "," | "or" | "except") => {
            Some(failure.scan.words(first))
        }
        _ => None,
    }
}

/// `show "hello"`.
fn show_text(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let show = failure.before().filter(|show| failure.scan.words(show) == "show")?;
    if found.kind != TokenKind::Text {
        return None;
    }
    let message = "`show` shows components and values; a text is said";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(show), "expected `say` here");
    let fix = Fix::replace(failure.location(show), "say", Certainty::Sure);
    Some(diagnostic.with_help(format!("write `say {}`", failure.scan.words(found))).with_fix(fix))
}

/// `c.suit = "red"`.
fn value_in_quotes(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let wanted = failure.expected.iter().any(|&rule| is_value(rule)) && !failure.expects(Rule::text);
    if found.kind != TokenKind::Text || !wanted {
        return None;
    }
    if let Some(told) = text_type(failure, found).or_else(|| seats_in_quotes(failure, found)) {
        return Some(told);
    }
    let text = failure.scan.words(found).trim_matches('"');
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
        && !is_keyword(text);
    let at = failure.location(found);
    let message = "a text is no value; values are written without quotation marks";
    let diagnostic = Diagnostic::error("syntax", message, at, "a text");
    if !is_name {
        return Some(diagnostic.with_help("write the name of a value, as it stands in its `type`"));
    }
    let before = failure.before().filter(|before| matches!(failure.scan.words(before), "=" | "!="));
    let help = match before.and_then(|sign| compared(failure, sign)) {
        Some(compared) => format!("write `{compared} {text}`"),
        None => format!("write `{text}`"),
    };
    Some(diagnostic.with_help(help).with_fix(Fix::replace(at, text, Certainty::Likely)))
}

/// `var mood : text seen by all = "calm"`: what can be in it must be listed first.
fn text_type(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    const TEXTS: [&str; 5] = ["text", "Text", "string", "String", "str"];
    let words = |index: usize| failure.words(failure.token(index));
    let at = (failure.section.first + 1..failure.index)
        .find(|&index| words(index - 1) == ":" && TEXTS.contains(&words(index)))?;
    let of = failure.token(at)?;
    let (written, value) = (failure.scan.words(of), failure.scan.words(found));
    let plain = value.trim_matches('"');
    let name = failure.words(failure.token(failure.section.first + 1));
    let mut letters = name.chars();
    let list: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let message = "a text cannot be kept; what is kept is one of a list of words";
    let help = format!(
        "list the words above it, as in `type {list} = {plain}, …`; then write `{list}` in place of `{written}`, and `{plain}` without quotation marks"
    );
    let diagnostic = Diagnostic::error("syntax", message, failure.location(of), "a text");
    Some(diagnostic.with_label(failure.location(found), "one of the words").with_help(help))
}

/// `players "cats", "mice"`.
fn seats_in_quotes(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(1) != "players" {
        return None;
    }
    let last = (failure.index..failure.section.end).rev().find_map(|index| failure.token(index))?;
    let row = failure.text(found, last).replace('"', "");
    let names = |name: &str| name.starts_with(|first: char| first.is_ascii_lowercase()) && !is_keyword(name);
    if !row.split(',').all(|name| names(name.trim())) || row.contains(['\n', '{', '#']) {
        return None;
    }
    let at = failure.stretch(found, last);
    let message = "seats are named without quotation marks";
    let diagnostic = Diagnostic::error("syntax", message, at, "these names");
    let fix = Fix::replace(at, row.clone(), Certainty::Sure);
    Some(diagnostic.with_help(format!("write `players {row}`")).with_fix(fix))
}

/// `c.suit =`, if that is all that stands before a value.
fn compared<'text>(failure: &Failure<'_, 'text>, sign: &Token) -> Option<&'text str> {
    let feature = failure.back(2).filter(|feature| failure.is_name(feature))?;
    let first = if failure.word_back(3) == "." { failure.back(4).filter(|of| failure.is_name(of))? } else { feature };
    Some(failure.text(first, sign))
}

/// `roll all Die`.
fn roll_all(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    const ALL: [&str; 4] = ["all", "each", "every", "both"];
    let words = |index: usize| failure.words(failure.token(index));
    let roll = (1..=3).filter_map(|steps| failure.index.checked_sub(steps)).find(|index| words(*index) == "roll")?;
    let word = failure.token(roll + 1).filter(|_| ALL.contains(&words(roll + 1)))?;
    let kind = failure.token(roll + 2).filter(|kind| failure.is_name(kind) && !kind.first_on_line)?;
    let kind = failure.scan.words(kind);
    let message = "one thing is rolled at a time, by its feature";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(word), "several at once");
    let feature = failure.declared.first_feature(kind).unwrap_or("face");
    Some(diagnostic.with_help(format!("write `for d in {kind} {{ roll d.{feature} }}`")))
}

/// `set x = random player`.
fn random(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.before().filter(|word| failure.scan.words(word) == "random")?;
    let what = failure.scan.words(found);
    if found.first_on_line || found.kind != TokenKind::Word || STATEMENT_WORDS.contains(&what) {
        return None;
    }
    let set = if matches!(what, "player" | "players") { "players" } else { what };
    let target = (failure.word_back(2) == "=").then(|| failure.word_back(3)).filter(|name| !name.is_empty());
    let letter = if set == "players" { "p" } else { "x" };
    let message = "chance is a statement of its own: `draw` takes one out of a set";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(word), "not a word of the language");
    let then = target.map_or(String::new(), |target| format!(", then `set {target} = {letter}`"));
    Some(diagnostic.with_help(format!("write `draw {letter} in {set}`{then}")))
}

/// `joined(square e6, water)` in an expression of a script.
fn place_of_a_grid(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let board = failure.before().filter(|board| failure.is_name(board))?;
    let place = failure.scan.words(found);
    let is_place = place.len() > 1
        && place.starts_with(|column: char| column.is_ascii_lowercase())
        && place.trim_start_matches(|column: char| column.is_ascii_lowercase()).chars().all(|row| row.is_ascii_digit())
        && place.ends_with(|row: char| row.is_ascii_digit());
    if !failure.is_expression() || !is_place {
        return None;
    }
    let name = failure.scan.words(board);
    let at = failure.stretch(board, found);
    let message = "in a value a place is written as in the rules, with its number in brackets";
    let diagnostic = Diagnostic::error("syntax", message, at, "a place as it is called at the table");
    let help = format!("write the name of the board and the number of `{place}`, such as `{name}(1)`");
    Some(diagnostic.with_help(help))
}
