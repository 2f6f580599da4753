//! Numbers, ranges and amounts as other languages and people write them.

use super::Failure;
use super::heads::{declared, told};
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};

/// A mistake of one of these sorts.
pub(super) fn counted(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    range_with_minus(failure)
        .or_else(|| {
            let found = failure.found()?;
            decimal_comma(failure, found)
                .or_else(|| range_in_words(failure, found))
                .or_else(|| how_many(failure, found))
                .or_else(|| unit(failure, found))
                .or_else(|| row_with_commas(failure, found))
        })
        .or_else(|| made_without_of(failure))
        .or_else(|| grid_in_brackets(failure))
}

/// What is better told of the whole than of a sign in it that the language does not have.
pub(super) fn with_foreign_signs(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    counting_loop(failure).or_else(|| failure.found().and_then(|found| size_of_a_grid(failure, found)))
}

fn number<'scan>(failure: &Failure<'scan, '_>, index: usize) -> Option<&'scan Token> {
    failure.token(index).filter(|token| token.kind == TokenKind::Number)
}

/// `0,5`.
fn decimal_comma(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let whole = number(failure, failure.index.checked_sub(1)?)?;
    let part = number(failure, failure.index + 1)?;
    if failure.scan.words(found) != "," || whole.end != found.start || found.end != part.start {
        return None;
    }
    let at = failure.stretch(whole, part);
    let message = format!("`{}` is no whole number", failure.text(whole, part));
    let help = "there are only whole numbers; count in smaller units, such as halves or cents".to_owned();
    Some(Diagnostic::error("unknown-sign", message, at, "this number").with_help(help))
}

/// `players 2 to 4`, `var n : 1 to 10`, `players 2...4`, `players 2 or 4`.
fn range_in_words(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let least = failure.before()?;
    let word = failure.scan.words(found);
    if word == "." && failure.scan.words(least) == ".." {
        let at = failure.location(found);
        let diagnostic = told(at, "a range has two points", "one point too many", "write `..`".to_owned());
        return Some(diagnostic.with_fix(Fix::remove(at, ".", Certainty::Sure)));
    }
    let greatest = number(failure, failure.index + 1)?;
    let range = matches!(word, "to" | "until" | "or" | "bis" | "and");
    if least.kind != TokenKind::Number || !range || failure.expects_statement() {
        return None;
    }
    let players = failure.word_back(2) == "players";
    if !players && !failure.expects(Rule::two_points) || word == "and" {
        return None;
    }
    let written = format!("{}..{}", failure.scan.words(least), failure.scan.words(greatest));
    let at = failure.stretch(least, greatest);
    let message = if word == "or" {
        "the fewest and the most players are said; all between can play, too"
    } else {
        "a range is written with two points"
    };
    let fix = Fix::replace(at, written.clone(), if word == "or" { Certainty::Likely } else { Certainty::Sure });
    let lead = if players { "players " } else { "" };
    let between = if players && word == "or" {
        "; a number between them cannot be kept out, so say it above `players` in a sentence for people: `| …`"
    } else {
        ""
    };
    Some(told(at, message, "from where to where", format!("write `{lead}{written}`{between}")).with_fix(fix))
}

/// `players 2-4`.
fn range_with_minus(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let greatest = number(failure, failure.index.checked_sub(1)?)?;
    let least = number(failure, failure.index.checked_sub(3)?)?;
    let before = failure.index.checked_sub(4).map(words)?;
    if words(failure.index - 2) != "-" || !failure.expects(Rule::two_points) || !matches!(before, "players" | ":") {
        return None;
    }
    let written = format!("{}..{}", failure.scan.words(least), failure.scan.words(greatest));
    let at = failure.stretch(least, greatest);
    let lead = if before == "players" { "players " } else { "" };
    let diagnostic =
        told(at, "a range is written with two points", "from where to where", format!("write `{lead}{written}`"));
    Some(diagnostic.with_fix(Fix::replace(at, written, Certainty::Sure)))
}

