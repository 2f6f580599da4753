//! Signs that are never right: those of other languages, typographic ones, and texts without an end.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};
use crate::span::{Location, Span};

/// A text that has no closing quotation mark.
pub(super) fn unclosed_text(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    // The grammar stops at the end of the line, where the quotation mark is missing.
    // A brace at the end of that line is no part of the text, as far as it goes on.
    let earlier = failure.before().filter(|before| failure.scan.words(before) == "{");
    let earlier = earlier.and_then(|_| failure.token(failure.index.checked_sub(2)?));
    let candidates = [failure.found(), failure.before(), earlier];
    let token = candidates.into_iter().flatten().find(|token| token.kind == TokenKind::UnclosedText)?;
    let at = failure.location(token);
    let diagnostic = Diagnostic::error("unclosed-text", "this text has no closing quotation mark", at, "begun here");
    let fix = Fix::behind(at, "\"", Certainty::Likely);
    Some(
        diagnostic
            .with_fix(fix)
            .with_help("close it with `\"` on the same line; inside of a text a quotation mark is written `\\\"`"),
    )
}

/// A sign that the language does not have.
pub(super) fn stray(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let token = failure.found()?;
    let sign = failure.scan.words(token);
    let comment = |foreign: &str| matches!(foreign, "//" | "/*") && sign.starts_with(foreign);
    if let Some(told) = in_context(failure, token) {
        return Some(told);
    }
    let known = SIGNS.iter().find(|(foreign, ..)| *foreign == sign || comment(foreign));
    let sign = known.map_or(sign, |(foreign, ..)| foreign);
    let (message, help) = match known {
        Some((_, "", help)) => (format!("`{sign}` is no sign of this language"), (*help).to_owned()),
        Some((_, meant, help)) => (format!("`{sign}` is written `{meant}` here"), (*help).to_owned()),
        // `=` is right elsewhere, but not for what people mean by it here.
        None if token.kind != TokenKind::Stray => return None,
        None => unknown_sign(sign),
    };
    let at = failure.location(token);
    let label = match sign.chars().next() {
        Some(first) if first.is_ascii_digit() => "this number",
        Some(first) if first.is_alphabetic() => "this name",
        _ => "this sign",
    };
    let label = if failure.expects(Rule::quote) { "expected a text in quotation marks here" } else { label };
    let found = Diagnostic::error("unknown-sign", message, at, label).with_help(help);
    Some(match known {
        Some((foreign, meant, _)) => {
            let is_blank = |sign: Option<char>| sign.is_none_or(char::is_whitespace);
            let before = failure.scan.text.get(..token.start).and_then(|text| text.chars().next_back());
            let behind = failure.scan.text.get(token.end..).and_then(|text| text.chars().next());
            let instead = if meant.is_empty() { failure.words(failure.behind()) } else { meant };
            let fits = matches!(*foreign, "//") || failure.takes_instead(token, instead);
            let fix = written_here(foreign, meant, at, (!is_blank(before), !is_blank(behind)));
            let certainty = if fits { fix.certainty } else { Certainty::Likely };
            found.with_fix(Fix { certainty, ..fix })
        }
        None => found,
    })
}

