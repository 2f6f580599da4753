//! Components: where they lie, in which order they stand, and moving them.

use super::{Machine, Try};
use crate::facts::effects::accepts;
use crate::model::KindId;
use crate::model::value::NONE;
use crate::program::{Addr, NodeId};

impl<'p> Machine<'p> {
    /// The first cell of a component: its place.
    pub(super) fn base(&self, component: i32) -> Option<Addr> {
        self.program.layout.components.get(usize::try_from(component).ok()?).copied()
    }

    /// Where a component lies; none of none.
    pub fn place_of(&self, component: i32) -> i32 {
        self.base(component).map_or(NONE, |at| self.read(at))
    }

    /// The kind of a component.
    pub(super) fn kind_of(&self, component: i32) -> Option<KindId> {
        self.program.instance.component(component).map(|component| component.kind)
    }

    /// Where an attribute cell of a component lies; `None` if it is printed.
    pub(super) fn attribute_address(&self, component: i32, cell: usize) -> Option<Addr> {
        let kind = self.kind_of(component)?;
        let offset = (*self.program.layout.attributes.get(kind.index())?.get(cell)?)?;
        Some(self.base(component)? + offset)
    }

    /// The value of an attribute cell.
    pub fn attribute_value(&self, component: i32, cell: usize) -> i32 {
        match self.attribute_address(component, cell) {
            Some(at) => self.read(at),
            None => {
                let instance = &self.program.instance;
                instance.component(component).and_then(|it| instance.made(it, cell)).unwrap_or(NONE)
            }
        }
    }

    fn height_address(&self, component: i32) -> Option<Addr> {
        let kind = self.kind_of(component)?;
        Some(self.base(component)? + (*self.program.layout.heights.get(kind.index())?)?)
    }

    pub(super) fn height(&self, component: i32) -> i32 {
        self.height_address(component).map_or(0, |at| self.read(at))
    }

    pub(super) fn set_height(&mut self, component: i32, height: i32) {
        if let Some(at) = self.height_address(component) {
            self.write(at, height);
        }
    }

    pub fn ordered(&self, place: i32) -> bool {
        self.program.instance.place(place).is_some_and(|place| place.ordered)
    }

    /// The components of these kinds at a place, by number.
    pub(super) fn lying(&mut self, place: i32, kinds: &[KindId], out: &mut Vec<i32>) -> Try<()> {
        if place == NONE {
            return Ok(());
        }
        for kind in kinds {
            let range = self.program.instance.kinds.get(kind.index()).cloned().unwrap_or(0..0);
            self.burn(range.len() as u64 / 4)?;
            for component in range {
                if self.place_of(component) == place {
                    out.push(component);
                }
            }
        }
        Ok(())
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
        self.guard_top(place, top, id)?;
        let kinds = self.kinds_at(place);
        let mut found = self.take();
        self.lying(place, &kinds, &mut found)?;
        let by_height = |component: &&i32| self.height(**component);
        let end = if top { found.iter().max_by_key(by_height) } else { found.iter().min_by_key(by_height) };
        let end = end.copied().unwrap_or(NONE);
        self.give(found);
        Ok(end)
    }

    /// The kinds that a place may hold.
    pub fn kinds_at(&self, place: i32) -> Vec<KindId> {
        let instance = &self.program.instance;
        let Some(place) = instance.place(place) else { return Vec::new() };
        crate::facts::effects::held_by(&instance.model, place.class).into_iter().collect()
    }

    /// Puts a component somewhere; tells whether it moved.
    pub(super) fn relocate(&mut self, component: i32, to: i32, beneath: bool) -> Try<bool> {
        if component < 0 || to < 0 {
            return Err(self.fault_here("none-used", "there is nothing to move, or nowhere to move it to"));
        }
        let from = self.place_of(component);
        let instance = &self.program.instance;
        let accepted = match (self.kind_of(component), instance.place(to)) {
            (Some(kind), Some(place)) => accepts(&instance.model, place.class, kind),
            _ => false,
        };
        if !accepted {
            let message = format!("{} cannot lie in {}", self.describe(component), self.name_place(to));
            return Err(self.fault_here("wrong-place", message));
        }
        if from == to && !(beneath && self.ordered(to)) {
            return Ok(false);
        }
        self.lift(component, from)?;
        self.put(component, to, beneath)?;
        Ok(from != to)
    }

    /// Closes the gap that a component leaves in a pile.
    fn lift(&mut self, component: i32, from: i32) -> Try<()> {
        if !self.ordered(from) {
            return Ok(());
        }
        let gone = self.height(component);
        let mut others = self.take();
        let kinds = self.kinds_at(from);
        self.lying(from, &kinds, &mut others)?;
        for other in &others {
            let height = self.height(*other);
            if height > gone {
                self.set_height(*other, height - 1);
            }
        }
        self.give(others);
        self.set_height(component, 0);
        Ok(())
    }

    fn put(&mut self, component: i32, to: i32, beneath: bool) -> Try<()> {
        let Some(at) = self.base(component) else { return Ok(()) };
        if !self.ordered(to) {
            self.write(at, to);
            return Ok(());
        }
        // The component may lie here already, on its way beneath; it is not counted.
        self.write(at, NONE);
        let mut others = self.take();
        let kinds = self.kinds_at(to);
        self.lying(to, &kinds, &mut others)?;
        let count = i32::try_from(others.len()).unwrap_or(0);
        if beneath {
            for other in &others {
                let height = self.height(*other);
                self.set_height(*other, height + 1);
            }
        }
        self.give(others);
        self.write(at, to);
        self.set_height(component, if beneath { 1 } else { count + 1 });
        Ok(())
    }
}
