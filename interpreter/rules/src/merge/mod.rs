//! From the trees of several files to one list of declarations, in the order of the merged game.
//!
//! In: the files of a game, parents first. Out: every declaration that still stands, with what was added to it, what it
//! replaced (`base`) and which remarks it inherits. Names inside declarations are not looked at; that is for `resolve`.

mod clauses;
mod combine;
mod key;
mod touched;
mod ways;

pub use clauses::Claused;
pub use combine::merge;
pub use key::{Category, Key, clause_value, key_of, value_names};
pub use ways::fits;

use std::collections::BTreeSet;
use std::sync::Arc;

use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree;

use crate::model::Way;

/// A file that was read.
#[derive(Debug)]
pub struct Loaded {
    /// Which.
    pub id: FileId,
    /// Its tree.
    pub tree: tree::File,
    /// Itself and every file it goes back to.
    pub ancestors: BTreeSet<FileId>,
}

/// A merged game.
#[derive(Debug, Default)]
pub struct Merged {
    /// The title of the entry file.
    pub title: String,
    /// Where the title stands.
    pub heading: Location,
    /// Remarks on the game.
    pub notes: Vec<(FileId, tree::Note)>,
    /// The rulebooks of the game and of those it is a variant of, the first game's first.
    pub books: Vec<String>,
    /// The sections of the rulebook: those of the parents, then those that the file adds.
    pub sections: Vec<(FileId, tree::Plain)>,
    /// The files that list sections.
    pub listing: Vec<FileId>,
    /// Who plays.
    pub players: Option<Item<tree::Players>>,
    /// Everything else, in the order of the merged game.
    pub things: Vec<Thing>,
    /// Definitions, or clauses of them, that were replaced.
    pub former_definitions: Vec<Former<tree::Definition>>,
    /// Phases and rules, or clauses of them, that were replaced.
    pub former_runnables: Vec<Former<tree::Runnable>>,
    /// What was removed.
    pub removed: Vec<Removed>,
    /// Whether declarations are missing because they could not be read.
    pub unreadable: bool,
}

/// A declaration with its file.
#[derive(Debug)]
pub struct Item<T> {
    /// The file.
    pub file: FileId,
    /// The declaration.
    pub tree: Arc<T>,
    /// Remarks of what it replaced: `ref` and `doc` hold on unless given again, and so does `as` where the values in its words are still
    /// there; `assume` does not, since the new text may no longer take anything on trust.
    pub inherited: Vec<(FileId, tree::Note)>,
}

/// A declaration to which other files added something.
#[derive(Debug)]
pub struct Parts<T> {
    /// The declaration itself.
    pub first: Item<T>,
    /// What `extend` added, in order.
    pub more: Vec<(FileId, Arc<T>)>,
}

/// All clauses of one name.
#[derive(Debug)]
pub struct Group<T> {
    /// In order; never empty.
    pub clauses: Vec<Clause<T>>,
    /// Clauses that were removed; the types of parameters may stand on them.
    pub removed: Vec<Clause<T>>,
    /// If it is what a line in the braces of a board says, what it is about.
    pub way: Option<Way>,
}

/// One clause, or the whole if there is only one.
#[derive(Debug)]
pub struct Clause<T> {
    /// The declaration.
    pub item: Item<T>,
    /// What `base` means in it: an index into the list of former ones.
    pub former: Option<usize>,
}

/// What something replaced.
#[derive(Debug)]
pub struct Former<T> {
    /// The name it had, which is the name of what replaced it.
    pub name: String,
    /// Whether only one clause of several was replaced.
    pub single: bool,
    /// The clauses as they stood.
    pub clauses: Vec<Clause<T>>,
}

/// Something a variant took away.
#[derive(Debug)]
pub struct Removed {
    /// Its name.
    pub name: String,
    /// Where it is removed.
    pub at: Location,
}

/// A declaration of the merged game.
#[derive(Debug)]
pub enum Thing {
    /// A list of values.
    Enumeration(Parts<tree::Enumeration>),
    /// A kind of component.
    Component(Parts<tree::Component>),
    /// A board.
    Board(Item<tree::Board>),
    /// A zone.
    Zone(Item<tree::Zone>),
    /// A variable.
    Variable(Item<tree::Variable>),
    /// A setting.
    Setting(Item<tree::Setting>),
    /// A table.
    Table(Parts<tree::Table>),
    /// A definition.
    Definition(Group<tree::Definition>),
    /// A phase or a rule.
    Runnable(Group<tree::Runnable>),
    /// A trigger.
    Trigger(Item<tree::Trigger>),
    /// How a path lies on paper.
    Layout(Item<tree::Layout>),
}
