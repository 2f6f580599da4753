//! Lines of bounded width.

use rulehound_engine::words::listed;

/// Adds a text, broken at blanks where it passes the width, further lines indented by two more.
pub fn wrapped(text: &str, indent: usize, most: usize, lines: &mut Vec<String>) {
    let indent = indent.min(most / 3);
    let mut line = " ".repeat(indent);
    let mut empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !empty && width(&line) + 1 + width(word) > most {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + 2)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
}

/// Around what is struck through, until lines are made of a text. No columns.
pub const STRUCK: [char; 2] = ['\u{2}', '\u{3}'];

/// A blank at which no line is broken, until lines are made of a text.
pub const UNBROKEN: char = '\u{a0}';

/// Columns, as far as characters tell.
pub fn width(text: &str) -> usize {
    text.chars().filter(|sign| !STRUCK.contains(sign)).count()
}

/// A text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `Ann, Ben and Cleo`.
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => "nobody".to_owned(),
        parts => listed(parts),
    }
}
