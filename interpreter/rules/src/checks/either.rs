//! Two conditions of which one always holds, as far as that can be seen from how they are written.

use crate::facts::sets::bounds;
use crate::model::value::NONE;
use crate::model::{Comparison, Expression, ExpressionKind, Model, Shape};

/// Whether one of them always holds: `x` and `not x`, `n = 0` and `n > 0` of a number that begins at 0.
pub fn one_holds(model: &Model, one: &Expression, other: &Expression) -> bool {
    if let ExpressionKind::Not(of) = one.kind.as_ref() {
        return is_written_alike(model, of, other);
    }
    if let ExpressionKind::Not(of) = other.kind.as_ref() {
        return is_written_alike(model, of, one);
    }
    let (ExpressionKind::Compare(first, left, right), ExpressionKind::Compare(second, other_left, other_right)) =
        (one.kind.as_ref(), other.kind.as_ref())
    else {
        return false;
    };
    let same = is_written_alike(model, left, other_left) && is_written_alike(model, right, other_right);
    // Nothing is less or more than none.
    let numbers = [left, right].iter().all(|side| side.of.shape == Shape::One);
    same && (first.contrary() == *second && (numbers || is_equality(*first))
        || numbers && at_the_edge(left, right, *first, *second))
}

fn is_equality(comparison: Comparison) -> bool {
    matches!(comparison, Comparison::Equal | Comparison::Unequal)
}

/// `=` beside `>` of the least that there can be, or beside `<` of the greatest.
fn at_the_edge(left: &Expression, right: &Expression, one: Comparison, other: Comparison) -> bool {
    let beside = match (one, other) {
        (Comparison::Equal, beside) | (beside, Comparison::Equal) => beside,
        _ => return false,
    };
    let ExpressionKind::Constant(edge) = *right.kind else { return false };
    bounds(&left.of).is_some_and(|(least, greatest)| match beside {
        Comparison::Greater => edge != NONE && edge <= least,
        Comparison::Less => edge != NONE && edge >= greatest,
        Comparison::Equal | Comparison::Unequal | Comparison::AtMost | Comparison::AtLeast => false,
    })
}

/// Whether two expressions of one place stand there in the same words.
fn is_written_alike(model: &Model, one: &Expression, other: &Expression) -> bool {
    model.written(one.at).split_whitespace().eq(model.written(other.at).split_whitespace())
}
