//! What a table may agree on.

use super::names::{constant, setting_id, spoken};
use super::overview::trust;
use super::prose::{Prose, code};
use super::{Block, Book, Section};
use crate::wrap::capital;
use rulehound_engine::words::{Form, value_called};
use rulehound_rules::model::{Length, Model, Setting, SettingId, Sort};

/// The section.
pub fn settings(book: &Book<'_>) -> Section {
    let mut section = Section::new("settings", "What the table may agree on");
    for (index, setting) in book.model.settings.iter().enumerate() {
        let mut one = Section::new(
            setting_id(book.model, SettingId::from(index)),
            capital(&spoken(&setting.name, &setting.notes)),
        );
        one.reference = setting.notes.reference.clone();
        one.at = Some(setting.at);
        one.blocks.extend(setting.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
        let value = constant(book.model, &setting.of, setting.value);
        one.blocks.push(Block::Facts(vec![
            ("Usually".to_owned(), Prose::of_author(&value)),
            ("May be".to_owned(), Prose::of_author(&values(book.model, &setting.of))),
            (
                "At the program".to_owned(),
                Prose::read(&code(&format!(
                    "--set {}={}",
                    setting.name,
                    other(book.model, setting).replace(' ', "_").replace('−', "-")
                ))),
            ),
        ]));
        one.blocks.extend(trust(setting.notes.assume.as_ref()));
        section.sections.push(one);
    }
    section
}

/// Everything that a value of a type may be.
pub fn values(model: &Model, of: &rulehound_rules::model::Type) -> String {
    match &of.sort {
        Sort::Number { least, greatest } => format!("any number from {least} to {greatest}").replace('-', "−"),
        Sort::YesNo => "yes or no".to_owned(),
        Sort::Value { of, allowed } => {
            let list = model.enumerations.get(of.index());
            let name = |index: &i32| Some(value_called(list?, usize::try_from(*index).ok()?, Form::People));
            super::names::or(&allowed.iter().filter_map(name).collect::<Vec<_>>())
        }
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => String::new(),
    }
}

/// How long something is that a setting says: `the race length`, `2 × the size + 2`.
pub fn length(model: &Model, length: Length) -> String {
    let Some(setting) = model.settings.get(length.setting.index()) else { return String::new() };
    let name = spoken(&setting.name, &setting.notes);
    let times = if length.times == 1 { name } else { format!("{} × {name}", length.times) };
    match length.plus {
        0 => times,
        plus => format!("{times} {} {}", if plus < 0 { '−' } else { '+' }, plus.unsigned_abs()),
    }
}

/// A value that it does not have anyway, to show how it is changed.
fn other(model: &Model, setting: &Setting) -> String {
    let another = match &setting.of.sort {
        Sort::Number { least, greatest } => {
            if setting.value == *least {
                *greatest
            } else {
                *least
            }
        }
        Sort::YesNo => 1 - setting.value,
        Sort::Value { allowed, .. } => {
            allowed.iter().copied().find(|one| *one != setting.value).unwrap_or(setting.value)
        }
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => setting.value,
    };
    constant(model, &setting.of, another)
}
