//! Definitions, phases and rules that come back to themselves, so deep as a `deep` allows.
//!
//! Nothing runs twice at once, so a model holds whatever stands in such a circle once for each depth: as it is written, and a copy for every
//! depth below. A copy calls those of the next depth, so nothing in a finished model leads back to itself. What is called beyond the
//! greatest depth does nothing but [`ExpressionKind::TooDeep`](super::ExpressionKind::TooDeep).

use rulehound_grammar::span::Location;

use super::{Definition, DefinitionId, Model, Runnable, RunnableId};

/// That something comes back to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within<Id> {
    /// As it is written; itself unless it is a copy.
    pub written: Id,
    /// The number of the circle, among those of definitions or of rules.
    pub circle: u32,
    /// How many of its circle that say `deep` are running when it runs, itself among them.
    pub level: u32,
    /// How deep it may be, if it says so itself.
    pub deep: Option<Deep>,
}

/// `deep 15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deep {
    /// How many may be running at once.
    pub most: u32,
    /// Where that is written.
    pub at: Location,
}

impl<Id> Within<Id> {
    /// One deeper in what says `deep`.
    pub fn below(&self, around: u32) -> u32 {
        around + u32::from(self.deep.is_some())
    }

    /// Whether it stands for a greater depth than that of a call from outside.
    pub fn is_copy(&self) -> bool {
        self.level != self.below(0)
    }
}

impl Definition {
    /// Whether it is a `def` of the game: neither replaced nor a copy, nor said in the braces of a board.
    pub fn is_written(&self) -> bool {
        !self.replaced && !self.is_copy() && self.way.is_none()
    }

    /// Whether it is a copy for a greater depth, or for a further value of tuples.
    pub fn is_copy(&self) -> bool {
        self.within.is_some_and(|within| within.is_copy()) || super::is_further_value(self)
    }
}

impl Runnable {
    /// Whether it is neither replaced nor a copy for a greater depth.
    pub fn is_written(&self) -> bool {
        self.replaced.is_none() && !self.is_copy()
    }

    /// Whether it is a copy for a greater depth.
    pub fn is_copy(&self) -> bool {
        self.within.is_some_and(|within| within.is_copy())
    }
}

impl Model {
    /// The definition as it is written.
    pub fn written_definition(&self, id: DefinitionId) -> DefinitionId {
        self.definitions.get(id.index()).and_then(|one| one.within).map_or(id, |within| within.written)
    }

    /// The phase or rule as it is written.
    pub fn written_runnable(&self, id: RunnableId) -> RunnableId {
        self.runnables.get(id.index()).and_then(|one| one.within).map_or(id, |within| within.written)
    }
}
