//! Values that stand in a list, directions included: their number, and the circle in which they follow each other.
//!
//! Such a value is a number from 0 underneath, so both are plain arithmetic.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::super::convert::Wanted;
use super::super::types;
use super::super::{Resolved, Resolver};
use crate::model::{Arithmetic, BuiltIn, Expression, ExpressionKind, Sort, value};

/// `v.index`: which of its list it is, from 1; `None` of anything else.
pub(super) fn index(resolver: &mut Resolver<'_>, base: &Expression, span: Span) -> Option<Resolved<Expression>> {
    let (least, greatest) = bounds(&base.of.sort)?;
    let one = constant(resolver, 1, span);
    let kind = ExpressionKind::Arithmetic(Arithmetic::Plus, base.clone(), one);
    Some(Ok(resolver.expression_at(kind, types::number(least + 1, greatest + 1), span)))
}

/// `next(p)`, `next(v, k)`: of players clockwise, of values in the order of their list, and round.
pub(super) fn next(
    resolver: &mut Resolver<'_>,
    of: &tree::Expression,
    steps: Option<&tree::Expression>,
    span: Span,
) -> Resolved<Expression> {
    let of = resolver.expression(of).and_then(|of| resolver.as_one(of));
    let steps = steps.map(|steps| resolver.one_of(steps, Wanted::Number)).transpose();
    let (of, steps) = (of?, steps?);
    let Some((count, sort)) = circle(resolver, &of.of.sort) else {
        let player = resolver.wants(of, Wanted::Player)?;
        let values = [player].into_iter().chain(steps).collect();
        return Ok(resolver.expression_at(
            ExpressionKind::BuiltIn(BuiltIn::Next, values),
            types::one(Sort::Player),
            span,
        ));
    };
    let steps = steps.unwrap_or_else(|| constant(resolver, 1, span));
    let (least, greatest) = super::numbers_of(&steps).unwrap_or_default();
    let Some(greatest) = greatest.checked_add(count - 1) else {
        let message = "this may count on beyond 32 bits";
        return Err(resolver.error("too-large", message, steps.at.span, "too far"));
    };
    let sum = ExpressionKind::Arithmetic(Arithmetic::Plus, of, steps);
    let sum = resolver.expression_at(sum, types::number(least, greatest), span);
    let count = constant(resolver, count, span);
    let kind = ExpressionKind::Arithmetic(Arithmetic::Modulo, sum, count);
    Ok(resolver.expression_at(kind, types::one(sort), span))
}

/// The least and greatest number underneath.
fn bounds(sort: &Sort) -> Option<(i32, i32)> {
    match sort {
        Sort::Value { allowed, .. } => allowed.first().copied().zip(allowed.last().copied()),
        Sort::Direction => Some((0, directions() - 1)),
        Sort::Number { .. }
        | Sort::YesNo
        | Sort::Player
        | Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Nothing => None,
    }
}

/// How many values follow each other in a circle, and what they are.
fn circle(resolver: &Resolver<'_>, sort: &Sort) -> Option<(i32, Sort)> {
    let whole = if let Sort::Value { of, .. } = sort { types::values_of(&resolver.model, *of) } else { sort.clone() };
    bounds(&whole).map(|(_, last)| (last + 1, whole))
}

fn directions() -> i32 {
    i32::try_from(value::DIRECTIONS.len()).unwrap_or(i32::MAX)
}

fn constant(resolver: &Resolver<'_>, number: i32, span: Span) -> Expression {
    resolver.expression_at(ExpressionKind::Constant(number), types::number(number, number), span)
}
