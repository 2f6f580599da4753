//! Writes the book: each page's Markdown as HTML, the style, and copies of the files that pages lead to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mdbook_driver::errors::{Error, Result};
use mdbook_renderer::{RenderContext, Renderer};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd, html::push_html};

use crate::blocks::block;
use crate::colours::Words;
use crate::html::{list_of, whole};
use crate::links::{Led, copy_of, from, led};
use crate::page::{Heading, MARKDOWN, Page, headings, slug};
use crate::shelf::Shelf;

/// The words of the language, for colours.
const WORDS: &str = "editors/vscode/syntaxes/rulehound.tmLanguage.json";
/// A page with more sections than this begins with a list of them.
const MANY: usize = 9;

/// Writes pages into a folder.
#[derive(Clone)]
pub struct Writer {
    /// Where to.
    pub folder: PathBuf,
    /// The root of the repository.
    pub repository: PathBuf,
}

impl Renderer for Writer {
    fn name(&self) -> &str {
        "pages"
    }

    fn render(&self, context: &RenderContext) -> Result<()> {
        let shelf = Shelf::of(&context.book, Path::new("docs/book/src"));
        let words = Words::read(&std::fs::read_to_string(self.repository.join(WORDS))?);
        if words.count() < 50 {
            return Err(Error::msg(format!("{WORDS} does not list the words of the language any more")));
        }
        if self.folder.exists() {
            std::fs::remove_dir_all(&self.folder)?;
        }
        let (mut wrong, mut copies) = (Vec::new(), BTreeSet::new());
        for (at, page) in shelf.pages.iter().enumerate() {
            let (wrong, copies, repository) = (&mut wrong, &mut copies, &*self.repository);
            let (heads, open, events) = (Vec::new(), None, Vec::new());
            let (shelf, words) = (&shelf, &words);
            let body = Body {
                page,
                shelf,
                words,
                repository,
                wrong,
                copies,
                lift: 0,
                heads,
                open,
                left: 0,
                title: None,
                events,
            };
            write(&self.folder.join(&page.target), whole(shelf, at, &body.html()).into_string())?;
        }
        if !wrong.is_empty() {
            return Err(Error::msg(wrong.join("\n")));
        }
        write(&self.folder.join("book.css"), include_str!("book.css").to_owned())?;
        for source in copies {
            write(&self.folder.join(copy_of(&source)), std::fs::read_to_string(self.repository.join(&source))?)?;
        }
        println!("{} pages", shelf.pages.len());
        Ok(())
    }
}

fn write(path: &Path, text: String) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    Ok(std::fs::write(path, text)?)
}

/// One page on its way to HTML.
struct Body<'b> {
    page: &'b Page,
    shelf: &'b Shelf,
    words: &'b Words,
    repository: &'b Path,
    wrong: &'b mut Vec<String>,
    copies: &'b mut BTreeSet<PathBuf>,
    /// By how much headings rise, so that the first one is that of the page, also where it was a section before.
    lift: usize,
    /// What links call the headings that follow, with the words of those that are sections of the page.
    heads: Vec<Heading>,
    /// The block of code or HTML that is being read: the words behind its fence, and its text.
    open: Option<(String, String)>,
    /// How many links are open of which only the words are left.
    left: usize,
    /// How the page is called to which the link that is open leads.
    title: Option<String>,
    events: Vec<Event<'b>>,
}

impl<'b> Body<'b> {
    fn html(mut self) -> String {
        let page = self.page;
        self.heads = headings(&page.text);
        self.lift = self.heads.first().map_or(0, |first| first.rank - 1);
        self.heads.reverse();
        for event in Parser::new_ext(&page.text, MARKDOWN) {
            self.take(event);
        }
        let mut html = String::new();
        push_html(&mut html, self.events.into_iter());
        html
    }

    fn take(&mut self, event: Event<'b>) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(fence))) => {
                self.open = Some((fence.into_string(), String::new()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented) | Tag::HtmlBlock) => {
                self.open = Some(Default::default());
            }
            Event::Text(text) | Event::Html(text) if self.open.is_some() => {
                self.open.iter_mut().for_each(|(_, all)| all.push_str(&text));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (fence, text) = self.open.take().unwrap_or_default();
                let block = block(&fence, &text, self.words, &self.codes());
                self.raw(block.into_string());
            }
            Event::End(TagEnd::HtmlBlock) => {
                let (_, text) = self.open.take().unwrap_or_default();
                // Remarks hold what tests need and readers do not.
                if !text.trim_start().starts_with("<!--") {
                    self.raw(text);
                }
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let slug = self.heads.last().map(|one| slug(&one.words)).unwrap_or_default();
                self.raw(format!("<h{0} id=\"{slug}\">", self.rank(level as usize)));
            }
            Event::End(TagEnd::Heading(level)) => {
                self.heads.pop();
                self.raw(format!("</h{}>\n", self.rank(level as usize)));
                if self.rank(level as usize) == 1 {
                    self.list_sections();
                }
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match self.link(&dest_url) {
                Some(dest_url) => self.events.push(Event::Start(Tag::Link { link_type, dest_url, title, id })),
                None => self.left += 1,
            },
            // A file is called by its title here.
            Event::Text(text) if text.ends_with(".md") && self.title.is_some() => {
                self.events.extend(self.title.take().map(|title| Event::Text(title.into())));
            }
            Event::End(TagEnd::Link) if self.left > 0 => self.left -= 1,
            Event::End(TagEnd::Link) => {
                self.title = None;
                self.events.push(event);
            }
            Event::Start(Tag::Table(aligned)) => {
                // Whoever has no mouse moves wide tables with the keys.
                self.raw("<div class=\"wide\" tabindex=\"0\">".to_owned());
                self.events.push(Event::Start(Tag::Table(aligned)));
            }
            Event::End(TagEnd::Table) => {
                self.events.push(Event::End(TagEnd::Table));
                self.raw("</div>\n".to_owned());
            }
            event => self.events.push(event),
        }
    }

    fn raw(&mut self, html: String) {
        self.events.push(Event::Html(html.into()));
    }

    fn rank(&self, level: usize) -> usize {
        level.saturating_sub(self.lift).max(1)
    }

    /// A long page begins with a list of what it holds.
    fn list_sections(&mut self) {
        let sections: Vec<(String, &str)> = self
            .heads
            .iter()
            .rev()
            .filter(|one| self.rank(one.rank) == 2)
            .map(|one| (slug(&one.words), &*one.words))
            .collect();
        if sections.len() > MANY {
            let list = list_of(&sections).into_string();
            self.raw(list);
        }
    }

    /// The way to the page of all codes.
    fn codes(&self) -> String {
        let codes = self.shelf.find(Path::new("docs/codes.md"), None);
        codes.map(|codes| from(&self.page.target, &codes.target)).unwrap_or_default()
    }

    /// Where a link leads; none if only its words are left.
    fn link(&mut self, to: &str) -> Option<CowStr<'static>> {
        match led(to, self.page, self.shelf, self.repository) {
            Ok(Led::To(address)) => Some(address.into()),
            Ok(Led::Page(address, title)) => {
                self.title = Some(title);
                Some(address.into())
            }
            Ok(Led::Copy(source, address)) => {
                self.copies.insert(source);
                Some(address.into())
            }
            Ok(Led::Folder) => None,
            Err(wrong) => {
                self.wrong.push(wrong);
                None
            }
        }
    }
}
