//! What people write by habit from other languages, or from other places of this one.

use super::{Failure, foreign_words};
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::span::Location;

/// A habit that has an own word here.
pub(super) fn habit(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    missing_else(failure)
        .or_else(|| decision_else(failure))
        .or_else(|| failure.found().and_then(|found| without_brackets(failure, found)))
        .or_else(|| failure.found().and_then(|found| second_heading(failure, found)))
        .or_else(|| failure.found().and_then(|found| foreign_words::foreign_word(failure, found)))
        .or_else(|| failure.found().and_then(|found| statement_without_word(failure, found)))
        .or_else(|| failure.found().and_then(|found| chained_comparison(failure, found)))
        .or_else(|| failure.found().and_then(|found| condition_with_then(failure, found)))
        .or_else(|| failure.found().and_then(|found| for_each(failure, found)))
        .or_else(|| failure.found().and_then(|found| amount_of_nothing(failure, found)))
        .or_else(|| failure.found().and_then(|found| definition_for_whom(failure, found)))
        .or_else(|| show_to_all(failure))
        .or_else(|| length_alone(failure))
}

/// Built-in words that take a value in brackets, and that people say without them.
const OF_A_VALUE: [&str; 3] = ["next", "other", "seat"];

/// `next p`.
fn without_brackets(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    // Either the value behind the word was not understood, or the word itself.
    let (word, value) = match failure.before().filter(|before| OF_A_VALUE.contains(&failure.scan.words(before))) {
        Some(word) => (word, found),
        None => (found, failure.behind()?),
    };
    let (name, of) = (failure.scan.words(word), failure.scan.words(value));
    if !OF_A_VALUE.contains(&name) || !failure.is_name(value) || failure.scan.text.get(word.end..value.start)? != " " {
        return None;
    }
    let at = failure.stretch(word, value);
    let fixed = format!("{name}({of})");
    let diagnostic =
        Diagnostic::error("syntax", format!("what `{name}` is about stands in brackets"), at, "no brackets here");
    let fix = Fix::replace(at, &fixed, Certainty::Sure);
    Some(diagnostic.with_help(format!("write `{fixed}`")).with_fix(fix))
}

/// `if … then …` without `else`.
fn missing_else(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let continues = failure.found().is_some_and(|found| {
        failure.is_name(found) || matches!(found.kind, TokenKind::Number | TokenKind::Text | TokenKind::Open)
    });
    if !failure.expects(Rule::last_else) || continues {
        return None;
    }
    let before = failure.before()?;
    let at = failure.location(before);
    let diagnostic =
        Diagnostic::error("missing-else", "this `if … then` has no `else`", at, "expected `else` after this");
    Some(diagnostic.with_help("add `else` and a value: every `if … then` is a value, whatever the condition"))
}

/// `else` behind a decision.
fn decision_else(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found().filter(|found| failure.scan.words(found) == "else")?;
    if failure.words(failure.behind()) != "{" || !failure.expects(Rule::word_if) {
        return None;
    }
    let message = "`else` belongs to `if`; behind a decision it is written `if none`";
    let diagnostic = Diagnostic::error("unknown-word", message, failure.location(found), "no `if` before this");
    let fix = Fix::replace(failure.location(found), "if none", Certainty::Sure);
    Some(diagnostic.with_help("write `if none { … }`").with_fix(fix))
}

/// `track road 24`, `ring road 24`.
fn length_alone(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let length = failure.before().filter(|length| matches!(length.kind, TokenKind::Number))?;
    // `track road 24`, `track lane of each player 24`, `track lane(Colour) 24`.
    let words = (failure.section.first..failure.index).map(|index| failure.words(failure.token(index)));
    let behind_board: Vec<&str> = words.skip_while(|word| !matches!(*word, "track" | "ring")).collect();
    let before = behind_board.len().checked_sub(2).and_then(|at| behind_board.get(at)).copied().unwrap_or_default();
    let of_each = behind_board.len().checked_sub(3).and_then(|at| behind_board.get(at)) == Some(&"each");
    if behind_board.len() < 3 || !(behind_board.len() == 3 || before == ")" || of_each) {
        return None;
    }
    let places = failure.scan.words(length);
    let message = format!("a board of {places} places is written `1..{places}`");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(length), "how many places?");
    let fix = Fix::replace(failure.location(length), format!("1..{places}"), Certainty::Sure);
    let diagnostic = diagnostic.with_fix(fix);
    let head = failure.token(failure.section.first).map_or("", |first| failure.text(first, length));
    let head = head.strip_suffix(places).unwrap_or_default();
    let drawn = if head.starts_with("ring") { "`\"S....K\"` or `4 of \"S....\"`" } else { "`\"S....K\"`" };
    Some(diagnostic.with_help(format!("write `{head}1..{places}`, or draw it in place of the numbers: {drawn}")))
}

