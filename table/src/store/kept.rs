//! Reading what was kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_bots::Level;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rusqlite::{Connection, Row};

use crate::key::Fingerprint;
use crate::opening::{Opening, Trouble};
use rulehound_course::Given;

/// A table that was kept.
pub struct Kept {
    /// What it is called in links.
    pub(crate) name: String,
    pub(crate) opening: Opening,
    pub(crate) keys: Vec<Fingerprint>,
    /// Whose link is the host's.
    pub(crate) host: usize,
    /// Whether somebody is still to set it up; it has his key alone.
    pub(crate) waits: bool,
    /// Which of its games was played last.
    pub(crate) number: u64,
    /// How many rows that has.
    pub(crate) rows: u64,
    /// The answers that count.
    pub(crate) answers: Vec<Given>,
    /// What browsers called their answers, with the seats.
    pub(crate) ids: Vec<(usize, String)>,
}

/// Rules that many tables play are read once.
type Models = BTreeMap<String, Arc<Model>>;

/// All tables, then those that are still to be set up. One whose rules are not read any more is an error that names it.
pub fn all(connection: &Connection) -> Result<Vec<Kept>, Trouble> {
    let (mut all, mut models) = (Vec::new(), Models::new());
    for row in rows(connection, "SELECT * FROM sitting ORDER BY rowid")? {
        let mut kept = opened(&row, &mut models)?;
        kept.keys = keys(connection, &kept.name)?;
        kept.host = host(connection, &kept)?;
        kept.number = number(connection, &kept.name)?;
        entries(connection, &mut kept)?;
        all.push(kept);
    }
    let columns = "name, game, sources, players, settings, bots, seed";
    for row in rows(connection, &format!("SELECT {columns} FROM lobby ORDER BY rowid"))? {
        let kept = opened(&row, &mut models)?;
        let key = connection.query_row("SELECT key FROM lobby WHERE name = ?1", [&kept.name], |row| row.get(0))?;
        all.push(Kept { keys: vec![key], waits: true, ..kept });
    }
    Ok(all)
}

fn rows(connection: &Connection, query: &str) -> Result<Vec<Vec<String>>, Trouble> {
    let mut statement = connection.prepare(query)?;
    let texts =
        |row: &Row<'_>| -> Result<Vec<String>, rusqlite::Error> { (0..7).map(|index| row.get(index)).collect() };
    let rows = statement.query_map([], texts)?.collect::<Result<_, _>>()?;
    Ok(rows)
}

/// What is played, by whom.
fn opened(row: &[String], models: &mut Models) -> Result<Kept, Trouble> {
    let [name, game, sources, players, settings, bots, seed] = row else { return Err(Trouble::Closed) };
    let lost = |why: &str| Trouble::Kept { table: name.clone(), why: why.to_owned() };
    let damaged = |_: serde_json::Error| lost("what was kept is damaged");
    let texts = sources;
    let sources: Vec<(String, String)> = serde_json::from_str(texts).map_err(damaged)?;
    let sources: Vec<Source> = sources.into_iter().map(|(name, text)| Source { name, text }).collect();
    let players: Vec<String> = serde_json::from_str(players).map_err(damaged)?;
    let settings: BTreeMap<String, String> = serde_json::from_str(settings).map_err(damaged)?;
    let bots: Vec<Option<String>> = serde_json::from_str(bots).map_err(damaged)?;
    let level = |word: Option<String>| word.map(|word| word.parse::<Level>()).transpose();
    let bots = bots.into_iter().map(level).collect::<Result<_, _>>().map_err(|_| lost("a bot has no such level"))?;
    let seed = seed.parse().map_err(|_| lost("its seed is no number"))?;
    let model = match models.get(texts) {
        Some(model) => model.clone(),
        None => {
            let model = Opening::reread(&sources).map_err(|why| lost(&why))?;
            models.insert(texts.clone(), model.clone());
            model
        }
    };
    let opening = Opening { name: game.clone(), sources, model, table: Table { players, settings }, bots, seed };
    Ok(Kept {
        name: name.clone(),
        opening,
        keys: Vec::new(),
        host: usize::MAX,
        waits: false,
        number: 0,
        rows: 0,
        answers: Vec::new(),
        ids: Vec::new(),
    })
}

/// Which of its games was played last.
fn number(connection: &Connection, name: &str) -> Result<u64, Trouble> {
    let last = "SELECT coalesce(max(number), 0) FROM entry WHERE sitting = ?1";
    let number: i64 = connection.query_row(last, [name], |row| row.get(0))?;
    Ok(u64::try_from(number).unwrap_or(0))
}

/// Whose link is the host's. A file of an earlier version does not say so: there the first whose link was given out is, from now on.
fn host(connection: &Connection, kept: &Kept) -> Result<usize, Trouble> {
    let first = kept.opening.first_person(kept.opening.table.players.len());
    let place = i64::try_from(first).unwrap_or(i64::MAX);
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
                kept.answers.push(Given { seat, option, text: row.get(3)? });
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
