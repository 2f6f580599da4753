//! Expressions. Chains of operators of one level are read as lists and folded from the left.

use pest::iterators::Pair;

use super::{Builder, Built, Mismatch, Parts};
use crate::parse::{Rule, limits};
use crate::span::Span;
use crate::tree::{BinaryOperator, Expression, ExpressionKind, Measure, OverWord};

impl Builder<'_, '_> {
    /// `expression_alone`.
    pub fn expression_alone(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let inner = self.parts(pair).expect(Rule::expression)?;
        self.expression(inner)
    }

    /// Any of the rules between `expression` and `primary`.
    pub fn expression(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let pair = innermost(pair);
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::comparison if ends_with(&pair, Rule::some_of) => some_of(self, pair),
            Rule::expression
            | Rule::conjunction
            | Rule::comparison
            | Rule::without
            | Rule::sum
            | Rule::product
            | Rule::span => self.chain(pair),
            Rule::negation | Rule::signed => self.prefixed(pair),
            Rule::postfix => self.postfix(pair),
            Rule::integer | Rule::number => Ok(self.number(&pair)),
            Rule::yes_no => Ok(expression(ExpressionKind::YesNo(pair.as_str() == "yes"), span)),
            Rule::nothing => Ok(expression(ExpressionKind::None, span)),
            Rule::name | Rule::all_players => Ok(self.named(&pair)),
            Rule::listed => Ok(expression(ExpressionKind::Listed(self.list(pair)?), span)),
            Rule::bracketed => bracketed(self, pair),
            Rule::choice_of_values => self.choice_of_values(pair),
            Rule::most => self.most(pair),
            Rule::first => self.first(pair),
            Rule::counted => self.counted(pair),
            Rule::over => self.over(pair),
            Rule::reached => reached(self, pair),
            _ => Err(Mismatch { span }),
        }
    }

    /// The next part, an expression of any level.
    pub(super) fn next_expression(&mut self, parts: &mut Parts<'_>) -> Built<Expression> {
        let pair = parts.part()?;
        self.expression(pair)
    }

    /// `a + b - c`: operands with signs between them.
    fn chain(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let level = pair.as_rule();
        let span = self.span(&pair);
        // Words and signs carry the operator here, so they are not left out.
        let pairs: Vec<_> = pair.into_inner().collect();
        let operators = pairs.len() / 2;
        self.deeper(operators, span, |builder| {
            let mut pairs = pairs.into_iter();
            let first = pairs.next().ok_or(Mismatch { span })?;
            let mut left = builder.expression(first)?;
            while let (Some(sign), Some(operand)) = (pairs.next(), pairs.next()) {
                let right = builder.expression(operand)?;
                let span = left.span.join(right.span);
                left = expression(combined(level, sign.as_str(), left, right), span);
            }
            Ok(left)
        })
    }

    /// `not not a`, `- - a`.
    fn prefixed(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let whole = self.span(&pair);
        let mut pairs: Vec<_> = pair.into_inner().collect();
        let operand = pairs.pop().ok_or(Mismatch { span: whole })?;
        self.deeper(pairs.len(), whole, |builder| {
            let mut result = builder.expression(operand)?;
            for prefix in pairs.iter().rev() {
                let span = builder.span(prefix).join(result.span);
                let negation = prefix.as_rule() == Rule::not;
                let kind = if negation { ExpressionKind::Not(result) } else { ExpressionKind::Negative(result) };
                result = expression(kind, span);
            }
            Ok(result)
        })
    }

    /// `p.hand(1).top`.
    pub(super) fn postfix(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let whole = self.span(&pair);
        let pairs: Vec<_> = self.parts(pair).collect();
        self.deeper(pairs.len().saturating_sub(1), whole, |builder| {
            let mut pairs = pairs.into_iter();
            let first = pairs.next().ok_or(Mismatch { span: whole })?;
            let mut result = builder.expression(first)?;
            for behind in pairs {
                let span = result.span.join(builder.span(&behind));
                let kind = if behind.as_rule() == Rule::member {
                    let name = builder.parts(behind).expect(Rule::member_name)?;
                    ExpressionKind::Member(result, builder.name(&name))
                } else {
                    ExpressionKind::Call(result, builder.list(behind)?)
                };
                result = expression(kind, span);
            }
            Ok(result)
        })
    }

    /// Expressions with commas between them.
    pub(super) fn list(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Expression>> {
        let parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            let mut values = Vec::new();
            for part in parts {
                if part.as_rule() != Rule::for_whom {
                    values.push(builder.expression(part)?);
                    continue;
                }
                let player = builder.parts(part).part()?;
                let player = builder.expression(player)?;
                let value = values.pop().ok_or(Mismatch { span })?;
                let span = value.span.join(player.span);
                values.push(expression(ExpressionKind::ForWhom(value, player), span));
            }
            Ok(values)
        })
    }

    /// The arguments that may stand next.
    pub(super) fn arguments(&mut self, parts: &mut Parts<'_>) -> Built<Option<Vec<Expression>>> {
        parts.maybe(Rule::arguments).map(|pair| self.list(pair)).transpose()
    }

    /// A number, with a minus sign where the grammar allows one.
    pub(super) fn number(&mut self, pair: &Pair<'_, Rule>) -> Expression {
        let span = self.span(pair);
        let digits = pair.as_str().trim_start_matches('-').trim();
        let value = digits.parse().unwrap_or_else(|_| {
            self.diagnostics.push(limits::too_large_number(self.location(span)));
            i64::MAX
        });
        let number = expression(ExpressionKind::Number(value), span);
        if !pair.as_str().starts_with('-') {
            return number;
        }
        let start = span.end.saturating_sub(u32::try_from(digits.len()).unwrap_or(0));
        expression(ExpressionKind::Negative(Expression { span: Span { start, end: span.end }, ..number }), span)
    }

    fn named(&mut self, pair: &Pair<'_, Rule>) -> Expression {
        let name = self.name(pair);
        self.check_foreign_word(&name);
        let span = name.span;
        expression(ExpressionKind::Name(name), span)
    }

    fn choice_of_values(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            let mut arms = Vec::new();
            while let Some(arm) = parts.maybe(Rule::value_arm) {
                let mut arm = builder.parts(arm);
                arms.push((builder.next_expression(&mut arm)?, builder.next_expression(&mut arm)?));
            }
            let otherwise = builder.next_expression(&mut parts)?;
            Ok(expression(ExpressionKind::If { arms, otherwise }, span))
        })
    }

    fn most(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            let greatest = parts.expect(Rule::most_word)?.as_str() == "max";
            if let Some(values) = builder.arguments(&mut parts)? {
                return Ok(expression(ExpressionKind::MostOf { greatest, values }, span));
            }
            let picks = builder.next_picks(&mut parts)?;
            let keys = builder.by_keys(&mut parts)?;
            let measure = match builder.value(&mut parts)? {
                Some(value) => Measure::Value(value),
                None => Measure::Keys(keys),
            };
            let otherwise = builder.else_value(&mut parts)?;
            Ok(expression(ExpressionKind::Most { greatest, picks, measure, otherwise }, span))
        })
    }

    fn first(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            if let Some(behind) = parts.maybe(Rule::first_of) {
                return first_of(builder, behind, span);
            }
            let picks = builder.next_picks(&mut parts)?;
            let keys = builder.by_keys(&mut parts)?;
            let value = builder.value(&mut parts)?;
            let otherwise = builder.else_value(&mut parts)?;
            Ok(expression(ExpressionKind::First { picks, keys, value, otherwise }, span))
        })
    }

    fn counted(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            let kind = if parts.peek() == Some(Rule::picks) {
                ExpressionKind::CountPicks(builder.next_picks(&mut parts)?)
            } else {
                let of = builder.next_expression(&mut parts)?;
                match parts.maybe(Rule::on_place) {
                    Some(place) => {
                        let mut place = builder.parts(place);
                        ExpressionKind::CountOn { kind: of, place: builder.next_expression(&mut place)? }
                    }
                    None => ExpressionKind::CountOf(of),
                }
            };
            Ok(expression(kind, span))
        })
    }

    fn over(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = self.parts(pair);
        let span = parts.span;
        self.deeper(1, span, |builder| {
            let word = match parts.expect(Rule::over_word)?.as_str() {
                "any" => OverWord::Any,
                "all" => OverWord::All,
                "sum" => OverWord::Sum,
                _ => OverWord::Each,
            };
            let picks = builder.next_picks(&mut parts)?;
            let keys = builder.by_keys(&mut parts)?;
            let value = builder.value(&mut parts)?;
            Ok(expression(ExpressionKind::Over { word, picks, keys, value }, span))
        })
    }

    fn value(&mut self, parts: &mut Parts<'_>) -> Built<Option<Expression>> {
        self.only_part(parts, Rule::value)
    }

    fn else_value(&mut self, parts: &mut Parts<'_>) -> Built<Option<Expression>> {
        self.only_part(parts, Rule::else_value)
    }

    /// The expression that is all of the next part, if that is of the rule.
    pub(super) fn only_part(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Built<Option<Expression>> {
        let Some(pair) = parts.maybe(rule) else { return Ok(None) };
        let mut inner = self.parts(pair);
        self.next_expression(&mut inner).map(Some)
    }
}

