//! Where machine code is left out of the program: there is none for any game, and nobody who plays with it.

use rulehound_interpreter::cells::Notes;
use rulehound_interpreter::model::KindId;
use rulehound_interpreter::play::{Game, Outcome, Playout, Seeded, Stop};

use crate::{Course, Entry, Lost, NativeError, Passes};

/// Nothing is ever of this type.
enum Never {}

/// Machine code of a game; never made.
pub struct Native(Never);

/// Plays games with machine code; nobody does.
pub struct Player(Never);

impl Native {
    /// Tells that there is no machine code here.
    ///
    /// # Errors
    /// Always [`NativeError::Machine`].
    pub fn new(game: &Game) -> Result<Self, NativeError> {
        Self::with(game, &Passes::default(), Entry::Games)
    }

    /// The same.
    ///
    /// # Errors
    /// Always [`NativeError::Machine`].
    pub fn with(_: &Game, _: &Passes, _: Entry) -> Result<Self, NativeError> {
        Err(NativeError::Machine("this program was built without it".to_owned()))
    }

    /// No kinds.
    pub fn without_identity(&self) -> impl Iterator<Item = KindId> {
        std::iter::empty()
    }

    /// Somebody who plays games.
    ///
    /// # Errors
    /// Nobody comes to ask.
    pub fn player(&self) -> Result<Player, NativeError> {
        match self.0 {}
    }
}

/// As with machine code.
#[expect(missing_docs, clippy::missing_errors_doc, reason = "each is what it is with machine code")]
impl Player {
    pub fn start(&mut self) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn stop(&self) -> Stop {
        match self.0 {}
    }

    pub fn decider(&mut self) -> Result<usize, Lost> {
        match self.0 {}
    }

    pub fn count(&mut self, _: usize) -> Result<usize, Lost> {
        match self.0 {}
    }

    pub fn apply(&mut self, _: usize, _: usize) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn weights(&mut self) -> Result<Vec<u32>, Lost> {
        match self.0 {}
    }

    pub fn resolve(&mut self, _: usize) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn resolve_random(&mut self, _: &mut Seeded) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn work(&mut self) -> u64 {
        match self.0 {}
    }

    pub fn outcome(&mut self) -> Option<Outcome> {
        match self.0 {}
    }

    pub fn position(&mut self) -> Vec<i32> {
        match self.0 {}
    }

    pub fn random(&mut self, _: Seeded, _: Option<Seeded>, _: u64) -> Result<Course, Lost> {
        match self.0 {}
    }

    pub fn playout(&mut self, _: Seeded, _: Seeded, _: u64) -> Result<Playout, Lost> {
        match self.0 {}
    }

    pub fn notes(&mut self) -> Notes {
        match self.0 {}
    }

    pub fn load(&mut self, _: &[i32], _: &Notes) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn play_on(&mut self, _: Seeded, _: Seeded, _: u64) -> Result<Course, Lost> {
        match self.0 {}
    }

    pub fn meaning(&mut self, _: usize, _: usize, _: &mut Vec<i32>) -> Result<(), Lost> {
        match self.0 {}
    }

    pub fn is_gathering(&self) -> bool {
        match self.0 {}
    }
}
