//! Works out what is fixed before play: bounds, sizes, first values, `make`.

use std::collections::BTreeMap;

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::convert::Wanted;
use super::numbers::{narrow, reckon};
use super::{Reported, Resolved, Resolver};
use crate::limits::{Budget, FIXED_STEPS};
use crate::model::{
    AreaKind, Arithmetic, Binder, BuiltIn, Comparison, Expression, ExpressionKind, LocalId, Model, Sort, value,
};

/// The longest range whose numbers are listed one by one.
const MOST_LISTED: i64 = 100_000;

const TOO_MUCH_WORK: &str = "working out what is fixed before play takes too long";

/// Values of names while working something out.
pub type Known = BTreeMap<LocalId, i32>;

impl Resolver<'_> {
    /// Least and greatest of a bound: numbers and settings joined by `+ - *`. A setting counts with its whole range.
    pub(super) fn bound(&mut self, tree: &tree::Expression) -> Resolved<(i32, i32)> {
        let expression = self.one_of(tree, Wanted::Number)?;
        if !is_bound(&expression) {
            let help = "a bound consists of numbers and settings, joined by `+`, `-` and `*`";
            return Err(self.error_with_help(
                "not-constant",
                "this is not fixed before play",
                tree.span,
                "not a bound",
                help,
            ));
        }
        match expression.of.sort {
            Sort::Number { least, greatest } => Ok((least, greatest)),
            _ => Err(self.wanted_but(Wanted::Number, &expression)),
        }
    }

    /// A number that does not depend on anything.
    pub(super) fn fixed_number(&mut self, tree: &tree::Expression) -> Resolved<i32> {
        let expression = self.one_of(tree, Wanted::Number)?;
        self.fixed(&expression, &Known::new(), tree.span)
    }

    /// The value of something that does not depend on anything.
    pub(super) fn fixed(&mut self, expression: &Expression, known: &Known, span: Span) -> Resolved<i32> {
        if let Some(value) = evaluate(&self.model, expression, known, &self.work) {
            return Ok(value);
        }
        if self.work.is_spent() {
            return Err(self.too_much_work(span));
        }
        if is_bound(expression) {
            let message = "this is not the same at every table";
            let help = "write a number; a variant can replace what it is for";
            return Err(self.error_with_help("not-constant", message, span, "each table chooses a setting", help));
        }
        let label = "it must consist of numbers and values that never change";
        Err(self.error("not-constant", "this is not fixed before play", span, label))
    }

    /// Says once that what is fixed before play is too much to work out.
    pub(super) fn too_much_work(&mut self, span: Span) -> Reported {
        if self.diagnostics.iter().any(|one| one.code == "too-large" && one.message == TOO_MUCH_WORK) {
            return Reported;
        }
        let help = "let its names take fewer values, each fixed by those before it, or write the values out";
        let label = format!("not known after {FIXED_STEPS} steps");
        self.error_with_help("too-large", TOO_MUCH_WORK, span, label, help)
    }
}

pub(super) fn is_bound(expression: &Expression) -> bool {
    match &*expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Setting(_) => true,
        ExpressionKind::Negative(inner) => is_bound(inner),
        ExpressionKind::Arithmetic(Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times, a, b) => {
            is_bound(a) && is_bound(b)
        }
        _ => false,
    }
}

