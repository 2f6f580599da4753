//! The checked game: every name resolved, every expression typed, every variant merged. Data only.
//!
//! In: nothing but the checker makes one. Out: what is lowered to a program, what the reference evaluator walks, what documents
//! are written from. A model is independent of the number of players at the table and of the values of settings (an
//! instance fixes both).
//!
//! Every value is an `i32`: see [`value`] for the encoding.

mod area;
mod chosen;
mod declaration;
mod expression;
mod ids;
pub mod layout;
mod runnable;
mod statement;
mod text;
mod traits;
mod tuples;
mod types;
pub mod value;
mod ways;
mod within;

pub use area::*;
pub use chosen::*;
pub use declaration::*;
pub use expression::*;
pub use ids::*;
pub use runnable::*;
pub use statement::*;
pub use traits::*;
pub use tuples::*;
pub use types::*;
pub use ways::*;
pub use within::*;

use rulehound_grammar::span::{FileId, Location};

/// A checked game.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its title.
    pub title: String,
    /// Remarks on the game as a whole.
    pub notes: Notes,
    /// The rulebooks of the game and of those it is a variant of, the first game's first, as their `ref` names them.
    pub books: Vec<String>,
    /// The sections of the rulebook, in its order, those of variants behind; empty if they are not listed.
    pub sections: Vec<String>,
    /// The files that list them. Only there is a `ref` held against the list, since a house rule is in no rulebook.
    pub listing: Vec<FileId>,
    /// The files it was read from; [`Location::file`] counts along this list.
    pub sources: Vec<Source>,
    /// Who plays.
    pub players: Players,
    /// Enumerations, inline ones included, in declaration order.
    pub enumerations: Vec<Enumeration>,
    /// Kinds of component, in declaration order.
    pub kinds: Vec<Kind>,
    /// Boards and zones together, in declaration order.
    pub areas: Vec<Area>,
    /// Variables, in declaration order.
    pub variables: Vec<Variable>,
    /// Settings, in declaration order.
    pub settings: Vec<Setting>,
    /// Tables, in declaration order.
    pub tables: Vec<Table>,
    /// Definitions. Replaced ones that somebody still calls by `base` are in the list too, marked [`Definition::replaced`], and so are copies
    /// for greater depths ([`Within`]).
    pub definitions: Vec<Definition>,
    /// Phases and rules. Replaced ones that somebody still runs by `base` are in the list too, marked [`Runnable::replaced`], and so are copies
    /// for greater depths ([`Within`]).
    pub runnables: Vec<Runnable>,
    /// Triggers, in the order in which they are tried.
    pub triggers: Vec<Trigger>,
    /// All names bound inside definitions, rules and triggers.
    pub locals: Vec<Local>,
    /// Where play starts.
    pub play: RunnableId,
}

/// A file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name it was asked for by.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// `ref`, `doc`, `assume` and `as` of a declaration; inherited ones included.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The section of the rulebook.
    pub reference: Option<String>,
    /// One sentence.
    pub doc: Option<String>,
    /// What was taken on trust.
    pub assume: Option<String>,
    /// How it is called at the table.
    pub called: Option<Text>,
}

impl Notes {
    /// Whether `untold` says that nobody speaks of it at the table.
    pub fn unspoken(&self) -> bool {
        let empty = |piece: &Piece| matches!(piece, Piece::Words(words) if words.trim().is_empty());
        self.called.as_ref().is_some_and(|text| text.pieces.iter().all(empty))
    }

    /// Whether `as "is"` says that its value is what its player is: `Ann is asleep` instead of `Ann's state is asleep`.
    pub fn is_state(&self) -> bool {
        self.called
            .as_ref()
            .is_some_and(|text| matches!(text.pieces.as_slice(), [Piece::Words(words)] if words == "is"))
    }
}

/// A text with values in it.
#[derive(Clone, Debug)]
pub struct Text {
    /// Words and values in turn.
    pub pieces: Vec<Piece>,
    /// Where it stands.
    pub at: Location,
}

/// A part of a [`Text`].
#[derive(Clone, Debug)]
pub enum Piece {
    /// Plain words.
    Words(String),
    /// A value, worded as values are worded.
    Value(Expression),
    /// A number and what is counted: `3 cards`.
    Counted {
        /// How many.
        number: Expression,
        /// What one is called.
        one: Vec<Piece>,
        /// What none and several are called.
        many: Vec<Piece>,
    },
    /// Words that hang on a condition.
    If {
        /// The condition.
        condition: Expression,
        /// The words if it holds.
        then: Vec<Piece>,
        /// The words if it does not.
        otherwise: Vec<Piece>,
    },
}
