//! Whether an answer has shown whoever gave it something new, so that it cannot be taken back any more.

use super::{Event, EventKind, Holding, Misuse, Position, Viewer};

/// What lay hidden from a player before an answer.
pub struct HiddenBefore {
    seat: usize,
    hidden: Vec<(String, Holding)>,
}

impl HiddenBefore {
    /// Looks at a position before this seat answers.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn of(position: &Position, seat: usize) -> Result<Self, Misuse> {
        let mut hidden = position.view(Viewer::Seat(seat))?.places;
        hidden.retain(|(_, holding)| matches!(holding, Holding::Hidden { .. }));
        Ok(Self { seat, hidden })
    }

    /// Whether something was revealed on the way from there to this position: answers of others or hidden things were shown, or a place that
    /// was hidden holds something else.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn revealed(&self, now: &Position, events: &[Event]) -> Result<bool, Misuse> {
        let shows = |event: &Event| matches!(event.kind, EventKind::Joined { .. } | EventKind::Shown { .. });
        if events.iter().any(shows) {
            return Ok(true);
        }
        let places = now.view(Viewer::Seat(self.seat))?.places;
        Ok(self.hidden.iter().any(|hidden| !places.contains(hidden)))
    }
}
