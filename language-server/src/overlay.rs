//! Files as the editor shows them: what is open counts before what is saved.

use std::collections::BTreeMap;

use rulehound_grammar::span::FileId;
use rulehound_grammar::workers::Workers;
use rulehound_grammar::{Cache, Parsed, parse_again};
use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

use crate::document::Document;
use crate::folder::Folder;
use crate::side_by_side::SideBySide;

/// The files of the machine with the open texts over them.
pub struct Overlay<'a> {
    /// The files.
    pub folder: &'a mut dyn Folder,
    /// The open texts, by name.
    pub documents: &'a BTreeMap<String, Document>,
    /// What was read of files, by name.
    pub trees: &'a mut BTreeMap<String, Cache>,
}

impl Overlay<'_> {
    fn open(&self, name: &str) -> Option<Source> {
        let document = self.documents.get(name)?;
        Some(Source { name: name.to_owned(), text: document.text.clone() })
    }

    /// A file beside another or below it that is open, perhaps never saved.
    fn beside(&self, name: &str, from: &str) -> Option<Source> {
        let plain = !name.split(['/', '\\']).any(|part| part == ".." || part == "." || part.is_empty());
        let (folder, _) = from.rsplit_once(['/', '\\'])?;
        if plain { self.open(&format!("{folder}/{name}")) } else { None }
    }
}

impl Library for Overlay<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let Some(from) = from else {
            let open = self.open(name);
            return open.map_or_else(|| self.folder.read(name).map(|text| Source { name: name.to_owned(), text }), Ok);
        };
        if let Some(source) = self.beside(name, from) {
            return Ok(source);
        }
        let source = self.folder.find(name, from)?;
        Ok(self.open(&source.name).unwrap_or(source))
    }

    fn parse(&mut self, file: FileId, source: &Source) -> Parsed {
        parse_again(self.trees.entry(source.name.clone()).or_default(), file, &source.text, &SideBySide)
    }

    fn workers(&self) -> &dyn Workers {
        &SideBySide
    }
}
