//! What one of several people at a keyboard alone is told: it waits until that person sits there.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Event, EventKind, Position, Viewer};
use rulehound_interpreter::story::{Length, Teller, seen_by};

/// So many lines of each person can be read again.
const MOST: usize = 100;

/// What each person was told alone, by seat.
#[derive(Default)]
pub struct Apart {
    told: BTreeMap<usize, Told>,
}

/// The lines of one person, and how many of them, the latest, have not been read yet.
#[derive(Default)]
struct Told {
    lines: Vec<String>,
    new: usize,
}

impl Apart {
    /// Keeps what these people are shown or told and those around do not hear.
    pub fn keep(&mut self, events: &[Event], position: &Position, people: &[usize], width: usize) {
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
            let told = self.told.entry(*seat).or_default();
            told.new += lines.len();
            told.lines.extend(lines);
            let old = told.lines.len().saturating_sub(MOST);
            told.lines.drain(..old);
            told.new = told.new.min(told.lines.len());
        }
    }

    /// Whether somebody was told anything alone.
    pub fn knows(&self, seat: usize) -> bool {
        self.told.contains_key(&seat)
    }

    /// What this person has not read yet; it counts as read from now on.
    pub fn news(&mut self, seat: usize) -> Vec<String> {
        let Some(told) = self.told.get_mut(&seat) else { return Vec::new() };
        let from = told.lines.len().saturating_sub(std::mem::take(&mut told.new));
        told.lines.get(from..).map(<[String]>::to_vec).unwrap_or_default()
    }

    /// All that this person can read again.
    pub fn all(&self, seat: usize) -> &[String] {
        self.told.get(&seat).map_or(&[], |told| told.lines.as_slice())
    }
}
