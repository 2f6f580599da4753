//! What definitions give that come back to themselves.
//!
//! The first time round nothing is known of what they give to each other, and what can be said without is said: `if … then` by the ways that lead
//! out. With that they are looked at again, until nothing new is found. Numbers may grow with each round; no chain of calls is longer than
//! the depth allows, so after so many rounds enough is known.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::tree;

use super::bodies::{body_of, clause_work, fail};
use super::definitions::MOST_NESTED;
use super::names::ValueName;
use super::{Reported, Resolved, Resolver, types};
use crate::model::{DefinitionId, Expression, Shape, Type};

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Inference {
    /// For each circle that was looked at what its clauses give; nothing stands for a clause of which nothing is known.
    given: BTreeMap<u32, BTreeMap<(DefinitionId, usize), Type>>,
    /// The circle of each definition in one.
    circles: BTreeMap<DefinitionId, u32>,
    /// The circles that are being looked at.
    running: BTreeSet<u32>,
}

impl Inference {
    /// Whether it is being found out what definitions give.
    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// What is resolved for good in between is resolved with what is known.
    pub fn pause(&mut self) -> BTreeSet<u32> {
        std::mem::take(&mut self.running)
    }

    /// Goes on.
    pub fn resume(&mut self, running: BTreeSet<u32>) {
        self.running = running;
    }

    /// What a clause of a definition as it is written gives.
    pub fn given(&self, id: DefinitionId, clause: usize) -> Option<Type> {
        self.given.get(self.circles.get(&id)?)?.get(&(id, clause)).cloned()
    }

    /// Joins what was found with what is known; tells whether that is new.
    fn learn(&mut self, circle: u32, of: (DefinitionId, usize), found: Type) -> bool {
        let known = self.given.entry(circle).or_default();
        let joined = match known.get(&of) {
            None => Some(found),
            Some(before) => types::join_sorts(&before.sort, &found.sort)
                .map(|sort| Type { sort, shape: super::convert::joined_shape(before.shape, found.shape) }),
        };
        let Some(joined) = joined.filter(|joined| *joined != types::unknown()) else { return false };
        known.insert(of, joined.clone()) != Some(joined)
    }
}

/// Whether it is not known yet what an expression gives.
pub(super) fn is_open(resolver: &Resolver<'_>, expression: &Expression) -> bool {
    resolver.inference.is_running() && expression.of.shape == Shape::One && expression.of == types::unknown()
}

/// What a clause gives that belongs to a circle; nothing for all others.
pub(super) fn type_in_circle(resolver: &mut Resolver<'_>, id: DefinitionId, clause: usize) -> Option<Resolved<Type>> {
    let within = resolver.model.definitions.get(id.index())?.within?;
    if resolver.definitions.is_empty() {
        return None;
    }
    if let Err(reported) = infer(resolver, within.circle, within.written, clause) {
        return Some(Err(reported));
    }
    let given = resolver.inference.given(within.written, clause);
    let open = resolver.inference.running.contains(&within.circle).then(types::unknown);
    Some(given.or(open).ok_or(Reported))
}

/// Finds out what the definitions of a circle give, if that is not known; one of its clauses is the one that is wanted.
pub(super) fn infer(resolver: &mut Resolver<'_>, circle: u32, wanted: DefinitionId, clause: usize) -> Resolved<()> {
    if resolver.inference.given.contains_key(&circle) {
        return Ok(());
    }
    if resolver.wanted.is_some() {
        return Err(Reported);
    }
    if resolver.depth > MOST_NESTED {
        resolver.wanted = Some((wanted, clause));
        return Err(Reported);
    }
    let members = members(resolver, circle);
    type_what_they_name(resolver, circle, &members)?;
    resolver.inference.given.insert(circle, BTreeMap::new());
    resolver.inference.circles.extend(members.iter().map(|(id, _)| (*id, circle)));
    resolver.inference.running.insert(circle);
    let outcome = rounds(resolver, circle, &members);
    resolver.inference.running.remove(&circle);
    match outcome {
        Ok(()) => say_if_unknown(resolver, circle, &members),
        Err(Reported) => {
            // Something else must be typed first.
            resolver.inference.given.remove(&circle);
        }
    }
    outcome
}

/// The clauses of all definitions in a circle, former ones that somebody calls included.
fn members(resolver: &mut Resolver<'_>, circle: u32) -> Vec<(DefinitionId, usize)> {
    let formers = resolver.depths.former_definitions.iter().filter(|(_, other)| **other == circle);
    for former in formers.map(|(former, _)| *former).collect::<Vec<_>>() {
        let _: Resolved<DefinitionId> = resolver.former_definition(former);
    }
    let inside = resolver.model.definitions.iter().enumerate();
    let inside = inside.filter(|(_, one)| !one.is_copy() && one.within.is_some_and(|it| it.circle == circle));
    inside.flat_map(|(id, one)| (0..one.clauses.len()).map(move |clause| (id.into(), clause))).collect()
}

