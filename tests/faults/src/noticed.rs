//! Which test noticed which fault: kept beside the lists, so that the next run asks that test first.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a fault says, and the program and test that noticed it.
pub struct Noticed {
    path: PathBuf,
    by: BTreeMap<String, String>,
}

impl Noticed {
    /// As it was left; nothing if there is no such file.
    #[must_use]
    pub fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let by = text
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(says, test)| (says.to_owned(), test.to_owned()))
            .collect();
        Self { path, by }
    }

    /// The program and the test that noticed it before.
    #[must_use]
    pub fn before(&self, says: &str) -> Option<(&str, &str)> {
        self.by.get(says)?.split_once(' ')
    }

    /// Keeps what was found of a fault: nothing if no test noticed it.
    ///
    /// # Errors
    ///
    /// A sentence if the file cannot be written.
    pub fn keep(&mut self, says: &str, test: Option<&str>) -> Result<(), String> {
        match test {
            Some(test) => self.by.insert(says.to_owned(), test.to_owned()),
            None => self.by.remove(says),
        };
        let text: String = self.by.iter().map(|(says, test)| format!("{says}\t{test}\n")).collect();
        std::fs::write(&self.path, text).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
