//! Saved games: JSON with the position, the table, and everything that happened, so that it can be played again under changed rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::super::record::game_for;
use super::session::Session;
use crate::exit::{Done, Failure};
use crate::files;

/// The version of the format.
const FORMAT: u64 = 1;

/// The greatest length of a saved game in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// What a file of a saved game holds.
pub struct Saved {
    /// The rules, seen from the file.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// Settings that differ from the rules'.
    pub settings: BTreeMap<String, String>,
    /// The names of people.
    pub humans: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The hash of the rules it was played by.
    pub hash: String,
    /// The bytes of the position.
    pub position: Vec<u8>,
    /// The record so far, a script.
    pub record: String,
}

/// Writes a game.
pub fn write(session: &Session, path: &Path, force: bool) -> Done<()> {
    let game = game_for(&session.name, Some(path));
    let humans: Vec<String> = session.humans.iter().map(|seat| session.player(*seat)).collect();
    let saved = json!({
        "rulehound": FORMAT,
        "game": game,
        "players": session.players(),
        "settings": session.settings,
        "humans": humans,
        "seed": session.seed,
        "hash": hash(session.position.game().hash()),
        "position": hexadecimal(&session.position.save()),
        "record": session.script(game.clone()),
    });
    let text = serde_json::to_string_pretty(&saved).map_err(|error| Failure::file(error.to_string()))?;
    files::write_secret(path, &format!("{text}\n"), force)
}

/// Reads a game.
pub fn read(path: &Path) -> Done<Saved> {
    let text = files::read_or_fail(path, MOST_BYTES)?;
    let no = |why: &str| Failure::file(format!("`{}` is no saved game: {why}", path.display()));
    let value: Value = serde_json::from_str(&text).map_err(|error| no(&error.to_string()))?;
    if value.get("rulehound").and_then(Value::as_u64) != Some(FORMAT) {
        return Err(no("its format is not known here"));
    }
    let word = |key: &str| {
        let word = value.get(key).and_then(Value::as_str).map(str::to_owned);
        word.ok_or_else(|| no(&format!("`{key}` is missing")))
    };
    let words = |key: &str| {
        let list = value.get(key).and_then(Value::as_array);
        let words = list.and_then(|list| list.iter().map(|word| word.as_str().map(str::to_owned)).collect());
        words.ok_or_else(|| no(&format!("`{key}` is missing")))
    };
    let settings = value.get("settings").and_then(Value::as_object).into_iter().flatten();
    let settings = settings.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    Ok(Saved {
        game: word("game")?,
        players: words("players")?,
        settings: settings.collect(),
        humans: words("humans")?,
        seed: value.get("seed").and_then(Value::as_u64).ok_or_else(|| no("`seed` is missing"))?,
        hash: word("hash")?,
        position: bytes(&word("position")?).ok_or_else(|| no("its position is damaged"))?,
        record: word("record")?,
    })
}

/// The hash of rules as it is written.
pub fn hash(hash: u64) -> String {
    format!("{hash:016x}")
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert_eq!(bytes(&hexadecimal(&[0, 1, 254, 255])), Some(vec![0, 1, 254, 255]));
        assert_eq!(bytes("0"), None);
        assert_eq!(bytes("zz"), None);
    }
}
