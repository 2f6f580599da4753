//! The first line of a declaration, as one would say it, or as other languages write it.

use super::{Failure, audiences};
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::cut::DECLARATION_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::span::{Location, Span};

/// A mistake of one of these sorts.
pub(super) fn head(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    if let Some(found) = failure.found() {
        let known = title(failure, found)
            .or_else(|| whose(failure, found))
            .or_else(|| audiences::audience(failure, found))
            .or_else(|| name_in_two(failure, found))
            .or_else(|| joined_by_a_word(failure, found))
            .or_else(|| no_kind(failure, found))
            .or_else(|| type_first(failure, found))
            .or_else(|| no_type(failure, found))
            .or_else(|| audiences::seen_too_late(failure, found))
            .or_else(|| rule_as_definition(failure, found))
            .or_else(|| returned(failure, found))
            .or_else(|| variable_alone(failure, found))
            .or_else(|| sign_too_many(failure, found));
        if known.is_some() {
            return known;
        }
    }
    setting_without_value(failure)
}

/// What is better told of the whole than of a sign in it that the language does not have.
pub(super) fn with_foreign_signs(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    failure.found().and_then(|found| values_of_a_type(failure, found))
}

/// The word that says what is declared, and where it stands.
pub(super) fn declared<'text>(failure: &Failure<'_, 'text>) -> Option<(&'text str, usize)> {
    let mut indices = failure.section.first..failure.section.end;
    let index = indices.find(|&index| {
        failure.token(index).is_some_and(|token| token.kind != TokenKind::Prose)
            && !matches!(failure.words(failure.token(index)), "replace" | "extend")
    })?;
    let word = failure.words(failure.token(index));
    DECLARATION_WORDS.contains(&word).then_some((word, index))
}

pub(super) fn told(at: Location, message: &str, label: &str, help: String) -> Diagnostic {
    Diagnostic::error("syntax", message, at, label).with_help(help)
}

/// The last token on the line of another.
pub(super) fn end_of_line<'scan>(failure: &Failure<'scan, '_>, index: usize) -> Option<&'scan Token> {
    let behind = (index + 1..failure.section.end)
        .take_while(|&index| failure.token(index).is_some_and(|token| !token.first_on_line));
    failure.token(behind.last().unwrap_or(index))
}

/// `game: "Acorns"`, `game Bridge Over The River`.
fn title(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(1) != "game" || !failure.expects(Rule::quote) && !failure.expects(Rule::text) {
        return None;
    }
    let at = failure.location(found);
    if matches!(failure.scan.words(found), ":" | "=")
        && failure.behind().is_some_and(|text| text.kind == TokenKind::Text)
    {
        let sign = failure.scan.words(found);
        let help = format!("write `game {}`", failure.words(failure.behind()));
        let diagnostic = told(at, &format!("the title stands behind `game`, without `{sign}`"), "leave this out", help);
        return Some(diagnostic.with_fix(Fix::remove(at, sign, Certainty::Sure)));
    }
    if found.kind != TokenKind::Word || found.first_on_line {
        return None;
    }
    let last = end_of_line(failure, failure.index)?;
    let at = failure.stretch(found, last);
    let written = format!("\"{}\"", failure.text(found, last));
    let diagnostic =
        told(at, "the title of a game stands in quotation marks", "a title", format!("write `game {written}`"));
    Some(diagnostic.with_fix(Fix::replace(at, written, Certainty::Likely)))
}

