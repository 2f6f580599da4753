//! Other values of a game's settings.

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Setting, Sort};

use super::Turn;

/// Other values of each setting that the table has not set itself, and what they are called: `goal = 4 (here 3)`.
pub(super) fn others(model: &Model, table: &Table) -> Vec<(String, Turn)> {
    let free = model.settings.iter().filter(|setting| !table.settings.contains_key(&setting.name));
    let each = |setting: &Setting| {
        let name = |value: &str| format!("{} = {value} (here {})", setting.name, written(setting, model));
        let turn = |value: String| (name(&value), Turn::Setting { name: setting.name.clone(), value });
        values(setting, model).into_iter().map(turn).collect::<Vec<_>>()
    };
    free.flat_map(each).collect()
}

/// The value that a setting has if nobody sets it.
fn written(setting: &Setting, model: &Model) -> String {
    match &setting.of.sort {
        Sort::YesNo => if setting.value == 0 { "no" } else { "yes" }.to_owned(),
        Sort::Value { of, .. } => {
            let values = model.enumerations.get(of.index()).map(|one| one.values.as_slice()).unwrap_or_default();
            let value = usize::try_from(setting.value).ok().and_then(|value| values.get(value));
            value.map_or_else(String::new, |(name, _)| name.clone())
        }
        _ => setting.value.to_string(),
    }
}

/// Of a number about a quarter less and a quarter more, of anything else whatever it may be besides.
fn values(setting: &Setting, model: &Model) -> Vec<String> {
    match &setting.of.sort {
        Sort::Number { least, greatest } => {
            let step = (setting.value / 4).abs().max(1);
            let near = [setting.value.saturating_sub(step), setting.value.saturating_add(step)];
            let near = near.map(|value| value.clamp(*least, *greatest)).into_iter();
            near.filter(|value| *value != setting.value).map(|value| value.to_string()).collect()
        }
        Sort::YesNo => vec![if setting.value == 0 { "yes" } else { "no" }.to_owned()],
        Sort::Value { of, allowed } => {
            let values = model.enumerations.get(of.index()).map(|one| one.values.as_slice()).unwrap_or_default();
            let others = allowed.iter().filter(|value| **value != setting.value);
            others.filter_map(|value| values.get(usize::try_from(*value).ok()?)).map(|(name, _)| name.clone()).collect()
        }
        _ => Vec::new(),
    }
}
