//! What the file around a mistake declares, as far as its words tell: names for what is advised.

use super::Failure;
use crate::parse::scan::Token;

fn words<'text>(failure: &Failure<'_, 'text>, index: usize) -> &'text str {
    failure.scan.tokens.get(index).map_or("", |token| failure.scan.words(token))
}

/// Whether the file declares something of a sort under this name: `declares(failure, &["zone", "pile"], "hand")`.
pub(super) fn declares(failure: &Failure<'_, '_>, sorts: &[&str], name: &str) -> bool {
    let pairs = failure.scan.tokens.windows(2).filter(|pair| pair.first().is_some_and(|token| token.first_on_line));
    let words = |token: Option<&Token>| token.map_or("", |token| failure.scan.words(token));
    pairs.into_iter().any(|pair| sorts.contains(&words(pair.first())) && words(pair.get(1)) == name)
}

/// The kind of component that is declared first.
pub(super) fn first_kind<'text>(failure: &Failure<'_, 'text>) -> Option<&'text str> {
    let at = (0..failure.scan.tokens.len()).find(|&index| words(failure, index) == "component")?;
    failure.scan.tokens.get(at + 1).filter(|name| failure.is_name(name)).map(|name| failure.scan.words(name))
}

/// The pile that is declared first.
pub(super) fn first_pile<'text>(failure: &Failure<'_, 'text>) -> Option<&'text str> {
    let at = (0..failure.scan.tokens.len()).find(|&index| words(failure, index) == "pile")?;
    let common = words(failure, at + 2) != "of";
    failure.scan.tokens.get(at + 1).filter(|name| common && failure.is_name(name)).map(|name| failure.scan.words(name))
}

/// The feature of a kind that is declared first.
pub(super) fn first_feature<'text>(failure: &Failure<'_, 'text>, kind: &str) -> Option<&'text str> {
    let all = 0..failure.scan.tokens.len();
    let start = all.clone().find(|&index| words(failure, index) == "component" && words(failure, index + 1) == kind)?;
    let mut body = all.skip(start + 1).take_while(|&index| words(failure, index) != "component");
    let at = body.find(|&index| words(failure, index + 1) == ":" && words(failure, index) != "make")?;
    failure.scan.tokens.get(at).filter(|name| failure.is_name(name)).map(|name| failure.scan.words(name))
}
