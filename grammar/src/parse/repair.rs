//! Looks for further mistakes in a piece of several lines after its first: the smallest change that lets the grammar go on
//! is made on a copy, and what is wrong on a later line then is the next mistake.
//!
//! The changes only find out where to go on. They are never shown, and nothing of a changed copy reaches the tree.

use pest::Parser as _;

use super::declared::Declared;
use super::errors::Failure;
use super::generated::Grammar;
use super::scan::{Scan, Token, TokenKind};
use super::{READ_APART, Rule, Section};
use crate::diagnostic::{Diagnostic, Label};
use crate::span::{FileId, Span};

/// How many further mistakes of one piece are looked for.
const MISTAKES: usize = 12;

/// How many tokens may be read for one piece, in copies of it.
const WORK_FOR_ONE: usize = 40_000;

/// How far behind a change the grammar must get, in tokens, if something is wrong there too.
const PROGRESS: usize = 2;

/// What is tried where anything may be missing: a name, which is also a value, a text, a number.
const STAND_INS: [&str; 3] = ["x", "\"x\"", "1"];

/// A token of a copy.
#[derive(Clone, Copy)]
struct Lexeme<'text> {
    words: &'text str,
    kind: TokenKind,
    first_on_line: bool,
    /// Where it stands in the file; where it was put in, the end of what is before it.
    span: Span,
    /// The number of its line in the piece.
    line: usize,
}

/// Where reading a copy ended.
struct Stop {
    /// The token that was not understood.
    index: usize,
    /// What may help it on.
    helpful: Vec<&'static str>,
    diagnostic: Option<Diagnostic>,
}

fn lexemes<'text>(scan: &Scan<'text>, tokens: &[Token], base: usize) -> Vec<Lexeme<'text>> {
    let mut lexemes: Vec<Lexeme<'text>> = Vec::with_capacity(tokens.len());
    let (mut line, mut last) = (0, 0);
    for token in tokens {
        line += usize::from(token.first_on_line);
        let span = Span::new(base + token.start, base + token.end);
        let lexeme = |words, kind| Lexeme { words, kind, first_on_line: token.first_on_line, span, line };
        // Options that are read apart.
        if scan.text.get(last..token.start).is_some_and(|gap| gap.contains(READ_APART)) {
            lexemes.push(lexeme(READ_APART, TokenKind::Sign));
        }
        lexemes.push(lexeme(scan.words(token), token.kind));
        last = token.end;
    }
    lexemes
}

pub(super) struct Repairer<'file> {
    file: FileId,
    declared: &'file Declared<'file>,
    rule: Rule,
    /// How many tokens may be read.
    allowed: usize,
    /// How many of them are left.
    work: usize,
}

impl<'file> Repairer<'file> {
    /// Looks through a piece that is read with this rule; in all of its copies so many tokens may be read.
    pub fn new(file: FileId, declared: &'file Declared<'file>, rule: Rule, allowed: usize) -> Self {
        let allowed = allowed.min(WORK_FOR_ONE);
        Self { file, declared, rule, allowed, work: allowed }
    }

    /// How many tokens were read.
    pub fn done(&self) -> usize {
        self.allowed - self.work
    }

