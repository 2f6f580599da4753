//! Which files a file may name: a script its game, rules what they extend. Who names a file on the command line may name any.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use rulehound::workshop::leads_out;
use rulehound::workshop::{begins_like_rules, is_in};

use crate::exit::Exit;
use crate::files;

/// How far a file may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// To what lies in its folder or in folders below.
    Below,
    /// To every file.
    Anywhere,
}

/// A switch of the whole run, as colours are.
static REACH: OnceLock<Reach> = OnceLock::new();

/// Sets how far files may reach; only the first word counts.
pub fn set(reach: Reach) {
    let _ = REACH.set(reach);
}

fn reach() -> Reach {
    *REACH.get().unwrap_or(&Reach::Below)
}

/// The file that `name` means in a file of this folder; it need not be there.
///
/// # Errors
/// Why it may not be named, in one line.
pub fn below(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    if reach() == Reach::Anywhere {
        return Ok(path);
    }
    if leads_out(Path::new(name)) || !is_in(&path, folder) {
        return Err(
            "it lies outside of the folder of the file that names it; put it there or into a folder below, or \
                    allow it with `--allow-outside`"
                .to_owned(),
        );
    }
    Ok(path)
}

/// Why what a file names gives no rules.
#[derive(Debug)]
pub struct Refused {
    /// One line.
    pub why: String,
    /// What the command ends with.
    pub exit: Exit,
}

/// Rules that a file names.
///
/// # Errors
/// Why there are none.
pub fn rules(path: &Path) -> Result<String, Refused> {
    match files::read(path, files::MOST_BYTES) {
        Ok(text) if begins_like_rules(&text) => Ok(text),
        Ok(_) => {
            let why = "it is no file of rules: it does not begin with `game \"Title\"`".to_owned();
            Err(Refused { why, exit: Exit::Wrong })
        }
        Err(unread) => Err(Refused { why: unread.to_string(), exit: files::exit_of(&unread) }),
    }
}

/// The game that a script or a saved game names: a file beside it or below, else one as seen from here, else none.
///
/// # Errors
/// Why there are no rules in it.
pub fn game(folder: &Path, name: &str) -> Result<Option<PathBuf>, Refused> {
    for folder in [folder, Path::new("")] {
        let path = below(folder, name).map_err(|why| Refused { why, exit: Exit::File })?;
        if path.exists() {
            return rules(&path).map(|_| Some(path));
        }
    }
    Ok(None)
}
