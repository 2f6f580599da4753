//! What a table is opened with, and what can go wrong with it.

use std::sync::Arc;

use rulehound_bots::Level;
use rulehound_course::{Course, Wrong};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::{Fault, Game, PlayError};

/// A game that is to be played: its rules with all texts they were read from, who plays, and by what seed chance goes.
pub struct Opening {
    /// The game as it was named, so that a script of it can be run.
    pub name: String,
    /// The texts of the rules, the game itself first.
    pub sources: Vec<Source>,
    /// The checked rules.
    pub model: Arc<Model>,
    /// Players and settings.
    pub table: Table,
    /// For each seat the bot that plays there; `None` for people. Seats that are not named are for people.
    pub bots: Vec<Option<Level>>,
    /// The seed of chance.
    pub seed: u64,
}

/// Why something cannot be done at a table.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The rules misbehaved.
    #[error("the rules go wrong here: {0}")]
    Rules(String),
    /// A table that was kept cannot be opened again.
    #[error("the table `{table}` cannot be opened again: {why}")]
    Kept {
        /// Which.
        table: String,
        /// Why.
        why: String,
    },
    /// What is kept cannot be read or written.
    #[error("the file of the tables: {0}")]
    Store(#[from] rusqlite::Error),
    /// Nobody writes any more.
    #[error("the file of the tables is not written any more")]
    Closed,
    /// Another program has the file.
    #[error("another server has the file of these tables open")]
    Taken,
    /// The operating system gives no random numbers.
    #[error("no keys can be made: {0}")]
    Random(#[from] getrandom::Error),
    /// The network.
    #[error("{0}")]
    Network(#[from] std::io::Error),
}

impl From<Wrong> for Trouble {
    fn from(wrong: Wrong) -> Self {
        Self::Rules(wrong.0)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Rules(fault.message)
    }
}

impl From<PlayError> for Trouble {
    fn from(error: PlayError) -> Self {
        Fault::from(error).into()
    }
}

impl Opening {
    /// The game at its table.
    pub(crate) fn game(&self) -> Result<Game, String> {
        Game::load(self.model.clone(), &self.table).map_err(|error| error.to_string())
    }

    /// Plays it as far as it goes before anybody decides.
    ///
    /// # Errors
    /// Its rules go wrong there.
    pub fn begins(&self) -> Result<(), Trouble> {
        let game = self.game().map_err(Trouble::Rules)?;
        Course::begin(&game, self.seed, 0)?;
        Ok(())
    }

    /// The bot of a seat.
    pub(crate) fn bot(&self, seat: usize) -> Option<Level> {
        self.bots.get(seat).copied().flatten()
    }

    /// The first seat where no bot plays: its link is the first that is given out, and whoever has that is the host. Where bots play at all of
    /// them there is none.
    pub(crate) fn first_person(&self, seats: usize) -> usize {
        (0..seats).find(|seat| self.bot(*seat).is_none()).unwrap_or(usize::MAX)
    }
}
