//! What comes back to itself is resolved once for each depth: see [`Within`].
//!
//! A copy is entered when it is first called. What is beyond the greatest depth has no body but the fault.

use std::collections::BTreeMap;

use rulehound_grammar::tree;

use super::circles::circles;
use super::definitions::DefinitionWork;
use super::runnables::RunnableWork;
use super::{Resolved, Resolver, types};
use crate::merge::{Merged, Thing};
use crate::model::{
    Block, Deep, DefinitionId, Expression, ExpressionKind, Runnable, RunnableId, Sort, Statement, StatementKind, Type,
    Within,
};

/// What is known of depths.
#[derive(Debug, Default)]
pub(super) struct Depths {
    /// The circles that former definitions belong to, by their number among former ones.
    pub former_definitions: BTreeMap<usize, u32>,
    /// The same of former phases and rules.
    pub former_runnables: BTreeMap<usize, u32>,
    /// Copies by what they are of, and how deep.
    definitions: BTreeMap<(DefinitionId, u32), DefinitionId>,
    runnables: BTreeMap<(RunnableId, u32), RunnableId>,
    /// The circle of the definition that is being typed, and how deep it is.
    pub around_definition: Option<(u32, u32)>,
    /// The phase or rule that is being resolved, if it is in a circle.
    pub around_runnable: Option<(RunnableId, Within<RunnableId>)>,
}

/// Finds out what comes back to itself.
pub(super) fn find_circles<'a>(resolver: &mut Resolver<'a>, merged: &'a Merged) {
    let mut definitions = Vec::new();
    let mut runnables = Vec::new();
    for thing in &merged.things {
        match thing {
            Thing::Definition(group) => definitions.push(group),
            Thing::Runnable(group) => runnables.push(group),
            Thing::Enumeration(_)
            | Thing::Component(_)
            | Thing::Board(_)
            | Thing::Zone(_)
            | Thing::Variable(_)
            | Thing::Setting(_)
            | Thing::Table(_)
            | Thing::Trigger(_)
            | Thing::Layout(_) => {}
        }
    }
    let found = circles(&definitions, &merged.former_definitions);
    for (at, circle) in found.of {
        let (id, deep) = (DefinitionId::from(at), found.deep.get(&at).copied());
        if let Some(former) = at.checked_sub(definitions.len()) {
            resolver.depths.former_definitions.insert(former, circle);
        } else if let Some(one) = resolver.model.to_mut().definitions.get_mut(at) {
            one.within = Some(outermost(id, circle, deep));
        }
    }
    let more = circles(&runnables, &merged.former_runnables);
    for (at, circle) in more.of {
        let (id, deep) = (RunnableId::from(at), more.deep.get(&at).copied());
        if let Some(former) = at.checked_sub(runnables.len()) {
            resolver.depths.former_runnables.insert(former, circle);
        } else if let Some(one) = resolver.model.to_mut().runnables.get_mut(at) {
            one.within = Some(outermost(id, circle, deep));
        }
    }
    resolver.diagnostics.extend(found.found.into_iter().chain(more.found));
}

/// The definition that a call means here: one deeper inside its own circle.
pub(super) fn definition_here(resolver: &mut Resolver<'_>, id: DefinitionId) -> DefinitionId {
    let Some(within) = resolver.model.definitions.get(id.index()).and_then(|one| one.within) else { return id };
    if resolver.inference.is_running() {
        return id;
    }
    let level = within.below(inside(resolver.depths.around_definition, within.circle));
    if level == within.level {
        return id;
    }
    if let Some(copy) = resolver.depths.definitions.get(&(id, level)) {
        return *copy;
    }
    let copy = copy_definition(resolver, id, Within { level, ..within });
    resolver.depths.definitions.insert((id, level), copy);
    copy
}

fn copy_definition(resolver: &mut Resolver<'_>, id: DefinitionId, within: Within<DefinitionId>) -> DefinitionId {
    let copy = DefinitionId::from(resolver.model.definitions.len());
    let Some(mut definition) = resolver.model.definitions.get(id.index()).cloned() else { return id };
    let Some(work) = resolver.definitions.get(id.index()) else { return id };
    let beyond = too_deep(&definition.name, within.level, within.deep);
    let work = if beyond.is_some() { work.done() } else { work.again() };
    definition.within = Some(within);
    definition.shown = None;
    definition.struck = None;
    for (index, clause) in definition.clauses.iter_mut().enumerate() {
        clause.parameters = definition.parameters.iter().map(|_| None).collect();
        if let Some((kind, deep)) = &beyond {
            let of = resolver.inference.given(id, index).unwrap_or_else(types::unknown);
            clause.body = Expression { kind: Box::new(kind.clone()), of, at: deep.at };
        }
    }
    resolver.model.to_mut().definitions.push(definition);
    resolver.definitions.push(work);
    copy
}

