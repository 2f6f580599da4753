//! Which browser has been quiet for longest: of a network that was cut the server hears nothing, so what is there may be gone.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of the browsers at a table, whoever was heard last at the end.
///
/// Beside the table, so that a sign of life waits for nothing that is done there.
#[derive(Default)]
pub struct Pulse(Mutex<Vec<u64>>);

impl Pulse {
    /// Somebody comes, or says something.
    pub fn beats(&self, number: u64) {
        let mut heard = self.heard();
        heard.retain(|other| *other != number);
        heard.push(number);
    }

    /// Somebody goes.
    pub fn ends(&self, number: u64) {
        self.heard().retain(|other| *other != number);
    }

    /// Which of these was not heard for longest.
    pub fn quietest(&self, is_one: impl Fn(u64) -> bool) -> Option<u64> {
        self.heard().iter().copied().find(|number| is_one(*number))
    }

    fn heard(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
