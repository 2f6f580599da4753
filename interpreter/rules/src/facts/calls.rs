//! Who runs whom: `do`, effects and the triggers they set off, rules and the triggers that watch them.
//!
//! The graph of semantics 12, "No cycles". A `when` set off while another `when` runs waits for that one, but not for the code that set off
//! the first: so there is an edge from such code to all `when` that may follow, and none inside `when` bodies.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use crate::model::{Block, Model, RunnableId, Statement, StatementKind, TriggerId, Watch};

use super::reads::fitting_clauses;
use super::spread;
use super::steps;
use super::walk::{self, Inside};
use super::watch::{Watching, may_watch_clause};

/// Something that has a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A clause of a phase or rule, by number.
    Clause(RunnableId, usize),
    /// A trigger.
    Trigger(TriggerId),
}

/// Why one runs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A `do`.
    Do,
    /// An effect that an `after move` may match.
    Move,
    /// Its own end, watched by `after`.
    End,
    /// An effect that writes what a `when` reads.
    When,
}

/// What stands around a statement in its own body; a `simultaneous` block begins anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Around {
    /// The secret block of a `simultaneous`.
    pub secret: bool,
    /// A `turn of`.
    pub turn: bool,
    /// A `plan`.
    pub plan: bool,
}

impl Around {
    /// The same one block further in.
    #[must_use]
    pub fn enter(self, inside: Inside) -> Self {
        match inside {
            Inside::Secret => Self { secret: true, turn: false, plan: false },
            Inside::Plan => Self { plan: true, ..self },
            Inside::Turn => Self { turn: true, ..self },
            Inside::Way | Inside::IfNone | Inside::Arm | Inside::Round | Inside::Reveal => self,
        }
    }
}

/// All statements of a block with what stands around them in it, each before its inner ones.
pub fn statements_around(block: &Block) -> Vec<(&Statement, Around)> {
    let mut found = Vec::new();
    collect_around(block, Around::default(), &mut found);
    found
}

fn collect_around<'m>(block: &'m Block, around: Around, found: &mut Vec<(&'m Statement, Around)>) {
    for statement in &block.statements {
        found.push((statement, around));
        for (inside, inner) in walk::blocks(statement) {
            collect_around(inner, around.enter(inside), found);
        }
    }
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// What is run.
    pub to: Node,
    /// Why.
    pub why: Why,
    /// The statement that does it; for [`Why::End`] the name of the rule.
    pub at: Location,
    /// What stands around that statement; nothing for [`Why::End`].
    pub around: Around,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    steps: BTreeMap<Node, Vec<Step>>,
    follow: BTreeMap<TriggerId, BTreeSet<TriggerId>>,
    order: Vec<Node>,
    from_play: BTreeSet<Node>,
}

impl Calls {
    /// Of a game.
    pub fn new(model: &Model, watching: &Watching) -> Self {
        let mut found: BTreeMap<_, _> =
            nodes(model).into_iter().map(|node| (node, steps::plain_steps(model, watching, node))).collect();
        let follow = steps::following(model, watching, &found);
        let plain = found.clone();
        for node in steps::outside_whens(model, &plain) {
            let more = steps::when_steps(model, watching, &plain, &follow, node);
            found.entry(node).or_default().extend(more);
        }
        let mut calls = Self { steps: found, follow, ..Self::default() };
        calls.order = spread::inner_first(nodes(model), |node| calls.next(node));
        calls.from_play = spread::reached(clauses_of(model, model.play), |node| calls.next(node));
        calls
    }