/// `(e)`, `(a, b)`.
fn bracketed(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Expression> {
    let span = builder.span(&pair);
    let mut inner = builder.list(pair)?;
    let kind = match (inner.pop(), inner.is_empty()) {
        (Some(only), true) => ExpressionKind::Bracketed(only),
        (last, _) => ExpressionKind::Tuple(inner.into_iter().chain(last).collect()),
    };
    Ok(expression(kind, span))
}

/// `reach x from A to e`.
fn reached(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Expression> {
    let mut parts = builder.parts(pair);
    let span = parts.span;
    builder.deeper(1, span, |builder| {
        let name = builder.name(&parts.expect(Rule::name)?);
        let from = builder.next_expression(&mut parts)?;
        let to = builder.next_expression(&mut parts)?;
        Ok(expression(ExpressionKind::Reach { name, from, to }, span))
    })
}

/// `2 of x in S where C`.
fn some_of(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Expression> {
    let mut parts = builder.parts(pair);
    let span = parts.span;
    builder.deeper(1, span, |builder| {
        let amount = builder.next_expression(&mut parts)?;
        let mut behind = builder.parts(parts.expect(Rule::some_of)?);
        let pick = builder.next_pick(&mut behind)?;
        Ok(expression(ExpressionKind::SomeOf { first: false, amount, pick, keys: Vec::new() }, span))
    })
}

/// `2 of x in S by k` behind `first`.
fn first_of(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>, span: Span) -> Built<Expression> {
    let mut parts = builder.parts(pair);
    let amount = builder.next_expression(&mut parts)?;
    let pick = builder.next_pick(&mut parts)?;
    let keys = builder.by_keys(&mut parts)?;
    Ok(expression(ExpressionKind::SomeOf { first: true, amount, pick, keys }, span))
}

fn ends_with(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone().into_inner().last().is_some_and(|last| last.as_rule() == rule)
}

/// Goes down through the levels that hold nothing but the next, without a call for each.
fn innermost(mut pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    while is_level(pair.as_rule()) {
        let mut inner = pair.clone().into_inner();
        match (inner.next(), inner.next()) {
            (Some(only), None) => pair = only,
            _ => break,
        }
    }
    pair
}

/// Whether a rule is one of the levels of operators.
fn is_level(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expression
            | Rule::conjunction
            | Rule::negation
            | Rule::comparison
            | Rule::without
            | Rule::span
            | Rule::sum
            | Rule::product
            | Rule::signed
            | Rule::postfix
    )
}

pub(super) fn expression(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind: Box::new(kind), span }
}

/// Two operands with the sign that stands between them on this level.
fn combined(level: Rule, sign: &str, left: Expression, right: Expression) -> ExpressionKind {
    let operator = match (level, sign) {
        (Rule::span, _) => return ExpressionKind::Range(left, right),
        (Rule::expression, _) => BinaryOperator::Or,
        (Rule::conjunction, _) => BinaryOperator::And,
        (Rule::comparison, sign) => comparison(sign),
        (Rule::without, _) => BinaryOperator::Except,
        (_, "+") => BinaryOperator::Plus,
        (_, "-") => BinaryOperator::Minus,
        (_, "*") => BinaryOperator::Times,
        (_, "/") => BinaryOperator::Divided,
        _ => BinaryOperator::Modulo,
    };
    ExpressionKind::Binary(operator, left, right)
}

fn comparison(sign: &str) -> BinaryOperator {
    match sign {
        "=" => BinaryOperator::Equal,
        "!=" => BinaryOperator::Unequal,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::AtMost,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::AtLeast,
        "in" => BinaryOperator::In,
        _ => BinaryOperator::NotIn,
    }
}