/// `for (i = 1; i <= 3; i++) {`, `for i = 1 to 3 {`.
fn counting_loop(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(4);
    let start = before.find(|&index| words(index) == "for")?;
    let name = if words(start + 1) == "(" { start + 2 } else { start + 1 };
    let name = if matches!(words(name), "let" | "var" | "int") { name + 1 } else { name };
    let variable = failure.token(name).filter(|token| failure.is_name(token))?;
    if words(name + 1) != "=" {
        return None;
    }
    let least = number(failure, name + 2).map_or("1", |least| failure.scan.words(least));
    let behind = (name + 3..(name + 12).min(failure.section.end)).find_map(|index| number(failure, index));
    let greatest = behind.map_or("3", |greatest| failure.scan.words(greatest));
    let name = failure.scan.words(variable);
    let at = failure.location(failure.token(start)?);
    let message = "a loop goes through a set or a range";
    Some(told(
        at,
        message,
        "this loop",
        format!("write `for {name} in {least}..{greatest} {{ … }}`, or `repeat {greatest} {{ … }}`"),
    ))
}

/// `grid field(8, 8)`, `grid field 8 x 8`.
fn size_of_a_grid(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let grid = (failure.section.first..failure.index).rev().take(3).find(|&index| words(index) == "grid")?;
    let name = failure.token(grid + 1)?;
    let last = match (failure.scan.words(found), words(failure.index + 1)) {
        (size, _) if size.contains(['x', 'X']) && found.kind == TokenKind::Stray => found,
        ("x" | "X" | "×" | "*" | ",", _) => failure.behind()?,
        _ => return None,
    };
    let first = failure.token(grid + 2).filter(|first| first.start <= found.start)?;
    let text = failure.text(first, last);
    let mut sizes = text.split(|one: char| !one.is_ascii_digit()).filter(|part| !part.is_empty());
    let (columns, rows) = (sizes.next()?, sizes.next()?);
    let written = format!("{columns} by {rows}");
    let at = failure.stretch(first, last);
    let help = format!("write `grid {} {written}`", failure.scan.words(name));
    let diagnostic = told(at, "the size of a grid is written with `by`", "how many columns and rows", help);
    Some(diagnostic.with_fix(Fix::replace(at, written, Certainty::Sure)))
}

/// `grid field(8, 8)`: the grammar took it for a reckoning.
fn grid_in_brackets(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let grid = failure.index.checked_sub(7)?;
    let name = failure.token(grid + 1)?;
    let (columns, rows) = (number(failure, grid + 3)?, number(failure, grid + 5)?);
    if words(grid) != "grid" || words(grid + 2) != "(" || words(grid + 4) != "," || words(grid + 6) != ")" {
        return None;
    }
    let written = format!("{} by {}", failure.scan.words(columns), failure.scan.words(rows));
    let at = failure.stretch(failure.token(grid + 2)?, failure.token(grid + 6)?);
    let help = format!("write `grid {} {written}`", failure.scan.words(name));
    let diagnostic = told(at, "the size of a grid is written with `by`", "how many columns and rows", help);
    Some(diagnostic.with_fix(Fix::replace(at, format!(" {written}"), Certainty::Sure)))
}

/// `plum : 3, 4, 5` in a table.
fn row_with_commas(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let between =
        number(failure, failure.index.checked_sub(1)?).is_some() && number(failure, failure.index + 1).is_some();
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev();
    let colon =
        before.find(|&index| words(index) == ":" || failure.token(index).is_none_or(|token| token.first_on_line))?;
    if failure.scan.words(found) != "," || !between || words(colon) != ":" || failure.expects(Rule::comma) {
        return None;
    }
    let at = failure.location(found);
    let goes_on = |token: &Token| {
        !token.first_on_line && (token.kind == TokenKind::Number || matches!(failure.scan.words(token), "," | "-"))
    };
    let rest = failure.index..failure.section.end;
    let last = rest.take_while(|&index| failure.token(index).is_some_and(goes_on)).last()?;
    let row = failure.text(failure.token(colon - 1)?, failure.token(last)?);
    let written = row.replace(',', "");
    let whole = failure.stretch(failure.token(colon - 1)?, failure.token(last)?);
    let diagnostic =
        told(at, "in a row only blanks stand between the numbers", "no comma here", format!("write `{written}`"));
    Some(diagnostic.with_fix(Fix::replace(whole, written, Certainty::Sure)))
}

