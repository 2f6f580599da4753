//! Values of the shape that is wanted, or a finding that says what is.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;

use super::super::Word;
use super::node::{Node, NodeKind, at};
use rulehound_grammar::suggest::nearest;

/// Something of another shape.
pub fn unfit(span: Span, wanted: &str, node: Option<&NodeKind>, found: &mut Vec<Diagnostic>) {
    let is = match node {
        Some(NodeKind::Empty) => "nothing stands here",
        Some(NodeKind::Scalar(_)) => "this is a single value",
        Some(NodeKind::List(_)) => "this is a list",
        Some(NodeKind::Map(_)) => "these are keys with values",
        None => "this is something else",
    };
    found.push(Diagnostic::error("bad-step", format!("this must be {wanted}"), at(span), is));
}

/// Says what to do about the finding that was made since there were so many, if one was.
pub fn advise(found: &mut [Diagnostic], before: usize, help: impl FnOnce() -> Option<String>) {
    if let Some(finding) = found.get_mut(before)
        && finding.help.is_none()
    {
        finding.help = help();
    }
}

/// The words of a single value.
pub fn written(kind: &NodeKind) -> Option<String> {
    match kind {
        NodeKind::Scalar(word) => Some(shortened(&word.text)),
        NodeKind::List(_) | NodeKind::Map(_) | NodeKind::Empty => None,
    }
}

/// A key that nobody knows.
pub fn unknown(key: &Word, of: &str, keys: &[&str], found: &mut Vec<Diagnostic>) {
    let message = format!("`{}` is no key of {of}", key.text);
    let meant = match key.text.as_str() {
        "moves" | "turns" | "play" | "actions" => Some("steps"),
        "names" | "seats" => Some("players"),
        "rules" | "file" => Some("game"),
        "name" | "description" => Some("title"),
        _ => None,
    };
    let meant = meant.filter(|meant| keys.contains(meant));
    let help = match meant.or_else(|| nearest(&key.text, keys.iter().copied())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are `{}`", keys.join("`, `")),
    };
    found.push(Diagnostic::error("unknown-key", message, key.at(), "not known here").with_help(help));
}

/// A map.
pub fn map(node: Node, wanted: &str, found: &mut Vec<Diagnostic>) -> Option<Vec<(Word, Node)>> {
    match node.kind {
        NodeKind::Map(pairs) => Some(pairs),
        other => {
            unfit(node.span, wanted, Some(&other), found);
            None
        }
    }
}

/// A list; empty if it is none.
pub fn list(node: Node, wanted: &str, found: &mut Vec<Diagnostic>) -> Vec<Node> {
    match node.kind {
        NodeKind::List(items) => items,
        other => {
            unfit(node.span, wanted, Some(&other), found);
            Vec::new()
        }
    }
}

/// A single value.
pub fn word(node: Node, wanted: &str, found: &mut Vec<Diagnostic>) -> Option<Word> {
    match node.kind {
        NodeKind::Scalar(word) => Some(word),
        other => {
            unfit(node.span, wanted, Some(&other), found);
            None
        }
    }
}

/// One or several single values.
pub fn words(node: Node, wanted: &str, found: &mut Vec<Diagnostic>) -> Vec<Word> {
    match node.kind {
        NodeKind::List(items) => items.into_iter().filter_map(|item| word(item, wanted, found)).collect(),
        NodeKind::Scalar(word) => vec![word],
        other => {
            unfit(node.span, wanted, Some(&other), found);
            Vec::new()
        }
    }
}

/// A map of single values.
pub fn pairs(node: Node, wanted: &str, found: &mut Vec<Diagnostic>) -> Vec<(Word, Word)> {
    let pairs = map(node, wanted, found).unwrap_or_default();
    pairs.into_iter().filter_map(|(key, value)| Some((key, word(value, wanted, found)?))).collect()
}

/// A number.
pub fn number<T: std::str::FromStr>(word: &Word, wanted: &str, found: &mut Vec<Diagnostic>) -> Option<T> {
    let number = word.text.parse().ok();
    if number.is_none() {
        let message = format!("this must be {wanted}");
        found.push(Diagnostic::error("bad-step", message, word.at(), format!("`{}` is none", shortened(&word.text))));
    }
    number
}

/// No more of a text than a message can bear.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain(['…']).collect() }
}