/// A sign that means something else than usual where it stands: `50%`, `20€`, `p's honey`, `width^2`, `“text”`.
fn in_context(failure: &Failure<'_, '_>, token: &Token) -> Option<Diagnostic> {
    let sign = failure.scan.words(token);
    let at = failure.location(token);
    let before = failure.before();
    let behind = failure.words(failure.behind());
    let number = before.is_some_and(|before| before.kind == TokenKind::Number);
    let told = |message: &str, label: &str, help: String| {
        Some(Diagnostic::error("unknown-sign", message, at, label).with_help(help))
    };
    let value = failure.behind().is_some_and(|behind| {
        !behind.first_on_line && matches!(behind.kind, TokenKind::Number | TokenKind::Word | TokenKind::Open)
    });
    match sign {
        "%" if number && !value => {
            let diagnostic =
                told("a number has no percent sign here", "this sign", format!("write `{}`", failure.word_back(1)));
            diagnostic.map(|one| one.with_fix(Fix::remove(at, "%", Certainty::Sure)))
        }
        "€" | "$" | "£" | "¥" if number || failure.behind().is_some_and(|one| one.kind == TokenKind::Number) => {
            let help = "leave it out: numbers stand alone, and texts say what they count".to_owned();
            told("a number has no sign for money here", "this sign", help)
                .map(|one| one.with_fix(Fix::remove(at, sign, Certainty::Sure)))
        }
        "'" | "’"
            if behind == "s" && before.is_some_and(|before| failure.is_name(before) && before.end == token.start) =>
        {
            let whose = failure.word_back(1);
            let what = failure.token(failure.index + 2).filter(|what| failure.is_name(what))?;
            let written = format!("{whose}.{}", failure.scan.words(what));
            let whole = failure.stretch(before?, what);
            let message = "whose something is stands before it, with a point between";
            let diagnostic = Diagnostic::error("unknown-sign", message, whole, "as one says it");
            let fix = Fix::replace(whole, written.clone(), Certainty::Sure);
            Some(diagnostic.with_help(format!("write `{written}`")).with_fix(fix))
        }
        "^" => {
            let factor = failure.word_back(1);
            told("`^` is no sign of this language", "this sign", format!("write `{factor} * {factor}`"))
        }
        _ => quoted_otherwise(failure, token),
    }
}

/// A whole text between other quotation marks.
fn quoted_otherwise(failure: &Failure<'_, '_>, token: &Token) -> Option<Diagnostic> {
    let text = failure.scan.words(token);
    let opening = text.chars().next().filter(|one| matches!(one, '„' | '“' | '”' | '«' | '»' | '\'' | '‘' | '’'))?;
    let inside = text.get(opening.len_utf8()..)?;
    let inside = inside.strip_suffix(|_: char| true).filter(|inside| !inside.contains('"'))?;
    let at = failure.location(token);
    let message = format!("`{opening}` is written `\"` here");
    let diagnostic = Diagnostic::error("unknown-sign", message, at, "a text in other quotation marks");
    let help = format!("write `\"{inside}\"`, with straight double quotation marks");
    let wanted = failure.expects(Rule::quote) || failure.expects(Rule::text);
    let certainty = if wanted { Certainty::Sure } else { Certainty::Likely };
    Some(diagnostic.with_help(help).with_fix(Fix::replace(at, format!("\"{inside}\""), certainty)))
}

/// A foreign sign as it is written here; `touches` says whether something stands right before and behind it.
fn written_here(foreign: &str, meant: &str, at: Location, touches: (bool, bool)) -> Fix {
    let end = at.span.start + u32::try_from(foreign.len()).unwrap_or_default();
    // Of a foreign comment only the sign is another.
    let at = Location { span: Span { end: end.min(at.span.end), ..at.span }, ..at };
    let same = matches!(
        foreign,
        "==" | "<>"
            | "≠"
            | "≤"
            | "≥"
            | "=<"
            | "=>"
            | "!"
            | "%"
            | "…"
            | "["
            | "]"
            | "&&"
            | "||"
            | "×"
            | "÷"
            | "−"
            | "//"
            | ";"
    );
    let certainty = if same { Certainty::Sure } else { Certainty::Likely };
    match meant {
        "" => Fix::remove(at, foreign, certainty),
        "and" | "or" | "not" | "mod" => {
            let blank = |touches: bool| if touches { " " } else { "" };
            Fix::replace(at, format!("{}{meant}{}", blank(touches.0), blank(touches.1)), certainty)
        }
        _ => Fix::replace(at, meant, certainty),
    }
}

/// What a foreign sign is written here.
pub(super) fn meant(sign: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(foreign, meant, _)| *foreign == sign && !meant.is_empty()).map(|(_, meant, _)| *meant)
}

