//! Games that the program carries inside itself.

pub use rulehound_examples::SCRIPTS;
pub use rulehound_games::GAMES;

/// What the names of shipped files begin with in messages; no path can look so by accident.
pub const PREFIX: &str = "shipped:";

/// The text of a shipped game, by `hot-dog` or `hot-dog.rules`.
pub fn text(name: &str) -> Option<(&'static str, &'static str)> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let bare = name.strip_suffix(".rules").unwrap_or(name);
    GAMES.iter().find(|(known, _)| *known == bare).copied()
}

/// All names, for messages.
pub fn names() -> String {
    GAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