/// The phase or rule that a `do` means here: one deeper inside its own circle.
pub(super) fn runnable_here(resolver: &mut Resolver<'_>, id: RunnableId) -> RunnableId {
    let Some(within) = resolver.model.runnables.get(id.index()).and_then(|one| one.within) else { return id };
    let around = resolver.depths.around_runnable.map(|(_, around)| (around.circle, around.level));
    let level = within.below(inside(around, within.circle));
    if level == within.level {
        return id;
    }
    if let Some(copy) = resolver.depths.runnables.get(&(id, level)) {
        return *copy;
    }
    let copy = copy_runnable(resolver, id, Within { level, ..within });
    resolver.depths.runnables.insert((id, level), copy);
    copy
}

/// What a `leave` means here: inside its own body the innermost of those that run. Elsewhere it is not known which of them that is.
pub(super) fn left_here(resolver: &mut Resolver<'_>, id: RunnableId, name: &tree::Name) -> Resolved<RunnableId> {
    if resolver.model.runnables.get(id.index()).is_none_or(|one| one.within.is_none()) {
        return Ok(id);
    }
    if let Some((own, _)) = resolver.depths.around_runnable.filter(|(_, within)| within.written == id) {
        return Ok(own);
    }
    let message = format!("`{}` may be running several times at once", name.text);
    let help = "leave it in its own body, or put what is to be left into a rule of its own";
    Err(resolver.error_with_help("leave-twice", message, name.span, "which of them is left?", help))
}

fn copy_runnable(resolver: &mut Resolver<'_>, id: RunnableId, within: Within<RunnableId>) -> RunnableId {
    let copy = RunnableId::from(resolver.model.runnables.len());
    let Some(mut runnable) = resolver.model.runnables.get(id.index()).cloned() else { return id };
    let Some(work) = resolver.runnables.get(id.index()) else { return id };
    let beyond = too_deep(&runnable.name, within.level, within.deep);
    let work = if beyond.is_some() { work.done() } else { work.again() };
    runnable.within = Some(within);
    if let Some((kind, deep)) = beyond {
        fail(&mut runnable, &kind, deep);
    }
    resolver.model.to_mut().runnables.push(runnable);
    resolver.runnables.push(work);
    copy
}
/// As it is called from outside of its circle.
pub(super) fn outermost<Id>(id: Id, circle: u32, deep: Option<Deep>) -> Within<Id> {
    Within { written: id, circle, level: u32::from(deep.is_some()), deep }
}

fn inside(around: Option<(u32, u32)>, circle: u32) -> u32 {
    around.filter(|(other, _)| *other == circle).map_or(0, |(_, level)| level)
}

/// What stands in place of a body beyond the greatest depth.
fn too_deep(name: &str, level: u32, deep: Option<Deep>) -> Option<(ExpressionKind, Deep)> {
    let deep = deep.filter(|deep| level > deep.most)?;
    Some((ExpressionKind::TooDeep { name: name.to_owned(), most: deep.most }, deep))
}

/// Every clause asks for what does not exist, and does nothing else.
fn fail(runnable: &mut Runnable, kind: &ExpressionKind, deep: Deep) {
    for clause in &mut runnable.clauses {
        clause.parameters = runnable.parameters.iter().map(|_| None).collect();
        let of: Type = types::one(Sort::YesNo);
        let asked = Expression { kind: Box::new(kind.clone()), of, at: deep.at };
        let nothing = Block { statements: Vec::new(), at: deep.at };
        let kind = StatementKind::If { arms: vec![(asked, nothing)], otherwise: None };
        clause.body.statements = vec![Statement { kind, at: deep.at }];
    }
}

impl DefinitionWork<'_> {
    /// The same to be done once more.
    fn again(&self) -> Self {
        self.with_all(super::definitions::Progress::Waiting)
    }

    /// Nothing of it is left to be done.
    fn done(&self) -> Self {
        self.with_all(super::definitions::Progress::Done)
    }
}

impl RunnableWork<'_> {
    /// The same to be done once more.
    fn again(&self) -> Self {
        self.clone()
    }

    /// Nothing of it is left to be done.
    fn done(&self) -> Self {
        let mut work = self.clone();
        work.clauses.clear();
        work
    }
}
