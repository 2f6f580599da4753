//! Expressions.

mod built_in;
mod calls;
mod gather;
mod listed;
pub(super) mod members;
mod names;
mod operators;
mod ordered;
mod passing;
mod reach;
mod some_of;
mod without;

pub(super) use built_in::noted_for;
pub(super) use gather::gathered;
pub(super) use passing::mentions;

use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::convert::Wanted;
use super::types;
use super::{MOST_DEPTH, Reported, Resolved, Resolver};
use crate::model::{Expression, ExpressionKind, Shape, Sort, value};

impl Resolver<'_> {
    /// Any expression, as it is.
    pub(super) fn expression(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        if self.depth >= MOST_DEPTH {
            return Err(self.error("too-deep", "this expression lies too deep in others", tree.span, "here"));
        }
        self.depth += 1;
        let mut resolved = self.expression_within(tree);
        self.depth -= 1;
        // Outside of definitions what had to be put off is typed here, and then this once more.
        while self.depth == 0 && !self.defining && self.define_wanted() {
            self.depth += 1;
            resolved = self.expression_within(tree);
            self.depth -= 1;
        }
        resolved
    }

    fn expression_within(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let span = tree.span;
        match &*tree.kind {
            Tree::Number(number) => self.number(*number, span),
            Tree::YesNo(yes) => {
                Ok(self.expression_at(ExpressionKind::Constant(value::yes_no(*yes)), types::yes_no(), span))
            }
            Tree::None => {
                let of = types::one_or_none(Sort::Nothing);
                Ok(self.expression_at(ExpressionKind::Constant(value::NONE), of, span))
            }
            Tree::Name(name) => self.name(name),
            Tree::Member(base, name) => self.member(base, name, None, span),
            Tree::Call(callee, arguments) => self.call(callee, arguments, span),
            Tree::Listed(elements) => self.listed(elements, span),
            Tree::Bracketed(inner) => self.expression(inner),
            Tree::Tuple(_) => Err(super::tuples::out_of_place(self, span)),
            Tree::ForWhom(..) => Err(super::ways::out_of_place(self, span)),
            Tree::Not(_) | Tree::Negative(_) => self.prefixed(tree),
            Tree::Binary(..) => self.chain(tree),
            Tree::Range(least, greatest) => self.range(least, greatest, span),
            Tree::If { arms, otherwise } => self.conditional(arms, otherwise, span),
            Tree::MostOf { greatest, values } => ordered::most_of(self, *greatest, values, span),
            Tree::Most { greatest, picks, measure, otherwise } => {
                self.most(*greatest, picks, measure, otherwise.as_ref(), span)
            }
            Tree::First { picks, keys, value, otherwise } => {
                self.first(picks, keys, value.as_ref(), otherwise.as_ref(), span)
            }
            Tree::SomeOf { first: _, amount, pick, keys } => some_of::some_of(self, amount, pick, keys, span),
            Tree::Reach { name, from, to } => reach::reach(self, name, from, to, span),
            Tree::CountPicks(picks) => self.count_picks(picks, span),
            Tree::CountOf(set) => self.count_of(set, span),
            Tree::CountOn { kind, place } => self.count_on(kind, place, span),
            Tree::Over { word, picks, keys, value } => self.over(*word, picks, keys, value.as_ref(), span),
        }
    }

    /// One value, or one or none.
    pub(super) fn one(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let expression = self.expression(tree)?;
        self.as_one(expression)
    }

    /// A set.
    pub(super) fn set(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let expression = self.expression(tree)?;
        self.as_set(expression)
    }

    /// One value of a sort.
    pub(super) fn one_of(&mut self, tree: &tree::Expression, wanted: Wanted) -> Resolved<Expression> {
        let expression = self.expression(tree)?;
        self.wants(expression, wanted)
    }

    /// A condition.
    pub(super) fn condition(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        self.one_of(tree, Wanted::YesNo)
    }

    /// A condition that may be missing.
    pub(super) fn optional_condition(&mut self, tree: Option<&tree::Expression>) -> Resolved<Option<Expression>> {
        tree.map(|tree| self.condition(tree)).transpose()
    }

    fn number(&mut self, number: i64, span: rulehound_grammar::span::Span) -> Resolved<Expression> {
        let range = (number, number);
        let Some((number, _)) = super::numbers::narrow(range) else { return Err(self.too_large(range, span)) };
        Ok(self.expression_at(ExpressionKind::Constant(number), types::number(number, number), span))
    }

    /// Says that a number can pass what a game may hold, and on which side.
    pub(super) fn too_large(&mut self, range: super::numbers::Span, span: rulehound_grammar::span::Span) -> Reported {
        let (smaller, larger) = (range.0 < i64::from(value::LEAST), range.1 > i64::from(value::GREATEST));
        let (what, label) = match (smaller, larger) {
            (true, true) => ("smaller or larger", "too small or too large"),
            (true, false) => ("smaller", "too small"),
            (false, _) => ("larger", "too large"),
        };
        let message = format!("this number can be {what} than a game may hold");
        let help = format!("numbers lie between {} and {}", value::LEAST, value::GREATEST);
        self.error_with_help("too-large", message, span, label, help)
    }

    fn listed(&mut self, elements: &[tree::Expression], span: rulehound_grammar::span::Span) -> Resolved<Expression> {
        let elements: Vec<_> = elements.iter().map(|element| self.one(element)).collect();
        let elements = elements.into_iter().collect::<Resolved<Vec<_>>>()?;
        let count = elements.len() as u64;
        let (elements, of) = self.joined(elements, span)?;
        let most = count.min(types::cardinality(&self.model, &of.sort));
        Ok(self.expression_at(ExpressionKind::Listed(elements), types::set(of.sort, most), span))
    }

    fn range(
        &mut self,
        least: &tree::Expression,
        greatest: &tree::Expression,
        span: rulehound_grammar::span::Span,
    ) -> Resolved<Expression> {
        let least = self.one_of(least, Wanted::Number);
        let greatest = self.one_of(greatest, Wanted::Number);
        let (least, greatest) = (least?, greatest?);
        let (Some(from), Some(to)) = (numbers_of(&least), numbers_of(&greatest)) else { return Err(Reported) };
        let sort = Sort::Number { least: from.0, greatest: to.1.max(from.0) };
        let most = if to.1 < from.0 { 0 } else { types::cardinality(&self.model, &sort) };
        // The exact size is kept beyond the limit, so that going through it can be refused while `n in 1..9000` is fine.
        let of = crate::model::Type { sort, shape: Shape::Set { most: u32::try_from(most).unwrap_or(u32::MAX) } };
        Ok(self.expression_at(ExpressionKind::Range(least, greatest), of, span))
    }

    fn conditional(
        &mut self,
        arms: &[(tree::Expression, tree::Expression)],
        otherwise: &tree::Expression,
        span: rulehound_grammar::span::Span,
    ) -> Resolved<Expression> {
        let conditions: Vec<_> = arms.iter().map(|(condition, _)| self.condition(condition)).collect();
        let values: Vec<_> = arms.iter().map(|(_, value)| self.expression(value)).collect();
        let otherwise = self.expression(otherwise);
        let conditions = conditions.into_iter().collect::<Resolved<Vec<_>>>()?;
        let mut branches = values.into_iter().collect::<Resolved<Vec<_>>>()?;
        branches.push(otherwise?);
        let (mut branches, of) = self.joined(branches, span)?;
        let Some(otherwise) = branches.pop() else { return Err(Reported) };
        let arms = conditions.into_iter().zip(branches).collect();
        Ok(self.expression_at(ExpressionKind::If { arms, otherwise }, of, span))
    }
}

/// Least and greatest of a number.
pub(super) fn numbers_of(expression: &Expression) -> Option<(i32, i32)> {
    match expression.of.sort {
        Sort::Number { least, greatest } => Some((least, greatest)),
        _ => None,
    }
}
