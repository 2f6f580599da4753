//! What of a position is noted: all that is declared, but for variables that nobody speaks of.

use rulehound_grammar::span::Location;

use crate::model::{
    AreaKind, Audience, Block, BuiltIn, Expression, ExpressionKind, KindId, Model, OwnerSort, Sort, Variable,
};

use super::effects::all_kinds;
use super::reads::Reads;
use super::{calls, walk};

/// Whether the values of a variable are part of the position that is noted.
pub fn is_noted(variable: &Variable) -> bool {
    !variable.notes.unspoken()
}

/// Whether components of a kind count as the same in what is noted where only their numbers tell them apart: they own nothing, and no feature
/// can hold one of them. What variables hold one of them is told by what it is like.
pub fn are_the_same(model: &Model, kind: KindId) -> bool {
    let zones = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Zone(zone) => Some(zone.owner),
        AreaKind::Board(_) => None,
    });
    let variables = model.variables.iter().map(|variable| variable.owner);
    let mut owners = zones.chain(variables).chain(model.kinds.iter().map(|kind| kind.owner));
    let mut features = model.kinds.iter().flat_map(|kind| &kind.attributes);
    owners.all(|owner| owner != OwnerSort::Kind(kind)) && !features.any(|feature| can_hold(&feature.of.sort, kind))
}

/// Whether something that is noted can hold components that count as the same as others.
pub fn holds_the_same(model: &Model, variable: &Variable) -> bool {
    let mut kinds = (0..model.kinds.len()).map(KindId::from);
    is_noted(variable) && kinds.any(|kind| can_hold(&variable.of.sort, kind) && are_the_same(model, kind))
}

fn can_hold(sort: &Sort, kind: KindId) -> bool {
    matches!(sort, Sort::Component { kinds } if kinds.contains(&kind))
}

/// Whether a game notes positions, or asks for those that were noted.
pub fn is_asked(model: &Model) -> bool {
    let notes = |body: &Block| walk::statements(body).iter().any(|statement| statement.traits().remembers);
    let mut asked = calls::nodes(model).into_iter().filter_map(|node| calls::body(model, node)).any(notes);
    walk::all_expressions(model, &mut |_, expression| asked |= walk::deep(expression).any(asks));
    asked
}

/// Whether this very expression asks whether the position was noted.
pub fn asks(expression: &Expression) -> bool {
    matches!(expression.kind.as_ref(), ExpressionKind::BuiltIn(BuiltIn::Noted, _))
}

/// What is looked at to know whether a position was noted.
pub fn reads(model: &Model) -> Reads {
    let variables = model.variables.iter().enumerate().filter(|(_, variable)| is_noted(variable));
    let kinds = model.kinds.iter().enumerate();
    let attributes = kinds.flat_map(|(kind, found)| {
        let varying = found.attributes.iter().enumerate().filter(|(_, attribute)| !attribute.printed);
        varying.map(move |(at, _)| (kind.into(), at))
    });
    Reads {
        variables: variables.map(|(at, _)| at.into()).collect(),
        attributes: attributes.collect(),
        whereabouts: all_kinds(model).collect(),
        anywhere: all_kinds(model).collect(),
        remembered: true,
        ..Reads::default()
    }
}

/// The first thing that is noted and that not all see: its name, and where it is declared.
pub fn hidden(model: &Model) -> Option<(&str, Location)> {
    let variables = model.variables.iter().filter(|variable| is_noted(variable));
    let variables = variables.map(|one| (&one.audience, one.name.as_str(), one.at));
    let zones = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Zone(zone) => Some((&zone.audience, area.name.as_str(), area.at)),
        AreaKind::Board(_) => None,
    });
    let features = model.kinds.iter().flat_map(|kind| &kind.attributes);
    let features = features.filter_map(|one| Some((one.audience.as_ref()?, one.name.as_str(), one.at)));
    let all = variables.chain(zones).chain(features);
    all.filter(|(audience, ..)| !Audience::is_open(audience)).map(|(_, name, at)| (name, at)).min_by_key(|(_, at)| *at)
}
