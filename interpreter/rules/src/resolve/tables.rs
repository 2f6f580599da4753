//! Tables of numbers.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree;

use super::constants::Known;
use super::declare::all_parts;
use super::make::cell_of;
use super::names::ValueName;
use super::numbers::narrow;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Merged, Parts, Thing};
use crate::model::{Index, Model, Notes, Table, TableId};

/// The greatest number of entries of a table.
const MOST_ENTRIES: u64 = crate::limits::TABLE_ENTRIES;

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
            let (index, entries) = self.kept(table).unwrap_or_default();
            let table = Table { name: name.text.clone(), notes: Notes::default(), index, entries, at };
            self.model.to_mut().tables.push(table);
        }
    }

    fn table(&mut self, parts: &'a Parts<tree::Table>) -> Resolved<(Vec<Index>, Vec<i32>)> {
        let index = self.written_indices(Some(&parts.first.tree.index))?;
        let Some(first) = index.first().copied() else { return Err(Reported) };
        let width = index.get(1).map_or(1, |second| types::index_size(&self.model, *second));
        let height = types::index_size(&self.model, first);
        if width.saturating_mul(height) > MOST_ENTRIES {
            let message = format!("a table may have at most {MOST_ENTRIES} entries");
            return Err(self.error("too-large", message, parts.first.tree.index.span, "too large"));
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut right = true;
        for (file, row) in all_parts(parts).flat_map(|(file, part)| part.rows.iter().map(move |row| (file, row))) {
            match self.row(file, row, first, width, &rows) {
                Ok(row) => rows.push(row),
                Err(Reported) => right = false,
            }
        }
        self.file = parts.first.file;
        let mut entries = Vec::new();
        for key in keys(&self.model, first) {
            let own = rows.iter().find(|row| row.key == Some(key));
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
        Ok((index, entries))
    }

    fn row(&mut self, file: FileId, row: &tree::Row, first: Index, width: u64, rows: &[Row]) -> Resolved<Row> {
        self.file = file;
        let key = row.key.as_ref().map(|key| row_key(self, key, first)).transpose()?;
        let at = self.at(row.key.as_ref().map_or(row.span, |key| key.span));
        if let Some(before) = rows.iter().find(|before| before.key == key) {
            let found = Diagnostic::error("doubled-name", "this row stands twice", at, "again here");
            return Err(self.report(found.with_label(before.at, "first here")));
        }
        if row.entries.len() as u64 != width {
            let message = format!("this row has {} entries, but {width} are needed", row.entries.len());
            return Err(self.error("table-size", message, row.span, "entries are missing or too many"));
        }
        let mut entries = Vec::new();
        for (entry, span) in &row.entries {
            let range = (*entry, *entry);
            let Some((entry, _)) = narrow(range) else { return Err(self.too_large(range, *span)) };
            entries.push(entry);
        }
        Ok(Row { key, entries, at })
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
            Index::Value(of) => {
                self.model.enumerations.get(of.index()).and_then(|one| one.values.get(position)).map(|(name, _)| name)
            }
            Index::Player => self.model.players.names.get(position),
            Index::Range { .. } | Index::YesNo => None,
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
    let least = if let Index::Range { least, .. } = index { least } else { 0 };
    (0..types::index_size(model, index)).filter_map(move |offset| i32::try_from(offset).ok()?.checked_add(least))
}

/// The value that a row is for.
fn row_key(resolver: &mut Resolver<'_>, tree: &tree::Expression, first: Index) -> Resolved<i32> {
    let target = types::of_index(&resolver.model, first);
    let key = resolver.expression(tree)?;
    let key = resolver.fitted(key, &target, "what a row begins with")?;
    resolver.fixed(&key, &Known::new(), tree.span)
}

/// An entry of a table.
pub fn entry(model: &Model, table: &Table, indices: &[i32]) -> Option<i32> {
    table.entries.get(cell_of(model, &table.index, indices)?).copied()
}
