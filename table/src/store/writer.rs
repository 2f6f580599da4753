//! The one thread that writes. What comes while it waits for the disk is written together the next time.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, Transaction, params};

use crate::key::Fingerprint;
use crate::opening::Trouble;

/// So much is written together at most.
const MOST_TOGETHER: usize = 256;

/// What is played, by whom, as it stands in the file.
pub struct Set {
    pub name: String,
    pub game: String,
    pub sources: String,
    pub players: String,
    pub settings: String,
    pub bots: String,
    pub seed: String,
}

/// Something to write.
pub enum Work {
    /// A new table; if somebody was to set it up, he has done so.
    Table { what: Set, keys: Vec<Fingerprint>, host: usize },
    /// A table that somebody is to set up.
    Lobby { what: Set, key: Fingerprint },
    /// Which bots play at a table.
    Bots { table: String, bots: String },
    /// The key of a place.
    Key { table: String, place: usize, key: Fingerprint },
    /// A row of its record.
    Row { table: String, number: u64, row: u64, seat: usize, kind: String, option: usize, text: String, id: String },
}

/// Whoever waits for it hears whether it was written.
type Order = (Work, Sender<Result<(), Trouble>>);

/// The way to that thread.
pub struct Writer(Mutex<Sender<Order>>);

impl Writer {
    /// Starts it. It ends when nobody can write any more.
    pub fn start(connection: Connection) -> Result<Self, Trouble> {
        let (sender, orders) = channel();
        std::thread::Builder::new().name("store".to_owned()).spawn(move || work(connection, &orders))?;
        Ok(Self(Mutex::new(sender)))
    }

    /// Comes back when it is on disk.
    pub fn write(&self, work: Work) -> Result<(), Trouble> {
        let (done, written) = channel();
        let sent = self.0.lock().unwrap_or_else(PoisonError::into_inner).send((work, done));
        sent.map_err(|_| Trouble::Closed)?;
        written.recv().unwrap_or(Err(Trouble::Closed))
    }
}

fn work(mut connection: Connection, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut together = vec![first];
        together.extend(orders.try_iter().take(MOST_TOGETHER - 1));
        if all(&mut connection, &together).is_ok() {
            for (_, done) in together {
                let _ = done.send(Ok(()));
            }
        } else {
            // One of them cannot be written: each by itself, so that the others can.
            for (work, done) in together {
                let _ = done.send(all(&mut connection, &[(work, done.clone())]));
            }
        }
    }
}

fn all(connection: &mut Connection, orders: &[Order]) -> Result<(), Trouble> {
    let transaction = connection.transaction()?;
    for (work, _) in orders {
        one(&transaction, work)?;
    }
    transaction.commit()?;
    Ok(())
}

fn one(transaction: &Transaction<'_>, work: &Work) -> Result<(), rusqlite::Error> {
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    match work {
        Work::Table { what, keys, host } => {
            transaction.execute("DELETE FROM lobby WHERE name = ?1", [&what.name])?;
            transaction.execute(
                "INSERT INTO sitting VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![what.name, what.game, what.sources, what.players, what.settings, what.bots, what.seed],
            )?;
            transaction.execute("INSERT INTO host VALUES (?1, ?2)", params![what.name, count(*host)])?;
            for (place, key) in (0_i64..).zip(keys) {
                transaction
                    .execute("INSERT INTO place VALUES (?1, ?2, ?3)", params![what.name, place, key.as_slice()])?;
            }
        }
        Work::Lobby { what, key } => {
            transaction.execute(
                "INSERT INTO lobby VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    what.name,
                    what.game,
                    what.sources,
                    what.players,
                    what.settings,
                    what.bots,
                    what.seed,
                    key.as_slice()
                ],
            )?;
        }
        Work::Bots { table, bots } => {
            transaction.execute("UPDATE sitting SET bots = ?2 WHERE name = ?1", params![table, bots])?;
        }
        Work::Key { table, place, key } => {
            transaction.execute(
                "UPDATE place SET key = ?3 WHERE sitting = ?1 AND place = ?2",
                params![table, count(*place), key.as_slice()],
            )?;
        }
        Work::Row { table, number, row, seat, kind, option, text, id } => {
            let (number, row) = (i64::try_from(*number).unwrap_or(i64::MAX), i64::try_from(*row).unwrap_or(i64::MAX));
            transaction.execute(
                "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![table, number, row, count(*seat), kind, count(*option), text, id],
            )?;
        }
    }
    Ok(())
}
