//! What a page is told first: how boards lie, and everything else that never changes.

use rulehound_interpreter::play::Game;
use serde_json::{Value, json};

use crate::frame;

/// The first message: title, players, boards; who is told it is put in as `you`.
pub fn hello(game: &Game) -> Value {
    let model = &game.instance().model;
    json!({
        "t": "hello",
        "v": 1,
        "title": model.title,
        "about": model.notes.doc,
        "rules": format!("{:016x}", game.hash()),
        "players": game.instance().players,
        "boards": frame::plans(game),
    })
}
