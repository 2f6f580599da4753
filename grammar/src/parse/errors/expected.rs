//! The general message: what would have been right, and what was found.

use super::{Failure, brackets};
use crate::diagnostic::Diagnostic;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::{Expectation, expectation, is_of_behind_value, written};
use crate::parse::{Rule, is_keyword};

/// How many things a message lists.
const LISTED: usize = 4;

/// "expected …, found …".
pub(super) fn expected(failure: &Failure<'_, '_>) -> Diagnostic {
    let mut rules = failure.expected.clone();
    if failure.is_expression() {
        rules.retain(|&rule| rule != Rule::EOI);
    }
    if failure.is_piece() && failure.expects(Rule::EOI) {
        // Behind a piece there are others, or the brace around them is closed.
        rules.retain(|&rule| rule != Rule::EOI);
        rules.push(Rule::close_brace);
    }
    let expected = list(&rules);
    let diagnostic = match failure.found() {
        Some(found) => {
            let message = format!("expected {expected}, found {}", description(failure, found));
            match missing_word(failure, &rules, found) {
                Some(word) => {
                    let at = failure.location(found);
                    let help = format!("add `{word}` before `{}`", failure.scan.words(found));
                    Diagnostic::error("syntax", message, at, format!("expected `{word}` before this")).with_help(help)
                }
                None => {
                    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "not understood");
                    one_too_many(failure, found, diagnostic)
                }
            }
        }
        None => {
            let message = format!("expected {expected}, but {} ends here", whole(failure));
            let found =
                Diagnostic::error("syntax", message, failure.place(), format!("expected {expected} after this"));
            match only_word(&rules) {
                Some(word) => found.with_help(format!("add `{word}`, and what belongs behind it")),
                None => found,
            }
        }
    };
    match brackets::open_before(failure).last() {
        Some(open) if failure.expects(Rule::close_round) && failure.scan.words(open) == "(" => {
            diagnostic.with_label(failure.location(open), "this bracket is still open")
        }
        _ => diagnostic,
    }
}

/// The one word or sign that would have been right.
fn only_word(rules: &[Rule]) -> Option<&'static str> {
    match things(rules).as_slice() {
        [Expectation::Written(word)] => Some(word),
        _ => None,
    }
}

/// The one word or sign that would have been right, if what was found can stand behind it.
fn missing_word(failure: &Failure<'_, '_>, rules: &[Rule], found: &Token) -> Option<&'static str> {
    let word = only_word(rules).filter(|word| *word != "{")?;
    // Two names side by side: one of them is more likely wrong than a word between them missing.
    let alphabetic = word.starts_with(|first: char| first.is_ascii_alphabetic());
    if found.kind == TokenKind::Open || found.kind == TokenKind::Word && alphabetic {
        return None;
    }
    let inserted = format!("{word} {}", failure.scan.words(found));
    failure.takes_instead(found, &inserted).then_some(word)
}

/// A name at the end of a line that could as well be left out.
fn one_too_many(failure: &Failure<'_, '_>, found: &Token, diagnostic: Diagnostic) -> Diagnostic {
    let ends = failure.expects(Rule::EOI) || failure.expects_statement();
    let last = failure.behind().is_none_or(|behind| behind.first_on_line);
    if !ends || !last || found.first_on_line || !failure.is_name(found) {
        return diagnostic;
    }
    let word = failure.scan.words(found);
    let line = (failure.section.first..failure.index)
        .rev()
        .filter_map(|index| failure.token(index))
        .find(|token| token.first_on_line);
    let rest =
        line.zip(failure.before()).map(|(first, last)| failure.text(first, last)).filter(|text| text.len() <= 60);
    diagnostic.with_help(match rest {
        Some(rest) => format!("write `{rest}`, without `{word}`, or say in a comment what it means: `# …`"),
        None => format!("leave `{word}` out, or say in a comment what it means: `# …`"),
    })
}

/// What was being read.
fn whole(failure: &Failure<'_, '_>) -> String {
    match failure.whole {
        Rule::expression_alone => "the value".to_owned(),
        Rule::heading_alone => "the heading".to_owned(),
        Rule::statements_alone | Rule::option_alone | Rule::mark_alone => {
            let first = failure.words(failure.token(failure.section.first));
            if is_keyword(first) { format!("this `{first}`") } else { "the statement".to_owned() }
        }
        Rule::member_alone => "this line of the component".to_owned(),
        Rule::row_alone => "this row".to_owned(),
        _ => "the declaration".to_owned(),
    }
}

fn description(failure: &Failure<'_, '_>, token: &Token) -> String {
    let words = failure.scan.words(token);
    match token.kind {
        TokenKind::Text | TokenKind::UnclosedText => "a text".to_owned(),
        TokenKind::Prose => "a line of prose".to_owned(),
        TokenKind::Number => format!("the number `{words}`"),
        TokenKind::Word if !is_keyword(words) => format!("the name `{words}`"),
        TokenKind::Word | TokenKind::Open | TokenKind::Close | TokenKind::Sign | TokenKind::Stray => {
            format!("`{words}`")
        }
    }
}

/// The things that would have been right, most telling first.
fn things(rules: &[Rule]) -> Vec<Expectation> {
    let mut things: Vec<Expectation> = rules.iter().map(|&rule| in_context(rule, rules)).collect();
    things.sort_unstable();
    things.dedup();
    // The words of an audience are part of its description.
    if things.contains(&Expectation::Audience) {
        things.retain(|thing| !matches!(thing, Expectation::Written("all" | "nobody" | "owner")));
    }
    // What continues an expression or adds a remark is nearly always possible, and nearly never what is missing.
    if things.iter().any(|thing| !thing.is_minor()) {
        things.retain(|thing| !thing.is_minor());
    }
    things
}

/// These things in words, the rest left out.
fn list(rules: &[Rule]) -> String {
    let things = things(rules);
    let more = things.len() > LISTED;
    let mut words: Vec<String> = things.iter().take(LISTED).map(Expectation::words).collect();
    if more {
        words.push("another clause".to_owned());
    }
    joined(&words)
}

/// What a rule is called beside the others that were expected: `turn` alone is no statement, `(` alone no call.
fn in_context(rule: Rule, rules: &[Rule]) -> Expectation {
    if is_of_behind_value(rule, rules) {
        return Expectation::Continuation;
    }
    let alone = match expectation(rule) {
        Expectation::Statement => !rules.contains(&Rule::word_set),
        Expectation::Continuation => rule == Rule::open_round && !rules.contains(&Rule::point),
        _ => false,
    };
    match written(rule) {
        Some(written) if alone => Expectation::Written(written),
        _ => expectation(rule),
    }
}

/// `a`, `a or b`, `a, b or c`.
fn joined(words: &[String]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
