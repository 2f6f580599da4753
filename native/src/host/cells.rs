//! One block of memory as the cells of a position.

use std::cmp::Ordering;

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{ALONE, Addr, CLEARED, ComponentGround, Feature, Holder, ListCode, Program};

use crate::emit::counted_at;
use crate::map::{Lies, Map};

/// The cells of a block.
pub struct Cells<'a> {
    /// The rules.
    pub program: &'a Program,
    /// All of memory.
    pub words: &'a mut [i32],
    /// The first word of the block.
    pub base: usize,
    /// What lies where in it.
    pub map: &'a Map,
}

/// A set of components.
#[derive(Clone, Copy, Default)]
struct Held([u64; 16]);

impl Held {
    fn of(components: &[i32]) -> Self {
        let mut held = Self::default();
        for component in components {
            if let Some(word) = usize::try_from(component / 64).ok().and_then(|word| held.0.get_mut(word)) {
                *word |= 1 << (component % 64);
            }
        }
        held
    }

    fn has(&self, component: i32) -> bool {
        let word = usize::try_from(component / 64).ok().and_then(|word| self.0.get(word));
        word.is_some_and(|word| word & (1 << (component % 64)) != 0)
    }
}

impl<'a> Cells<'a> {
    pub fn read(&self, at: Addr) -> i32 {
        self.words.get(self.base + at as usize).copied().unwrap_or(NONE)
    }

    pub fn write(&mut self, at: Addr, value: i32) {
        if let Some(cell) = self.words.get_mut(self.base + at as usize) {
            *cell = value;
        }
    }

    /// A word of all memory, by its byte.
    pub fn word(&self, at: u32) -> i32 {
        self.words.get(at as usize / 4).copied().unwrap_or(0)
    }

    pub fn set_word(&mut self, at: u32, value: i32) {
        if let Some(word) = self.words.get_mut(at as usize / 4) {
            *word = value;
        }
    }

    pub fn clear(&mut self, cells: std::ops::Range<Addr>) {
        if let Some(cells) = self.words.get_mut(self.base + cells.start as usize..self.base + cells.end as usize) {
            cells.fill(CLEARED);
        }
    }

    pub fn ground(&self, component: i32) -> Option<&ComponentGround> {
        self.program.ground.components.get(usize::try_from(component).ok()?)
    }

    pub fn place_of(&self, component: i32) -> i32 {
        match self.ground(component) {
            Some(_) => self.read(self.program.layout.lying + component.unsigned_abs()),
            None => NONE,
        }
    }

    pub fn set_place(&mut self, component: i32, place: i32) {
        if self.ground(component).is_some() {
            let old = self.place_of(component);
            self.write(self.program.layout.lying + component.unsigned_abs(), place);
            match self.map.lies {
                Some(Lies::Bytes(first)) => {
                    let at = first + component.unsigned_abs();
                    let (kept, shift) = (self.read(at / 4), at % 4 * 8);
                    self.write(at / 4, kept & !(0xFF << shift) | (place & 0xFF) << shift);
                }
                Some(Lies::Bits(first)) => {
                    self.set_bit(first, (component, old), false);
                    self.set_bit(first, (component, place), true);
                }
                None => {}
            }
        }
    }

    /// Sets or takes out the bit of a component in the word of a place, if it is one: before a game begins nothing lies anywhere.
    fn set_bit(&mut self, first: u32, (component, place): (i32, i32), set: bool) {
        let inside = usize::try_from(place).is_ok_and(|place| place < self.program.ground.places.len());
        if inside {
            let at = first / 4 + place.unsigned_abs() * 2 + component.unsigned_abs() / 32;
            let bit = 1 << (component.unsigned_abs() % 32);
            let word = self.read(at);
            self.write(at, if set { word | bit } else { word & !bit });
        }
    }

    pub fn height(&self, component: i32) -> i32 {
        self.ground(component).and_then(|it| it.height).map_or(0, |at| self.read(at))
    }

    pub fn set_height(&mut self, component: i32, height: i32) {
        if let Some(at) = self.ground(component).and_then(|it| it.height) {
            self.write(at, height);
        }
    }

    pub fn ordered(&self, place: i32) -> bool {
        usize::try_from(place).ok().and_then(|place| self.program.ground.places.get(place)).is_some_and(|it| it.ordered)
    }

    /// Goes through the components at a place, by kind and number.
    pub fn lying(&self, place: i32, kinds: &[KindId], mut visit: impl FnMut(i32)) {
        if place == NONE {
            return;
        }
        for kind in kinds {
            let Some(kind) = self.program.ground.kinds.get(kind.index()) else { continue };
            let start = self.base + self.program.layout.lying as usize + kind.first.unsigned_abs() as usize;
            let places = self.words.get(start..start + kind.count.unsigned_abs() as usize).unwrap_or_default();
            for (component, lies) in (kind.first..).zip(places) {
                if *lies == place {
                    visit(component);
                }
            }
        }
    }

