//! The sections of the rulebook with all that goes back to them.

use super::assumptions::everything;
use super::prose::{Prose, link, plain};
use super::{Block, Book, Example, Grid, Section};

/// The section.
pub fn index(book: &Book<'_>, examples: &[Example]) -> Section {
    let mut section = Section::new("index", "By section of the rulebook");
    let model = book.model;
    let mut found: Vec<(String, Vec<String>)> = model.sections.iter().map(|name| (plain(name), Vec::new())).collect();
    let mut cite = |reference: &str, words: String| {
        let reference = plain(reference);
        match found.iter_mut().find(|(name, _)| *name == reference) {
            Some((_, all)) if all.contains(&words) => {}
            Some((_, all)) => all.push(words),
            None => found.push((reference, vec![words])),
        }
    };
    for (id, name, notes) in everything(model).into_iter().skip(1) {
        if let Some(reference) = &notes.reference {
            cite(reference, if id.is_empty() { name } else { link(&id, &name) });
        }
    }
    for (number, example) in examples.iter().enumerate() {
        if let Some(reference) = &example.reference {
            cite(reference, link(&super::example::id(number), &format!("Example: {}", example.title)));
        }
    }
    let uncited: Vec<String> = found.iter().filter(|(_, all)| all.is_empty()).map(|(name, _)| name.clone()).collect();
    let rows: Vec<Vec<Prose>> = found
        .iter()
        .filter(|(_, all)| !all.is_empty())
        .map(|(name, all)| vec![Prose::of_author(name), Prose::read(&all.join(", "))])
        .collect();
    if rows.is_empty() {
        return section;
    }
    section.blocks.push(Block::Table(Grid {
        caption: "Sections of the rulebook".to_owned(),
        head: vec!["Section".to_owned(), "What is told of it here".to_owned()],
        rows,
        numbers: false,
    }));
    if !uncited.is_empty() {
        let words = format!("Of these sections nothing is told here: {}.", super::names::and(&uncited));
        section.blocks.push(Block::Paragraph(Prose::of_author(&words)));
    } else if !model.sections.is_empty() {
        section
            .blocks
            .push(Block::Paragraph(Prose::of_author("Something is told here of every section of the rulebook.")));
    }
    section
}
