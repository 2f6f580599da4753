//! Texts with their quotation marks.

use super::flat;
use crate::tree::{Deep, Note, NoteKind, Piece, Plain, Shown, Template};

/// `"…"`.
pub(super) fn plain(plain: &Plain) -> String {
    format!("\"{}\"", escaped(&plain.text, '"'))
}

/// ` deep 15`, or nothing.
pub(super) fn deep(deep: Option<&Deep>) -> String {
    deep.map_or_else(String::new, |deep| format!(" deep {}", deep.most))
}

/// ` shown as "…"`.
pub(super) fn shown(shown: &Shown) -> String {
    let called = shown.called.as_ref().map(|called| format!(" as {}", plain(called)));
    format!(" shown{}", called.unwrap_or_default())
}

/// `"… {value} …"`.
pub(super) fn template(template: &Template) -> String {
    let mut pieces = template.pieces.iter().peekable();
    let mut result = String::from("\"");
    while let Some(piece) = pieces.next() {
        match piece {
            Piece::Words(words) => {
                let next = if pieces.peek().is_some() { '{' } else { '"' };
                result += &escaped(&words.replace('{', "{{"), next);
            }
            Piece::Value(value) => {
                let value = flat::expression(value);
                // `{{` would be a brace.
                let blank = if value.starts_with('{') { " " } else { "" };
                result += &format!("{{{blank}{value}}}");
            }
        }
    }
    result + "\""
}

/// The words of a remark that holds no values.
pub(super) fn words_of(note: &Note) -> String {
    let words = note.text.pieces.iter().map(|piece| match piece {
        Piece::Words(words) => words.as_str(),
        Piece::Value(_) => "",
    });
    words.collect()
}

/// `doc "…"`.
pub(super) fn note(note: &Note) -> String {
    let word = match note.kind {
        NoteKind::Ref => "ref",
        NoteKind::Doc => "doc",
        NoteKind::Assume => "assume",
        NoteKind::Untold => return "untold".to_owned(),
        NoteKind::As => return format!("as {}", template(&note.text)),
    };
    format!("{word} \"{}\"", escaped(&words_of(note), '"'))
}

/// A text as it is written in front of `next`. A backslash is doubled only where it would mean something, so that drawings
/// keep their shape.
fn escaped(text: &str, next: char) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let behind = characters.peek().copied().unwrap_or(next);
        if character == '"' || character == '\\' && matches!(behind, '"' | '\\') {
            result.push('\\');
        }
        result.push(character);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_are_doubled_only_where_needed() {
        assert_eq!(escaped("o-\\-o", '"'), "o-\\-o");
        assert_eq!(escaped("o\\", '"'), "o\\\\");
        assert_eq!(escaped("a\"b", '"'), "a\\\"b");
        assert_eq!(escaped("\\\\x", '"'), "\\\\\\x");
    }
}
