//! What there is to decide before a game: how many may play, and the settings of the rules with their choices, in the words of the rules.

use rulehound_interpreter::instance::default_names;
use rulehound_interpreter::model::{Model, Setting, Sort};
use rulehound_interpreter::words::{Form, called, spaced, value_called};
use serde_json::{Value, json};

use super::LONGEST_NAME;
use crate::opening::Opening;

/// More chairs than this are not shown.
const MOST_CHAIRS: u16 = 64;

/// All of it.
pub fn told(opening: &Opening) -> Value {
    let model = &opening.model;
    let most = model.players.most.min(MOST_CHAIRS);
    let (least, most) = (usize::from(model.players.least), usize::from(most));
    let suggested = opening.table.players.iter().enumerate();
    let players =
        suggested.map(|(seat, name)| json!({ "name": name, "bot": opening.bot(seat).map(|level| level.to_string()) }));
    json!({
        "t": "lobby",
        "title": model.title,
        "about": model.notes.doc,
        "least": least,
        "most": most.max(least),
        "longest": LONGEST_NAME,
        "names": default_names(most.max(least)),
        "players": players.collect::<Vec<_>>(),
        "settings": model.settings.iter().map(|one| setting(opening, one)).collect::<Vec<_>>(),
    })
}

fn setting(opening: &Opening, setting: &Setting) -> Value {
    let model = &opening.model;
    let words = called(&setting.name, &setting.notes, Form::People);
    let words = if words.trim().is_empty() { spaced(&setting.name, Form::People) } else { words };
    let usual = written(model, setting, setting.value);
    let value = opening.table.settings.get(&setting.name).cloned().unwrap_or_else(|| usual.clone());
    let mut told =
        json!({ "name": setting.name, "words": words, "doc": setting.notes.doc, "usual": usual, "value": value });
    let choices = match &setting.of.sort {
        Sort::Number { least, greatest } => Some(("range", json!([least, greatest]))),
        Sort::YesNo => Some(("choices", json!([["yes", "yes"], ["no", "no"]]))),
        Sort::Value { allowed, .. } => {
            let choice = |value: &i32| {
                let name = written(model, setting, *value);
                json!([name, chosen(model, setting, *value)])
            };
            Some(("choices", allowed.iter().map(choice).collect()))
        }
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => None,
    };
    if let (Some((name, choices)), Some(map)) = (choices, told.as_object_mut()) {
        map.insert(name.to_owned(), choices);
    }
    told
}

/// A value of a list in the words of people.
fn chosen(model: &Model, setting: &Setting, value: i32) -> String {
    let Sort::Value { of, .. } = &setting.of.sort else { return written(model, setting, value) };
    let list = model.enumerations.get(of.index()).zip(usize::try_from(value).ok());
    list.map(|(list, index)| value_called(list, index, Form::People)).unwrap_or_default()
}

/// A value as it is written in the rules.
fn written(model: &Model, setting: &Setting, value: i32) -> String {
    match &setting.of.sort {
        Sort::YesNo => if value == 0 { "no" } else { "yes" }.to_owned(),
        Sort::Value { of, .. } => {
            let values = model.enumerations.get(of.index()).map(|one| one.values.as_slice()).unwrap_or_default();
            let found = usize::try_from(value).ok().and_then(|index| values.get(index));
            found.map(|(name, _)| name.clone()).unwrap_or_default()
        }
        Sort::Number { .. }
        | Sort::Player
        | Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Direction
        | Sort::Nothing => value.to_string(),
    }
}
