//! What is counted or added up without a name for each.

use super::Failure;
use super::heads::told;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::scan::{Token, TokenKind};
use crate::span::{Location, Span};

/// A mistake of one of these sorts.
pub(super) fn gathered(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    without_a_name(failure, found).or_else(|| added_up(failure, found))
}

/// `count till where value = 5`.
fn without_a_name(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let set = failure.before().filter(|set| failure.is_name(set))?;
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(6);
    let word = before.find(|&index| matches!(words(index), "count" | "sum" | "any" | "all" | "each"))?;
    let first = failure.token(word + 1)?;
    if failure.scan.words(found) != "where" || failure.words(failure.token(word + 2)) == "in" {
        return None;
    }
    let set = failure.text(first, set);
    let message = "where there is a condition, each of them needs a name first";
    let named = format!("{} c in {set} where c.", words(word));
    let help = match compared(failure) {
        Some((condition, None)) => format!("write `{named}{condition}`"),
        Some((condition, Some(compared))) => format!("write `({named}{condition}) {compared}`"),
        None => {
            let feature = failure.behind().filter(|feature| failure.is_name(feature));
            let feature = feature.map_or("…", |feature| failure.scan.words(feature));
            format!("write `{named}{feature} …`, all of it in brackets where it is compared")
        }
    };
    Some(told(failure.location(found), message, "of what?", help))
}

/// Of `where value = 5 > 1` the `value = 5` and, if there is one, the `> 1`.
fn compared<'text>(failure: &Failure<'_, 'text>) -> Option<(&'text str, Option<&'text str>)> {
    let words = |index: usize| failure.words(failure.token(index));
    let compares = |word: &str| matches!(word, "=" | "!=" | "<" | "<=" | ">" | ">=");
    let feature = failure.index + 1;
    let condition = failure.token(feature).filter(|token| failure.is_name(token))?;
    let plain = |token: &&Token| matches!(token.kind, TokenKind::Word | TokenKind::Number);
    let value = failure.token(feature + 2).filter(|_| compares(words(feature + 1))).filter(plain)?;
    let condition = failure.text(condition, value);
    let sign = failure.token(feature + 3).filter(|sign| compares(failure.scan.words(sign)));
    let last = failure.token(feature + 4).filter(plain);
    match (sign, last) {
        (Some(sign), Some(last)) => Some((condition, Some(failure.text(sign, last)))),
        (Some(_), None) => None,
        (None, _) => Some((condition, None)),
    }
}

/// `sum p.purse.value`, `sum(a, b)`.
fn added_up(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let words = |index: usize| failure.words(failure.token(index));
    let mut before = (failure.section.first..failure.index).rev().take(4);
    let sum = before.find(|&index| words(index) == "sum")?;
    let bracket = words(sum + 1) == "(";
    if !(failure.expects(Rule::word_in) || failure.expects(Rule::comma))
        || !matches!(failure.scan.words(found), "." | "," | ")")
    {
        return None;
    }
    let first = failure.token(if bracket { sum + 2 } else { sum + 1 })?;
    let at = failure.location(failure.token(sum)?);
    if bracket {
        let close = (sum + 2..failure.section.end).find(|&index| words(index) == ")")?;
        let text = failure.text(first, failure.token(close - 1)?);
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let written = parts.join(" + ");
        let whole = failure.stretch(failure.token(sum)?, failure.token(close)?);
        let diagnostic =
            told(at, "a few numbers are added with `+`", "goes through a set", format!("write `{written}`"));
        return Some(diagnostic.with_fix(Fix::replace(whole, format!("({written})"), Certainty::Likely)));
    }
    let mut last = sum + 1;
    while words(last + 1) == "." {
        last += 2;
    }
    let feature = failure.token(last).map(|last| failure.scan.words(last))?;
    let set = failure
        .token(last.checked_sub(2)?)
        .filter(|set| set.start >= first.start)
        .map_or("", |set| failure.text(first, set));
    let written =
        if set.is_empty() { "sum c in S : c.value".to_owned() } else { format!("sum c in {set} : c.{feature}") };
    let whole = Location { span: Span { end: failure.location(failure.token(last)?).span.end, ..at.span }, ..at };
    let diagnostic = told(
        at,
        "a sum goes through a set, and says what of each is added",
        "expected a name after this",
        format!("write `{written}`"),
    );
    Some(diagnostic.with_fix(Fix::replace(whole, written, Certainty::Likely)))
}
