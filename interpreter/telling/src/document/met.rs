//! Which definitions a reader of the rules meets.

use std::collections::BTreeSet;

use rulehound_rules::facts::walk;
use rulehound_rules::model::{AreaKind, Definition, DefinitionId, Expression, ExpressionKind, Model};

/// The words that somebody meets who reads the rules: all but those that only say how a thing is called or drawn.
pub fn met(model: &Model) -> BTreeSet<DefinitionId> {
    let mut open: Vec<DefinitionId> = Vec::new();
    let mut visit = |_, expression: &Expression| open.extend(calls(model, expression));
    for clause in model.runnables.iter().flat_map(|one| &one.clauses) {
        walk::block_expressions(&clause.body, &mut visit);
    }
    for trigger in &model.triggers {
        walk::watch_expressions(&trigger.watch, &mut visit);
        walk::block_expressions(&trigger.body, &mut visit);
    }
    for variable in &model.variables {
        let first = variable.first.iter().chain(walk::audience_expressions(&variable.audience));
        first.for_each(|one| visit(walk::Role::Work, one));
    }
    let features = model.kinds.iter().flat_map(|kind| &kind.attributes);
    for audience in features.filter_map(|feature| feature.audience.as_ref()) {
        walk::audience_expressions(audience).iter().for_each(|one| visit(walk::Role::Work, one));
    }
    for area in &model.areas {
        if let AreaKind::Zone(zone) = &area.kind {
            let audiences = std::iter::once(&zone.audience).chain(&zone.top);
            audiences.flat_map(walk::audience_expressions).for_each(|one| visit(walk::Role::Work, one));
        }
    }
    open.extend(those(model, |one| one.shown.is_some() || one.replaced));
    with_what_they_call(model, open)
}

/// The words that only say how a thing is called or drawn. What nothing uses at all is none of them: somebody has just written it.
pub fn only_drawn(model: &Model) -> BTreeSet<DefinitionId> {
    let mut open: Vec<DefinitionId> = Vec::new();
    let mut visit = |_, expression: &Expression| open.extend(calls(model, expression));
    walk::declaration_expressions(model, &mut visit);
    for clause in model.definitions.iter().flat_map(|one| &one.clauses) {
        clause.notes.called.iter().for_each(|text| walk::visit_text(text, &mut visit));
    }
    open.extend(those(model, |one| one.struck.is_some()));
    &with_what_they_call(model, open) - &met(model)
}

fn those(model: &Model, wanted: impl Fn(&Definition) -> bool) -> Vec<DefinitionId> {
    let found = model.definitions.iter().enumerate().filter(|(_, one)| wanted(one));
    found.map(|(index, _)| DefinitionId::from(index)).collect()
}

fn with_what_they_call(model: &Model, mut open: Vec<DefinitionId>) -> BTreeSet<DefinitionId> {
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let clauses = model.definitions.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
            open.extend(clauses.iter().flat_map(|clause| calls(model, &clause.body)));
        }
    }
    found
}

/// The definitions that an expression calls, as they are written.
fn calls(model: &Model, expression: &Expression) -> Vec<DefinitionId> {
    let called = walk::deep(expression).filter_map(|one| match one.kind.as_ref() {
        ExpressionKind::Call(id, _) => Some([*id, model.written_definition(*id), first_value(model, *id)]),
        _ => None,
    });
    called.flatten().collect()
}

/// Of a further value of tuples the definition as it is written.
pub fn first_value(model: &Model, id: DefinitionId) -> DefinitionId {
    let id = model.written_definition(id);
    let tuple = model.definitions.get(id.index()).and_then(|one| one.tuple.as_ref());
    tuple.and_then(|tuple| tuple.parts.first().copied()).unwrap_or(id)
}
