//! A seat at a table: whose key it has, and which answers it has given.

use std::collections::VecDeque;

use rulehound_bots::Level;

use crate::key::Fingerprint;

/// So many answers are remembered, so that one that is sent again is not taken twice.
const REMEMBERED: usize = 64;

/// A seat.
pub struct Seat {
    /// Of the key that opens it.
    pub key: Fingerprint,
    /// The bot that plays there.
    pub bot: Option<Level>,
    /// The names that the browser gave the last answers.
    answered: VecDeque<String>,
    /// Whether it agrees to what somebody wishes to take back.
    pub agrees: bool,
}

impl Seat {
    pub fn new(key: Fingerprint, bot: Option<Level>) -> Self {
        Self { key, bot, answered: VecDeque::new(), agrees: false }
    }

    /// Whether an answer of this name was taken already.
    pub fn has_answered(&self, id: &str) -> bool {
        self.answered.iter().any(|known| known == id)
    }

    /// An answer of this name was taken.
    pub fn remember(&mut self, id: String) {
        if self.answered.len() >= REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back(id);
    }
}