/// `component Ship of player`, `zone port for each player`.
fn whose(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let at = failure.location(found);
    let word = failure.scan.words(found);
    let message = "what each player has is `of each player`";
    let declares = matches!(declared(failure), Some(("component" | "zone" | "pile" | "var" | "track" | "ring", _)));
    if word == "for" && matches!(failure.words(failure.behind()), "each" | "every") && declares {
        let diagnostic = told(at, message, "expected `of` here", "write `of each player`".to_owned());
        return Some(diagnostic.with_fix(Fix::replace(at, "of", Certainty::Likely)));
    }
    let misspelt = crate::suggest::nearest(word, ["each"]).is_some();
    if misspelt || !failure.expects(Rule::word_each) || failure.word_back(1) != "of" || found.first_on_line {
        return None;
    }
    let every = matches!(word, "every" | "all" | "a" | "the");
    let named =
        if every { failure.behind().filter(|behind| failure.scan.words(behind).starts_with("player"))? } else { found };
    let name = failure.scan.words(named);
    let name = if matches!(name, "players") { "player" } else { name };
    let at = failure.stretch(found, named);
    let diagnostic = told(at, message, "expected `each` here", format!("write `of each {name}`"));
    Some(diagnostic.with_fix(Fix::replace(at, format!("each {name}"), Certainty::Sure)))
}

/// `zone dragon cave : …`, `zone dragon-cave : …`.
fn name_in_two(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (word, declared) = declared(failure)?;
    let one = failure.before().filter(|one| failure.is_name(one))?;
    let known = matches!(word, "players" | "layout" | "remove") || super::misspelt::misspelt(failure).is_some();
    if declared + 2 != failure.index || known || found.first_on_line {
        return None;
    }
    let hyphen = failure.scan.words(found) == "-";
    let other = if hyphen { failure.behind()? } else { found };
    let plural = other.kind == TokenKind::Number && hyphen;
    if !(failure.is_name(other) || plural) || matches!(failure.scan.words(other), "x" | "with") {
        return None;
    }
    let written = format!("{}_{}", failure.scan.words(one), failure.scan.words(other));
    let at = failure.stretch(one, other);
    let help = format!("write `{written}`; at the table it is shown as “{}”", written.replace('_', " "));
    let diagnostic = told(at, "a name is one word", if hyphen { "a hyphen in it" } else { "two words" }, help);
    Some(diagnostic.with_fix(Fix::replace(at, written, Certainty::Likely)))
}

/// `type Gem = ruby or opal`, `zone basket : Apple and Bread`, `seen by owner and judge`.
fn joined_by_a_word(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    declared(failure)?;
    let word = failure.scan.words(found);
    let between = failure.before().is_some_and(|one| failure.is_name(one) || failure.scan.words(one) == "owner");
    let joins = matches!(word, "and" | "or" | "+" | "/")
        && failure.expects(Rule::comma)
        && !failure.expects(Rule::comparison_sign);
    let other = failure.behind().filter(|other| failure.is_name(other) || failure.scan.words(other) == "owner")?;
    if !between || !joins || failure.scan.words(other) == "none" {
        return None;
    }
    let at = failure.location(found);
    let message = format!("several stand behind each other with commas, not with `{word}`");
    let help = format!("write `{}, {}`", failure.word_back(1), failure.scan.words(other));
    let mut fix = comma(failure, failure.index, at);
    // Those that follow are the same mistake.
    let mut next = failure.index + 2;
    while failure.words(failure.token(next)) == word
        && failure.token(next + 1).is_some_and(|other| failure.is_name(other))
    {
        let at = failure.token(next).map_or(at, |token| failure.location(token));
        fix.edits.extend(comma(failure, next, at).edits);
        next += 2;
    }
    Some(told(at, &message, "expected `,` here", help).with_fix(fix))
}

/// A comma in place of a word, without the blank before it.
fn comma(failure: &Failure<'_, '_>, index: usize, at: Location) -> Fix {
    let before = index.checked_sub(1).and_then(|before| failure.token(before));
    let start = before.map_or(at.span.start, |before| failure.location(before).span.end);
    Fix::replace(Location { span: Span { start, ..at.span }, ..at }, ",", Certainty::Sure)
}

