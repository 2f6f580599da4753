//! Rules as they stand in the editor; what is not open there comes from the folder.

use std::collections::BTreeMap;

use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

use super::Shelf;

/// Texts of the editor over those of the folder.
pub(super) struct Texts<'a> {
    pub shelf: &'a mut dyn Shelf,
    pub open: &'a BTreeMap<String, String>,
}

impl Texts<'_> {
    /// A file as it stands in the editor, else as it is in the folder.
    pub fn text(&mut self, name: &str) -> Result<String, String> {
        self.open.get(name).cloned().map_or_else(|| self.shelf.read(name), Ok)
    }
}

impl Library for Texts<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let Some(from) = from else {
            return Ok(Source { name: name.to_owned(), text: self.text(name)? });
        };
        let beside = from.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"));
        if let Some(text) = self.open.get(&beside) {
            return Ok(Source { name: beside, text: text.clone() });
        }
        let source = self.shelf.rules(name, from)?;
        let text = self.open.get(&source.name).cloned().unwrap_or(source.text);
        Ok(Source { name: source.name, text })
    }
}
