//! Whose way leads where: each line in the braces of a board becomes definitions, with names that nobody can write.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{
    self, BinaryOperator, Board, BoardShape, Definition, Expression, ExpressionKind, Name, Note, NoteKind, Parameter,
    PathPlaces, Piece, Template, Type, TypeKind, WayKind,
};

use super::{Clause, Group, Item, Thing};
use crate::model::{FACINGS, Way};

/// The name of the number of a place along the way of a player; it has blanks, so that it hides no other.
const NUMBER: &str = "the number";

/// Whether a board can have such a line.
pub fn fits(kind: WayKind, board: &Board) -> bool {
    match (&board.shape, kind) {
        (BoardShape::Grid { .. }, WayKind::Forward) => true,
        (BoardShape::Path { index: None, owner: None, .. }, WayKind::Back) => true,
        (BoardShape::Path { index: None, owner: None, closed, .. }, WayKind::Start) => *closed,
        _ => false,
    }
}

/// Adds the definitions of all boards.
pub fn expand(things: &mut Vec<Thing>) {
    let mut found = Vec::new();
    let mut faced = false;
    for thing in things.iter() {
        let Thing::Board(item) = thing else { continue };
        let board = &item.tree;
        let first = |kind: WayKind| board.ways.iter().find(|way| way.kind == kind && fits(kind, board));
        if let Some(forward) = first(WayKind::Forward).filter(|_| !faced) {
            faced = true;
            found.extend(facings(&board.name.text, forward).map(|one| grouped(item, one)));
        }
        let (back, start) = (first(WayKind::Back), first(WayKind::Start));
        let name = || board.name.text.clone();
        let of_back = back.map(|way| (Way::Back(name()), said(way, hidden(&board.name, "back"), way.value.clone())));
        let of_start =
            start.map(|way| (Way::Start(name()), said(way, hidden(&board.name, "start"), way.value.clone())));
        let places = back.or(start).and_then(|way| Some((Way::Place(name()), place(board, way, back, start)?)));
        found.extend([of_back, of_start, places].into_iter().flatten().map(|one| grouped(item, one)));
    }
    things.extend(found);
}

fn grouped(item: &Item<Board>, (way, tree): (Way, Definition)) -> Thing {
    let item = Item { file: item.file, tree: tree.into(), inherited: Vec::new() };
    Thing::Definition(Group { clauses: vec![Clause { item, former: None }], removed: Vec::new(), way: Some(way) })
}

/// The name of what a line says; no name of a game has a point in it.
fn hidden(board: &Name, word: &str) -> String {
    format!("{}.{word}", board.text)
}

/// `p.forward` as it is written, and the other seven, each an eighth of a turn on.
fn facings(board: &str, forward: &tree::Way) -> impl Iterator<Item = (Way, Definition)> {
    (0..).zip(FACINGS).map(|(eighths, word)| {
        let at = At { span: forward.word, player: &forward.player };
        let value = if eighths == 0 {
            forward.value.clone()
        } else {
            let first = at.call("p.forward", vec![at.named(&forward.player.text)]);
            at.call("next", vec![first, at.number(eighths)])
        };
        let mut one = said(forward, format!("p.{word}"), value);
        let words = format!("'s way {}", word.replace('_', " "));
        one.notes = vec![at.called(vec![Piece::Value(at.named(&forward.player.text)), Piece::Words(words)])];
        (Way::Facing { board: board.to_owned(), word }, one)
    })
}

/// A definition for a player.
fn said(way: &tree::Way, name: String, value: Expression) -> Definition {
    let at = At { span: way.word, player: &way.player };
    Definition {
        name: at.name(&name),
        parameters: Some(vec![Parameter::Named(way.player.clone(), Some(at.of_type("player")))]),
        deep: None,
        shown: None,
        notes: Vec::new(),
        value,
    }
}

