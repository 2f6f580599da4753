//! A document as one HTML page that needs nothing else: no fonts, no requests. A few lines of script find words in it; without them it is whole.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::english::Sorted;
use super::picture::{Drawn, Picture, svg};
use super::prose::{Inline, Prose};
use super::tree::{Block, Document, Grid, Line, Section, Told};
use rulehound_grammar::span::Location;

/// The looks: light, dark, paper, phone.
const STYLE: &str = include_str!("style.css");

/// Finds words in the page.
const SEARCH: &str = include_str!("search.js");

/// The mark by which a page is known as generated, so that it may be overwritten.
pub const MARK: &str = "rulehound doc";

/// The page.
pub fn html(document: &Document) -> String {
    linked(document, &|_| None)
}

/// The page, in which what the rules say somewhere carries the words for that place as `data-at`, so that an editor can lead there.
pub fn linked(document: &Document, place: &dyn Fn(Location) -> Option<String>) -> String {
    let mut page = Page { pictures: 0, place };
    let body = document.sections.iter().map(|section| page.part(section)).collect::<Vec<_>>();
    let description = document.lead.clone().unwrap_or_else(|| document.title.clone());
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(MARK);
                meta name="description" content=(description);
                title { (document.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "To the rules" }
                header.title {
                    p.kicker { (document.kicker) }
                    h1 { (document.title) }
                    @if let Some(lead) = &document.lead { p.aim { (lead) } }
                    ul.badges { @for badge in &document.badges { li { (badge) } } }
                }
                div.page {
                    nav aria-label="Contents" {
                        div.search role="search" hidden {
                            input type="search" placeholder="Find words" aria-label="Find words on this page";
                            output {}
                        }
                        (contents(document))
                    }
                    main id="content" { @for part in &body { (part) } }
                }
                footer { p { "Written by rulehound from the rules that its engine plays. Names belong to their publishers." } }
                script { (PreEscaped(SEARCH)) }
            }
        }
    };
    let mut text = markup.into_string();
    text.push('\n');
    text
}

fn contents(document: &Document) -> Markup {
    html! {
        details open {
            summary { "Contents" }
            ol {
                @for section in &document.sections {
                    li {
                        a href={ "#" (section.id) } { (section.heading) }
                        @if matches!(section.id.as_str(), "rules" | "triggers" | "examples" | "components") && !section.sections.is_empty() {
                            ol { @for part in &section.sections { li { a href={ "#" (part.id) } { (part.heading) } } } }
                        }
                    }
                }
            }
        }
    }
}

struct Page<'p> {
    pictures: usize,
    /// How places in the rules are told, if they are.
    place: &'p dyn Fn(Location) -> Option<String>,
}

