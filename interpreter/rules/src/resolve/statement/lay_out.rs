//! `lay out`: a picture of a board, with a piece wherever a sign of the legend stands.
//!
//! Each sign means a loop over its places, which takes for each the first of what the sign stands for that does not stand on the board yet.

use std::collections::BTreeSet;

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, BinaryOperator, ExpressionKind as Tree, Laid};

use super::super::boards::places_drawn;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{AreaId, AreaKind, Board, BoardShape, ExpressionKind, StatementKind};

/// Signs that leave a place empty.
const EMPTY: [char; 2] = [' ', '.'];

/// What a sign of the legend stands for: the sign, its line, its places from 1.
type Placed<'t> = (char, &'t Laid, Vec<usize>);

/// `lay out board "…" { … }`.
pub(super) fn lay_out(
    resolver: &mut Resolver<'_>,
    name: &tree::Name,
    rows: &[tree::Plain],
    legend: &[Laid],
    span: Span,
) -> Resolved<StatementKind> {
    let (area, board) = board(resolver, name)?;
    let mut placed = signs(resolver, legend)?;
    put(resolver, &board, name, rows, &mut placed)?;
    for (sign, laid, places) in &placed {
        if places.is_empty() {
            let message = format!("\"{sign}\" stands nowhere in the picture");
            let help = "leave the line out, or put the sign where its pieces stand";
            return Err(resolver.error_with_help("wrong-sign", message, laid.sign.span, "not in the picture", help));
        }
    }
    let statements = placed.iter().map(|(_, laid, places)| moved(name, laid, places)).collect();
    let body = resolver.block(&tree::Block { statements, span });
    Ok(StatementKind::LayOut(area, body))
}

fn board(resolver: &mut Resolver<'_>, name: &tree::Name) -> Resolved<(AreaId, Board)> {
    let found = resolver.expression(&named(name))?;
    if let ExpressionKind::Board(area) = found.kind.as_ref()
        && let Some(AreaKind::Board(board)) = resolver.model.areas.get(area.index()).map(|area| &area.kind)
    {
        return Ok((*area, board.clone()));
    }
    let message = format!("`{}` is no board", name.text);
    let help = "what lies elsewhere is moved there: `move 3 Card from box to shop`";
    Err(resolver.error_with_help("wrong-type", message, name.span, "only a board has a picture", help))
}

/// The signs of the legend, each once and one sign long.
fn signs<'t>(resolver: &mut Resolver<'_>, legend: &'t [Laid]) -> Resolved<Vec<Placed<'t>>> {
    let mut seen = BTreeSet::new();
    let mut placed = Vec::new();
    for laid in legend {
        let mut written = laid.sign.text.chars();
        let (Some(sign), None) = (written.next(), written.next()) else {
            return Err(resolver.error("wrong-sign", "a piece is drawn with one sign", laid.sign.span, "not one sign"));
        };
        if EMPTY.contains(&sign) {
            let help = "take a letter or another sign for it";
            let message = "a blank or a point leaves a place empty";
            return Err(resolver.error_with_help("wrong-sign", message, laid.sign.span, "nothing stands there", help));
        }
        if !seen.insert(sign) {
            let message = format!("it is said twice what \"{sign}\" stands for");
            return Err(resolver.error("doubled-name", message, laid.sign.span, "again here"));
        }
        placed.push((sign, laid, Vec::new()));
    }
    Ok(placed)
}

