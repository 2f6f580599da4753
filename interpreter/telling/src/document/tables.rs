//! Tables of numbers.

use super::names::{large, spoken, table_id};
use super::overview::trust;
use super::prose::Prose;
use super::{Block, Book, Grid, Section};
use rulehound_engine::words::{Form, spaced};
use rulehound_rules::model::{Index, Model, Table, TableId};

/// The section.
pub fn tables(book: &Book<'_>) -> Section {
    let mut section = Section::new("tables", "Tables");
    for (index, table) in book.model.tables.iter().enumerate() {
        let id = TableId::from(index);
        let mut one = Section::new(table_id(book.model, id), large(&spoken(&table.name, &table.notes)));
        one.reference = table.notes.reference.clone();
        one.blocks.extend(table.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
        one.blocks.push(Block::Table(grid(book.model, table)));
        one.blocks.extend(trust(table.notes.assume.as_ref()));
        section.sections.push(one);
    }
    section
}

fn grid(model: &Model, table: &Table) -> Grid {
    let rows = table.index.first().map_or_else(Vec::new, |index| values(model, *index));
    let columns = table.index.get(1).map_or_else(Vec::new, |index| values(model, *index));
    let width = columns.len().max(1);
    let mut head = vec![String::new()];
    if columns.is_empty() {
        head.push("Value".to_owned());
    } else {
        head.extend(columns);
    }
    let cells = |row: &[i32]| {
        row.iter().map(|number| Prose::of_author(&number.to_string().replace('-', "−"))).collect::<Vec<_>>()
    };
    let rows = rows.iter().zip(table.entries.chunks(width)).map(|(name, row)| {
        let mut all = vec![Prose::of_author(name)];
        all.extend(cells(row));
        all
    });
    Grid { caption: large(&spoken(&table.name, &table.notes)), head, rows: rows.collect(), numbers: true }
}

/// What an index goes through; players are seats.
fn values(model: &Model, index: Index) -> Vec<String> {
    match index {
        Index::Range { least, greatest } => (least..=greatest).map(|number| number.to_string()).collect(),
        Index::Value(id) => model
            .enumerations
            .get(id.index())
            .map_or_else(Vec::new, |one| one.values.iter().map(|(name, _)| spaced(name, Form::People)).collect()),
        Index::Player => (1..=model.players.most).map(|seat| format!("seat {seat}")).collect(),
        Index::YesNo => vec!["no".to_owned(), "yes".to_owned()],
    }
}
