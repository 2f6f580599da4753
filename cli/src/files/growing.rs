//! Files that are too large to be held: written bit by bit, and there whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::target::{Target, reason};
use super::write::{Readers, Temporary, is_shared, nothing_half_written, unwritten};
use crate::exit::Done;

/// A file that is written bit by bit beside its name.
pub struct Growing {
    path: PathBuf,
    force: bool,
    temporary: Temporary,
}

impl Growing {
    /// Begins a file. One that exists is kept unless `force` is given.
    pub fn begin(path: &Path, force: bool) -> Done<Self> {
        let begun = match Target::of(path, force) {
            Ok(Target::Free(target) | Target::Taken(target, _)) => {
                Temporary::new(&target, Readers::AsUsual).map_err(|error| reason(&error))
            }
            Err(why) => Err(why),
        };
        let temporary = begun.map_err(|why| unwritten(path, &why))?;
        Ok(Self { path: path.to_path_buf(), force, temporary })
    }

    /// Gives it its name.
    pub fn place(self) -> Done<()> {
        let _writing = nothing_half_written();
        self.placed().map_err(|why| unwritten(&self.path, &why))
    }

    fn placed(&self) -> Result<(), String> {
        let why = |error: io::Error| reason(&error);
        self.temporary.file.sync_all().map_err(why)?;
        match Target::of(&self.path, self.force)? {
            Target::Free(path) if self.force => self.temporary.replace(&path).map_err(why),
            Target::Free(path) => self.temporary.appear(&path).map_err(why),
            // A new file in its place would leave its other names, or its owner, behind.
            Target::Taken(path, about) if is_shared(&about, &self.temporary) => {
                self.fill_in_place(&path).map_err(|error| self.temporary.stays(&reason(&error)))
            }
            Target::Taken(path, about) => {
                let same = self.temporary.file.set_permissions(about.permissions());
                same.and_then(|()| self.temporary.replace(&path)).map_err(why)
            }
        }
    }

    fn fill_in_place(&self, path: &Path) -> io::Result<()> {
        let mut written = File::open(self.temporary.path())?;
        let mut file = OpenOptions::new().write(true).open(path)?;
        io::copy(&mut written, &mut file)?;
        let length = file.stream_position()?;
        file.set_len(length)?;
        file.sync_all()
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.file.flush()
    }
}
