//! Who sits at the table and what was agreed.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use rulehound_rules::model::{Model, Setting, Sort, value};

/// The most characters of a player's name.
const LONGEST_NAME: usize = 40;

/// Who plays, with which settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the players are called, by seat. Empty: the names the rules give, else as few players as may play, called by [`default_names`].
    pub players: Vec<String>,
    /// Settings that differ from the rules', by name; values as written in the rules (`12`, `yes`, a value's name in any case).
    pub settings: BTreeMap<String, String>,
}

/// Why a game cannot be put on the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// Too few or too many players.
    #[error("{} cannot play this game: it is for {}", so_many(*.found), span(*.least, *.most))]
    Players {
        /// How many there are.
        found: usize,
        /// The fewest.
        least: u16,
        /// The most.
        most: u16,
    },
    /// A name that cannot be used.
    #[error("`{0}` cannot be a player's name: {1}")]
    Name(String, String),
    /// Two players of the same name.
    #[error("two players are called `{0}`")]
    SameName(String),
    /// No such setting.
    #[error("there is no setting `{found}`{}", known(.settings))]
    NoSetting {
        /// What was asked for.
        found: String,
        /// What there is.
        settings: Vec<String>,
    },
    /// A value that a setting cannot have.
    #[error("`{found}` is no value of the setting `{setting}`: it takes {expected}")]
    Setting {
        /// The setting.
        setting: String,
        /// What was asked for.
        found: String,
        /// What it takes, in words.
        expected: String,
    },
    /// More than the engine holds.
    #[error("the game has more than {most} {what} at this table")]
    TooLarge {
        /// Of what.
        what: &'static str,
        /// The most there may be.
        most: usize,
    },
}

fn so_many(players: usize) -> String {
    if players == 1 { "one player alone".to_owned() } else { format!("{players} players") }
}

fn span(least: u16, most: u16) -> String {
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

fn known(settings: &[String]) -> String {
    if settings.is_empty() {
        ": this game has no settings".to_owned()
    } else {
        format!(" (there is {})", settings.join(", "))
    }
}

/// Names for so many players.
pub fn default_names(count: usize) -> Vec<String> {
    const NAMES: [&str; 10] = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"];
    (0..count).map(|seat| NAMES.get(seat).map_or_else(|| format!("P{}", seat + 1), |name| (*name).to_owned())).collect()
}

/// The players' names, checked.
pub(super) fn players(model: &Model, wanted: &[String]) -> Result<Vec<String>, TableError> {
    let (least, most) = (model.players.least, model.players.most);
    let names = match wanted {
        [] if model.players.names.is_empty() => default_names(usize::from(least)),
        [] => model.players.names.clone(),
        names => names.to_vec(),
    };
    if names.len() < usize::from(least) || names.len() > usize::from(most) {
        return Err(TableError::Players { found: names.len(), least, most });
    }
    let mut seen = BTreeSet::new();
    for name in &names {
        check_name(model, name)?;
        // Scripts match words without regard to case, so names must differ in more.
        if !seen.insert(name.to_lowercase()) {
            return Err(TableError::SameName(name.clone()));
        }
    }
    Ok(names)
}

/// Names stand in scripts among words of the rules, so they must look like names and be told apart from them.
fn check_name(model: &Model, name: &str) -> Result<(), TableError> {
    let refuse = |why: &str| Err(TableError::Name(name.to_owned(), why.to_owned()));
    let mut characters = name.chars();
    if !characters.next().is_some_and(char::is_alphabetic) {
        return refuse("it must begin with a letter");
    }
    if !characters.all(|character| character.is_alphanumeric() || character == '_' || character == '-') {
        return refuse(&format!(
            "it may hold letters, digits, `_` and `-` only, since scripts call a player by one word; write `{}`",
            as_one_word(name)
        ));
    }
    if name.chars().count() > LONGEST_NAME {
        return refuse("it is too long");
    }
    const STEP_WORDS: [&str; 22] = [
        "roll", "draw", "shuffle", "refuse", "expect", "say", "seed", "because", "all", "nobody", "none", "yes", "no",
        "over", "winner", "winners", "places", "decider", "deciders", "offers", "phase", "rule",
    ];
    if STEP_WORDS.contains(&name) {
        return refuse("scripts use this word themselves");
    }
    let values = model.enumerations.iter().flat_map(|enumeration| &enumeration.values);
    if values.clone().any(|(value, _)| value == name) {
        return refuse("the rules use this word themselves");
    }
    Ok(())
}

/// A name as one word that may be one: `_` for blanks, and nothing for signs that names do not have.
fn as_one_word(name: &str) -> String {
    let is_sign = |sign: &char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    let words = name.split_whitespace().map(|word| word.chars().filter(is_sign).collect::<String>());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

/// The settings' values, checked.
pub(super) fn settings(model: &Model, wanted: &BTreeMap<String, String>) -> Result<Vec<i32>, TableError> {
    for name in wanted.keys() {
        if !model.settings.iter().any(|setting| &setting.name == name) {
            let settings = model.settings.iter().map(|setting| setting.name.clone()).collect();
            return Err(TableError::NoSetting { found: name.clone(), settings });
        }
    }
    model
        .settings
        .iter()
        .map(|setting| wanted.get(&setting.name).map_or(Ok(setting.value), |text| read(model, setting, text)))
        .collect()
}

/// As a value's name might be typed: case does not matter, and blanks stand for `_`.
fn loosely(text: &str) -> String {
    text.trim().to_lowercase().replace(' ', "_")
}

fn read(model: &Model, setting: &Setting, text: &str) -> Result<i32, TableError> {
    let (found, expected) = match &setting.of.sort {
        Sort::Number { least, greatest } => {
            let number = text.trim().parse::<i32>().ok().filter(|number| (*least..=*greatest).contains(number));
            (number, format!("a number from {least} to {greatest}"))
        }
        Sort::YesNo => {
            let answer = match text.trim() {
                "yes" => Some(value::yes_no(true)),
                "no" => Some(value::yes_no(false)),
                _ => None,
            };
            (answer, "yes or no".to_owned())
        }
        Sort::Value { of, allowed } => {
            let values =
                model.enumerations.get(of.index()).map(|enumeration| enumeration.values.as_slice()).unwrap_or_default();
            let named = |index: &i32| {
                usize::try_from(*index).ok().and_then(|index| values.get(index)).map(|(name, _)| name.as_str())
            };
            let names: Vec<&str> = allowed.iter().filter_map(named).collect();
            let exact = allowed.iter().copied().find(|index| named(index) == Some(text.trim()));
            // Two values that differ in case alone are told apart by it.
            let said = |index: &i32| named(index).is_some_and(|name| name.to_lowercase() == loosely(text));
            (exact.or_else(|| allowed.iter().copied().find(said)), names.join(", "))
        }
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => {
            (None, "no other value".to_owned())
        }
    };
    found.ok_or_else(|| TableError::Setting { setting: setting.name.clone(), found: text.to_owned(), expected })
}