impl Page<'_> {
    fn place(&self, at: Option<Location>) -> Option<String> {
        at.and_then(self.place)
    }

    fn part(&mut self, section: &Section) -> Markup {
        let blocks = self.blocks(&section.blocks);
        let inner: Vec<Markup> = section.sections.iter().map(|one| self.entry(one)).collect();
        html! {
            section.part id=(section.id) aria-labelledby={ (section.id) "-heading" } {
                h2 id={ (section.id) "-heading" } { (section.heading) }
                (blocks)
                @for one in &inner { (one) }
            }
        }
    }

    fn entry(&mut self, section: &Section) -> Markup {
        let blocks = self.blocks(&section.blocks);
        html! {
            article.entry id=(section.id) data-at=[self.place(section.at)] {
                header {
                    @if section.label.is_some() || section.reference.is_some() {
                        p.label {
                            @if let Some(label) = &section.label { span { (label) } }
                            @if let Some(reference) = &section.reference { span.ref { "§ " (reference) } }
                        }
                    }
                    h3 { (section.heading) }
                }
                (blocks)
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) -> Markup {
        let all: Vec<Markup> = blocks.iter().map(|block| self.block(block)).collect();
        html! { @for one in &all { (one) } }
    }

    fn block(&mut self, block: &Block) -> Markup {
        match block {
            Block::Paragraph(prose) => html! { p { (inlines(prose)) } },
            Block::Lead(prose) => html! { p.lead { (inlines(prose)) } },
            Block::Trust(prose) => html! { p.trust { strong { "Taken on trust. " } (inlines(prose)) } },
            Block::Facts(facts) => html! {
                dl.facts { @for (label, fact) in facts { div { dt { (label) } dd { (inlines(fact)) } } } }
            },
            Block::Steps(lines) => self.steps(lines),
            Block::List(points) => html! { ul.points { @for point in points { li { (inlines(point)) } } } },
            Block::Table(grid) => table(grid),
            Block::Picture(picture) => self.picture(picture),
            Block::Story(told) => {
                let lines: Vec<Markup> = told.iter().map(|one| self.told(one)).collect();
                html! { div.story { @for line in &lines { (line) } } }
            }
            Block::Example { id, title, told } => {
                let lines: Vec<Markup> = told.iter().map(|one| self.told(one)).collect();
                html! {
                    details.example id=(id) {
                        summary { "Example: " (title) }
                        div.story { @for line in &lines { (line) } }
                    }
                }
            }
            Block::Exactly(blocks) => {
                let blocks = self.blocks(blocks);
                html! { details.exactly { summary { "Exactly" } (blocks) } }
            }
            Block::Sides(old, new) => {
                let (old, new) = (self.blocks(old), self.blocks(new));
                let side = |words: &str, class: &str, blocks: Markup| {
                    let empty = blocks.0.is_empty();
                    html! {
                        div class={ "side " (class) } {
                            p.which { (words) }
                            @if empty { p.none { (if class == "now" { "Left out." } else { "Nothing of this kind." }) } } @else { (blocks) }
                        }
                    }
                };
                html! { div.sides { (side("Before", "before", old)) (side("Now", "now", new)) } }
            }
        }
    }

    fn picture(&mut self, picture: &Picture) -> Markup {
        self.pictures += 1;
        let drawn = svg(picture, self.pictures);
        // A small board need not fill the page.
        // On a phone it is moved aside rather than made so small that its numbers cannot be read.
        let style = drawn_width(&drawn).map(|width| {
            let widest = if matches!(picture.drawn, Drawn::Board(_)) { width * 7 / 5 } else { width.max(700) };
            format!("max-width: {widest}px; --least: {}px", width * 17 / 20)
        });
        let class = match picture.drawn {
            Drawn::Board(_) => "board",
            Drawn::Flow(_) => "flow",
            Drawn::Faces(_) | Drawn::Items(_) => "pieces",
        };
        html! { figure class=(class) style=[style] tabindex="0" { (PreEscaped(drawn)) figcaption { (picture.title) } } }
    }

    fn told(&mut self, told: &Told) -> Markup {
        match told {
            Told::Heading(text) => html! { p.heading { (text) } },
            Told::Remark(text) => html! { p.remark { (text) } },
            Told::Event(text) => html! { p.event { (text) } },
            Told::Refused(text) => html! { p.refused { (text) } },
            Told::Picture(picture) => self.picture(picture),
        }
    }

    fn steps(&self, lines: &[Line]) -> Markup {
        html! { ol.steps { @for line in lines { (self.step(line)) } } }
    }

    fn step(&self, line: &Line) -> Markup {
        let class = match line.sort {
            Sorted::Plain => "plain",
            Sorted::Decision => "decision",
            Sorted::Way => "way",
            Sorted::Forbidden => "forbidden",
            Sorted::Chance => "chance",
        };
        // Ways of a decision and what forbids them have no order.
        let in_order = |one: &Line| matches!(one.sort, Sorted::Plain | Sorted::Decision | Sorted::Chance);
        let ordered = line.inner.iter().all(in_order);
        html! {
            li class=(class) data-at=[self.place(line.at)] {
                (inlines(&line.text))
                @if !line.inner.is_empty() {
                    @if ordered { ol.steps { @for one in &line.inner { (self.step(one)) } } }
                    @else { ul.steps { @for one in &line.inner { (self.step(one)) } } }
                }
            }
        }
    }
}

fn table(grid: &Grid) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(grid.caption) {
            table.numbers[grid.numbers] {
                caption { (grid.caption) }
                thead { tr { @for cell in &grid.head {
                    @if cell.is_empty() { td {} } @else { th scope="col" { (cell) } }
                } } }
                tbody { @for row in &grid.rows { tr {
                    @for (at, cell) in row.iter().enumerate() {
                        @if at == 0 { th scope="row" { (inlines(cell)) } } @else { td { (inlines(cell)) } }
                    }
                } } }
            }
        }
    }
}

fn inlines(prose: &Prose) -> Markup {
    html! {
        @for piece in &prose.0 {
            @match piece {
                Inline::Text(text) => (text),
                Inline::Link { to, text } => a href={ "#" (to) } { (text) },
                Inline::Page { file, text } => a href={ (file) ".html" } { (text) },
                Inline::Strong(text) => strong { (text) },
                Inline::Code(text) => code { (text) },
                Inline::Name(text) => em { (text) },
                Inline::Anchor { id, text } => span id=(id) { (text) },
            }
        }
    }
}

/// The natural width of a picture.
fn drawn_width(svg: &str) -> Option<u32> {
    svg.split_once(" width=\"")?.1.split_once('"')?.0.parse().ok()
}
