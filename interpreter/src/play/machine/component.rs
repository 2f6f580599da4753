//! Components: where they lie, in which order they stand, and moving them.

use super::{Machine, Try};
use crate::model::KindId;
use crate::model::value::NONE;
use crate::program::{Addr, ComponentGround, Feature, NodeId};

impl<'p> Machine<'p> {
    /// What is fixed of a component.
    pub(super) fn component_ground(&self, component: i32) -> Option<&'p ComponentGround> {
        self.program.ground.components.get(component as usize)
    }

    /// Where a component lies; none of none.
    pub fn place_of(&self, component: i32) -> i32 {
        if (component as usize) < self.program.ground.components.len() {
            self.read(self.program.layout.lying + component as Addr)
        } else {
            NONE
        }
    }

    /// Puts a component somewhere without regard to piles.
    pub(super) fn set_place(&mut self, component: i32, place: i32) {
        if (component as usize) < self.program.ground.components.len() {
            self.write(self.program.layout.lying + component as Addr, place);
        }
    }

    /// The kind of a component.
    pub(super) fn kind_of(&self, component: i32) -> Option<KindId> {
        self.component_ground(component).map(|component| component.kind)
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
        self.component_ground(component).and_then(|it| it.height).map_or(0, |at| self.read(at))
    }

    pub(super) fn set_height(&mut self, component: i32, height: i32) {
        if let Some(at) = self.component_ground(component).and_then(|it| it.height) {
            self.write(at, height);
        }
    }

    pub fn ordered(&self, place: i32) -> bool {
        self.program.ground.places.get(place as usize).is_some_and(|place| place.ordered)
    }

    /// Where all components of a kind lie, by number, and the number of the first.
    pub(super) fn places_of_kind(&self, kind: KindId) -> (i32, &[i32]) {
        let Some(kind) = self.program.ground.kinds.get(kind.index()) else { return (0, &[]) };
        (kind.first, self.places_of(kind.first, kind.count))
    }

    /// Where so many components from this one on lie.
    pub(super) fn places_of(&self, first: i32, count: i32) -> &[i32] {
        let start = self.program.layout.lying as usize + first as usize;
        self.mem.get(start..start + count as usize).unwrap_or_default()
    }

    /// The components of these kinds at a place, by number.
    pub(super) fn lying(&mut self, place: i32, kinds: &[KindId], out: &mut Vec<i32>) -> Try<()> {
        if place == NONE {
            return Ok(());
        }
        for kind in kinds {
            let (first, places) = self.places_of_kind(*kind);
            let work = places.len() as u64 / 4;
            out.extend((first..).zip(places).filter(|(_, lies)| **lies == place).map(|(component, _)| component));
            self.burn(work)?;
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
        self.lying(place, kinds, &mut found)?;
        let by_height = |component: &&i32| self.height(**component);
        let end = if top { found.iter().max_by_key(by_height) } else { found.iter().min_by_key(by_height) };
        let end = end.copied().unwrap_or(NONE);
        self.give(found);
        Ok(end)
    }

    /// The kinds that a place may hold.
    pub fn kinds_at(&self, place: i32) -> &'p [KindId] {
        self.program.ground.places.get(place as usize).map(|place| place.kinds.as_slice()).unwrap_or_default()
    }

    /// Puts a component somewhere; tells whether it moved.
    pub(super) fn relocate(&mut self, component: i32, to: i32, beneath: bool) -> Try<bool> {
        if component < 0 || to < 0 {
            return Err(self.fault_here("none-used", "there is nothing to move, or nowhere to move it to"));
        }
        let from = self.place_of(component);
        if !self.kind_of(component).is_some_and(|kind| self.kinds_at(to).contains(&kind)) {
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
        self.lying(from, kinds, &mut others)?;
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
        if !self.ordered(to) {
            self.set_place(component, to);
            return Ok(());
        }
        // The component may lie here already, on its way beneath; it is not counted.
        self.set_place(component, NONE);
        let mut others = self.take();
        let kinds = self.kinds_at(to);
        self.lying(to, kinds, &mut others)?;
        let count = i32::try_from(others.len()).unwrap_or(0);
        if beneath {
            for other in &others {
                let height = self.height(*other);
                self.set_height(*other, height + 1);
            }
        }
        self.give(others);
        self.set_place(component, to);
        self.set_height(component, if beneath { 1 } else { count + 1 });
        Ok(())
    }
}
