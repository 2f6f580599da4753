//! Conversions between one value, one or none, and sets, written out in the model.
//!
//! Where a set is wanted, a definite place stands for its components and "one or none" for a set of one or nothing. Where one component is
//! wanted, a kind with exactly one member (for each owner) stands for it.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;

use super::advice;
use super::types::{self, Overlap, overlap};
use super::{Reported, Resolved, Resolver};
use crate::model::{Expression, ExpressionKind, OwnerSort, Shape, Sort, Type};

impl Resolver<'_> {
    /// As one value, or one or none.
    pub(super) fn as_one(&mut self, expression: Expression) -> Resolved<Expression> {
        if !matches!(expression.of.shape, Shape::Set { .. }) {
            return Ok(expression);
        }
        if self.has_exactly_one(&expression) {
            let (of, at) = (types::one(expression.of.sort.clone()), expression.at);
            return Ok(Expression { kind: Box::new(ExpressionKind::Only(expression)), of, at });
        }
        let help = match &*expression.kind {
            ExpressionKind::Family(..) => "say which of them by its index".to_owned(),
            ExpressionKind::Components(..) => {
                let written = super::borrowed::text_at(self, expression.at);
                match super::around::feature_behind(self, expression.at) {
                    Some((feature, "")) => format!(
                        "there are several: write `(sum x in {written} : x.{feature})` for all of them added up, or say which of them: `first x in {written} where …`"
                    ),
                    Some((feature, compared)) => format!(
                        "there are several: write `any x in {written} : x.{feature} {compared}` if one of them is enough, or `(sum x in {written} : x.{feature}) {compared}` for all of them added up"
                    ),
                    None => format!(
                        "ask all of them, as in `any x in {written} : …` or `sum x in {written} : …`, or say which: `first x in {written} where …`"
                    ),
                }
            }
            _ => "take one of them, for example with `first x in …`".to_owned(),
        };
        let message = format!("one value is wanted here, but this is {}", self.words(&expression.of));
        Err(self.error_with_help("wrong-type", message, expression.at.span, "several values", help))
    }

    /// A kind with one member for each owner, and the owner named.
    pub(super) fn has_exactly_one(&self, expression: &Expression) -> bool {
        let ExpressionKind::Components(kind, owner) = &*expression.kind else { return false };
        let common = self.model.kinds.get(kind.index()).is_some_and(|kind| kind.owner == OwnerSort::Common);
        (common || owner.as_ref().is_some_and(|owner| owner.of.shape == Shape::One))
            && types::copies(&self.model, *kind) == 1
    }

    /// As a kind with one member if it is one, else as it is; for `let`, definitions and the like, which want neither.
    pub(super) fn as_it_is(&mut self, expression: Expression) -> Resolved<Expression> {
        if self.has_exactly_one(&expression) { self.as_one(expression) } else { Ok(expression) }
    }

    /// As a set.
    pub(super) fn as_set(&mut self, expression: Expression) -> Resolved<Expression> {
        let at = expression.at;
        if super::inference::is_open(self, &expression) {
            return Ok(Expression { of: types::set(Sort::Nothing, 0), ..expression });
        }
        match (expression.of.shape, &expression.of.sort) {
            (Shape::Set { .. }, _) => Ok(expression),
            // A zone of a player who may be none is still a zone: its components, or nothing.
            (Shape::OneOrNone, sort)
                if !matches!(*expression.kind, ExpressionKind::Zone { .. } | ExpressionKind::BoxOf(..)) =>
            {
                let of = types::set(sort.clone(), u64::from(*sort != Sort::Nothing));
                Ok(Expression { kind: Box::new(ExpressionKind::OneOrNothing(expression)), of, at })
            }
            (Shape::One | Shape::OneOrNone, Sort::Place { classes }) => {
                let kinds = classes.iter().flat_map(|class| types::accepted(&self.model, *class)).collect();
                let sort = Sort::Component { kinds };
                let of = types::set(sort.clone(), types::cardinality(&self.model, &sort));
                Ok(Expression { kind: Box::new(ExpressionKind::Contents(expression)), of, at })
            }
            (Shape::One | Shape::OneOrNone, _) => {
                let message = format!("a set is wanted here, but this is {}", self.words(&expression.of));
                Err(self.error_with_help(
                    "wrong-type",
                    message,
                    at.span,
                    "one value",
                    "write it in braces to make a set of it",
                ))
            }
        }
    }

    /// Whether one type could be stored in another; `what` names the target.
    pub(super) fn check_fits(&mut self, value: &Expression, target: &Type, what: &str) -> Resolved<()> {
        let trouble = |this: &mut Self, code, message: String| {
            let label = format!("this is {}", this.words(&value.of));
            let found = Diagnostic::error(code, message, value.at, label);
            let help = advice::to_fit(this, value, target, what);
            Err(this.report(help.into_iter().fold(found, Diagnostic::with_help)))
        };
        if value.of.sort == Sort::Nothing {
            if super::inference::is_open(self, value) || target.shape == Shape::OneOrNone {
                return Ok(());
            }
            let message = format!("{what} is {} and cannot be none", self.words(target));
            return trouble(self, "wrong-type", message);
        }
        match overlap(&target.sort, &value.of.sort) {
            Overlap::Some => Ok(()),
            Overlap::OtherSort => {
                let message = format!("{what} is {}", self.words(target));
                trouble(self, "wrong-type", message)
            }
            Overlap::Apart => {
                let message = match target.sort {
                    Sort::Number { least, greatest } => format!("{what} goes from {least} to {greatest}"),
                    _ => format!("{what} is {}, and this can never be that", self.words(target)),
                };
                let code = if matches!(target.sort, Sort::Number { .. } | Sort::Value { .. }) {
                    "out-of-range"
                } else {
                    "wrong-type"
                };
                trouble(self, code, message)
            }
        }
    }

    /// One value that fits a type.
    pub(super) fn fitted(&mut self, value: Expression, target: &Type, what: &str) -> Resolved<Expression> {
        let value = self.as_one(value)?;
        self.check_fits(&value, target, what)?;
        Ok(value)
    }

    /// The type that holds every one of these, and each as that type wants it: if one is a set, all are.
    pub(super) fn joined(&mut self, branches: Vec<Expression>, span: Span) -> Resolved<(Vec<Expression>, Type)> {
        let is_set = |one: &Expression| matches!(one.of.shape, Shape::Set { .. }) && !self.has_exactly_one(one);
        let some_set = branches.iter().any(is_set);
        let mut fitted = Vec::new();
        for branch in branches {
            fitted.push(if some_set { self.as_set(branch)? } else { self.as_it_is(branch)? });
        }
        let mut of: Option<Type> = None;
        for branch in &fitted {
            of = Some(match of {
                None => branch.of.clone(),
                Some(before) => self.joined_type(&before, branch, span)?,
            });
        }
        let of = of.unwrap_or_else(|| types::one_or_none(Sort::Nothing));
        Ok((fitted, of))
    }

    fn joined_type(&mut self, before: &Type, branch: &Expression, span: Span) -> Resolved<Type> {
        let Some(sort) = types::join_sorts(&before.sort, &branch.of.sort) else {
            let message = format!("this gives either {} or {}", self.words(before), self.words(&branch.of));
            let label = format!("this is {}", self.words(&branch.of));
            let found = Diagnostic::error("wrong-type", message, branch.at, label);
            let whole = self.at(span);
            return Err(self.report(found.with_label(whole, "all must give the same sort of value")));
        };
        Ok(Type { sort, shape: joined_shape(before.shape, branch.of.shape) })
    }

    /// Checks that a value is one of a sort, for things that want just that; none is found while playing.
    pub(super) fn wants(&mut self, expression: Expression, wanted: Wanted) -> Resolved<Expression> {
        if wanted == Wanted::Number && advice::is_several(self, &expression) {
            let label = format!("this is {}", self.words(&expression.of));
            let help = advice::counted(self, &expression);
            return Err(self.error_with_help("wrong-type", "a number is wanted here", expression.at.span, label, help));
        }
        let expression = self.as_one(expression)?;
        if super::inference::is_open(self, &expression) {
            // What is reckoned with it is not known either.
            let of = if wanted == Wanted::Number { types::unknown() } else { types::one(wanted.least()) };
            return Ok(Expression { of, ..expression });
        }
        let right = match wanted {
            Wanted::Number => matches!(expression.of.sort, Sort::Number { .. }),
            Wanted::YesNo => matches!(expression.of.sort, Sort::YesNo),
            Wanted::Player => matches!(expression.of.sort, Sort::Player),
            Wanted::Place => matches!(expression.of.sort, Sort::Place { .. }),
            Wanted::Direction => matches!(expression.of.sort, Sort::Direction),
        };
        if right { Ok(expression) } else { Err(self.wanted_but(wanted, &expression)) }
    }

    /// Says that something else is wanted.
    pub(super) fn wanted_but(&mut self, wanted: Wanted, expression: &Expression) -> Reported {
        let label = format!("this is {}", self.words(&expression.of));
        let message = format!("{} is wanted here", wanted.words());
        match (wanted, &expression.of.sort) {
            (Wanted::Number, Sort::Place { .. }) if !advice::is_zone(self, expression) => {
                let place = super::borrowed::text_at(self, expression.at).to_owned();
                let help = match super::around::added_to(self, expression.at) {
                    Some(steps) => format!(
                        "write `first s in ahead({place}, {steps}) else {place}` in place of `{place} + {steps}`: past the end it stays"
                    ),
                    None => format!("the number of a place is `{place}.index`"),
                };
                let message = "a place is not a number";
                self.error_with_help("wrong-type", message, expression.at.span, label, help)
            }
            (Wanted::Place, Sort::Component { .. }) => self.error_with_help(
                "wrong-type",
                message,
                expression.at.span,
                label,
                "where a component lies is its `.place`",
            ),
            (Wanted::Player, Sort::Component { .. }) => self.error_with_help(
                "wrong-type",
                message,
                expression.at.span,
                label,
                "whose a component is, is its `.owner`",
            ),
            _ => {
                let found = Diagnostic::error("wrong-type", message, expression.at, label);
                let help = advice::wanted(self, wanted, expression);
                self.report(help.into_iter().fold(found, Diagnostic::with_help))
            }
        }
    }
}

/// What is wanted at a place of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Number,
    YesNo,
    Player,
    Place,
    Direction,
}

impl Wanted {
    /// The least sort of it.
    fn least(self) -> Sort {
        match self {
            Wanted::Number => Sort::Number { least: 0, greatest: 0 },
            Wanted::YesNo => Sort::YesNo,
            Wanted::Player => Sort::Player,
            Wanted::Place => Sort::Place { classes: BTreeSet::new() },
            Wanted::Direction => Sort::Direction,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Wanted::Number => "a number",
            Wanted::YesNo => "a condition (`yes or no`)",
            Wanted::Player => "a player",
            Wanted::Place => "a place",
            Wanted::Direction => "a direction",
        }
    }
}

/// The shape that holds both.
pub fn joined_shape(a: Shape, b: Shape) -> Shape {
    match (a, b) {
        (Shape::Set { most }, Shape::Set { most: most2 }) => Shape::Set { most: most.max(most2) },
        (Shape::Set { most }, _) | (_, Shape::Set { most }) => Shape::Set { most: most.max(1) },
        (Shape::OneOrNone, _) | (_, Shape::OneOrNone) => Shape::OneOrNone,
        (Shape::One, Shape::One) => Shape::One,
    }
}
