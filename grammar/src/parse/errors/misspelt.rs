//! Names that are nearly a word that would have been right.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Fix};
use crate::parse::Rule;
use crate::parse::cut::DECLARATION_WORDS;
use crate::parse::scan::TokenKind;
use crate::parse::words::written;
use crate::span::Location;
use crate::suggest::nearest;

/// A misspelt word of the language.
pub(super) fn misspelt(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let declarations: &[&str] =
        if failure.expects(Rule::declaration) || failure.expects(Rule::EOI) { &DECLARATION_WORDS } else { &[] };
    let candidates = || {
        let words = failure.expected_words().chain(declarations.iter().copied());
        let words = words.chain(failure.expected.iter().flat_map(|&rule| first_words(rule)).copied());
        words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    let found = failure.found().filter(|found| failure.is_name(found));
    if let Some((found, meant)) =
        found.and_then(|found| Some((found, nearest(failure.scan.words(found), candidates())?)))
    {
        return Some(unknown_word(failure.scan.words(found), meant, failure.location(found)));
    }
    // `{ opton "…"`: what stands before a text can only be one of a few words.
    let text = failure.found().is_some_and(|found| found.kind == TokenKind::Text);
    let before_text = failure.before().filter(|before| text && failure.is_name(before));
    if let Some((before, meant)) =
        before_text.and_then(|before| Some((before, nearest(failure.scan.words(before), WORDS_BEFORE_TEXTS)?)))
    {
        return Some(unknown_word(failure.scan.words(before), meant, failure.location(before)));
    }
    // `move x form y`: the misspelt word was taken for a name, and only what follows it is not understood.
    let before = failure.before().filter(|before| failure.is_name(before) && before.end - before.start >= 4)?;
    // `move all form box`: what it was taken for leaves other words than those that could have stood in its place.
    let earlier = failure.expected_at(before);
    let earlier = earlier.iter().filter_map(|&rule| written(rule)).filter(|word| word.len() > 2);
    let meant = nearest(failure.scan.words(before), candidates().chain(earlier))?;
    Some(unknown_word(failure.scan.words(before), meant, failure.location(before)))
}

/// Words that a text follows.
const WORDS_BEFORE_TEXTS: [&str; 8] = ["option", "else", "may", "ref", "doc", "assume", "extends", "repeat"];

/// The words that begin a rule of which messages know only the whole.
pub(in crate::parse) fn first_words(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::note | Rule::note_word => &["ref", "doc", "assume", "as"],
        Rule::seen => &["seen"],
        Rule::after | Rule::when => &["after", "when"],
        Rule::sort => &DECLARATION_WORDS,
        Rule::everybody | Rule::viewers | Rule::viewer => &["all", "nobody", "owner"],
        _ => &[],
    }
}

/// A word that is not known, with the one that is likely meant.
pub(super) fn unknown_word(word: &str, meant: &str, at: Location) -> Diagnostic {
    let message = format!("`{word}` is not a word that can stand here");
    // Only the case is another.
    let certainty = if word.eq_ignore_ascii_case(meant) { Certainty::Sure } else { Certainty::Likely };
    Diagnostic::error("unknown-word", message, at, format!("did you mean `{meant}`?"))
        .with_help(format!("write `{meant}`"))
        .with_fix(Fix::replace(at, meant, certainty))
}
