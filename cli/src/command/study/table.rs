//! The games of a study as a table, written while they are played; nothing if the program was built without.

#[cfg(not(feature = "parquet"))]
pub(super) use absent::Table;
#[cfg(feature = "parquet")]
pub(super) use written::Table;

#[cfg(not(feature = "parquet"))]
mod absent {
    use std::path::Path;

    use rulehound_study::{Manifest, Row};

    use crate::exit::Done;

    /// Nothing is written.
    pub struct Table;

    /// As where there is one.
    impl Table {
        pub fn begin(_: &Path, _: &Manifest, _: bool) -> Done<Self> {
            Ok(Self)
        }

        pub fn add(&mut self, _: Row) -> Done<()> {
            Ok(())
        }

        pub fn end(self) -> Done<()> {
            Ok(())
        }
    }
}

#[cfg(feature = "parquet")]
mod written {
    use std::fmt::Display;
    use std::io::BufWriter;
    use std::path::{Path, PathBuf};

    use rulehound_study::{Manifest, Row};

    use crate::exit::{Done, Failure};
    use crate::files::Growing;

    /// A row for each game.
    pub struct Table {
        path: PathBuf,
        rows: rulehound_study::Table<BufWriter<Growing>>,
    }

    impl Table {
        /// Begins one in a folder.
        pub fn begin(folder: &Path, manifest: &Manifest, force: bool) -> Done<Self> {
            let path = folder.join("games.parquet");
            let file = BufWriter::new(Growing::begin(&path, force)?);
            let rows = rulehound_study::Table::begin(file, manifest).map_err(|why| unwritten(&path, &why))?;
            Ok(Self { path, rows })
        }

        /// Writes a game.
        pub fn add(&mut self, row: Row) -> Done<()> {
            self.rows.add(row).map_err(|why| unwritten(&self.path, &why))
        }

        /// Gives it its name.
        pub fn end(self) -> Done<()> {
            let file = self.rows.end().map_err(|why| unwritten(&self.path, &why))?;
            file.into_inner().map_err(|why| unwritten(&self.path, why.error()))?.place()
        }
    }

    fn unwritten(path: &Path, why: &dyn Display) -> Failure {
        Failure::file(format!("cannot write `{}`: {why}", path.display()))
    }
}