/// `component 12 Card`, `component Card x 12`, `component Card 12`.
fn how_many(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let at_word = (failure.section.first..failure.index).rev().take(3).find(|&index| words(index) == "component")?;
    let first = failure.token(at_word + 1)?;
    let tokens = (at_word + 1..(at_word + 4).min(failure.section.end)).filter_map(|index| failure.token(index));
    let on_line: Vec<&Token> =
        tokens.take_while(|token| !token.first_on_line && failure.scan.words(token) != "{").collect();
    let amount = on_line.iter().find_map(|token| {
        let digits = failure.scan.words(token).trim_start_matches(['x', 'X']);
        (!digits.is_empty() && digits.chars().all(|one| one.is_ascii_digit())).then_some(digits)
    })?;
    let kind = on_line.iter().map(|token| failure.scan.words(token)).find(|word| {
        word.len() > 1 && word.starts_with(|one: char| one.is_ascii_alphabetic()) && !word.contains(char::is_numeric)
    })?;
    let last = on_line.last()?;
    let at = failure.stretch(if found.kind == TokenKind::Number { found } else { first }, last);
    let help = format!("write `component {kind} {{ make {amount} of }}`");
    Some(told(at, "how many there are is said in braces", "so many", help))
}

/// `component Card { make 12 }`, `component Card { make 12 of Card }`.
fn made_without_of(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let make = (failure.section.first..failure.index).rev().take(4).find(|&index| words(index) == "make")?;
    let amount = number(failure, make + 1).map(|amount| failure.scan.words(amount))?;
    let last = failure.before()?;
    if make + 2 == failure.index && failure.expects(Rule::word_of) {
        let at = failure.location(last);
        let diagnostic = told(
            at,
            "behind the number of a `make` stands `of`",
            "expected `of` after this",
            format!("write `make {amount} of`"),
        );
        return Some(diagnostic.with_fix(Fix::behind(at, " of", Certainty::Likely)));
    }
    let named = failure.is_name(last) && failure.word_back(2) == "of" && failure.found().is_none();
    if make + 4 != failure.index || !named {
        return None;
    }
    let at = failure.location(last);
    let message = "which kind is made is known from the `component` around it";
    let diagnostic = told(at, message, "not needed", format!("write `make {amount} of`, and nothing behind it"));
    Some(diagnostic.with_fix(Fix::remove(at, failure.scan.words(last), Certainty::Likely)))
}

/// `setting orbit : 1..9 = 5 rounds`, `players 2 people`.
fn unit(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    // What stands behind a board is no unit of its size.
    if matches!(declared(failure), Some(("track" | "ring" | "grid", _))) {
        return None;
    }
    let number = number(failure, failure.index.checked_sub(1)?)?;
    let ends = failure.expects(Rule::EOI) || failure.expects_statement();
    let goes_on = matches!(failure.words(failure.behind()), "=" | "+=" | "-=" | "(" | "." | ":" | "in");
    let last = failure.behind().is_none_or(|behind| behind.first_on_line || failure.scan.words(behind) == "}");
    if !ends || !last || goes_on || !failure.is_name(found) || found.first_on_line {
        return None;
    }
    let word = failure.scan.words(found);
    // A misspelt word of the language.
    if super::misspelt::misspelt(failure).is_some() {
        return None;
    }
    let at = failure.location(found);
    let message = "a number stands alone, without what it counts";
    let diagnostic =
        told(at, message, "not understood", format!("write `{}`, and leave `{word}` out", failure.scan.words(number)));
    Some(diagnostic.with_fix(Fix::remove(at, word, Certainty::Likely)))
}
