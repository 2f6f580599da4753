//! The machine's memory as cells: standing order, what is held, the normal form.

use std::ops::Range;

use super::Machine;
use crate::cells::{self, Cells, Held, Room};
use crate::program::Addr;

impl Cells for Machine<'_> {
    fn read(&self, at: Addr) -> i32 {
        Machine::read(self, at)
    }

    fn write(&mut self, at: Addr, value: i32) {
        Machine::write(self, at, value);
    }

    fn row(&self, cells: Range<Addr>) -> &[i32] {
        self.mem.row(cells)
    }

    fn clear(&mut self, cells: Range<Addr>) {
        Machine::clear(self, cells);
    }
}

impl<'p> Machine<'p> {
    /// Works on the cells with room to work in.
    pub(super) fn with_room<T>(
        &mut self,
        work: impl FnOnce(&'p crate::program::Program, &mut Self, &mut Room) -> T,
    ) -> T {
        let mut room = std::mem::take(&mut self.room);
        let result = work(self.program, self, &mut room);
        self.room = room;
        result
    }

    /// Sorts the components from `start` on into standing order. Of those that are alike, one that no name holds comes first.
    pub(super) fn sort_standing(&mut self, components: &mut [i32], start: usize) {
        if let Some(part) = components.get_mut(start..) {
            self.with_room(|program, machine, room| cells::sort_standing(program, machine, part, room));
        }
    }

    /// The components that a running name or a waiting loop holds.
    pub(super) fn held(&self) -> Held {
        let mut held = Held::default();
        held.gather(self.program, self);
        held
    }

    /// Puts the components of plain kinds that are not held into ascending order among their like, so that numbers never matter.
    pub fn normalize(&mut self) {
        self.with_room(cells::normalize);
    }

    /// The declared part: result and variables, then each component's place, attributes that can change, and height if it can lie in a
    /// pile, then the `when` bits.
    pub fn declared(&self) -> Vec<i32> {
        let layout = &self.program.layout;
        let mut cells: Vec<i32> = (layout.over..layout.lying).map(|at| self.read(at)).collect();
        for (component, ground) in (0..).zip(&self.program.ground.components) {
            cells.push(self.place_of(component));
            cells.extend(cells::changing(self.program, component).map(|at| self.read(at)));
            cells.extend(ground.height.map(|at| self.read(at)));
        }
        cells.extend((layout.bits..layout.declared).map(|at| self.read(at)));
        cells
    }
}
