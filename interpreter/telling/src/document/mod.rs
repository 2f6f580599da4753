//! Rule documents: what a family reads, written from the checked rules.
//!
//! In: a [`Model`], played scripts, and the model a variant changes. Out: a [`Document`] as data, and its text as HTML or Markdown. Nothing
//! is said here that does not stand in the rules, so nothing can drift from what the engine does. No files in here.

mod anchor;
mod assumptions;
mod audience;
mod beside;
mod board;
mod components;
mod ending;
mod english;
mod example;
mod flow;
mod fold;
mod given;
mod glance;
mod hexagons;
mod html;
mod index;
mod listed;
mod markdown;
mod met;
mod names;
mod net;
mod overview;
pub mod picture;
mod plain;
mod preparation;
mod printed;
mod prose;
mod rule;
mod settings;
mod setup;
mod sizes;
mod tables;
mod terms;
mod tree;
mod triggers;
mod turns;
mod unnamed;
mod variant;
mod ways;

pub use anchor::anchor;
pub use board::plan;
pub use english::Sorted;
pub use example::{Example, ExampleError};
pub use html::{MARK, html, linked};
pub use markdown::markdown;
pub use plain::{about, changes, mentioning, plain};
pub use prose::{Inline, Prose};
pub use tree::{Block, Document, Grid, Line, Section, Told};
pub use variant::variant;

use std::sync::Arc;

use rulehound_rules::facts::Facts;
use rulehound_rules::model::{Model, Source};

/// What a document is written from.
pub(crate) struct Book<'m> {
    /// The game.
    pub model: &'m Arc<Model>,
    /// What sets off what.
    pub facts: Facts,
    /// Who decides where.
    pub turns: Arc<turns::Turns>,
}

impl<'m> Book<'m> {
    fn new(model: &'m Arc<Model>) -> Self {
        Self { model, facts: Facts::new(model), turns: Arc::new(turns::Turns::new(model)) }
    }
}

/// Of the files of a variant the one that extends no other: the game that is changed. None for a game of its own.
pub fn origin(sources: &[Source]) -> Option<&Source> {
    let alone = |source: &&Source| {
        let parsed = rulehound_grammar::parse(rulehound_grammar::span::FileId(0), &source.text);
        parsed.file.game.is_some_and(|heading| heading.extends.is_empty())
    };
    sources.iter().find(alone).filter(|_| sources.len() > 1)
}

/// The document of a game, with the exact steps folded away.
pub fn document(model: &Arc<Model>, examples: &[Example]) -> Document {
    let model = &model.usual();
    let book = Book::new(model);
    let mut document = written(&book, examples);
    fold::fold(&mut document);
    beside::words(&book, &mut document);
    beside::examples(&mut document, examples);
    document
}

/// The same with nothing folded.
fn whole(model: &Arc<Model>, examples: &[Example]) -> Document {
    written(&Book::new(&model.usual()), examples)
}

fn written(book: &Book<'_>, examples: &[Example]) -> Document {
    let model = book.model;
    let mut sections = vec![
        overview::overview(book),
        components::components(book),
        setup::table(book),
        glance::glance(book),
        rule::rules(book),
        triggers::triggers(book),
        ending::ending(book),
        flow::flow(book),
        audience::audience(book),
        terms::terms(book),
        tables::tables(book),
        settings::settings(book),
        assumptions::assumptions(book),
        index::index(book, examples),
    ];
    sections.retain(|section| !section.is_empty());
    Document {
        title: prose::plain(&model.title),
        lead: model.notes.doc.as_deref().map(prose::plain),
        kicker: "The rules of".to_owned(),
        badges: overview::badges(model),
        sections,
    }
}