/// `p.road(3)`: counted back from the end, or round from the start.
fn place(board: &Board, way: &tree::Way, back: Option<&tree::Way>, start: Option<&tree::Way>) -> Option<Definition> {
    let BoardShape::Path { closed, places, .. } = &board.shape else { return None };
    let at = At { span: way.word, player: &way.player };
    let length = length(&at, places);
    let player = || at.named(&way.player.text);
    let number = at.named(NUMBER);
    let begins = match start {
        Some(_) => at.member(at.call(&hidden(&board.name, "start"), vec![player()]), "index"),
        None => at.number(1),
    };
    let (forward, backward) = if *closed {
        let on = at.binary(BinaryOperator::Minus, at.both(BinaryOperator::Plus, begins.clone(), number.clone()), 2);
        let round = |value: Expression| {
            let rest = at.both(BinaryOperator::Modulo, at.bracketed(value), at.bracketed(length.clone()));
            at.binary(BinaryOperator::Plus, rest, 1)
        };
        (round(on), round(at.both(BinaryOperator::Minus, begins, number.clone())))
    } else {
        let beyond = match *length.kind {
            ExpressionKind::Number(last) => at.number(last.saturating_add(1)),
            _ => at.binary(BinaryOperator::Plus, at.bracketed(length.clone()), 1),
        };
        (number.clone(), at.both(BinaryOperator::Minus, beyond, number.clone()))
    };
    let counted = match back {
        Some(_) => {
            let turned = at.call(&hidden(&board.name, "back"), vec![player()]);
            at.expression(ExpressionKind::If { arms: vec![(turned, backward)], otherwise: forward })
        }
        None => forward,
    };
    let mut one = said(way, format!("p.{}", board.name.text), at.call(&board.name.text, vec![counted]));
    let range = TypeKind::Range(at.number(1), length);
    let of = Type { kind: range, or_none: false, span: at.span };
    one.parameters.get_or_insert_default().push(Parameter::Named(at.name(NUMBER), Some(of)));
    let mut called = vec![Piece::Value(player()), Piece::Words("'s ".to_owned())];
    called.extend(words_for(board));
    push_words(&mut called, " ");
    called.push(Piece::Value(number));
    one.notes = vec![at.called(called)];
    Some(one)
}

/// What a place of the board is called.
fn words_for(board: &Board) -> Vec<Piece> {
    let called = board.notes.iter().find(|note| note.kind == NoteKind::As);
    called.map_or_else(|| vec![Piece::Words(board.name.text.replace('_', " "))], |note| note.text.pieces.clone())
}

/// Adds words, joined to those before.
fn push_words(pieces: &mut Vec<Piece>, more: &str) {
    match pieces.last_mut() {
        Some(Piece::Words(words)) => words.push_str(more),
        _ => pieces.push(Piece::Words(more.to_owned())),
    }
}

fn length(at: &At<'_>, places: &PathPlaces) -> Expression {
    match places {
        PathPlaces::Range(_, last) => last.clone(),
        PathPlaces::Drawn { copies, drawing } => {
            let one = i64::try_from(drawing.text.chars().count()).unwrap_or(i64::MAX);
            match copies {
                Some(copies) => at.binary(BinaryOperator::Times, at.bracketed(copies.clone()), one),
                None => at.number(one),
            }
        }
    }
}

/// Where made trees stand: at the word of the line.
struct At<'w> {
    span: Span,
    player: &'w Name,
}

impl At<'_> {
    fn expression(&self, kind: ExpressionKind) -> Expression {
        Expression { kind: Box::new(kind), span: self.span }
    }

    fn name(&self, text: &str) -> Name {
        let span = if text == self.player.text { self.player.span } else { self.span };
        Name { text: text.to_owned(), span }
    }

    fn named(&self, text: &str) -> Expression {
        self.expression(ExpressionKind::Name(self.name(text)))
    }

    fn number(&self, number: i64) -> Expression {
        self.expression(ExpressionKind::Number(number))
    }

    fn bracketed(&self, inner: Expression) -> Expression {
        self.expression(ExpressionKind::Bracketed(inner))
    }

    fn member(&self, of: Expression, name: &str) -> Expression {
        self.expression(ExpressionKind::Member(of, self.name(name)))
    }

    fn call(&self, name: &str, values: Vec<Expression>) -> Expression {
        self.expression(ExpressionKind::Call(self.named(name), values))
    }

    fn both(&self, operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
        self.expression(ExpressionKind::Binary(operator, left, right))
    }

    fn binary(&self, operator: BinaryOperator, left: Expression, right: i64) -> Expression {
        self.both(operator, left, self.number(right))
    }

    fn of_type(&self, name: &str) -> Type {
        Type { kind: TypeKind::Named(self.name(name)), or_none: false, span: self.span }
    }

    fn called(&self, pieces: Vec<Piece>) -> Note {
        Note { kind: NoteKind::As, text: Template { pieces, span: self.span }, span: self.span }
    }
}
