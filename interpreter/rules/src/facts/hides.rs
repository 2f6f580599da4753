//! What may do something that not everybody sees whole: an answer from which nothing of the sort follows may be said aloud.

use crate::model::{Model, Opens, OwnerSort, PlaceClass, Sort, Statement, StatementKind, Target};

use super::effects::movement;

/// Whether not everybody may see what the statement itself does, its blocks and what it runs left out.
pub fn hides_itself(model: &Model, statement: &Statement) -> bool {
    let traits = statement.traits();
    let away = || {
        let movement = movement(model, statement);
        movement.is_some_and(|movement| movement.to.into_iter().any(|class| !is_open(model, class)))
    };
    // What is drawn by lot all are told, but not what a component is.
    let drawn = |binders: &[crate::model::Binder]| {
        binders.iter().any(|binder| matches!(binder.set.of.sort, Sort::Component { .. }))
    };
    away()
        || traits.writes.is_some_and(|target| !is_open_target(model, target))
        || traits.opens == Opens::Secret
        || matches!(&statement.kind, StatementKind::Show { to: Some(_), .. })
        || matches!(&statement.kind, StatementKind::DrawOne(binder) if drawn(std::slice::from_ref(binder)))
}

/// Whether everybody sees what lies in places of a class; what belongs to components may be hidden with them.
fn is_open(model: &Model, class: PlaceClass) -> bool {
    model.zone(class).is_none_or(|(_, zone)| zone.audience.is_open() && !matches!(zone.owner, OwnerSort::Kind(_)))
}

fn is_open_target(model: &Model, target: &Target) -> bool {
    match target {
        Target::Variable(cell) => model
            .variables
            .get(cell.variable.index())
            .is_some_and(|variable| variable.audience.is_open() && !matches!(variable.owner, OwnerSort::Kind(_))),
        // Without an audience of its own a feature is seen with its component.
        Target::Attribute(cell) => {
            let kind = model.kinds.get(cell.kind.index());
            let attribute = kind.and_then(|kind| kind.attributes.get(cell.attribute));
            attribute.and_then(|one| one.audience.as_ref()).is_some_and(crate::model::Audience::is_open)
        }
    }
}
