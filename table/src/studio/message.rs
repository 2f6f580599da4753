//! What the page of the studio says.

use serde::Deserialize;

/// A message of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase", deny_unknown_fields)]
pub enum Message {
    /// Whoever opens it.
    Enter {
        /// The key.
        key: String,
    },
    /// For the language server: a message as its protocol says.
    Lsp {
        /// As text.
        m: String,
    },
    /// What stands in an editor now, saved or not.
    Text {
        /// The file.
        name: String,
        /// Its text.
        text: String,
    },
    /// The text of a file is wanted.
    Read {
        /// The file.
        name: String,
    },
    /// A text is to be written.
    Save {
        /// The file.
        name: String,
        /// Its text.
        text: String,
        /// What stood there when the page read it; nothing if there may be none of this name yet.
        was: Option<String>,
    },
    /// These rules are to lie on the table.
    Play {
        /// The file.
        name: String,
        /// How many play; as few as may if nothing is said.
        players: Option<usize>,
    },
    /// All scripts are to be played.
    Run,
    /// The game on the table is to become a script.
    Keep,
    /// What is to be seen now, as a step for a script.
    Expect,
    /// A script is to be played on the table, as far as it goes.
    Stand {
        /// The file.
        name: String,
    },
    /// The page is still there.
    Ping,
}
