//! So many of a set: `2 of x in S where C`, `first 2 of x in S by k`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::super::convert::Wanted;
use super::super::types;
use super::super::{Resolved, Resolver};
use super::numbers_of;
use super::operators::size;
use crate::model::{Expression, ExpressionKind, Life};

/// Those that come first in the order of the set or of the keys, or all if they are fewer.
pub(super) fn some_of(
    resolver: &mut Resolver<'_>,
    amount: &tree::Expression,
    pick: &tree::Pick,
    keys: &[tree::Key],
    span: Span,
) -> Resolved<Expression> {
    // `number of Card in hand > 3`: what follows is no mistake of its own.
    if let Tree::Name(name) = &*amount.kind
        && matches!(name.text.as_str(), "number" | "amount")
        && resolver.names.value(&name.text).is_none()
        && resolver.scope.get(&name.text).is_none()
    {
        return Err(resolver.unknown_value(name));
    }
    let amount = resolver.one_of(amount, Wanted::Number);
    let found = resolver.with_names(|resolver| {
        let binder = resolver.binder(pick, Life::Expression);
        let keys = resolver.keys(keys);
        Ok((binder?, keys?))
    });
    let (amount, (binder, keys)) = (amount?, found?);
    let greatest = numbers_of(&amount).map_or(0, |(_, greatest)| u64::try_from(greatest).unwrap_or(0));
    let value = resolver.local_value(binder.local, binder.at.span);
    let of = types::set(value.of.sort.clone(), size(&binder.set).min(greatest));
    let kind = ExpressionKind::Each { first: Some(amount), binders: vec![binder], keys, value };
    Ok(resolver.expression_at(kind, of, span))
}
