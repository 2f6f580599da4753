//! The lists of faults: what is wrong with each, and where it is put.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// One small mistake, in one place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// What somebody would find wrong.
    pub says: String,
    /// The file, from the project's root.
    pub file: PathBuf,
    /// What stands there, once in the file: an expression, whole statements, or the pattern of an arm up to its `=>`.
    pub was: String,
    /// What stands there with the fault; of an arm nothing, since it is left out.
    pub is: String,
    /// Parts of names of tests that are tried first: of those that noticed it once, the whole name.
    pub tests: String,
}

/// All faults of the lists in `folder`, by the lists' names and in written order.
///
/// # Errors
///
/// A sentence if a list cannot be read.
pub fn all(folder: &Path) -> Result<Vec<Fault>, String> {
    let mut lists: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    lists.sort();
    let mut faults = Vec::new();
    for list in lists {
        let text = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        let read: Vec<Fault> = serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", list.display()))?;
        faults.extend(read);
    }
    Ok(faults)
}