/// `zone stack seen by all`, `zone stack : 12 Note seen by all`.
fn no_kind(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (word, declared) = declared(failure).filter(|(word, _)| matches!(*word, "zone" | "pile"))?;
    let name = failure.words(failure.token(declared + 1));
    let at = failure.location(found);
    if failure.scan.words(found) == "seen" && failure.expects(Rule::colon) {
        let message = format!("it is not said what may lie in `{name}`");
        let help = format!("write `{word} {name} : Card seen by …`, with the kind of component that lies there");
        return Some(told(at, &message, "expected `:` and a kind before this", help));
    }
    let kind = failure.behind().filter(|kind| failure.is_name(kind))?;
    if found.kind != TokenKind::Number || failure.word_back(1) != ":" {
        return None;
    }
    let (number, kind) = (failure.scan.words(found), failure.scan.words(kind));
    let message = "how many there are is said where the kind is declared";
    let help = format!("leave the number out here, and write `component {kind} {{ make {number} of }}`");
    let diagnostic = told(at, message, "no number here", help);
    Some(diagnostic.with_fix(Fix::remove(at, number, Certainty::Likely)))
}

/// `rule sing(player p)`, `zone locker(t Town)`: types of the game begin with a capital, names mostly do not.
fn type_first(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let of = failure.before().filter(|of| failure.is_name(of))?;
    let inside = matches!(failure.word_back(2), "(" | ",") && matches!(failure.words(failure.behind()), ")" | ",");
    if !inside || !failure.is_name(found) || !failure.expects(Rule::colon) {
        return None;
    }
    let (first, second) = (failure.scan.words(of), failure.scan.words(found));
    let at = failure.stretch(of, found);
    let capital = |word: &str| word.starts_with(|sign: char| sign.is_ascii_uppercase());
    let in_order = capital(second) && !capital(first) || second == "player";
    let (written, label) = match in_order {
        true => (format!("{first}: {second}"), "a `:` is missing between them"),
        false => (format!("{second}: {first}"), "the other way round"),
    };
    let message = "a name comes first, and what it may be behind `:`";
    let diagnostic = told(at, message, label, format!("write `{written}`"));
    Some(diagnostic.with_fix(Fix::replace(at, written, Certainty::Sure)))
}

/// `var stars = 0`, `setting most = 5`, `component Parcel { weight = 1..5 }`.
fn no_type(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "=" || !failure.expects(Rule::colon) {
        return None;
    }
    let at = failure.location(found);
    let name = failure.before().filter(|name| failure.is_name(name)).map(|name| failure.scan.words(name))?;
    let value = failure.words(failure.behind());
    let (word, _) = declared(failure).unwrap_or(("component", 0));
    let message = format!("it is not said what `{name}` can be");
    let label = "expected `:` before this";
    let range = failure.words(failure.token(failure.index + 2)) == "..";
    Some(match word {
        "var" => told(
            at,
            &message,
            label,
            format!("write `var {name} : 0..99 seen by all = {value}`, with the least and the greatest value"),
        ),
        "setting" => told(
            at,
            &message,
            label,
            format!(
                "write `{}setting {name} : 1..9 = {value}`, with the least and the greatest value",
                if failure.scan.tokens.iter().take(4).any(|token| failure.scan.words(token) == "extends") {
                    "replace "
                } else {
                    ""
                }
            ),
        ),
        "component" if range || failure.behind().is_some_and(|of| failure.is_name(of)) => {
            let help = format!(
                "write `{name} : {}`",
                if range {
                    failure
                        .token(failure.index + 3)
                        .zip(failure.behind())
                        .map_or(value, |(last, first)| failure.text(first, last))
                } else {
                    value
                }
            );
            let diagnostic = told(at, &format!("what `{name}` can be stands behind `:`"), "expected `:` here", help);
            diagnostic.with_fix(Fix::replace(at, ":", Certainty::Sure))
        }
        _ => return None,
    })
}

