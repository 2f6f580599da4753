//! What a browser may say. Anything else ends the connection.

use rulehound_bots::Level;
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
    /// A bot is to play at a seat, or nobody but whoever has its link.
    Bot {
        /// The seat.
        seat: usize,
        /// How well it plays; nothing to give the seat back.
        level: Option<Strength>,
    },
    /// A new link, please; the old one is good no more.
    Renew {
        /// Of this seat; nothing for those who look on.
        seat: Option<usize>,
    },
    /// Still there.
    Ping,
}

/// How well a bot plays that somebody sits down in the browser: those that answer while people like to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Does not think.
    Random,
    /// Sees what is plain.
    Easy,
    /// Thinks a little.
    Medium,
    /// Thinks for as long as people like to wait.
    Strong,
}

impl From<Strength> for Level {
    fn from(strength: Strength) -> Self {
        match strength {
            Strength::Random => Self::Random,
            Strength::Easy => Self::Easy,
            Strength::Medium => Self::Medium,
            Strength::Strong => Self::Strong,
        }
    }
}

/// The longest name that a browser gives an answer.
pub const LONGEST_ID: usize = 64;
