//! Cuts a file into its heading and its declarations, so that each can be read alone and one mistake leaves the others
//! readable.
//!
//! A declaration begins with the prose above it, or with one of its words: anywhere outside of brackets, and inside of them at the beginning of a
//! line that is not indented further than the declaration around it, since then a closing bracket must be missing.

use super::scan::{Scan, Token, TokenKind};
use crate::span::ends_line;

/// A heading or declaration: a range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// Its first token.
    pub first: usize,
    /// The token behind its last.
    pub end: usize,
}

impl Section {
    /// Its first token that is no prose.
    pub fn below_prose<'scan>(&self, scan: &'scan Scan<'_>) -> Option<&'scan Token> {
        let tokens = scan.tokens.get(self.first..self.end).unwrap_or_default();
        tokens.iter().find(|token| token.kind != TokenKind::Prose)
    }
}

/// The words that begin a declaration.
pub(crate) const DECLARATION_WORDS: [&str; 20] = [
    "players",
    "layout",
    "type",
    "component",
    "track",
    "ring",
    "grid",
    "net",
    "zone",
    "pile",
    "var",
    "setting",
    "table",
    "def",
    "phase",
    "rule",
    "trigger",
    "replace",
    "extend",
    "remove",
];

/// Words that stand at the beginning of a declaration in other languages, or stood there once.
const FOREIGN_WORDS: [&str; 6] = ["param", "const", "function", "fn", "enum", "struct"];

/// Words of the language that can end an expression or a clause.
const ENDING_WORDS: [&str; 9] = ["yes", "no", "none", "owner", "all", "nobody", "players", "turn", "plan"];

/// All sections in written order. What stands before the first declaration is the first section, even if it is empty.
pub(crate) fn sections(scan: &Scan<'_>) -> Vec<Section> {
    let mut starts = vec![0];
    let mut open: Vec<&str> = Vec::new();
    let mut indentation = 0;
    for (index, token) in scan.tokens.iter().enumerate() {
        match scan.words(token) {
            bracket @ ("(" | "{") => open.push(bracket),
            ")" if open.last() == Some(&"(") => _ = open.pop(),
            "}" => open.truncate(open.iter().rposition(|&bracket| bracket == "{").unwrap_or_default()),
            _ => {}
        }
        let begins = if open.is_empty() {
            begins_outside(scan, index, token)
        } else {
            begins_inside(scan, index, token) && column(scan, token) <= indentation
        };
        if begins {
            open.clear();
            indentation = if token.first_on_line { column(scan, token) } else { indentation };
            starts.push(index);
        }
    }
    let ends = starts.iter().copied().skip(1).chain([scan.tokens.len()]);
    starts.iter().zip(ends).map(|(&first, end)| Section { first, end }).collect()
}

/// What stands further to the right is as far as this: nobody indents so far, and a file may be one line.
const FARTHEST: usize = 1000;

/// How many bytes stand before a token on its line, at most [`FARTHEST`].
pub(super) fn column(scan: &Scan<'_>, token: &Token) -> usize {
    let before = scan.text.as_bytes().get(..token.start).unwrap_or_default();
    let near = before.iter().rev().take(FARTHEST);
    near.take_while(|&&byte| !ends_line(char::from(byte))).count()
}

fn begins_outside(scan: &Scan<'_>, index: usize, token: &Token) -> bool {
    if token.kind == TokenKind::Prose {
        return begins_prose(scan, index);
    }
    if token.kind != TokenKind::Word || stands_below_prose(scan, index) {
        return false;
    }
    let word = scan.words(token);
    let Some(before) = index.checked_sub(1).and_then(|before| scan.tokens.get(before)) else {
        return DECLARATION_WORDS.contains(&word);
    };
    match word {
        // A set in an expression, unless the expression before it is complete.
        "players" => can_end(scan, before),
        _ if matches!(scan.words(before), "replace" | "extend" | "remove" | ".") => false,
        // `var table : …` uses a word as a name; a new line makes it a declaration even if the last one is unfinished.
        _ if DECLARATION_WORDS.contains(&word) => token.first_on_line || can_end(scan, before),
        // No two names stand side by side outside of brackets, so this is a misspelt word, and better read alone.
        _ => token.first_on_line && can_end(scan, before) && looks_like_beginning(scan, index, word),
    }
}

fn begins_inside(scan: &Scan<'_>, index: usize, token: &Token) -> bool {
    if token.kind == TokenKind::Prose {
        return begins_prose(scan, index);
    }
    let behind = || scan.tokens.get(index + 1).is_some_and(|token| token.kind == TokenKind::Word);
    let word = scan.words(token);
    token.first_on_line
        && !stands_below_prose(scan, index)
        && token.kind == TokenKind::Word
        && (word == "game" || word != "players" && DECLARATION_WORDS.contains(&word) && behind())
}

/// Whether a line of prose is the first of a declaration; above the heading it belongs to that.
fn begins_prose(scan: &Scan<'_>, index: usize) -> bool {
    let mut below = scan.tokens.iter().skip(index).skip_while(|token| token.kind == TokenKind::Prose);
    !stands_below_prose(scan, index) && below.next().is_none_or(|token| scan.words(token) != "game")
}

fn stands_below_prose(scan: &Scan<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| scan.tokens.get(before));
    before.is_some_and(|before| before.kind == TokenKind::Prose)
}

fn looks_like_beginning(scan: &Scan<'_>, index: usize, word: &str) -> bool {
    // The name stands on the same line; a word alone on its line, as `untold`, goes on with what is above.
    let named = scan
        .tokens
        .get(index + 1)
        .is_some_and(|token| !token.first_on_line && matches!(token.kind, TokenKind::Word | TokenKind::Number));
    word == "game" || FOREIGN_WORDS.contains(&word) || named && !super::is_keyword(word)
}

/// Whether an expression or clause can end with this token.
pub(super) fn can_end(scan: &Scan<'_>, token: &Token) -> bool {
    match token.kind {
        TokenKind::Word => {
            let word = scan.words(token);
            ENDING_WORDS.contains(&word) || !super::is_keyword(word)
        }
        TokenKind::Prose
        | TokenKind::Number
        | TokenKind::Text
        | TokenKind::UnclosedText
        | TokenKind::Close
        | TokenKind::Stray => true,
        TokenKind::Open | TokenKind::Sign => false,
    }
}
