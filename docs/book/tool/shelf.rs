//! All pages, and which heading stands on which of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mdbook_driver::errors::Result;
use mdbook_renderer::book::{Book, BookItem, Chapter};

use crate::links::plain;
use crate::page::{Page, headings, slug};

/// All pages in the order in which they are read.
pub struct Shelf {
    /// The pages.
    pub pages: Vec<Page>,
    /// The parts of the book, by their titles; the first has none.
    pub parts: Vec<String>,
    /// By source, then by what a link calls a heading: the page it stands on.
    anchors: BTreeMap<PathBuf, BTreeMap<String, usize>>,
}

impl Shelf {
    /// The pages of a book whose sources lie in `folder`, a path from the root of the repository.
    pub fn of(book: &Book, folder: &Path) -> Self {
        let mut shelf = Self { pages: Vec::new(), parts: vec![String::new()], anchors: BTreeMap::new() };
        for item in &book.items {
            match item {
                BookItem::PartTitle(title) => shelf.parts.push(title.clone()),
                BookItem::Chapter(chapter) => shelf.take(chapter, folder, 0),
                BookItem::Separator => {}
            }
        }
        for (number, page) in shelf.pages.iter().enumerate() {
            let of_source = shelf.anchors.entry(page.source.clone()).or_default();
            for heading in headings(&page.text) {
                of_source.entry(slug(&heading.words)).or_insert(number);
            }
        }
        shelf
    }

    fn take(&mut self, chapter: &Chapter, folder: &Path, depth: usize) {
        if let (Some(path), Some(source)) = (&chapter.path, &chapter.source_path) {
            self.pages.push(Page {
                title: chapter.name.clone(),
                source: plain(&folder.join(source)),
                target: path.with_extension("html"),
                text: chapter.content.clone(),
                depth,
                part: self.parts.len() - 1,
            });
        }
        for item in &chapter.sub_items {
            if let BookItem::Chapter(one) = item {
                self.take(one, folder, depth + 1);
            }
        }
    }

    /// Whether a file of the repository is a page of the book.
    pub fn holds(&self, source: &Path) -> bool {
        self.anchors.contains_key(source)
    }

    /// The page a link means: a source, and maybe a heading of it.
    pub fn find(&self, source: &Path, anchor: Option<&str>) -> Result<&Page, String> {
        let number = match anchor {
            Some(anchor) => self.anchors.get(source).and_then(|all| all.get(anchor)).copied(),
            None => self.pages.iter().position(|page| page.source == source),
        };
        let wanted = || format!("{}{}", source.display(), anchor.map(|one| format!("#{one}")).unwrap_or_default());
        number.and_then(|number| self.pages.get(number)).ok_or_else(|| format!("there is no {}", wanted()))
    }
}
