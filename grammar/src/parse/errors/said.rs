//! Statements as one says them at a table, and comparisons in words.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};
use crate::span::{Location, Span};

/// A mistake of one of these sorts.
pub(super) fn said(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    comparison_in_words(failure, found)
        .or_else(|| other_preposition(failure, found))
        .or_else(|| between(failure, found))
        .or_else(|| times(failure, found))
        .or_else(|| argument_alone(failure, found))
        .or_else(|| owner_behind(failure, found))
        .or_else(|| set_without_sign(failure, found))
        .or_else(|| some_of_a_set(failure, found))
}

/// What a word in place of another is told as, with the correction.
pub(super) fn instead(failure: &Failure<'_, '_>, at: Location, meant: &str, certainty: Certainty) -> Diagnostic {
    let start = at.span.start as usize - failure.offset;
    let end = at.span.end as usize - failure.offset;
    let words = failure.scan.text.get(start..end).unwrap_or_default();
    let message = format!("`{words}` is written `{meant}` here");
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    diagnostic.with_help(format!("write `{meant}`")).with_fix(Fix::replace(at, meant, certainty))
}

/// Comparisons in words, the longest first.
const COMPARISONS: [(&[&str], &str); 18] = [
    (&["is", "not", "in"], "not in"),
    (&["is", "not"], "!="),
    (&["is", "at", "least"], ">="),
    (&["is", "at", "most"], "<="),
    (&["is", "more", "than"], ">"),
    (&["is", "greater", "than"], ">"),
    (&["is", "less", "than"], "<"),
    (&["is", "fewer", "than"], "<"),
    (&["is", "in"], "in"),
    (&["at", "least"], ">="),
    (&["at", "most"], "<="),
    (&["more", "than"], ">"),
    (&["less", "than"], "<"),
    (&["equals"], "="),
    (&["is"], "="),
    (&["are"], "="),
    (&["has"], "="),
    (&["does"], "="),
];

/// `if sky is sun`, `if count hand is at least 3`, `where s is empty`.
fn comparison_in_words(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = |steps: usize| failure.words(failure.token(failure.index + steps));
    if found.first_on_line || !failure.expects(Rule::comparison_sign) && !failure.expects(Rule::word_on) {
        return None;
    }
    let said = |words: &[&str]| words.iter().enumerate().all(|(steps, said)| word(steps) == *said);
    let (words, sign) = COMPARISONS.iter().find(|(words, _)| said(words))?;
    let last = failure.token(failure.index + words.len() - 1)?;
    let at = failure.stretch(found, last);
    let behind = word(words.len());
    if matches!(behind, "empty" | "free") {
        let message = format!("whether something is {behind} is seen by counting what lies there");
        let diagnostic = Diagnostic::error("syntax", message, at, "not understood");
        let name = failure.word_back(1);
        // A zone holds what it holds; on a square of a board it is said what is counted.
        let zone = failure.declared.has(&["zone", "pile"], name) || failure.word_back(2) == ".";
        let help = match failure.declared.first_kind().filter(|_| !zone) {
            Some(kind) => format!("write `count {kind} on {name} = 0`"),
            None => format!("write `count {name} = 0`"),
        };
        return Some(diagnostic.with_help(help));
    }
    let diagnostic = instead(failure, at, sign, Certainty::Sure);
    let value = failure.token(failure.index + words.len()).filter(|value| !value.first_on_line)?;
    let value = failure.scan.words(value);
    Some(match failure.before() {
        Some(before) => {
            let first = compared_before(failure).unwrap_or(before);
            diagnostic.with_help(format!("write `{} {sign} {value}`", failure.text(first, before)))
        }
        None => diagnostic,
    })
}

/// The first token of what is compared, if it stands on the line.
fn compared_before<'scan>(failure: &Failure<'scan, '_>) -> Option<&'scan Token> {
    let begins = |index: &usize| {
        let word = failure.words(failure.token(index - 1));
        matches!(word, "if" | "where" | "while" | "and" | "or" | "not" | "require" | "(" | "{" | ":" | "=" | "when")
    };
    let first = (failure.section.first + 1..failure.index).rev().take(10).find(begins)?;
    failure.token(first)
}

/// Words for a preposition that is another here: what stands there, what was wanted, what to write.
const PREPOSITIONS: [(&str, Rule, &str); 14] = [
    ("into", Rule::word_to, "to"),
    ("onto", Rule::word_to, "to"),
    ("towards", Rule::word_to, "to"),
    ("out", Rule::word_from, "from"),
    ("off", Rule::word_from, "from"),
    ("from", Rule::word_in, "in"),
    ("of", Rule::word_in, "in"),
    ("among", Rule::word_in, "in"),
    ("on", Rule::word_after, "after"),
    ("on", Rule::after, "after"),
    ("whenever", Rule::when, "when"),
    ("if", Rule::when, "when"),
    ("otherwise", Rule::word_else, "else"),
    ("otherwise", Rule::last_else, "else"),
];

/// `move all from box into deck`, `choose c from hand`, `trigger caught on move …`.
fn other_preposition(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    let (.., meant) = PREPOSITIONS.iter().find(|(foreign, wanted, meant)| {
        let watches = matches!(*meant, "when" | "after") && failure.expects(Rule::word_when);
        *foreign == word && (failure.expects(*wanted) || watches)
    })?;
    let bound = *meant != "in" || failure.before().is_some_and(|before| failure.is_name(before));
    // `draw n from deck`, `move n Card from deck` may want an amount instead.
    let draws = *meant == "in" && failure.expects(Rule::word_from);
    (bound && !draws && !found.first_on_line).then(|| instead(failure, failure.location(found), meant, Certainty::Sure))
}

