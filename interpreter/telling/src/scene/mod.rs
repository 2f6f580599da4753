//! A position as people see it, ready to be drawn: data with handles, so that whoever draws has no words to take apart.
//!
//! It is built up from what its viewer is told and nothing else. What says nothing is left out: empty places, boxes, variables that have
//! no name at the table or still hold their first value, unless that is a number that is neither 0 nor the least.

mod about;
mod beside;
mod build;
mod changed;
mod handles;
mod piece;
mod struck;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rulehound_engine::play::{Appearances, Position, Viewer};
use rulehound_rules::model::{AreaId, DefinitionId, VariableId};

use crate::letters::Discs;
pub use about::{About, Named, about};
pub use handles::Handle;
pub use piece::{Lying, Piece};

/// A position as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The boards, in the order of the rules.
    pub boards: Vec<BoardScene>,
    /// Places that belong to no player and hold something, in the order of the rules.
    pub common: Vec<Spot>,
    /// The players with what is theirs; the viewer first, then as they sit.
    pub seats: Vec<SeatScene>,
    /// Dice and the like that lie in no place, as they fell.
    pub dice: Vec<Piece>,
    /// Variables that belong to no player, and what is shown besides.
    pub values: Vec<Value>,
    /// What besides boards is not as it was when the viewer looked last ([`Scene::since`]): common things first, then the players as they
    /// stand here.
    pub changed: Vec<Changed>,
}

/// A place or value that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which.
    pub what: Part,
    /// Whose it is, by seat; nobody's of common ones.
    pub seat: Option<usize>,
    /// What it is called, with its owner: `Ann's hand`.
    pub name: String,
}

/// A part of a scene besides boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A place: its zone, and which of them for its owner, from 0.
    Spot(AreaId, usize),
    /// A value.
    Value(Source),
    /// The dice that lie in no place.
    Dice,
}

/// A board and what stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardScene {
    /// Which.
    pub area: AreaId,
    /// What it is called.
    pub name: String,
    /// The handle of each place of the board, by its index from 0.
    pub places: Vec<u32>,
    /// The places that its layout shows beside those; their indices go on behind. None where there is no such place at this table.
    pub beside: Vec<Option<BesideScene>>,
    /// What stands on each place that holds something, by its index from 0.
    pub standing: Standing,
    /// The places, by their index, that something left or came to since the viewer looked last ([`Scene::since`]).
    pub changed: BTreeSet<usize>,
    /// Whether its viewer sees it turned half round, from the other side.
    pub turned: bool,
    /// What may stand there, however the game goes: letters are settled by it.
    pub appearances: Arc<Appearances>,
}

/// A place of a zone that lies beside a path on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideScene {
    /// Its handle.
    pub place: u32,
    /// Whose it is, by seat.
    pub seat: Option<usize>,
    /// What it is called: `Ann's lane 3`.
    pub name: String,
    /// The same without its owner if that is a player: `lane 3`.
    pub bare: String,
}

impl BoardScene {
    /// What lies beside the board at an index behind its own places; `None` for those, and where there is no such place.
    pub fn beside_at(&self, index: usize) -> Option<&BesideScene> {
        // Each place of the board itself has a handle.
        self.beside.get(index.checked_sub(self.places.len())?)?.as_ref()
    }

    /// What stands on each place, with the letter of each piece where colours tell whose it is. A letter means the same all through a
    /// game.
    pub fn lettered(&self, players: &[String]) -> BTreeMap<usize, Vec<(String, &Piece)>> {
        let discs = Discs::new(self, players);
        let places = self.standing.iter();
        places.map(|(index, pieces)| (*index, pieces.iter().map(|piece| (discs.of(piece), piece)).collect())).collect()
    }
}

/// What stands on each place of a board that holds something, by its index from 0.
pub type Standing = BTreeMap<usize, Vec<Piece>>;

/// A player at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatScene {
    /// Which seat, from 0.
    pub seat: usize,
    /// What the player is called.
    pub name: String,
    /// Whether the player is to decide.
    pub decides: bool,
    /// The player's places that hold something, in the order of the rules.
    pub spots: Vec<Spot>,
    /// The player's variables, and what is shown of the player.
    pub values: Vec<Value>,
    /// What the player has of such things and the viewer does not see.
    pub unseen: Vec<Source>,
}

/// A place besides boards, and what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its handle.
    pub place: u32,
    /// The zone it is one of.
    pub area: AreaId,
    /// Which of them for its owner, from 0.
    pub index: usize,
    /// What it is called, without its owner if that is a player.
    pub name: String,
    /// What lies there.
    pub lying: Lying,
    /// How many of what kind: `13 cards`.
    pub all: String,
}

/// A value that is told: of a cell of a variable, or worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What gives it.
    pub of: Source,
    /// What it is called, without its owner if that is a player; nothing where it is what the player is.
    pub name: String,
    /// What it holds.
    pub value: Held,
}

/// What gives a value; variables stand before what is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A variable, and which of its cells for its owner, from 0.
    Variable(VariableId, usize),
    /// A definition that is shown.
    Definition(DefinitionId),
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Whether something is so.
    Mark(bool),
    /// A number.
    Number(i32),
    /// Anything else, in words.
    Words(String),
}

impl Scene {
    /// What this viewer sees of a position. Whoever sits nowhere sees what all see.
    pub fn of(position: &Position, viewer: Viewer) -> Self {
        build::scene(position, viewer)
    }

    /// The board with this number among all areas.
    pub fn board(&self, area: AreaId) -> Option<&BoardScene> {
        self.boards.iter().find(|board| board.area == area)
    }
}

impl std::fmt::Display for Held {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Mark(true) => to.write_str("yes"),
            Self::Mark(false) => to.write_str("no"),
            Self::Number(number) => write!(to, "{number}"),
            Self::Words(words) => to.write_str(words),
        }
    }
}
