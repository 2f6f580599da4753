//! `reach` along joined places that lie in a set.

use crate::model::{BuiltIn, Expression, ExpressionKind, LocalId};

use super::walk;

/// The set B of `each t in around(x) where t in B`, if that is the same for every x.
pub fn joined_inside(local: LocalId, to: &Expression) -> Option<&Expression> {
    let ExpressionKind::Each { first: None, binders, keys, value } = to.kind.as_ref() else { return None };
    let ([binder], [], true) = (binders.as_slice(), keys.as_slice(), names(value, binders.first()?.local)) else {
        return None;
    };
    let ExpressionKind::BuiltIn(BuiltIn::Around, places) = binder.set.kind.as_ref() else { return None };
    let Some(ExpressionKind::Among { element, set, negated: false }) =
        binder.condition.as_ref().map(|condition| condition.kind.as_ref())
    else {
        return None;
    };
    let along = matches!(places.as_slice(), [place] if names(place, local)) && binder.from.is_none();
    let fixed = !walk::deep(set).any(|part| names(part, local) || names(part, binder.local));
    (along && fixed && names(element, binder.local)).then_some(set)
}

fn names(expression: &Expression, local: LocalId) -> bool {
    matches!(expression.kind.as_ref(), ExpressionKind::Local(named) if *named == local)
}