    /// The kinds that a place may hold.
    pub fn kinds_at(&self, place: i32) -> &'a [KindId] {
        let program: &'a Program = self.program;
        let found = usize::try_from(place).ok().and_then(|place| program.ground.places.get(place));
        found.map(|place| place.kinds.as_slice()).unwrap_or_default()
    }

    /// What a component stands by: place, height from the top, then kind, owner and print.
    fn standing(&self, component: i32) -> (i32, i32, i32) {
        let rank = self.ground(component).map_or(0, |it| it.rank);
        (self.place_of(component), -self.height(component), rank)
    }

    fn compare_states(&self, left: i32, right: i32) -> Ordering {
        let kind = self.ground(left).and_then(|it| self.program.ground.kinds.get(it.kind.index()));
        let Some(kind) = kind.filter(|kind| kind.changes) else { return Ordering::Equal };
        for feature in &kind.features {
            if let Feature::Cells(first) = feature {
                let value = |component: i32| self.read(first + (component - kind.first).unsigned_abs());
                match value(left).cmp(&value(right)) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                }
            }
        }
        Ordering::Equal
    }

    fn group_of(&self, component: i32) -> Option<u32> {
        self.ground(component).map(|it| it.group).filter(|group| *group != ALONE)
    }

    /// Adds the components that a running name or a waiting loop holds.
    pub fn held(&self, held: &mut Vec<i32>) {
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

    fn held_by_list(&self, list: &ListCode, cursor: u32, columns: &[bool], held: &mut Vec<i32>) {
        let count = u32::try_from(self.read(list.at)).unwrap_or(0).min(list.capacity);
        for row in cursor..count {
            for (column, holds) in (0..).zip(columns) {
                if *holds {
                    held.push(self.read(list.at + 2 + row * list.width + column));
                }
            }
        }
    }

    /// Sorts components into standing order. Of those that are alike, one that no name holds comes first.
    pub fn sort_standing(&self, part: &mut [i32], held: &mut Vec<i32>) {
        let ascending = |pair: &[i32]| match pair {
            [left, right] => self.standing(*left) < self.standing(*right),
            _ => true,
        };
        if part.windows(2).all(ascending) {
            return;
        }
        held.clear();
        self.held(held);
        let holds = Held::of(held);
        let is_held = |component: i32| holds.has(component) && self.group_of(component).is_some();
        let in_order = |pair: &[i32]| match pair {
            [left, right] => {
                left < right
                    && self.standing(*left) <= self.standing(*right)
                    && self.compare_states(*left, *right) == Ordering::Equal
            }
            _ => true,
        };
        if part.windows(2).all(in_order) && !part.iter().any(|component| is_held(*component)) {
            return;
        }
        part.sort_unstable_by(|left, right| {
            self.standing(*left)
                .cmp(&self.standing(*right))
                .then_with(|| self.compare_states(*left, *right))
                .then_with(|| is_held(*left).cmp(&is_held(*right)))
                .then_with(|| left.cmp(right))
        });
    }

    /// Whether states never tell components apart, so that all they stand by fits one number.
    fn is_packed(&self, part: &[i32]) -> bool {
        part.iter().all(|component| {
            let kind = self.ground(*component).and_then(|it| self.program.ground.kinds.get(it.kind.index()));
            kind.is_some_and(|kind| !kind.changes) && self.place_of(*component) >= 0
        })
    }

    /// What a component stands by, held or not, in one number.
    fn packed(&self, component: i32, held: &Held) -> u64 {
        let (place, height, rank) = self.standing(component);
        let held = u64::from(held.has(component) && self.group_of(component).is_some());
        let height = u64::from((4_095 + height).unsigned_abs());
        (u64::from(place.unsigned_abs()) << 50)
            | (height << 36)
            | (u64::from(rank.unsigned_abs()) << 21)
            | (held << 20)
            | u64::from(component.unsigned_abs())
    }

    /// Sorts components into standing order; `keys` is room to work in.
    pub fn sort_standing_with(&self, part: &mut [i32], held: &mut Vec<i32>, keys: &mut Vec<u64>) {
        if !self.is_packed(part) {
            return self.sort_standing(part, held);
        }
        held.clear();
        self.held(held);
        let holds = Held::of(held);
        keys.clear();
        keys.extend(part.iter().map(|component| self.packed(*component, &holds)));
        if !keys.is_sorted() {
            keys.sort_unstable();
        }
        for (slot, key) in part.iter_mut().zip(keys.iter()) {
            *slot = i32::try_from(key & 0xf_ffff).unwrap_or(0);
        }
    }

    fn has_like(&self, component: i32, held: &[i32]) -> bool {
        self.group_of(component).is_some() && !self.ordered(self.place_of(component)) && !held.contains(&component)
    }

    fn alike(&self, left: i32, right: i32) -> bool {
        self.group_of(left) == self.group_of(right)
            && self.place_of(left) == self.place_of(right)
            && self.compare_states(left, right) == Ordering::Equal
    }

    /// Keeps of those that are alike now only the first; gives how many are left.
    pub fn offer_alike(&self, part: &mut [i32], held: &mut Vec<i32>) -> usize {
        held.clear();
        self.held(held);
        let mut kept = 0;
        for index in 0..part.len() {
            let Some(component) = part.get(index).copied() else { break };
            let before = part.get(..kept).unwrap_or_default();
            let known = self.has_like(component, held)
                && before.iter().any(|other| self.has_like(*other, held) && self.alike(*other, component));
            if !known {
                if let Some(slot) = part.get_mut(kept) {
                    *slot = component;
                }
                kept += 1;
            }
        }
        kept
    }

    /// For each element the index of the last before it that is alike, or -1.
    pub fn alike_before(&self, part: &[i32], out: &mut Vec<i32>, held: &mut Vec<i32>) {
        held.clear();
        self.held(held);
        out.clear();
        for (index, component) in part.iter().enumerate() {
            let before = part.get(..index).unwrap_or_default();
            let like = |other: &i32| self.has_like(*other, held) && self.alike(*other, *component);
            let last = if self.has_like(*component, held) { before.iter().rposition(like) } else { None };
            out.push(last.and_then(|last| i32::try_from(last).ok()).unwrap_or(-1));
        }
    }

    /// Alike components are one outcome, weighted by their number.
    pub fn weigh(&self, components: &[i32], held: &mut Vec<i32>, found: &mut Vec<(i32, u32)>) {
        held.clear();
        self.held(held);
        for component in components {
            // What is alike mostly stands side by side.
            if let Some((first, weight)) = found.last_mut()
                && self.has_like(*component, held)
                && self.has_like(*first, held)
                && self.alike(*first, *component)
            {
                *weight += 1;
                continue;
            }
            let alike = |first: i32| self.has_like(first, held) && self.alike(first, *component);
            let like =
                if self.has_like(*component, held) { found.iter_mut().find(|(first, _)| alike(*first)) } else { None };
            match like {
                Some((_, weight)) => *weight += 1,
                None => found.push((*component, 1)),
            }
        }
    }

    /// Puts the components of plain kinds that are not held into ascending order among their like, so that numbers never matter.
    pub fn normalize(&mut self, lists: &mut [Vec<i32>; 4]) {
        let [held, free, states, sorted] = lists;
        held.clear();
        self.held(held);
        let holds = Held::of(held);
        let program: &'a Program = self.program;
        for group in &program.groups {
            let bare = self.bare(group);
            if bare && self.stands_sorted(group, &holds) {
                continue;
            }
            free.clear();
            free.extend(group.iter().copied().filter(|component| !holds.has(*component)));
            if bare {
                states.clear();
                states.extend(free.iter().map(|component| self.place_of(*component)));
                states.sort_unstable();
                for (component, place) in free.iter().zip(states.iter()) {
                    self.set_place(*component, *place);
                }
            } else {
                self.normalize_states(free, states, sorted);
            }
        }
    }

    /// Whether the components of a group that no name holds lie in ascending order already.
    fn stands_sorted(&self, group: &[i32], held: &Held) -> bool {
        let mut before = i32::MIN;
        for component in group {
            if !held.has(*component) {
                let place = self.place_of(*component);
                if place < before {
                    return false;
                }
                before = place;
            }
        }
        true
    }

    fn bare(&self, group: &[i32]) -> bool {
        let Some(first) = group.first().and_then(|component| self.ground(*component)) else { return true };
        first.height.is_none() && !self.program.ground.kinds.get(first.kind.index()).is_some_and(|kind| kind.changes)
    }

    fn compare_wholly(&self, left: i32, right: i32) -> Ordering {
        let lies = |component: i32| (self.place_of(component), self.height(component));
        lies(left).cmp(&lies(right)).then_with(|| self.compare_states(left, right))
    }

    fn normalize_states(&mut self, free: &[i32], states: &mut Vec<i32>, sorted: &mut Vec<i32>) {
        if free.is_sorted_by(|left, right| self.compare_wholly(*left, *right) != Ordering::Greater) {
            return;
        }
        sorted.clear();
        sorted.extend_from_slice(free);
        // What is equal is alike, so its order does not matter.
        sorted.sort_unstable_by(|left, right| self.compare_wholly(*left, *right));
        states.clear();
        for component in sorted.iter() {
            states.extend([self.place_of(*component), self.height(*component)]);
            states.extend(changing(self.program, *component).map(|at| self.read(at)));
        }
        let mut values = states.iter().copied();
        for component in free {
            if let (Some(place), Some(height)) = (values.next(), values.next()) {
                self.set_place(*component, place);
                self.set_height(*component, height);
            }
            let program: &'a Program = self.program;
            for at in changing(program, *component) {
                if let Some(value) = values.next() {
                    self.write(at, value);
                }
            }
        }
    }

    /// Closes the gap that a component leaves in a pile.
    pub fn lift(&mut self, component: i32, from: i32, others: &mut Vec<i32>) {
        let gone = self.height(component);
        others.clear();
        self.lying(from, self.kinds_at(from), |other| others.push(other));
        for other in others.iter() {
            let height = self.height(*other);
            if height > gone {
                self.set_height(*other, height - 1);
            }
        }
        self.set_height(component, 0);
    }

    /// Puts a component onto or beneath a pile.
    pub fn put(&mut self, component: i32, to: i32, beneath: bool, others: &mut Vec<i32>) {
        self.set_place(component, NONE);
        others.clear();
        self.lying(to, self.kinds_at(to), |other| others.push(other));
        let count = i32::try_from(others.len()).unwrap_or(0);
        if beneath {
            for other in others.iter() {
                let height = self.height(*other);
                self.set_height(*other, height + 1);
            }
        }
        self.set_place(component, to);
        self.set_height(component, if beneath { 1 } else { count + 1 });
    }

    /// Puts a component elsewhere, as the machine code does; `None` where it must not lie.
    pub fn relocate(&mut self, component: i32, to: i32, beneath: bool, others: &mut Vec<i32>) -> Option<bool> {
        let kind = self.ground(component)?.kind;
        let fits = self.program.ground.places.get(usize::try_from(to).ok()?)?.kinds.contains(&kind);
        if !fits {
            return None;
        }
        let from = self.place_of(component);
        if from == to && !(beneath && self.ordered(to)) {
            return Some(false);
        }
        if self.ordered(from) {
            self.lift(component, from, others);
        }
        if self.ordered(to) {
            self.put(component, to, beneath, others);
        } else {
            self.set_place(component, to);
        }
        self.count(component, from, -1);
        self.count(component, to, 1);
        Some(from != to)
    }

    /// Counts a component at a place, or no longer.
    fn count(&mut self, component: i32, place: i32, change: i32) {
        for by_owner in [false, true] {
            let at = counted_at(self.program, self.map, component, by_owner);
            if at > 0 && place >= 0 {
                // A counter of a byte is a part of a word, and never goes beyond it.
                let byte = at + (place.unsigned_abs() << self.map.counter);
                let count = self.read(byte / 4).wrapping_add(change << (byte % 4 * 8));
                self.write(byte / 4, count);
            }
        }
    }

    /// Counts all components anew, and notes again where they lie.
    pub fn count_all(&mut self) {
        let (at, length) = self.map.counted;
        let first = self.base + at as usize / 4;
        if let Some(counters) = self.words.get_mut(first..first + length as usize / 4) {
            counters.fill(0);
        }
        if length > 0 {
            for component in (0..).take(self.program.ground.components.len()) {
                let place = self.place_of(component);
                self.set_place(component, place);
                self.count(component, place, 1);
            }
        }
    }

    /// Adds a tuple to a list; `None` if there is no room.
    pub fn push_row(&mut self, list: &ListCode, row: &[i32]) -> Option<()> {
        let count = u32::try_from(self.read(list.at)).unwrap_or(0);
        if count >= list.capacity {
            return None;
        }
        for (column, value) in (0..).zip(row) {
            self.write(list.at + 2 + count * list.width + column, *value);
        }
        self.write(list.at, i32::try_from(count + 1).unwrap_or(0));
        Some(())
    }
}

/// Where a component's attributes that can change lie.
fn changing(program: &Program, component: i32) -> impl Iterator<Item = Addr> {
    let ground = usize::try_from(component).ok().and_then(|at| program.ground.components.get(at));
    let kind = ground.and_then(|it| program.ground.kinds.get(it.kind.index()));
    let step = kind.map_or(0, |kind| (component - kind.first).unsigned_abs());
    kind.into_iter().flat_map(|kind| &kind.features).filter_map(move |feature| match feature {
        Feature::Cells(first) => Some(first + step),
        Feature::Printed(_) => None,
    })
}
