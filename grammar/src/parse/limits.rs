//! Limits, checked before the grammar is used: it recurses with every bracket and every word such as `any` that reaches
//! as far right as it can.

use super::outline::STATEMENT_WORDS;
use super::scan::{Scan, Token, TokenKind};
use super::words::ONLY_SOMEWHERE;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};

/// The greatest size of a file in bytes.
pub(crate) const FILE_SIZE: usize = 1 << 20;

/// How many brackets, blocks and prefix words may be open at once.
pub(crate) const OPEN_AT_ONCE: usize = 64;

/// How many tokens of a file may be read again in search of further mistakes of its declarations.
pub(crate) const READ_AGAIN: usize = 1_000_000;

/// How many levels a tree may have, operators of one chain included.
pub(crate) const TREE_DEPTH: usize = 256;

/// What is open at some place of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A bracket of either sort.
    Bracket,
    /// `if` in an expression: closed up to here by `then` and `else`.
    If,
    /// `max`, `min`, `first`: closed up to here by `else`.
    Otherwise,
    /// `any`, `all`, `sum`, `each`, `count`: open to the end of the expression.
    Over,
}

/// The first place of some tokens at which too much is open, with the number that would be.
pub(crate) fn too_deep(scan: &Scan<'_>, first: usize, end: usize) -> Option<Token> {
    let mut open = Vec::new();
    // `not`, `-` and `count` in a row; they end with the value behind them.
    let mut row = 0_usize;
    for index in first..end {
        let token = scan.tokens.get(index)?;
        row = if in_a_row(scan, token) { row + 1 } else { 0 };
        update(&mut open, scan, index, token);
        if open.len() + row > OPEN_AT_ONCE {
            return Some(*token);
        }
    }
    None
}

fn in_a_row(scan: &Scan<'_>, token: &Token) -> bool {
    matches!(scan.words(token), "not" | "-" | "count")
}

fn update(open: &mut Vec<Open>, scan: &Scan<'_>, index: usize, token: &Token) {
    match token.kind {
        TokenKind::Open => open.push(Open::Bracket),
        TokenKind::Close => {
            close_to_bracket(open);
            open.pop();
        }
        TokenKind::Word if behind_point(scan, index) => {}
        TokenKind::Word => match scan.words(token) {
            "then" => close_to(open, |one| one == Open::If),
            "else" => close_to(open, |one| matches!(one, Open::If | Open::Otherwise)),
            "if" if begins_value(scan, index) => open.push(Open::If),
            "any" | "all" | "sum" | "each" | "count" | "of" if names_follow(scan, index) => open.push(Open::Over),
            "reach" if stands(scan, index + 2, "from") => open.push(Open::Over),
            "max" | "min" | "first" if names_follow(scan, index) => open.push(Open::Otherwise),
            word if begins_clause(word) => close_to_bracket(open),
            _ => {}
        },
        _ => {}
    }
}

/// Whether a word is only the name of a member.
fn behind_point(scan: &Scan<'_>, index: usize) -> bool {
    before(scan, index).is_some_and(|(_, before)| scan.words(before) == ".")
}

/// Closes everything up to the innermost bracket, which stays open.
fn close_to_bracket(open: &mut Vec<Open>) {
    while open.last().is_some_and(|&one| one != Open::Bracket) {
        open.pop();
    }
}

/// Closes what was opened behind the last thing that is wanted, if there is one inside the innermost bracket.
fn close_to(open: &mut Vec<Open>, wanted: impl Fn(Open) -> bool) {
    let inside = open.iter().rposition(|&one| one == Open::Bracket).map_or(0, |bracket| bracket + 1);
    let last = open.iter().rposition(|&one| wanted(one));
    if let Some(last) = last.filter(|&last| last >= inside) {
        open.truncate(last + 1);
    }
}

/// Whether `if` begins a value and is no statement, no `else if` and no `if none`.
pub(super) fn begins_value(scan: &Scan<'_>, index: usize) -> bool {
    let Some((before, token)) = before(scan, index) else { return true };
    match token.kind {
        TokenKind::Sign => true,
        TokenKind::Open => scan.words(token) == "(" || !opens_block(scan, before),
        TokenKind::Word => super::is_keyword(scan.words(token)) && scan.words(token) != "else",
        _ => false,
    }
}

/// Whether a brace opens a block rather than a set. Behind `else` it may be either, and is counted itself.
pub(super) fn opens_block(scan: &Scan<'_>, brace: usize) -> bool {
    let Some((_, token)) = before(scan, brace) else { return false };
    match token.kind {
        TokenKind::Sign | TokenKind::Open => false,
        TokenKind::Word => {
            let word = scan.words(token);
            !super::is_keyword(word)
                || matches!(word, "else" | "none" | "plan" | "repeat" | "reveal" | "players" | "yes" | "no")
        }
        _ => true,
    }
}

/// The token before another, with its place.
fn before<'scan>(scan: &'scan Scan<'_>, index: usize) -> Option<(usize, &'scan Token)> {
    let before = index.checked_sub(1)?;
    scan.tokens.get(before).map(|token| (before, token))
}

/// Whether `name in` stands behind a word.
fn names_follow(scan: &Scan<'_>, index: usize) -> bool {
    stands(scan, index + 2, "in")
}

fn stands(scan: &Scan<'_>, index: usize, word: &str) -> bool {
    scan.tokens.get(index).is_some_and(|token| scan.words(token) == word)
}

/// Words that end every expression before them. `swap` and some others may be names.
fn begins_clause(word: &str) -> bool {
    let name = word == "swap" || ONLY_SOMEWHERE.contains(&word);
    matches!(word, "option" | "make") || !name && STATEMENT_WORDS.contains(&word)
}

/// A file that is too large.
pub(crate) fn too_large(file: FileId) -> Diagnostic {
    let at = Location { file, span: Span::new(FILE_SIZE, FILE_SIZE) };
    Diagnostic::error("too-large", "this file is larger than 1 MiB", at, "the limit is reached here")
        .with_help("spread the rules over several files with `extends`")
}

/// Something that is nested too deeply.
pub(crate) fn too_deep_text(at: Location) -> Diagnostic {
    let message = format!("more than {OPEN_AT_ONCE} brackets, blocks and words such as `any` are open at once");
    Diagnostic::error("too-deep", message, at, "one too many here")
        .with_help("give a part of it a name with `def` or `rule`")
}

/// A chain that is too long.
pub(crate) fn too_deep_tree(at: Location) -> Diagnostic {
    let message = format!("more than {TREE_DEPTH} operators are chained or nested in one another");
    Diagnostic::error("too-deep", message, at, "too long").with_help("give a part of it a name with `def`")
}

/// A number that nothing could hold.
pub(crate) fn too_large_number(at: Location) -> Diagnostic {
    Diagnostic::error("too-large", "this number is too large", at, "more than 64 bits")
        .with_help("numbers of a game have at most 32 bits: up to 2147483647")
}
