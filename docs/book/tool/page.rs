//! A page of the book, and how its headings are found by links.

use std::path::PathBuf;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A page.
pub struct Page {
    /// How it is called in the table of contents.
    pub title: String,
    /// Its source, from the root of the repository.
    pub source: PathBuf,
    /// Where it is written, from the folder of the book.
    pub target: PathBuf,
    /// Its text.
    pub text: String,
    /// How deep it stands in the table of contents.
    pub depth: usize,
    /// The part of the book it belongs to.
    pub part: usize,
}

/// What our pages use of Markdown.
pub const MARKDOWN: Options = Options::ENABLE_TABLES;

/// A heading.
pub struct Heading {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it says, without marks.
    pub words: String,
}

/// The headings of a text in order.
pub fn headings(text: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut open: Option<Heading> = None;
    for event in Parser::new_ext(text, MARKDOWN) {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                open = Some(Heading { rank: level as usize, words: String::new() });
            }
            (Event::End(TagEnd::Heading(_)), _) => found.extend(open.take()),
            (Event::Text(words) | Event::Code(words), Some(heading)) => heading.words.push_str(&words),
            _ => {}
        }
    }
    found
}

/// What a link calls a heading: small letters, digits and `_`, with `-` for blanks.
pub fn slug(words: &str) -> String {
    let kept = words.trim().chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).flat_map(char::to_lowercase).collect()
}
