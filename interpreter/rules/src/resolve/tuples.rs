//! Definitions that give tuples: see [`Tuple`].

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree::{self, ExpressionKind as Tree, OverWord};

use super::clauses::Signature;
use super::definitions::Progress;
use super::expression::{gathered, mentions};
use super::{Reported, Resolved, Resolver, types};
use crate::limits::TUPLE;
use crate::model::{
    Binder, Comparison, DefinitionId, Expression, ExpressionKind, Life, LocalId, Shape, Sort, Tuple, Tuples,
};

/// `each x in S, y in T : (x, y)` as it is written.
#[derive(Clone, Copy)]
struct Written<'t> {
    picks: &'t [tree::Pick],
    keys: &'t [tree::Key],
    values: &'t [tree::Expression],
    span: Span,
}

/// What is written, if it gives tuples.
fn written(tree: &tree::Expression) -> Option<Written<'_>> {
    let mut tree = tree;
    while let Tree::Bracketed(inner) = &*tree.kind {
        tree = inner;
    }
    let Tree::Over { word: OverWord::Each, picks, keys, value: Some(value) } = &*tree.kind else { return None };
    let Tree::Tuple(values) = &*value.kind else { return None };
    Some(Written { picks, keys, values, span: tree.span })
}

/// Enters a definition for each further value of all that give tuples.
pub(super) fn enter_all(resolver: &mut Resolver<'_>) {
    for index in 0..resolver.model.definitions.len() {
        enter(resolver, DefinitionId::from(index));
    }
}

/// The same for one of them.
pub(super) fn enter(resolver: &mut Resolver<'_>, id: DefinitionId) {
    let Some(work) = resolver.definitions.get(id.index()) else { return };
    let clauses = work.clauses.iter().map(|(clause, _)| (clause.item.file, &clause.item.tree));
    let clauses: Vec<_> = clauses.map(|(file, tree)| (file, &tree.name, written(&tree.value))).collect();
    let Some(width) = clauses.iter().find_map(|(.., tuples)| tuples.map(|tuples| tuples.values.len())) else { return };
    let within = resolver.model.definitions.get(id.index()).is_some_and(|one| one.within.is_some());
    let wrong = clauses.iter().find_map(|(file, name, tuples)| {
        let at = |span| Location { file: *file, span };
        let (span, message, help) = wrong(*tuples, width, within, name.span)?;
        let code = if width > TUPLE { "too-large" } else { "wrong-arguments" };
        Some(Diagnostic::error(code, message, at(span), "here").with_help(help))
    });
    if let Some(found) = wrong {
        resolver.report(found);
        resolver.incomplete = true;
        if let Some(work) = resolver.definitions.get_mut(id.index()) {
            work.spoilt = true;
        }
        return;
    }
    add(resolver, id, width);
}

/// What is wrong with a clause of a definition of tuples: where, what, and what to do.
fn wrong(tuples: Option<Written<'_>>, width: usize, within: bool, name: Span) -> Option<(Span, String, &'static str)> {
    if let Some(tuples) = tuples.filter(|_| width > TUPLE) {
        let message = format!("a tuple may have at most {TUPLE} values");
        return Some((tuples.span, message, "leave out what follows from the others"));
    }
    let Some(tuples) = tuples else {
        let message = format!("other clauses of this definition give tuples of {width} values");
        return Some((name, message, "let each of them give as many values"));
    };
    let span = tuples.values.first().map_or(tuples.span, |value| value.span);
    if tuples.values.len() != width {
        let message = format!("this is a tuple of {} values, and the first clause gives {width}", tuples.values.len());
        return Some((span, message, "let each of them give as many values"));
    }
    if let Some(key) = tuples.keys.first() {
        let message = "a set of tuples has no order of its own".to_owned();
        return Some((key.value.span, message, "say `by` where they are taken apart"));
    }
    let message = "a definition that gives tuples cannot come back to itself".to_owned();
    within.then_some((name, message, "let a definition that gives single values do that, or use `reach`"))
}

fn add(resolver: &mut Resolver<'_>, id: DefinitionId, width: usize) {
    let first = resolver.model.definitions.len();
    let parts: Vec<_> = std::iter::once(id).chain((first..).take(width - 1).map(DefinitionId::from)).collect();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            let copy = resolver.model.definitions.get(id.index()).cloned();
            let work = resolver.definitions.get(id.index()).map(|work| work.with_all(Progress::Waiting));
            resolver.model.to_mut().definitions.extend(copy);
            resolver.definitions.extend(work);
        }
        if let Some(one) = resolver.model.to_mut().definitions.get_mut(part.index()) {
            one.tuple = Some(Tuple { parts: parts.clone(), number });
        }
    }
}

