//! Texts: reading `\"`, `\\` and `{{`, and the values, nouns and conditions in braces.

use pest::iterators::Pair;

use super::expressions::expression;
use super::{Builder, inside};
use crate::diagnostic::Diagnostic;
use crate::parse::{Rule, expression_at, is_keyword, value_end};
use crate::span::{FileId, Location, Span};
use crate::tree::{Expression, ExpressionKind, Name, Piece, Template};

const OWNER: &str = "owner";

/// How many braces of a text may be open at once.
const MOST_OPEN: usize = 16;

impl Builder<'_, '_> {
    /// A text that may hold values. One that cannot be read is reported and left out, so that the rest stays readable.
    pub(super) fn template(&mut self, pair: &Pair<'_, Rule>) -> Template {
        let span = self.span(pair);
        let mut reader = Reader::new(self.file, inside(pair), span.start as usize + 1);
        let pieces = reader.read(Until::End);
        self.diagnostics.append(&mut reader.diagnostics);
        Template { pieces, span }
    }
}

/// Reads a template, given without its quotation marks.
pub(in crate::parse) fn read_template(file: FileId, text: &str, offset: usize) -> Result<Template, Diagnostic> {
    let mut reader = Reader::new(file, text, offset);
    let pieces = reader.read(Until::End);
    match reader.diagnostics.into_iter().next() {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(Template { pieces, span: Span::new(offset, offset + text.len()) }),
    }
}

/// The words as pieces: none if there are none.
pub(super) fn words(text: String) -> Vec<Piece> {
    if text.is_empty() { Vec::new() } else { vec![Piece::Words(text)] }
}

/// A text with `\"` and `\\` read.
pub(super) fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = (character == '\\').then(|| characters.next_if(|next| matches!(next, '"' | '\\'))).flatten();
        result.push(escaped.unwrap_or(character));
    }
    result
}

/// Where words end that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Where the text ends.
    End,
    /// At the brace that closes what they stand in, or at a bar before it.
    Brace,
}

