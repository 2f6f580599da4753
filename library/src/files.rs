//! Reading files of rules, carefully: rules come from anywhere, and what they extend lies beside them or below.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

/// Why a file gave no text.
#[derive(Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is there and can be read, but holds no text; from which byte on.
    NoText(usize),
    /// It cannot be read, with one line that says why not.
    Closed(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText(byte) => write!(formatter, "it is no text: from byte {byte} on it is not UTF-8"),
            Self::Closed(why) => formatter.write_str(why),
        }
    }
}

/// Reads a text of at most `most` bytes. Everything but ordinary files is refused before it is opened, since some never end.
///
/// # Errors
/// Why there is no text.
pub fn read(path: &Path, most: u64) -> Result<String, Unread> {
    let closed = |why: &str| Unread::Closed(why.to_owned());
    let about = fs::metadata(path).map_err(|error| match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => closed("it is a link that leads to no file"),
        Ok(_) | Err(_) => Unread::Closed(reason(&error)),
    })?;
    if about.is_dir() {
        return Err(closed("it is a folder"));
    }
    if !about.is_file() {
        return Err(closed("it is no ordinary file"));
    }
    let too_long = || Unread::Closed(format!("it is longer than {} KiB", most / 1024));
    if about.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| Unread::Closed(reason(&error)))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| Unread::Closed(reason(&error)))?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|error| Unread::NoText(error.utf8_error().valid_up_to()))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
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
pub fn is_in(path: &Path, folder: &Path) -> bool {
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => true,
    }
}

/// Whether a text begins as rules do, below comments and prose. What does not is somebody's other file: nothing of it is shown.
pub fn begins_like_rules(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with('#') || rest.strip_prefix('|').is_some_and(|line| line.starts_with(char::is_whitespace)) {
        rest = rest.find(['\n', '\r']).and_then(|end| rest.get(end..)).unwrap_or_default().trim_start();
    }
    let behind = rest.strip_prefix("game").map(str::trim_start);
    behind.is_some_and(|behind| behind.starts_with('"'))
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
        assert!(
            begins_like_rules("| [Ours] A game.\n|\ngame \"A\"") && !begins_like_rules("| [Ours] A game.\nplayers 2")
        );
        assert!(begins_like_rules("\u{feff}# a game\r# of ours\r\n\n game\n\"A\""));
        assert!(
            !begins_like_rules("") && !begins_like_rules("# game \"A\"") && !begins_like_rules("game=1\0HOME=/root")
        );
    }
}
