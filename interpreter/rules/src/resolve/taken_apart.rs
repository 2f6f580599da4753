//! Where tuples are taken apart: `(x, y) in jumps(m)`, and `count jumps(m)`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::names::ValueName;
use super::tuples::know_those_before;
use super::{Reported, Resolved, Resolver, types};
use crate::model::{Binder, DefinitionId, Expression, Life, Sort};

/// `(x, y) in S where C`: a name for each value, one inside the other.
pub(super) fn taken_apart(resolver: &mut Resolver<'_>, pick: &tree::Pick, life: Life) -> Resolved<Vec<Binder>> {
    let mut names = std::iter::once(&pick.name).chain(&pick.more);
    let binders = bound(resolver, pick, &mut names, life);
    names.filter(|name| !name.text.is_empty()).for_each(|name| resolver.bind_spoilt(name));
    let condition = resolver.optional_condition(pick.condition.as_ref());
    let (mut binders, condition) = (binders?, condition?);
    if let Some(last) = binders.last_mut() {
        last.condition = condition;
    }
    Ok(binders)
}

fn bound<'t>(
    resolver: &mut Resolver<'_>,
    pick: &tree::Pick,
    names: &mut impl Iterator<Item = &'t tree::Name>,
    life: Life,
) -> Resolved<Vec<Binder>> {
    let span = pick.set.span;
    let (parts, mut arguments) = called(resolver, &pick.set)?;
    let wanted = pick.more.len() + 1;
    if parts.len() != wanted {
        let message = format!("these are tuples of {} values, and {wanted} names stand here", parts.len());
        let all = pick.more.last().map_or(pick.name.span, |last| pick.name.span.join(last.span));
        return Err(resolver.error("wrong-arguments", message, all, "a name for each value is wanted"));
    }
    let mut binders = Vec::new();
    for part in parts {
        know_those_before(resolver, part)?;
        let set = resolver.called(part, arguments.clone(), span)?;
        let Some(name) = names.next() else { return Err(Reported) };
        let of = types::one(set.of.sort.clone());
        let local = match name.text.as_str() {
            "" => resolver.new_local("", of, resolver.at(name.span), life),
            _ => resolver.bind(name, of, life),
        };
        arguments.push(resolver.local_value(local, name.span));
        let round = set.of.sort == Sort::Player;
        binders.push(Binder { local, set, from: None, round, condition: None, at: resolver.at(pick.span) });
    }
    Ok(binders)
}

/// The definitions of a call that gives tuples, with what it is called with.
fn called(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Resolved<(Vec<DefinitionId>, Vec<Expression>)> {
    let span = tree.span;
    let call = call_of(tree).and_then(|(name, arguments)| Some((name, arguments, named(resolver, name)?)));
    let Some((name, arguments, id)) = call else { return Err(no_tuples(resolver, tree)) };
    let base = resolver.scope.base.clone().filter(|_| name.text == "base");
    let definition = resolver.model.definitions.get(id.index());
    let Some(parts) = definition.and_then(|one| one.tuple.as_ref()).map(|tuple| tuple.parts.clone()) else {
        let spoilt = resolver.is_spoilt_definition(id);
        return Err(if spoilt { Reported } else { no_tuples(resolver, tree) });
    };
    let targets = definition.map(|one| one.parameters.clone()).unwrap_or_default();
    let arguments = match base {
        Some(base) => resolver.base_arguments(&base, &targets, arguments, span)?,
        None => {
            resolver.uses.of_value(resolver.at(name.span), &name.text, &resolver.names);
            resolver.call_arguments(&name.text, &targets, arguments.unwrap_or_default(), span)?
        }
    };
    Ok((parts, arguments))
}

/// A name, perhaps with values in brackets.
fn call_of(tree: &tree::Expression) -> Option<(&tree::Name, Option<&[tree::Expression]>)> {
    match &*tree.kind {
        Tree::Bracketed(inner) => call_of(inner),
        Tree::Name(name) => Some((name, None)),
        Tree::Call(callee, arguments) => match &*callee.kind {
            Tree::Name(name) => Some((name, Some(arguments))),
            _ => None,
        },
        _ => None,
    }
}

/// The definition of this name.
fn named(resolver: &mut Resolver<'_>, name: &tree::Name) -> Option<DefinitionId> {
    if resolver.scope.get(&name.text).is_some() {
        return None;
    }
    if let Some(base) = resolver.scope.base.as_ref().filter(|_| name.text == "base") {
        return resolver.former_definition(base.former).ok();
    }
    match resolver.names.value(&name.text) {
        Some(ValueName::Definition(id)) => Some(id),
        _ => None,
    }
}

/// For `count jumps(m)` the names that go through these tuples.
pub(super) fn to_be_counted(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Option<tree::Pick> {
    let (name, _) = call_of(tree)?;
    let id = named(resolver, name)?;
    let width = resolver.model.definitions.get(id.index())?.tuple.as_ref()?.parts.len();
    // They have no text, since nothing is asked of them.
    let mut names = (0..width).map(|_| tree::Name { text: String::new(), span: tree.span });
    let first = names.next()?;
    Some(tree::Pick {
        name: first,
        more: names.collect(),
        set: tree.clone(),
        from: None,
        condition: None,
        span: tree.span,
    })
}

/// Says that tuples are no value.
pub(super) fn taken_whole(resolver: &mut Resolver<'_>, name: &str, span: Span) -> Reported {
    let message = format!("`{name}` gives tuples, which are no values of their own");
    let help = "give each of their values a name: `(x, y) in …` behind `choose`, `for`, `any`, `each` and the like";
    resolver.error_with_help("wrong-type", message, span, "tuples", help)
}

/// Says what else it is; or what is wrong with that.
fn no_tuples(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Reported {
    let Ok(found) = resolver.expression(tree) else { return Reported };
    let label = format!("this is {}", resolver.words(&found.of));
    let help = "only a definition does: `def pairs = each x in S, y in T : (x, y)`";
    resolver.error_with_help("wrong-type", "this gives no tuples", tree.span, label, help)
}
