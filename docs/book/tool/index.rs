//! The index: every heading of the book by its first letter, with the page it stands on. It needs no script; a browser finds words in it.

use std::collections::BTreeMap;
use std::path::Path;

use mdbook_driver::errors::Result;
use mdbook_preprocessor::book::{Book, Chapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::links::from;
use crate::page::{headings, slug};

/// The page that the list is put on.
const INDEX: &str = "all.md";
/// Where headings stand that do not begin with a letter.
const SIGNS: &str = "Signs and numbers";
/// What more pages than this call a part of theirs tells nothing in an index.
const OFTEN: usize = 2;

/// Puts the list on its page; every other page has its place by then.
pub struct Index;

/// Where a heading leads to.
struct Entry {
    words: String,
    address: String,
    /// How the page is called, if that is another name.
    page: Option<String>,
}

impl Preprocessor for Index {
    fn name(&self) -> &str {
        "index"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let list = list(&entries(&book));
        book.for_each_chapter_mut(|chapter| {
            if chapter.source_path.as_deref() == Some(Path::new(INDEX)) {
                chapter.content.push_str(&list);
            }
        });
        Ok(book)
    }
}

/// All headings, by what they are sorted by.
fn entries(book: &Book) -> BTreeMap<String, Vec<Entry>> {
    let mut all: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for chapter in book.chapters() {
        let Some(source) = chapter.source_path.as_deref().filter(|source| *source != Path::new(INDEX)) else {
            continue;
        };
        for heading in headings(&chapter.content) {
            let words = heading.words.trim();
            let address = format!("{}#{}", from(Path::new(INDEX), source), slug(words));
            let page = other_name(chapter, words);
            all.entry(words.to_lowercase()).or_default().push(Entry { words: words.to_owned(), address, page });
        }
    }
    all.retain(|words, entries| !words.is_empty() && entries.len() <= OFTEN);
    all
}

fn other_name(chapter: &Chapter, words: &str) -> Option<String> {
    Some(chapter.name.clone()).filter(|name| name != words)
}

/// The list in Markdown, with a heading for each letter.
fn list(entries: &BTreeMap<String, Vec<Entry>>) -> String {
    // What begins with no letter comes last.
    let mut letters: BTreeMap<(bool, String), String> = BTreeMap::new();
    for (sorted, entries) in entries {
        let letter = sorted.trim_start_matches(|sign: char| !sign.is_alphanumeric()).chars().next();
        let letter = letter.filter(|letter| letter.is_alphabetic()).map(|letter| letter.to_uppercase().to_string());
        let lines = letters.entry((letter.is_none(), letter.unwrap_or_else(|| SIGNS.to_owned()))).or_default();
        for Entry { words, address, page } in entries {
            let page = page.as_deref().map(|page| format!(" ({})", plain(page))).unwrap_or_default();
            *lines += &format!("- [{}]({address}){page}\n", plain(words));
        }
    }
    letters.iter().map(|((_, letter), lines)| format!("\n## {letter}\n\n{lines}")).collect()
}

/// Words of which no sign means anything in Markdown.
fn plain(words: &str) -> String {
    let escaped = words.chars().flat_map(|sign| [Some('\\').filter(|_| sign.is_ascii_punctuation()), Some(sign)]);
    escaped.flatten().collect()
}
