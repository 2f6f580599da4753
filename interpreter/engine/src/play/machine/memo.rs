//! What definitions gave last time. A definition depends on nothing but its arguments and the declared part of the position, so while that
//! stays the same, so does what it gives; so it is with [`Invariants`](crate::program::Invariants) and the names they read.

use super::Machine;
use crate::program::{MOST_ARGUMENTS, NodeId};

/// Added to the number of an expression, so that it is that of no definition.
const EXPRESSION: u32 = 1 << 31;

/// How many calls are remembered.
const ENTRIES: usize = 128;

/// A call and what it gave.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The state it was worked out in; 0 if none.
    epoch: u64,
    definition: u32,
    /// Who had to see what was read: a fault is not remembered, so it must be met again.
    reader: Option<i32>,
    arguments: [i32; MOST_ARGUMENTS],
    value: i32,
}

const NOTHING: Entry = Entry { epoch: 0, definition: 0, reader: None, arguments: [0; MOST_ARGUMENTS], value: 0 };

/// Calls remembered, each at the place its arguments name; a later one drives out an earlier.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    entries: Vec<Entry>,
    sets: Vec<SetEntry>,
}

/// How many sets are remembered.
const SETS: usize = 8;

/// A call that gave a set, and that.
#[derive(Clone, Debug, Default)]
struct SetEntry {
    epoch: u64,
    definition: u32,
    reader: Option<i32>,
    arguments: [i32; MOST_ARGUMENTS],
    elements: Vec<i32>,
}

/// A call that may be remembered.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    definition: u32,
    arguments: [i32; MOST_ARGUMENTS],
    slot: usize,
}

impl Asked {
    /// A call with these arguments; at most [`MOST_ARGUMENTS`].
    pub fn new(definition: u32, values: &[i32]) -> Self {
        let mut arguments = [0; MOST_ARGUMENTS];
        let mut mixed = definition.wrapping_mul(0x9e37_79b1);
        for (slot, value) in arguments.iter_mut().zip(values) {
            *slot = *value;
            mixed = (mixed.rotate_left(5) ^ (*value as u32)).wrapping_mul(0x9e37_79b1);
        }
        Self { definition, arguments, slot: (mixed >> 16) as usize % ENTRIES }
    }
}

impl Machine<'_> {
    /// What a call gave in this very state.
    pub(super) fn remembered(&self, asked: &Asked) -> Option<i32> {
        // Who sees what is read is found out by reading it.
        if self.noted.is_some() {
            return None;
        }
        let entry = self.memo.entries.get(asked.slot)?;
        let same = entry.epoch == self.epoch
            && entry.definition == asked.definition
            && entry.arguments == asked.arguments
            && entry.reader == self.reader;
        same.then_some(entry.value)
    }

    pub(super) fn remember(&mut self, asked: &Asked, value: i32) {
        if self.memo.entries.is_empty() {
            self.memo.entries.resize(ENTRIES, NOTHING);
        }
        let (definition, arguments) = (asked.definition, asked.arguments);
        if let Some(entry) = self.memo.entries.get_mut(asked.slot) {
            *entry = Entry { epoch: self.epoch, definition, reader: self.reader, arguments, value };
        }
    }

    /// The set that a call gave in this very state.
    pub(super) fn remembered_set(&self, asked: &Asked) -> Option<&[i32]> {
        // What is read for it must be noted each time.
        if self.noted.is_some() {
            return None;
        }
        let entry = self.memo.sets.get(asked.slot % SETS)?;
        let same = entry.epoch == self.epoch
            && entry.definition == asked.definition
            && entry.arguments == asked.arguments
            && entry.reader == self.reader;
        same.then_some(entry.elements.as_slice())
    }

    pub(super) fn remember_set(&mut self, asked: &Asked, elements: &[i32]) {
        if self.memo.sets.is_empty() {
            self.memo.sets.resize_with(SETS, SetEntry::default);
        }
        if let Some(entry) = self.memo.sets.get_mut(asked.slot % SETS) {
            (entry.epoch, entry.definition) = (self.epoch, asked.definition);
            (entry.reader, entry.arguments) = (self.reader, asked.arguments);
            entry.elements.clear();
            entry.elements.extend_from_slice(elements);
        }
    }
}

/// What an expression in a loop gave in this very state, if it does not depend on what the loop goes through.
pub(super) fn known_before(machine: &Machine<'_>, id: NodeId) -> Option<i32> {
    asked_again(machine, id).and_then(|asked| machine.remembered(&asked))
}

/// The same expression gave this.
pub(super) fn know(machine: &mut Machine<'_>, id: NodeId, value: i32) {
    if let Some(asked) = asked_again(machine, id) {
        machine.remember(&asked, value);
    }
}

fn asked_again(machine: &Machine<'_>, id: NodeId) -> Option<Asked> {
    let names = machine.program.invariants.names(id)?;
    let mut values = [0; MOST_ARGUMENTS];
    for (value, name) in values.iter_mut().zip(names) {
        *value = machine.read(*name);
    }
    Some(Asked::new(EXPRESSION | id.0, &values))
}
