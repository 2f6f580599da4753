//! Where a declaration that cannot be read may be taken apart: its statements, options, clauses and lines, so that each can
//! be read alone and one mistake leaves the others readable.
//!
//! Bodies are cut at the words that begin a statement, and at names that begin a line and cannot go on with the line
//! before. Braces are trusted as long as they are in balance; otherwise the layout says which one is missing.

use super::limits::begins_value;
use super::scan::{Scan, Token, TokenKind};
use super::{Rule, cut};
use crate::suggest::nearest;

/// The words that begin a statement.
pub(crate) const STATEMENT_WORDS: [&str; 24] = [
    "choose",
    "may",
    "require",
    "if",
    "for",
    "repeat",
    "simultaneous",
    "plan",
    "turn",
    "leave",
    "let",
    "move",
    "swap",
    "lay",
    "draw",
    "roll",
    "shuffle",
    "set",
    "note",
    "forget",
    "show",
    "say",
    "do",
    "win",
];

/// The words that go on with a statement on a line of their own.
const CLAUSE_WORDS: [&str; 10] = ["else", "as", "where", "while", "from", "to", "by", "then", "reveal", "and"];

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The declaration, its bodies left out.
    Declaration,
    /// A statement, or several where a beginning was not recognized; its blocks left out.
    Statements,
    /// `option …`, its block left out.
    Option,
    /// `require …` of a decision.
    Clause,
    /// A line of a component.
    Member,
    /// A row of a table.
    Row,
    /// A mark of a board.
    Mark,
}

impl Kind {
    /// The rule of the grammar that reads it.
    pub fn rule(self) -> Rule {
        match self {
            Self::Declaration => Rule::declaration_alone,
            Self::Statements | Self::Clause => Rule::statements_alone,
            Self::Option => Rule::option_alone,
            Self::Member => Rule::member_alone,
            Self::Row => Rule::row_alone,
            Self::Mark => Rule::mark_alone,
        }
    }
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// It is the declaration itself.
    None,
    /// Between the braces that the token opens.
    Body(usize),
    /// It is a clause of another piece.
    Piece(usize),
}

/// A part of a declaration that can be read alone.
#[derive(Debug)]
pub(super) struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub parent: Parent,
    /// Its tokens, without those of the pieces inside of it.
    pub tokens: Vec<usize>,
    /// The opening braces of what is read apart.
    pub bodies: Vec<usize>,
    /// Those of them that are never closed.
    pub unclosed: Vec<usize>,
}

/// A brace for which there is no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// It is not closed before the second token.
    Opening(usize, Option<usize>),
    /// It closes nothing.
    Closing(usize),
}

/// A declaration in pieces.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The pieces; one inside of another stands behind it.
    pub pieces: Vec<Piece>,
    /// Braces that the layout says are wrong.
    pub unmatched: Vec<Unmatched>,
}

/// What is open.
#[derive(Debug)]
struct Frame {
    /// What its pieces are; `None` if it is a set or the data of a row, which stays in the piece around it.
    kind: Option<Kind>,
    /// Its brace; the first token of the declaration for the outermost.
    brace: usize,
    /// How far the line of the brace is indented.
    column: usize,
    /// The piece at hand.
    piece: Option<usize>,
    /// The clause at hand of that piece.
    clause: Option<usize>,
    /// How many round brackets are open.
    rounds: usize,
}

/// Takes a declaration apart.
pub(super) fn outline(scan: &Scan<'_>, section: cut::Section) -> Outline {
    let outliner = Outliner {
        scan,
        section,
        by_layout: !balanced(scan, section),
        column: 0,
        frames: Vec::new(),
        blockless: Vec::new(),
        outline: Outline::default(),
    };
    outliner.outline()
}

fn balanced(scan: &Scan<'_>, section: cut::Section) -> bool {
    let mut open = 0_usize;
    for index in section.first..section.end {
        match words_at(scan, index) {
            "{" => open += 1,
            "}" if open == 0 => return false,
            "}" => open -= 1,
            _ => {}
        }
    }
    open == 0
}

fn words_at<'text>(scan: &Scan<'text>, index: usize) -> &'text str {
    scan.tokens.get(index).map_or("", |token| scan.words(token))
}

struct Outliner<'scan, 'text> {
    scan: &'scan Scan<'text>,
    section: cut::Section,
    /// Whether braces are out of balance.
    by_layout: bool,
    /// How far the line at hand is indented.
    column: usize,
    frames: Vec<Frame>,
    /// How far the statements are indented that should have a block and have none: their closing braces are no mistake.
    blockless: Vec<usize>,
    outline: Outline,
}

