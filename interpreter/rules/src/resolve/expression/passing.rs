//! How many elements can pass: of a grid whose row or column is fixed, no more than that row or column has.

use super::super::numbers::MOST_ROUNDS;
use super::operators::size;
use crate::facts::walk::parts;
use crate::model::{
    AreaKind, Binder, BoardShape, Comparison, Expression, ExpressionKind, LocalId, Model, PlaceClass, Sort,
};

/// How many tuples there are at most.
pub(super) fn tuples(model: &Model, binders: &[Binder]) -> u64 {
    binders.iter().fold(1, |product: u64, binder| product.saturating_mul(passing(model, binder))).min(MOST_ROUNDS)
}

fn passing(model: &Model, binder: &Binder) -> u64 {
    let all = size(&binder.set);
    let Some(condition) = &binder.condition else { return all };
    let limits = conjuncts(condition).into_iter().filter_map(|one| fixed_line(model, binder, one));
    limits.fold(all, u64::min)
}

/// What must hold together.
fn conjuncts(condition: &Expression) -> Vec<&Expression> {
    match &*condition.kind {
        ExpressionKind::And(left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![condition],
    }
}

/// How long the longest line is that `s.row = r` or `s.column = c` leaves, where the other side does not hang on s.
fn fixed_line(model: &Model, binder: &Binder, condition: &Expression) -> Option<u64> {
    let ExpressionKind::Compare(Comparison::Equal, left, right) = &*condition.kind else { return None };
    let of_place = |side: &Expression, other: &Expression| {
        let (place, in_row) = match &*side.kind {
            ExpressionKind::RowOf(place) => (place, true),
            ExpressionKind::ColumnOf(place) => (place, false),
            _ => return None,
        };
        let this = matches!(&*place.kind, ExpressionKind::Local(local) if *local == binder.local);
        (this && !mentions(other, binder.local)).then_some(in_row)
    };
    let in_row = of_place(left, right).or_else(|| of_place(right, left))?;
    let Sort::Place { classes } = &binder.set.of.sort else { return None };
    let lengths = classes.iter().map(|class| line_length(model, *class, in_row));
    lengths.sum::<Option<u64>>()
}

/// How many places lie in a row, or in a column, of a grid. Other places have none of their own.
fn line_length(model: &Model, class: PlaceClass, in_row: bool) -> Option<u64> {
    let PlaceClass::Area(area) = class else { return None };
    let AreaKind::Board(board) = &model.areas.get(area.index())?.kind else { return None };
    match board.shape {
        BoardShape::Grid { columns, rows, .. } => Some(u64::from(if in_row { columns } else { rows })),
        BoardShape::Track | BoardShape::Ring | BoardShape::Net { .. } => None,
    }
}

/// Whether a name stands in an expression.
pub(in super::super) fn mentions(expression: &Expression, local: LocalId) -> bool {
    matches!(&*expression.kind, ExpressionKind::Local(one) if *one == local)
        || parts(expression).into_iter().any(|part| mentions(part, local))
}
