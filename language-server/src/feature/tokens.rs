//! What each word of a text is, for colours.

use gen_lsp_types::SemanticToken;
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use rulehound_grammar::span::{FileId, Span};
use rulehound_interpreter::Named;
use rulehound_interpreter::check::Studied;

use crate::document::Document;
use crate::lines::Walk;
use crate::names::named;

/// What a word can be; the numbers are the places in [`LEGEND`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Keyword,
    Comment,
    Text,
    Number,
    Sign,
    Type,
    Value,
    Function,
    Trigger,
    Variable,
    Bound,
    Member,
}

/// What each sort is called in the protocol.
pub const LEGEND: [(Sort, &str); 12] = [
    (Sort::Keyword, "keyword"),
    (Sort::Comment, "comment"),
    (Sort::Text, "string"),
    (Sort::Number, "number"),
    (Sort::Sign, "operator"),
    (Sort::Type, "type"),
    (Sort::Value, "enumMember"),
    (Sort::Function, "function"),
    (Sort::Trigger, "event"),
    (Sort::Variable, "variable"),
    (Sort::Bound, "parameter"),
    (Sort::Member, "property"),
];

/// The names of the first file of a game with what they are.
pub fn names(game: &Studied) -> Vec<(Span, Sort)> {
    let sort = |named| match named {
        Named::Type => Sort::Type,
        Named::Value => Sort::Value,
        Named::Function => Sort::Function,
        Named::Trigger => Sort::Trigger,
        Named::Variable => Sort::Variable,
        Named::Member => Sort::Member,
        Named::Bound => Sort::Bound,
    };
    let here = game.names.uses.iter().filter(|one| one.at.file == FileId(0));
    let declared = game.declared.iter().filter(|one| one.name.file == FileId(0));
    let declared = declared.map(|one| (one.name.span, sort(named(one.key.category))));
    let mut names: Vec<(Span, Sort)> = here.map(|one| (one.at.span, sort(one.named))).chain(declared).collect();
    names.sort_by_key(|(span, _)| *span);
    names.dedup_by_key(|(span, _)| *span);
    names
}

/// The words and signs of a text; `names` are those whose meaning is known, in the order of the text.
pub fn tokens(document: &Document, names: &[(Span, Sort)]) -> Vec<SemanticToken> {
    let walk = Walk::new(&document.lines, &document.text);
    let mut writer = Writer { walk, line: 0, character: 0, tokens: Vec::new() };
    for lexeme in lexemes(&document.text) {
        let first = names.partition_point(|(span, _)| span.start < lexeme.span.start);
        let inside = names.get(first..).unwrap_or_default();
        let inside = inside.iter().take_while(|(span, _)| span.end <= lexeme.span.end);
        match lexeme.kind {
            LexemeKind::Keyword => {
                // Behind a point a word of the language can be a name.
                let known = inside.last().map(|(_, sort)| *sort);
                writer.write(lexeme.span, known.unwrap_or(Sort::Keyword));
            }
            LexemeKind::Comment => writer.write(lexeme.span, Sort::Comment),
            LexemeKind::Prose => writer.write(lexeme.span, Sort::Text),
            LexemeKind::Number => writer.write(lexeme.span, Sort::Number),
            LexemeKind::Sign => writer.write(lexeme.span, Sort::Sign),
            LexemeKind::Name => {
                let known = inside.last().map(|(_, sort)| *sort);
                writer.write(lexeme.span, known.unwrap_or(Sort::Variable));
            }
            LexemeKind::Text => writer.text(lexeme.span, inside.copied()),
            LexemeKind::Open | LexemeKind::Close | LexemeKind::Stray => {}
        }
    }
    writer.tokens
}

/// Writes tokens one behind the other.
struct Writer<'a> {
    walk: Walk<'a>,
    line: u32,
    character: u32,
    tokens: Vec<SemanticToken>,
}

impl Writer<'_> {
    /// A text; names in its braces are told apart.
    fn text(&mut self, whole: Span, names: impl Iterator<Item = (Span, Sort)>) {
        let mut start = whole.start;
        for (span, sort) in names.filter(|(span, _)| span.start < span.end) {
            if span.start >= start {
                self.write(Span { start, end: span.start }, Sort::Text);
                self.write(span, sort);
                start = span.end;
            }
        }
        self.write(Span { start, end: whole.end }, Sort::Text);
    }

    fn write(&mut self, span: Span, sort: Sort) {
        let start = self.walk.to(span.start as usize);
        let end = self.walk.to(span.end as usize);
        let Some(token_type) = LEGEND.iter().position(|(one, _)| *one == sort) else { return };
        if start.line != end.line || start.character >= end.character {
            return;
        }
        let same_line = start.line == self.line;
        self.tokens.push(SemanticToken {
            delta_line: start.line - self.line,
            delta_start: if same_line { start.character.saturating_sub(self.character) } else { start.character },
            length: end.character - start.character,
            token_type: u32::try_from(token_type).unwrap_or_default(),
            token_modifiers_bitset: 0,
        });
        (self.line, self.character) = (start.line, start.character);
    }
}
