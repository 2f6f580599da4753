//! `not`, the minus sign, and everything that stands between two expressions.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, BinaryOperator, ExpressionKind as Tree};

use super::super::advice;
use super::super::convert::Wanted;
use super::super::inference::is_open;
use super::super::numbers::{narrow, reckon};
use super::super::types::{self, Overlap, overlap};
use super::super::{Resolved, Resolver};
use super::numbers_of;
use super::ordered::ordered;
use super::without::{not_minus, without};
use crate::model::{Arithmetic, Comparison, Expression, ExpressionKind, Shape, Sort};

/// The most operands of one chain such as `a + b + c`. Chains lean to the left, and whatever walks the model goes down one step for each.
const MOST_OPERANDS: usize = 1000;

impl Resolver<'_> {
    /// `not not x`, `- - x`: any number of signs before one operand. Two of a sort undo each other.
    pub(super) fn prefixed(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let mut inner = tree;
        let mut odd = false;
        loop {
            match (&*tree.kind, &*inner.kind) {
                (Tree::Not(_), Tree::Not(next)) | (Tree::Negative(_), Tree::Negative(next)) => {
                    odd = !odd;
                    inner = next;
                }
                (Tree::Not(_), _) => {
                    let operand = self.condition(inner)?;
                    return Ok(if odd {
                        self.expression_at(ExpressionKind::Not(operand), types::yes_no(), tree.span)
                    } else {
                        operand
                    });
                }
                _ => {
                    let operand = self.one_of(inner, Wanted::Number)?;
                    return if odd { self.negative(operand, tree.span) } else { Ok(operand) };
                }
            }
        }
    }

    fn negative(&mut self, operand: Expression, span: Span) -> Resolved<Expression> {
        let (least, greatest) = numbers_of(&operand).unwrap_or_default();
        let range = (-i64::from(greatest), -i64::from(least));
        let Some((least, greatest)) = narrow(range) else { return Err(self.too_large(range, span)) };
        let kind = match *operand.kind {
            ExpressionKind::Constant(number) => ExpressionKind::Constant(number.saturating_neg()),
            _ => ExpressionKind::Negative(operand),
        };
        Ok(self.expression_at(kind, types::number(least, greatest), span))
    }

    /// A chain that leans to the left, without going down once for each operand.
    pub(super) fn chain(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let mut rest = Vec::new();
        let mut first = tree;
        while let Tree::Binary(operator, left, right) = &*first.kind {
            rest.push((*operator, right, first.span));
            first = left;
        }
        if rest.len() > MOST_OPERANDS {
            let message = format!("this is a chain of more than {MOST_OPERANDS} operands");
            return Err(self.error("too-deep", message, tree.span, "too long"));
        }
        let mut left = self.expression(first);
        for (operator, right, span) in rest.into_iter().rev() {
            let right = self.expression(right);
            left = match (left, right) {
                (Ok(left), Ok(right)) => self.binary(operator, left, right, span),
                (Err(reported), _) | (_, Err(reported)) => Err(reported),
            };
        }
        left
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: Expression,
        right: Expression,
        span: Span,
    ) -> Resolved<Expression> {
        match operator {
            BinaryOperator::Or | BinaryOperator::And => {
                if let Some(help) = advice::once_more(self, operator, &left, &right) {
                    let label = format!("this is {}", self.words(&right.of));
                    let message = "each side of `and` and `or` is a condition of its own";
                    return Err(self.error_with_help("wrong-type", message, right.at.span, label, help));
                }
                let left = self.wants(left, Wanted::YesNo);
                let right = self.wants(right, Wanted::YesNo);
                let (left, right) = (left?, right?);
                let kind = if operator == BinaryOperator::Or {
                    ExpressionKind::Or(left, right)
                } else {
                    ExpressionKind::And(left, right)
                };
                Ok(self.expression_at(kind, types::yes_no(), span))
            }
            BinaryOperator::Equal => self.equal(Comparison::Equal, left, right, span),
            BinaryOperator::Unequal => self.equal(Comparison::Unequal, left, right, span),
            BinaryOperator::Less => ordered(self, Comparison::Less, (left, right), span),
            BinaryOperator::AtMost => ordered(self, Comparison::AtMost, (left, right), span),
            BinaryOperator::Greater => ordered(self, Comparison::Greater, (left, right), span),
            BinaryOperator::AtLeast => ordered(self, Comparison::AtLeast, (left, right), span),
            BinaryOperator::In => self.among(left, right, false, span),
            BinaryOperator::NotIn => self.among(left, right, true, span),
            BinaryOperator::Plus if adds(self, &left, &right) => self.reckoned(Arithmetic::Plus, left, right, span),
            BinaryOperator::Plus => self.union(left, right, span),
            BinaryOperator::Except => without(self, left, right, span),
            BinaryOperator::Minus if matches!(left.of.shape, Shape::Set { .. }) => Err(not_minus(self, &left)),
            BinaryOperator::Minus => self.reckoned(Arithmetic::Minus, left, right, span),
            BinaryOperator::Times => self.reckoned(Arithmetic::Times, left, right, span),
            BinaryOperator::Divided => self.reckoned(Arithmetic::Divided, left, right, span),
            BinaryOperator::Modulo => self.reckoned(Arithmetic::Modulo, left, right, span),
        }
    }

    /// Arithmetic of two expressions.
    pub(in super::super) fn reckoned(
        &mut self,
        sign: Arithmetic,
        left: Expression,
        right: Expression,
        span: Span,
    ) -> Resolved<Expression> {
        if let Some(help) = advice::ahead(self, sign, &left, &right) {
            let label = format!("this is {}", self.words(&left.of));
            return Err(self.error_with_help("wrong-type", "a place is not a number", left.at.span, label, help));
        }
        let left = self.wants(left, Wanted::Number);
        let right = self.wants(right, Wanted::Number);
        let (left, right) = (left?, right?);
        let is_open = is_open(self, &left) || is_open(self, &right);
        let of = if is_open { types::unknown() } else { self.reckoned_type(sign, &left, &right, span)? };
        Ok(self.expression_at(ExpressionKind::Arithmetic(sign, left, right), of, span))
    }

    /// The range of what arithmetic gives.
    pub(in super::super) fn reckoned_type(
        &mut self,
        sign: Arithmetic,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Resolved<crate::model::Type> {
        let wide = |expression: &Expression| {
            numbers_of(expression).map(|(a, b)| (i64::from(a), i64::from(b))).unwrap_or_default()
        };
        let Some(range) = reckon(sign, wide(left), wide(right)) else {
            return Err(self.error("by-zero", "this always divides by 0", right.at.span, "this is 0"));
        };
        let Some((least, greatest)) = narrow(range) else { return Err(self.too_large(range, span)) };
        Ok(types::number(least, greatest))
    }

    fn equal(&mut self, sign: Comparison, left: Expression, right: Expression, span: Span) -> Resolved<Expression> {
        let left = self.as_one(left);
        let right = self.as_one(right);
        let (left, right) = (left?, right?);
        if overlap(&left.of.sort, &right.of.sort) == Overlap::OtherSort {
            let message = format!("{} is never equal to {}", self.words(&left.of), self.words(&right.of));
            let help = match (&left.of.sort, &right.of.sort) {
                (Sort::Place { .. }, Sort::Number { .. }) | (Sort::Number { .. }, Sort::Place { .. }) => {
                    Some("a place is not a number; its number is `.index`")
                }
                (Sort::Place { .. }, Sort::Component { .. }) | (Sort::Component { .. }, Sort::Place { .. }) => {
                    Some("where a component lies is its `.place`")
                }
                _ => None,
            };
            let help = help.map(str::to_owned).or_else(|| advice::compared(self, &left, &right));
            let label = format!("this is {}", self.words(&right.of));
            return Err(match help {
                Some(help) => self.error_with_help("wrong-type", message, right.at.span, label, help),
                None => self.error("wrong-type", message, right.at.span, label),
            });
        }
        Ok(self.expression_at(ExpressionKind::Compare(sign, left, right), types::yes_no(), span))
    }

    fn among(&mut self, element: Expression, set: Expression, negated: bool, span: Span) -> Resolved<Expression> {
        let element = self.as_one(element);
        let was_place = matches!((set.of.shape, &set.of.sort), (Shape::One, Sort::Place { .. }));
        let set = self.as_set(set);
        let (element, set) = (element?, set?);
        if overlap(&element.of.sort, &set.of.sort) == Overlap::OtherSort {
            let message = format!("{} is in no set of this sort", self.words(&element.of));
            let label = format!("this is {}", self.words(&set.of));
            return Err(if was_place && matches!(element.of.sort, Sort::Place { .. }) {
                let help = "after `in` a place means the components in it; to compare two places use `=`";
                self.error_with_help("wrong-type", message, set.at.span, label, help)
            } else {
                self.error("wrong-type", message, set.at.span, label)
            });
        }
        Ok(self.expression_at(ExpressionKind::Among { element, set, negated }, types::yes_no(), span))
    }

    fn union(&mut self, left: Expression, right: Expression, span: Span) -> Resolved<Expression> {
        // Where one side is a number, the other was meant to be one.
        if is_number(&left) && right.of.shape == Shape::One {
            return Err(self.wanted_but(Wanted::Number, &right));
        }
        if is_number(&right) && left.of.shape == Shape::One {
            return Err(self.wanted_but(Wanted::Number, &left));
        }
        let left = self.as_set(left);
        let right = self.as_set(right);
        let (left, right) = (left?, right?);
        let Some(sort) = types::join_sorts(&left.of.sort, &right.of.sort) else {
            let message = format!("{} and {} cannot be joined", self.words(&left.of), self.words(&right.of));
            let label = format!("this is {}", self.words(&right.of));
            return Err(self.error("wrong-type", message, right.at.span, label));
        };
        let most = (size(&left) + size(&right)).min(types::cardinality(&self.model, &sort));
        Ok(self.expression_at(ExpressionKind::Union(left, right), types::set(sort, most), span))
    }
}

/// Whether both are numbers; of one it may not be known yet.
fn adds(resolver: &Resolver<'_>, left: &Expression, right: &Expression) -> bool {
    match (is_number(left), is_number(right)) {
        (true, true) => true,
        (true, false) => is_open(resolver, right),
        (false, true) => is_open(resolver, left),
        (false, false) => false,
    }
}

fn is_number(expression: &Expression) -> bool {
    matches!(expression.of.sort, Sort::Number { .. }) && !matches!(expression.of.shape, Shape::Set { .. })
}

/// The greatest size of a set.
pub(in super::super) fn size(expression: &Expression) -> u64 {
    match expression.of.shape {
        Shape::Set { most } => u64::from(most),
        Shape::One | Shape::OneOrNone => 1,
    }
}
