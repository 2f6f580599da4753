//! What a browser may say that sets up a table. Anything else ends the connection.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::sitting::Strength;

/// A message from a browser.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// So it is to be played.
    Begin(Plan),
    /// Still there.
    Ping,
}

/// Who plays, with which settings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// By seat.
    pub players: Vec<Chair>,
    /// Those that differ from the rules', by name, as they are written there.
    pub settings: BTreeMap<String, String>,
    /// Where whoever says so sits himself; nothing if he looks on.
    pub me: Option<usize>,
}

/// Who is to sit there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// What the player is called.
    pub name: String,
    /// How well the bot plays that is to sit there; nothing for people.
    pub bot: Option<Strength>,
}
