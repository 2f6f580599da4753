//! The file beside rules that says how bots search in them, as `tune` found it out. Nothing needs it.

use std::path::{Path, PathBuf};

use rulehound_bots::{Level, Tuning};
use rulehound_interpreter::hash::hash;
use rulehound_interpreter::model::Source;
use serde_json::{Map, Value, json};

use crate::exit::{Done, Failure};
use crate::files;
use crate::output::complain;
use crate::shipped::PREFIX;

/// How its name ends.
const END: &str = "tuning.json";

/// A longer file is none of these.
const MOST_BYTES: u64 = 10_000;

/// Where the file lies that belongs to these rules, the texts of a game with the entry first: beside them, or in the working directory if the
/// game is one of those shipped.
pub fn path_of(sources: &[Source]) -> PathBuf {
    let name = sources.first().map_or("", |source| source.name.as_str());
    Path::new(name.strip_prefix(PREFIX).unwrap_or(name)).with_extension(END)
}

/// How bots search in these rules: as the file says, if there is one and the rules are still those that it was found for.
pub fn of(sources: &[Source]) -> Done<Tuning> {
    let path = path_of(sources);
    if !path.exists() {
        return Ok(Tuning::default());
    }
    let text = files::read_or_fail(&path, MOST_BYTES)?;
    match read(&text, sources) {
        Ok(Some(tuning)) => Ok(tuning),
        Ok(None) => {
            let path = path.display();
            complain(&format!(
                "warning: `{path}` was found for other rules and is not used; `rulehound tune --force` finds it anew"
            ));
            Ok(Tuning::default())
        }
        Err(why) => {
            let path = path.display();
            Err(Failure::file(format!("`{path}` does not say how bots are to search: {why}; correct it, or delete it")))
        }
    }
}

/// The same where somebody thinks; where nobody does, nothing is read.
pub fn for_levels(levels: &[Level], sources: &[Source]) -> Done<Tuning> {
    if levels.iter().any(|level| *level != Level::Random) { of(sources) } else { Ok(Tuning::default()) }
}

/// Whether a file is one of these, so that it can be found anew without anything being lost.
pub fn is_one(text: &str) -> bool {
    fields(text).is_ok()
}

/// What is written: how bots are to search, for which rules, and how it did in words.
pub fn text(tuning: Tuning, sources: &[Source], found: &str) -> String {
    let mut map = numbers(tuning);
    map.insert("rules".to_owned(), json!(of_texts(sources)));
    map.insert("found".to_owned(), json!(found));
    format!("{:#}\n", Value::Object(map))
}

/// The names that a file may hold: first those of the numbers.
const NAMES: [&str; 6] = ["explore", "horizon", "first play", "redealt", "rules", "found"];

/// The numbers by name. Where nothing is said of the horizon, there is none.
pub fn numbers(tuning: Tuning) -> Map<String, Value> {
    let Tuning { explore, horizon, first_play, redealt } = tuning;
    let values = [Some(explore), horizon, Some(first_play), Some(redealt)];
    let said = NAMES.into_iter().zip(values).filter_map(|(name, number)| Some((name, number?)));
    said.map(|(name, number)| (name.to_owned(), json!(number))).collect()
}

fn read(text: &str, sources: &[Source]) -> Result<Option<Tuning>, String> {
    let map = fields(text)?;
    let number = |name: &str| {
        let value = map.get(name).ok_or_else(|| format!("there is no `{name}`"))?;
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| format!("`{name}` is no whole number of at most 32 bits"))
    };
    if let Some(other) = map.keys().find(|name| !NAMES.contains(&name.as_str())) {
        return Err(format!("nothing is called `{other}`: there are `{}`", NAMES.join("`, `")));
    }
    let tuning = Tuning {
        explore: number("explore")?,
        horizon: map.contains_key("horizon").then(|| number("horizon")).transpose()?,
        first_play: number("first play")?,
        redealt: number("redealt")?,
    };
    let tuning = tuning.checked().map_err(|(name, least, most)| format!("`{name}` may be from {least} to {most}"))?;
    Ok((map.get("rules").and_then(Value::as_str) == Some(of_texts(sources).as_str())).then_some(tuning))
}

fn fields(text: &str) -> Result<Map<String, Value>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON ({error})"))?;
    let Value::Object(map) = value else { return Err("it is no JSON object".to_owned()) };
    if map.get("rules").is_some_and(Value::is_string) { Ok(map) } else { Err("there is no `rules`".to_owned()) }
}

/// A number for the texts of rules.
fn of_texts(sources: &[Source]) -> String {
    let bytes: Vec<u8> = sources.iter().flat_map(|source| source.text.bytes().chain([0])).collect();
    format!("{:016x}", hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<Source> {
        vec![Source { name: "game.rules".to_owned(), text: text.to_owned() }]
    }

    #[test]
    fn what_is_written_is_read_for_the_same_rules_alone() {
        let with = |horizon| text(Tuning { explore: 40, horizon, first_play: 80, redealt: 30 }, &rules("one"), "well");
        for horizon in [Some(200), None] {
            let tuning = Tuning { explore: 40, horizon, first_play: 80, redealt: 30 };
            assert_eq!(read(&with(horizon), &rules("one")), Ok(Some(tuning)));
        }
        let written = with(None);
        assert_eq!(read(&written, &rules("other")), Ok(None));
        assert!(is_one(&written) && !is_one("{}") && !is_one("[1]") && !is_one("rules"));
    }

    #[test]
    fn numbers_out_of_range_are_told() {
        let written = text(Tuning::default(), &rules("one"), "");
        for (from, to, why) in [
            ("\"explore\": 70", "\"explore\": 5000", "`explore` may be from 0 to 1000"),
            ("\"explore\": 70", "\"explore\": -1", "`explore` is no whole number of at most 32 bits"),
            ("\"explore\": 70", "\"horizon\": 0, \"explore\": 70", "`horizon` may be from 1 to 10000"),
            (
                "\"redealt\"",
                "\"reddealt\"",
                "nothing is called `reddealt`: there are `explore`, `horizon`, `first play`, `redealt`, `rules`, `found`",
            ),
            ("\"redealt\": 0,", "", "there is no `redealt`"),
        ] {
            assert_eq!(read(&written.replace(from, to), &rules("one")), Err(why.to_owned()), "{from}");
        }
    }

    #[test]
    fn it_lies_beside_the_rules() {
        let of = |name: &str| path_of(&[Source { name: name.to_owned(), text: String::new() }]);
        assert_eq!(of("shipped:hot-dog.rules"), Path::new("hot-dog.tuning.json"));
        assert_eq!(of("some/game.rules"), Path::new("some/game.tuning.json"));
    }
}
