//! Words of other languages at the beginning of a statement or declaration.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::cut::DECLARATION_WORDS;
use crate::parse::scan::{Token, TokenKind};

/// Leading words of other languages, with what to write instead.
const FOREIGN: [(&str, &str); 33] = [
    ("param", "setting"),
    ("const", "setting"),
    ("enum", "type"),
    ("struct", "component"),
    ("function", "def"),
    ("fn", "def"),
    ("elif", "else if"),
    ("elsif", "else if"),
    ("elseif", "else if"),
    ("foreach", "for"),
    ("loop", "repeat"),
    ("return", "leave"),
    ("break", "leave"),
    ("call", "do"),
    ("print", "say"),
    ("import", "extends"),
    ("deck", "pile"),
    ("stack", "pile"),
    ("board", "grid"),
    ("field", "grid"),
    ("path", "track"),
    ("card", "component"),
    ("piece", "component"),
    ("token", "component"),
    ("die", "component"),
    ("dice", "component"),
    ("variable", "var"),
    ("int", "var"),
    ("action", "rule"),
    ("procedure", "rule"),
    ("event", "trigger"),
    ("list", "type"),
    ("constant", "setting"),
];

pub(super) fn foreign_word(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let word = failure.scan.words(found);
    let (_, meant) = FOREIGN.iter().find(|(foreign, _)| *foreign == word)?;
    let beside = failure.expects(Rule::declaration) || failure.expects(Rule::EOI) && found.first_on_line;
    let behind = failure.words(failure.behind());
    if !beside && !failure.expects_statement() || matches!(behind, "=" | "+=" | "-=" | "*=" | ".") {
        return None;
    }
    let declares = DECLARATION_WORDS.contains(meant);
    if declares && (failure.expects_statement() || !failure.behind().is_some_and(|name| failure.is_name(name))) {
        return None;
    }
    let meant = &if *meant == "def" && does_something(failure) { "rule" } else { meant };
    if let Some(told) = in_full(failure, found, word) {
        return Some(told);
    }
    let message = format!("`{word}` is written `{meant}` here");
    let diagnostic = Diagnostic::error("unknown-word", message, failure.location(found), "not a word of the language");
    let same = matches!(word, "elif" | "elsif" | "elseif" | "foreach" | "enum");
    let certainty = if same { Certainty::Sure } else { Certainty::Likely };
    let fix = Fix::replace(failure.location(found), *meant, certainty);
    Some(diagnostic.with_help(format!("write `{meant}`")).with_fix(fix))
}

/// Whether braces stand behind the head of a function, and no value.
fn does_something(failure: &Failure<'_, '_>) -> bool {
    let mut words = (failure.index..failure.section.end).map(|index| failure.words(failure.token(index)));
    words.find(|word| matches!(*word, "=" | "{")) == Some("{")
}

/// What is not written by another word alone: `return`, `break`, `print("…")`.
fn in_full(failure: &Failure<'_, '_>, found: &Token, word: &str) -> Option<Diagnostic> {
    let at = failure.location(found);
    let told = |message: &str, help: String| {
        Some(Diagnostic::error("unknown-word", message, at, "not a word of the language").with_help(help))
    };
    match word {
        "return" | "break" => {
            let message = format!("`{word}` is written `leave` here, with the name of what is left");
            if word == "break" {
                let message = "a loop ends by its number or its `while`";
                let name = around(failure).unwrap_or("play");
                let until = condition_around(failure).map_or_else(
                    || "write `repeat while not …`".to_owned(),
                    |until| format!("write `repeat while not ({until}) {{ … }}`, and leave this line out"),
                );
                let help = format!("{until}; `leave {name}` goes out of all of `{name}`, and `leave turn` ends a turn");
                return told(message, help);
            }
            let help = match around(failure) {
                Some(name) => format!("write `leave {name}`; `leave turn` ends a turn"),
                None => "write `leave` and the name of the phase or rule; `leave turn` ends a turn".to_owned(),
            };
            told(&message, help)
        }
        "print" if failure.words(failure.behind()) == "(" => {
            let text = failure.token(failure.index + 2).filter(|text| text.kind == TokenKind::Text)?;
            let close = failure.token(failure.index + 3).filter(|close| failure.scan.words(close) == ")")?;
            let written = format!("say {}", failure.scan.words(text));
            let fix = Fix::replace(failure.stretch(found, close), written.clone(), Certainty::Sure);
            let told =
                told("`print` is written `say` here, and its text without brackets", format!("write `{written}`"));
            told.map(|one| one.with_fix(fix))
        }
        "import" => {
            told("another file is named in the heading", "write `game \"Title\" extends \"other.rules\"`".to_owned())
        }
        _ => None,
    }
}

/// The name of the phase or rule around what was not understood.
fn around<'text>(failure: &Failure<'_, 'text>) -> Option<&'text str> {
    let words = |index: usize| failure.words(failure.token(index));
    let head = (failure.section.first..failure.index).find(|&index| matches!(words(index), "phase" | "rule"))?;
    failure.token(head + 1).filter(|name| failure.is_name(name)).map(|name| failure.scan.words(name))
}

/// `C`, if all that is around what was not understood is `if C { … }`.
fn condition_around<'text>(failure: &Failure<'_, 'text>) -> Option<&'text str> {
    let words = |index: usize| failure.words(failure.token(index));
    let open = failure.index.checked_sub(1).filter(|open| words(*open) == "{")?;
    let start = (failure.section.first..open).rev().take(20).find(|&index| words(index) == "if")?;
    let (first, last) = (failure.token(start + 1)?, failure.token(open.checked_sub(1)?)?);
    (words(failure.index + 1) == "}").then(|| failure.text(first, last)).filter(|text| !text.contains('\n'))
}
