//! Reading what was kept.

use rusqlite::{Connection, OptionalExtension, Row};
use serde::{Deserialize, Serialize};

use crate::key::Fingerprint;
use crate::opening::Trouble;
use crate::unread::Unread;

/// A table that was kept.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Kept {
    /// What it is called in links.
    pub(crate) name: String,
    pub(crate) unread: Unread,
    pub(crate) keys: Vec<Fingerprint>,
    /// Whose link is the host's.
    pub(crate) host: usize,
    /// Whether somebody is still to set it up; it has his key alone.
    pub(crate) waits: bool,
    /// Which of its games was played last.
    pub(crate) number: u64,
    /// How many rows that has.
    pub(crate) rows: u64,
    /// The answers that count: who gave them, the number of the option, and it in words.
    pub(crate) answers: Vec<(usize, usize, String)>,
    /// What browsers called their answers, with the seats.
    pub(crate) ids: Vec<(usize, String)>,
    /// What stopped it, if it is to stand still where it was.
    pub(crate) fault: Option<String>,
}

/// All tables, then those that are still to be set up.
pub fn all(connection: &Connection) -> Result<Vec<Kept>, Trouble> {
    let names = |query: &str| -> Result<Vec<String>, Trouble> {
        let mut statement = connection.prepare(query)?;
        let names = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(names)
    };
    let mut all = Vec::new();
    for name in names("SELECT name FROM sitting ORDER BY rowid")? {
        all.extend(sitting(connection, &name)?);
    }
    for name in names("SELECT name FROM lobby ORDER BY rowid")? {
        all.extend(lobby(connection, &name)?);
    }
    Ok(all)
}

/// One of them.
pub fn one(connection: &Connection, name: &str) -> Result<Option<Kept>, Trouble> {
    Ok(match sitting(connection, name)? {
        Some(kept) => Some(kept),
        None => lobby(connection, name)?,
    })
}

fn sitting(connection: &Connection, name: &str) -> Result<Option<Kept>, Trouble> {
    let Some(row) = row(connection, "sitting", name)? else { return Ok(None) };
    let mut kept = opened(&row)?;
    kept.keys = keys(connection, name)?;
    kept.host = host(connection, &kept)?;
    kept.number = number(connection, name)?;
    entries(connection, &mut kept)?;
    Ok(Some(kept))
}

fn lobby(connection: &Connection, name: &str) -> Result<Option<Kept>, Trouble> {
    let Some(row) = row(connection, "lobby", name)? else { return Ok(None) };
    let key = connection.query_row("SELECT key FROM lobby WHERE name = ?1", [name], |row| row.get(0))?;
    Ok(Some(Kept { keys: vec![key], waits: true, ..opened(&row)? }))
}

fn row(connection: &Connection, table: &str, name: &str) -> Result<Option<Vec<String>>, Trouble> {
    let columns = "name, game, sources, players, settings, bots, seed";
    let texts =
        |row: &Row<'_>| -> Result<Vec<String>, rusqlite::Error> { (0..7).map(|index| row.get(index)).collect() };
    Ok(connection.query_row(&format!("SELECT {columns} FROM {table} WHERE name = ?1"), [name], texts).optional()?)
}

/// What is played, by whom.
fn opened(row: &[String]) -> Result<Kept, Trouble> {
    let [name, game, sources, players, settings, bots, seed] = row else { return Err(Trouble::Closed) };
    let lost = |why: &str| Trouble::Kept { table: name.clone(), why: why.to_owned() };
    let damaged = |_: serde_json::Error| lost("what was kept is damaged");
    let unread = Unread {
        name: game.clone(),
        sources: serde_json::from_str(sources).map_err(damaged)?,
        players: serde_json::from_str(players).map_err(damaged)?,
        settings: serde_json::from_str(settings).map_err(damaged)?,
        bots: serde_json::from_str(bots).map_err(damaged)?,
        seed: seed.parse().map_err(|_| lost("its seed is no number"))?,
    };
    Ok(Kept { name: name.clone(), unread, host: usize::MAX, ..Kept::default() })
}

/// Which of its games was played last.
fn number(connection: &Connection, name: &str) -> Result<u64, Trouble> {
    let last = "SELECT coalesce(max(number), 0) FROM entry WHERE sitting = ?1";
    let number: i64 = connection.query_row(last, [name], |row| row.get(0))?;
    Ok(u64::try_from(number).unwrap_or(0))
}

/// Whose link is the host's. A file of an earlier version does not say so: there the first whose link was given out is, from now on.
fn host(connection: &Connection, kept: &Kept) -> Result<usize, Trouble> {
    let place = i64::try_from(kept.unread.first_person()).unwrap_or(i64::MAX);
    connection.execute("INSERT OR IGNORE INTO host VALUES (?1, ?2)", rusqlite::params![kept.name, place])?;
    let host: i64 =
        connection.query_row("SELECT place FROM host WHERE sitting = ?1", [&kept.name], |row| row.get(0))?;
    Ok(usize::try_from(host).unwrap_or(usize::MAX))
}

fn keys(connection: &Connection, name: &str) -> Result<Vec<Fingerprint>, Trouble> {
    let mut statement = connection.prepare("SELECT key FROM place WHERE sitting = ?1 ORDER BY place")?;
    let keys = statement.query_map([name], |row| row.get::<_, Fingerprint>(0))?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// Goes through the record of the last game: what was taken back does not count.
fn entries(connection: &Connection, kept: &mut Kept) -> Result<(), Trouble> {
    let mut statement = connection
        .prepare("SELECT kind, seat, option, words, id FROM entry WHERE sitting = ?1 AND number = ?2 ORDER BY row")?;
    let number = i64::try_from(kept.number).unwrap_or(0);
    let mut rows = statement.query(rusqlite::params![kept.name, number])?;
    while let Some(row) = rows.next()? {
        let count = |index: usize| row.get::<_, i64>(index).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let (kind, seat, option) = (row.get::<_, String>(0)?, count(1)?, count(2)?);
        kept.rows += 1;
        match kind.as_str() {
            "answer" => {
                kept.answers.push((seat, option, row.get(3)?));
                let id: String = row.get(4)?;
                if !id.is_empty() {
                    kept.ids.push((seat, id));
                }
            }
            "undo" => kept.answers.truncate(option),
            _ => {}
        }
    }
    Ok(())
}