/// Types all that the definitions of a circle use outside of it, so that nothing is found there while they are looked at again and again.
fn type_what_they_name(resolver: &mut Resolver<'_>, circle: u32, members: &[(DefinitionId, usize)]) -> Resolved<()> {
    for (id, clause) in members {
        let Some((written, _)) = clause_work(resolver, *id, *clause) else { continue };
        let names = tree::names_in_expression(&written.item.tree.value).into_iter().collect::<BTreeSet<_>>();
        let mut named: Vec<DefinitionId> =
            names.into_iter().filter_map(|name| definition_named(resolver, name)).collect();
        if let Some(former) = written.former {
            named.extend(resolver.former_definition(former));
        }
        for id in named {
            let Some(found) = resolver.model.definitions.get(id.index()) else { continue };
            let outside = found.within.is_none_or(|within| within.circle != circle);
            for clause in (0..found.clauses.len()).filter(|_| outside) {
                resolver.define_once(id, clause);
                if resolver.wanted.is_some() {
                    return Err(Reported);
                }
            }
        }
    }
    Ok(())
}

fn definition_named(resolver: &Resolver<'_>, name: &str) -> Option<DefinitionId> {
    match resolver.names.value(name) {
        Some(ValueName::Definition(id)) => Some(id),
        _ => None,
    }
}

fn rounds(resolver: &mut Resolver<'_>, circle: u32, members: &[(DefinitionId, usize)]) -> Resolved<()> {
    for _ in 0..longest_chain(resolver, members) {
        let mut found = Vec::new();
        for of in members {
            found.extend(attempt(resolver, *of).ok().map(|found| (*of, found)));
            if resolver.wanted.is_some() {
                return Err(Reported);
            }
        }
        // What one gives is known to the others in the next round, so that each round stands for one call more.
        let news = found.into_iter().filter(|(of, found)| resolver.inference.learn(circle, *of, found.clone())).count();
        if news == 0 {
            break;
        }
    }
    Ok(())
}

/// How many calls of these there are in one another at most: between two that say `deep` each of the others at most once.
fn longest_chain(resolver: &Resolver<'_>, members: &[(DefinitionId, usize)]) -> usize {
    let deep = |(id, _): &(DefinitionId, usize)| resolver.model.definitions.get(id.index())?.within?.deep;
    let most = members.iter().filter_map(deep).map(|deep| deep.most as usize).max().unwrap_or(0);
    let others = members.iter().filter(|of| deep(of).is_none()).count();
    most.saturating_mul(others + 1).saturating_add(others)
}

/// What a clause gives as far as is known now. Whatever else is found is left to when it is resolved for good.
fn attempt(resolver: &mut Resolver<'_>, (id, clause): (DefinitionId, usize)) -> Resolved<Type> {
    let (found, incomplete) = (resolver.diagnostics.len(), resolver.incomplete);
    let wanted = std::mem::replace(&mut resolver.uses.wanted, false);
    let first = resolver.locals.len();
    let outcome = body_of(resolver, id, clause, false).map(|found| found.body.of);
    // Nobody is told of the names of an attempt.
    resolver.locals.iter_mut().skip(first).for_each(|local| local.name.clear());
    resolver.uses.wanted = wanted;
    resolver.incomplete = incomplete;
    resolver.diagnostics.truncate(found);
    outcome
}

/// A clause of which nothing is known although nothing is wrong with it has no way out.
fn say_if_unknown(resolver: &mut Resolver<'_>, circle: u32, members: &[(DefinitionId, usize)]) {
    let unknown = |of: &&(DefinitionId, usize)| resolver.inference.given(of.0, of.1).is_none();
    let Some(of) = members.iter().find(unknown).copied() else { return };
    resolver.inference.running.insert(circle);
    let outcome = body_of(resolver, of.0, of.1, false);
    resolver.inference.running.remove(&circle);
    if outcome.is_err() {
        // What is wrong there has been said; elsewhere it is wrong because of that.
        fail(resolver, of.0, of.1);
        return;
    }
    let Some(definition) = resolver.model.definitions.get(of.0.index()) else { return };
    let message = format!("every way through `{}` leads back to it", definition.name);
    let found = Diagnostic::error("call-cycle", message, definition.at, "what would it give?")
        .with_help("let one way end: `if … then … else …`, where one of the values does not use it");
    resolver.report(found);
}
