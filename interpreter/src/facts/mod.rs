//! What can be known of a game without playing it: who writes and reads what, what sets off what, what may stop.
//!
//! In: a [`Model`](crate::model::Model). Out: plain data, asked by the checks and by lowering. Pure functions, ordered collections; nothing here
//! recurses along calls, so a hostile file cannot exhaust the stack.

pub mod calls;
pub mod effects;
pub mod exits;
pub mod reads;
pub mod sets;
pub mod spread;
mod steps;
pub mod stops;
pub mod walk;
pub mod watch;

pub use calls::{Around, Calls, Node, Step, Why};
pub use effects::{Movement, Writes};
pub use exits::{Exits, Flow, Left};
pub use reads::Reads;
pub use stops::Stops;
pub use watch::Watching;

use crate::model::Model;

/// All facts of one game, worked out once.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What sets off triggers.
    pub watching: Watching,
    /// Who runs whom.
    pub calls: Calls,
    /// What may stop.
    pub stops: Stops,
    /// How bodies can end.
    pub flow: Flow,
}

impl Facts {
    /// The facts of a game.
    pub fn new(model: &Model) -> Self {
        let watching = Watching::new(model);
        let calls = Calls::new(model, &watching);
        let stops = Stops::new(model, &watching, &calls);
        let flow = Flow::new(model, &watching, &calls);
        Self { watching, calls, stops, flow }
    }
}
