//! What is alike now: components that nothing but their number tells apart.

use std::cmp::Ordering;

use super::standing::{compare_states, group_of};
use super::{Cells, Held, ordered, place_of};
use crate::program::Program;

/// Whether a component may be alike others now: it is plain, held by no name, and in no pile.
pub fn has_like(program: &Program, cells: &(impl Cells + ?Sized), component: i32, held: &Held) -> bool {
    group_of(program, component).is_some()
        && !ordered(program, place_of(program, cells, component))
        && !held.has(component)
}

/// Whether two components that may be alike are.
pub fn alike(program: &Program, cells: &(impl Cells + ?Sized), left: i32, right: i32) -> bool {
    group_of(program, left) == group_of(program, right)
        && place_of(program, cells, left) == place_of(program, cells, right)
        && compare_states(program, cells, left, right) == Ordering::Equal
}

/// The last of some components that is alike another, if that may be alike any.
fn last_like(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    before: &[i32],
    component: i32,
    held: &Held,
) -> Option<usize> {
    let may_be = |component: i32| has_like(program, cells, component, held);
    if !may_be(component) {
        return None;
    }
    before.iter().rposition(|other| may_be(*other) && alike(program, cells, *other, component))
}

/// Keeps of those that are alike only the first, at the beginning of the list; gives how many are left.
pub fn offer_alike(program: &Program, cells: &(impl Cells + ?Sized), part: &mut [i32], held: &mut Held) -> usize {
    let held = held.gather(program, cells);
    let mut kept = 0;
    for index in 0..part.len() {
        let Some(component) = part.get(index).copied() else { break };
        let before = part.get(..kept).unwrap_or_default();
        if last_like(program, cells, before, component, held).is_none() {
            part.swap(kept, index);
            kept += 1;
        }
    }
    kept
}

/// For each component the index of the last before it that is alike.
pub fn alike_before(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    part: &[i32],
    held: &mut Held,
    out: &mut Vec<Option<usize>>,
) {
    let held = held.gather(program, cells);
    out.clear();
    for (index, component) in part.iter().enumerate() {
        let before = part.get(..index).unwrap_or_default();
        out.push(last_like(program, cells, before, *component, held));
    }
}

/// Adds components as outcomes: those that are alike are one, weighted by their number.
pub fn weigh(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    components: &[i32],
    held: &mut Held,
    found: &mut Vec<(i32, u32)>,
) {
    let held = held.gather(program, cells);
    let may_be = |component: i32| has_like(program, cells, component, held);
    for component in components {
        let like = |(first, _): &&mut (i32, u32)| may_be(*first) && alike(program, cells, *first, *component);
        // What is alike mostly stands side by side.
        let known = if may_be(*component) { found.iter_mut().rev().find(like) } else { None };
        match known {
            Some((_, weight)) => *weight += 1,
            None => found.push((*component, 1)),
        }
    }
}
