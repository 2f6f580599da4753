//! Scripted games: a test, a lesson, a bug report and a replay, in the words of the rules.
//!
//! YAML becomes a [`Script`] whose every word knows where it stands ([`read`]); a script is played against a
//! [`Game`](crate::play::Game) ([`run`]); what was played is written down as a script again ([`write`]). No files in here: the caller
//! gives texts.

pub mod matching;
mod record;
mod run;
mod tree;
mod yaml;

pub use record::{Entry, Headline, write};
pub use run::{Listener, Passage, Played, run, table};
pub use tree::*;
pub use yaml::{MOST_BYTES, read};

use rulehound_grammar::span::FileId;

/// The file number of the script itself in diagnostics; the files of its game count from 0.
pub const SCRIPT_FILE: FileId = FileId(u16::MAX);
