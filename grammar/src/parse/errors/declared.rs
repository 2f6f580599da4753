//! What the file around a mistake declares, as far as its words tell: names for what is advised.

use super::Failure;
use crate::parse::is_keyword;
use crate::parse::scan::{Token, TokenKind};

fn words<'scan>(failure: &Failure<'scan, '_>, index: usize) -> &'scan str {
    failure.around.tokens.get(index).map_or("", |token| failure.around.words(token))
}

fn name<'scan>(failure: &Failure<'scan, '_>, index: usize) -> Option<&'scan str> {
    let token = failure.around.tokens.get(index)?;
    let word = failure.around.words(token);
    (token.kind == TokenKind::Word && !is_keyword(word)).then_some(word)
}

/// Whether the file declares something of a sort under this name: `declares(failure, &["zone", "pile"], "hand")`.
pub(super) fn declares(failure: &Failure<'_, '_>, sorts: &[&str], name: &str) -> bool {
    let pairs = failure.around.tokens.windows(2).filter(|pair| pair.first().is_some_and(|token| token.first_on_line));
    let words = |token: Option<&Token>| token.map_or("", |token| failure.around.words(token));
    pairs.into_iter().any(|pair| sorts.contains(&words(pair.first())) && words(pair.get(1)) == name)
}

/// The kind of component that is declared first.
pub(super) fn first_kind<'scan>(failure: &Failure<'scan, '_>) -> Option<&'scan str> {
    let at = (0..failure.around.tokens.len()).find(|&index| words(failure, index) == "component")?;
    name(failure, at + 1)
}

/// The pile that is declared first.
pub(super) fn first_pile<'scan>(failure: &Failure<'scan, '_>) -> Option<&'scan str> {
    let at = (0..failure.around.tokens.len()).find(|&index| words(failure, index) == "pile")?;
    let common = words(failure, at + 2) != "of";
    name(failure, at + 1).filter(|_| common)
}

/// The feature of a kind that is declared first.
pub(super) fn first_feature<'scan>(failure: &Failure<'scan, '_>, kind: &str) -> Option<&'scan str> {
    let all = 0..failure.around.tokens.len();
    let start = all.clone().find(|&index| words(failure, index) == "component" && words(failure, index + 1) == kind)?;
    let mut body = all.skip(start + 1).take_while(|&index| words(failure, index) != "component");
    let at = body.find(|&index| words(failure, index + 1) == ":" && words(failure, index) != "make")?;
    name(failure, at)
}
