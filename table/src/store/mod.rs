//! What is kept of tables, in one SQLite file: rules, seats, and every answer in order. One thread writes; whoever writes waits until it is
//! on disk.

mod kept;
mod schema;
mod writer;

use std::path::Path;
use std::sync::Arc;

use rulehound_bots::Level;
use rusqlite::Connection;
use serde_json::json;

pub use kept::Kept;

use crate::key::Fingerprint;
use crate::opening::Trouble;
use crate::unread::{Unread, words};
use writer::{Set, Writer};

pub use writer::{Elsewhere, Work};

/// A row of the record of a table.
#[derive(Clone, Copy)]
pub struct Row<'r> {
    /// The table.
    pub table: &'r str,
    /// Which of the games that were played there, from 0.
    pub number: u64,
    /// Which row of that game, from 0.
    pub row: u64,
    /// Whose.
    pub seat: usize,
    /// What: `answer`, `undo` or `again`.
    pub kind: &'r str,
    /// The number of the option; of an `undo` how many answers are left.
    pub option: usize,
    /// The option in words.
    pub text: &'r str,
    /// What the browser called the answer.
    pub id: &'r str,
}

/// Where tables are kept. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    writer: Arc<Writer>,
}

impl Store {
    /// In this file, which is made if it is not there; all tables in it, in the order in which they were opened.
    ///
    /// # Errors
    /// The file cannot be read or written, is no file of tables, or another server has it open.
    pub fn file(path: &Path) -> Result<(Self, Vec<Kept>), Trouble> {
        make_private(path)?;
        Self::over(Connection::open(path)?)
    }

    /// In memory: when the program ends, nothing is left.
    ///
    /// # Errors
    /// None that can be foreseen.
    pub fn memory() -> Result<Self, Trouble> {
        Self::over(Connection::open_in_memory()?).map(|(store, _)| store)
    }

    /// Elsewhere: what is to be written is handed on, and whoever does so says when it is written.
    pub(crate) fn elsewhere(tell: impl FnMut(u64, Work) + Send + 'static) -> Result<(Self, Elsewhere), Trouble> {
        let (writer, elsewhere) = Writer::elsewhere(tell)?;
        Ok((Self { writer: Arc::new(writer) }, elsewhere))
    }

    /// A table as it is kept now.
    pub(crate) fn kept(&self, table: &str) -> Result<Option<Kept>, Trouble> {
        self.writer.read(table)
    }

    /// Writes what another process wants written, and comes back when it is on disk.
    pub(crate) fn carry_out(&self, work: Work) -> Result<(), Trouble> {
        self.writer.write(work)
    }

    fn over(connection: Connection) -> Result<(Self, Vec<Kept>), Trouble> {
        schema::prepare(&connection)?;
        let kept = kept::all(&connection)?;
        Ok((Self { writer: Arc::new(Writer::start(connection)?) }, kept))
    }

    /// Writes a new table down.
    pub(crate) fn open_table(
        &self,
        name: &str,
        unread: &Unread,
        (keys, host): (&[Fingerprint], usize),
    ) -> Result<(), Trouble> {
        let what = Set::new(name, unread);
        self.writer.write(Work::Table { what, keys: keys.to_vec(), host })
    }

    /// Writes down that somebody is to set up a table.
    pub(crate) fn open_lobby(&self, name: &str, unread: &Unread, key: Fingerprint) -> Result<(), Trouble> {
        let what = Set::new(name, unread);
        self.writer.write(Work::Lobby { what, key })
    }

    /// Writes down which bots play from now on.
    pub(crate) fn write_bots(&self, table: &str, levels: &[Option<Level>]) -> Result<(), Trouble> {
        self.writer.write(Work::Bots { table: table.to_owned(), bots: bots(levels) })
    }

    /// Writes down the key of a place, which had another.
    pub(crate) fn write_key(&self, table: &str, place: usize, key: Fingerprint) -> Result<(), Trouble> {
        self.writer.write(Work::Key { table: table.to_owned(), place, key })
    }

    /// Writes a row, and comes back when it is on disk.
    pub(crate) fn write(&self, row: &Row<'_>) -> Result<(), Trouble> {
        self.writer.write(Work::Row {
            table: row.table.to_owned(),
            number: row.number,
            row: row.row,
            seat: row.seat,
            kind: row.kind.to_owned(),
            option: row.option,
            text: row.text.to_owned(),
            id: row.id.to_owned(),
        })
    }
}

impl Set {
    fn new(name: &str, unread: &Unread) -> Self {
        Self {
            name: name.to_owned(),
            game: unread.name.clone(),
            sources: json!(unread.sources).to_string(),
            players: json!(unread.players).to_string(),
            settings: json!(unread.settings).to_string(),
            bots: json!(unread.bots).to_string(),
            seed: unread.seed.to_string(),
        }
    }
}

/// The bots of all seats as they are kept.
fn bots(levels: &[Option<Level>]) -> String {
    json!(words(levels)).to_string()
}

/// Makes the file if it is not there, so that nobody but its owner reads it: hands of all players are in it.
fn make_private(path: &Path) -> Result<(), std::io::Error> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}
