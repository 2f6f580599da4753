//! Reads a declaration in pieces after it could not be read as a whole, so that every mistake in it is found at once.
//!
//! Each piece is read alone, with blanks where other pieces stand, by the plain grammar: a mistake in one hides none in the
//! others, and nothing is read twice. What could be read is put together again; the rest is missing in the tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::build::alone;
use super::declared::Declared;
use super::outline::{Kind, Outline, Parent, Piece, Unmatched, outline};
use super::scan::{Scan, Token, TokenKind};
use super::{READ_APART, Section, bytes, errors, read, repair};
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, ends_line};
use crate::tree::{Block, Choice, Declaration, Requirement, Statement, StatementKind, Thing};

/// What could be made of a broken declaration.
pub(super) struct Recovered {
    /// What could be read of it.
    pub declaration: Option<Declaration>,
    /// Its mistakes, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a declaration in pieces; `first` is what was found when it was read as a whole.
///
/// Further mistakes in its pieces are looked for until so many tokens were read for it.
pub(super) fn recover<'scan>(
    file: FileId,
    (scan, declared): (&'scan Scan<'scan>, &'scan Declared<'scan>),
    section: Section,
    first: Vec<Diagnostic>,
    work: usize,
) -> Recovered {
    let outline = outline(scan, section);
    let (bodies, clauses) = (BTreeMap::new(), BTreeMap::new());
    let mut reader = Reader { file, scan, declared, work, diagnostics: Vec::new(), bodies, clauses };
    reader.unmatched(&outline, section);
    let mut declaration = None;
    // What is inside of a piece stands behind it, so it is there when the piece is put together.
    for (number, piece) in outline.pieces.iter().enumerate().rev() {
        if piece.kind == Kind::Declaration {
            declaration = reader.declaration(piece);
        } else {
            reader.piece(number, piece);
        }
    }
    let (start, end) = bytes(scan, section);
    let text = (scan.text.get(start..end).unwrap_or_default(), start);
    let diagnostics = with_first(text, reader.diagnostics, first);
    Recovered { declaration, diagnostics }
}

/// The findings of the pieces, with that of the whole where both are about one mistake: it knows what stands around.
/// The text of the declaration stands at a byte of the file.
fn with_first((text, at): (&str, usize), mut found: Vec<Diagnostic>, first: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for first in first {
        let place = |one: &Diagnostic| (one.primary.at.span.start as usize).saturating_sub(at);
        let start = place(&first);
        // Where the line of the first begins.
        let line = text.get(..start).and_then(|before| before.rfind(ends_line)).map_or(0, |end| end + 1);
        let same = |one: &Diagnostic| (line..=start).contains(&place(one));
        // That a block ends before something is complete is better told of the thing than of the brace.
        let at_brace = first.code == "syntax" && text.get(start..).is_some_and(|rest| rest.starts_with('}'));
        if found.is_empty() || !at_brace && found.iter().any(same) {
            found.retain(|one| !same(one));
            found.push(first);
        }
    }
    found.sort_by_key(|one| one.primary.at.span);
    found
}

/// What stands between braces, last first.
#[derive(Default)]
struct Body {
    statements: Vec<Statement>,
    options: Vec<Choice>,
    /// Whether options were read there.
    options_apart: bool,
}

struct Reader<'scan> {
    file: FileId,
    scan: &'scan Scan<'scan>,
    declared: &'scan Declared<'scan>,
    /// How many tokens may still be read in search of further mistakes.
    work: usize,
    diagnostics: Vec<Diagnostic>,
    /// By the byte of their opening brace.
    bodies: BTreeMap<usize, Body>,
    /// By the number of the piece that they belong to, last first.
    clauses: BTreeMap<usize, Vec<Requirement>>,
}

/// The text of a piece; what stands in it stands as far from its beginning as in the file.
struct Alone {
    text: String,
    tokens: Vec<Token>,
}

impl Alone {
    /// Ends of lines are kept, since a text without an end ends with its line.
    fn blanks(&mut self, gap: &str) {
        self.text.extend(gap.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
    }

    fn token(&mut self, token: Token, words: &str) {
        let start = self.text.len();
        self.text.push_str(words);
        self.tokens.push(Token { start, end: self.text.len(), ..token });
    }
}

impl Reader<'_> {
    fn unmatched(&mut self, outline: &Outline, section: Section) {
        let at = |index: usize| self.scan.tokens.get(index);
        for unmatched in &outline.unmatched {
            let found = match *unmatched {
                Unmatched::Closing(brace) => {
                    at(brace).map(|brace| errors::closes_nothing("}", brace.location(self.file, 0)))
                }
                Unmatched::Opening(brace, before) => at(brace).map(|brace| {
                    let next = at(before.unwrap_or(section.end));
                    let next = next.map(|next| (next.location(self.file, 0), before.is_none()));
                    errors::never_closed(brace.location(self.file, 0), next)
                }),
            };
            self.diagnostics.extend(found);
        }
    }

