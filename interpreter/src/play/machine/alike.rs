//! Standing order, what is held, what is alike now, and the normal form.

use super::Machine;
use crate::model::KindId;
use crate::program::{Addr, Holder, ListCode};

impl<'p> Machine<'p> {
    fn is_plain(&self, kind: Option<KindId>) -> bool {
        kind.and_then(|kind| self.program.plain.get(kind.index())).copied().unwrap_or(false)
    }

    /// What a component stands by: place, height from the top, kind, owner, printed attributes as made, variable attributes.
    fn standing(&self, component: i32) -> [i32; 5] {
        let place = self.place_of(component);
        let found = self.program.instance.component(component);
        let (kind, owner) = found.map_or((0, 0), |it| (i32::try_from(it.kind.0).unwrap_or(0), it.owner));
        let made =
            usize::try_from(component).ok().and_then(|number| self.program.prints.get(number)).copied().unwrap_or(0);
        [place, -self.height(component), kind, owner, made]
    }

    fn variable_attributes(&self, component: i32) -> impl Iterator<Item = i32> + '_ {
        let kind = self.kind_of(component).map_or(usize::MAX, KindId::index);
        let offsets = self.program.layout.attributes.get(kind).map(Vec::as_slice).unwrap_or_default();
        let base = self.base(component).unwrap_or(0);
        offsets.iter().flatten().map(move |offset| self.read(base + offset))
    }

    /// Sorts the components from `start` on into standing order. Of those that are alike, one that no name holds comes first.
    pub(super) fn sort_standing(&self, components: &mut [i32], start: usize) {
        let Some(part) = components.get_mut(start..) else { return };
        if part.len() < 2 {
            return;
        }
        let held = self.held();
        part.sort_by(|left, right| {
            self.standing(*left)
                .cmp(&self.standing(*right))
                .then_with(|| self.variable_attributes(*left).cmp(self.variable_attributes(*right)))
                .then_with(|| {
                    let plain = self.is_plain(self.kind_of(*left));
                    let held = |component: &i32| plain && held.contains(component);
                    held(left).cmp(&held(right))
                })
                .then_with(|| left.cmp(right))
        });
    }

    /// The components that a running name or a waiting loop holds.
    pub(super) fn held(&self) -> Vec<i32> {
        let mut held = Vec::new();
        for holder in &self.program.holders {
            match holder {
                Holder::One(at) => held.push(self.read(*at)),
                Holder::Set(at, capacity) => {
                    let length = u32::try_from(self.read(*at)).unwrap_or(0).min(*capacity);
                    held.extend((0..length).map(|step| self.read(at + 1 + step)));
                }
                Holder::List(list, columns) => {
                    let cursor = u32::try_from(self.read(list.at + 1)).unwrap_or(0);
                    self.held_by_list(list, cursor, columns, &mut held);
                }
                Holder::Rows(list, columns) => self.held_by_list(list, 0, columns, &mut held),
            }
        }
        held.retain(|component| *component >= 0);
        held
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

    /// What a component that is not held has in common with all that are alike now; `None` if it stands for itself.
    pub(super) fn alike_key(&self, component: i32, held: &[i32]) -> Option<Vec<i32>> {
        if !self.is_plain(self.kind_of(component))
            || self.ordered(self.place_of(component))
            || held.contains(&component)
        {
            return None;
        }
        let [place, _, kind, owner, made] = self.standing(component);
        let mut key = vec![place, kind, owner, made];
        key.extend(self.variable_attributes(component));
        Some(key)
    }

    /// Puts the components of plain kinds that are not held into ascending order among their like, so that numbers never matter.
    pub fn normalize(&mut self) {
        let held = self.held();
        for group in &self.program.groups {
            let free = || group.iter().copied().filter(|component| held.is_empty() || !held.contains(component));
            if self.bare(group) {
                self.normalize_places(free);
            } else {
                self.normalize_states(free);
            }
        }
    }

    /// Whether its components are told apart by their places alone.
    fn bare(&self, group: &[i32]) -> bool {
        let layout = &self.program.layout;
        let kind = group.first().and_then(|component| self.kind_of(*component)).map_or(usize::MAX, KindId::index);
        let variable = |offsets: &Vec<Option<Addr>>| offsets.iter().any(Option::is_some);
        !layout.attributes.get(kind).is_some_and(variable) && layout.heights.get(kind).copied().flatten().is_none()
    }

    fn normalize_places<I: Iterator<Item = i32>>(&mut self, free: impl Fn() -> I) {
        if free().map(|component| self.place_of(component)).is_sorted() {
            return;
        }
        let mut places = self.take();
        places.extend(free().map(|component| self.place_of(component)));
        places.sort_unstable();
        for (component, place) in free().zip(&places) {
            if let Some(base) = self.base(component) {
                self.write(base, *place);
            }
        }
        self.give(places);
    }

    fn normalize_states<I: Iterator<Item = i32>>(&mut self, free: impl Fn() -> I) {
        let mut states: Vec<(i32, i32, Vec<i32>)> = free()
            .map(|component| {
                (self.place_of(component), self.height(component), self.variable_attributes(component).collect())
            })
            .collect();
        if states.is_sorted() {
            return;
        }
        states.sort();
        for (component, (place, height, attributes)) in free().zip(states) {
            if let Some(base) = self.base(component) {
                self.write(base, place);
                self.set_height(component, height);
                let kind = self.kind_of(component).map_or(usize::MAX, KindId::index);
                let offsets = self.program.layout.attributes.get(kind).cloned().unwrap_or_default();
                for (offset, value) in offsets.iter().flatten().zip(attributes) {
                    self.write(base + offset, value);
                }
            }
        }
    }
}
