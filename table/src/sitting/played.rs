//! What is played at a table: rules at their seats, and what is told of them once. Changed rules are another of these.

use std::sync::{Arc, OnceLock};

use rulehound_interpreter::document;
use rulehound_interpreter::play::Game;
use rulehound_interpreter::script::Headline;
use serde_json::{Value, json};

use crate::opening::{Opening, Trouble};

/// Rules at a table.
pub struct Played {
    /// What it was opened with.
    pub opening: Opening,
    /// The game.
    pub game: Game,
    /// How boards lie, and everything else that never changes.
    hello: Value,
    document: OnceLock<Arc<String>>,
}

impl Played {
    /// # Errors
    /// The rules cannot be put on this table.
    pub fn new(opening: Opening) -> Result<Self, Trouble> {
        let game = opening.game().map_err(Trouble::Rules)?;
        let hello = rulehound_course::hello(&game);
        Ok(Self { opening, game, hello, document: OnceLock::new() })
    }

    /// What a browser is told first, at this seat or looking on, and as the host or not.
    pub fn hello(&self, seat: Option<usize>, host: bool) -> Value {
        let mut hello = self.hello.clone();
        if let Some(map) = hello.as_object_mut() {
            map.insert("you".to_owned(), json!(seat));
            map.insert("host".to_owned(), json!(host));
        }
        hello
    }

    /// The rule document, made when it is first asked for.
    pub fn document(&self) -> Arc<String> {
        let made = || Arc::new(document::html(&document::document(&self.opening.model, &[])));
        self.document.get_or_init(made).clone()
    }

    /// How a script of this game begins.
    pub fn headline(&self) -> Headline {
        Headline {
            game: self.opening.name.clone(),
            title: Some(format!("{}, as it was played", self.opening.model.title)),
            players: self.game.instance().players.clone(),
            settings: self.opening.table.settings.clone().into_iter().collect(),
        }
    }
}
