//! What somebody may see, built up from it and never cut down from the whole.

use serde::Serialize;

use super::Outcome;

/// Whose view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who knows everything: a script, a referee.
    All,
    /// Somebody who sees only what all see.
    Nobody,
    /// A player.
    Seat(usize),
}

/// A position as seen by somebody. Everything is in declaration order, by seat, by index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The phases that are running, the outermost first, in words.
    pub phases: Vec<String>,
    /// Who is to decide.
    pub deciders: Vec<String>,
    /// Settings: name and value.
    pub settings: Vec<(String, String)>,
    /// Places that hold something: the place as scripts write it, and what lies there.
    pub places: Vec<(String, Holding)>,
    /// Variables the viewer sees: the cell as scripts write it, and its value as scripts write it; unset ones are left out.
    pub variables: Vec<(String, String)>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Holding {
    /// Seen, without order: descriptions, sorted, with their numbers.
    Seen(Vec<(String, u32)>),
    /// A pile that is seen: descriptions from the top.
    Ordered(Vec<String>),
    /// Hidden: how many of each kind (with what of them is seen wherever they are), and the top if the pile shows it.
    Hidden {
        /// Kind and number.
        counts: Vec<(String, u32)>,
        /// The top of a pile that shows it.
        top: Option<String>,
    },
}
