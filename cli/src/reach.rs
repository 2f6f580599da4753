//! Which files a file may name: a script its game, rules what they extend. Who names a file on the command line may name any.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

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

/// Whether a name leads out of the folder that it is seen from, as far as its words tell.
pub fn leads_out(name: &Path) -> bool {
    let mut depth = 0_usize;
    for part in name.components() {
        match part {
            Component::Prefix(_) | Component::RootDir => return true,
            Component::CurDir => {}
            Component::Normal(_) => depth += 1,
            Component::ParentDir => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return true,
            },
        }
    }
    false
}

/// Whether a file lies in a folder once all links are followed. What is not there lies nowhere, and cannot be read either.
fn is_in(path: &Path, folder: &Path) -> bool {
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => true,
    }
}

/// Whether a text begins as rules do. What does not is somebody's other file: nothing of it is shown.
pub fn begins_like_rules(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with('#') {
        rest = rest.find(['\n', '\r']).and_then(|end| rest.get(end..)).unwrap_or_default().trim_start();
    }
    let behind = rest.strip_prefix("game").map(str::trim_start);
    behind.is_some_and(|behind| behind.starts_with('"'))
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
        Err(unread) => Err(Refused { why: unread.to_string(), exit: unread.exit() }),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out() {
        let out = |name: &str| leads_out(Path::new(name));
        assert!(out("/etc/passwd") && out("../a.rules") && out("a/../../b.rules"));
        assert!(!out("a.rules") && !out("./a.rules") && !out("a/../b.rules") && !out("..a/b.rules"));
    }

    #[test]
    fn rules_begin_with_their_title() {
        assert!(begins_like_rules("\u{feff}# a game\r# of ours\r\n\n game\n\"A\""));
        assert!(
            !begins_like_rules("") && !begins_like_rules("# game \"A\"") && !begins_like_rules("game=1\0HOME=/root")
        );
    }
}
