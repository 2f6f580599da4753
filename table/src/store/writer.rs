//! The one thread that writes. What comes while it waits for the disk is written together the next time.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use super::kept::{self, Kept};
use crate::key::Fingerprint;
use crate::opening::Trouble;

/// So much is written together at most.
const MOST_TOGETHER: usize = 256;

/// What is played, by whom, as it stands in the file.
#[derive(Serialize, Deserialize)]
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
#[derive(Serialize, Deserialize)]
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

type Written = Result<(), Trouble>;

/// Something to be done with the file; whoever waits for it hears what came of it.
enum Order {
    Write(Work, Sender<Written>),
    Read(String, Sender<Result<Option<Kept>, Trouble>>),
}

/// The way to that thread.
pub struct Writer(Mutex<Sender<Order>>);

/// Those who wait for what is written elsewhere, by the numbers of their works.
#[derive(Clone, Default)]
pub struct Elsewhere(Arc<Mutex<BTreeMap<u64, Sender<Written>>>>);

impl Elsewhere {
    /// A work was written, or not.
    pub fn written(&self, number: u64, written: bool) {
        let waits = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        if let Some(waits) = waits {
            let _ = waits.send(if written { Ok(()) } else { Err(Trouble::Closed) });
        }
    }
}

impl Writer {
    /// Starts it. It ends when nobody can write any more.
    pub fn start(connection: Connection) -> Result<Self, Trouble> {
        let (sender, orders) = channel();
        std::thread::Builder::new().name("store".to_owned()).spawn(move || work(connection, &orders))?;
        Ok(Self(Mutex::new(sender)))
    }

    /// One that hands on what is to be written, numbered.
    pub fn elsewhere(mut tell: impl FnMut(u64, Work) + Send + 'static) -> Result<(Self, Elsewhere), Trouble> {
        let (sender, orders) = channel();
        let elsewhere = Elsewhere::default();
        let waiting = elsewhere.clone();
        let hand_on = move || {
            for (number, order) in (0..).zip(orders) {
                // Nothing is read here: a table is handed over whole.
                if let Order::Write(work, done) = order {
                    waiting.0.lock().unwrap_or_else(PoisonError::into_inner).insert(number, done);
                    tell(number, work);
                }
            }
        };
        std::thread::Builder::new().name("store".to_owned()).spawn(hand_on)?;
        Ok((Self(Mutex::new(sender)), elsewhere))
    }

    /// Comes back when it is on disk.
    pub fn write(&self, work: Work) -> Written {
        self.order(|done| Order::Write(work, done))
    }

    /// A table as it is kept now.
    pub fn read(&self, table: &str) -> Result<Option<Kept>, Trouble> {
        self.order(|done| Order::Read(table.to_owned(), done))
    }

    fn order<T>(&self, order: impl FnOnce(Sender<Result<T, Trouble>>) -> Order) -> Result<T, Trouble> {
        let (done, answer) = channel();
        let sent = self.0.lock().unwrap_or_else(PoisonError::into_inner).send(order(done));
        sent.map_err(|_| Trouble::Closed)?;
        answer.recv().unwrap_or(Err(Trouble::Closed))
    }
}

fn work(mut connection: Connection, orders: &Receiver<Order>) {
    let mut next = None;
    while let Some(order) = next.take().or_else(|| orders.recv().ok()) {
        let first = match order {
            Order::Write(work, done) => (work, done),
            Order::Read(table, done) => {
                let _ = done.send(kept::one(&connection, &table));
                continue;
            }
        };
        let mut together = vec![first];
        while together.len() < MOST_TOGETHER {
            match orders.try_recv() {
                Ok(Order::Write(work, done)) => together.push((work, done)),
                Ok(read) => {
                    next = Some(read);
                    break;
                }
                Err(_) => break,
            }
        }
        write(&mut connection, together);
    }
}

fn write(connection: &mut Connection, together: Vec<(Work, Sender<Written>)>) {
    if all(connection, together.iter().map(|(work, _)| work)).is_ok() {
        for (_, done) in together {
            let _ = done.send(Ok(()));
        }
    } else {
        // One of them cannot be written: each by itself, so that the others can.
        for (work, done) in together {
            let _ = done.send(all(connection, [&work]));
        }
    }
}

fn all<'w>(connection: &mut Connection, works: impl IntoIterator<Item = &'w Work>) -> Written {
    let transaction = connection.transaction()?;
    for work in works {
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