/// Finds the places of each sign; what else is drawn must be empty, or as the board itself is drawn.
fn put(
    resolver: &mut Resolver<'_>,
    board: &Board,
    name: &tree::Name,
    rows: &[tree::Plain],
    placed: &mut [Placed<'_>],
) -> Resolved<()> {
    if matches!(board.shape, BoardShape::Net { .. }) {
        let message = format!("`{}` is a net, which has no rows", name.text);
        let help = "let things be moved there one by one";
        return Err(resolver.error_with_help("wrong-layout", message, name.span, "a net", help));
    }
    if board.chosen.is_some() {
        let message = format!("`{}` is as large as a setting says, and a picture fits one size", name.text);
        let help = "let things be moved there one by one";
        return Err(resolver.error_with_help("wrong-layout", message, name.span, "not one size", help));
    }
    let places = places_of(board);
    let own = |column: usize, row: usize| board.drawing.get(row).and_then(|row| row.chars().nth(column));
    let (wide, high) = size(board);
    // Behind the last point of a drawn row nothing need be written.
    let ragged = matches!(board.shape, BoardShape::Grid { .. }) && !board.drawing.is_empty();
    if rows.len() != high {
        let lines = |count: usize| if count == 1 { "1 row".to_owned() } else { format!("{count} rows") };
        let message = format!("the picture has {}, and `{}` has {high}", lines(rows.len()), name.text);
        return Err(unlike(resolver, message, rows.first().map_or(name.span, |row| row.span)));
    }
    for (number, row) in rows.iter().enumerate() {
        let signs: Vec<char> = row.text.chars().collect();
        let most = wide.get(number).copied().unwrap_or_default();
        if signs.len() > most || signs.len() < most && !ragged {
            let message =
                format!("this row of the picture has {} signs, and `{}` has {most} there", signs.len(), name.text);
            return Err(unlike(resolver, message, row.span));
        }
        for (column, sign) in signs.into_iter().enumerate() {
            let place = places.iter().position(|at| *at == (column, number));
            let piece = placed.iter_mut().find(|(piece, ..)| *piece == sign).filter(|_| place.is_some());
            match (piece, place) {
                (Some((.., found)), Some(place)) => found.push(place + 1),
                _ if EMPTY.contains(&sign) || own(column, number) == Some(sign) => {}
                (None, Some(_)) => {
                    let message = format!("it is not said what \"{sign}\" stands for");
                    let help = format!("add a line in the braces: `\"{sign}\" : …`; where nothing stands draw a point");
                    return Err(resolver.error_with_help("wrong-sign", message, row.span, "in this row", help));
                }
                (_, None) => {
                    let message = format!("\"{sign}\" stands where `{}` has no place", name.text);
                    return Err(unlike(resolver, message, row.span));
                }
            }
        }
    }
    Ok(())
}

fn unlike(resolver: &mut Resolver<'_>, message: String, span: Span) -> Reported {
    let help =
        "draw it row by row as the board is declared; a track or ring stands in one row, from its first place on";
    resolver.error_with_help("wrong-layout", message, span, "not like the board", help)
}

/// Where each place stands in the picture: column and row, from 0.
fn places_of(board: &Board) -> Vec<(usize, usize)> {
    match board.shape {
        BoardShape::Grid { .. } if !board.drawing.is_empty() => places_drawn(&board.drawing),
        BoardShape::Grid { .. } | BoardShape::Track | BoardShape::Ring | BoardShape::Net { .. } => {
            let place = |point: &crate::model::Point| (usize::from(point.column) - 1, usize::from(point.row) - 1);
            board.points.iter().filter(|point| point.column > 0 && point.row > 0).map(place).collect()
        }
    }
}

/// How wide each row is, and how many rows there are.
fn size(board: &Board) -> (Vec<usize>, usize) {
    match board.shape {
        BoardShape::Grid { .. } if !board.drawing.is_empty() => {
            let widest = board.drawing.iter().map(|row| row.chars().count()).max().unwrap_or_default();
            (vec![widest; board.drawing.len()], board.drawing.len())
        }
        BoardShape::Grid { columns, rows } => (vec![usize::from(columns); usize::from(rows)], usize::from(rows)),
        BoardShape::Track | BoardShape::Ring | BoardShape::Net { .. } => (vec![board.points.len()], 1),
    }
}

/// `for s in {board(1), …} { move first m in S where C and m.place not in board to s }`.
fn moved(board: &tree::Name, laid: &Laid, places: &[usize]) -> tree::Statement {
    let span = laid.span;
    // Nobody can write these names, so they hide none.
    let place = tree::Name { text: "the place".to_owned(), span };
    let piece = laid.name.clone().unwrap_or_else(|| tree::Name { text: "the piece".to_owned(), span });
    let number = |number: &usize| at(Tree::Number(i64::try_from(*number).unwrap_or(i64::MAX)), span);
    let places = places.iter().map(|one| at(Tree::Call(named(board), vec![number(one)]), span)).collect();
    let member = tree::Name { text: "place".to_owned(), span };
    let stands = at(Tree::Member(at(Tree::Name(piece.clone()), span), member), span);
    let away = at(Tree::Binary(BinaryOperator::NotIn, stands, named(board)), span);
    let condition = match &laid.condition {
        Some(condition) => at(Tree::Binary(BinaryOperator::And, condition.clone(), away), span),
        None => away,
    };
    let pick = tree::Pick {
        name: piece,
        more: Vec::new(),
        set: laid.set.clone(),
        from: None,
        condition: Some(condition),
        span,
    };
    let what = at(Tree::First { picks: vec![pick], keys: Vec::new(), value: None, otherwise: None }, span);
    let moving = tree::Move::What { what, to: at(Tree::Name(place.clone()), span) };
    let body = tree::Block { statements: vec![statement(tree::StatementKind::Move(moving), span)], span };
    let pick = tree::Pick {
        name: place,
        more: Vec::new(),
        set: at(Tree::Listed(places), span),
        from: None,
        condition: None,
        span,
    };
    let selection = tree::Selection { first: None, picks: vec![pick], keys: Vec::new() };
    statement(tree::StatementKind::For(selection, body), span)
}

fn statement(kind: tree::StatementKind, span: Span) -> tree::Statement {
    tree::Statement { kind, span }
}

fn named(name: &tree::Name) -> tree::Expression {
    at(Tree::Name(name.clone()), name.span)
}

fn at(kind: Tree, span: Span) -> tree::Expression {
    tree::Expression { kind: Box::new(kind), span }
}
