//! Components: their features, where they lie, and moving them.

use super::{Machine, Trouble, Try};
use crate::cells::{self, Misplaced};
use crate::program::{Addr, Feature, NodeId};
use rulehound_rules::model::KindId;
use rulehound_rules::model::value::NONE;

impl<'p> Machine<'p> {
    /// Where a component lies; none of none.
    pub fn place_of(&self, component: i32) -> i32 {
        cells::place_of(self.program, self, component)
    }

    /// The kind of a component.
    pub(super) fn kind_of(&self, component: i32) -> Option<KindId> {
        cells::kind_of(self.program, component)
    }

    fn feature(&self, component: i32, cell: usize) -> Option<(&'p Feature, u32)> {
        let kind = self.program.ground.kinds.get(self.kind_of(component)?.index())?;
        Some((kind.features.get(cell)?, u32::try_from(component - kind.first).ok()?))
    }

    /// Where an attribute cell of a component lies; `None` if it is printed.
    pub fn attribute_address(&self, component: i32, cell: usize) -> Option<Addr> {
        match self.feature(component, cell)? {
            (Feature::Cells(first), step) => Some(first + step),
            (Feature::Printed(_), _) => None,
        }
    }

    /// The value of an attribute cell.
    pub fn attribute_value(&self, component: i32, cell: usize) -> i32 {
        match self.feature(component, cell) {
            Some((Feature::Cells(first), step)) => self.read(first + step),
            Some((Feature::Printed(values), step)) => values.get(step as usize).copied().unwrap_or(NONE),
            None => NONE,
        }
    }

    pub(super) fn height(&self, component: i32) -> i32 {
        cells::height(self.program, self, component)
    }

    pub fn ordered(&self, place: i32) -> bool {
        cells::ordered(self.program, place)
    }

    /// Where so many components from this one on lie.
    pub(super) fn places_of(&self, first: i32, count: i32) -> &[i32] {
        let start = self.program.layout.lying as usize + first as usize;
        self.mem.get(start..start + count as usize).unwrap_or_default()
    }

    /// The components of these kinds at a place, by number.
    pub(super) fn lying(&mut self, place: i32, kinds: &[KindId], out: &mut Vec<i32>) -> Try<()> {
        self.look_through(place, kinds)?;
        cells::lying(self.program, self, place, kinds, |component| out.push(component));
        Ok(())
    }

    /// Uses up what it takes to look which components of these kinds lie at a place.
    pub(super) fn look_through(&mut self, place: i32, kinds: &[KindId]) -> Try<()> {
        if place == NONE {
            return Ok(());
        }
        let kinds = kinds.iter().filter_map(|kind| self.program.ground.kinds.get(kind.index()));
        self.burn(kinds.map(|kind| u64::from(kind.count.unsigned_abs() / 4)).sum())
    }

    /// The components at a place in standing order, a pile from the top.
    pub fn contents(&mut self, place: i32, kinds: &[KindId], out: &mut Vec<i32>) -> Try<()> {
        let start = out.len();
        self.lying(place, kinds, out)?;
        self.sort_standing(out, start);
        Ok(())
    }

    /// The top or bottom of a pile, or none.
    pub(super) fn end_of_pile(&mut self, of: NodeId, top: bool, id: NodeId) -> Try<i32> {
        let place = self.value(of)?;
        let kinds = self.kinds_at(place);
        let mut found = self.take();
        self.lying(place, kinds, &mut found)?;
        let by_height = |component: &&i32| self.height(**component);
        let end = if top { found.iter().max_by_key(by_height) } else { found.iter().min_by_key(by_height) };
        let end = end.copied().unwrap_or(NONE);
        self.give(found);
        // That nothing lies there everybody sees.
        if end != NONE {
            self.guard_top(place, top, id)?;
        }
        Ok(end)
    }

    /// The kinds that a place may hold.
    pub fn kinds_at(&self, place: i32) -> &'p [KindId] {
        cells::kinds_at(self.program, place)
    }

    /// Puts a component somewhere; tells whether it moved.
    pub(super) fn relocate(&mut self, component: i32, to: i32, beneath: bool) -> Try<bool> {
        let from = self.place_of(component);
        let moved = self.with_room(|program, machine, room| {
            cells::relocate(program, machine, (component, to), beneath, &mut room.others)
        });
        let moved = moved.map_err(|misplaced| self.misplaced(misplaced, component, to))?;
        self.has_looked_through_piles(moved || beneath, [from, to])?;
        Ok(moved)
    }

    /// Uses up what it took to look through the piles where a component lay and lies.
    pub(super) fn has_looked_through_piles(&mut self, moved: bool, places: [i32; 2]) -> Try<()> {
        for place in places {
            if moved && self.ordered(place) {
                self.look_through(place, self.kinds_at(place))?;
            }
        }
        Ok(())
    }

    pub(super) fn misplaced(&mut self, misplaced: Misplaced, component: i32, to: i32) -> Trouble {
        match misplaced {
            Misplaced::Nothing => self.fault_here("none-used", "there is nothing to move, or nowhere to move it to"),
            Misplaced::WrongPlace => {
                let message = format!("{} cannot lie in {}", self.describe(component), self.name_place(to));
                self.fault_here("wrong-place", message)
            }
        }
    }
}
