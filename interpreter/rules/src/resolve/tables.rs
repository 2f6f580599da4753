//! Tables of values: numbers, unless they say what else.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree;

use super::constants::Known;
use super::declare::all_parts;
use super::make::{cell_of, holds};
use super::names::ValueName;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Merged, Parts, Thing};
use crate::model::{Expression, ExpressionKind, Index, Model, Notes, Sort, Table, TableId, Type, value};

/// The greatest number of entries of a table.
const MOST_ENTRIES: u64 = crate::limits::TABLE_ENTRIES;

/// What a table is made of.
struct Shape {
    /// The first index.
    rows: Index,
    /// How many entries a row has.
    width: u64,
    /// What its entries are, if it says so.
    of: Option<Type>,
}

/// A table that is right.
struct Found {
    index: Vec<Index>,
    of: Type,
    entries: Vec<i32>,
    others: BTreeSet<usize>,
}

/// A row once its key is known: `else` has none.
struct Row {
    key: Option<i32>,
    entries: Vec<i32>,
    at: Location,
}

impl<'a> Resolver<'a> {
    /// Enters all tables with their entries.
    pub(super) fn declare_tables(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Table(parts) = thing else { continue };
            let id = TableId::from(self.model.tables.len());
            self.file = parts.first.file;
            let name = &parts.first.tree.name;
            let at = self.at(name.span);
            let outcome = self.names.add_value(&name.text, ValueName::Table(id), at);
            self.declared(outcome, &name.text, at);
            let table = self.table(parts);
            let nothing =
                || Found { index: Vec::new(), of: types::number(0, 0), entries: Vec::new(), others: BTreeSet::new() };
            let Found { index, of, entries, others } = self.kept(table).unwrap_or_else(nothing);
            let table = Table { name: name.text.clone(), notes: Notes::default(), index, of, entries, others, at };
            self.model.to_mut().tables.push(table);
        }
    }

    fn table(&mut self, parts: &'a Parts<tree::Table>) -> Resolved<Found> {
        let index = self.written_indices(Some(&parts.first.tree.index))?;
        let Some(first) = index.first().copied() else { return Err(Reported) };
        let width = index.get(1).map_or(1, |second| types::index_size(&self.model, *second));
        let height = types::index_size(&self.model, first);
        if width.saturating_mul(height) > MOST_ENTRIES {
            let message = format!("a table may have at most {MOST_ENTRIES} entries");
            return Err(self.error("too-large", message, parts.first.tree.index.span, "too large"));
        }
        let of = parts.first.tree.of.as_ref().map(|of| type_of_entries(self, of)).transpose()?;
        let shape = Shape { rows: first, width, of };
        let mut rows: Vec<Row> = Vec::new();
        let mut right = true;
        for (file, row) in all_parts(parts).flat_map(|(file, part)| part.rows.iter().map(move |row| (file, row))) {
            match self.row(file, row, &shape, &rows) {
                Ok(row) => rows.push(row),
                Err(Reported) => right = false,
            }
        }
        self.file = parts.first.file;
        let (mut entries, mut others) = (Vec::new(), BTreeSet::new());
        for (number, key) in keys(&self.model, first).enumerate() {
            let own = rows.iter().find(|row| row.key == Some(key));
            others.extend(own.is_none().then_some(number));
            let row = own.or_else(|| rows.iter().find(|row| row.key.is_none()));
            entries.extend(row.map(|row| row.entries.as_slice()).unwrap_or_default());
        }
        match rows.iter().find(|row| row.key.is_none()).map(|row| row.at) {
            Some(at) if rows.len() as u64 > height => {
                let found = Diagnostic::error("table-size", "every value has a row of its own", at, "for no value");
                return Err(self.report(found.with_help("leave `else` out")));
            }
            None if right && (rows.len() as u64) < height => self.missing_rows(parts, first, &rows),
            Some(_) | None => {}
        }
        let of = shape.of.unwrap_or_else(|| {
            let (least, greatest) = (entries.iter().min(), entries.iter().max());
            types::number(least.copied().unwrap_or_default(), greatest.copied().unwrap_or_default())
        });
        Ok(Found { index, of, entries, others })
    }

    fn row(&mut self, file: FileId, row: &tree::Row, shape: &Shape, rows: &[Row]) -> Resolved<Row> {
        self.file = file;
        let key = row.key.as_ref().map(|key| row_key(self, key, shape.rows)).transpose()?;
        let at = self.at(row.key.as_ref().map_or(row.span, |key| key.span));
        if let Some(before) = rows.iter().find(|before| before.key == key) {
            let found = Diagnostic::error("doubled-name", "this row stands twice", at, "again here");
            return Err(self.report(found.with_label(before.at, "first here")));
        }
        if row.entries.len() as u64 != shape.width {
            let message = format!("this row has {} entries, but {} are needed", row.entries.len(), shape.width);
            let help = match shape.width {
                1 => "write one entry behind the `:`".to_owned(),
                width => format!("write {width} entries behind the `:`, one for each value of the second index"),
            };
            return Err(self.error_with_help("table-size", message, row.span, "entries are missing or too many", help));
        }
        let entries: Vec<_> = row.entries.iter().map(|entry| written_entry(self, entry, shape.of.as_ref())).collect();
        Ok(Row { key, entries: entries.into_iter().collect::<Resolved<_>>()?, at })
    }

    fn missing_rows(&mut self, parts: &Parts<tree::Table>, first: Index, rows: &[Row]) {
        let missing: Vec<String> = keys(&self.model, first)
            .filter(|key| rows.iter().all(|row| row.key != Some(*key)))
            .take(6)
            .map(|key| self.key_words(first, key))
            .collect();
        let name = &parts.first.tree.name;
        let message = format!("the table `{}` has no row for {}", name.text, missing.join(", "));
        let help = "write one for each, or `else : …` for all others";
        self.error_with_help("table-size", message, name.span, "rows are missing", help);
    }

    fn key_words(&self, index: Index, key: i32) -> String {
        let position = usize::try_from(key).unwrap_or(usize::MAX);
        let name = match index {
            Index::Value { of, .. } => {
                self.model.enumerations.get(of.index()).and_then(|one| one.values.get(position)).map(|(name, _)| name)
            }
            Index::Player => self.model.players.names.get(position),
            Index::Direction => {
                return value::DIRECTIONS.get(position).map_or(String::new(), |name| format!("`{name}`"));
            }
            Index::Range { .. } | Index::Upto { .. } | Index::YesNo => None,
        };
        match (name, index) {
            (Some(name), _) => format!("`{name}`"),
            (None, Index::YesNo) => if key == 0 { "`no`" } else { "`yes`" }.to_string(),
            (None, Index::Player) => format!("{}", i64::from(key) + 1),
            (None, _) => key.to_string(),
        }
    }
}

