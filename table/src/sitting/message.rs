//! What a browser may say. Anything else ends the connection.

use serde::Deserialize;

/// A message from a browser.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// The first one: who it is.
    Sit {
        /// The table.
        table: String,
        /// The key of the seat, or of those who look on.
        key: String,
    },
    /// An answer.
    Answer {
        /// The number of the question.
        q: u32,
        /// Made by the browser, so that an answer that is sent twice counts once.
        id: String,
        /// The number of the option.
        o: usize,
    },
    /// Why not?
    Why {
        /// The number of the question.
        q: u32,
        /// What was pointed at, in words, one thing after the other.
        what: Vec<String>,
    },
    /// My last answer back, please.
    Undo,
    /// Whether somebody may take back his.
    Agree {
        /// Whether.
        yes: bool,
    },
    /// The same game once more.
    Again,
    /// The game as a script.
    Record,
    /// Still there.
    Ping,
}

/// The longest name that a browser gives an answer.
pub const LONGEST_ID: usize = 64;
