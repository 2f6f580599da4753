//! Cuts a text into words and signs, in one pass and without ever failing.
//!
//! The grammar does not use these tokens. They serve what must not depend on a successful parse: limits, cutting at
//! declarations, comments, spans without trailing blanks, and messages about what was found.

use crate::span::{FileId, Location, Span, ends_line};
use crate::tree::Comment;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a word of the language.
    Word,
    /// Digits.
    Number,
    /// `"…"`.
    Text,
    /// A text that has no closing quotation mark on its line.
    UnclosedText,
    /// `(` or `{`.
    Open,
    /// `)` or `}`.
    Close,
    /// Any other sign of the language.
    Sign,
    /// `| …`: a line of prose.
    Prose,
    /// Something that is never right, such as `==` or `;`.
    Stray,
}

/// A word, number, text or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the scanned text.
    pub start: usize,
    /// The first byte behind it.
    pub end: usize,
    /// Whether it is the first on its line.
    pub first_on_line: bool,
}

/// A scanned text.
#[derive(Debug)]
pub(crate) struct Scan<'text> {
    /// The text.
    pub text: &'text str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its comments.
    pub comments: Vec<Comment>,
}

/// Signs of more than one character: those of the language, and those of other languages that people write by habit.
const LONG_SIGNS: [(&str, TokenKind); 16] = [
    ("..", TokenKind::Sign),
    ("!=", TokenKind::Sign),
    ("<=", TokenKind::Sign),
    (">=", TokenKind::Sign),
    ("+=", TokenKind::Sign),
    ("-=", TokenKind::Sign),
    ("*=", TokenKind::Sign),
    ("==", TokenKind::Stray),
    ("=>", TokenKind::Stray),
    ("=<", TokenKind::Stray),
    ("<>", TokenKind::Stray),
    ("&&", TokenKind::Stray),
    ("||", TokenKind::Stray),
    ("//", TokenKind::Stray),
    ("/*", TokenKind::Stray),
    (":=", TokenKind::Stray),
];

impl<'text> Scan<'text> {
    /// Scans a whole text.
    pub fn new(text: &'text str) -> Self {
        let mut scan = Self { text, tokens: Vec::new(), comments: Vec::new() };
        let mut at = 0;
        let mut first_on_line = true;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let character = rest.chars().next().unwrap_or(' ');
            if is_blank(character) || (at == 0 && character == '\u{feff}') {
                first_on_line |= ends_line(character);
                at += character.len_utf8();
            } else if character == '#' {
                let length = line_length(rest);
                scan.comments.push(comment(rest, at, length, !first_on_line));
                at += length;
            } else {
                let prose = first_on_line && begins_prose(rest);
                let inside_word = text.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
                let (kind, length) = match quoted_otherwise(rest, character).filter(|_| !inside_word) {
                    Some(length) => (TokenKind::Stray, length),
                    None if prose => prose_token(rest),
                    None => token(rest, character),
                };
                scan.tokens.push(Token { kind, start: at, end: at + length, first_on_line });
                first_on_line = false;
                at += length;
            }
        }
        scan
    }

    /// The text of a token.
    pub fn words(&self, token: &Token) -> &'text str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    /// The end of the last token that begins before `end`; `end` itself if there is none behind `start`.
    ///
    /// The grammar's spans take in the blanks and comments before something optional that is not there.
    pub fn trimmed_end(&self, start: usize, end: usize) -> usize {
        let index = self.tokens.partition_point(|token| token.start < end);
        let last = index.checked_sub(1).and_then(|index| self.tokens.get(index));
        last.map(|token| token.end.min(end)).filter(|&last| last > start).unwrap_or(end)
    }
}

impl Token {
    /// Its place in a file; `base` is where the scanned text begins in it.
    pub fn location(&self, file: FileId, base: usize) -> Location {
        Location { file, span: Span::new(base + self.start, base + self.end) }
    }
}

/// Whether a line is prose: a bar with a blank or nothing behind it.
fn begins_prose(rest: &str) -> bool {
    rest.strip_prefix('|').is_some_and(|behind| behind.chars().next().is_none_or(is_blank))
}

