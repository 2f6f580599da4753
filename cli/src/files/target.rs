//! What is there where something is to be written.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// So many links are followed.
const MOST_LINKS: usize = 40;

/// Where a text goes.
pub enum Target {
    /// Nothing is there yet.
    Free(PathBuf),
    /// An ordinary file that may be overwritten, all links followed.
    Taken(PathBuf, Metadata),
}

impl Target {
    /// Looks at a path. What exists is overwritten only with `force`, and only if it is an ordinary file.
    ///
    /// # Errors
    /// Why nothing can be written there.
    pub fn of(path: &Path, force: bool) -> Result<Self, String> {
        let about = match fs::symlink_metadata(path) {
            Ok(about) => about,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Free(path.to_path_buf())),
            Err(error) => return Err(reason(&error)),
        };
        if fs::metadata(path).is_ok_and(|about| about.is_dir()) {
            return Err("it is a folder".to_owned());
        }
        if about.is_symlink() {
            if !force {
                return Err(EXISTS.to_owned());
            }
            return Self::behind_links(path);
        }
        if !about.is_file() {
            return Err("it is no ordinary file".to_owned());
        }
        if !force {
            return Err(EXISTS.to_owned());
        }
        Self::taken(path.to_path_buf(), about)
    }

    /// What a link leads to is written, and the link stays.
    fn behind_links(path: &Path) -> Result<Self, String> {
        let mut path = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            match fs::symlink_metadata(&path) {
                Ok(about) if about.is_symlink() => {
                    let next = fs::read_link(&path).map_err(|error| reason(&error))?;
                    path = path.parent().unwrap_or(Path::new("")).join(next);
                }
                Ok(about) if about.is_file() => return Self::taken(path, about),
                Ok(about) if about.is_dir() => return Err("it is a link to a folder".to_owned()),
                Ok(_) => return Err("it is a link to no ordinary file".to_owned()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Free(path)),
                Err(error) => return Err(reason(&error)),
            }
        }
        Err("too many links lead on from it".to_owned())
    }

    /// A file that its owner has closed to writing stays closed, even where its folder would let it be replaced.
    fn taken(path: PathBuf, about: Metadata) -> Result<Self, String> {
        match OpenOptions::new().write(true).open(&path) {
            Ok(_) => Ok(Self::Taken(path, about)),
            Err(error) => Err(reason(&error)),
        }
    }
}

/// What is said of a file that is there.
pub const EXISTS: &str = "it exists already; `--force` overwrites it";

/// One line for people.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => EXISTS.to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be written".to_owned(),
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::StorageFull => "no room is left".to_owned(),
        io::ErrorKind::InvalidFilename => "its name is too long, or not allowed here".to_owned(),
        _ => error.to_string(),
    }
}
