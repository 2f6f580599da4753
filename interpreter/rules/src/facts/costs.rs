//! What working out an expression costs at most, in steps: every set at its greatest size.

use std::collections::BTreeMap;

use crate::model::{Binder, Expression, ExpressionKind, Model, Requirement, Shape};

use super::reads::{DefinitionNode, called, called_here};
use super::spread;
use super::walk;

/// What is forbidden is dear to find out if it takes more steps than these for one candidate.
const DEAR: u64 = 100;

/// What all definitions of a game cost.
#[derive(Clone, Debug)]
pub struct Costs<'m> {
    model: &'m Model,
    definitions: BTreeMap<DefinitionNode, u64>,
}

impl<'m> Costs<'m> {
    /// Works them out, inner ones first.
    pub fn new(model: &'m Model) -> Self {
        let mut bodies = BTreeMap::new();
        for (at, definition) in model.definitions.iter().enumerate() {
            for (clause, found) in definition.clauses.iter().enumerate() {
                bodies.insert((at.into(), clause), &found.body);
            }
        }
        let next = |node: DefinitionNode| bodies.get(&node).map(|body| called(model, body)).unwrap_or_default();
        let mut costs = Self { model, definitions: BTreeMap::new() };
        for node in spread::inner_first(bodies.keys().copied().collect::<Vec<_>>(), next) {
            let cost = bodies.get(&node).map_or(0, |body| costs.of(body));
            costs.definitions.insert(node, cost);
        }
        costs
    }

    /// Whether it is dear to find out that something is not forbidden.
    pub fn are_dear(&self, requirements: &[Requirement]) -> bool {
        let cost = |requirement: &Requirement| self.of(&requirement.condition);
        requirements.iter().map(cost).fold(0, u64::saturating_add) > DEAR
    }

    /// What an expression costs.
    pub fn of(&self, expression: &Expression) -> u64 {
        self.times(expression, 1)
    }

    /// What it costs, done so many times.
    pub fn times(&self, expression: &Expression, times: u64) -> u64 {
        let mut work = 0_u64;
        let mut open = vec![(expression, times)];
        while let Some((next, times)) = open.pop() {
            let called = called_here(self.model, next).into_iter().filter_map(|node| self.definitions.get(&node)).max();
            let here = size(next).saturating_add(called.copied().unwrap_or(0));
            work = work.saturating_add(here.saturating_mul(times));
            let binders = walk::binders(next);
            if let ExpressionKind::Reach { from, to, local: _ } = next.kind.as_ref() {
                open.extend([(from, times), (to, times.saturating_mul(size(next)))]);
            } else if binders.is_empty() {
                open.extend(walk::parts(next).into_iter().map(|part| (part, times)));
            } else {
                let inner = open_binders(binders, times, &mut open);
                open.extend(behind_binders(next).into_iter().map(|part| (part, inner)));
            }
        }
        work
    }
}

/// The parts of the binders, each as often as there are tuples before it; gives how many tuples there are in all.
fn open_binders<'m>(binders: &'m [Binder], times: u64, open: &mut Vec<(&'m Expression, u64)>) -> u64 {
    let mut times = times;
    for binder in binders {
        open.push((&binder.set, times));
        open.extend(binder.from.iter().map(|from| (from, times)));
        times = times.saturating_mul(size(&binder.set));
        open.extend(binder.condition.iter().map(|condition| (condition, times)));
    }
    times
}

/// What is asked of each tuple: all parts but those of the binders, which come first.
fn behind_binders(expression: &Expression) -> Vec<&Expression> {
    let parts_of = |binder: &Binder| 1 + usize::from(binder.from.is_some()) + usize::from(binder.condition.is_some());
    let skipped = walk::binders(expression).iter().map(parts_of).sum();
    walk::parts(expression).into_iter().skip(skipped).collect()
}

/// How many tuples there are at most.
pub fn tuples(binders: &[Binder]) -> u64 {
    binders.iter().fold(1, |all, binder| all.saturating_mul(size(&binder.set)))
}

/// The greatest size of a set; 1 for a single value.
pub fn size(set: &Expression) -> u64 {
    match set.of.shape {
        Shape::Set { most } => u64::from(most).max(1),
        Shape::One | Shape::OneOrNone => 1,
    }
}
