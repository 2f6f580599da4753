//! Plays games at the speed of machine code.
//!
//! A program becomes a WebAssembly module, which [wasmtime] turns into machine code. It works on the same cells as the interpreter, knows
//! nothing of words, events and views, and gives up whenever something is out of the ordinary: a fault of the rules, a bound that is
//! passed, a construct it does not know. Whoever asked then lets the interpreter play the same game with the same choices, so results never
//! depend on whether machine code was used. The sandbox of WebAssembly is what keeps hostile rules harmless here; no code of ours is unsafe.
//!
//! Without the feature `machine-code` there is none for any game, and nothing of wasmtime has to be built.

mod course;
mod passes;

#[cfg(feature = "machine-code")]
mod emit;
#[cfg(feature = "machine-code")]
mod host;
#[cfg(feature = "machine-code")]
mod identity;
#[cfg(feature = "machine-code")]
mod made;
#[cfg(feature = "machine-code")]
mod map;
#[cfg(feature = "machine-code")]
mod player;
#[cfg(feature = "machine-code")]
mod tables;

#[cfg(not(feature = "machine-code"))]
mod absent;

#[cfg(not(feature = "machine-code"))]
pub use absent::{Native, Player};
pub use course::Course;
#[cfg(feature = "machine-code")]
pub use made::Native;
#[cfg(feature = "machine-code")]
use made::{Pause, candidate_width};
pub use passes::{Entry, Pass, Passes};
#[cfg(feature = "machine-code")]
pub use player::{Aside, Open, Player, Shelf};
pub use rulehound_interpreter::play::Stop;

use rulehound_grammar::span::Location;
use rulehound_interpreter::play::Fault;

/// The rules hold something that is not turned into machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not turned into machine code")]
pub struct Unsupported {
    /// What it is.
    pub what: &'static str,
    /// Where it is written; nowhere if it is the whole of the rules.
    pub at: Option<Location>,
}

#[cfg(feature = "machine-code")]
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
    #[error("{0}")]
    Machine(String),
}

/// The machine code gave up; the interpreter knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the machine code gave up")]
pub struct Lost;