/// `choose n between 1 and 3`.
fn between(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let numbers = [1, 3].map(|steps| failure.token(failure.index + steps));
    let [Some(least), Some(greatest)] = numbers else { return None };
    let and = failure.words(failure.token(failure.index + 2));
    if failure.scan.words(found) != "between" || !matches!(and, "and" | "to") || !failure.expects(Rule::word_in) {
        return None;
    }
    let at = failure.stretch(found, greatest);
    let range = format!("in {}..{}", failure.scan.words(least), failure.scan.words(greatest));
    Some(instead(failure, at, &range, Certainty::Sure))
}

/// `repeat 3 times {`.
fn times(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "times" || !failure.expects(Rule::word_while) {
        return None;
    }
    let at = failure.location(found);
    let number = failure.word_back(1);
    let diagnostic = Diagnostic::error("syntax", "`repeat` needs no `times`", at, "one word too many");
    let help = format!("write `repeat {number} {{ … }}`");
    Some(diagnostic.with_help(help).with_fix(Fix::remove(at, "times", Certainty::Sure)))
}

/// `do sing p`.
fn argument_alone(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let rule = failure.before().filter(|rule| failure.is_name(rule))?;
    if failure.word_back(2) != "do" || !failure.is_name(found) || found.first_on_line {
        return None;
    }
    if matches!(failure.words(failure.behind()), "=" | "+=" | "-=" | "(" | ".") {
        return None;
    }
    let (name, value) = (failure.scan.words(rule), failure.scan.words(found));
    let at = failure.location(found);
    let message = "what a rule is told stands in brackets behind its name";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `(` before this");
    let blank = Location { span: Span { start: failure.location(rule).span.end, ..at.span }, ..at };
    let fix = Fix::replace(blank, format!("({value})"), Certainty::Sure);
    Some(diagnostic.with_help(format!("write `do {name}({value})`")).with_fix(fix))
}

/// `set honey of p = 3`.
fn owner_behind(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let what = failure.before().filter(|what| failure.is_name(what))?;
    let whose = failure.behind().filter(|whose| failure.is_name(whose) && !whose.first_on_line)?;
    if failure.scan.words(found) != "of" || failure.words(failure.token(failure.index + 2)) == "in" {
        return None;
    }
    let written = format!("{}.{}", failure.scan.words(whose), failure.scan.words(what));
    let at = failure.stretch(what, whose);
    let message = "whose something is stands before it, with a point between";
    let diagnostic = Diagnostic::error("syntax", message, at, "the other way round");
    Some(diagnostic.with_help(format!("write `{written}`")).with_fix(Fix::replace(at, written, Certainty::Likely)))
}

/// `set p.honey to 3`, `set p.honey + n`, `set p.laps++`.
fn set_without_sign(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let wants = failure.expects(Rule::set_sign) || failure.expects(Rule::equals);
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(12);
    let word = before.find(|index| matches!(words(*index), "set" | "let" | "{" | "}"))?;
    let target = failure.token(word + 1)?;
    let last = failure.before().filter(|last| last.start >= target.start)?;
    if !wants || !matches!(words(word), "set" | "let") {
        return None;
    }
    let target = failure.text(target, last);
    let at = failure.location(found);
    let sign = failure.scan.words(found);
    let twice = failure.behind().filter(|behind| failure.scan.words(behind) == sign && behind.start == found.end);
    if let ("+" | "-", Some(twice)) = (sign, twice) {
        let at = failure.stretch(found, twice);
        let message = format!("one more or less is written out: `{sign}= 1`");
        let diagnostic = Diagnostic::error("unknown-sign", message, at, "no sign of this language");
        let fix = Fix::replace(at, format!(" {sign}= 1"), Certainty::Sure);
        return Some(diagnostic.with_help(format!("write `set {target} {sign}= 1`")).with_fix(fix));
    }
    let meant = match sign {
        "to" | "is" | "be" | "as" | "equals" | "with" => "=",
        "+" if words(word) == "set" => "+=",
        "-" if words(word) == "set" => "-=",
        "*" if words(word) == "set" => "*=",
        _ => return None,
    };
    let message = match meant {
        "=" => "what it becomes stands behind `=`".to_owned(),
        _ => format!("by how much it changes stands behind `{meant}`"),
    };
    let diagnostic = Diagnostic::error("syntax", message, at, format!("expected `{meant}` here"));
    let value = failure.words(failure.behind());
    let help = format!("write `{} {target} {meant} {value}`", words(word));
    Some(diagnostic.with_help(help).with_fix(Fix::replace(at, meant, Certainty::Likely)))
}

/// `choose 2 c in hand`.
fn some_of_a_set(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let amount = failure.before().filter(|amount| amount.kind == TokenKind::Number)?;
    let goes_on = failure.words(failure.behind()) == "in";
    if !failure.is_name(found) || found.first_on_line || !goes_on || !failure.expects(Rule::word_of) {
        return None;
    }
    let (amount, name) = (failure.scan.words(amount), failure.scan.words(found));
    let at = failure.location(found);
    let message = "some out of a set are written with `of`";
    let diagnostic = Diagnostic::error("syntax", message, at, "expected `of` before this");
    let help = format!("write `{amount} of {name} in …`");
    Some(diagnostic.with_help(help).with_fix(Fix::before(at, "of ", Certainty::Sure)))
}