/// `type Gem { ruby, opal }`, `type Gem = "ruby", "opal"`, `type Gem = [ruby, opal]`.
fn values_of_a_type(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (_, first) = declared(failure).filter(|(word, _)| *word == "type")?;
    let text = found.kind == TokenKind::Text;
    if !matches!(failure.scan.words(found), "{" | "[" | "(") && !text {
        return None;
    }
    let name = failure.words(failure.token(first + 1));
    let tokens = (failure.index..failure.section.end).filter_map(|index| failure.token(index));
    let values: Vec<&str> = tokens
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Text))
        .map(|token| failure.scan.words(token).trim_matches('"'))
        .collect();
    let plain = |value: &&str| value.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
    if values.is_empty() || !values.iter().all(plain) {
        return None;
    }
    let last = failure.token(failure.section.end - 1)?;
    let at = failure.stretch(found, last);
    let values = values.join(", ");
    let equals = if failure.word_back(1) == "=" { "" } else { "= " };
    let message = if text {
        "the values of a type stand without quotation marks"
    } else {
        "the values of a type stand behind `=`, without brackets"
    };
    let diagnostic = told(at, message, "these values", format!("write `type {name} = {values}`"));
    Some(diagnostic.with_fix(Fix::replace(at, format!("{equals}{values}"), Certainty::Sure)))
}

/// `def swim(p: player) {`.
fn rule_as_definition(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (_, first) = declared(failure).filter(|(word, _)| *word == "def")?;
    if failure.scan.words(found) != "{" || !failure.expects(Rule::equals) {
        return None;
    }
    let at = failure.location(failure.token(first)?);
    let message = "a `def` works out a value behind `=`; what does something is a `rule`";
    let head = failure.token(first + 1).zip(failure.before()).map_or("", |(name, last)| failure.text(name, last));
    let diagnostic = told(at, message, "expected `rule` here", format!("write `rule {head} {{ … }}`"));
    Some(diagnostic.with_fix(Fix::replace(at, "rule", Certainty::Likely)))
}

/// `def double(p: player) = return 2 * p.points`.
fn returned(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.before().filter(|word| failure.scan.words(word) == "return")?;
    if failure.word_back(2) != "=" || found.first_on_line {
        return None;
    }
    let at = failure.location(word);
    let diagnostic = told(
        at,
        "what stands behind `=` is given back, without `return`",
        "not needed",
        "leave out `return`".to_owned(),
    );
    Some(diagnostic.with_fix(Fix::remove(at, "return", Certainty::Sure)))
}

/// `stars = 0`, beside the declarations.
fn variable_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let beside = failure.expects(Rule::declaration) || failure.expects(Rule::EOI);
    if !beside
        || failure.is_expression()
        || !failure.is_name(found)
        || !found.first_on_line
        || failure.words(failure.behind()) != "="
    {
        return None;
    }
    if failure.expects_statement() || failure.is_piece() {
        return None;
    }
    let name = failure.scan.words(found);
    let value = failure.words(failure.token(failure.index + 2));
    let help = format!("write `var {name} : 0..99 seen by all = {value}`, with the least and the greatest value");
    Some(told(
        failure.location(found),
        "what changes in play is declared with `var`",
        "expected `var` before this",
        help,
    ))
}

/// `players = 2`, `mark start : "S"`.
fn sign_too_many(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let sign = failure.scan.words(found);
    let players = declared(failure).is_some_and(|(word, at)| word == "players" && at + 1 == failure.index);
    let players = players && matches!(sign, "=" | ":");
    let mark = failure.word_back(2) == "mark" && matches!(sign, "=" | ":");
    if !players && !mark || failure.expects_statement() {
        return None;
    }
    let at = failure.location(found);
    let message = if players {
        "how many play stands right behind `players`"
    } else {
        "what is marked stands right behind the name of the mark"
    };
    let help = if players {
        format!("write `players {}`", failure.words(failure.behind()))
    } else {
        format!("write `mark {} {}`", failure.word_back(1), failure.words(failure.behind()))
    };
    Some(told(at, message, "leave this out", help).with_fix(Fix::remove(at, sign, Certainty::Sure)))
}

/// `setting orbit : 1..9`.
fn setting_without_value(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let (_, first) = declared(failure).filter(|(word, _)| *word == "setting")?;
    if !failure.expects(Rule::equals) || failure.found().is_some() {
        return None;
    }
    let last = failure.before()?;
    let head = failure.text(failure.token(first)?, last);
    let message = "it is not said what the setting usually is";
    Some(told(failure.location(last), message, "expected `=` and a value after this", format!("write `{head} = …`")))
}
