//! Scripted games: a test, a lesson, a bug report and a replay, in the words of the rules.
//!
//! YAML becomes a [`Script`] whose every word knows where it stands ([`read`]); a script is played against a
//! [`Game`](rulehound_engine::play::Game) ([`run`]); what was played is written down as a script again ([`write()`]). No files in here: the caller
//! gives texts.
//!
//! | key | what stands there |
//! |---|---|
//! | `game` | the rules: a file, or the name of a shipped game |
//! | `title`, `ref` | what the script shows, the section of the rulebook |
//! | `players` | names in a list, or how many |
//! | `seed` | chance that is not given comes from it |
//! | `settings` | `{target: 1}` |
//! | `position` | `zones: {Ann.bag: {double: 1, number 5: 2}, deck: [from the top, on]}`, `variables: {active: Ann}` |
//! | `phase` | `one_turn(Ann)`: what is played instead of the whole |
//! | `steps` | a list of steps |
//!
//! | step | what it says |
//! |---|---|
//! | `roll: [3, 6]`, `draw: {Ann: double, Ben: 5}`, `shuffle: [ace, king]` | what chance gives: one value, a list in order, or values by the owner of the target |
//! | `Ann: go on` | an answer by its words, or some of them; `{n: 6, s: tree 24}` by bindings; a list for several in a row |
//! | `refuse: {Ann: go on, because: You must}` | it must be forbidden, for a reason that begins so |
//! | `expect: {score(Ann): 8}` | expressions and their values: words, an expression, or a list in any order; also `over`, `winner`, `winners`, `places`, `decider`, `deciders`, `offers`, `phase`, `rule` |
//! | `say: text` | a remark in the story |

mod record;
mod run;
mod tree;
mod yaml;

pub use record::{Entry, Headline, quoted, write};
pub use rulehound_engine::words::matching;
pub use run::{
    Before, Listener, Passage, Played, Refused, before, explain, explain_words, run, run_at, run_for, table,
};
pub use tree::*;
pub use yaml::{KEYS, WORDS, read};

use rulehound_grammar::span::FileId;

/// The file number of the script itself in diagnostics; the files of its game count from 0.
pub const SCRIPT_FILE: FileId = FileId(u16::MAX);
