//! Words of the language with something missing behind them, or with something else than they want.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// A mistake of one of these sorts.
pub(super) fn unfinished(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    swap_with_and(failure).or_else(|| option_without_block(failure)).or_else(|| {
        let found = failure.found()?;
        depth_unsaid(failure, found)
            .or_else(|| first_of(failure, found))
            .or_else(|| some_without_of(failure, found))
            .or_else(|| else_for_option(failure, found))
            .or_else(|| parts_without_brackets(failure, found))
            .or_else(|| to_nobody(failure, found))
    })
}

/// `rule lose(p: player) deep { … }`.
fn depth_unsaid(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let deep = failure.before().filter(|deep| failure.scan.words(deep) == "deep")?;
    let head = matches!(failure.words(failure.token(failure.section.first)), "rule" | "def" | "phase");
    if found.kind == TokenKind::Number || !(head || failure.word_back(2) == ")") {
        return None;
    }
    let message = "it is not said how deep it may go";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(deep), "expected a number after this");
    Some(diagnostic.with_help("write `deep 20`: so often it may run within itself at most"))
}

/// `move first of c in S to P`.
fn first_of(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let first = failure.words(failure.before()) == "first";
    if !first || failure.scan.words(found) != "of" {
        return None;
    }
    let message = "it is not said how many of them";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "expected a number before this");
    Some(diagnostic.with_help("write `first 2 of c in S`; the first one alone is `first c in S`"))
}

/// `move 2 c in S to P`.
fn some_without_of(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let name = failure.before().filter(|name| failure.is_name(name))?;
    let amount = failure.back(2).filter(|amount| amount.kind == TokenKind::Number)?;
    if failure.scan.words(found) != "in" || !failure.expects(Rule::word_from) {
        return None;
    }
    let (amount, name_word) = (failure.scan.words(amount), failure.scan.words(name));
    let message = format!("some out of a set are written with `of`: `{amount} of {name_word} in …`");
    let at = failure.location(name);
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `of` before this");
    Some(diagnostic.with_help("write `of`").with_fix(Fix::before(at, "of ", Certainty::Sure)))
}

/// `swap a and b`.
fn swap_with_and(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    if !failure.expects(Rule::comma) {
        return None;
    }
    let tokens = || (failure.section.first..failure.index).rev().filter_map(|index| failure.token(index));
    let statement = || tokens().take_while(|token| !matches!(failure.scan.words(token), "{" | "}"));
    let and = statement().find(|token| matches!(failure.scan.words(token), "and" | "with"))?;
    let swap = statement().find(|token| failure.scan.words(token) == "swap")?;
    if swap.start > and.start {
        return None;
    }
    let at = failure.location(and);
    let diagnostic = Diagnostic::error("syntax", "between the two of a `swap` stands a comma", at, "not this word");
    Some(diagnostic.with_help("write `swap a, b`").with_fix(Fix::replace(at, ",", Certainty::Likely)))
}

/// `option "stop"`, `option "stop" -> …`.
fn option_without_block(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let text = failure.before().filter(|text| text.kind == TokenKind::Text)?;
    let option = failure.word_back(2) == "option";
    let sign = failure.found().map(|found| failure.scan.words(found));
    let other = matches!(sign, None | Some("-" | "=" | ":" | "option" | "}" | "set" | "move" | "do"));
    if !option || !other || !failure.expects(Rule::open_brace) {
        return None;
    }
    let message = "what an option does stands in braces behind its text";
    let at = failure.location(text);
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `{` after this");
    let words = failure.scan.words(text);
    Some(diagnostic.with_help(format!("write `option {words} {{ … }}`; if it does nothing, `option {words} {{ }}`")))
}

/// `choose { option … { … }  else { … } }`.
fn else_for_option(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "else" || !failure.expects(Rule::word_option) {
        return None;
    }
    let message = "in a list of options each has a text of its own";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "no option");
    let help =
        "write `option \"…\" { … }`; what is done if nothing can be chosen stands behind the list: `if none { … }`";
    Some(diagnostic.with_help(help))
}

/// `for c, n in both(p)`.
fn parts_without_brackets(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let name = failure.before().filter(|name| failure.is_name(name))?;
    let other = failure.behind().filter(|other| failure.is_name(other))?;
    let goes_on = failure.words(failure.token(failure.index + 2)) == "in";
    if failure.scan.words(found) != "," || !goes_on || !failure.expects(Rule::word_in) {
        return None;
    }
    let (one, two) = (failure.scan.words(name), failure.scan.words(other));
    let message = "names for the parts of a tuple stand in brackets";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(name), "the first of them");
    Some(diagnostic.with_help(format!("write `({one}, {two}) in …`; two sets are `{one} in A, {two} in B`")))
}

/// `say "…" to nobody`.
fn to_nobody(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "nobody" || failure.words(failure.before()) != "to" {
        return None;
    }
    let words = |index: usize| failure.words(failure.token(index));
    let mut statement = (failure.section.first..failure.index).rev().map(words);
    let statement = statement.by_ref().take_while(|word| !matches!(*word, "{" | "}"));
    let word = statement.into_iter().find(|word| matches!(*word, "show" | "say"))?;
    let message = format!("what nobody is told needs no `{word}`");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "who is told?");
    Some(diagnostic.with_help("name who is told, `to p`, or leave the statement out"))
}
