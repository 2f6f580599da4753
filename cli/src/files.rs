//! Reading and writing files, carefully.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::exit::{Done, Failure};

/// The greatest length of a file of rules or of a script.
pub const MOST_BYTES: u64 = 1 << 20;

/// Reads a text of at most `most` bytes. Everything but ordinary files is refused before it is opened, since some never end.
///
/// # Errors
/// One line that says why not.
pub fn read(path: &Path, most: u64) -> Result<String, String> {
    let about = fs::metadata(path).map_err(|error| reason(&error))?;
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !about.is_file() {
        return Err("it is no ordinary file".to_owned());
    }
    let too_long = || format!("it is longer than {} KiB", most / 1024);
    if about.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| reason(&error))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("it is no text in UTF-8 (byte {})", error.utf8_error().valid_up_to()))
}

/// Reads a text or fails with its name.
pub fn read_or_fail(path: &Path, most: u64) -> Done<String> {
    read(path, most).map_err(|why| Failure::file(format!("cannot read `{}`: {why}", path.display())))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}

/// Writes a file all at once: it is there whole or not at all. One that exists is kept unless `force` is given.
pub fn write(path: &Path, text: &str, force: bool) -> Done<()> {
    let failed = |error: io::Error| {
        let why = if error.kind() == io::ErrorKind::AlreadyExists {
            "it exists already; `--force` overwrites it".to_owned()
        } else {
            error.to_string()
        };
        Failure::file(format!("cannot write `{}`: {why}", path.display()))
    };
    refuse_to_overwrite(path, force)?;
    let temporary = temporary(path);
    let written = fill(&temporary, text).and_then(|()| {
        if force {
            return fs::rename(&temporary, path);
        }
        // A link fails if the name was taken meanwhile; renaming would not.
        fs::hard_link(&temporary, path).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Err(error),
            _ => fs::rename(&temporary, path),
        })
    });
    // After a rename it is gone already.
    let _ = fs::remove_file(&temporary);
    written.map_err(failed)
}

/// Says so before any work is done if a file could not be written in the end.
pub fn refuse_to_overwrite(path: &Path, force: bool) -> Done<()> {
    if path.is_dir() {
        return Err(Failure::file(format!("cannot write `{}`: it is a folder", path.display())));
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        let message = format!("cannot write `{}`: it exists already; `--force` overwrites it", path.display());
        return Err(Failure::file(message));
    }
    Ok(())
}

fn fill(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name beside the file that nobody else uses.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