    /// The mistakes behind the first, which is known, of a piece that begins at `base` in the file.
    pub fn further_mistakes(&mut self, scan: &Scan<'_>, base: usize) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.work == 0 {
            return found;
        }
        let mut piece = lexemes(scan, &scan.tokens, base);
        let mut stop = self.read(&piece, false);
        // Without its first word nobody knows what follows.
        let below_prose = piece.iter().position(|lexeme| lexeme.kind != TokenKind::Prose);
        if stop.as_ref().is_some_and(|stop| below_prose == Some(stop.index)) {
            return found;
        }
        for _ in 0..MISTAKES {
            let Some(at) = stop.take() else { break };
            let line = piece.get(at.index.min(piece.len().saturating_sub(1))).map_or(0, |lexeme| lexeme.line);
            if piece.last().is_none_or(|last| last.line <= line) {
                break;
            }
            let Some((changed, next)) = self.best(&piece, &at, line) else { break };
            if next.is_none() {
                break;
            }
            piece = changed;
            stop = self.read(&piece, true);
            found.extend(stop.as_ref().and_then(|stop| stop.diagnostic.clone()));
        }
        found
    }

    /// The change after which the grammar gets furthest, with where it stops then, if that is on a later line or nowhere.
    fn best<'text>(
        &mut self,
        piece: &[Lexeme<'text>],
        at: &Stop,
        line: usize,
    ) -> Option<(Vec<Lexeme<'text>>, Option<usize>)> {
        let mut best: Option<(Vec<Lexeme<'text>>, usize)> = None;
        for changed in changes(piece, at) {
            let Some(stop) = self.read(&changed, false) else { return Some((changed, None)) };
            let left = changed.len().saturating_sub(stop.index);
            if best.as_ref().is_none_or(|(_, least)| left < *least) {
                best = Some((changed, left));
            }
            if self.work == 0 {
                return None;
            }
        }
        let (changed, left) = best?;
        let index = changed.len() - left;
        let far = piece.len() - at.index >= left + PROGRESS;
        let later = changed.get(index).is_some_and(|lexeme| lexeme.line > line);
        (far && later).then_some((changed, Some(index)))
    }

    /// Reads a copy; `None` if it can be read.
    fn read(&mut self, piece: &[Lexeme<'_>], told: bool) -> Option<Stop> {
        self.work = self.work.saturating_sub(piece.len());
        let mut text = String::new();
        let mut tokens = Vec::with_capacity(piece.len());
        for lexeme in piece {
            // A text without an end ends with its line.
            text.push(if lexeme.first_on_line { '\n' } else { ' ' });
            let start = text.len();
            text.push_str(lexeme.words);
            tokens.push(Token { kind: lexeme.kind, start, end: text.len(), first_on_line: lexeme.first_on_line });
        }
        let error = Grammar::parse(self.rule, &text).err()?;
        let section = Section { first: 0, end: tokens.len() };
        let scan = Scan { text: &text, tokens, comments: Vec::new() };
        let failure = Failure::new(self.file, (&scan, self.declared), section, 0, 0, self.rule, &error);
        let diagnostic = told.then(|| in_file(failure.diagnostic(), &scan, piece));
        Some(Stop { index: failure.stopped_at(), helpful: failure.helpful_words(), diagnostic })
    }
}

/// The smallest changes where the grammar stopped.
fn changes<'text>(piece: &[Lexeme<'text>], at: &Stop) -> Vec<Vec<Lexeme<'text>>> {
    let mut changes = Vec::new();
    let before = at.index.checked_sub(1);
    let places = [Some(at.index), before].into_iter().flatten().filter(|&index| index < piece.len());
    for index in places.clone() {
        changes.push(spliced(piece, index, index + 1, None));
    }
    let words = || STAND_INS.iter().copied().chain(at.helpful.iter().copied());
    for word in words() {
        changes.push(spliced(piece, at.index, at.index, Some(word)));
        for index in places.clone() {
            changes.push(spliced(piece, index, index + 1, Some(word)));
        }
    }
    if let Some(before) = before {
        changes.push(spliced(piece, before, at.index + 1, None));
        for word in words() {
            changes.push(spliced(piece, before, before, Some(word)));
        }
    }
    changes
}

/// A copy with something else in place of a few tokens.
fn spliced<'text>(piece: &[Lexeme<'text>], first: usize, end: usize, word: Option<&'static str>) -> Vec<Lexeme<'text>> {
    let end = end.min(piece.len());
    let (head, tail) = (piece.get(..first).unwrap_or_default(), piece.get(end..).unwrap_or_default());
    let mut changed = Vec::with_capacity(piece.len() + 1);
    changed.extend_from_slice(head);
    if let Some(words) = word {
        let after = head.last().map_or(Span::default(), |last| Span { start: last.span.end, end: last.span.end });
        let kind = match words {
            "(" | "{" => TokenKind::Open,
            ")" | "}" => TokenKind::Close,
            "1" => TokenKind::Number,
            "\"x\"" => TokenKind::Text,
            _ if words.starts_with(char::is_alphabetic) => TokenKind::Word,
            _ => TokenKind::Sign,
        };
        let line = head.last().map_or(0, |last| last.line);
        changed.push(Lexeme { words, kind, first_on_line: false, span: after, line });
    }
    changed.extend_from_slice(tail);
    changed
}

/// A finding with the places of the file.
fn in_file(mut diagnostic: Diagnostic, scan: &Scan<'_>, piece: &[Lexeme<'_>]) -> Diagnostic {
    let moved = |label: &mut Label| {
        let at = |place: u32| {
            let index = scan.tokens.partition_point(|token| token.end <= place as usize);
            piece.get(index.min(piece.len().saturating_sub(1))).map(|lexeme| lexeme.span)
        };
        let Span { start, end } = label.at.span;
        if let (Some(first), Some(last)) = (at(start), at(end.saturating_sub(1))) {
            label.at.span = first.join(last);
        }
    };
    moved(&mut diagnostic.primary);
    diagnostic.others.iter_mut().for_each(moved);
    diagnostic
}
