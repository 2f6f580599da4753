//! Who plays, the aim, and where the rules come from.

use super::names::counted;
use super::prose::Prose;
use super::{Block, Book, Section};
use rulehound_rules::model::Model;

/// How many play: `2 to 4 players`.
pub fn players(model: &Model) -> String {
    let (least, most) = (usize::from(model.players.least), usize::from(model.players.most));
    if least == most { counted(least, "player") } else { format!("{least} to {most} players") }
}

/// The short facts under the title.
pub fn badges(model: &Model) -> Vec<String> {
    let mut badges = vec![players(model)];
    let books = book(model);
    badges.extend(books.map(|books| format!("after {}", books.strip_prefix("after ").unwrap_or(&books))));
    badges
}

/// The rulebook, and what of it the game is a variant of.
fn book(model: &Model) -> Option<String> {
    (!model.books.is_empty()).then(|| model.books.join(", "))
}

/// The first section.
pub fn overview(book: &Book<'_>) -> Section {
    let model = book.model;
    let mut section = Section::new("game", "The game");
    let mut facts = vec![("Players".to_owned(), Prose::of_author(&players(model)))];
    if !model.players.names.is_empty() {
        let names: Vec<String> = model.players.names.iter().map(|name| name.replace('_', " ")).collect();
        facts.push(("Seats".to_owned(), Prose::of_author(&super::names::and(&names))));
    }
    if let Some(aim) = &model.notes.doc {
        facts.push(("Aim".to_owned(), Prose::of_author(aim)));
    }
    if let Some(books) = self::book(model) {
        facts.push(("Rulebook".to_owned(), Prose::of_author(&books)));
    }
    section.blocks.push(Block::Facts(facts));
    section.blocks.extend(model.players.notes.doc.as_ref().map(|doc| Block::Paragraph(Prose::of_author(doc))));
    section.blocks.extend(trust(model.notes.assume.as_ref()));
    section.blocks.extend(trust(model.players.notes.assume.as_ref()));
    section
}

/// What was taken on trust, where something was.
pub fn trust(assume: Option<&String>) -> Option<Block> {
    assume.map(|text| Block::Trust(Prose::of_author(text)))
}
