//! Ways along the graph of calls, remembered so that a message can show them.

use std::collections::{BTreeMap, VecDeque};

use rulehound_grammar::diagnostic::{Diagnostic, Label};

use crate::facts::calls::{self, Node, Step, Why};

use super::game::{Game, line};

/// More steps than this are not shown.
const SHOWN: usize = 8;

/// Where a way begins: at a node, or with a step from one.
pub type Start = (Node, Option<(Node, Step)>);

/// The nodes that can be reached on certain ways, each with the last step of a shortest one.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    last: BTreeMap<Node, Option<(Node, Step)>>,
}

impl Routes {
    /// All that is reached from `starts` by the steps that `follow` lets pass.
    pub fn new(game: Game<'_>, starts: impl IntoIterator<Item = Start>, follow: impl Fn(Node, &Step) -> bool) -> Self {
        let mut routes = Self::default();
        let mut open = VecDeque::new();
        for (node, step) in starts {
            if !routes.reaches(node) {
                routes.last.insert(node, step);
                open.push_back(node);
            }
        }
        while let Some(node) = open.pop_front() {
            for step in game.facts.calls.steps(node).iter().filter(|step| follow(node, step)) {
                if !routes.reaches(step.to) {
                    routes.last.insert(step.to, Some((node, *step)));
                    open.push_back(step.to);
                }
            }
        }
        routes
    }

    /// All that is reached from `play`.
    pub fn from_play(game: Game<'_>, follow: impl Fn(Node, &Step) -> bool) -> Self {
        let play = calls::clauses_of(game.model, game.model.play);
        Self::new(game, play.into_iter().map(|node| (node, None)), follow)
    }

    /// Whether a node is reached.
    pub fn reaches(&self, node: Node) -> bool {
        self.last.contains_key(&node)
    }

    /// The nodes reached.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        self.last.keys().copied()
    }

    /// The way to a node, first step first.
    pub fn way(&self, node: Node) -> Vec<(Node, Step)> {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(Some((from, step))) = self.last.get(&at) {
            steps.push((*from, *step));
            // Ways that begin with a step may begin anywhere, even behind themselves.
            if steps.len() > self.last.len() {
                break;
            }
            at = *from;
        }
        steps.reverse();
        steps
    }

    /// A message with the way to a node.
    pub fn show(&self, game: Game<'_>, node: Node, diagnostic: Diagnostic) -> Diagnostic {
        labelled(diagnostic, labels(game, &self.way(node)))
    }
}

/// A message with more places.
pub fn labelled(mut diagnostic: Diagnostic, labels: Vec<Label>) -> Diagnostic {
    diagnostic.others.extend(labels);
    diagnostic
}

/// What to say at each step; of a long way only the end.
pub fn labels(game: Game<'_>, way: &[(Node, Step)]) -> Vec<Label> {
    let skipped = way.len().saturating_sub(SHOWN);
    way.iter().skip(skipped).map(|(from, step)| label(game, *from, *step)).collect()
}

fn label(game: Game<'_>, from: Node, step: Step) -> Label {
    let (from, to) = (game.name(from), game.name(step.to));
    let text = match step.why {
        Why::Do => format!("`{from}` runs `{to}` here"),
        Why::Move | Why::When => format!("`{from}` may set off `{to}` here"),
        Why::End => format!("the end of `{from}` sets off `{to}`"),
    };
    Label { at: line(game.model, step.at), text }
}
