//! Writing files: each is there whole or as it was before, and nothing of anybody's is lost.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::name::beside;
use super::target::{Target, reason};
use crate::exit::{Done, Failure};

/// So many stale temporary files stand in nobody's way.
const MOST_STALE: usize = 1_000;

/// Held while a file is being written.
static WRITING: Mutex<()> = Mutex::new(());

/// Who may read a new file. One that exists keeps the mode that it has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Whoever the system lets read new files.
    AsUsual,
    /// Its owner alone, since it holds what players hide from each other.
    Owner,
}

/// Writes a file all at once: it is there whole or not at all. One that exists is kept unless `force` is given.
pub fn write(path: &Path, text: &str, force: bool) -> Done<()> {
    put(path, text.as_bytes(), force, Readers::AsUsual).map_err(|why| unwritten(path, &why))
}

/// The same for a file that holds secrets: a new one is closed to everybody but its owner.
pub fn write_secret(path: &Path, text: &str, force: bool) -> Done<()> {
    put(path, text.as_bytes(), force, Readers::Owner).map_err(|why| unwritten(path, &why))
}

/// Says so before any work is done if a file could not be written in the end.
pub fn refuse_to_overwrite(path: &Path, force: bool) -> Done<()> {
    Target::of(path, force).map(drop).map_err(|why| unwritten(path, &why))
}

/// Nothing is written over what the same command was given to read, whatever else may be overwritten.
pub fn refuse_what_is_read<'n>(path: &Path, read: impl IntoIterator<Item = &'n str>) -> Done<()> {
    let whole = |path: &Path| path.canonicalize().ok();
    let Some(target) = whole(path) else { return Ok(()) };
    if read.into_iter().any(|name| whole(Path::new(name)).as_ref() == Some(&target)) {
        return Err(unwritten(path, "this is what is read here, and it would be lost; give another name"));
    }
    Ok(())
}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Done<()> {
    fs::create_dir_all(path).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                "a file is in its place, and a folder is wanted".to_owned()
            }
            _ => reason(&error),
        };
        Failure::file(format!("cannot make the folder `{}`: {why}", path.display()))
    })
}

/// Removes a file of our own; if that cannot be done, it stays.
pub(super) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Waits for a file that is being written; none is written as long as this is held.
pub fn nothing_half_written() -> MutexGuard<'static, ()> {
    // Whoever panicked while writing has left the file as it was before.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn unwritten(path: &Path, why: &str) -> Failure {
    Failure::file(format!("cannot write `{}`: {why}", path.display()))
}

fn put(path: &Path, text: &[u8], force: bool, readers: Readers) -> Result<(), String> {
    let _writing = nothing_half_written();
    match Target::of(path, force)? {
        Target::Free(path) => {
            let temporary = Temporary::filled(&path, text, readers)?;
            if force { temporary.replace(&path) } else { temporary.appear(&path) }.map_err(|error| reason(&error))
        }
        Target::Taken(path, about) => overwrite(&path, &about, text),
    }
}

/// A file that exists gets a new text and stays the same otherwise.
fn overwrite(path: &Path, about: &Metadata, text: &[u8]) -> Result<(), String> {
    let temporary = Temporary::filled(path, text, Readers::Owner)?;
    if is_shared(about, &temporary) {
        // A new file in its place would leave its other names, or its owner, behind.
        return fill_in_place(path, text).map_err(|error| temporary.stays(&reason(&error)));
    }
    let done = fs::set_permissions(&temporary.path, about.permissions()).and_then(|()| temporary.replace(path));
    done.map_err(|error| reason(&error))
}

/// Whether a file has several names, or belongs to somebody else than what we write.
#[cfg(unix)]
pub(super) fn is_shared(about: &Metadata, temporary: &Temporary) -> bool {
    use std::os::unix::fs::MetadataExt;
    let ours = temporary.file.metadata().is_ok_and(|ours| (ours.uid(), ours.gid()) == (about.uid(), about.gid()));
    about.nlink() > 1 || !ours
}

#[cfg(not(unix))]
pub(super) fn is_shared(_: &Metadata, _: &Temporary) -> bool {
    false
}

fn fill_in_place(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(text)?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

/// A whole text beside the file that it is for; removed when it is not needed any more.
pub(super) struct Temporary {
    path: PathBuf,
    pub(super) file: File,
    /// Whether it is to be left behind.
    stays: std::cell::Cell<bool>,
}

impl Temporary {
    pub(super) fn filled(path: &Path, text: &[u8], readers: Readers) -> Result<Self, String> {
        let temporary = Self::new(path, readers).map_err(|error| reason(&error))?;
        let written = (&temporary.file).write_all(text).and_then(|()| temporary.file.sync_all());
        written.map(|()| temporary).map_err(|error| reason(&error))
    }

    /// One that nobody else has; files that somebody has left behind are passed over.
    pub(super) fn new(path: &Path, readers: Readers) -> io::Result<Self> {
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for number in 0..MOST_STALE {
            let path = beside(path, &format!(".{}-{number}.tmp", std::process::id()));
            match options(readers).open(&path) {
                Ok(file) => return Ok(Self { path, file, stays: std::cell::Cell::new(false) }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the name, whatever had it.
    pub(super) fn replace(&self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }

    /// Takes the name if nobody has it. A link fails if the name was taken meanwhile; renaming would not.
    pub(super) fn appear(&self, path: &Path) -> io::Result<()> {
        fs::hard_link(&self.path, path).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Err(error),
            // Where there are no links, an empty file holds the name.
            _ => OpenOptions::new().write(true).create_new(true).open(path).and_then(|_| self.replace(path)),
        })
    }

    /// Leaves it behind, since what it was for may be damaged.
    pub(super) fn stays(&self, why: &str) -> String {
        self.stays.set(true);
        format!("{why}; the whole text is in `{}`", self.path.display())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.stays.get() {
            // After a rename it is gone already.
            remove(&self.path);
        }
    }
}

fn options(readers: Readers) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    options
}
