//! What is put together wrongly in an `option`, and in what may be chosen.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};
use crate::suggest::nearest;

/// Words that begin a statement which does something.
const DEEDS: [&str; 18] = [
    "lay", "move", "set", "do", "let", "draw", "roll", "leave", "win", "show", "say", "shuffle", "swap", "may", "turn",
    "plan", "note", "forget",
];

/// A mistake in an `option`, or where one belongs.
pub(super) fn option(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    behind_option(failure, found)
        .or_else(|| condition_behind_words(failure, found))
        .or_else(|| behind_text(failure, found))
        .or_else(|| behind_name(failure, found))
        .or_else(|| words_alone(failure, found))
        .or_else(|| without_option(failure, found))
        .or_else(|| condition(failure, found))
        .or_else(|| without_block(failure, found))
        .or_else(|| set_without_name(failure, found))
        .or_else(|| block_of_choose(failure, found))
        .or_else(|| refusal_alone(failure, found))
        .or_else(|| option_alone(failure, found))
        .or_else(|| reason_alone(failure, found))
        .or_else(|| may_without_words(failure, found))
}

fn told(failure: &Failure<'_, '_>, at: &Token, message: &str, label: &str, help: String) -> Option<Diagnostic> {
    Some(Diagnostic::error("syntax", message, failure.location(at), label).with_help(help))
}

fn expects_any(failure: &Failure<'_, '_>, rules: &[Rule]) -> bool {
    rules.iter().any(|rule| failure.expects(*rule))
}

/// `option {`, `option for x in S {`.
fn behind_option(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(1) != "option" {
        return None;
    }
    match failure.scan.words(found) {
        "{" | "require" | "as" => {
            let message = "an option has its words, or names for what may be chosen";
            let help = "write `option \"pass\" { … }`, or `option x in S as \"take {x}\" { … }`".to_owned();
            told(failure, found, message, "neither stands before this", help)
        }
        word @ ("for" | "each" | "any" | "all") => {
            let message = format!("an option goes through a set without `{word}`");
            told(failure, found, &message, "expected a name here", "write `option x in S { … }`".to_owned())
        }
        _ => None,
    }
}

/// `choose x in S as "take {x}" where x > 2`.
fn condition_behind_words(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = failure.before().filter(|before| before.kind == TokenKind::Text)?;
    if failure.scan.words(found) != "where" || failure.word_back(2) != "as" {
        return None;
    }
    let words = failure.scan.words(words);
    let help = format!("write `x in S where … as {words}`; `require … else \"…\"` stands behind the words");
    told(failure, found, "which of them may be chosen is said before their words", "`where` stands before `as`", help)
}

/// `option "take {x}" x in S {`, `option "pass" as "pass" {`.
fn behind_text(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let text = failure.before().filter(|before| before.kind == TokenKind::Text)?;
    if failure.word_back(2) != "option" {
        return None;
    }
    let words = failure.scan.words(text);
    if failure.scan.words(found) == "as" {
        let message = "an option without names has its words already";
        let help = "leave out `as` and the text behind it, or say what may be chosen: `option x in S as \"…\" { … }`";
        return told(failure, found, message, "more words", help.to_owned());
    }
    if !failure.is_name(found) {
        return None;
    }
    let name = failure.scan.words(found);
    let message = "the words of an option with names come behind them";
    told(failure, found, message, "names come first", format!("write `option {name} in S as {words} {{ … }}`"))
}

/// `option pass {`, `option x as "take {x}" {`.
fn behind_name(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let name = failure.before().filter(|before| failure.is_name(before))?;
    if failure.word_back(2) != "option" {
        return None;
    }
    let word = failure.scan.words(name);
    match failure.scan.words(found) {
        "{" | "require" => {
            let message = "the words of an option stand in quotation marks";
            let help =
                format!("write `option \"{word}\" {{ … }}`, or say what `{word}` may be: `option {word} in S {{ … }}`");
            told(failure, name, message, "words or a name?", help)
        }
        "as" | "where" | "from" => {
            let message = format!("it is not said what `{word}` may be");
            told(failure, found, &message, "expected `in` before this", format!("write `option {word} in S`"))
        }
        _ => None,
    }
}

/// `option x in S "take {x}" {`, `choose x in S "take {x}"`.
fn words_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if found.kind != TokenKind::Text || !expects_any(failure, &[Rule::word_as, Rule::wording]) {
        return None;
    }
    let words = failure.scan.words(found);
    let message = "the words of what may be chosen begin with `as`";
    told(failure, found, message, "expected `as` before this", format!("write `as {words}`"))
}

/// `choose { "pass" { … } }`, `choose { x in S { … } }`.
fn without_option(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let begins = found.kind == TokenKind::Text || failure.is_name(found);
    if !begins || !expects_any(failure, &[Rule::word_option, Rule::option]) {
        return None;
    }
    let word = failure.scan.words(found);
    if nearest(word, ["option"]).is_some() {
        return None;
    }
    let message = "everything that may be chosen here begins with `option`";
    told(failure, found, message, "expected `option` before this", format!("write `option {word} …`"))
}

