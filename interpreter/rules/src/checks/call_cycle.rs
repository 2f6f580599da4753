//! `call-cycle`: nothing may come back to itself, neither by `do` nor by triggers.
//! `too-deep`: nor may the chains be too long.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::facts::calls::{self, Node, Step, Why};
use crate::facts::reads::{DefinitionNode, called};
use crate::facts::{spread, walk};
use crate::model::{Definition, Model, Sort, StatementKind};

use super::game::Game;
use super::route::{labelled, labels};

/// How long a chain of calls may be.
const DEEPEST: usize = crate::limits::CALL_DEPTH;

/// How many names of a circle are spelled out.
const SPELLED: usize = 8;

/// How many circles are told of; more only repeat the same.
const TOLD: usize = 5;

/// What is wrong with chains of definitions: the first that is a circle, or too long. Most circles are found while types are worked out; these
/// are beside one that says how deep it may go.
pub fn chains_of_definitions(model: &Model) -> Option<Diagnostic> {
    let mut calls: BTreeMap<DefinitionNode, Vec<DefinitionNode>> = BTreeMap::new();
    for (at, definition) in model.definitions.iter().enumerate() {
        for (clause, found) in definition.clauses.iter().enumerate() {
            calls.insert((at.into(), clause), called(model, &found.body));
        }
    }
    let next = |node: DefinitionNode| calls.get(&node).cloned().unwrap_or_default();
    if let Some(circle) = spread::circle(calls.keys().copied(), next) {
        return circle.first().and_then(|(id, _)| model.definitions.get(id.index())).map(circle_of_definitions);
    }
    let order = spread::inner_first(calls.keys().copied(), next);
    let (definition, clause) = too_deep(&order, next)?;
    let definition = model.definitions.get(definition.index())?;
    let at = definition.clauses.get(clause).map_or(definition.at, |clause| clause.at);
    Some(deep(&definition.name, at))
}

fn circle_of_definitions(one: &Definition) -> Diagnostic {
    let name = &one.name;
    Diagnostic::error("call-cycle", format!("`{name}` calls itself"), one.at, "says nothing of how deep")
        .with_help(format!("say how deep it may go within itself: `def {name}(…) deep 20 = …`"))
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
    let mut told = BTreeSet::new();
    let steps: Vec<(Node, Step)> = steps.into_iter().filter(|(_, step)| told.insert((step.at, step.why))).collect();
    let chain = chain_words(game, circle);
    let word = circle.first().map_or("rule", |node| match node {
        Node::Clause(id, _) if game.model.runnables.get(id.index()).is_some_and(|one| one.phase) => "phase",
        Node::Clause(..) | Node::Trigger(_) => "rule",
    });
    let found =
        Diagnostic::error("call-cycle", format!("{chain} is a circle"), at, format!("`{name}` comes back to itself"))
            .with_help(if steps.iter().all(|(_, step)| step.why == Why::Do) {
                if circle.len() == 1 && is_replaced(game.model, at) {
                    let again = steps.first().map_or("", |(_, step)| game.model.written(step.at));
                    format!("write `do base` in place of `{again}`: that is `{name}` as it was before the `replace`")
                } else if steps.iter().any(|(node, _)| takes_turns(game, *node)) {
                    again_and_again(game, circle, name)
                } else {
                    format!("let a loop do what is to be done again: `repeat {{ … }}`; or, if each time is within the time before, say how deep that may go: `{word} {name}(…) deep 20`")
                }
            } else {
                "let a loop around it do what is to be done again, or let the trigger watch something else".to_owned()
            });
    labelled(found, labels(game, &steps))
}

/// What to write in place of a rule with a turn that begins itself again.
fn again_and_again(game: Game<'_>, circle: &[Node], name: &str) -> String {
    let of_somebody = circle.len() == 1 && circle.first().is_some_and(|node| is_of_a_player(game, *node));
    let loop_around = if of_somebody {
        format!(
            "in place of the first `do {name}(…)`, which begins it, write `repeat for p in players {{ do {name}(p) }}`"
        )
    } else {
        format!("in place of the first `do {name}`, which begins it, write `repeat {{ do {name} }}`")
    };
    format!(
        "turns that come again and again are a loop: {loop_around}, and take out the `do` that is shown here; the loop ends when somebody wins, or where `leave` is written"
    )
}

/// Whether a rule has one parameter, a player.
fn is_of_a_player(game: Game<'_>, node: Node) -> bool {
    let Node::Clause(id, _) = node else { return false };
    let runnable = game.model.runnables.get(id.index());
    matches!(runnable.map(|one| one.parameters.as_slice()), Some([only]) if only.sort == Sort::Player)
}

/// Whether what is called so at a place stands behind a `replace`.
fn is_replaced(model: &Model, name: Location) -> bool {
    let (before, _) = model.around(name);
    before.lines().next_back().is_some_and(|line| line.trim_start().starts_with("replace "))
}

/// Whether somebody is put on turn in a body.
fn takes_turns(game: Game<'_>, node: Node) -> bool {
    let statements = calls::body(game.model, node).into_iter().flat_map(walk::statements);
    statements.into_iter().any(|statement| matches!(statement.kind, StatementKind::Turn(..)))
}

/// `a → b → a`; of a long circle only the beginning and the end.
fn chain_words(game: Game<'_>, circle: &[Node]) -> String {
    let mut names: Vec<_> = circle.iter().chain(circle.first()).map(|node| format!("`{}`", game.name(*node))).collect();
    // At another depth it is the same rule.
    names.dedup();
    if let [only] = names.as_slice() {
        names.push(only.clone());
    }
    if names.len() > SPELLED {
        names.splice(SPELLED - 3..names.len() - 2, ["…".to_owned()]);
    }
    names.join(" → ")
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
