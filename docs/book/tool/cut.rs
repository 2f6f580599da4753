//! Takes pages of the manual into the book. What lies outside of the book's own folder gets a place in it; the reference is cut into chapters, and
//! what its tables say of each code stands on the page of all codes, too.

use std::path::{Path, PathBuf};

use mdbook_driver::errors::Result;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::page::slug;

/// The page that is long enough to be cut at its headings of the second rank.
const LONG: &str = "language.md";
/// The page of all codes.
const CODES: &str = "codes.md";

/// Changes chapters whose source is a page of the manual.
pub struct Manual;

impl Preprocessor for Manual {
    fn name(&self) -> &str {
        "manual"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let long = book.chapters().find(|one| one.source_path.as_ref().is_some_and(|path| path.ends_with(LONG)));
        let tables = long.map(|one| one.content.clone()).unwrap_or_default();
        book.for_each_chapter_mut(|chapter| {
            let Some(source) = chapter.source_path.clone().filter(|path| path.starts_with("..")) else { return };
            let Some(name) = source.file_name().map(PathBuf::from) else { return };
            if name == Path::new(LONG) {
                cut(chapter, &source);
            } else if name == Path::new("README.md") {
                // It is called by the folder it lies in.
                let folder = source.parent().and_then(Path::file_name).map(Path::new).unwrap_or(Path::new("manual"));
                chapter.path = Some(folder.with_extension("md"));
            } else {
                if name == Path::new(CODES) {
                    chapter.content = with_sentences(&chapter.content, &tables);
                }
                chapter.path = Some(name);
            }
        });
        Ok(book)
    }
}

/// What stands before the reference is one page, each section of it another below that.
fn cut(chapter: &mut Chapter, source: &Path) {
    let pieces = pieces(&chapter.content);
    let folder = Path::new(LONG).with_extension("");
    chapter.path = Some(folder.join("index.md"));
    let mut first = String::new();
    for Piece { title, rank, text } in pieces {
        if rank == 1 {
            // Of several headings of the first rank the later ones are sections of the page.
            first += if first.contains("# ") { "#" } else { "" };
            first += &text;
            continue;
        }
        let path = folder.join(slug(&title)).with_extension("md");
        let mut parents = chapter.parent_names.clone();
        parents.push(chapter.name.clone());
        let mut one = Chapter::new(&title, text, path, parents);
        one.source_path = Some(source.to_owned());
        chapter.sub_items.push(BookItem::Chapter(one));
    }
    chapter.content = first;
}

struct Piece {
    title: String,
    rank: usize,
    text: String,
}

/// Cuts a text at its headings of the first and second rank. What stands before the first one belongs to the first.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            in_block = !in_block;
        }
        let heading =
            line.strip_prefix("# ").map(|title| (title, 1)).or(line.strip_prefix("## ").map(|title| (title, 2)));
        match heading.filter(|_| !in_block) {
            Some((title, rank)) => {
                pieces.push(Piece { title: title.trim().to_owned(), rank, text: line.to_owned() });
            }
            None => match pieces.last_mut() {
                Some(piece) => piece.text.push_str(line),
                None => pieces.push(Piece { title: String::new(), rank: 1, text: line.to_owned() }),
            },
        }
    }
    pieces
}

/// The page of all codes with what the tables say of each below its heading, as `rulehound explain` shows it.
fn with_sentences(codes: &str, tables: &str) -> String {
    let mut whole = String::new();
    for line in codes.lines() {
        whole.push_str(line);
        whole.push('\n');
        let code = line.strip_prefix("## `").and_then(|rest| rest.strip_suffix('`'));
        if let Some((sort, words)) = code.and_then(|code| said(tables, code)) {
            // A link within the page of the tables leads there.
            let words = words.replace("](#", &format!("]({LONG}#"));
            whole += &format!("\n*{sort}:* {words}.\n");
        }
    }
    whole
}

/// The last two columns of a code's row.
fn said<'t>(tables: &'t str, code: &str) -> Option<(&'t str, &'t str)> {
    let begin = format!("| `{code}` | ");
    let row = tables.lines().find_map(|line| line.strip_prefix(begin.as_str()))?;
    let (sort, words) = row.strip_suffix(" |")?.split_once(" | ")?;
    Some((sort, words.trim_end_matches('.')))
}
