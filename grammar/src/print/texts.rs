//! Texts with their quotation marks.

use super::flat;
use crate::tree::{Deep, Expression, Note, NoteKind, Piece, Plain, Shown, Template};

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
    format!("\"{}\"", pieces(&template.pieces, Around::Quotes))
}

/// What stands around some pieces of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Quotes,
    Braces,
}

fn pieces(all: &[Piece], around: Around) -> String {
    let mut result = String::new();
    let mut rest = all.iter().peekable();
    while let Some(piece) = rest.next() {
        match piece {
            Piece::Words(words) => {
                let mut words = words.replace('{', "{{");
                if around == Around::Braces {
                    words = words.replace('|', "||");
                }
                let next = match around {
                    _ if rest.peek().is_some() => '{',
                    Around::Quotes => '"',
                    Around::Braces => '}',
                };
                result += &escaped(&words, next);
            }
            Piece::Value(value) => result += &format!("{{{}}}", begun(value)),
            Piece::Counted { number, one, many } => {
                let many = many.as_ref().map(|many| format!(" | {}", pieces(many, Around::Braces)));
                let one = pieces(one, Around::Braces);
                result += &format!("{{{} {one}{}}}", begun(number), many.unwrap_or_default());
            }
            Piece::If { condition, then, otherwise } => {
                let part = |sign: &str, words: &[Piece]| match words {
                    [] => String::new(),
                    words => format!("{sign}{}", pieces(words, Around::Braces)),
                };
                let bar = if otherwise.is_empty() { "" } else { " |" };
                let (then, otherwise) = (part(" ", then), part(" ", otherwise));
                result += &format!("{{if {}:{then}{bar}{otherwise}}}", flat::expression(condition));
            }
        }
    }
    result
}

/// An expression behind a brace: `{{` would be a brace.
fn begun(value: &Expression) -> String {
    let value = flat::expression(value);
    if value.starts_with('{') { format!(" {value}") } else { value }
}

/// The words of a remark that holds no values.
pub(super) fn words_of(note: &Note) -> String {
    let words = note.text.pieces.iter().map(|piece| match piece {
        Piece::Words(words) => words.as_str(),
        Piece::Value(_) | Piece::Counted { .. } | Piece::If { .. } => "",
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
