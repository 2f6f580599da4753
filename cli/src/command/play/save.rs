//! Saved games: JSON with the position, the table, and everything that happened, so that it can be played again under changed rules; and
//! a checksum over all of that, so that nothing damaged is taken for a game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use rulehound_interpreter::hash;
use rulehound_interpreter::play::Seeded;
use serde_json::{Map, Value, json};

use super::super::record::game_for;
use super::session::Session;
use crate::exit::{Done, Failure};
use crate::files;

/// The version of the format.
const FORMAT: u64 = 3;

/// The first version with a checksum.
const SEALED: u64 = 2;

/// The first version with the state of chance.
const WITH_CHANCE: u64 = 3;

/// The greatest length of a saved game in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The states of two generators: of chance, and of the bots.
pub type States = [[u8; Seeded::BYTES]; 2];

/// What a file of a saved game holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version of its format.
    pub format: u64,
    /// The rules, seen from the file.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// Settings that differ from the rules'.
    pub settings: BTreeMap<String, String>,
    /// The names of people.
    pub humans: Vec<String>,
    /// How well each seat plays that is no person; nothing where nobody thinks, as in earlier versions.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// How far chance and bots have come; earlier versions did not write that.
    pub generators: Option<States>,
    /// The hash of the rules it was played by.
    pub hash: String,
    /// The bytes of the position.
    pub position: Vec<u8>,
    /// The record so far, a script.
    pub record: String,
    /// Whether that leaves out how the game began.
    pub begun_before: bool,
}

/// Writes a game.
pub fn write(session: &Session, path: &Path, force: bool) -> Done<()> {
    files::refuse_what_is_read(path, session.rules.files())?;
    files::write_secret(path, &text(session, path), force)
}

/// What is written of a game to a file at `path`.
pub fn text(session: &Session, path: &Path) -> String {
    let game = game_for(&session.name, Some(path));
    let saved = Saved {
        format: FORMAT,
        players: session.players().to_vec(),
        settings: session.settings.clone(),
        humans: session.humans.iter().map(|seat| session.player(*seat)).collect(),
        bots: session.thinkers.levels(),
        seed: session.seed,
        generators: Some([session.generators.chance.bytes(), session.generators.bots.bytes()]),
        hash: hash(session.position.game().hash()),
        position: session.position.save(),
        record: session.script(game.clone()),
        game,
        begun_before: session.begun_before,
    };
    saved.to_text()
}

/// Reads a game.
pub fn read(path: &Path) -> Done<Saved> {
    let no = |why: String| Failure::file(format!("`{}` is no saved game: {why}", path.display()));
    let text = match files::read(path, MOST_BYTES) {
        Ok(text) => text,
        Err(why @ files::Unread::NoText(_)) => return Err(no(why.to_string())),
        Err(why) => return Err(Failure::file(format!("cannot read `{}`: {why}", path.display()))),
    };
    Saved::of_text(&text).map_err(no)
}

impl Saved {
    /// Whether a checksum says that it is whole.
    pub fn is_sealed(&self) -> bool {
        self.format >= SEALED
    }

    fn to_text(&self) -> String {
        let mut saved = json!({
            "rulehound": self.format,
            "game": self.game,
            "players": self.players,
            "settings": self.settings,
            "humans": self.humans,
            "seed": self.seed,
            "generators": self.generators_words(),
            "hash": self.hash,
            "position": hexadecimal(&self.position),
            "record": self.record,
            "begun before": self.begun_before,
            "checksum": self.checksum(),
        });
        if let (Some(map), false) = (saved.as_object_mut(), self.bots.is_empty()) {
            map.insert("bots".to_owned(), json!(self.bots));
        }
        format!("{saved:#}\n")
    }

    fn generators_words(&self) -> Option<[String; 2]> {
        self.generators.as_ref().map(|states| states.each_ref().map(|state| hexadecimal(state)))
    }

    /// Over everything that is told, in an order of its own, so that blanks and the order in the file do not matter.
    fn checksum(&self) -> String {
        let mut all = vec![
            json!(self.format),
            json!(self.game),
            json!(self.players),
            json!(self.settings.iter().collect::<Vec<_>>()),
            json!(self.humans),
            json!(self.seed),
            json!(self.hash),
            json!(hexadecimal(&self.position)),
            json!(self.record),
            json!(self.begun_before),
        ];
        if self.format >= WITH_CHANCE {
            all.push(json!(self.generators_words()));
        }
        if !self.bots.is_empty() {
            all.push(json!(self.bots));
        }
        hash(hash::hash(Value::from(all).to_string().as_bytes()))
    }

    /// # Errors
    /// Why it is no saved game, in one line.
    fn of_text(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err("it is empty".to_owned());
        }
        let value: Value = serde_json::from_str(text).map_err(|error| match error.is_eof() {
            true => "it breaks off before its end".to_owned(),
            false => format!("it is not written as one; line {} is the first that does not fit", error.line()),
        })?;
        let value = value.as_object().ok_or("it holds something else")?;
        let format = match value.get("rulehound").and_then(Value::as_u64) {
            Some(version @ 1..=FORMAT) => version,
            Some(version) => return Err(format!("its format has the number {version}, which is not known here")),
            None => return Err("it does not begin as one; `--save FILE` and `s FILE` write them".to_owned()),
        };
        let saved = Self {
            format,
            game: word(value, "game")?,
            players: words(value, "players")?,
            settings: settings(value)?,
            humans: words(value, "humans")?,
            bots: if value.contains_key("bots") { words(value, "bots")? } else { Vec::new() },
            seed: value.get("seed").and_then(Value::as_u64).ok_or_else(|| missing("seed"))?,
            generators: if format >= WITH_CHANCE { Some(states(value)?) } else { None },
            hash: word(value, "hash")?,
            position: bytes(&word(value, "position")?).ok_or("its position is damaged")?,
            record: word(value, "record")?,
            begun_before: match value.get("begun before") {
                None if format < SEALED => false,
                begun => begun.and_then(Value::as_bool).ok_or_else(|| missing("begun before"))?,
            },
        };
        // One that was once sealed does not pass for one that never was.
        let sealed = value.get("checksum").is_some();
        if (sealed || saved.is_sealed()) && word(value, "checksum")? != saved.checksum() {
            return Err("it is damaged, or somebody has changed it: its checksum is another".to_owned());
        }
        Ok(saved)
    }
}