/// Goes through a template once.
struct Reader<'text> {
    file: FileId,
    text: &'text str,
    offset: usize,
    at: usize,
    /// How many braces are open.
    open: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'text> Reader<'text> {
    fn new(file: FileId, text: &'text str, offset: usize) -> Self {
        Self { file, text, offset, at: 0, open: 0, diagnostics: Vec::new() }
    }

    fn rest(&self) -> &'text str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Words and values up to the end, which is not read.
    fn read(&mut self, until: Until) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        while let Some(character) = self.rest().chars().next() {
            let rest = self.rest();
            let doubled = rest.starts_with("{{") || until == Until::Brace && rest.starts_with("||");
            if rest.starts_with("\\\"") || rest.starts_with("\\\\") {
                plain.extend(rest.chars().nth(1));
                self.at += 2;
            } else if doubled {
                plain.push(character);
                self.at += 2;
            } else if until == Until::Brace && matches!(character, '|' | '}') {
                break;
            } else if character == '{' {
                pieces.append(&mut words(std::mem::take(&mut plain)));
                pieces.extend(self.braces(rest));
            } else {
                plain.push(character);
                self.at += character.len_utf8();
            }
        }
        pieces.append(&mut words(plain));
        pieces
    }

    /// What begins with the brace at the beginning of `rest`.
    fn braces(&mut self, rest: &str) -> Option<Piece> {
        if self.open == MOST_OPEN {
            self.diagnostics.push(too_deep(self.location(1)));
            self.at = self.text.len();
            return None;
        }
        self.open += 1;
        let inside = rest.get(1..).unwrap_or_default();
        let blanks = inside.len() - inside.trim_start().len();
        let condition =
            inside.trim_start().strip_prefix("if").filter(|behind| behind.starts_with(|next| !is_named(next)));
        let whole = closing_brace(rest).and_then(|end| rest.get(1..end));
        let piece = match (condition, whole) {
            // A value may begin with `if`, too, but has a `then` in it and no words behind a colon.
            (Some(condition), _) if whole.is_none_or(|whole| expression_at(self.file, whole, 0).is_err()) => {
                self.condition(condition, 1 + blanks + "if".len(), whole)
            }
            (_, Some(whole)) => self.value(whole),
            (_, None) => self.unclosed(),
        };
        self.open -= 1;
        piece
    }

    fn unclosed(&mut self) -> Option<Piece> {
        self.diagnostics.push(unclosed(self.location(1)));
        self.at = self.text.len();
        None
    }

    /// `{expression}` or `{expression noun}`, given what stands between the braces.
    fn value(&mut self, inside: &str) -> Option<Piece> {
        let length = inside.len() + 2;
        if inside.trim().is_empty() {
            self.diagnostics.push(empty(self.location(length)));
        } else if inside.trim() == OWNER {
            let owner = self.owner(inside);
            self.at += length;
            return Some(Piece::Value(owner));
        } else {
            match expression_at(self.file, inside, self.offset + self.at + 1) {
                Ok(value) => {
                    self.at += length;
                    return Some(Piece::Value(value));
                }
                Err(mut found) => match counted(inside) {
                    Some(end) => return self.counted(inside, end),
                    None => self.diagnostics.append(&mut found),
                },
            }
        }
        self.at += length;
        None
    }

    /// `{number noun | nouns}`, given what stands between the braces and where the number ends.
    fn counted(&mut self, inside: &str, end: usize) -> Option<Piece> {
        let (brace, offset) = (self.at, self.offset + self.at + 1);
        let number = expression_at(self.file, inside.get(..end).unwrap_or_default(), offset);
        let blanks = inside.get(end..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        self.at += 1 + end + blanks;
        let (one, many) = self.either(brace)?;
        match number {
            Ok(number) => Some(Piece::Counted { number, one, many }),
            Err(mut found) => {
                self.diagnostics.append(&mut found);
                None
            }
        }
    }

    /// `{if condition: words | words}`; `rest` begins behind the `if`, `before` bytes behind the brace.
    fn condition(&mut self, rest: &str, before: usize, whole: Option<&str>) -> Option<Piece> {
        let start = self.at + before;
        let end = value_end(rest).unwrap_or(rest.len());
        let (condition, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let condition = expression_at(self.file, condition, self.offset + start);
        let words = behind.trim_start();
        if !words.starts_with(':') {
            match (condition, whole) {
                // It was meant as a value.
                (_, Some(whole)) if words.starts_with("then") => return self.value(whole),
                (Err(mut found), _) => self.diagnostics.append(&mut found),
                (Ok(condition), _) => self.diagnostics.push(no_words(self.file, &condition)),
            }
            self.at = self.text.len();
            return None;
        }
        let brace = self.at;
        self.at = start + rest.len() - words.len() + 1;
        self.at += self.rest().len() - self.rest().trim_start().len();
        let (then, otherwise) = self.either(brace)?;
        match condition {
            Ok(condition) => Some(Piece::If { condition, then, otherwise: otherwise.unwrap_or_default() }),
            Err(mut found) => {
                self.diagnostics.append(&mut found);
                None
            }
        }
    }

    /// `words | other words }`, behind a brace that stands at `brace`.
    fn either(&mut self, brace: usize) -> Option<(Vec<Piece>, Option<Vec<Piece>>)> {
        let mut first = self.read(Until::Brace);
        let mut second = None;
        if self.rest().starts_with('|') {
            trim_end(&mut first);
            self.at += 1;
            self.at += self.rest().len() - self.rest().trim_start().len();
            second = Some(self.read(Until::Brace));
        }
        if self.rest().starts_with('|') {
            self.diagnostics.push(second_bar(self.location(1)));
            self.at = self.text.len();
            return None;
        }
        if !self.rest().starts_with('}') {
            if self.diagnostics.is_empty() {
                self.at = brace;
                return self.unclosed().map(|_| (first, second));
            }
            return None;
        }
        self.at += 1;
        Some((first, second))
    }

    /// A word of the language that is a name here: in the text of a component, its owner.
    fn owner(&self, inner: &str) -> Expression {
        let start = self.offset + self.at + 1 + inner.len() - inner.trim_start().len();
        let span = Span::new(start, start + OWNER.len());
        expression(ExpressionKind::Name(Name { text: OWNER.to_owned(), span }), span)
    }

    fn location(&self, length: usize) -> Location {
        let start = self.offset + self.at;
        Location { file: self.file, span: Span::new(start, start + length) }
    }
}

/// Where the number ends before a noun that it counts, if a noun stands behind it.
fn counted(inside: &str) -> Option<usize> {
    let end = value_end(inside)?;
    let behind = inside.get(end..)?;
    let noun = behind.trim_start();
    let word: &str = noun.split(|next| !is_named(next)).next().unwrap_or_default();
    let begins = noun.starts_with(|next: char| next.is_alphabetic() || next == '{') && !is_keyword(word);
    (begins && noun.len() < behind.len()).then_some(end)
}

fn is_named(next: char) -> bool {
    next.is_ascii_alphanumeric() || next == '_'
}

/// Leaves out blanks at the end of the last words.
fn trim_end(pieces: &mut Vec<Piece>) {
    if let Some(Piece::Words(words)) = pieces.last_mut() {
        words.truncate(words.trim_end().len());
        if words.is_empty() {
            pieces.pop();
        }
    }
}

/// Where the brace at the beginning of `rest` is closed; `{{` opens nothing, since no set is in another.
fn closing_brace(rest: &str) -> Option<usize> {
    let mut open = 0_usize;
    let mut doubled = false;
    for (offset, character) in rest.char_indices() {
        let again = open > 0 && !doubled && rest.get(offset..).is_some_and(|behind| behind.starts_with("{{"));
        if std::mem::replace(&mut doubled, again) || again {
            continue;
        }
        match character {
            '{' => open += 1,
            '}' if open == 1 => return Some(offset),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

fn too_deep(at: Location) -> Diagnostic {
    Diagnostic::error("too-deep", "too many braces stand inside each other in this text", at, "one too many")
        .with_help("give some of it a name with `def`")
}

fn no_words(file: FileId, condition: &Expression) -> Diagnostic {
    let at = Location { file, span: condition.span };
    Diagnostic::error("syntax", "behind this condition stand no words", at, "a `:` is missing behind it")
        .with_help("write `{if n = 1: words | other words}`; a condition that has a `:` itself stands in brackets")
}

fn second_bar(at: Location) -> Diagnostic {
    Diagnostic::error("syntax", "there are two ways to say it at most", at, "a second bar")
        .with_help("put another `{if …: … | …}` behind the first bar; a bar that is only a bar is written `||`")
}

fn unclosed(at: Location) -> Diagnostic {
    Diagnostic::error("missing-brace", "a value in this text has no closing `}`", at, "opened here")
        .with_help("close it with `}`, or write `{{` for a brace that is only a brace")
}

fn empty(at: Location) -> Diagnostic {
    Diagnostic::error("syntax", "there is no value between these braces", at, "expected a value here")
        .with_help("write a value, or `{{` for a brace that is only a brace")
}
