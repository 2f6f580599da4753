//! What expressions read that somebody may not see, through definitions. How much lies somewhere everybody sees.

use std::collections::BTreeSet;

use crate::model::{AreaKind, Audience, Binder, Expression, ExpressionKind, KindId, Model, PlaceClass};

use super::effects::{classes_of, homes_of};
use super::reads::{DefinitionNode, Reading, called_here};
use super::walk;

/// Which definitions read something that somebody may not see, worked out once.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    /// Whether there is anything that not all see.
    any: bool,
    definitions: BTreeSet<DefinitionNode>,
}

impl Secrets {
    /// Of a game.
    pub fn new(model: &Model, reading: &Reading) -> Self {
        let mut secrets = Self { any: anything_hidden(model), definitions: BTreeSet::new() };
        for (node, body) in reading.inner_first(model) {
            if secrets.read_by(model, reading, body) {
                secrets.definitions.insert(node);
            }
        }
        secrets
    }

    /// Whether an expression reads something that somebody may not see.
    pub fn read_by(&self, model: &Model, reading: &Reading, expression: &Expression) -> bool {
        // Most rules hide nothing, and long ones are looked through often.
        let mut open = if self.any { vec![expression] } else { Vec::new() };
        while let Some(part) = open.pop() {
            if let Some(place) = counted(part) {
                open.push(place);
                continue;
            }
            if let Some((place, owner)) = counted_on(model, part) {
                open.push(place);
                open.extend(owner);
                continue;
            }
            let called = called_here(model, part);
            let found = if let ExpressionKind::Top(place) = part.kind.as_ref() {
                classes_of(&place.of).into_iter().any(|class| may_hide_top(model, class))
            } else if called.is_empty() {
                read_here(model, reading, part)
            } else {
                called.iter().any(|node| self.definitions.contains(node))
            };
            if found {
                return true;
            }
            walk::add_parts(part, &mut open);
        }
        false
    }
}

/// Whether there is anything in a game that not all see.
pub fn anything_hidden(model: &Model) -> bool {
    let features = model.kinds.iter().flat_map(|kind| &kind.attributes).filter_map(|one| one.audience.as_ref());
    let zones = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Zone(zone) => Some(&zone.audience),
        AreaKind::Board(_) => None,
    });
    let variables = model.variables.iter().map(|variable| &variable.audience);
    features.chain(zones).chain(variables).any(|audience| !audience.is_open())
}

/// The place of which it is only asked how much lies there.
fn counted(expression: &Expression) -> Option<&Expression> {
    let set = match expression.kind.as_ref() {
        ExpressionKind::CountOf(set) => set,
        ExpressionKind::CountTuples(binders) | ExpressionKind::Any(binders, None) => match binders.as_slice() {
            [Binder { set, condition: None, .. }] => set,
            _ => return None,
        },
        _ => return None,
    };
    if let ExpressionKind::Contents(place) = set.kind.as_ref() { Some(place) } else { None }
}

/// The place, and whose they are, where only the number of a kind's components there is asked for, and everybody may know that: how many
/// there are of a kind everywhere, how many of somebody's where all see what lies there. Where the others lie is not read.
fn counted_on<'e>(model: &Model, expression: &'e Expression) -> Option<(&'e Expression, Option<&'e Expression>)> {
    let ExpressionKind::CountOn { components, place } = expression.kind.as_ref() else { return None };
    let ExpressionKind::Components(_, owner) = components.kind.as_ref() else { return None };
    let open = || !classes_of(&place.of).into_iter().any(|class| may_hide(model, class));
    (owner.is_none() || open()).then_some((place, owner.as_ref()))
}

/// Whether this very expression reads it.
fn read_here(model: &Model, reading: &Reading, expression: &Expression) -> bool {
    let reads = reading.of_one(model, expression);
    reads.variables.iter().any(|id| model.variables.get(id.index()).is_some_and(|it| !it.audience.is_open()))
        || reads.contents.iter().any(|(_, class)| may_hide(model, *class))
        || reads.anywhere.iter().any(|kind| may_be_hidden(model, *kind))
        || reads.attributes.iter().any(|(kind, attribute)| {
            let kind = model.kinds.get(kind.index());
            let attribute = kind.and_then(|kind| kind.attributes.get(*attribute));
            attribute.and_then(|attribute| attribute.audience.as_ref()).is_some_and(|audience| !audience.is_open())
        })
}

/// Whether components of a kind may lie where somebody does not see them.
pub fn may_be_hidden(model: &Model, kind: KindId) -> bool {
    homes_of(model, kind).into_iter().any(|class| may_hide(model, class))
}

/// Whether somebody may not see the top of a pile of this class.
fn may_hide_top(model: &Model, class: PlaceClass) -> bool {
    let top = model.zone(class).and_then(|(_, zone)| zone.top.as_ref());
    !top.is_some_and(Audience::is_open) && may_hide(model, class)
}

/// Whether somebody may not see what lies in places of this class.
fn may_hide(model: &Model, class: PlaceClass) -> bool {
    model.zone(class).is_some_and(|(_, zone)| !zone.audience.is_open())
}