/// Each foreign sign, what is meant by it, and what to do.
const SIGNS: [(&str, &str, &str); 33] = [
    ("==", "=", "write a single `=` to compare"),
    (":=", "=", "write `set x = …` to change a variable, `let x = …` to name a value"),
    ("<>", "!=", "write `!=`"),
    ("≠", "!=", "write `!=`"),
    ("≤", "<=", "write `<=`"),
    ("≥", ">=", "write `>=`"),
    ("=<", "<=", "write `<=`"),
    ("=>", ">=", "write `>=`"),
    ("&&", "and", "write `and`"),
    ("&", "and", "write `and`"),
    ("||", "or", "write `or`"),
    ("|", "or", "write `or`"),
    ("!", "not", "write `not`"),
    ("%", "mod", "write `mod`"),
    ("×", "*", "write `*`"),
    ("÷", "/", "write `/`, which rounds down"),
    ("−", "-", "write the plain minus sign `-`"),
    ("–", "-", "write the plain minus sign `-`, or `..` for a range"),
    ("…", "..", "write two points"),
    ("//", "#", "a comment begins with `#`"),
    ("/*", "#", "a comment begins with `#` and goes to the end of its line"),
    ("“", "\"", "write straight quotation marks"),
    ("”", "\"", "write straight quotation marks"),
    ("„", "\"", "write straight quotation marks"),
    ("«", "\"", "write straight quotation marks"),
    ("»", "\"", "write straight quotation marks"),
    ("‘", "\"", "write straight double quotation marks"),
    ("’", "\"", "write straight double quotation marks"),
    ("'", "\"", "write straight double quotation marks"),
    (";", "", "leave the semicolon out: statements need nothing between them"),
    ("[", "(", "write round brackets"),
    ("]", ")", "write round brackets"),
    ("?", "", "write `if … then … else …`"),
];

/// The `2` and the `6` of `2d6`.
fn dice_and_sides(sign: &str) -> Option<(&str, &str)> {
    let (dice, sides) = sign.split_once(['d', 'D', 'w', 'W'])?;
    let digits = |part: &str| !part.is_empty() && part.chars().all(|one| one.is_ascii_digit());
    (digits(dice) && digits(sides)).then_some((dice, sides))
}

fn unknown_sign(sign: &str) -> (String, String) {
    if sign.starts_with(|first: char| first.is_ascii_digit()) {
        if let Some((thousands, rest)) = sign.split_once('.') {
            let help = match rest.len() {
                3 => format!(
                    "a thousand has no point in it: write `{thousands}{rest}`; if a part of one is meant, count in smaller units"
                ),
                _ => "there are only whole numbers; count in smaller units, such as halves or cents".to_owned(),
            };
            return (format!("`{sign}` is no whole number"), help);
        }
        if let Some((dice, sides)) = dice_and_sides(sign) {
            let help = match dice {
                "1" => format!(
                    "write `component Die {{ side : 1..{sides} }}` beside the other components, `roll Die.side` on a line before this, and `Die.side` here"
                ),
                _ => format!(
                    "write `component Die {{ side : 1..{sides}  make {dice} of }}` beside the other components, `for d in Die {{ roll d.side }}` on a line before this, and `(sum d in Die : d.side)` here"
                ),
            };
            return (format!("dice such as `{sign}` are things in the box, with a side that shows"), help);
        }
        let help = format!("a name begins with a letter: write `the_{sign}`");
        return (format!("`{sign}` is neither a number nor a name"), help);
    }
    if sign.starts_with('_') {
        return (format!("`{sign}` is no name"), "a name begins with a letter".to_owned());
    }
    if sign.starts_with(char::is_alphabetic) {
        let help = format!(
            "write a name here that has only the letters A to Z and a to z, digits and `_`; for players to read `{sign}`, put `as \"{sign}\"` at the end of the line, before any `{{`"
        );
        return (format!("`{sign}` has letters that a name cannot have"), help);
    }
    let shown = if sign.trim().is_empty() || sign.chars().any(char::is_control) {
        format!("the invisible sign U+{:04X}", sign.chars().next().map_or(0, u32::from))
    } else {
        format!("`{sign}`")
    };
    (format!("{shown} is no sign of this language"), "remove it".to_owned())
}
