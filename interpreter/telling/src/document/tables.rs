//! Tables of values.

use super::names::{constant, spoken, table_id};
use super::overview::trust;
use super::prose::Prose;
use super::{Block, Book, Grid, Section};
use crate::wrap::capital;
use rulehound_engine::words::{Form, spaced, value_called};
use rulehound_rules::model::{Index, Model, Sort, Table, TableId, value};

/// The most rows that are told in a sentence.
const MOST_IN_LINE: usize = 6;

/// The section.
pub fn tables(book: &Book<'_>) -> Section {
    let mut section = Section::new("tables", "Tables");
    for (index, table) in book.model.tables.iter().enumerate() {
        let id = TableId::from(index);
        let mut one = Section::new(table_id(book.model, id), capital(&spoken(&table.name, &table.notes)));
        one.reference = table.notes.reference.clone();
        one.at = Some(table.at);
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
    let cells =
        |row: &[i32]| row.iter().map(|entry| Prose::of_author(&constant(model, &table.of, *entry))).collect::<Vec<_>>();
    let row = |name: &str, entries: &[i32]| {
        let mut all = vec![Prose::of_author(name)];
        all.extend(cells(entries));
        all
    };
    let own = |number: &usize| !table.others.contains(number);
    let all = || rows.iter().zip(table.entries.chunks(width)).enumerate();
    let mut lines: Vec<_> = all().filter(|(at, _)| own(at)).map(|(_, (name, entries))| row(name, entries)).collect();
    // What has no row of its own is told once, unless that is a single value.
    let others: Vec<_> = all().filter(|(at, _)| !own(at)).map(|(_, line)| line).collect();
    match others.as_slice() {
        [] => {}
        [(name, entries)] => lines.push(row(name, entries)),
        [(_, entries), ..] => lines.push(row("any other", entries)),
    }
    Grid {
        caption: capital(&spoken(&table.name, &table.notes)),
        head,
        rows: lines,
        numbers: matches!(table.of.sort, Sort::Number { .. }),
    }
}

/// The first number of an index and how many there are, where both are known from the rules alone.
pub fn extent(index: Index) -> Option<(i32, usize)> {
    match index {
        Index::Range { least, greatest } | Index::Value { least, greatest, .. } => {
            Some((least, usize::try_from(greatest.checked_sub(least)?.checked_add(1)?).ok()?))
        }
        Index::YesNo => Some((0, 2)),
        Index::Direction => Some((0, value::DIRECTIONS.len())),
        Index::Upto { .. } | Index::Player => None,
    }
}

/// The rows of a small table in a sentence: `1: 1500, 2: 1000, 3: 500`.
pub fn in_line(model: &Model, table: &Table) -> Option<String> {
    let [index] = table.index.as_slice() else { return None };
    if !table.others.is_empty() {
        return None;
    }
    let rows = values(model, *index);
    let row = |(name, entry): (&String, &i32)| format!("{name}: {}", constant(model, &table.of, *entry));
    (rows.len() <= MOST_IN_LINE).then(|| rows.iter().zip(&table.entries).map(row).collect::<Vec<_>>().join(", "))
}

/// What an index goes through; players are seats.
fn values(model: &Model, index: Index) -> Vec<String> {
    match index {
        Index::Upto { greatest, .. } => (1..=greatest).map(|number| number.to_string()).collect(),
        Index::Range { least, greatest } => (least..=greatest).map(|number| number.to_string()).collect(),
        Index::Value { of, least, greatest } => {
            let list = model.enumerations.get(of.index());
            let word = |at: i32| Some(value_called(list?, usize::try_from(at).ok()?, Form::People));
            (least..=greatest).filter_map(word).collect()
        }
        Index::Player => (1..=model.players.most).map(|seat| format!("seat {seat}")).collect(),
        Index::YesNo => vec!["no".to_owned(), "yes".to_owned()],
        Index::Direction => value::DIRECTIONS.map(|name| spaced(name, Form::People)).to_vec(),
    }
}