fn missing(key: &str) -> String {
    format!("`{key}` is missing")
}

fn word(value: &Map<String, Value>, key: &str) -> Result<String, String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| missing(key))
}

fn words(value: &Map<String, Value>, key: &str) -> Result<Vec<String>, String> {
    let list = value.get(key).and_then(Value::as_array);
    let words = list.and_then(|list| list.iter().map(|word| word.as_str().map(str::to_owned)).collect());
    words.ok_or_else(|| missing(key))
}

fn states(value: &Map<String, Value>) -> Result<States, String> {
    let words = words(value, "generators")?;
    let states: Option<Vec<_>> = words.iter().map(|word| bytes(word)?.try_into().ok()).collect();
    states.and_then(|states| states.try_into().ok()).ok_or_else(|| "its `generators` are damaged".to_owned())
}

fn settings(value: &Map<String, Value>) -> Result<BTreeMap<String, String>, String> {
    let settings = value.get("settings").and_then(Value::as_object);
    let one = |(name, value): (&String, &Value)| Some((name.clone(), value.as_str()?.to_owned()));
    settings.and_then(|settings| settings.iter().map(one).collect()).ok_or_else(|| missing("settings"))
}

/// A hash as it is written.
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

/// Read as it is written, and no other way.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if !text.bytes().all(digit) || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> Saved {
        Saved {
            format: FORMAT,
            game: "sticks.rules".to_owned(),
            players: vec!["Ann".to_owned(), "Bön".to_owned()],
            settings: BTreeMap::from([("target".to_owned(), "1".to_owned())]),
            humans: vec!["Ann".to_owned()],
            bots: vec!["random".to_owned(), "mcts:200ms".to_owned()],
            seed: 10,
            generators: Some([Seeded::new(10, 0).bytes(), Seeded::new(11, 0).bytes()]),
            hash: hash(7),
            position: (0..=255).collect(),
            record: "game: sticks.rules\nsteps:\n  - Ann: \"take \\\"1\\\"\"\n".to_owned(),
            begun_before: false,
        }
    }

    #[test]
    fn bytes_come_back() {
        assert_eq!(bytes(&hexadecimal(&[0, 1, 254, 255])), Some(vec![0, 1, 254, 255]));
        assert_eq!(bytes("0"), None);
        assert_eq!(bytes("zz"), None);
        assert_eq!(bytes("AB"), None);
    }

    #[test]
    fn saves_come_back() {
        let text = saved().to_text();
        assert_eq!(Saved::of_text(&text), Ok(saved()));
        // Laid out otherwise it is the same save.
        assert_eq!(Saved::of_text(&text.replace("\n  ", " ")), Ok(saved()));
    }

    /// A save that the version before has written is read, and its checksum is judged as that version did.
    #[test]
    fn saves_of_before_come_back() {
        let text = include_str!("../../../tests/saves/format-2.json");
        let before = Saved::of_text(text).expect("a save");
        assert_eq!((before.format, before.seed, &before.generators), (2, 10, &None));
        for (from, to) in [("\"seed\": 10", "\"seed\": 11"), ("\"rulehound\": 2", "\"rulehound\": 3")] {
            assert!(text.contains(from), "{from}");
            assert!(Saved::of_text(&text.replace(from, to)).is_err(), "{to}");
        }
    }

    #[test]
    fn every_flipped_bit_is_seen() {
        let text = saved().to_text();
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] ^= 1 << bit;
                let read = String::from_utf8(bytes).map(|damaged| Saved::of_text(&damaged).is_ok());
                assert_ne!(read, Ok(true), "bit {bit} of byte {at}");
            }
        }
    }

    #[test]
    fn every_change_by_hand_is_seen() {
        let text = saved().to_text();
        for (from, to) in
            [("take", "make"), ("Bön", "Ben"), ("\"1\"", "\"2\""), ("10,", "11,"), ("sticks.rules\"", "x\"")]
        {
            assert!(text.contains(from), "{from}");
            let why = Saved::of_text(&text.replace(from, to)).expect_err("it is changed");
            assert!(why.contains("changed") || why.contains("damaged"), "{why}");
        }
        let nothing = Saved::of_text("{}").expect_err("it is something else");
        assert_eq!(nothing, "it does not begin as one; `--save FILE` and `s FILE` write them");
        for version in [0, 4] {
            let why = Saved::of_text(&format!("{{\"rulehound\": {version}}}")).expect_err("there is no such version");
            assert!(why.contains(&format!("number {version}")), "{why}");
        }
        // A save of before has no checksum; that it lost one is seen.
        assert!(Saved::of_text(&text.replace("checksum", "chequesum")).is_err_and(|why| why.contains("`checksum`")));
    }
}
