//! Blocks of code: with colours, the name of their file, and what is wrong with them where they are meant to be wrong.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::colours::{Words, console, script};

/// What the words behind a fence say.
struct Fence<'f> {
    language: &'f str,
    attributes: BTreeMap<&'f str, &'f str>,
}

/// What is found in a block that shows what is wrong.
const FINDINGS: [(&str, &str); 3] =
    [("error", "not allowed"), ("warning", "a warning"), ("fault", "goes wrong in play")];

/// A block as HTML; `codes` is the way to the page of all codes.
pub fn block(fence: &str, text: &str, words: &Words, codes: &str) -> Markup {
    let fence = read(fence);
    let code = match fence.language {
        "rules" => words.rules(text),
        "yaml" => script(text),
        "console" => console(text),
        _ => html! { (text) },
    };
    let file = fence.attributes.get("file").copied().unwrap_or_default();
    html! {
        figure class={ "block " (fence.language) } {
            @if let Some((finding, told)) = found(&fence) {
                figcaption {
                    (told)
                    @for code in finding { ": " a href={ (codes) "#" (code) } { (code) } }
                }
            } @else if !file.is_empty() {
                figcaption { (file) }
            }
            // Whoever has no mouse moves wide blocks with the keys.
            pre tabindex="0" { code { (code) } }
        }
    }
}

fn read(fence: &str) -> Fence<'_> {
    let mut words = fence.split_whitespace();
    let language = words.next().unwrap_or_default();
    Fence { language, attributes: words.map(|word| word.split_once('=').unwrap_or((word, ""))).collect() }
}

/// What is found in it, and how that is called. A warning of a whole file is no more than a section that is missing.
fn found<'f>(fence: &Fence<'f>) -> Option<(Vec<&'f str>, &'static str)> {
    if fence.attributes.contains_key("file") {
        return None;
    }
    FINDINGS.iter().find_map(|(key, told)| {
        let codes = fence.attributes.get(key).filter(|codes| !codes.is_empty())?;
        Some((codes.split(',').collect(), *told))
    })
}
