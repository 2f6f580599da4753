//! What the programs of this repository share with the library. No part of its interface: it may change at any time.

pub use crate::diagnostics::places::Places;
pub use crate::diagnostics::render::{Texts, of_fault, place, plain, render, source};
pub use crate::files::{Unread, begins_like_rules, is_in, leads_out, read};
pub use crate::random::Generators;
pub use crate::signs::{acts, escaped, picture, visible};

use rulehound_interpreter::play;

use crate::{Game, Position};

/// The engine's own position of one of the library's.
pub fn engine(position: &Position) -> &play::Position {
    &position.engine
}

/// The engine's own game of one of the library's.
pub fn engine_game(game: &Game) -> &play::Game {
    game.engine()
}

/// What has happened since the stop before, with what memories of seats take in.
pub fn log(position: &Position) -> &play::Log {
    &position.log
}
