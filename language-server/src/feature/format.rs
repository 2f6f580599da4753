//! Layout, as `rulehound fmt` makes it. A text that cannot be read stays as it is, byte for byte.

use gen_lsp_types::TextEdit;
use rulehound_grammar::format;
use rulehound_grammar::span::Span;

use crate::document::Document;

/// The edits that lay a text out: at most one, from the first line that changes to the last.
pub fn edits(document: &Document) -> Option<Vec<TextEdit>> {
    let text = document.text.as_str();
    let formatted = format(text).ok()?;
    if formatted == text {
        return Some(Vec::new());
    }
    let before = same_lines(text, &formatted);
    let (rest, new) = (text.get(before..)?, formatted.get(before..)?);
    let behind = same_lines_behind(rest, new);
    let new_text = new.get(..new.len() - behind)?.to_owned();
    let span = Span::new(before, text.len() - behind);
    Some(vec![TextEdit { range: document.lines.range(text, span), new_text }])
}

/// How many bytes of whole lines two texts begin with alike.
fn same_lines(one: &str, other: &str) -> usize {
    let pairs = one.split_inclusive('\n').zip(other.split_inclusive('\n'));
    pairs.take_while(|(one, other)| one == other && one.ends_with('\n')).map(|(line, _)| line.len()).sum()
}

/// How many bytes of whole lines two texts end with alike.
fn same_lines_behind(one: &str, other: &str) -> usize {
    let one: Vec<&str> = one.split_inclusive('\n').collect();
    let other: Vec<&str> = other.split_inclusive('\n').collect();
    let pairs = one.iter().rev().zip(other.iter().rev());
    pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
}
