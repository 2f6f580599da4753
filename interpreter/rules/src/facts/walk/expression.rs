//! The parts of expressions.

use crate::model::{Binder, Cell, Expression, ExpressionKind};

/// The parts of an expression one level down, as written.
pub fn parts(expression: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    add_parts(expression, &mut found);
    found
}

/// Adds the parts of an expression one level down, as written.
pub fn add_parts<'m>(expression: &'m Expression, found: &mut Vec<&'m Expression>) {
    use ExpressionKind as E;
    match expression.kind.as_ref() {
        E::Constant(_)
        | E::Setting(_)
        | E::Local(_)
        | E::Players
        | E::Values(_)
        | E::Directions
        | E::Board(_)
        | E::BoxOf(_, None)
        | E::Family(_, None)
        | E::Components(_, None)
        | E::TooDeep { .. } => {}
        E::Variable(cell) => cell_parts(cell, found),
        E::Attribute(cell) => {
            found.push(&cell.component);
            found.extend(&cell.indices);
        }
        E::Table(_, list) | E::Call(_, list) | E::BuiltIn(_, list) | E::Listed(list) => found.extend(list),
        E::Owner(e)
        | E::PlaceOf(e)
        | E::IndexOf(e)
        | E::ColumnOf(e)
        | E::RowOf(e)
        | E::Top(e)
        | E::Bottom(e)
        | E::BoxOf(_, Some(e))
        | E::BoardPlace(_, e)
        | E::Not(e)
        | E::Negative(e)
        | E::CountOf(e)
        | E::Family(_, Some(e))
        | E::Components(_, Some(e))
        | E::Contents(e)
        | E::OneOrNothing(e)
        | E::Only(e) => found.push(e),
        E::Marked { place, board: _, mark: _ } => found.push(place),
        E::Zone { owner, indices, zone: _ } => {
            found.extend(owner);
            found.extend(indices);
        }
        E::And(a, b)
        | E::Or(a, b)
        | E::Arithmetic(_, a, b)
        | E::Compare(_, a, b)
        | E::Range(a, b)
        | E::Union(a, b)
        | E::Among { element: a, set: b, negated: _ }
        | E::CountOn { components: a, place: b }
        | E::Reach { from: a, to: b, local: _ } => found.extend([a, b]),
        E::If { arms, otherwise } => {
            for (condition, value) in arms {
                found.extend([condition, value]);
            }
            found.push(otherwise);
        }
        E::Any(binders, value) | E::All(binders, value) => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(value);
        }
        E::CountTuples(binders) => binders.iter().for_each(|binder| binder_parts(binder, found)),
        E::Sum(binders, value) => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.push(value);
        }
        E::Most { binders, value, otherwise, greatest: _ } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.push(value);
            found.extend(otherwise);
        }
        E::First { binders, keys, value, otherwise } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(keys.iter().map(|key| &key.value));
            found.push(value);
            found.extend(otherwise);
        }
        E::Each { first, binders, keys, value } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(keys.iter().map(|key| &key.value));
            found.push(value);
            found.extend(first);
        }
    }
}

fn cell_parts<'m>(cell: &'m Cell, found: &mut Vec<&'m Expression>) {
    found.extend(&cell.owner);
    found.extend(&cell.indices);
}

fn binder_parts<'m>(binder: &'m Binder, found: &mut Vec<&'m Expression>) {
    found.push(&binder.set);
    found.extend(&binder.from);
    found.extend(&binder.condition);
}

/// The names an expression binds, with their sets; empty if it binds none, or one that goes through what it gives itself (`reach`).
pub fn binders(expression: &Expression) -> &[Binder] {
    use ExpressionKind as E;
    match expression.kind.as_ref() {
        E::Any(binders, _)
        | E::All(binders, _)
        | E::CountTuples(binders)
        | E::Sum(binders, _)
        | E::Most { binders, .. }
        | E::First { binders, .. }
        | E::Each { binders, .. } => binders,
        E::Constant(_)
        | E::Setting(_)
        | E::Local(_)
        | E::Players
        | E::Values(_)
        | E::Directions
        | E::Board(_)
        | E::BoxOf(..)
        | E::Family(..)
        | E::Components(..)
        | E::Variable(_)
        | E::Attribute(_)
        | E::Table(..)
        | E::Call(..)
        | E::BuiltIn(..)
        | E::Listed(_)
        | E::Owner(_)
        | E::PlaceOf(_)
        | E::IndexOf(_)
        | E::ColumnOf(_)
        | E::RowOf(_)
        | E::Top(_)
        | E::Bottom(_)
        | E::BoardPlace(..)
        | E::Not(_)
        | E::Negative(_)
        | E::CountOf(_)
        | E::Contents(_)
        | E::OneOrNothing(_)
        | E::Only(_)
        | E::TooDeep { .. }
        | E::Marked { .. }
        | E::Zone { .. }
        | E::And(..)
        | E::Or(..)
        | E::Arithmetic(..)
        | E::Compare(..)
        | E::Range(..)
        | E::Union(..)
        | E::Among { .. }
        | E::CountOn { .. }
        | E::Reach { .. }
        | E::If { .. } => &[],
    }
}

/// The expression and all parts of it, each before its own parts, left to right.
pub fn deep(expression: &Expression) -> impl Iterator<Item = &Expression> {
    let mut open = vec![expression];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let from = open.len();
        add_parts(next, &mut open);
        if let Some(new) = open.get_mut(from..) {
            new.reverse();
        }
        Some(next)
    })
}
