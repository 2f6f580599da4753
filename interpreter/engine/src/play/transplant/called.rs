//! What things are called across rules: a name that says what it is, whose it is, and which of several, but no number that other rules
//! would have changed.

use crate::instance::{Component, Instance};
use rulehound_rules::model::{AreaKind, Index, OwnerSort, PlaceClass};

/// The kind and owner of every component, by number, and with what it begins.
pub(super) fn components(instance: &Instance) -> Vec<(String, Vec<Option<i32>>)> {
    let called = |component: &Component| {
        let kind = instance.model.kinds.get(component.kind.index());
        let name = kind.map_or("", |kind| kind.name.as_str());
        let owner = kind.map_or(OwnerSort::Common, |kind| kind.owner);
        let features = (0..kind.map_or(0, |kind| kind.cells)).map(|cell| instance.made(component, cell));
        (format!("{name} of {}", value(instance, owner, component.owner)), features.collect())
    };
    instance.components.iter().map(called).collect()
}

/// Every place, by number.
pub(super) fn places(instance: &Instance) -> Vec<String> {
    let name = |place: &crate::instance::Place| match place.class {
        PlaceClass::Box(sort) => format!("box of {}", value(instance, sort, place.owner)),
        PlaceClass::Area(id) => {
            let Some(area) = instance.model.areas.get(id.index()) else { return String::new() };
            match &area.kind {
                AreaKind::Board(board) => {
                    let point = board.points.get(place.offset).map(|point| (point.column, point.row));
                    format!("{} {point:?}", area.name)
                }
                AreaKind::Zone(zone) => {
                    let owner = value(instance, zone.owner, place.owner);
                    format!("{} of {owner} {}", area.name, cell(instance, &zone.index, place.offset))
                }
            }
        }
    };
    instance.places.iter().map(name).collect()
}

/// The cells of a variable, in order.
pub(super) fn cells(instance: &Instance, owner: OwnerSort, indices: &[Index]) -> Vec<String> {
    let size = instance.family_size(indices);
    let of = |owner_value| {
        let owner = value(instance, owner, owner_value);
        (0..size).map(move |offset| format!("{owner} {}", cell(instance, indices, offset)))
    };
    instance.owners(owner).flat_map(of).collect()
}

/// One of a family, by its indices.
pub(super) fn cell(instance: &Instance, indices: &[Index], offset: usize) -> String {
    let values = instance.family_indices(indices, offset);
    let names = indices.iter().zip(values).map(|(index, found)| match index {
        Index::Value { of, .. } => value(instance, OwnerSort::Value(*of), found),
        Index::Range { .. } | Index::Upto { .. } | Index::Player | Index::YesNo | Index::Direction => found.to_string(),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// An owner. What belongs to components or places is counted among them, so only those that lead there are called by number.
fn value(instance: &Instance, owner: OwnerSort, value: i32) -> String {
    match owner {
        OwnerSort::Common => "nobody".to_owned(),
        OwnerSort::Player => format!("seat {value}"),
        OwnerSort::Value(id) => {
            let values = instance.model.enumerations.get(id.index()).map(|it| &it.values);
            let named = usize::try_from(value).ok().and_then(|at| values?.get(at));
            named.map_or_else(String::new, |(name, _)| name.clone())
        }
        OwnerSort::Kind(id) => {
            let first = instance.kinds.get(id.index()).map_or(0, |kind| kind.start);
            let name = instance.model.kinds.get(id.index()).map_or("", |kind| kind.name.as_str());
            format!("{name} {}", value.saturating_sub(first))
        }
        OwnerSort::Board(id) => {
            let first = instance.classes.get(&PlaceClass::Area(id)).map_or(0, |places| places.start);
            let name = instance.model.areas.get(id.index()).map_or("", |area| area.name.as_str());
            format!("{name} {}", value.saturating_sub(first))
        }
    }
}
