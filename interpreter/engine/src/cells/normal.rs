//! The normal form: components that only their numbers tell apart lie in ascending order, so that equal positions are equal cells.

use std::cmp::Ordering;

use super::lying::{changing, kind_ground};
use super::standing::compare_states;
use super::{Cells, Held, Room, component, height, place_of, set_height, set_place};
use crate::program::Program;

/// Puts the components of plain kinds that are not held into ascending order among their like, so that numbers never matter.
pub fn normalize(program: &Program, cells: &mut (impl Cells + ?Sized), room: &mut Room) {
    room.held.gather(program, cells);
    for group in &program.groups {
        let bare = is_bare(program, group);
        if bare && stands_sorted(program, cells, group, &room.held) {
            continue;
        }
        let mut free = std::mem::take(&mut room.others);
        free.clear();
        free.extend(group.iter().copied().filter(|component| !room.held.has(*component)));
        if bare {
            normalize_places(program, cells, &free, &mut room.states);
        } else {
            normalize_states(program, cells, &free, room);
        }
        room.others = free;
    }
}

/// Whether its components are told apart by their places alone.
fn is_bare(program: &Program, group: &[i32]) -> bool {
    let Some(first) = group.first().copied() else { return true };
    component(program, first).is_none_or(|first| first.height.is_none())
        && !kind_ground(program, first).is_some_and(|kind| kind.changes)
}

/// Whether the components of a group that no name holds lie in ascending order already.
fn stands_sorted(program: &Program, cells: &(impl Cells + ?Sized), group: &[i32], held: &Held) -> bool {
    let mut before = i32::MIN;
    for component in group.iter().copied().filter(|component| !held.has(*component)) {
        let place = place_of(program, cells, component);
        if place < before {
            return false;
        }
        before = place;
    }
    true
}

fn normalize_places(program: &Program, cells: &mut (impl Cells + ?Sized), free: &[i32], places: &mut Vec<i32>) {
    places.clear();
    places.extend(free.iter().map(|component| place_of(program, cells, *component)));
    places.sort_unstable();
    for (component, place) in free.iter().zip(places.iter()) {
        set_place(program, cells, *component, *place);
    }
}

fn compare_wholly(program: &Program, cells: &(impl Cells + ?Sized), left: i32, right: i32) -> Ordering {
    let lies = |component: i32| (place_of(program, cells, component), height(program, cells, component));
    lies(left).cmp(&lies(right)).then_with(|| compare_states(program, cells, left, right))
}

fn normalize_states(program: &Program, cells: &mut (impl Cells + ?Sized), free: &[i32], room: &mut Room) {
    if free.is_sorted_by(|left, right| compare_wholly(program, cells, *left, *right) != Ordering::Greater) {
        return;
    }
    let Room { sorted, states, .. } = room;
    sorted.clear();
    sorted.extend_from_slice(free);
    // What is equal is alike, so its order does not matter.
    sorted.sort_unstable_by(|left, right| compare_wholly(program, cells, *left, *right));
    states.clear();
    for component in sorted.iter() {
        states.extend([place_of(program, cells, *component), height(program, cells, *component)]);
        states.extend(changing(program, *component).map(|at| cells.read(at)));
    }
    let mut values = states.iter().copied();
    for component in free {
        if let (Some(place), Some(height)) = (values.next(), values.next()) {
            set_place(program, cells, *component, place);
            set_height(program, cells, *component, height);
        }
        for at in changing(program, *component) {
            if let Some(value) = values.next() {
                cells.write(at, value);
            }
        }
    }
}
