//! Handles: numbers by which a scene and the options of its viewer speak of the same places and things.

use std::collections::BTreeMap;

use rulehound_engine::play::{Sheet, Unsaid};

/// What stands for a place or for things that look alike. It is good for one viewer at one position; it says nothing that the viewer does
/// not see, and nothing hidden has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handle {
    /// A place, by its number among all places that the viewer is told of, from 0.
    Place(u32),
    /// Things that look alike where they lie, by their number among all that the viewer sees, from 0.
    Thing(u32),
    /// A player's seat, from 0.
    Player(usize),
}

/// The handles of everything that a sheet tells.
pub(super) struct Handles {
    /// For each place of the sheet the handle of the first thing there.
    first: Vec<u32>,
    /// By the numbers of the engine, which nobody is told.
    things: BTreeMap<i32, u32>,
    places: BTreeMap<i32, u32>,
}

impl Handles {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut handles = Self { first: Vec::new(), things: BTreeMap::new(), places: BTreeMap::new() };
        let mut thing = 0;
        for (place, lot) in (0..).zip(&sheet.places) {
            let Unsaid(number) = lot.place.number;
            if lot.place.known {
                handles.places.insert(number, place);
            }
            handles.first.push(thing);
            for group in lot.contents.seen() {
                let Unsaid(members) = &group.members;
                handles.things.extend(members.iter().map(|member| (*member, thing)));
                thing += 1;
            }
        }
        handles
    }

    /// The handle of the first thing of a place of the sheet; the others there follow it.
    pub(super) fn first(&self, lot: usize) -> u32 {
        self.first.get(lot).copied().unwrap_or(u32::MAX)
    }

    pub(super) fn thing(&self, number: i32) -> Option<Handle> {
        self.things.get(&number).copied().map(Handle::Thing)
    }

    pub(super) fn place(&self, number: i32) -> Option<Handle> {
        self.places.get(&number).copied().map(Handle::Place)
    }
}