    /// What a node runs, as written.
    pub fn steps(&self, node: Node) -> &[Step] {
        self.steps.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The nodes a node runs.
    pub fn next(&self, node: Node) -> Vec<Node> {
        self.steps(node).iter().map(|step| step.to).collect()
    }

    /// All nodes, each behind all it runs (where there is no circle).
    pub fn inner_first(&self) -> &[Node] {
        &self.order
    }

    /// Whether a node can be reached from `play`.
    pub fn reachable(&self, node: Node) -> bool {
        self.from_play.contains(&node)
    }

    /// For each `when` trigger those that may run behind it, before the next statement.
    pub fn following(&self) -> &BTreeMap<TriggerId, BTreeSet<TriggerId>> {
        &self.follow
    }

    /// The `when` triggers that may run before the next statement, once these are set off: they and all that their bodies set
    /// off.
    pub fn with_following(&self, triggers: impl IntoIterator<Item = TriggerId>) -> BTreeSet<TriggerId> {
        with_following(&self.follow, triggers)
    }
}

/// All nodes: clauses, then triggers.
pub fn nodes(model: &Model) -> Vec<Node> {
    let clauses = (0..model.runnables.len()).flat_map(|at| clauses_of(model, RunnableId::from(at)));
    clauses.chain((0..model.triggers.len()).map(|at| Node::Trigger(at.into()))).collect()
}

/// The nodes of a phase or rule.
pub fn clauses_of(model: &Model, runnable: RunnableId) -> Vec<Node> {
    let clauses = model.runnables.get(runnable.index()).map_or(0, |runnable| runnable.clauses.len());
    (0..clauses).map(|clause| Node::Clause(runnable, clause)).collect()
}

/// What a node does.
pub fn body(model: &Model, node: Node) -> Option<&Block> {
    match node {
        Node::Clause(runnable, clause) => {
            model.runnables.get(runnable.index())?.clauses.get(clause).map(|clause| &clause.body)
        }
        Node::Trigger(trigger) => model.triggers.get(trigger.index()).map(|trigger| &trigger.body),
    }
}

/// The name of a node and where it stands.
pub fn name(model: &Model, node: Node) -> (&str, Location) {
    let found = match node {
        Node::Clause(runnable, clause) => model.runnables.get(runnable.index()).map(|runnable| {
            let at = runnable.clauses.get(clause).map_or(runnable.at, |clause| clause.at);
            (runnable.name.as_str(), at)
        }),
        Node::Trigger(trigger) => {
            model.triggers.get(trigger.index()).map(|trigger| (trigger.name.as_str(), trigger.at))
        }
    };
    found.unwrap_or(("", Location::default()))
}

/// The clauses that a `do` may go to, by the static types of its arguments; none for other statements.
pub fn called(model: &Model, statement: &Statement) -> Vec<Node> {
    let StatementKind::Do { runnable, arguments } = &statement.kind else { return Vec::new() };
    let Some(found) = model.runnables.get(runnable.index()) else { return Vec::new() };
    let values: Vec<_> = found.clauses.iter().map(|clause| clause.value).collect();
    let fitting = fitting_clauses(&values, found.selector, &found.parameters, arguments);
    fitting.into_iter().map(|clause| Node::Clause(*runnable, clause)).collect()
}

/// The triggers that watch the end of a clause.
pub fn after_clause(model: &Model, watching: &Watching, runnable: RunnableId, clause: usize) -> Vec<TriggerId> {
    let Some(found) = model.runnables.get(runnable.index()) else { return Vec::new() };
    let value = found.clauses.get(clause).and_then(|clause| clause.value);
    let fits = |trigger: &TriggerId| match model.triggers.get(trigger.index()).map(|trigger| &trigger.watch) {
        Some(Watch::Rule { arguments, .. }) => may_watch_clause(arguments, found.selector, value),
        Some(Watch::Move { .. } | Watch::When { .. }) | None => false,
    };
    watching.after_rule(model, runnable).into_iter().filter(fits).collect()
}

pub(super) fn with_following(
    follow: &BTreeMap<TriggerId, BTreeSet<TriggerId>>,
    triggers: impl IntoIterator<Item = TriggerId>,
) -> BTreeSet<TriggerId> {
    let mut all = BTreeSet::new();
    for trigger in triggers {
        all.insert(trigger);
        all.extend(follow.get(&trigger).into_iter().flatten());
    }
    all
}
