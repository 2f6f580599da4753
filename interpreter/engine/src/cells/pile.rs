//! Moving components, and the heights of those in piles.

use super::{Cells, height, kind_of, kinds_at, lying, ordered, place_of, set_height, set_place};
use crate::program::Program;
use rulehound_rules::model::value::NONE;

/// Why a component cannot be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// There is nothing to move, or nowhere to move it to.
    Nothing,
    /// The place does not hold such things.
    WrongPlace,
}

/// Puts a component somewhere, onto a pile or beneath it; tells whether it left its place. `others` is room to work in.
///
/// # Errors
/// [`Misplaced`] says why it cannot be moved; nothing has changed then.
pub fn relocate(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    (component, to): (i32, i32),
    beneath: bool,
    others: &mut Vec<i32>,
) -> Result<bool, Misplaced> {
    if component < 0 || to < 0 {
        return Err(Misplaced::Nothing);
    }
    if !kind_of(program, component).is_some_and(|kind| kinds_at(program, to).contains(&kind)) {
        return Err(Misplaced::WrongPlace);
    }
    let from = place_of(program, cells, component);
    if from == to && !(beneath && ordered(program, to)) {
        return Ok(false);
    }
    if ordered(program, from) {
        lift(program, cells, (component, from), others);
    }
    if ordered(program, to) {
        put(program, cells, (component, to), beneath, others);
    } else {
        set_place(program, cells, component, to);
    }
    cells.has_moved(component, from, to);
    Ok(from != to)
}

fn gather(program: &Program, cells: &(impl Cells + ?Sized), place: i32, others: &mut Vec<i32>) {
    others.clear();
    lying(program, cells, place, kinds_at(program, place), |other| others.push(other));
}

/// Closes the gap that a component leaves in a pile.
pub fn lift(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    (component, from): (i32, i32),
    others: &mut Vec<i32>,
) {
    let gone = height(program, cells, component);
    gather(program, cells, from, others);
    for other in others.iter() {
        let height = height(program, cells, *other);
        if height > gone {
            set_height(program, cells, *other, height - 1);
        }
    }
    set_height(program, cells, component, 0);
}

/// Puts a component onto or beneath a pile.
pub fn put(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    (component, to): (i32, i32),
    beneath: bool,
    others: &mut Vec<i32>,
) {
    // The component may lie here already, on its way beneath; it is not counted.
    set_place(program, cells, component, NONE);
    gather(program, cells, to, others);
    let count = i32::try_from(others.len()).unwrap_or(0);
    if beneath {
        for other in others.iter() {
            let height = height(program, cells, *other);
            set_height(program, cells, *other, height + 1);
        }
    }
    set_place(program, cells, component, to);
    set_height(program, cells, component, if beneath { 1 } else { count + 1 });
}

/// Moves a component of a pile down to a height; those between go up by one.
pub fn place_at(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    (component, to): (i32, i32),
    others: &mut Vec<i32>,
) {
    let old = height(program, cells, component);
    gather(program, cells, place_of(program, cells, component), others);
    for other in others.iter() {
        let at = height(program, cells, *other);
        if at >= to && at < old {
            set_height(program, cells, *other, at + 1);
        }
    }
    set_height(program, cells, component, to);
}
