//! What an expression reads that a viewer certainly does not see, through definitions. What depends on the position is found in play.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use crate::facts::effects::{classes_of, held_by};
use crate::facts::reads::{DefinitionNode, called_here};
use crate::facts::secrets::anything_hidden;
use crate::facts::{Facts, walk};
use crate::model::{
    Area, AreaKind, Audience, AudienceKind, Binder, BuiltIn, Expression, ExpressionKind, KindId, LocalId, Model,
    OwnerSort, Zone,
};

/// Who looks.
#[derive(Clone, Debug)]
pub enum Viewer<'m> {
    /// Somebody who may be everybody: what is not seen by all is hidden.
    Everybody,
    /// The same, whatever lies where: a feature without an audience of its own is hidden wherever its component may be.
    Always,
    /// A player of whom nothing is known.
    Somebody,
    /// The player that an expression gives.
    Player(&'m Expression),
    /// The player whom these names stand for.
    Named(BTreeSet<LocalId>),
}

/// Something hidden that is read.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// Its name, or a few words.
    pub what: String,
    /// Where it is declared.
    pub declared: Location,
    /// Where it is read.
    pub at: Location,
    /// The definition through which it is read, if it is not read here itself.
    pub through: Option<String>,
}

/// What definitions read that nobody sees (or that not all see).
#[derive(Clone, Debug, Default)]
pub struct HiddenReads {
    /// Whether there is anything that not all see.
    any: bool,
    definitions: BTreeMap<DefinitionNode, Hidden>,
}

impl HiddenReads {
    /// Of all definitions, for a viewer of whom nothing is known but what the form says.
    pub fn new(model: &Model, facts: &Facts, viewer: &Viewer<'_>) -> Self {
        let mut reads = Self { any: anything_hidden(model), definitions: BTreeMap::new() };
        for (node, body) in facts.watching.reading().inner_first(model) {
            let hidden = reads.of(model, viewer, body).next();
            reads.definitions.extend(hidden.map(|hidden| (node, hidden)));
        }
        reads
    }

    /// What an expression reads that the viewer certainly does not see.
    pub fn of<'r>(
        &'r self,
        model: &'r Model,
        viewer: &'r Viewer<'_>,
        expression: &'r Expression,
    ) -> impl Iterator<Item = Hidden> + 'r {
        let mut open = if self.any { vec![expression] } else { Vec::new() };
        let looked_at = std::iter::from_fn(move || {
            let next = open.pop()?;
            add_parts_looked_at(next, &mut open);
            Some(next)
        });
        looked_at.flat_map(move |part| {
            let through = move |node: DefinitionNode| {
                let inner = self.definitions.get(&node)?;
                let through = model.definitions.get(node.0.index()).map(|definition| definition.name.clone());
                Some(Hidden { at: part.at, through, ..inner.clone() })
            };
            hidden_here(model, viewer, part).into_iter().chain(called_here(model, part).into_iter().filter_map(through))
        })
    }
}

/// Adds the parts of an expression, without sets that are only counted by kind.
fn add_parts_looked_at<'e>(expression: &'e Expression, open: &mut Vec<&'e Expression>) {
    let counted = if let ExpressionKind::CountOf(set) = expression.kind.as_ref() {
        Some(set)
    } else if let ExpressionKind::CountTuples(binders) | ExpressionKind::Any(binders, None) = expression.kind.as_ref() {
        plain_set(binders)
    } else {
        None
    };
    if let Some(ExpressionKind::Contents(place)) = counted.map(|set| set.kind.as_ref()) {
        return open.push(place);
    }
    walk::add_parts(expression, open);
}

fn plain_set(binders: &[Binder]) -> Option<&Expression> {
    if let [Binder { set, condition: None, .. }] = binders { Some(set) } else { None }
}

fn hidden_here(model: &Model, viewer: &Viewer<'_>, expression: &Expression) -> Option<Hidden> {
    let kind = expression.kind.as_ref();
    if let ExpressionKind::Variable(cell) = kind {
        let variable = model.variables.get(cell.variable.index())?;
        let hidden = is_hidden(model, viewer, &variable.audience, cell.owner.as_ref());
        return hidden.then(|| seen_by(&variable.name, variable.at, expression.at));
    }
    if let ExpressionKind::Attribute(cell) = kind {
        let attribute = model.kinds.get(cell.kind.index())?.attributes.get(cell.attribute)?;
        let hidden = match (&attribute.audience, viewer) {
            (Some(audience), _) => is_hidden(model, viewer, audience, None),
            (None, Viewer::Always) => may_lie_hidden(model, cell.kind, 0),
            (None, _) => false,
        };
        return hidden.then(|| seen_by(&attribute.name, attribute.at, expression.at));
    }
    if let ExpressionKind::Contents(place) = kind {
        return hidden_place(model, viewer, place, false);
    }
    // How many there are of a kind anybody may know, but not whose they are.
    if let ExpressionKind::CountOn { components, place } = kind
        && !matches!(components.kind.as_ref(), ExpressionKind::Components(_, None))
    {
        return hidden_place(model, viewer, place, false);
    }
    if let ExpressionKind::Top(place) | ExpressionKind::Bottom(place) = kind {
        return hidden_place(model, viewer, place, true);
    }
    None
}

