//! `always` and `never`: comparisons whose answer the ranges already tell.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::sets::bounds;
use crate::facts::walk;
use crate::model::{Comparison, Expression, ExpressionKind, Shape, Sort};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    walk::all_expressions(game.model, &mut |_, expression| {
        for part in walk::deep(expression) {
            if let ExpressionKind::Compare(comparison, a, b) = part.kind.as_ref()
                && let Some(holds) = verdict(*comparison, a, b)
            {
                found.push(told(part, holds, a, b));
            }
        }
    });
    found
}

fn told(part: &Expression, holds: bool, a: &Expression, b: &Expression) -> Diagnostic {
    let (code, label) = if holds { ("always", "always holds") } else { ("never", "never holds") };
    let why = bounds(&a.of).zip(bounds(&b.of)).map(|((least, most), (low, high))| {
        format!("the left side is {}, the right side is {}", range(least, most), range(low, high))
    });
    let found = Diagnostic::warning(code, format!("this condition {label}"), part.at, label);
    found.with_help(why.unwrap_or_else(|| "the two sides can never be the same thing".to_owned()))
}

fn range(least: i32, most: i32) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Whether the comparison always holds or never does, as far as the types tell.
fn verdict(comparison: Comparison, a: &Expression, b: &Expression) -> Option<bool> {
    let both_there = a.of.shape == Shape::One && b.of.shape == Shape::One;
    let one_there = a.of.shape == Shape::One || b.of.shape == Shape::One;
    match comparison {
        Comparison::Equal => equal(a, b, both_there, one_there),
        Comparison::Unequal => equal(a, b, both_there, one_there).map(|equal| !equal),
        Comparison::Less => below(a, b, both_there),
        Comparison::AtMost => not(below(b, a, true)).filter(|holds| both_there || !holds),
        Comparison::Greater => below(b, a, both_there),
        Comparison::AtLeast => not(below(a, b, true)).filter(|holds| both_there || !holds),
    }
}

fn not(verdict: Option<bool>) -> Option<bool> {
    verdict.map(|verdict| !verdict)
}

/// With a none there the answer is no.
fn below(a: &Expression, b: &Expression, both_there: bool) -> Option<bool> {
    let ((a_least, a_most), (b_least, b_most)) = bounds(&a.of).zip(bounds(&b.of))?;
    if a_least >= b_most {
        return Some(false);
    }
    (both_there && a_most < b_least).then_some(true)
}

fn equal(a: &Expression, b: &Expression, both_there: bool, one_there: bool) -> Option<bool> {
    if one_there && disjoint(&a.of.sort, &b.of.sort) {
        return Some(false);
    }
    let ((a_least, a_most), (b_least, b_most)) = bounds(&a.of).zip(bounds(&b.of))?;
    (both_there && a_least == a_most && b_least == b_most && a_least == b_least).then_some(true)
}

/// Whether no value is of both sorts; `none` itself is of neither.
fn disjoint(a: &Sort, b: &Sort) -> bool {
    match (a, b) {
        (Sort::Number { least, greatest }, Sort::Number { least: low, greatest: high }) => {
            greatest < low || high < least
        }
        (Sort::Value { allowed, .. }, Sort::Value { allowed: other, .. }) => allowed.is_disjoint(other),
        (Sort::Component { kinds }, Sort::Component { kinds: other }) => kinds.is_disjoint(other),
        (Sort::Place { classes }, Sort::Place { classes: other }) => classes.is_disjoint(other),
        (Sort::Nothing, _) | (_, Sort::Nothing) => true,
        (
            Sort::Number { .. }
            | Sort::Value { .. }
            | Sort::Component { .. }
            | Sort::Place { .. }
            | Sort::YesNo
            | Sort::Player
            | Sort::Direction,
            _,
        ) => false,
    }
}