/// `def score(p: player) seen by all = …`, `def score(p: player) shown "points" = …`.
fn definition_for_whom(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let at = failure.location(found);
    let before = failure.words(failure.before());
    let words = |index: usize| failure.words(failure.token(index));
    let mut head = (failure.section.first..failure.index).map(words);
    if !failure.expects(Rule::equals) || !head.any(|word| word == "def") {
        return None;
    }
    if before == "shown" && found.kind == TokenKind::Text {
        let diagnostic = Diagnostic::error("syntax", "words for the table stand behind `as`", at, "expected `as`");
        let fix = Fix::before(at, "as ", Certainty::Sure);
        return Some(diagnostic.with_help(format!("write `shown as {}`", failure.scan.words(found))).with_fix(fix));
    }
    if failure.scan.words(found) != "seen" {
        return None;
    }
    let message = "a definition is seen by whoever sees what it reads; `shown` puts its value on the table";
    let diagnostic = Diagnostic::error("syntax", message, at, "not said of a definition");
    Some(diagnostic.with_help("write `shown` here, or leave it out: rules may use a definition either way"))
}

/// `show … to all`, `say "…" to all`.
fn show_to_all(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let all = failure.before().filter(|all| failure.scan.words(all) == "all")?;
    let to = failure.index.checked_sub(2)?;
    let words = |index: usize| failure.words(failure.token(index));
    let mut statement = (failure.section.first..to).rev().map(words).take_while(|word| !matches!(*word, "{" | "}"));
    let word = statement.find(|word| matches!(*word, "show" | "say")).filter(|_| words(to) == "to")?;
    let message = format!("`{word}` tells all if nobody is named");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(all), "nobody has to be named here");
    let start = failure.token(to).map_or(failure.location(all), |to| failure.location(to));
    let whole = Location { span: start.span.join(failure.location(all).span), ..start };
    Some(diagnostic.with_help("leave out `to all`").with_fix(Fix::remove(whole, "to all", Certainty::Sure)))
}

/// What is told of a second heading.
pub(super) const SECOND_HEADING: &str = "`game` stands only once, at the top of the file";

fn second_heading(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "game" || found.start == 0 || !failure.expects(Rule::declaration) {
        return None;
    }
    let diagnostic = Diagnostic::error("syntax", SECOND_HEADING, failure.location(found), "a second heading");
    Some(diagnostic.with_help("move this game to a file of its own"))
}

/// `x = 1` without `set`, `name(…)` without `do`.
fn statement_without_word(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if !failure.expects_statement() || !failure.is_name(found) || !begins_statement(failure, found) {
        return None;
    }
    let name = failure.scan.words(found);
    let (word, what) = match failure.words(failure.behind()) {
        "=" | "+=" | "-=" | "*=" | ":=" | "." => ("set", "changes something"),
        "(" => ("do", "carries out a rule"),
        _ => return None,
    };
    if word == "set" && failure.words(failure.behind()) == "=" && is_new(failure, name) {
        return Some(named_anew(failure, found));
    }
    let message = format!("a statement that {what} begins with `{word}`");
    let diagnostic =
        Diagnostic::error("syntax", message, failure.location(found), format!("expected `{word}` before this"));
    let fix = Fix::before(failure.location(found), format!("{word} "), Certainty::Sure);
    let written = match word {
        "set" => assignment(failure, found),
        _ => call(failure, found),
    };
    let written = written.unwrap_or_else(|| format!("{name} …"));
    Some(diagnostic.with_help(format!("write `{word} {written}`")).with_fix(fix))
}

/// Whether nothing that could be changed has this name in this file, nor may have it in a file that this one changes.
fn is_new(failure: &Failure<'_, '_>, name: &str) -> bool {
    !failure.declared.changes_another() && !failure.declared.has(&["var", "component", "setting"], name)
}

/// `half = count jar / 2`, where there is no `half` yet.
fn named_anew(failure: &Failure<'_, '_>, found: &Token) -> Diagnostic {
    let at = failure.location(found);
    let name = failure.scan.words(found);
    let written = assignment(failure, found).unwrap_or_else(|| format!("{name} = …"));
    Diagnostic::error("syntax", "a new name for a value begins with `let`", at, "expected `let` before this")
        .with_help(format!(
            "write `let {written}`; what changes later is a `var` instead, declared outside of all phases"
        ))
        .with_fix(Fix::before(at, "let ", Certainty::Sure))
}

/// `name(…)`, if it is short and stands on one line.
fn call(failure: &Failure<'_, '_>, name: &Token) -> Option<String> {
    let close = (failure.index + 2..failure.index + 12).find(|&index| failure.words(failure.token(index)) == ")")?;
    let close = failure.token(close).filter(|close| !failure.text(name, close).contains('\n'))?;
    Some(failure.text(name, close).to_owned())
}

