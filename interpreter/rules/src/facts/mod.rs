//! What can be known of a game without playing it: who writes and reads what, what sets off what, what may stop.
//!
//! In: a [`Model`]. Out: plain data, asked by the checks and by lowering. Pure functions, ordered collections; nothing here
//! recurses along calls, so a hostile file cannot exhaust the stack.

pub mod calls;
pub mod costs;
mod does;
pub mod effects;
pub mod exits;
pub mod goals;
mod hides;
pub mod joined;
pub mod noted;
pub mod reads;
pub mod secrets;
pub mod sets;
pub mod spread;
mod steps;
pub mod stops;
pub mod unproven;
pub mod walk;
pub mod watch;
pub mod work;

pub use calls::{Around, Calls, Node, Step, Why};
pub use effects::{Movement, Writes};
pub use exits::{Exits, Flow, Left};
pub use reads::Reads;
pub use secrets::Secrets;
pub use stops::Stops;
pub use watch::Watching;

use crate::model::{Block, Expression, Model, Statement};

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
    /// What somebody may not see.
    pub secrets: Secrets,
    /// What may do something that somebody does not see.
    hides: does::Does,
}

impl Facts {
    /// The facts of a game.
    pub fn new(model: &Model) -> Self {
        let watching = Watching::new(model);
        let calls = Calls::new(model, &watching);
        let stops = Stops::new(model, &watching, &calls);
        let flow = Flow::new(model, &watching, &calls, &stops);
        let secrets = Secrets::new(model, watching.reading());
        let hides = does::Does::new(model, &watching, &calls, hides::hides_itself);
        Self { watching, calls, stops, flow, secrets, hides }
    }

    /// Whether an expression reads something that somebody may not see.
    pub fn reads_secrets(&self, model: &Model, expression: &Expression) -> bool {
        self.secrets.read_by(model, self.watching.reading(), expression)
    }

    /// What running a statement may write, with its blocks and all it runs and sets off.
    pub fn all_writes(&self, model: &Model, statement: &Statement) -> Writes {
        let inner = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
        let mut found = Writes::default();
        let mut runs = Vec::new();
        for one in inner.chain([statement]) {
            found.add(&effects::writes(model, one));
            runs.extend(calls::called(model, one));
            let whens = self.calls.with_following(self.watching.whens(model, one)).into_iter();
            let triggers = whens.chain(self.watching.after_move(model, one));
            runs.extend(triggers.map(Node::Trigger));
        }
        for node in spread::reached(runs, |node| self.calls.next(node)) {
            found.add(&steps::own_writes(model, node));
        }
        found
    }

    /// All statements that running a block may run, with those of all it runs and sets off.
    pub fn reached<'m>(&self, model: &'m Model, block: &'m Block) -> Vec<&'m Statement> {
        let mut found = walk::statements(block);
        let mut runs = Vec::new();
        for one in &found {
            runs.extend(calls::called(model, one));
            let whens = self.calls.with_following(self.watching.whens(model, one)).into_iter();
            runs.extend(whens.chain(self.watching.after_move(model, one)).map(Node::Trigger));
        }
        let bodies = spread::reached(runs, |node| self.calls.next(node)).into_iter();
        found.extend(bodies.filter_map(|node| calls::body(model, node)).flat_map(walk::statements));
        found
    }

    /// Whether running a statement may come to a decision or to chance.
    pub fn may_stop(&self, model: &Model, statement: &Statement) -> bool {
        self.stops.may_stop(model, &self.watching, &self.calls, statement)
    }

    /// Whether everybody sees whole whatever running a statement may do.
    pub fn is_open(&self, model: &Model, statement: &Statement) -> bool {
        !self.hides.statement(model, &self.watching, &self.calls, statement)
    }
}