/// The value of an expression, if it is fixed and there is work left to find it.
pub fn evaluate(model: &Model, expression: &Expression, known: &Known, work: &Budget) -> Option<i32> {
    work.spend(1)?;
    let value_of = |inner: &Expression| evaluate(model, inner, known, work);
    match &*expression.kind {
        ExpressionKind::Constant(constant) => Some(*constant),
        ExpressionKind::Local(local) => known.get(local).copied(),
        ExpressionKind::Negative(inner) => value_of(inner)?.checked_neg(),
        ExpressionKind::Not(inner) => Some(value::yes_no(value_of(inner)? == 0)),
        ExpressionKind::And(a, b) => Some(value::yes_no(value_of(a)? != 0 && value_of(b)? != 0)),
        ExpressionKind::Or(a, b) => Some(value::yes_no(value_of(a)? != 0 || value_of(b)? != 0)),
        ExpressionKind::Arithmetic(sign, a, b) => {
            let (a, b) = (i64::from(value_of(a)?), i64::from(value_of(b)?));
            reckon(*sign, (a, a), (b, b)).and_then(narrow).map(|(number, _)| number)
        }
        ExpressionKind::Compare(sign, a, b) => Some(value::yes_no(compared(*sign, value_of(a)?, value_of(b)?))),
        ExpressionKind::Among { element, set, negated } => {
            let element = value_of(element)?;
            Some(value::yes_no(elements(model, set, known, work)?.contains(&element) != *negated))
        }
        ExpressionKind::If { arms, otherwise } => {
            for (condition, then) in arms {
                if value_of(condition)? != 0 {
                    return value_of(then);
                }
            }
            value_of(otherwise)
        }
        ExpressionKind::BuiltIn(BuiltIn::Max, values) => {
            values.iter().map(value_of).collect::<Option<Vec<_>>>()?.into_iter().max()
        }
        ExpressionKind::BuiltIn(BuiltIn::Min, values) => {
            values.iter().map(value_of).collect::<Option<Vec<_>>>()?.into_iter().min()
        }
        ExpressionKind::CountOf(set) => match &*set.kind {
            ExpressionKind::Board(id) => match &model.areas.get(id.index())?.kind {
                AreaKind::Board(board) if board.chosen.is_none() => i32::try_from(board.points.len()).ok(),
                AreaKind::Board(_) | AreaKind::Zone(_) => None,
            },
            _ => None,
        },
        ExpressionKind::Table(id, indices) => {
            let table = model.tables.get(id.index())?;
            let indices = indices.iter().map(value_of).collect::<Option<Vec<_>>>()?;
            super::tables::entry(model, table, &indices)
        }
        _ => None,
    }
}

fn compared(sign: Comparison, a: i32, b: i32) -> bool {
    match sign {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::Greater => a > b,
        Comparison::AtLeast => a >= b,
    }
}

/// The elements of a set, if they are fixed and there is work left to find them.
pub fn elements(model: &Model, set: &Expression, known: &Known, work: &Budget) -> Option<Vec<i32>> {
    let found = elements_of(model, set, known, work)?;
    work.spend(found.len() as u64)?;
    Some(found)
}

fn elements_of(model: &Model, set: &Expression, known: &Known, work: &Budget) -> Option<Vec<i32>> {
    match &*set.kind {
        ExpressionKind::Range(least, greatest) => {
            let (least, greatest) = (evaluate(model, least, known, work)?, evaluate(model, greatest, known, work)?);
            let small = i64::from(greatest) - i64::from(least) <= MOST_LISTED;
            small.then(|| (least..=greatest).collect())
        }
        ExpressionKind::Values(id) => {
            let count = model.enumerations.get(id.index())?.values.len();
            Some((0..i32::try_from(count).ok()?).collect())
        }
        ExpressionKind::Listed(listed) => {
            let mut found = Vec::new();
            for element in listed {
                let element = evaluate(model, element, known, work)?;
                work.spend(found.len() as u64 / 8)?;
                if !found.contains(&element) && element != value::NONE {
                    found.push(element);
                }
            }
            Some(found)
        }
        ExpressionKind::Union(a, b) => {
            let mut found = elements(model, a, known, work)?;
            for element in elements(model, b, known, work)? {
                work.spend(found.len() as u64 / 8)?;
                if !found.contains(&element) {
                    found.push(element);
                }
            }
            Some(found)
        }
        ExpressionKind::Directions => Some((0..8).collect()),
        ExpressionKind::Each { first: None, binders, keys, value } if keys.is_empty() => {
            let mut found = Vec::new();
            gather(model, binders, value, &mut known.clone(), &mut found, work)?;
            Some(found)
        }
        _ => None,
    }
}

/// Gathers the values of all tuples that pass.
fn gather(
    model: &Model,
    binders: &[Binder],
    value: &Expression,
    known: &mut Known,
    found: &mut Vec<i32>,
    work: &Budget,
) -> Option<()> {
    let Some((binder, rest)) = binders.split_first() else {
        let element = evaluate(model, value, known, work)?;
        work.spend(found.len() as u64 / 8)?;
        if element != value::NONE && !found.contains(&element) {
            found.push(element);
        }
        return Some(());
    };
    for element in elements(model, &binder.set, known, work)? {
        known.insert(binder.local, element);
        let wanted = binder.condition.as_ref().map_or(Some(1), |condition| evaluate(model, condition, known, work))?;
        if wanted != 0 {
            gather(model, rest, value, known, found, work)?;
        }
    }
    known.remove(&binder.local);
    Some(())
}
