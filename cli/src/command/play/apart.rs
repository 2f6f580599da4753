//! What one of several people at a keyboard alone is told: it waits until that person sits there.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Event, EventKind, Position, Viewer};
use rulehound_interpreter::story::{Length, Teller, seen_by};

use super::told::Told;

/// So many lines of each person can be read again.
const MOST: usize = 100;

/// What each person was told alone, by seat.
#[derive(Default)]
pub struct Apart {
    told: BTreeMap<usize, Alone>,
}

/// The lines of one person, and how many of them, the latest, have not been read yet.
struct Alone {
    told: Told,
    new: usize,
}

impl Apart {
    /// Keeps what these people are shown or told and those around do not hear, after so many answers and outcomes, in lines of this width.
    pub fn keep(&mut self, events: &[Event], position: &Position, people: &[usize], (after, width): (usize, usize)) {
        let seats = position.game().instance().seats();
        for seat in people {
            let alone = |event: &&Event| {
                matches!(event.kind, EventKind::Shown { .. } | EventKind::Said { .. })
                    && seen_by(event, Viewer::Nobody, seats).is_none()
                    && seen_by(event, Viewer::Seat(*seat), seats).is_some()
            };
            let own: Vec<Event> = events.iter().filter(alone).cloned().collect();
            if own.is_empty() {
                continue;
            }
            let mut teller = Teller::new(Viewer::Seat(*seat)).within(width).undrawn().at_length(Length::Full);
            let mut lines = teller.tell(&own, position);
            lines.extend(teller.pause(position));
            lines.retain(|line| !line.trim().is_empty());
            let alone = self.told.entry(*seat).or_insert_with(|| Alone { told: Told::at_most(MOST), new: 0 });
            alone.new = (alone.new + lines.len()).min(MOST);
            alone.told.add(lines, after);
        }
    }

    /// Whether somebody was told anything alone.
    pub fn knows(&self, seat: usize) -> bool {
        self.told.contains_key(&seat)
    }

    /// What this person has not read yet; it counts as read from now on.
    pub fn news(&mut self, seat: usize) -> Vec<String> {
        self.told.get_mut(&seat).map_or_else(Vec::new, |alone| alone.told.last(std::mem::take(&mut alone.new)))
    }

    /// All that this person can read again.
    pub fn all(&self, seat: usize) -> Vec<String> {
        self.told.get(&seat).map_or_else(Vec::new, |alone| alone.told.last(MOST))
    }

    /// Only so many answers and outcomes have been given: whatever was told later did not happen.
    pub fn take_back_to(&mut self, length: usize) {
        for alone in self.told.values_mut() {
            alone.told.take_back_to(length);
            alone.new = alone.new.min(alone.told.count());
        }
        self.told.retain(|_, alone| alone.told.count() > 0);
    }

    /// What was told counts as read.
    pub fn have_read(&mut self) {
        self.told.values_mut().for_each(|alone| alone.new = 0);
    }
}
