//! `call-cycle`: nothing may come back to itself, neither by `do`, by triggers, nor by definitions.
//! `too-deep`: nor may the chains be too long.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::facts::calls::{self, Node, Step};
use crate::facts::reads::{DefinitionNode, called_here};
use crate::facts::{spread, walk};
use crate::model::{DefinitionId, Expression, Model};

use super::game::Game;
use super::route::{labelled, labels};

/// How long a chain of calls may be.
const DEEPEST: usize = 200;

/// How many circles are told of; more only repeat the same.
const TOLD: usize = 5;

/// Circles and long chains of definitions.
pub fn definitions(model: &Model) -> Vec<Diagnostic> {
    let bodies: BTreeMap<DefinitionNode, &Expression> = model
        .definitions
        .iter()
        .enumerate()
        .flat_map(|(at, definition)| {
            let clauses = definition.clauses.iter().enumerate();
            clauses.map(move |(clause, found)| ((DefinitionId::from(at), clause), &found.body))
        })
        .collect();
    let calls: BTreeMap<DefinitionNode, Vec<(DefinitionNode, Location)>> =
        bodies.iter().map(|(node, body)| (*node, calls_of(model, body))).collect();
    let next = |node: DefinitionNode| calls.get(&node).into_iter().flatten().map(|(to, _)| *to).collect::<Vec<_>>();
    let circles = circles(bodies.keys().copied(), next);
    if circles.is_empty() {
        return definition_depth(model, &calls).into_iter().collect();
    }
    circles.iter().map(|circle| definition_circle(model, &calls, circle)).collect()
}

fn calls_of(model: &Model, body: &Expression) -> Vec<(DefinitionNode, Location)> {
    let parts = walk::deep(body).into_iter();
    parts.flat_map(|part| called_here(model, part).into_iter().map(|to| (to, part.at))).collect()
}

fn definition_name(model: &Model, node: DefinitionNode) -> (&str, Location) {
    model.definitions.get(node.0.index()).map_or(("", Location::default()), |definition| {
        let at = definition.clauses.get(node.1).map_or(definition.at, |clause| clause.at);
        (definition.name.as_str(), at)
    })
}

fn definition_circle(
    model: &Model,
    calls: &BTreeMap<DefinitionNode, Vec<(DefinitionNode, Location)>>,
    circle: &[DefinitionNode],
) -> Diagnostic {
    let (name, at) = circle.first().map_or(("", Location::default()), |node| definition_name(model, *node));
    let mut found =
        Diagnostic::error("call-cycle", format!("`{name}` is defined by itself"), at, "comes back to itself")
            .with_help("give the value in a way that does not ask for itself, or keep it in a variable");
    for (from, to) in circle.iter().zip(circle.iter().cycle().skip(1)) {
        let used = calls.get(from).into_iter().flatten().find(|(used, _)| used == to);
        if let Some((_, at)) = used {
            let (from, to) = (definition_name(model, *from).0, definition_name(model, *to).0);
            found = found.with_label(*at, format!("`{from}` asks for `{to}` here"));
        }
    }
    found
}

fn definition_depth(
    model: &Model,
    calls: &BTreeMap<DefinitionNode, Vec<(DefinitionNode, Location)>>,
) -> Option<Diagnostic> {
    let next = |node: DefinitionNode| calls.get(&node).into_iter().flatten().map(|(to, _)| *to).collect::<Vec<_>>();
    let order = spread::inner_first(calls.keys().copied(), next);
    let (name, at) = definition_name(model, too_deep(&order, next)?);
    Some(deep(name, at))
}

/// Circles of phases, rules and triggers.
pub fn circles_of_rules(game: Game<'_>) -> Vec<Diagnostic> {
    let next = |node| game.facts.calls.next(node);
    circles(calls::nodes(game.model), next).iter().map(|circle| circle_of_rules(game, circle)).collect()
}

fn circle_of_rules(game: Game<'_>, circle: &[Node]) -> Diagnostic {
    let (name, at) = circle.first().map_or(("", Location::default()), |node| calls::name(game.model, *node));
    let steps: Vec<(Node, Step)> = circle
        .iter()
        .zip(circle.iter().cycle().skip(1))
        .filter_map(|(from, to)| {
            let step = game.facts.calls.steps(*from).iter().find(|step| step.to == *to)?;
            Some((*from, *step))
        })
        .collect();
    let chain: Vec<_> = circle.iter().chain(circle.first()).map(|node| format!("`{}`", game.name(*node))).collect();
    let found = Diagnostic::error(
        "call-cycle",
        format!("{} is a circle", chain.join(" → ")),
        at,
        format!("`{name}` comes back to itself"),
    )
    .with_help("let a loop around it do what is to be done again, or let the trigger watch something else");
    labelled(found, labels(game, &steps))
}

/// The first chain of phases, rules and triggers that is too long.
pub fn depth_of_rules(game: Game<'_>) -> Option<Diagnostic> {
    let next = |node| game.facts.calls.next(node);
    let (name, at) = calls::name(game.model, too_deep(game.facts.calls.inner_first(), next)?);
    Some(deep(name, at))
}

fn deep(name: &str, at: Location) -> Diagnostic {
    let message = format!("calls from `{name}` go more than {DEEPEST} deep");
    Diagnostic::error("too-deep", message, at, "a chain of calls begins here")
        .with_help("let fewer rules run each other in a row")
}

/// The innermost node from which a chain is too long.
fn too_deep<K: Copy + Ord>(inner_first: &[K], next: impl Fn(K) -> Vec<K>) -> Option<K> {
    let mut depths: BTreeMap<K, usize> = BTreeMap::new();
    for node in inner_first {
        let inner = next(*node).iter().filter_map(|to| depths.get(to)).max().copied().unwrap_or(0);
        if inner >= DEEPEST {
            return Some(*node);
        }
        depths.insert(*node, inner + 1);
    }
    None
}

/// Some circles without common nodes.
fn circles<K: Copy + Ord>(roots: impl IntoIterator<Item = K>, next: impl Fn(K) -> Vec<K>) -> Vec<Vec<K>> {
    let roots: Vec<K> = roots.into_iter().collect();
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    while found.len() < TOLD {
        let open = roots.iter().copied().filter(|node| !told.contains(node)).collect::<Vec<_>>();
        let next = |node: K| next(node).into_iter().filter(|to| !told.contains(to)).collect();
        let Some(circle) = spread::circle(open, next) else { break };
        told.extend(circle.iter().copied());
        found.push(circle);
    }
    found
}
