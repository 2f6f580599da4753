//! `A except B`: what is in A and not in B, in the order of A.
//!
//! It means `each x in A where x not in B`, or `x != b` where B is a single thing, and so it is written in the model.

use rulehound_grammar::span::Span;

use super::super::types::{self, Overlap, overlap};
use super::super::{Reported, Resolved, Resolver};
use super::operators::size;
use crate::model::{Binder, Comparison, Expression, ExpressionKind, Life, Shape, Sort};

/// All of the left but what the right is or holds.
pub(super) fn without(
    resolver: &mut Resolver<'_>,
    left: Expression,
    right: Expression,
    span: Span,
) -> Resolved<Expression> {
    let set = resolver.as_set(left)?;
    let right = left_out(resolver, &set, right)?;
    if overlap(&set.of.sort, &right.of.sort) == Overlap::OtherSort {
        let message = format!("{} is in no set like {}", resolver.words(&right.of), resolver.words(&set.of));
        let label = format!("this is {}", resolver.words(&right.of));
        let help = "leave out what could be there: one of the things, or a set of them";
        return Err(resolver.error_with_help("wrong-type", message, right.at.span, label, help));
    }
    let at = resolver.at(span);
    let sort = remaining(&set.of.sort, &right);
    let most = size(&set).min(types::cardinality(&resolver.model, &sort));
    let local = resolver.new_local("", types::one(sort.clone()), set.at, Life::Expression);
    // What is compared may still be what is left out.
    let element = Expression { of: types::one(set.of.sort.clone()), ..resolver.local_value(local, set.at.span) };
    let kind = if matches!(right.of.shape, Shape::Set { .. }) {
        ExpressionKind::Among { element, set: right, negated: true }
    } else {
        ExpressionKind::Compare(Comparison::Unequal, element, right)
    };
    let condition = Some(Expression { kind: Box::new(kind), of: types::yes_no(), at });
    let binder = Binder { local, set, from: None, round: false, condition, at };
    let value = resolver.local_value(local, span);
    let kind = ExpressionKind::Each { first: None, binders: vec![binder], keys: Vec::new(), value };
    Ok(resolver.expression_at(kind, types::set(sort, most), span))
}

/// `A - B` of sets.
pub(super) fn not_minus(resolver: &mut Resolver<'_>, left: &Expression) -> Reported {
    let label = format!("this is {}", resolver.words(&left.of));
    let help = "what is in a set and not in another is `A except B`, as in `players except p`";
    resolver.error_with_help("wrong-type", "only numbers are subtracted", left.at.span, label, help)
}

/// What is left out: a place means itself among places, and what lies there among components.
fn left_out(resolver: &mut Resolver<'_>, set: &Expression, right: Expression) -> Resolved<Expression> {
    let place = matches!(right.of.sort, Sort::Place { .. });
    let among_places = matches!(set.of.sort, Sort::Place { .. });
    match right.of.shape {
        Shape::Set { .. } => resolver.as_it_is(right),
        Shape::One | Shape::OneOrNone if place && !among_places => resolver.as_set(right),
        Shape::One | Shape::OneOrNone => Ok(right),
    }
}

/// What an element may still be: of values that are known not to be there, none.
fn remaining(sort: &Sort, right: &Expression) -> Sort {
    let mut sort = sort.clone();
    let known = match right.kind.as_ref() {
        ExpressionKind::Listed(all) => all.iter().map(constant).collect(),
        _ => vec![constant(right)],
    };
    if let Sort::Value { allowed, .. } = &mut sort {
        for value in known.into_iter().flatten().filter(|_| matches!(right.of.sort, Sort::Value { .. })) {
            allowed.remove(&value);
        }
    }
    sort
}

fn constant(expression: &Expression) -> Option<i32> {
    match expression.kind.as_ref() {
        ExpressionKind::Constant(value) => Some(*value),
        _ => None,
    }
}