/// All values of an index, in order.
fn keys(model: &Model, index: Index) -> impl Iterator<Item = i32> + use<> {
    let first = index.first();
    (0..types::index_size(model, index)).filter_map(move |offset| i32::try_from(offset).ok()?.checked_add(first))
}

/// The value that a row is for.
fn row_key(resolver: &mut Resolver<'_>, tree: &tree::Expression, first: Index) -> Resolved<i32> {
    let target = types::of_index(first);
    let key = resolver.expression(tree)?;
    let key = resolver.fitted(key, &target, "what a row begins with")?;
    resolver.fixed(&key, &Known::new(), tree.span)
}

/// What the entries of a table are. Components and places have numbers only where the game is set up.
fn type_of_entries(resolver: &mut Resolver<'_>, written: &tree::Type) -> Resolved<Type> {
    let of = resolver.written_type(written)?;
    if matches!(of.sort, Sort::Component { .. } | Sort::Place { .. }) {
        let message = "a table cannot hold places or components";
        let help = "let it hold their numbers, or the values that they bear";
        return Err(resolver.error_with_help("wrong-type", message, written.span, "here", help));
    }
    Ok(of)
}

/// What stands in a row.
fn written_entry(resolver: &mut Resolver<'_>, tree: &tree::Expression, of: Option<&Type>) -> Resolved<i32> {
    let entry = resolver.expression(tree)?;
    let entry = match of {
        Some(of) => resolver.fitted(entry, of, "an entry of this table")?,
        None => number(resolver, entry)?,
    };
    let value = match *entry.kind {
        ExpressionKind::Constant(value) => value,
        _ => resolver.fixed(&entry, &Known::new(), tree.span)?,
    };
    if of.is_some_and(|of| !holds(of, value)) {
        return Err(resolver.error("out-of-range", "this is no entry of this table", tree.span, "out of range"));
    }
    Ok(value)
}

/// A number, in a table that does not say what else it holds.
fn number(resolver: &mut Resolver<'_>, entry: Expression) -> Resolved<Expression> {
    if matches!(entry.of.sort, Sort::Number { .. }) {
        return Ok(entry);
    }
    let label = format!("this is {}", resolver.words(&entry.of));
    let help = "say behind the indices what else it holds: `table name(1..3) : Type { … }`";
    Err(resolver.error_with_help("wrong-type", "a table holds numbers", entry.at.span, label, help))
}

/// An entry of a table.
pub fn entry(model: &Model, table: &Table, indices: &[i32]) -> Option<i32> {
    table.entries.get(cell_of(model, &table.index, indices)?).copied()
}
