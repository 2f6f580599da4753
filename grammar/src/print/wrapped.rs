//! Expressions on several lines, for what does not fit on one.

use super::flat;
use crate::tree::{BinaryOperator, Expression, ExpressionKind, Measure, Pick};

/// An expression as lines without the indentation they all share. `first` columns are free on the first line, `width` on
/// the others; where nothing can be broken a line is longer.
pub(super) fn expression(expression: &Expression, first: usize, width: usize) -> Vec<String> {
    let one_line = flat::expression(expression);
    if one_line.chars().count() <= first {
        return vec![one_line];
    }
    match &*expression.kind {
        ExpressionKind::If { arms, otherwise } => choice(arms, otherwise, width),
        ExpressionKind::Binary(
            operator @ (BinaryOperator::Or | BinaryOperator::And | BinaryOperator::Plus),
            left,
            right,
        ) => chain(*operator, left, right, first, width),
        ExpressionKind::Over { word, picks, keys, value: Some(value) } => {
            under(head(flat::over_word(*word), picks, &flat::by(keys), width), value, "", width)
        }
        ExpressionKind::Reach { name, from, to } => {
            under(vec![format!("reach {} from {} to", name.text, flat::expression(from))], to, "", width)
        }
        ExpressionKind::Most { greatest, picks, measure: Measure::Value(value), otherwise } => {
            let head = head(flat::most_word(*greatest), picks, "", width);
            under(head, value, &flat::or_else(otherwise.as_ref()), width)
        }
        ExpressionKind::First { picks, keys, value: Some(value), otherwise } => {
            let head = head("first", picks, &flat::by(keys), width);
            under(head, value, &flat::or_else(otherwise.as_ref()), width)
        }
        _ => vec![one_line],
    }
}

fn choice(arms: &[(Expression, Expression)], otherwise: &Expression, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (condition, value) in arms {
        let word = if lines.is_empty() { "" } else { "else " };
        let line = format!("{word}{}", flat::arm(condition, value));
        if line.chars().count() <= width {
            lines.push(line);
        } else {
            let condition = self::expression(condition, width.saturating_sub(13), width.saturating_sub(7));
            lines.extend(ended(continued(&format!("{word}if "), condition), " then"));
            lines.extend(indented(self::expression(value, width.saturating_sub(2), width.saturating_sub(2))));
        }
    }
    let last = self::expression(otherwise, width.saturating_sub(5), width.saturating_sub(2));
    lines.extend(continued("else ", last));
    lines
}

/// `a or b or c`: one operand a line, the operator in front.
fn chain(operator: BinaryOperator, left: &Expression, right: &Expression, first: usize, width: usize) -> Vec<String> {
    let mut lines = match &*left.kind {
        ExpressionKind::Binary(inner, left, right) if *inner == operator => chain(operator, left, right, first, width),
        _ => expression(left, first, width),
    };
    let sign = format!("{} ", flat::operator(operator));
    let right = expression(right, width.saturating_sub(sign.len()), width.saturating_sub(2));
    lines.extend(continued(&sign, right));
    lines
}

/// A head with its value on the lines below.
fn under(mut head: Vec<String>, value: &Expression, behind: &str, width: usize) -> Vec<String> {
    let width = width.saturating_sub(2);
    head.extend(ended(indented(expression(value, width, width)), behind));
    head
}

/// `any x in S where C by k :`, a name a line if need be.
fn head(word: &str, picks: &[Pick], behind: &str, width: usize) -> Vec<String> {
    let one_line = format!("{word} {}{behind} :", flat::picks(picks));
    if one_line.chars().count() <= width {
        return vec![one_line];
    }
    let last = picks.len().saturating_sub(1);
    let mut lines = Vec::new();
    for (index, one) in picks.iter().enumerate() {
        let end = if index == last { format!("{behind} :") } else { ",".to_owned() };
        let first = if index == 0 { format!("{word} ") } else { "  ".to_owned() };
        let columns = width.saturating_sub(first.len() + end.len());
        let picked = ended(pick(one, columns, columns), &end);
        lines.extend(continued(&first, picked));
    }
    lines
}

/// Puts something behind the last line.
fn ended(mut lines: Vec<String>, behind: &str) -> Vec<String> {
    if let Some(last) = lines.last_mut() {
        *last += behind;
    }
    lines
}

/// A pick, its condition on lines of its own if need be.
pub(super) fn pick(pick: &Pick, first: usize, width: usize) -> Vec<String> {
    let one_line = flat::pick(pick);
    match &pick.condition {
        Some(condition) if one_line.chars().count() > first => {
            let head = flat::pick_without_condition(pick);
            let condition = expression(condition, width.saturating_sub(8), width.saturating_sub(4));
            let mut lines = indented(continued("where ", condition));
            lines.insert(0, head);
            lines
        }
        _ => vec![one_line],
    }
}

/// Puts something in front of the first line and indents the others.
pub(super) fn continued(first: &str, lines: Vec<String>) -> Vec<String> {
    let mut lines = lines.into_iter();
    let mut result = vec![format!("{first}{}", lines.next().unwrap_or_default())];
    result.extend(indented(lines.collect()));
    result
}

/// Two columns to the right.
pub(super) fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("  {line}")).collect()
}
