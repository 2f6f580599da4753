//! Where components lie.

use super::Cells;
use crate::program::{Addr, ComponentGround, Feature, KindGround, PlaceGround, Program};
use rulehound_rules::model::KindId;
use rulehound_rules::model::value::NONE;

/// What is fixed of a component.
pub fn component(program: &Program, component: i32) -> Option<&ComponentGround> {
    program.ground.components.get(usize::try_from(component).ok()?)
}

/// The kind of a component.
pub fn kind_of(program: &Program, number: i32) -> Option<KindId> {
    component(program, number).map(|component| component.kind)
}

pub(super) fn kind_ground(program: &Program, number: i32) -> Option<&KindGround> {
    program.ground.kinds.get(kind_of(program, number)?.index())
}

fn place_ground(program: &Program, place: i32) -> Option<&PlaceGround> {
    program.ground.places.get(usize::try_from(place).ok()?)
}

/// Whether what lies at a place lies in a pile.
pub fn ordered(program: &Program, place: i32) -> bool {
    place_ground(program, place).is_some_and(|place| place.ordered)
}

/// The kinds that a place may hold.
pub fn kinds_at(program: &Program, place: i32) -> &[KindId] {
    place_ground(program, place).map(|place| place.kinds.as_slice()).unwrap_or_default()
}

fn lying_at(program: &Program, number: i32) -> Option<Addr> {
    component(program, number).map(|_| program.layout.lying + number.unsigned_abs())
}

/// Where a component lies; none of none.
pub fn place_of(program: &Program, cells: &(impl Cells + ?Sized), component: i32) -> i32 {
    lying_at(program, component).map_or(NONE, |at| cells.read(at))
}

/// Puts a component somewhere without regard to piles.
pub fn set_place(program: &Program, cells: &mut (impl Cells + ?Sized), component: i32, place: i32) {
    if let Some(at) = lying_at(program, component) {
        let from = cells.read(at);
        cells.write(at, place);
        cells.lies_elsewhere(component, from, place);
    }
}

/// How high a component lies in its pile, from 1 at the bottom; 0 if it lies in none.
pub fn height(program: &Program, cells: &(impl Cells + ?Sized), number: i32) -> i32 {
    component(program, number).and_then(|it| it.height).map_or(0, |at| cells.read(at))
}

/// Says how high a component lies.
pub fn set_height(program: &Program, cells: &mut (impl Cells + ?Sized), number: i32, height: i32) {
    if let Some(at) = component(program, number).and_then(|it| it.height) {
        cells.write(at, height);
    }
}

/// Where all components of a kind lie, by number, and the number of the first.
pub fn places_of_kind<'c>(program: &Program, cells: &'c (impl Cells + ?Sized), kind: KindId) -> (i32, &'c [i32]) {
    let Some(kind) = program.ground.kinds.get(kind.index()) else { return (0, &[]) };
    let start = program.layout.lying + kind.first.unsigned_abs();
    (kind.first, cells.row(start..start + kind.count.unsigned_abs()))
}

/// Goes through the components of these kinds at a place, by number.
pub fn lying(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    place: i32,
    kinds: &[KindId],
    mut visit: impl FnMut(i32),
) {
    if place == NONE {
        return;
    }
    for kind in kinds {
        let (first, places) = places_of_kind(program, cells, *kind);
        for (component, lies) in (first..).zip(places) {
            if *lies == place {
                visit(component);
            }
        }
    }
}

/// Where a component's attributes that can change lie.
pub fn changing(program: &Program, component: i32) -> impl Iterator<Item = Addr> + use<'_> {
    let kind = kind_ground(program, component);
    let step = kind.map_or(0, |kind| (component - kind.first).unsigned_abs());
    kind.into_iter().flat_map(|kind| &kind.features).filter_map(move |feature| match feature {
        Feature::Cells(first) => Some(first + step),
        Feature::Printed(_) => None,
    })
}
