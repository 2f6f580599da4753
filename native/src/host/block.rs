//! One block of memory as the cells of a position, with what is kept beside them.

use std::ops::Range;

use rulehound_interpreter::cells::{self, Cells};
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Addr, CLEARED, Program};

use crate::emit::counted_at;
use crate::identity::has_owners;
use crate::map::{Lies, Map, PlaceBits};

/// A block of memory.
pub struct Block<'a> {
    /// The rules.
    pub program: &'a Program,
    /// All of memory.
    pub words: &'a mut [i32],
    /// The first word of the block.
    pub base: usize,
    /// What lies where in it.
    pub map: &'a Map,
}

impl Cells for Block<'_> {
    fn read(&self, at: Addr) -> i32 {
        self.words.get(self.base + at as usize).copied().unwrap_or(NONE)
    }

    fn write(&mut self, at: Addr, value: i32) {
        if let Some(cell) = self.words.get_mut(self.base + at as usize) {
            *cell = value;
        }
    }

    fn row(&self, cells: Range<Addr>) -> &[i32] {
        self.words.get(self.base + cells.start as usize..self.base + cells.end as usize).unwrap_or_default()
    }

    fn clear(&mut self, cells: Range<Addr>) {
        if let Some(cells) = self.words.get_mut(self.base + cells.start as usize..self.base + cells.end as usize) {
            cells.fill(CLEARED);
        }
    }

    fn lies_elsewhere(&mut self, component: i32, from: i32, to: i32) {
        match self.map.lies {
            Some(Lies::Bytes(first)) => {
                let at = first + component.unsigned_abs();
                let (kept, shift) = (self.read(at / 4), at % 4 * 8);
                self.write(at / 4, kept & !(0xFF << shift) | (to & 0xFF) << shift);
            }
            Some(Lies::Bits(words)) => {
                self.set_bit(words, (component, from), false);
                self.set_bit(words, (component, to), true);
            }
            None => {}
        }
    }

    fn has_moved(&mut self, component: i32, from: i32, to: i32) {
        self.count(component, from, -1);
        self.count(component, to, 1);
    }
}

impl Block<'_> {
    /// A word of all memory, by its byte.
    pub fn word(&self, at: u32) -> i32 {
        self.words.get(at as usize / 4).copied().unwrap_or(0)
    }

    /// Writes a word of all memory, by its byte.
    pub fn set_word(&mut self, at: u32, value: i32) {
        if let Some(word) = self.words.get_mut(at as usize / 4) {
            *word = value;
        }
    }

    /// Sets or takes out the bit of a component in the words of a place, if it is one: before a game begins nothing lies anywhere.
    fn set_bit(&mut self, words: PlaceBits, (component, place): (i32, i32), set: bool) {
        let inside = usize::try_from(place).is_ok_and(|place| place < self.program.ground.places.len());
        if inside {
            let at = (words.first + (place.unsigned_abs() << words.shift)) / 4 + component.unsigned_abs() / 32;
            let bit = 1 << (component.unsigned_abs() % 32);
            let word = self.read(at);
            self.write(at, if set { word | bit } else { word & !bit });
        }
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

    /// How many are counted at a place, where their counters begin at a byte.
    fn counted(&self, first: u32, place: i32) -> i32 {
        let byte = first + (place.unsigned_abs() << self.map.counter);
        let word = self.read(byte / 4);
        if self.map.counter == 0 { word >> (byte % 4 * 8) & 0xFF } else { word }
    }

    /// Lays components without identity where so many are counted, in ascending order among their like.
    pub fn lay_counted(&mut self) {
        let (program, map) = (self.program, self.map);
        for kind in &map.without_identity {
            let Some(ground) = program.ground.kinds.get(kind.index()) else { continue };
            let each = ground.count / ground.owners.max(1);
            for first in (ground.first..ground.first + ground.count).step_by(usize::try_from(each).unwrap_or(1).max(1))
            {
                let at = counted_at(program, map, first, has_owners(program, *kind));
                let mut of_owner = first..first + each;
                for place in (0..).take(program.ground.places.len()) {
                    let lying = usize::try_from(self.counted(at, place)).unwrap_or(0);
                    of_owner
                        .by_ref()
                        .take(lying)
                        .for_each(|component| cells::set_place(program, self, component, place));
                }
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
                let place = cells::place_of(self.program, self, component);
                self.lies_elsewhere(component, place, place);
                self.count(component, place, 1);
            }
        }
    }
}
