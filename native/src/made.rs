//! Machine code of a game: made by wasmtime from what `emit` writes.

use std::sync::Arc;

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::play::Game;
use rulehound_interpreter::program::ChoiceCode;
use wasmtime::{Config, Engine, Inlining, InstancePre, Linker, Module, OptLevel};

use crate::host::{self, Host};
use crate::map::Map;
use crate::{Entry, NativeError, Pass, Passes, Player, emit};

/// Why the machine code paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Pause {
    Decision,
    Gathering,
    Chance,
    Over,
    PrivateEnd,
    PathEnd,
    PathFails,
}

/// Machine code of a game at a table; share it between threads and make each a [`Player`].
pub struct Native {
    pub(crate) game: Game,
    pub(crate) map: Arc<Map>,
    pub(crate) beginning: Vec<i32>,
    pub(crate) entry: Entry,
    /// Whether playouts draw lots.
    pub(crate) lots: bool,
    pub(crate) module: InstancePre<Host>,
}

impl Native {
    /// Turns a game into machine code for random games.
    ///
    /// # Errors
    /// See [`NativeError`]; the interpreter plays every game.
    pub fn new(game: &Game) -> Result<Self, NativeError> {
        Self::with(game, &Passes::default(), Entry::Games)
    }

    /// Turns a game into machine code that is made faster by these passes only, to be entered there. What is played is the same.
    ///
    /// # Errors
    /// See [`NativeError`].
    pub fn with(game: &Game, passes: &Passes, entry: Entry) -> Result<Self, NativeError> {
        let beginning = game.beginning().map_err(|fault| NativeError::Fault(Box::new(fault)))?;
        let emitted = emit::emit(game.program(), passes, entry)?;
        let machine = |error: wasmtime::Error| NativeError::Machine(format!("{error:#}"));
        let (level, inlining) =
            if passes.has(Pass::Compiling) { (OptLevel::Speed, Inlining::Yes) } else { (OptLevel::None, Inlining::No) };
        let mut config = Config::new();
        config.cranelift_opt_level(level).compiler_inlining(inlining).wasm_backtrace_max_frames(None);
        let engine = Engine::new(&config).map_err(machine)?;
        let module = Module::new(&engine, &emitted.bytes).map_err(machine)?;
        let mut linker = Linker::new(&engine);
        host::link(&mut linker).map_err(machine)?;
        let module = linker.instantiate_pre(&module).map_err(machine)?;
        let lots = passes.has(Pass::Lots);
        Ok(Self { game: game.clone(), map: Arc::new(emitted.map), beginning, entry, lots, module })
    }

    /// The kinds of which games that are played whole only keep how many lie where: see [`Pass::ComponentsAsCounts`].
    pub fn without_identity(&self) -> impl Iterator<Item = KindId> {
        self.map.without_identity.iter().copied()
    }

    /// Somebody who plays games, one after the other.
    ///
    /// # Errors
    /// [`NativeError::Machine`] if there is no memory for it.
    pub fn player(&self) -> Result<Player, NativeError> {
        Player::new(self).map_err(|error| NativeError::Machine(format!("{error:#}")))
    }
}

/// How many words a candidate of a decision takes.
pub fn candidate_width(choice: &ChoiceCode) -> u32 {
    emit::candidate_width(choice)
}