fn prose_token(rest: &str) -> (TokenKind, usize) {
    (TokenKind::Prose, rest.get(..line_length(rest)).unwrap_or(rest).trim_end().len())
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

fn line_length(rest: &str) -> usize {
    rest.find(ends_line).unwrap_or(rest.len())
}

fn comment(rest: &str, at: usize, length: usize, trailing: bool) -> Comment {
    let text = rest.get(..length).unwrap_or_default().trim_end();
    Comment { text: text.to_owned(), trailing, span: Span::new(at, at + text.len()) }
}

fn token(rest: &str, character: char) -> (TokenKind, usize) {
    let long = LONG_SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
    if let Some((sign, kind)) = long {
        // What stands in a comment of another language is no mistake of its own.
        let length = if matches!(*sign, "//" | "/*") { line_length(rest) } else { sign.len() };
        return (*kind, length);
    }
    match character {
        '"' => text_token(rest),
        '(' | '{' => (TokenKind::Open, 1),
        ')' | '}' => (TokenKind::Close, 1),
        ',' | ':' | '=' | '<' | '>' | '+' | '-' | '*' | '/' | '.' => (TokenKind::Sign, 1),
        _ if character.is_ascii_digit() => number_token(rest),
        _ if character.is_alphanumeric() || character == '_' => word_token(rest),
        _ => (TokenKind::Stray, character.len_utf8()),
    }
}

/// The most characters of a text in foreign quotation marks.
const LONGEST_QUOTED: usize = 200;

/// How long a text is in quotation marks that the language does not have, if it is closed on its line: what stands in it is no
/// mistake of its own.
fn quoted_otherwise(rest: &str, character: char) -> Option<usize> {
    let closing = closing_quotes(character)?;
    let inside = rest.char_indices().skip(1).take(LONGEST_QUOTED).take_while(|(_, one)| !ends_line(*one));
    let (end, closing) = inside.into_iter().find(|(_, one)| closing.contains(one))?;
    Some(end + closing.len_utf8())
}

/// The signs that close a text which begins with a foreign quotation mark.
fn closing_quotes(opening: char) -> Option<&'static [char]> {
    match opening {
        '„' | '“' | '”' => Some(&['“', '”', '"']),
        '«' => Some(&['»']),
        '»' => Some(&['«']),
        '\'' | '‘' | '’' => Some(&['\'', '’', '‘']),
        _ => None,
    }
}

/// A word; one with letters that names cannot have is stray.
fn word_token(rest: &str) -> (TokenKind, usize) {
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    let word = rest.get(..end).unwrap_or_default();
    let kind = if word.is_ascii() && !word.starts_with('_') { TokenKind::Word } else { TokenKind::Stray };
    (kind, end)
}

/// Digits; `2.5` and `2nd` are stray.
fn number_token(rest: &str) -> (TokenKind, usize) {
    let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let behind = rest.get(digits..).unwrap_or_default();
    let decimals = behind.strip_prefix('.').map(|part| part.chars().take_while(char::is_ascii_digit).count());
    match decimals {
        Some(count) if count > 0 => (TokenKind::Stray, digits + 1 + count),
        _ => {
            let letters = behind.find(|character: char| !character.is_alphanumeric() && character != '_');
            let letters = letters.unwrap_or(behind.len());
            (if letters == 0 { TokenKind::Number } else { TokenKind::Stray }, digits + letters)
        }
    }
}

fn text_token(rest: &str) -> (TokenKind, usize) {
    let mut escaped = false;
    for (offset, character) in rest.char_indices().skip(1) {
        match character {
            _ if ends_line(character) => return (TokenKind::UnclosedText, unclosed_length(rest, offset)),
            '"' if !escaped => return (TokenKind::Text, offset + 1),
            _ => escaped = character == '\\' && !escaped,
        }
    }
    (TokenKind::UnclosedText, unclosed_length(rest, rest.len()))
}

/// How long a text is that is not closed on its line: a brace at the end of the line opens a block all the same.
fn unclosed_length(rest: &str, line: usize) -> usize {
    let line = rest.get(..line).unwrap_or(rest);
    line.trim_end().strip_suffix(" {").map_or(line.len(), |before| before.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let scan = Scan::new(text);
        scan.tokens.iter().map(|token| (token.kind, scan.words(token))).collect()
    }

    #[test]
    fn ranges_are_not_decimal_numbers() {
        use TokenKind::{Number, Sign, Stray};
        assert_eq!(kinds("1..5 2.5"), [(Number, "1"), (Sign, ".."), (Number, "5"), (Stray, "2.5")]);
    }

    #[test]
    fn a_text_ends_at_its_line_at_the_latest() {
        use TokenKind::{Text, UnclosedText, Word};
        assert_eq!(kinds("\"a\\\"b\" \"c\nd"), [(Text, "\"a\\\"b\""), (UnclosedText, "\"c"), (Word, "d")]);
    }

    #[test]
    fn a_bar_begins_a_line_of_prose() {
        use TokenKind::{Prose, Stray, Word};
        let wanted = [(Prose, "| \"a # b {"), (Prose, "|"), (Word, "c"), (Stray, "|"), (Word, "d"), (Stray, "||")];
        assert_eq!(kinds("  | \"a # b {  \n|\nc | d\n||"), wanted);
    }

    /// Editors that end lines in the old way show what stands behind as a line of its own; so it must be read as one.
    #[test]
    fn a_carriage_return_ends_a_line() {
        use TokenKind::{UnclosedText, Word};
        assert_eq!(kinds("a # b\rc \"d\re"), [(Word, "a"), (Word, "c"), (UnclosedText, "\"d"), (Word, "e")]);
        let scan = Scan::new("# a\rb");
        assert!(scan.tokens.iter().all(|token| token.first_on_line));
        assert_eq!(scan.comments.first().map(|comment| comment.text.as_str()), Some("# a"));
    }

    #[test]
    fn comments_are_kept_apart() {
        let scan = Scan::new("a # one\n# two\n\"# three\"");
        let comments: Vec<_> = scan.comments.iter().map(|comment| (comment.text.as_str(), comment.trailing)).collect();
        assert_eq!(comments, [("# one", true), ("# two", false)]);
    }
}