/// What stands up to the end of an assignment, if it is one and short.
fn assignment(failure: &Failure<'_, '_>, first: &Token) -> Option<String> {
    let words = |index: usize| failure.words(failure.token(index));
    let signs = ["=", "+=", "-="];
    let sign = (failure.index + 1..failure.index + 12).find(|index| signs.contains(&words(*index)))?;
    let ends = |token: &Token| {
        let word = failure.scan.words(token);
        token.first_on_line || matches!(word, "{" | "}") || STATEMENT_WORDS.contains(&word)
    };
    let end = (failure.index + 1..failure.index + 20).find(|index| failure.token(*index).is_none_or(ends))?;
    let last = failure.token(end - 1).filter(|_| end > sign + 1)?;
    Some(failure.text(first, last).to_owned())
}

fn begins_statement(failure: &Failure<'_, '_>, found: &Token) -> bool {
    found.first_on_line || matches!(failure.words(failure.before()), "{" | "}")
}

/// `a = b = c`.
fn chained_comparison(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let sign = failure.scan.words(found);
    let compares = matches!(sign, "=" | "!=" | "<" | "<=" | ">" | ">=" | "in");
    if !compares || failure.expects(Rule::comparison_sign) || !failure.expects(Rule::word_and) {
        return None;
    }
    let message = "comparisons cannot be chained";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "a second comparison");
    let written = doubled_middle(failure, found).unwrap_or_else(|| "a < b and b < c".to_owned());
    Some(diagnostic.with_help(format!("write `{written}`")))
}

/// `2 < x and x < 6` for `2 < x < 6`, where each of them is one word.
fn doubled_middle(failure: &Failure<'_, '_>, sign: &Token) -> Option<String> {
    let alone =
        |token: Option<&'_ Token>| token.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    let (least, middle, greatest) = (failure.back(3)?, failure.before()?, failure.behind()?);
    let first = matches!(failure.word_back(2), "<" | "<=" | ">" | ">=" | "=");
    let ends = |word: &str| !matches!(word, "." | "(" | "+" | "-" | "*");
    let around = ends(failure.word_back(4)) && ends(failure.words(failure.token(failure.index + 2)));
    let words = failure.scan.words(middle);
    (first && around && alone(Some(least)) && alone(Some(middle)) && alone(Some(greatest))).then(|| {
        format!(
            "{} and {words} {} {}",
            failure.text(least, middle),
            failure.scan.words(sign),
            failure.scan.words(greatest)
        )
    })
}

/// `if C then { … }`.
fn condition_with_then(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    if failure.scan.words(found) != "then" || !failure.expects(Rule::open_brace) {
        return None;
    }
    let message = "`then` belongs to values; what an `if` does stands in braces";
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "expected `{` here");
    Some(diagnostic.with_help("write `if … { … } else { … }`"))
}

/// `for each p in players`, `move all of P`.
fn for_each(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let before = failure.words(failure.before());
    let (message, help) = match (before, failure.scan.words(found)) {
        ("for", word @ ("each" | "all" | "any" | "every")) if failure.words(failure.behind()) != "in" => {
            let set = failure.token(failure.index + 3).filter(|set| failure.scan.words(set) == "players");
            let help = match (failure.behind(), set) {
                (Some(name), Some(set)) => format!("write `for {} {{ … }}`", failure.text(name, set)),
                _ => "write `for x in S { … }`".to_owned(),
            };
            (format!("`for` goes through a set without `{word}`"), help)
        }
        ("all", "of" | "in") => {
            ("what lies in a place is moved from there".to_owned(), "write `move all from P to Q`".to_owned())
        }
        _ => return None,
    };
    let label = if before == "all" { "expected `from` here" } else { "expected a name here" };
    let at = failure.location(found);
    let diagnostic = Diagnostic::error("syntax", message, at, label).with_help(help);
    Some(match before {
        "for" => diagnostic.with_fix(Fix::remove(at, failure.scan.words(found), Certainty::Sure)),
        _ => diagnostic.with_fix(Fix::replace(at, "from", Certainty::Likely)),
    })
}

/// `move 3 from P to Q`: of what?
fn amount_of_nothing(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let before = failure.before().filter(|before| before.kind == TokenKind::Number)?;
    if failure.scan.words(found) != "from" || !failure.expects(Rule::word_to) {
        return None;
    }
    let number = failure.scan.words(before);
    let message = format!("it is not said what is moved: {number} of which kind?");
    let diagnostic = Diagnostic::error("syntax", message, failure.location(found), "expected a kind before this");
    Some(diagnostic.with_help(format!("write `move {number} Card from P to Q`")))
}
