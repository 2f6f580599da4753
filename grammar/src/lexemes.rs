//! The words and signs of a text for whoever shows or completes it. They never fail, however broken the text is.

use crate::parse::{DECLARATION_WORDS, ONLY_SOMEWHERE, Scan, TokenKind, all_keywords, is_keyword};
use crate::span::Span;

/// What a lexeme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LexemeKind {
    /// A word of the language that cannot be a name.
    Keyword,
    /// Any other word.
    Name,
    /// Digits.
    Number,
    /// `"…"`, or up to the end of the line if it is not closed.
    Text,
    /// `(` or `{`.
    Open,
    /// `)` or `}`.
    Close,
    /// Any other sign of the language.
    Sign,
    /// Something that is never right.
    Stray,
    /// `| …`: a line of prose above what it is about.
    Prose,
    /// `# …`.
    Comment,
}

/// A word, sign or comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
}

/// All words, signs and comments in the order of the text.
pub fn lexemes(text: &str) -> Vec<Lexeme> {
    let scan = Scan::new(text);
    let tokens = scan.tokens.iter().map(|token| Lexeme {
        kind: match token.kind {
            TokenKind::Word if is_keyword(scan.words(token)) => LexemeKind::Keyword,
            TokenKind::Word => LexemeKind::Name,
            TokenKind::Number => LexemeKind::Number,
            TokenKind::Text | TokenKind::UnclosedText => LexemeKind::Text,
            TokenKind::Open => LexemeKind::Open,
            TokenKind::Close => LexemeKind::Close,
            TokenKind::Sign => LexemeKind::Sign,
            TokenKind::Prose => LexemeKind::Prose,
            TokenKind::Stray => LexemeKind::Stray,
        },
        span: Span::new(token.start, token.end),
    });
    let comments = scan.comments.iter().map(|comment| Lexeme { kind: LexemeKind::Comment, span: comment.span });
    let mut all: Vec<Lexeme> = tokens.chain(comments).collect();
    all.sort_by_key(|one| one.span);
    all
}

/// Every word that cannot be a name, in alphabetical order.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    all_keywords()
}

/// The words that mean something only where the grammar has them; names may be called so.
pub fn words_only_somewhere() -> &'static [&'static str] {
    &ONLY_SOMEWHERE
}

/// The words that begin a declaration.
pub fn declaration_words() -> &'static [&'static str] {
    &DECLARATION_WORDS
}

/// Whether a text can be a name.
pub fn is_name(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|first| first.is_ascii_alphabetic())
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
        && !is_keyword(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stand_among_the_words() {
        let found: Vec<(LexemeKind, u32)> =
            lexemes("var a # b\n= \"c").iter().map(|one| (one.kind, one.span.end)).collect();
        let wanted = [
            (LexemeKind::Keyword, 3),
            (LexemeKind::Name, 5),
            (LexemeKind::Comment, 9),
            (LexemeKind::Sign, 11),
            (LexemeKind::Text, 14),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn names_are_what_is_no_keyword() {
        assert!(is_name("a_1") && is_name("top"));
        assert!(!is_name("1a") && !is_name("") && !is_name("phase") && !is_name("_a") && !is_name("ä"));
    }
}
