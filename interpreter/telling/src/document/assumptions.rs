//! Everything that was taken on trust, in one list.

use super::names::{
    area_id, clause, definition_id, is_explained, kind, kind_id, runnable_id, setting_id, spoken, table_id, trigger_id,
    variable_id,
};
use super::prose::{Prose, link, plain};
use super::{Block, Book, Section};
use crate::wrap::capital;
use rulehound_rules::model::{
    AreaId, DefinitionId, KindId, Model, Notes, RunnableId, SettingId, TableId, TriggerId, VariableId,
};

/// The section.
pub fn assumptions(book: &Book<'_>) -> Section {
    let mut section = Section::new("trust", "Taken on trust");
    let model = book.model;
    let mut points = Vec::new();
    for (id, name, notes) in everything(model) {
        if let Some(assume) = &notes.assume {
            let name = if id.is_empty() { name } else { link(&id, &name) };
            points.push(Prose::read(&format!("{name}: {}", plain(assume))));
        }
    }
    if !points.is_empty() {
        let words =
            "What the rulebook leaves open, or shows only on pictures and in the box, is settled here as follows.";
        section.blocks.push(Block::Paragraph(Prose::of_author(words)));
        section.blocks.push(Block::List(points));
    }
    section
}

/// Everything that has remarks: where it stands, what it is called, its remarks.
pub fn everything(model: &Model) -> Vec<(String, String, &Notes)> {
    let mut all: Vec<(String, String, &Notes)> = vec![
        ("game".to_owned(), plain(&model.title), &model.notes),
        ("game".to_owned(), "Players".to_owned(), &model.players.notes),
    ];
    for (index, one) in model.kinds.iter().enumerate() {
        let id = KindId::from(index);
        let (words, _) = kind(model, id);
        all.push((kind_id(model, id), capital(words.strip_prefix("the ").unwrap_or(&words)), &one.notes));
    }
    for (index, area) in model.areas.iter().enumerate() {
        let id = AreaId::from(index);
        all.push((area_id(model, id), capital(&spoken(&area.name, &area.notes)), &area.notes));
    }
    for (index, variable) in model.variables.iter().enumerate() {
        let id = variable_id(model, VariableId::from(index));
        let id = if is_explained(&variable.notes) { id } else { String::new() };
        all.push((id, capital(&spoken(&variable.name, &variable.notes)), &variable.notes));
    }
    for (index, setting) in model.settings.iter().enumerate() {
        all.push((
            setting_id(model, SettingId::from(index)),
            capital(&spoken(&setting.name, &setting.notes)),
            &setting.notes,
        ));
    }
    for (index, table) in model.tables.iter().enumerate() {
        all.push((table_id(model, TableId::from(index)), capital(&spoken(&table.name, &table.notes)), &table.notes));
    }
    for (index, definition) in model.definitions.iter().enumerate().filter(|(_, one)| !one.is_copy()) {
        let name = super::terms::title(model, DefinitionId::from(index));
        let id = definition_id(model, DefinitionId::from(index));
        all.extend(definition.clauses.iter().map(|clause| (id.clone(), name.clone(), &clause.notes)));
    }
    for (index, runnable) in model.runnables.iter().enumerate().filter(|(_, one)| one.is_written()) {
        let id = RunnableId::from(index);
        let one = |(at, it)| (runnable_id(model, id, at), clause(model, id, at), it);
        all.extend(runnable.clauses.iter().map(|it| &it.notes).enumerate().map(one));
    }
    for (index, trigger) in model.triggers.iter().enumerate() {
        all.push((trigger_id(model, TriggerId::from(index)), super::triggers::title(trigger), &trigger.notes));
    }
    all
}