fn seen_by(name: &str, declared: Location, at: Location) -> Hidden {
    Hidden { what: format!("`{name}`"), declared, at, through: None }
}

fn hidden_place(model: &Model, viewer: &Viewer<'_>, place: &Expression, top: bool) -> Option<Hidden> {
    let owner = if let ExpressionKind::Zone { owner, .. } = place.kind.as_ref() { owner.as_ref() } else { None };
    let classes = classes_of(&place.of);
    // What a component shows wherever it lies may be read; whether that is all that is read here is found in play.
    if classes.iter().flat_map(|class| held_by(model, *class)).any(|kind| shows_something(model, kind)) {
        return None;
    }
    let zones: Option<Vec<_>> = classes.into_iter().map(|class| model.zone(class)).collect();
    let zones = zones?;
    let hidden = |(_, zone): &(&Area, &Zone)| {
        let shown = top && zone.top.as_ref().is_some_and(|audience| !is_hidden(model, viewer, audience, owner));
        !shown && is_hidden(model, viewer, &zone.audience, owner)
    };
    let (first, _) = zones.first()?;
    zones.iter().all(hidden).then(|| seen_by(&first.name, first.at, place.at))
}

/// Whether components of a kind may lie where not everybody sees them. Kinds own kinds without circles.
fn may_lie_hidden(model: &Model, kind: KindId, depth: usize) -> bool {
    let zones = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Zone(zone) => Some(zone),
        AreaKind::Board(_) => None,
    });
    zones.filter(|zone| zone.holds.contains(&kind)).any(|zone| {
        let on_hidden = match zone.owner {
            OwnerSort::Kind(owner) => depth > model.kinds.len() || may_lie_hidden(model, owner, depth + 1),
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => false,
        };
        !zone.audience.is_open() || on_hidden
    })
}

fn shows_something(model: &Model, kind: KindId) -> bool {
    let attributes = model.kinds.get(kind.index()).into_iter().flat_map(|kind| &kind.attributes);
    attributes.filter_map(|one| one.audience.as_ref()).any(|audience| !matches!(audience.kind, AudienceKind::Nobody))
}

fn is_hidden(model: &Model, viewer: &Viewer<'_>, audience: &Audience, owner: Option<&Expression>) -> bool {
    if let Viewer::Everybody | Viewer::Always = viewer {
        return !audience.is_open();
    }
    match &audience.kind {
        AudienceKind::All => false,
        AudienceKind::Nobody => true,
        AudienceKind::Only(list) => {
            names_owner(audience, list) && owner.is_some_and(|owner| certainly_other(model, viewer, owner))
        }
        AudienceKind::AllExcept(list) => {
            names_owner(audience, list) && owner.is_some_and(|owner| certainly_same(viewer, owner))
        }
    }
}

/// Whether an audience names the owner and nobody else.
fn names_owner(audience: &Audience, list: &[Expression]) -> bool {
    let [only] = list else { return false };
    matches!(only.kind.as_ref(), ExpressionKind::Local(local) if Some(*local) == audience.names.owner)
}

/// Whether an expression certainly gives the viewer.
pub(super) fn certainly_same(viewer: &Viewer<'_>, owner: &Expression) -> bool {
    match viewer {
        Viewer::Everybody | Viewer::Always | Viewer::Somebody => false,
        Viewer::Named(names) => matches!(owner.kind.as_ref(), ExpressionKind::Local(local) if names.contains(local)),
        Viewer::Player(player) => {
            let names = local(player).is_some() && local(player) == local(owner);
            names || (seat(player).is_some() && seat(player) == seat(owner))
        }
    }
}

fn certainly_other(model: &Model, viewer: &Viewer<'_>, owner: &Expression) -> bool {
    if let ExpressionKind::BuiltIn(BuiltIn::Other | BuiltIn::Next, arguments) = owner.kind.as_ref() {
        // Alone, the next player is oneself; some seats on, one does not know.
        let [player] = arguments.as_slice() else { return false };
        return model.players.least >= 2 && certainly_same(viewer, player);
    }
    let Viewer::Player(player) = viewer else { return false };
    seat(player).zip(seat(owner)).is_some_and(|(player, owner)| player != owner)
}

fn local(player: &Expression) -> Option<LocalId> {
    if let ExpressionKind::Local(local) = player.kind.as_ref() { Some(*local) } else { None }
}

fn seat(player: &Expression) -> Option<i32> {
    if let ExpressionKind::Constant(seat) = player.kind.as_ref() { Some(*seat) } else { None }
}