/// A further value has those before it as its last parameters; of what types they are is known when these are.
pub(super) fn know_those_before(resolver: &mut Resolver<'_>, id: DefinitionId) -> Resolved<()> {
    let Some(definition) = resolver.model.definitions.get(id.index()) else { return Ok(()) };
    let before = definition.tuple.as_ref().and_then(|tuple| tuple.parts.get(tuple.number.checked_sub(1)?).copied());
    let Some(before) = before else { return Ok(()) };
    let (span, clauses) = (definition.at.span, definition.clauses.len());
    let Some(work) = resolver.definitions.get(id.index()) else { return Ok(()) };
    let known = work.signature.parameters.len();
    let mut sort = Sort::Nothing;
    for clause in 0..clauses {
        let found = resolver.clause_type(before, clause, span)?;
        sort = types::join_sorts(&sort, &found.sort).ok_or(Reported)?;
    }
    let Some(earlier) = resolver.definitions.get(before.index()) else { return Err(Reported) };
    let mut parameters = earlier.signature.parameters.clone();
    parameters.push(types::one(sort));
    if known == parameters.len() {
        return Ok(());
    }
    if let Some(work) = resolver.definitions.get_mut(id.index()) {
        work.signature.parameters.clone_from(&parameters);
    }
    if let Some(one) = resolver.model.to_mut().definitions.get_mut(id.index()) {
        one.parameters = parameters;
    }
    Ok(())
}

/// Binds the values before.
pub(super) fn given(resolver: &mut Resolver<'_>, signature: &Signature, number: usize, span: Span) -> Vec<LocalId> {
    let at = resolver.at(span);
    let written = signature.parameters.len().saturating_sub(number);
    let types = signature.parameters.iter().skip(written);
    types.map(|of| resolver.new_local("", of.clone(), at, Life::Expression)).collect()
}

/// The set of the values behind those that are given, and the tuples as they are written.
pub(super) fn value(
    resolver: &mut Resolver<'_>,
    tree: &tree::Expression,
    given: &[LocalId],
) -> Resolved<(Expression, Tuples)> {
    let Some(written) = written(tree) else { return Err(Reported) };
    let tuples = resolver.with_names(|resolver| {
        let binders = resolver.binders(written.picks, Life::Expression);
        let values: Vec<_> = written.values.iter().map(|value| single(resolver, value)).collect();
        Ok(Tuples { binders: binders?, values: values.into_iter().collect::<Resolved<Vec<_>>>()? })
    })?;
    let Some(own) = tuples.values.get(given.len()).cloned() else { return Err(Reported) };
    let mut binders = tuples.binders.clone();
    let mut used = last_used(&own, &binders);
    for (value, local) in tuples.values.iter().zip(given) {
        let at = last_used(value, &binders);
        used = used.max(at);
        let equal = equal(resolver, value, *local);
        if let Some(binder) = binders.get_mut(at) {
            binder.condition = Some(both(binder.condition.take(), equal));
        }
    }
    // What comes behind is looked at for the last value.
    if given.len() + 1 < tuples.values.len() {
        binders.truncate(used + 1);
    }
    let body = gathered(resolver, binders, Vec::new(), own, written.span)?;
    Ok((body, tuples))
}

/// A value of a tuple.
fn single(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Resolved<Expression> {
    let value = resolver.expression(tree).and_then(|value| resolver.as_it_is(value))?;
    if !matches!(value.of.shape, Shape::Set { .. }) {
        return Ok(value);
    }
    let label = format!("this is {}", resolver.words(&value.of));
    let help = "go through it with one more name";
    Err(resolver.error_with_help("wrong-type", "a tuple is made of single values", tree.span, label, help))
}

/// The last of the names that a value needs.
fn last_used(value: &Expression, binders: &[Binder]) -> usize {
    binders.iter().rposition(|binder| mentions(value, binder.local)).unwrap_or(0)
}

fn equal(resolver: &mut Resolver<'_>, value: &Expression, local: LocalId) -> Expression {
    let given = resolver.local_value(local, value.at.span);
    let kind = ExpressionKind::Compare(Comparison::Equal, value.clone(), given);
    Expression { kind: Box::new(kind), of: types::yes_no(), at: value.at }
}

fn both(before: Option<Expression>, more: Expression) -> Expression {
    let Some(before) = before else { return more };
    let at = before.at;
    Expression { kind: Box::new(ExpressionKind::And(before, more)), of: types::yes_no(), at }
}

/// Says that a tuple cannot stand here.
pub(super) fn out_of_place(resolver: &mut Resolver<'_>, span: Span) -> Reported {
    let message = "a tuple may stand only behind the colon of an `each` that is all of a definition";
    let help = "write `def pairs = each x in S, y in T : (x, y)`";
    resolver.error_with_help("wrong-type", message, span, "a tuple", help)
}
