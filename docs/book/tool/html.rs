//! What stands around the text of every page: contents, the way on and back.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::links::from;
use crate::page::Page;
use crate::shelf::Shelf;

/// A page whole.
pub fn whole(shelf: &Shelf, at: usize, body: &str) -> Markup {
    let page = &shelf.pages[at];
    let way = |name: &str| from(&page.target, name.as_ref());
    let title = if at == 0 { page.title.clone() } else { format!("{} – {}", page.title, shelf.pages[0].title) };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(way("book.css"));
            }
            body {
                a class="skip" href="#text" { "To the text" }
                header { a href=(way("index.html")) { (shelf.pages[0].title) } }
                div class="sheet" {
                    nav aria-label="Contents" { (contents(shelf, at)) }
                    main id="text" {
                        (PreEscaped(body))
                        nav class="on" aria-label="On and back" { (around(shelf, at)) }
                    }
                }
            }
        }
    }
}

/// The pages part by part; the part that is read is unfolded.
fn contents(shelf: &Shelf, at: usize) -> Markup {
    html! {
        @for (part, title) in shelf.parts.iter().enumerate() {
            @if title.is_empty() {
                (list(shelf, at, part))
            } @else {
                details open[shelf.pages[at].part == part || at == 0] {
                    summary { (title) }
                    (list(shelf, at, part))
                }
            }
        }
    }
}

fn list(shelf: &Shelf, at: usize, part: usize) -> Markup {
    let here = &shelf.pages[at];
    html! {
        ul {
            @for (number, page) in shelf.pages.iter().enumerate().filter(|(_, page)| page.part == part) {
                li class={ "depth" (page.depth) } {
                    a href=(from(&here.target, &page.target)) aria-current=[(number == at).then_some("page")] { (page.title) }
                }
            }
        }
    }
}

fn around(shelf: &Shelf, at: usize) -> Markup {
    let here = &shelf.pages[at];
    let link = |class: &str, page: &Page, before: &str, behind: &str| {
        html! { a class=(class) href=(from(&here.target, &page.target)) { (before) (page.title) (behind) } }
    };
    html! {
        @if let Some(page) = at.checked_sub(1).and_then(|before| shelf.pages.get(before)) { (link("back", page, "← ", "")) }
        @if let Some(page) = shelf.pages.get(at + 1) { (link("next", page, "", " →")) }
    }
}

/// What a long page holds: a link to each of its sections.
pub fn list_of(sections: &[(String, &str)]) -> Markup {
    html! {
        details class="sections" {
            summary { "On this page" }
            ul { @for (slug, words) in sections { li { a href={ "#" (slug) } { (words) } } } }
        }
    }
}