impl<'text> Outliner<'_, 'text> {
    fn outline(mut self) -> Outline {
        let first = self.section.first;
        self.column = self.scan.tokens.get(first).map_or(0, |token| cut::column(self.scan, token));
        self.outline.pieces.push(new_piece(Kind::Declaration, Parent::None));
        self.frames.push(Frame {
            kind: Some(Kind::Declaration),
            brace: first,
            column: self.column,
            piece: Some(0),
            clause: None,
            rounds: 0,
        });
        for index in first..self.section.end {
            let Some(token) = self.scan.tokens.get(index) else { break };
            self.token(index, *token);
        }
        while self.frames.len() > 1 {
            self.leave(None);
        }
        self.outline
    }

    fn token(&mut self, index: usize, token: Token) {
        if token.first_on_line {
            self.column = cut::column(self.scan, &token);
        }
        self.leave_values(index, token);
        self.leave_dedented(index, token);
        match self.words(index) {
            "{" => self.open(index),
            "}" => self.close(index, token),
            word => {
                self.begin(index, token);
                if let Some(frame) = self.frames.last_mut() {
                    match word {
                        "(" => frame.rounds += 1,
                        ")" => frame.rounds = frame.rounds.saturating_sub(1),
                        _ => {}
                    }
                }
                self.add(index);
            }
        }
    }

    fn words(&self, index: usize) -> &'text str {
        words_at(self.scan, index)
    }

    fn behind(&self, index: usize) -> &'text str {
        if index + 1 < self.section.end { self.words(index + 1) } else { "" }
    }

    /// The token before another in the declaration.
    fn before(&self, index: usize) -> Option<&Token> {
        if index <= self.section.first { None } else { self.scan.tokens.get(index - 1) }
    }

    /// Adds a token to the piece at hand.
    fn add(&mut self, index: usize) {
        let piece = self.frames.iter().rev().find_map(|frame| frame.clause.or(frame.piece)).unwrap_or(0);
        if let Some(piece) = self.outline.pieces.get_mut(piece) {
            piece.tokens.push(index);
        }
    }

    /// A statement cannot stand in a set, so one at the beginning of a line means that the set is not closed.
    fn leave_values(&mut self, index: usize, token: Token) {
        // In a component, a table or a board there are no statements, and rows begin with names.
        let around = self.frames.iter().rev().find_map(|frame| frame.kind);
        if matches!(around, Some(Kind::Member | Kind::Row | Kind::Mark)) {
            return;
        }
        while self.frames.last().is_some_and(|frame| frame.kind.is_none())
            && token.first_on_line
            && self.begins_statement(index, token)
        {
            self.frames.pop();
        }
    }

    /// What begins no further to the right than the block around it begins is not in that block.
    fn leave_dedented(&mut self, index: usize, token: Token) {
        if !self.by_layout || !token.first_on_line || self.words(index) == "}" {
            return;
        }
        while self.frames.len() > 1
            && self.frames.last().is_some_and(|frame| frame.kind.is_some() && self.column <= frame.column)
            && self.begins_statement(index, token)
        {
            self.leave(Some(index));
        }
    }

    /// Leaves a block that is not closed.
    fn leave(&mut self, before: Option<usize>) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.kind.is_some() && self.by_layout {
            let around = self.frames.last().and_then(|frame| self.outline.pieces.get_mut(frame.piece?));
            if let Some(piece) = around {
                piece.unclosed.push(frame.brace);
            }
            self.outline.unmatched.push(Unmatched::Opening(frame.brace, before));
        }
    }

    fn begin(&mut self, index: usize, token: Token) {
        let Some(frame) = self.frames.last() else { return };
        let (kind, current) = (frame.kind, frame.piece);
        let begins = match kind {
            None | Some(Kind::Declaration) => return,
            Some(Kind::Statements | Kind::Clause) => self.begins_statement(index, token),
            Some(Kind::Option) => self.begins_option(index, token),
            Some(Kind::Member) => self.begins_member(index, token, current),
            Some(Kind::Row) => token.first_on_line || self.begins_row(index, token, current),
            Some(Kind::Mark) => token.first_on_line || self.words(index) == "mark",
        };
        if begins && self.words(index) == "require" && current.is_some_and(|current| self.takes_clauses(current)) {
            self.begin_clause(current.unwrap_or_default());
        } else if begins || current.is_none() {
            self.begin_piece(kind.unwrap_or(Kind::Statements));
        } else if self.words(index) == "if" && self.behind(index) == "none" {
            self.end_clause();
        }
    }

    fn begin_piece(&mut self, kind: Kind) {
        let piece = self.outline.pieces.len();
        self.note_blockless();
        if let Some(frame) = self.frames.last_mut() {
            self.outline.pieces.push(new_piece(kind, Parent::Body(frame.brace)));
            frame.piece = Some(piece);
            frame.clause = None;
            frame.rounds = 0;
        }
    }

    /// Remembers a finished piece that wants a block and has none.
    fn note_blockless(&mut self) {
        let Some(piece) = self.frames.last().and_then(|frame| self.outline.pieces.get(frame.piece?)) else { return };
        let Some(&first) = piece.tokens.first() else { return };
        let wants =
            matches!(self.words(first), "may" | "if" | "for" | "repeat" | "simultaneous" | "plan" | "turn" | "option");
        if wants && piece.bodies.is_empty() {
            let column = self.scan.tokens.get(first).map_or(0, |token| cut::column(self.scan, token));
            self.blockless.push(column);
        }
    }

    /// Whether `require` belongs to a piece: to a decision as long as its block has not begun.
    fn takes_clauses(&self, piece: usize) -> bool {
        self.outline.pieces.get(piece).is_some_and(|piece| {
            let first = piece.tokens.first().map_or("", |&first| self.words(first));
            (piece.kind == Kind::Option || matches!(first, "choose" | "may")) && piece.bodies.is_empty()
        })
    }

    fn begin_clause(&mut self, of: usize) {
        let clause = self.outline.pieces.len();
        self.outline.pieces.push(new_piece(Kind::Clause, Parent::Piece(of)));
        if let Some(frame) = self.frames.last_mut() {
            frame.clause = Some(clause);
            frame.rounds = 0;
        }
    }

    fn end_clause(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.clause = None;
        }
    }

    fn open(&mut self, index: usize) {
        let kind = self.opens(index);
        if kind.is_some() {
            if self.frames.last().is_some_and(|frame| frame.piece.is_none()) {
                self.begin_piece(Kind::Statements);
            }
            self.end_clause();
            let piece = self.frames.last().and_then(|frame| frame.piece).unwrap_or(0);
            if let Some(piece) = self.outline.pieces.get_mut(piece) {
                piece.bodies.push(index);
            }
        }
        self.add(index);
        self.frames.push(Frame { kind, brace: index, column: self.column, piece: None, clause: None, rounds: 0 });
    }

    /// What stands behind an opening brace; `None` for values.
    fn opens(&self, index: usize) -> Option<Kind> {
        let frame = self.frames.last()?;
        match frame.kind {
            None => None,
            Some(Kind::Declaration) => match self.declared() {
                "component" => Some(Kind::Member),
                "table" => Some(Kind::Row),
                "track" | "ring" | "grid" => Some(Kind::Mark),
                "phase" | "rule" | "trigger" => self.opens_block(index).then_some(Kind::Statements),
                _ => STATEMENT_WORDS.contains(&self.behind(index)).then_some(Kind::Statements),
            },
            Some(Kind::Statements | Kind::Clause | Kind::Option) => match self.words(index.saturating_sub(1)) {
                "choose" => Some(Kind::Option),
                // What the signs of a picture stand for is read with it.
                _ if self.lays_out() => None,
                _ if self.behind(index) == "option" => Some(Kind::Option),
                _ => self.opens_block(index).then_some(Kind::Statements),
            },
            Some(Kind::Member | Kind::Row | Kind::Mark) => None,
        }
    }

    /// Whether the piece at hand is a `lay out`.
    fn lays_out(&self) -> bool {
        let piece = self.frames.last().and_then(|frame| self.outline.pieces.get(frame.piece?));
        piece.and_then(|piece| piece.tokens.first()).is_some_and(|&first| self.words(first) == "lay")
    }

    /// The word that says what is declared.
    fn declared(&self) -> &'text str {
        let mut words = (self.section.first..self.section.end)
            .filter(|index| self.scan.tokens.get(*index).is_some_and(|token| token.kind != TokenKind::Prose))
            .map(|index| self.words(index));
        words.find(|word| !matches!(*word, "replace" | "extend")).unwrap_or_default()
    }

    fn opens_block(&self, index: usize) -> bool {
        let behind = self.behind(index);
        if behind != "if" && STATEMENT_WORDS.contains(&behind) || behind == "}" {
            return true;
        }
        self.words(index.saturating_sub(1)) != "then"
            && !self.ends_value(index)
            && super::limits::opens_block(self.scan, index)
    }

    /// Whether the `else` before a brace belongs to a value, since a `then` stands before it.
    fn ends_value(&self, index: usize) -> bool {
        let open = self.frames.last().and_then(|frame| self.outline.pieces.get(frame.clause.or(frame.piece)?));
        self.words(index.saturating_sub(1)) == "else"
            && open.is_some_and(|piece| {
                piece.tokens.iter().rev().map(|&token| self.words(token)).find(|word| matches!(*word, "then" | "}"))
                    == Some("then")
            })
    }

    fn close(&mut self, index: usize, token: Token) {
        let in_value = self.frames.last().is_some_and(|frame| frame.kind.is_none());
        if in_value || !self.by_layout || !token.first_on_line {
            if self.frames.len() > 1 {
                self.note_blockless();
                self.frames.pop();
                self.add(index);
            } else if in_value || !self.by_layout {
                self.add(index);
            } else {
                self.extra(index);
            }
            return;
        }
        while self.frames.len() > 2 && self.frames.last().is_some_and(|frame| frame.column > self.column) {
            self.leave(Some(index));
        }
        self.note_blockless();
        if self.frames.len() > 1 && self.frames.last().is_some_and(|frame| frame.column >= self.column) {
            self.frames.pop();
            self.add(index);
        } else {
            self.extra(index);
        }
    }

    /// A brace that closes nothing, unless it is that of a block whose opening brace is missing, which is said there.
    fn extra(&mut self, index: usize) {
        match self.blockless.iter().position(|&column| column == self.column) {
            Some(known) => _ = self.blockless.remove(known),
            None => self.outline.unmatched.push(Unmatched::Closing(index)),
        }
    }

    fn begins_statement(&self, index: usize, token: Token) -> bool {
        if token.kind != TokenKind::Word {
            return false;
        }
        let word = self.words(index);
        let Some(before) = self.before(index) else { return true };
        let word_before = self.scan.words(before);
        let free = self.frames.last().is_some_and(|frame| frame.rounds == 0);
        let follows = token.first_on_line || matches!(word_before, "{" | "}") || cut::can_end(self.scan, before);
        match word {
            "if" => word_before != "else" && self.behind(index) != "none" && follows && self.is_statement_if(index),
            "for" => word_before != "repeat" && follows,
            "repeat" => word_before != "may" && follows,
            // `end turn` is one mistake.
            "turn" => {
                let named = before.kind == TokenKind::Word && !super::is_keyword(word_before) && !token.first_on_line;
                let belongs = matches!(word_before, "leave" | "repeat") || named && self.behind(index) != "of";
                !belongs && follows
            }
            "plan" => word_before != "leave" && follows,
            "lay" => follows && self.behind(index) == "out",
            "note" => follows && self.behind(index) == "position",
            "forget" => follows && self.behind(index) == "positions",
            "swap" | "say" => follows && (token.first_on_line || free),
            _ if word_before == "." => false,
            _ if STATEMENT_WORDS.contains(&word) => follows,
            // No two names stand side by side, so this is a misspelt word, or `set` or `do` is missing.
            _ => {
                token.first_on_line
                    && free
                    && !super::is_keyword(word)
                    && cut::can_end(self.scan, before)
                    && nearest(word, CLAUSE_WORDS).is_none()
            }
        }
    }

    /// Whether `if` begins a statement and no value.
    fn is_statement_if(&self, index: usize) -> bool {
        if !begins_value(self.scan, index) {
            return true;
        }
        let begins_line = self.scan.tokens.get(index).is_some_and(|token| token.first_on_line);
        let mut rest = (index + 1..self.section.end).map(|index| self.words(index));
        begins_line && rest.find(|word| matches!(*word, "then" | "{" | "}")) != Some("then")
    }

    /// `b :` behind a row that has its colon, on the same line.
    fn begins_row(&self, index: usize, token: Token, current: Option<usize>) -> bool {
        matches!(token.kind, TokenKind::Word | TokenKind::Number)
            && self.behind(index) == ":"
            && self.tokens_of(current).iter().any(|&token| self.words(token) == ":")
    }

    fn tokens_of(&self, piece: Option<usize>) -> &[usize] {
        piece.and_then(|piece| self.outline.pieces.get(piece)).map_or(&[], |piece| &piece.tokens)
    }

    /// `option`, or what stands where it should.
    fn begins_option(&self, index: usize, token: Token) -> bool {
        let text = token.kind == TokenKind::Text && token.first_on_line;
        self.words(index) == "option"
            || self.begins_statement(index, token)
            || text && matches!(self.words(index.saturating_sub(1)), "{" | "}")
    }

    fn begins_member(&self, index: usize, token: Token, current: Option<usize>) -> bool {
        let made = self.tokens_of(current).first().is_some_and(|&first| self.words(first) == "make");
        let free = self.frames.last().is_some_and(|frame| frame.rounds == 0);
        let follows =
            self.before(index).is_none_or(|before| cut::can_end(self.scan, before) || self.scan.words(before) == "{");
        match self.words(index) {
            "make" => true,
            word => {
                token.kind == TokenKind::Word
                    && !super::is_keyword(word)
                    && follows
                    && (token.first_on_line || free && !made && self.behind(index) == ":")
            }
        }
    }
}

fn new_piece(kind: Kind, parent: Parent) -> Piece {
    Piece { kind, parent, tokens: Vec::new(), bodies: Vec::new(), unclosed: Vec::new() }
}
