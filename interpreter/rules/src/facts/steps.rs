//! The edges of the graph of calls, and what may follow on a `when`.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use crate::model::{Model, Statement, TriggerId, Watch};

use super::calls::{
    Around, Node, Step, Why, after_clause, body, called, clauses_of, name, nodes, statements_around, with_following,
};
use super::effects::{self, Writes};
use super::spread;
use super::walk::{self, Inside};
use super::watch::Watching;

/// All but the steps to `when` triggers.
pub(super) fn plain_steps(model: &Model, watching: &Watching, node: Node) -> Vec<Step> {
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
pub(super) fn following(
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
pub(super) fn outside_whens(model: &Model, steps: &BTreeMap<Node, Vec<Step>>) -> BTreeSet<Node> {
    let next = |node: Node| steps.get(&node).into_iter().flatten().map(|step| step.to).collect::<Vec<_>>();
    let inside = spread::reached(whens(model).into_iter().map(Node::Trigger), next);
    let mut roots: Vec<_> = nodes(model).into_iter().filter(|node| !inside.contains(node)).collect();
    roots.extend(clauses_of(model, model.play));
    spread::reached(roots, next)
}

/// The steps of a node to `when` triggers.
pub(super) fn when_steps(
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
