//! Plays games at the speed of machine code.
//!
//! A program becomes a WebAssembly module, which [wasmtime] turns into machine code. It works on the same cells as the interpreter, knows
//! nothing of words, events and views, and gives up whenever something is out of the ordinary: a fault of the rules, a bound that is
//! passed, a construct it does not know. Whoever asked then lets the interpreter play the same game with the same choices, so results never
//! depend on whether machine code was used. The sandbox of WebAssembly is what keeps hostile rules harmless here; no code of ours is unsafe.

mod emit;
mod host;
mod map;
mod passes;
mod player;
mod tables;

pub use passes::{Pass, Passes};
pub use player::{Course, Player, Stop};

use std::sync::Arc;

use rulehound_grammar::span::Location;
use rulehound_interpreter::play::{Fault, Game};
use rulehound_interpreter::program::ChoiceCode;
use wasmtime::{Config, Engine, Inlining, InstancePre, Linker, Module, OptLevel};

use host::Host;
use map::Map;

/// The rules hold something that is not turned into machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not turned into machine code")]
pub struct Unsupported {
    /// What it is.
    pub what: &'static str,
    /// Where it is written; nowhere if it is the whole of the rules.
    pub at: Option<Location>,
}

impl Unsupported {
    const fn new(what: &'static str) -> Self {
        Self { what, at: None }
    }

    /// Where it is written, unless that is known already.
    fn or_at(self, at: Option<Location>) -> Self {
        Self { at: self.at.or(at.filter(|at| *at != Location::default())), ..self }
    }
}

/// Why there is no machine code.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// The rules hold something that is not turned into machine code.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The rules fail before the first stop.
    #[error("the game does not begin: {}", .0.message)]
    Fault(Box<Fault>),
    /// This machine does not run machine code of ours.
    #[error("no machine code here: {0}")]
    Machine(String),
}

/// The machine code gave up; the interpreter knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the machine code gave up")]
pub struct Lost;

/// Why the machine code paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
enum Pause {
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
    game: Game,
    map: Arc<Map>,
    beginning: Vec<i32>,
    module: InstancePre<Host>,
}

impl Native {
    /// Turns a game into machine code.
    ///
    /// # Errors
    /// See [`NativeError`]; the interpreter plays every game.
    pub fn new(game: &Game) -> Result<Self, NativeError> {
        Self::with(game, &Passes::default())
    }

    /// Turns a game into machine code that is made faster by these passes only. What is played is the same.
    ///
    /// # Errors
    /// See [`NativeError`].
    pub fn with(game: &Game, passes: &Passes) -> Result<Self, NativeError> {
        let beginning = game.beginning().map_err(|fault| NativeError::Fault(Box::new(fault)))?;
        let emitted = emit::emit(game.program(), passes)?;
        let machine = |error: wasmtime::Error| NativeError::Machine(format!("{error:#}"));
        let mut config = Config::new();
        config.cranelift_opt_level(OptLevel::Speed).compiler_inlining(Inlining::Yes).wasm_backtrace_max_frames(None);
        let engine = Engine::new(&config).map_err(machine)?;
        let module = Module::new(&engine, &emitted.bytes).map_err(machine)?;
        let mut linker = Linker::new(&engine);
        host::link(&mut linker).map_err(machine)?;
        let module = linker.instantiate_pre(&module).map_err(machine)?;
        Ok(Self { game: game.clone(), map: Arc::new(emitted.map), beginning, module })
    }

    /// Somebody who plays games, one after the other.
    ///
    /// # Errors
    /// [`NativeError::Machine`] if there is no memory for it.
    pub fn player(&self) -> Result<Player, NativeError> {
        Player::new(self).map_err(|error| NativeError::Machine(format!("{error:#}")))
    }
}

fn candidate_width(choice: &ChoiceCode) -> u32 {
    emit::candidate_width(choice)
}
