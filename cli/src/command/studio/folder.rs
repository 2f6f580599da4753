//! The one folder that the studio works in: nothing outside of it is read or written.

use std::path::{Path, PathBuf};

use rulehound::workshop::{is_in, leads_out};
use rulehound_interpreter::model::Source;
use rulehound_table::Shelf;

use crate::{files, reach, shipped};

/// The most files that are shown, and how deep below the folder they may lie.
const MOST_FILES: usize = 300;
const MOST_DEPTH: usize = 3;

/// A folder of rules and scripts.
pub struct OneFolder {
    /// Its whole path.
    root: PathBuf,
}

impl OneFolder {
    /// # Errors
    /// It cannot be entered.
    pub fn new(folder: &Path) -> Result<Self, String> {
        let root = folder.canonicalize();
        root.map(|root| Self { root }).map_err(|error| format!("cannot enter `{}`: {error}", folder.display()))
    }

    /// Its rules and scripts, in order of their names, those in folders below last.
    pub fn names(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(&self.root, MOST_DEPTH, &mut found);
        found
    }

    fn collect(&self, folder: &Path, depth: usize, found: &mut Vec<String>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let hidden = |path: &PathBuf| path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        paths.retain(|path| !hidden(path) && !path.is_symlink());
        for path in paths.iter().filter(|path| path.is_file()) {
            if let Some(name) = self.name_of(path).filter(|name| is_ours(name) && found.len() < MOST_FILES) {
                found.push(name);
            }
        }
        let is_looked_at =
            |path: &&PathBuf| path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules");
        for path in paths.iter().filter(is_looked_at).filter(|_| depth > 0) {
            self.collect(path, depth - 1, found);
        }
    }

    /// What a file of the folder is called here.
    fn name_of(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.root).ok()?.components();
        let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
        parts.map(|parts| parts.join("/"))
    }

    /// Where a file of this name lies, if it may be one of ours.
    fn path_of(&self, name: &str) -> Result<PathBuf, String> {
        let plain = !name.is_empty() && !name.contains(['\\', '\0', ':']) && !leads_out(Path::new(name));
        let path = self.root.join(name);
        if !plain || !is_ours(name) {
            return Err("it is no file of rules (.rules) or script (.yaml) of this folder".to_owned());
        }
        if path.is_symlink() || !is_in(&path, &self.root) {
            return Err("it lies outside of the folder".to_owned());
        }
        Ok(path)
    }
}

/// Whether a name is one of rules or of a script.
fn is_ours(name: &str) -> bool {
    [".rules", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

impl Shelf for OneFolder {
    fn list(&mut self) -> Vec<String> {
        self.names()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        if let Some((_, text)) = shipped::text(name).filter(|_| name.starts_with(shipped::PREFIX)) {
            return Ok(text.to_owned());
        }
        files::read(&self.path_of(name)?, files::MOST_BYTES).map_err(|unread| unread.to_string())
    }

    fn write(&mut self, name: &str, text: &str, new: bool) -> Result<(), String> {
        let path = self.path_of(name)?;
        files::write(&path, text, !new).map_err(|failure| failure.message.unwrap_or_default())
    }

    fn rules(&mut self, name: &str, from: &str) -> Result<Source, String> {
        if !from.starts_with(shipped::PREFIX) {
            let beside = self.path_of(from)?.parent().map_or_else(|| self.root.clone(), Path::to_path_buf);
            let path = beside.join(name);
            if !leads_out(Path::new(name)) && path.exists() {
                let name = self.name_of(&path).ok_or("it lies outside of the folder")?;
                let path = self.path_of(&name)?;
                return Ok(Source { name, text: reach::rules(&path).map_err(|refused| refused.why)? });
            }
        }
        let found = shipped::text(name)
            .map(|(bare, text)| Source { name: format!("{}{bare}.rules", shipped::PREFIX), text: text.to_owned() });
        found.ok_or_else(|| "there is no such file".to_owned())
    }
}
