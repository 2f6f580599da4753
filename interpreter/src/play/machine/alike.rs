//! Standing order, what is held, what is alike now, and the normal form.

use std::cmp::Ordering;

use super::Machine;
use crate::program::{ALONE, Addr, Feature, Holder, ListCode};

impl<'p> Machine<'p> {
    /// What a component stands by: place, height from the top, then kind, owner and print.
    fn standing(&self, component: i32) -> (i32, i32, i32) {
        let rank = self.component_ground(component).map_or(0, |it| it.rank);
        (self.place_of(component), -self.height(component), rank)
    }

    /// The values that can change, of components of one kind.
    fn compare_states(&self, left: i32, right: i32) -> Ordering {
        let kind = self.kind_of(left).and_then(|kind| self.program.ground.kinds.get(kind.index()));
        let Some(kind) = kind.filter(|kind| kind.changes) else { return Ordering::Equal };
        for feature in &kind.features {
            if let Feature::Cells(first) = feature {
                let value = |component: i32| self.read(first + (component - kind.first) as Addr);
                match value(left).cmp(&value(right)) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                }
            }
        }
        Ordering::Equal
    }

    /// The group of those that only their state can tell apart; `None` if it stands for itself.
    fn group_of(&self, component: i32) -> Option<u32> {
        self.component_ground(component).map(|it| it.group).filter(|group| *group != ALONE)
    }

    /// Sorts the components from `start` on into standing order. Of those that are alike, one that no name holds comes first.
    pub(super) fn sort_standing(&mut self, components: &mut [i32], start: usize) {
        let Some(part) = components.get_mut(start..) else { return };
        let ascending = |pair: &[i32]| match pair {
            [left, right] => self.standing(*left) < self.standing(*right),
            _ => true,
        };
        if part.windows(2).all(ascending) {
            return;
        }
        let mut held = self.take();
        self.held(&mut held);
        let is_held = |component: i32| self.group_of(component).is_some() && held.contains(&component);
        // The number comes last, so no two are equal.
        part.sort_unstable_by(|left, right| {
            self.standing(*left)
                .cmp(&self.standing(*right))
                .then_with(|| self.compare_states(*left, *right))
                .then_with(|| is_held(*left).cmp(&is_held(*right)))
                .then_with(|| left.cmp(right))
        });
        self.give(held);
    }

    /// Adds the components that a running name or a waiting loop holds.
    pub(super) fn held(&self, held: &mut Vec<i32>) {
        for holder in &self.program.holders {
            match holder {
                Holder::One(at) => held.push(self.read(*at)),
                Holder::Set(at, capacity) => {
                    let length = u32::try_from(self.read(*at)).unwrap_or(0).min(*capacity);
                    held.extend((0..length).map(|step| self.read(at + 1 + step)));
                }
                Holder::List(list, columns) => {
                    let cursor = u32::try_from(self.read(list.at + 1)).unwrap_or(0);
                    self.held_by_list(list, cursor, columns, held);
                }
                Holder::Rows(list, columns) => self.held_by_list(list, 0, columns, held),
            }
        }
        held.retain(|component| *component >= 0);
    }

    /// Tuples from the cursor on hold what they name.
    fn held_by_list(&self, list: &ListCode, cursor: u32, columns: &[bool], held: &mut Vec<i32>) {
        let count = u32::try_from(self.read(list.at)).unwrap_or(0).min(list.capacity);
        for row in cursor..count {
            for (column, holds) in columns.iter().enumerate() {
                if *holds {
                    held.push(self.read(list.at + 2 + row * list.width + u32::try_from(column).unwrap_or(0)));
                }
            }
        }
    }

    /// Whether a component may be alike others now: it is plain, held by no name, and in no pile.
    pub(super) fn has_like(&self, component: i32, held: &[i32]) -> bool {
        self.group_of(component).is_some() && !self.ordered(self.place_of(component)) && !held.contains(&component)
    }

    /// Whether two components that may be alike are.
    pub(super) fn alike(&self, left: i32, right: i32) -> bool {
        self.group_of(left) == self.group_of(right)
            && self.place_of(left) == self.place_of(right)
            && self.compare_states(left, right) == Ordering::Equal
    }

    /// Puts the components of plain kinds that are not held into ascending order among their like, so that numbers never matter.
    pub fn normalize(&mut self) {
        let mut held = self.take();
        self.held(&mut held);
        let mut free = self.take();
        for group in &self.program.groups {
            free.clear();
            free.extend(group.iter().copied().filter(|component| !held.contains(component)));
            if self.bare(group) {
                self.normalize_places(&free);
            } else {
                self.normalize_states(&free);
            }
        }
        self.give(free);
        self.give(held);
    }

    /// Whether its components are told apart by their places alone.
    fn bare(&self, group: &[i32]) -> bool {
        let Some(first) = group.first().and_then(|component| self.component_ground(*component)) else { return true };
        first.height.is_none() && !self.program.ground.kinds.get(first.kind.index()).is_some_and(|kind| kind.changes)
    }

    fn normalize_places(&mut self, free: &[i32]) {
        if free.is_sorted_by_key(|component| self.place_of(*component)) {
            return;
        }
        let mut places = self.take();
        places.extend(free.iter().map(|component| self.place_of(*component)));
        places.sort_unstable();
        for (component, place) in free.iter().zip(&places) {
            self.set_place(*component, *place);
        }
        self.give(places);
    }

    fn compare_wholly(&self, left: i32, right: i32) -> Ordering {
        let lies = |component: i32| (self.place_of(component), self.height(component));
        lies(left).cmp(&lies(right)).then_with(|| self.compare_states(left, right))
    }

    fn normalize_states(&mut self, free: &[i32]) {
        if free.is_sorted_by(|left, right| self.compare_wholly(*left, *right) != Ordering::Greater) {
            return;
        }
        let mut sorted = self.take();
        sorted.extend_from_slice(free);
        sorted.sort_by(|left, right| self.compare_wholly(*left, *right));
        let mut states = self.take();
        for component in &sorted {
            self.state_of(*component, &mut states);
        }
        let mut values = states.iter().copied();
        for component in free {
            self.set_state(*component, &mut values);
        }
        self.give(states);
        self.give(sorted);
    }

    /// The declared part: result and variables, then each component's place, attributes that can change, and height if it can lie in a
    /// pile, then the `when` bits.
    pub fn declared(&self) -> Vec<i32> {
        let layout = &self.program.layout;
        let mut cells: Vec<i32> = (layout.over..layout.lying).map(|at| self.read(at)).collect();
        for (component, ground) in (0..).zip(&self.program.ground.components) {
            cells.push(self.place_of(component));
            cells.extend(self.changing(component).map(|at| self.read(at)));
            cells.extend(ground.height.map(|at| self.read(at)));
        }
        cells.extend((layout.bits..layout.declared).map(|at| self.read(at)));
        cells
    }

    /// Where a component's attributes that can change lie.
    fn changing(&self, component: i32) -> impl Iterator<Item = Addr> + use<'p> {
        let kind = self.kind_of(component).and_then(|kind| self.program.ground.kinds.get(kind.index()));
        let step = kind.map_or(0, |kind| (component - kind.first) as Addr);
        kind.into_iter().flat_map(|kind| &kind.features).filter_map(move |feature| match feature {
            Feature::Cells(first) => Some(first + step),
            Feature::Printed(_) => None,
        })
    }

    /// Adds everything that can change of a component.
    fn state_of(&self, component: i32, out: &mut Vec<i32>) {
        out.extend([self.place_of(component), self.height(component)]);
        out.extend(self.changing(component).map(|at| self.read(at)));
    }

    /// Gives a component what [`Machine::state_of`] told of another of its kind.
    fn set_state(&mut self, component: i32, values: &mut dyn Iterator<Item = i32>) {
        if let (Some(place), Some(height)) = (values.next(), values.next()) {
            self.set_place(component, place);
            self.set_height(component, height);
        }
        for (at, value) in self.changing(component).zip(values) {
            self.write(at, value);
        }
    }
}
