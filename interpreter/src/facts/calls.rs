//! Who runs whom: `do`, effects and the triggers they set off, rules and the triggers that watch them.
//!
//! The graph of semantics 12, "No cycles". A `when` set off while another `when` runs waits for that one, but not for the code that set off
//! the first: so there is an edge from such code to all `when` that may follow, and none inside `when` bodies.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use crate::model::{Block, Model, RunnableId, Statement, StatementKind, TriggerId, Watch};

use super::effects::{self, Writes};
use super::reads::fitting_clauses;
use super::spread;
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
        let mut steps: BTreeMap<_, _> =
            nodes(model).into_iter().map(|node| (node, plain_steps(model, watching, node))).collect();
        let follow = following(model, watching, &steps);
        let plain = steps.clone();
        for node in outside_whens(model, &plain) {
            let more = when_steps(model, watching, &plain, &follow, node);
            steps.entry(node).or_default().extend(more);
        }
        let mut calls = Self { steps, follow, ..Self::default() };
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
    watching.after_rule(runnable).into_iter().filter(fits).collect()
}

/// All but the steps to `when` triggers.
fn plain_steps(model: &Model, watching: &Watching, node: Node) -> Vec<Step> {
    let mut found = Vec::new();
    for (statement, around) in body(model, node).map(statements_around).unwrap_or_default() {
        let at = statement.at;
        found.extend(called(model, statement).into_iter().map(|to| Step { to, why: Why::Do, at, around }));
        let moved = watching.after_move(model, statement).into_iter();
        found.extend(moved.map(|to| Step { to: Node::Trigger(to), why: Why::Move, at, around }));
    }
    if let Node::Clause(runnable, clause) = node {
        let at = name(model, node).1;
        let watched = after_clause(model, watching, runnable, clause).into_iter();
        found.extend(watched.map(|to| Step { to: Node::Trigger(to), why: Why::End, at, around: Around::default() }));
    }
    found
}

/// What a node writes itself, what begins afresh with it included.
pub fn own_writes(model: &Model, node: Node) -> Writes {
    let mut found = match node {
        Node::Clause(runnable, _) => effects::fresh_writes(model, runnable),
        Node::Trigger(_) => Writes::default(),
    };
    for statement in body(model, node).map(walk::statements).unwrap_or_default() {
        found.add(&effects::writes(model, statement));
    }
    found
}

/// For each `when` trigger those that its body, with all it runs, may set off, and so on.
fn following(
    model: &Model,
    watching: &Watching,
    steps: &BTreeMap<Node, Vec<Step>>,
) -> BTreeMap<TriggerId, BTreeSet<TriggerId>> {
    let next = |node: Node| steps.get(&node).into_iter().flatten().map(|step| step.to).collect::<Vec<_>>();
    let touched: BTreeMap<Node, Vec<TriggerId>> =
        steps.keys().map(|node| (*node, watching.whens_touched(&own_writes(model, *node)))).collect();
    let follow: BTreeMap<TriggerId, BTreeSet<TriggerId>> = whens(model)
        .into_iter()
        .map(|when| {
            let inside = spread::reached([Node::Trigger(when)], next);
            (when, inside.iter().filter_map(|node| touched.get(node)).flatten().copied().collect())
        })
        .collect();
    let direct = follow.clone();
    let next = |when: TriggerId| direct.get(&when).into_iter().flatten().copied().collect::<Vec<_>>();
    spread::gathered(follow, next, |all, other| {
        let before = all.len();
        all.extend(other);
        all.len() != before
    })
}

fn whens(model: &Model) -> Vec<TriggerId> {
    let triggers = model.triggers.iter().enumerate();
    triggers.filter(|(_, trigger)| matches!(trigger.watch, Watch::When { .. })).map(|(at, _)| at.into()).collect()
}

/// The nodes that may run outside `when` bodies; what nobody runs counts as such.
fn outside_whens(model: &Model, steps: &BTreeMap<Node, Vec<Step>>) -> BTreeSet<Node> {
    let next = |node: Node| steps.get(&node).into_iter().flatten().map(|step| step.to).collect::<Vec<_>>();
    let inside = spread::reached(whens(model).into_iter().map(Node::Trigger), next);
    let mut roots: Vec<_> = nodes(model).into_iter().filter(|node| !inside.contains(node)).collect();
    roots.extend(clauses_of(model, model.play));
    spread::reached(roots, next)
}

/// The steps of a node to `when` triggers.
fn when_steps(
    model: &Model,
    watching: &Watching,
    plain: &BTreeMap<Node, Vec<Step>>,
    follow: &BTreeMap<TriggerId, BTreeSet<TriggerId>>,
    node: Node,
) -> Vec<Step> {
    let mut found = Vec::new();
    let mut add = |whens: Vec<TriggerId>, at: Location, around: Around| {
        let whens = with_following(follow, whens).into_iter();
        found.extend(whens.map(|to| Step { to: Node::Trigger(to), why: Why::When, at, around }));
    };
    if let Node::Clause(runnable, _) = node {
        add(watching.whens_fresh(model, runnable), name(model, node).1, Around::default());
    }
    for (statement, around) in body(model, node).map(statements_around).unwrap_or_default() {
        // Inside a `simultaneous` nothing is looked at; what was written there is looked at when it has ended.
        if !around.secret {
            add(watching.whens(model, statement), statement.at, around);
            add(watching.whens_touched(&secret_writes(model, plain, statement)), statement.at, around);
        }
    }
    found
}

/// What is written in the secret block of a `simultaneous`, with all it runs.
fn secret_writes(model: &Model, plain: &BTreeMap<Node, Vec<Step>>, statement: &Statement) -> Writes {
    let mut found = Writes::default();
    let next = |node: Node| plain.get(&node).into_iter().flatten().map(|step| step.to).collect::<Vec<_>>();
    for (inside, block) in walk::blocks(statement) {
        if inside != Inside::Secret {
            continue;
        }
        for inner in walk::statements(block) {
            found.add(&effects::writes(model, inner));
            for node in spread::reached(called(model, inner), next) {
                found.add(&own_writes(model, node));
            }
        }
    }
    found
}

fn with_following(
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
