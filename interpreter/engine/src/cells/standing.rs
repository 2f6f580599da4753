//! Standing order: by place, in a pile from the top, then by kind, owner and print, then by what can change.

use std::cmp::Ordering;

use super::lying::kind_ground;
use super::{Cells, Held, Room, component, height, place_of};
use crate::program::{ALONE, Feature, Program};

/// The group of those that only their state can tell apart; `None` if it stands for itself.
pub(super) fn group_of(program: &Program, number: i32) -> Option<u32> {
    component(program, number).map(|it| it.group).filter(|group| *group != ALONE)
}

/// The values that can change, of components of one kind.
pub(super) fn compare_states(program: &Program, cells: &(impl Cells + ?Sized), left: i32, right: i32) -> Ordering {
    let Some(kind) = kind_ground(program, left).filter(|kind| kind.changes) else { return Ordering::Equal };
    for feature in &kind.features {
        if let Feature::Cells(first) = feature {
            let value = |component: i32| cells.read(first + (component - kind.first).unsigned_abs());
            match value(left).cmp(&value(right)) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
        }
    }
    Ordering::Equal
}

/// What a component stands by: place, height from the top, then kind, owner and print.
fn standing(program: &Program, cells: &(impl Cells + ?Sized), number: i32) -> (i32, i32, i32) {
    let rank = component(program, number).map_or(0, |it| it.rank);
    (place_of(program, cells, number), -height(program, cells, number), rank)
}

/// Sorts components into standing order. Of those that are alike, one that no name holds comes first.
pub fn sort_standing(program: &Program, cells: &(impl Cells + ?Sized), part: &mut [i32], room: &mut Room) {
    let ascending = |pair: &[i32]| match pair {
        [left, right] => standing(program, cells, *left) < standing(program, cells, *right),
        _ => true,
    };
    if part.windows(2).all(ascending) {
        return;
    }
    let held = room.held.gather(program, cells);
    if fits_a_number(program, cells, part) {
        return sort_by_numbers(program, cells, part, held, &mut room.keys);
    }
    let is_held = |component: i32| held.has(component) && group_of(program, component).is_some();
    // The number comes last, so no two are equal.
    part.sort_unstable_by(|left, right| {
        standing(program, cells, *left)
            .cmp(&standing(program, cells, *right))
            .then_with(|| compare_states(program, cells, *left, *right))
            .then_with(|| is_held(*left).cmp(&is_held(*right)))
            .then_with(|| left.cmp(right))
    });
}

/// The bits of a number that hold what a component stands by, from the lowest: its own number, whether it is held, rank, height, place.
const NUMBER: u32 = 20;
const RANK: u32 = 15;
const HEIGHT: u32 = 13;
/// The highest that is packed.
const HIGHEST: i32 = (1 << HEIGHT) - 1;

/// Whether states never tell components apart, and all they stand by fits one number.
fn fits_a_number(program: &Program, cells: &(impl Cells + ?Sized), part: &[i32]) -> bool {
    let components = program.ground.components.len();
    components < 1 << RANK
        && program.ground.places.len() < 1 << RANK
        && part.iter().all(|component| {
            kind_ground(program, *component).is_some_and(|kind| !kind.changes)
                && place_of(program, cells, *component) >= 0
                && (0..=HIGHEST).contains(&height(program, cells, *component))
        })
}

fn sort_by_numbers(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    part: &mut [i32],
    held: &Held,
    keys: &mut Vec<u64>,
) {
    let key = |component: &i32| {
        let (place, height, rank) = standing(program, cells, *component);
        let is_held = u64::from(held.has(*component) && group_of(program, *component).is_some());
        let mut key = u64::from(place.unsigned_abs());
        key = key << HEIGHT | u64::from((HIGHEST + height).unsigned_abs());
        key = key << RANK | u64::from(rank.unsigned_abs());
        key = key << 1 | is_held;
        key << NUMBER | u64::from(component.unsigned_abs())
    };
    keys.clear();
    keys.extend(part.iter().map(key));
    if !keys.is_sorted() {
        keys.sort_unstable();
    }
    for (slot, key) in part.iter_mut().zip(keys.iter()) {
        *slot = i32::try_from(key & ((1 << NUMBER) - 1)).unwrap_or(0);
    }
}
