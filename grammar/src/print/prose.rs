//! Sections, sentences and assumptions as prose above what they are about.

use super::{Printer, texts};
use crate::tree::{ASSUMED, Note, NoteKind};

/// What stands in front of every line of prose.
const BAR: &str = "| ";

/// The remarks of a declaration: what is told above it, and what stands behind its first line.
struct Told<'tree> {
    /// Lines of prose, with their bars.
    lines: Vec<String>,
    /// What is no prose, in its order.
    behind: Vec<&'tree Note>,
}

/// Writes prose above what is printed next; gives the notes that are none.
pub(super) fn above<'notes>(printer: &mut Printer<'_>, notes: &'notes [Note]) -> Vec<&'notes Note> {
    let told = told(notes, printer.width());
    printer.lines(told.lines);
    told.behind
}

/// Remarks as prose that keeps to a width. A remark that prose cannot hold, such as one with two blanks in a row or a second
/// sentence of its kind, stays behind the declaration.
fn told(notes: &[Note], width: usize) -> Told<'_> {
    let width = width.saturating_sub(BAR.len());
    let section = notes.iter().position(is_section);
    let sentence = notes.iter().position(|note| note.kind == NoteKind::Doc && is_prose(note, section.is_none()));
    let words = |index: Option<usize>| index.and_then(|index| notes.get(index)).map(texts::words_of);
    let mut lines = Vec::new();
    let section_words = words(section).map(|section| format!("[{section}]"));
    match (section_words, words(sentence)) {
        (Some(section), Some(sentence)) if columns(&section) + 1 + columns(&sentence) <= width => {
            lines.push(format!("{section} {sentence}"));
        }
        (section, sentence) => {
            lines.extend(section);
            lines.extend(sentence.iter().flat_map(|sentence| wrapped(sentence, width)));
        }
    }
    let mut behind = Vec::new();
    for (index, note) in notes.iter().enumerate() {
        if Some(index) == section || Some(index) == sentence {
            continue;
        }
        if note.kind == NoteKind::Assume && is_prose(note, false) {
            lines.extend(wrapped(&format!("{ASSUMED} {}", texts::words_of(note)), width));
        } else {
            behind.push(note);
        }
    }
    Told { lines: lines.into_iter().map(|line| format!("{BAR}{line}")).collect(), behind }
}

fn is_section(note: &Note) -> bool {
    note.kind == NoteKind::Ref && is_prose(note, false) && !texts::words_of(note).contains(']')
}

/// Whether prose says the same: single blanks, nothing that begins another paragraph, and no `[` where a section could begin.
fn is_prose(note: &Note, first: bool) -> bool {
    let words = texts::words_of(note);
    let plain = words.split(' ').all(|word| !word.is_empty() && word != ASSUMED && !word.contains(char::is_whitespace));
    plain && !(first && words.starts_with('['))
}

/// Words on lines of a width; a word that is longer has a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn columns(text: &str) -> usize {
    text.chars().count()
}
