//! What can be compared: numbers, and values of types that list theirs in order, as in `type Rank = two < three`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::super::advice;
use super::super::convert::Wanted;
use super::super::inference::is_open;
use super::super::types;
use super::super::{Reported, Resolved, Resolver};
use super::numbers_of;
use crate::model::{BuiltIn, Comparison, EnumerationId, Expression, ExpressionKind, Sort, Type};

/// `a < b` and the like.
pub(super) fn ordered(
    resolver: &mut Resolver<'_>,
    sign: Comparison,
    (left, right): (Expression, Expression),
    span: Span,
) -> Resolved<Expression> {
    let same = list_of(&left).is_some() && list_of(&left) == list_of(&right);
    let left = comparable(resolver, left);
    // That a list has no order is said once.
    let right = if same { resolver.as_one(right) } else { comparable(resolver, right) };
    let (left, right) = (left?, right?);
    one_sort(resolver, &left, &right)?;
    Ok(resolver.expression_at(ExpressionKind::Compare(sign, left, right), types::yes_no(), span))
}

/// `max(a, b)`, `min(a, b, c)`.
pub(super) fn most_of(
    resolver: &mut Resolver<'_>,
    greatest: bool,
    values: &[tree::Expression],
    span: Span,
) -> Resolved<Expression> {
    let values: Vec<_> = values.iter().map(|value| one_comparable(resolver, value)).collect();
    let values = values.into_iter().collect::<Resolved<Vec<_>>>()?;
    let of = match listed(&values) {
        Some(first) => {
            let mut sort = first.of.sort.clone();
            for value in &values {
                one_sort(resolver, first, value)?;
                sort = types::join_sorts(&sort, &value.of.sort).ok_or(Reported)?;
            }
            types::one(sort)
        }
        None => most_of_numbers(greatest, &values),
    };
    let word = if greatest { BuiltIn::Max } else { BuiltIn::Min };
    Ok(resolver.expression_at(ExpressionKind::BuiltIn(word, values), of, span))
}

/// The first that is a value of a list.
fn listed(values: &[Expression]) -> Option<&Expression> {
    values.iter().find(|value| list_of(value).is_some())
}

fn most_of_numbers(greatest: bool, values: &[Expression]) -> Type {
    let ranges: Vec<(i32, i32)> = values.iter().filter_map(numbers_of).collect();
    let pick = |of: fn(&(i32, i32)) -> i32| {
        let all = ranges.iter().map(of);
        if greatest { all.max() } else { all.min() }.unwrap_or_default()
    };
    types::number(pick(|range| range.0), pick(|range| range.1))
}

/// One value that can be compared.
pub(super) fn one_comparable(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Resolved<Expression> {
    let expression = resolver.expression(tree)?;
    comparable(resolver, expression)
}

/// A number, or a value of a list that is in order.
pub(super) fn comparable(resolver: &mut Resolver<'_>, expression: Expression) -> Resolved<Expression> {
    if advice::is_several(resolver, &expression) {
        return resolver.wants(expression, Wanted::Number);
    }
    let expression = resolver.as_one(expression)?;
    let Some(of) = list_of(&expression) else { return resolver.wants(expression, Wanted::Number) };
    let Some(list) = resolver.model.enumerations.get(of.index()) else { return Err(Reported) };
    if list.ordered {
        return Ok(expression);
    }
    let message = format!("these values have no order: {}", resolver.words(&expression.of));
    let help =
        "write `<` between them where they are listed, as in `type Rank = two < three < four`, or take their `.index`";
    Err(resolver.error_with_help("wrong-type", message, expression.at.span, "cannot be compared", help))
}

fn list_of(expression: &Expression) -> Option<EnumerationId> {
    match expression.of.sort {
        Sort::Value { of, .. } => Some(of),
        _ => None,
    }
}

/// Numbers with numbers, values with values of the same list.
fn one_sort(resolver: &mut Resolver<'_>, left: &Expression, right: &Expression) -> Resolved<()> {
    let known = !is_open(resolver, left) && !is_open(resolver, right);
    if !known || list_of(left) == list_of(right) {
        return Ok(());
    }
    let message = format!("{} cannot be compared with {}", resolver.words(&left.of), resolver.words(&right.of));
    let label = format!("this is {}", resolver.words(&right.of));
    Err(resolver.error("wrong-type", message, right.at.span, label))
}
