//! What a server and a process that plays strangers' rules say to each other: a line of JSON each.

use serde::{Deserialize, Serialize};

use crate::store::{Kept, Work};
use crate::watch::What;

/// What the server says.
#[derive(Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Order {
    /// First of all: the table.
    Serve(Box<Kept>),
    /// A browser is there.
    Open { socket: u64 },
    /// It says something.
    Text { socket: u64, text: String },
    /// It is gone.
    Close { socket: u64 },
    /// What was to be written is on disk, or cannot be written.
    Written { number: u64, done: bool },
    /// The rule document is wanted.
    Rules { asked: u64 },
    /// The texts of the rules are these now.
    Change { asked: u64, sources: Vec<(String, String)> },
    /// All are to be told good-bye.
    Farewell,
}

/// What the process says.
#[derive(Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Word {
    /// The table cannot be opened.
    Broken { why: String },
    /// A browser is told something.
    Text { socket: u64, text: String },
    /// It is let go.
    Close { socket: u64, code: u16, reason: String },
    /// Something is to be written.
    Write { number: u64, work: Work },
    /// The rule document.
    Rules { asked: u64, page: Option<String> },
    /// How the table was kept under rules that were changed, or why it stays as it was.
    Changed { asked: u64, kept: Result<Changed, String> },
    /// A piece of work begins.
    Begins { number: u64, what: What },
    /// It has ended.
    Ends { number: u64 },
    /// It takes too long, and the process ends.
    TooLong { number: u64 },
}

/// How a table was kept.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    Stands,
    Replayed,
    Anew { why: String },
}