/// `option x in S if C {`.
fn condition(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let clause = expects_any(failure, &[Rule::word_require, Rule::require]);
    if failure.scan.words(found) != "if" || !clause || !expects_any(failure, &[Rule::open_brace, Rule::block]) {
        return None;
    }
    let message = "in a decision a condition begins with `where` or `require`";
    let help = "write `where C` for what is meant at all, `require C else \"why\"` for what is forbidden";
    told(failure, found, message, "not `if`", help.to_owned())
}

/// `option "pass" set x = 1`.
fn without_block(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let clause = expects_any(failure, &[Rule::word_require, Rule::require]);
    let word = failure.scan.words(found);
    let block = expects_any(failure, &[Rule::open_brace, Rule::block]);
    if !clause || !block || failure.expects_statement() || !DEEDS.contains(&word) {
        return None;
    }
    let message = "what is done then stands in braces";
    told(failure, found, message, "expected `{` before this", format!("write `{{ {word} … }}`"))
}

/// `choose x in S { … }`.
fn block_of_choose(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = expects_any(failure, &[Rule::word_as, Rule::wording]);
    if failure.scan.words(found) != "{" || !words || !failure.expects_statement() {
        return None;
    }
    let message = "a `choose` with names has no block";
    let help =
        "write what is done then behind it, without braces; or make it an option: `choose { option x in S { … } }`";
    told(failure, found, message, "its names hold on behind it", help.to_owned())
}

/// `option each x in S {`.
fn set_without_name(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "{" {
        return None;
    }
    let words = |index: usize| failure.words(failure.token(index));
    let head = (failure.section.first..failure.index).rev().take_while(|index| !matches!(words(*index), "{" | "}"));
    let option = head.into_iter().find(|index| words(*index) == "option")?;
    let word = failure.token(option + 1).filter(|_| matches!(words(option + 1), "each" | "any" | "all"))?;
    let message = format!("an option goes through a set without `{}`", failure.scan.words(word));
    told(failure, word, &message, "expected a name here", "write `option x in S { … }`".to_owned())
}

/// `choose x in S else "why"`: what is forbidden?
fn refusal_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let clause = expects_any(failure, &[Rule::word_require, Rule::require]);
    let text = failure.behind().filter(|behind| behind.kind == TokenKind::Text)?;
    if failure.scan.words(found) != "else" || !clause {
        return None;
    }
    let message = "`else` with words belongs to a `require`";
    let help = format!("write `require C else {}`", failure.scan.words(text));
    told(failure, found, message, "no `require` before this", help)
}

/// `option "pass" { … }` outside of a `choose`.
fn option_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "option" || !failure.expects_statement() {
        return None;
    }
    let message = "options stand in the braces of a `choose`";
    told(failure, found, message, "not in a `choose`", "write `choose { option … }`".to_owned())
}

/// `choose "climb" or "rest"`.
fn texts_to_choose(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.word_back(1) != "choose" || found.kind != TokenKind::Text {
        return None;
    }
    let end = |index: &usize| failure.token(*index).is_some_and(|token| !token.first_on_line);
    let line = (failure.index..failure.section.end).take_while(end).filter_map(|index| failure.token(index));
    let texts: Vec<&Token> = line.filter(|token| token.kind == TokenKind::Text).collect();
    let options: Vec<String> =
        texts.iter().map(|text| format!("option {} {{ … }}", failure.scan.words(text))).collect();
    let message = "what may be chosen stands in braces, each with what is done then";
    let at = failure.stretch(found, texts.last()?);
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `{` before this");
    Some(diagnostic.with_help(format!("write `choose {{ {} }}`", options.join(" "))))
}

/// `require n < 9 "That is too deep."`.
fn reason_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if found.kind != TokenKind::Text || !failure.expects(Rule::word_else) {
        return None;
    }
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().map(words);
    before.find(|word| matches!(*word, "require" | "{" | "}")).filter(|word| *word == "require")?;
    let at = failure.location(found);
    let message = "the reason of a `require` stands behind `else`";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `else` before this");
    let help = format!("write `else {}`", failure.scan.words(found));
    Some(diagnostic.with_help(help).with_fix(Fix::before(at, "else ", Certainty::Sure)))
}

/// `may { … }`.
fn may_without_words(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let may = failure.before().filter(|may| failure.scan.words(may) == "may")?;
    if failure.scan.words(found) != "{" {
        return None;
    }
    let message = "it is not said what the player may do";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(may), "expected a text after this");
    Some(diagnostic.with_help("write `may \"…\" { … }`; the player reads the text and decides"))
}

/// What would be told of the values in it otherwise.
pub(super) fn before_values(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    failure.found().and_then(|found| texts_to_choose(failure, found))
}
