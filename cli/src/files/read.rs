//! Reading texts.

use std::path::Path;

pub use rulehound::workshop::{Unread, read};
use rulehound_interpreter::limits;

use crate::exit::{Done, Exit, Failure};

/// The greatest length of a file of rules.
pub const MOST_BYTES: u64 = limits::FILE_BYTES as u64;

/// What a command ends with: a file that was read and is not what it should be is wrong, as rules are.
pub fn exit_of(unread: &Unread) -> Exit {
    match unread {
        Unread::NoText(_) => Exit::Wrong,
        Unread::Closed(_) => Exit::File,
    }
}

/// Reads a text or fails with its name.
pub fn read_or_fail(path: &Path, most: u64) -> Done<String> {
    read(path, most).map_err(|why| Failure {
        exit: exit_of(&why),
        message: Some(format!("cannot read `{}`: {why}", path.display())),
    })
}
