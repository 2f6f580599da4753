//! `draw` and `shuffle`: what may still come out, and taking it.

use super::list::Full;
use super::{
    Cells, Held, Misplaced, Room, component, height, lying, ordered, place_at, place_of, places_of_kind, push_row,
    relocate, sort_standing, weigh,
};
use crate::program::{ALONE, Addr, DrawCode, Program};
use rulehound_rules::limits::OUTCOMES;

/// The next of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// There is no more to draw.
    NoMore,
    /// A pile gives this component, its top.
    Top(i32),
    /// Chance decides which.
    Chance,
}

/// Why something cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDrawn {
    /// It cannot lie where it is drawn to.
    Misplaced(Misplaced),
    /// More is drawn than there is room for.
    Full,
}

impl From<Misplaced> for NotDrawn {
    fn from(misplaced: Misplaced) -> Self {
        Self::Misplaced(misplaced)
    }
}

impl From<Full> for NotDrawn {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

fn is_drawn(cells: &(impl Cells + ?Sized), draw: &DrawCode, component: i32) -> bool {
    let count = u32::try_from(cells.read(draw.list.at)).unwrap_or(0);
    (0..count).any(|row| cells.read(draw.list.at + 2 + row * draw.list.width) == component)
}

/// What can still be drawn, by number.
fn drawable(program: &Program, cells: &(impl Cells + ?Sized), draw: &DrawCode, out: &mut Vec<i32>) {
    out.clear();
    let some_drawn = cells.read(draw.list.at) > 0;
    lying(program, cells, cells.read(draw.places), &draw.kinds, |component| {
        if !(some_drawn && is_drawn(cells, draw, component)) {
            out.push(component);
        }
    });
}

fn any_drawable(program: &Program, cells: &(impl Cells + ?Sized), draw: &DrawCode) -> bool {
    let from = cells.read(draw.places);
    draw.kinds.iter().any(|kind| {
        let (first, places) = places_of_kind(program, cells, *kind);
        (first..).zip(places).any(|(component, place)| *place == from && !is_drawn(cells, draw, component))
    })
}

/// Where a draw goes on. `others` is room to work in.
pub fn draw_next(program: &Program, cells: &(impl Cells + ?Sized), draw: &DrawCode, others: &mut Vec<i32>) -> Drawn {
    if cells.read(draw.counter) <= 0 {
        return Drawn::NoMore;
    }
    if !ordered(program, cells.read(draw.places)) {
        return if any_drawable(program, cells, draw) { Drawn::Chance } else { Drawn::NoMore };
    }
    drawable(program, cells, draw, others);
    let top = others.iter().copied().max_by_key(|component| height(program, cells, *component));
    top.map_or(Drawn::NoMore, Drawn::Top)
}

/// Takes a component that is drawn; tells whether it left its place.
///
/// # Errors
/// [`NotDrawn`] says why it cannot be taken.
pub fn take_drawn(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    draw: &DrawCode,
    component: i32,
    others: &mut Vec<i32>,
) -> Result<bool, NotDrawn> {
    let from = place_of(program, cells, component);
    let to = cells.read(draw.places + 1);
    let elsewhere = relocate(program, cells, (component, to), draw.beneath, others)?;
    push_row(cells, &draw.list, &[component, from, to])?;
    let left = cells.read(draw.counter) - 1;
    cells.write(draw.counter, left);
    Ok(elsewhere)
}

/// Adds what may be drawn, with weights, in standing order.
pub fn weigh_draw(
    program: &Program,
    cells: &(impl Cells + ?Sized),
    draw: &DrawCode,
    room: &mut Room,
    out: &mut Vec<(i32, u32)>,
) {
    let mut found = std::mem::take(&mut room.others);
    drawable(program, cells, draw, &mut found);
    let start = out.len();
    if !weigh_in_a_row(program, (room.held.gather(program, cells), draw, cells), &found, out) {
        out.truncate(start);
        sort_standing(program, cells, &mut found, room);
        weigh(program, cells, &found, &mut room.held, out);
    }
    room.others = found;
}

/// Weighs what can be drawn if it stands in the order of its numbers, as it mostly does; tells whether that was so.
fn weigh_in_a_row(
    program: &Program,
    (held, draw, cells): (&Held, &DrawCode, &(impl Cells + ?Sized)),
    found: &[i32],
    out: &mut Vec<(i32, u32)>,
) -> bool {
    if ordered(program, cells.read(draw.places)) {
        return false;
    }
    let mut last = (i32::MIN, ALONE);
    for number in found {
        let Some(ground) = component(program, *number) else { return false };
        let changes = program.ground.kinds.get(ground.kind.index()).is_some_and(|kind| kind.changes);
        if ground.rank < last.0 || changes || held.has(*number) {
            return false;
        }
        match out.last_mut() {
            Some((_, weight)) if ground.group != ALONE && ground.group == last.1 => *weight += 1,
            _ => out.push((*number, 1)),
        }
        last = (ground.rank, ground.group);
    }
    true
}

/// Whether a component of a pile that is shuffled is not yet placed anew; `counter` tells how many are.
pub fn is_unshuffled(program: &Program, cells: &(impl Cells + ?Sized), counter: Addr, component: i32) -> bool {
    height(program, cells, component) > cells.read(counter)
}

/// Places the next component of a pile that is shuffled.
pub fn take_shuffled(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    counter: Addr,
    component: i32,
    others: &mut Vec<i32>,
) {
    // In a damaged save nothing may have been counted yet.
    let placed = cells.read(counter).max(0) + 1;
    place_at(program, cells, (component, placed), others);
    cells.write(counter, placed);
}

/// Counts an outcome of chance since the last decision; tells whether there may be so many.
pub fn count_outcome(program: &Program, cells: &mut (impl Cells + ?Sized)) -> bool {
    let chances = program.layout.chances;
    let asked = cells.read(chances).saturating_add(1);
    cells.write(chances, asked);
    asked <= OUTCOMES
}
