//! Words of the language where a name is wanted.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::parse::scan::{Token, TokenKind};
use crate::parse::words::is_value;
use crate::parse::{Rule, is_keyword};

/// A reserved word used as a name.
pub(super) fn reserved(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    let word = failure.scan.words(found);
    // In `choose first in S` the grammar stops only at `in`.
    let name = failure.expects(Rule::name) || failure.expects(Rule::picks);
    if let Some(before) = failure.before().filter(|_| name && matches!(word, "in" | "=" | ":")) {
        let is_value = matches!(failure.scan.words(before), "yes" | "no" | "none");
        return (is_reserved(failure, before) && !is_value)
            .then(|| misplaced(failure, before).unwrap_or_else(|| message(failure, before)));
    }
    if !is_reserved(failure, found) {
        return None;
    }
    let behind = failure.words(failure.behind());
    let looks_like_name = !found.first_on_line || matches!(behind, ":" | "=" | "in" | "(" | ",");
    // An index may have a name; a type may stand there, too.
    let named = failure.expects(Rule::named_type) && behind == ":";
    let name_wanted =
        name || named || failure.expects(Rule::parameter) || failure.expected.iter().all(|&rule| is_value(rule));
    (name_wanted && looks_like_name).then(|| misplaced(failure, found).unwrap_or_else(|| message(failure, found)))
}

/// `set n = roll Die.side`, `shuffle all from box into deck`, `repeat turn of players {`: the word is right, but not here.
fn misplaced(failure: &Failure<'_, '_>, token: &Token) -> Option<Diagnostic> {
    let at = failure.location(token);
    let index = failure.scan.tokens.partition_point(|one| one.start < token.start);
    let words = |index: usize| failure.words(failure.token(index));
    let before = |steps: usize| index.checked_sub(steps).map_or("", words);
    match failure.scan.words(token) {
        word @ ("roll" | "draw") if matches!(before(1), "=" | "+=" | "-=" | "(" | "+" | "if" | "<" | ">") => {
            let rolled =
                (index + 1..index + 4).filter_map(|index| failure.token(index)).take_while(|one| !one.first_on_line);
            let rolled: String = rolled.map(|one| failure.scan.words(one)).collect();
            let message = format!("`{word}` is a statement of its own, and no value");
            let help = match word {
                "roll" => format!("write `roll {rolled}` on a line before, and here `{rolled}`, which is what came up"),
                _ => "write `draw x in S` on a line before, and here `x`".to_owned(),
            };
            Some(Diagnostic::error("syntax", message, at, "a value is wanted here").with_help(help))
        }
        "from" if (2..5).any(|steps| before(steps) == "shuffle") || before(1) == "shuffle" => {
            let message = "`shuffle` puts a pile in a new order, and moves nothing";
            let help = "write `move all from box to deck`, and `shuffle deck` behind it";
            Some(Diagnostic::error("syntax", message, at, "nothing comes from anywhere").with_help(help))
        }
        "players" if before(1) == "of" && before(2) == "turn" => {
            let message = "it is not said how the one on turn is called";
            let help = "write `repeat turn of p in players { … }`; `p` is whoever is on turn";
            Some(Diagnostic::error("syntax", message, at, "expected a name and `in` before this").with_help(help))
        }
        _ => None,
    }
}

fn is_reserved(failure: &Failure<'_, '_>, token: &Token) -> bool {
    token.kind == TokenKind::Word && is_keyword(failure.scan.words(token))
}

fn message(failure: &Failure<'_, '_>, token: &Token) -> Diagnostic {
    let word = failure.scan.words(token);
    let message = format!("`{word}` is a word of the language and cannot be a name");
    let at = failure.location(token);
    let diagnostic = Diagnostic::error("reserved-word", message, at, "expected a name here");
    diagnostic.with_help(format!("choose another name, such as `the_{word}`; `as \"{word}\"` can still show this word"))
}
