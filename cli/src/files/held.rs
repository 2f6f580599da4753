//! Files of our own that are written again and again while a program runs.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::path::{Path, PathBuf};

use super::target::reason;
use super::write::{Readers, Temporary, nothing_half_written, remove, unwritten};
use crate::exit::Done;

/// A file of our own that is written again and again, and that nobody else takes for abandoned meanwhile.
pub struct Held {
    path: PathBuf,
    file: Option<File>,
}

impl Held {
    /// A name that is free, for later.
    pub fn free(path: PathBuf) -> Self {
        Self { path, file: None }
    }

    /// One that exists; none if somebody holds it, or if it cannot be opened.
    pub fn existing(path: PathBuf) -> Option<Self> {
        if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_file()) {
            return None;
        }
        let file = File::open(&path).ok()?;
        match file.try_lock() {
            // Where nothing can be locked, nobody else is looked out for.
            Ok(()) | Err(TryLockError::Error(_)) => Some(Self { path, file: Some(file) }),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is there.
    pub fn is_written(&self) -> bool {
        self.file.is_some()
    }

    /// Writes it whole, in place of what it held.
    pub fn write(&mut self, text: &str) -> Done<()> {
        let _writing = nothing_half_written();
        let temporary = Temporary::filled(&self.path, text.as_bytes(), Readers::Owner)
            .map_err(|why| unwritten(&self.path, &why))?;
        let file = temporary.file.try_clone();
        // Before it has its name, so that it is never seen without a holder; where nothing can be locked, so be it.
        let _ = temporary.file.try_lock();
        let placed = if self.file.is_some() { temporary.replace(&self.path) } else { temporary.appear(&self.path) };
        placed.and(file).map(|file| self.file = Some(file)).map_err(|error| unwritten(&self.path, &reason(&error)))
    }

    /// Removes it.
    pub fn remove(&mut self) {
        if self.file.take().is_some() {
            remove(&self.path);
        }
    }

    /// Makes the folder it is in, closed to everybody else.
    pub fn make_its_folder(&self) {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        if let Some(folder) = self.path.parent().filter(|folder| *folder != Path::new("")) {
            // What cannot be made is told when the file is written.
            let _ = builder.create(folder);
        }
    }
}