    /// Reads one piece with the rule for it.
    fn read<T>(
        &mut self,
        piece: &Piece,
        build: impl FnOnce(
            &mut super::Builder<'_, '_>,
            pest::iterators::Pair<'_, super::Rule>,
        ) -> Result<T, super::Mismatch>,
    ) -> Option<T> {
        let (text, tokens, base) = self.alone(piece)?;
        let section = Section { first: 0, end: tokens.len() };
        let scan = Scan { text: &text, tokens, comments: Vec::new() };
        let (built, found) = read(self.file, (&scan, self.declared), section, base, piece.kind.rule(), build);
        if built.is_none() && !found.is_empty() {
            let mut repairer = repair::Repairer::new(self.file, self.declared, piece.kind.rule(), self.work);
            self.diagnostics.extend(repairer.further_mistakes(&scan, base));
            self.work = self.work.saturating_sub(repairer.done());
        }
        self.diagnostics.extend(found);
        built
    }

    /// The text of a piece with blanks where something else stands, its tokens, and where it begins in the file.
    fn alone(&self, piece: &Piece) -> Option<(String, Vec<Token>, usize)> {
        let at = |index: &usize| self.scan.tokens.get(*index).copied();
        let base = piece.tokens.first().and_then(at)?.start;
        let mut alone = Alone { text: String::new(), tokens: Vec::with_capacity(piece.tokens.len()) };
        for index in &piece.tokens {
            let token = at(index)?;
            alone.blanks(self.scan.text.get(base + alone.text.len()..token.start).unwrap_or_default());
            alone.token(token, self.scan.words(&token));
            if self.bodies.get(&token.start).is_some_and(|body| body.options_apart) {
                alone.text.push_str(READ_APART);
            }
            if piece.unclosed.contains(index) {
                let end = alone.text.len();
                alone.token(Token { kind: TokenKind::Close, start: end, end: end + 1, first_on_line: false }, "}");
            }
        }
        Some((alone.text, alone.tokens, base))
    }

    fn piece(&mut self, number: usize, piece: &Piece) {
        match piece.kind {
            Kind::Declaration => {}
            Kind::Statements => {
                let read = self.read(piece, alone::statements);
                let statements = self.filled(number, piece, read.unwrap_or_default());
                self.body(piece).statements.extend(statements.into_iter().rev());
            }
            Kind::Clause => {
                let read = self.read(piece, alone::statements).unwrap_or_default();
                if let Parent::Piece(of) = piece.parent {
                    let clauses = read.into_iter().rev().filter_map(|statement| {
                        if let StatementKind::Require(requirement) = statement.kind { Some(requirement) } else { None }
                    });
                    self.clauses.entry(of).or_default().extend(clauses);
                }
            }
            Kind::Option => {
                let read = self.read(piece, alone::option);
                let option = read.map(|mut option| {
                    self.fill_block(&mut option.body);
                    option.offered.requirements.extend(self.clauses_of(number));
                    option
                });
                self.body(piece).options.extend(option);
            }
            Kind::Member => _ = self.read(piece, alone::member),
            Kind::Row => _ = self.read(piece, alone::row),
            Kind::Mark => _ = self.read(piece, alone::mark),
        }
        if piece.kind == Kind::Option {
            self.body(piece).options_apart = true;
        }
    }

    /// The body in which a piece stands.
    fn body(&mut self, piece: &Piece) -> &mut Body {
        let brace = match piece.parent {
            Parent::Body(brace) => self.scan.tokens.get(brace).map_or(0, |token| token.start),
            Parent::None | Parent::Piece(_) => 0,
        };
        self.bodies.entry(brace).or_default()
    }

    fn clauses_of(&mut self, number: usize) -> impl Iterator<Item = Requirement> {
        self.clauses.remove(&number).unwrap_or_default().into_iter().rev()
    }

    /// Statements with what was read apart of them.
    fn filled(&mut self, number: usize, piece: &Piece, mut statements: Vec<Statement>) -> Vec<Statement> {
        let mut options: Vec<Choice> = Vec::new();
        for brace in &piece.bodies {
            let start = self.scan.tokens.get(*brace).map(|token| token.start);
            if let Some(body) = start.and_then(|start| self.bodies.get_mut(&start)) {
                options.extend(body.options.drain(..).rev());
            }
        }
        for statement in &mut statements {
            let lists = statement.lists_mut();
            if let Some(requirements) = lists.requirements {
                requirements.extend(self.clauses_of(number));
            }
            if let Some(read) = lists.options {
                read.append(&mut options);
            }
            for block in lists.blocks {
                self.fill_block(block);
            }
        }
        statements
    }

    fn fill_block(&mut self, block: &mut Block) {
        if let Some(body) = self.bodies.get_mut(&(block.span.start as usize)) {
            block.statements.extend(body.statements.drain(..).rev());
        }
    }

    /// The declaration with what was read apart of it.
    fn declaration(&mut self, piece: &Piece) -> Option<Declaration> {
        let mut declaration = self.read(piece, |builder, pair| builder.declaration(pair))?;
        match &mut declaration.thing {
            Thing::Runnable(runnable) => self.fill_block(&mut Arc::make_mut(runnable).body),
            Thing::Trigger(trigger) => self.fill_block(&mut Arc::make_mut(trigger).body),
            // What lacks a line would be wrong elsewhere.
            Thing::Component(_) | Thing::Table(_) | Thing::Board(_) if !piece.bodies.is_empty() => return None,
            Thing::Component(_)
            | Thing::Table(_)
            | Thing::Board(_)
            | Thing::Removal(_)
            | Thing::Players(_)
            | Thing::Enumeration(_)
            | Thing::Zone(_)
            | Thing::Variable(_)
            | Thing::Setting(_)
            | Thing::Definition(_)
            | Thing::Layout(_) => {}
        }
        Some(declaration)
    }
}
