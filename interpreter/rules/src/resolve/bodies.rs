//! One clause of a definition, resolved in a scope of its own: once to find out what it gives, or for good.

use rulehound_grammar::tree;

use super::clauses::Signature;
use super::definitions::Progress;
use super::scope::Base;
use super::tuples;
use super::{Reported, Resolved, Resolver};
use crate::merge::Clause;
use crate::model::{DefinitionId, Expression, Life, LocalId, Notes, Tuples};

/// A clause as it was resolved.
#[derive(Debug)]
pub(super) struct Body {
    /// Its parameters.
    pub parameters: Vec<Option<LocalId>>,
    /// What it means.
    pub body: Expression,
    /// If it is written with tuples, these.
    pub tuples: Option<Tuples>,
    /// Remarks.
    pub notes: Notes,
}

/// What is written, with the types of its parameters.
pub(super) fn clause_work<'a, 'r>(
    resolver: &'r Resolver<'a>,
    id: DefinitionId,
    clause: usize,
) -> Option<(&'a Clause<tree::Definition>, &'r Signature)> {
    let work = resolver.definitions.get(id.index())?;
    work.clauses.get(clause).map(|(written, _)| (*written, &work.signature))
}

/// The parameters and the body of a clause, in a scope of its own; for good with its remarks.
pub(super) fn body_of(resolver: &mut Resolver<'_>, id: DefinitionId, clause: usize, good: bool) -> Resolved<Body> {
    let Some((written, signature)) = clause_work(resolver, id, clause) else { return Err(Reported) };
    let signature = signature.clone();
    let definition = resolver.model.definitions.get(id.index());
    let within = definition.and_then(|one| one.within);
    let made = definition.and_then(|one| one.way.as_ref()).is_some_and(crate::model::Way::is_made);
    let number = definition.and_then(|one| one.tuple.as_ref()).map(|tuple| tuple.number);
    let (file, scope) = (resolver.file, std::mem::take(&mut resolver.scope));
    let around =
        std::mem::replace(&mut resolver.depths.around_definition, within.map(|within| (within.circle, within.level)));
    // What a made definition calls is resolved in the middle of it, and may be written.
    let made = std::mem::replace(&mut resolver.uses.made, made);
    resolver.file = written.item.file;
    let outcome = body_within(resolver, written, (clause, good, number), &signature);
    let outcome = outcome.and_then(|body| {
        let fitting = super::ways::fitting(resolver, id, body.body)?;
        Ok(Body { body: fitting, ..body })
    });
    resolver.uses.made = made;
    resolver.file = file;
    resolver.scope = scope;
    resolver.depths.around_definition = around;
    outcome
}

fn body_within<'a>(
    resolver: &mut Resolver<'a>,
    written: &'a Clause<tree::Definition>,
    (clause, good, number): (usize, bool, Option<usize>),
    signature: &Signature,
) -> Resolved<Body> {
    let tree = &written.item.tree;
    let (mut parameters, own) =
        resolver.bind_parameters(tree.parameters.as_deref().unwrap_or_default(), signature, clause, Life::Expression);
    resolver.scope.base = written.former.map(|former| Base {
        former,
        single: resolver.all_former_definitions.get(former).is_some_and(|one| one.single),
        own,
    });
    let (body, tuples) = match number {
        None => (resolver.expression(&tree.value).and_then(|body| resolver.as_it_is(body))?, None),
        Some(number) => {
            let given = tuples::given(resolver, signature, number, tree.name.span);
            parameters.extend(given.iter().copied().map(Some));
            let (body, tuples) = tuples::value(resolver, &tree.value, &given)?;
            (body, Some(tuples))
        }
    };
    let notes =
        if good { resolver.notes(&written.item.inherited, written.item.file, &tree.notes) } else { Notes::default() };
    Ok(Body { parameters, body, tuples, notes })
}

/// Nothing more is said about a clause.
pub(super) fn fail(resolver: &mut Resolver<'_>, id: DefinitionId, clause: usize) {
    resolver.incomplete = true;
    resolver.set_progress(id, clause, Progress::Failed);
}
