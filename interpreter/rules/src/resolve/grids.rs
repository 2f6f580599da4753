//! Grids without a drawing, whose size is a number or is chosen by each table.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::boards::MOST_PLACES;
use super::convert::Wanted;
use super::{Resolved, Resolver};
use crate::model::{Board, BoardShape, ChosenGrid, Expression, ExpressionKind, Sort, is_size, rectangle};

/// How many columns or rows: the fewest and the most, and what it is reckoned from.
struct Side {
    fewest: i32,
    most: i32,
    size: Expression,
}

/// `grid field 7 by 6`, `grid board size by size`.
pub(super) fn sized(
    resolver: &mut Resolver<'_>,
    columns: &tree::Expression,
    rows: &tree::Expression,
    except: Vec<usize>,
    span: Span,
) -> Resolved<Board> {
    let columns = side(resolver, columns);
    let rows = side(resolver, rows);
    let (columns, rows) = (columns?, rows?);
    let count = |one: i32, other: i32| i64::from(one) * i64::from(other);
    if count(columns.most, rows.most) > MOST_PLACES as i64 {
        return Err(resolver.too_many_places(span));
    }
    if count(columns.most, rows.most) < 1 {
        return Err(resolver.error("out-of-range", "this board has no place", span, "no place"));
    }
    let number = |count: i32| u16::try_from(count).unwrap_or(0);
    let (across, down) = (number(columns.most), number(rows.most));
    let fewest = usize::try_from(count(columns.fewest, rows.fewest)).unwrap_or(0);
    let points = rectangle(across, down, &except);
    let fixed = [&columns, &rows].into_iter().all(|side| matches!(&*side.size.kind, ExpressionKind::Constant(_)));
    let chosen = (!fixed).then_some(ChosenGrid { columns: columns.size, rows: rows.size, except, fewest });
    Ok(Board { chosen, ..Board::new(BoardShape::Grid { columns: across, rows: down }, points) })
}

fn side(resolver: &mut Resolver<'_>, written: &tree::Expression) -> Resolved<Side> {
    let size = size(resolver, written)?;
    let (fewest, most) = limits(&size);
    if fewest < 1 && fewest < most {
        let help = "a board has at least one place, whatever a setting says: begin the setting with a greater number";
        let message = "this board may have no place";
        return Err(resolver.error_with_help("out-of-range", message, written.span, format!("may be {fewest}"), help));
    }
    Ok(Side { fewest, most, size })
}

/// A number, or what a table can reckon from its settings.
fn size(resolver: &mut Resolver<'_>, written: &tree::Expression) -> Resolved<Expression> {
    let found = resolver.one_of(written, Wanted::Number)?;
    if chosen(&found) {
        return Ok(found);
    }
    let number = resolver.fixed(&found, &super::constants::Known::new(), written.span)?;
    let of = super::types::number(number, number);
    Ok(resolver.expression_at(ExpressionKind::Constant(number), of, written.span))
}

/// Whether a size is not the same at every table, and each table can reckon it.
pub(super) fn chosen(size: &Expression) -> bool {
    let (fewest, most) = limits(size);
    fewest < most && is_size(size)
}

/// The least and the greatest that a size may be.
pub(super) fn limits(size: &Expression) -> (i32, i32) {
    match size.of.sort {
        Sort::Number { least, greatest } => (least, greatest),
        _ => (0, 0),
    }
}

/// A grid that each table makes larger or smaller has no marks: they would stand elsewhere on each.
pub(super) fn without_marks(resolver: &mut Resolver<'_>, written: &tree::Board, board: &Board) {
    if let (Some(_), Some(mark)) = (&board.chosen, written.marks.first()) {
        let message = format!("`{}` cannot have marks, since a setting says how large it is", written.name.text);
        let help = "ask for the column or the row of the place: `s.row = 1`";
        resolver.error_with_help("wrong-type", message, mark.span, "a mark", help);
    }
}
