//! Reading texts.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use rulehound_interpreter::limits;

use crate::exit::{Done, Exit, Failure};

/// The greatest length of a file of rules.
pub const MOST_BYTES: u64 = limits::FILE_BYTES as u64;

/// Why a file gave no text.
#[derive(Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is there and can be read, but holds no text; from which byte on.
    NoText(usize),
    /// It cannot be read, with one line that says why not.
    Closed(String),
}

impl Unread {
    /// What a command ends with: a file that was read and is not what it should be is wrong, as rules are.
    pub fn exit(&self) -> Exit {
        match self {
            Self::NoText(_) => Exit::Wrong,
            Self::Closed(_) => Exit::File,
        }
    }
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
    let about = fs::metadata(path).map_err(|error| Unread::Closed(reason(&error)))?;
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

/// Reads a text or fails with its name.
pub fn read_or_fail(path: &Path, most: u64) -> Done<String> {
    read(path, most)
        .map_err(|why| Failure { exit: why.exit(), message: Some(format!("cannot read `{}`: {why}", path.display())) })
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}
