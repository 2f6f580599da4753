//! What may do a thing of some sort, with all it runs and sets off: what one statement does is carried to whatever runs it.

use std::collections::BTreeSet;

use crate::model::{Model, Statement};

use super::calls::{self, Calls, Node};
use super::walk;
use super::watch::Watching;

/// Whether a statement does the thing itself, its blocks and what it runs left out.
type Itself = fn(&Model, &Statement) -> bool;

/// The bodies that may do it. A yes may be wrong, a no never is.
#[derive(Clone, Debug)]
pub struct Does {
    itself: Itself,
    nodes: BTreeSet<Node>,
}

impl Does {
    /// Of a game.
    pub fn new(model: &Model, watching: &Watching, calls: &Calls, itself: Itself) -> Self {
        let mut does = Self { itself, nodes: BTreeSet::new() };
        for node in calls::nodes(model) {
            let statements = calls::body(model, node).map(walk::statements).unwrap_or_default();
            if statements.into_iter().any(|statement| itself(model, statement)) {
                does.nodes.insert(node);
            }
        }
        does.spread(model, watching, calls);
        does
    }

    /// Carries the answer from the called to the callers until nothing changes.
    fn spread(&mut self, model: &Model, watching: &Watching, calls: &Calls) {
        loop {
            let before = self.nodes.len();
            for node in calls.inner_first() {
                // Code inside `when` bodies has no edges to other `when`, so its statements are asked too.
                let runs = calls.next(*node).iter().any(|next| self.nodes.contains(next));
                if !self.nodes.contains(node) && (runs || self.body(model, watching, calls, *node)) {
                    self.nodes.insert(*node);
                }
            }
            if before == self.nodes.len() {
                return;
            }
        }
    }

    fn body(&self, model: &Model, watching: &Watching, calls: &Calls, node: Node) -> bool {
        let statements = calls::body(model, node).map(walk::statements).unwrap_or_default();
        statements.into_iter().any(|statement| self.runs(model, watching, calls, statement))
    }

    /// Whether a body may do it.
    pub fn node(&self, node: Node) -> bool {
        self.nodes.contains(&node)
    }

    /// Whether running a statement, with its blocks and all it runs and sets off, may do it.
    pub fn statement(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        let mut all = vec![statement];
        all.extend(walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block)));
        all.into_iter().any(|one| (self.itself)(model, one) || self.runs(model, watching, calls, one))
    }

    /// Whether what the statement itself runs or sets off may do it.
    pub fn runs(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        let triggers = watching.after_move(model, statement).into_iter();
        let whens = calls.with_following(watching.whens(model, statement));
        let called = calls::called(model, statement);
        called.into_iter().chain(triggers.chain(whens).map(Node::Trigger)).any(|node| self.nodes.contains(&node))
    }
}
