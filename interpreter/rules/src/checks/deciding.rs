//! Whose turn it is where a rule is run: those of its names that stand for that player wherever it is run from.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::calls::{self, Node};
use crate::facts::walk::{self, Inside};
use crate::model::{Block, Expression, LocalId, Statement, StatementKind};

use super::game::Game;
use super::hidden::{Viewer, certainly_same};

/// So often all rules are gone through; if they call each other in so long circles, nothing is concluded.
const MOST_ROUNDS: usize = 8;

/// For each body the names for whoever decides in it.
#[derive(Clone, Debug, Default)]
pub struct Deciding {
    names: BTreeMap<Node, BTreeSet<LocalId>>,
}

impl Deciding {
    /// Of all bodies that can be reached.
    pub fn new(game: Game<'_>) -> Self {
        let mut deciding = Self::default();
        for (node, _) in game.bodies() {
            if begins(game, node) {
                deciding.names.insert(node, BTreeSet::new());
            }
        }
        // What several callers pass on counts only if all of them do: names are only taken away from round to round.
        for _ in 0..MOST_ROUNDS {
            if !deciding.round(game) {
                return deciding;
            }
        }
        Self::default()
    }

    /// Who decides where a body begins.
    pub fn viewer<'m>(&self, node: Node) -> Viewer<'m> {
        match self.names.get(&node) {
            Some(names) if !names.is_empty() => Viewer::Named(names.clone()),
            Some(_) | None => Viewer::Somebody,
        }
    }

    /// Goes through all bodies, callers first; tells whether anything has changed.
    fn round(&mut self, game: Game<'_>) -> bool {
        let mut changed = false;
        for node in game.facts.calls.inner_first().iter().rev() {
            let Some(body) = calls::body(game.model, *node).filter(|_| self.names.contains_key(node)) else { continue };
            let mut passed = Vec::new();
            add_passed(game, body, &self.viewer(*node), &mut passed);
            for (node, names) in passed {
                changed |= self.keep(node, names);
            }
        }
        changed
    }

    fn keep(&mut self, node: Node, names: BTreeSet<LocalId>) -> bool {
        let Some(known) = self.names.get_mut(&node) else {
            self.names.insert(node, names);
            return true;
        };
        let before = known.len();
        known.retain(|local| names.contains(local));
        known.len() < before
    }
}

/// Whether a body is run by the game itself, so that nobody passes anything on: where play begins, and triggers.
fn begins(game: Game<'_>, node: Node) -> bool {
    match node {
        Node::Clause(runnable, _) => runnable == game.model.play,
        Node::Trigger(_) => true,
    }
}

/// The rules that a block runs, each with those of its names that are given whoever decides there.
fn add_passed(game: Game<'_>, block: &Block, viewer: &Viewer<'_>, passed: &mut Vec<(Node, BTreeSet<LocalId>)>) {
    for statement in &block.statements {
        if let StatementKind::Do { arguments, .. } = &statement.kind {
            for node in calls::called(game.model, statement) {
                passed.push((node, given(&game.parameters(node), arguments, viewer)));
            }
        }
        for (inside, inner) in walk::blocks(statement) {
            add_passed(game, inner, &within(statement, inside, viewer), passed);
        }
    }
}

/// Who decides in a block of a statement.
pub fn within<'m>(statement: &'m Statement, inside: Inside, viewer: &Viewer<'m>) -> Viewer<'m> {
    match (inside, &statement.kind) {
        (Inside::Turn, StatementKind::Turn(player, _)) => Viewer::Player(player),
        (Inside::Turn | Inside::Secret, _) => Viewer::Somebody,
        (Inside::Plan | Inside::Way | Inside::IfNone | Inside::Arm | Inside::Round | Inside::Reveal, _) => {
            viewer.clone()
        }
    }
}

fn given(parameters: &[Option<LocalId>], arguments: &[Expression], viewer: &Viewer<'_>) -> BTreeSet<LocalId> {
    let pairs = parameters.iter().zip(arguments);
    pairs.filter(|(_, argument)| certainly_same(viewer, argument)).filter_map(|(parameter, _)| *parameter).collect()
}
