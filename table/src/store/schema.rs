//! The tables of the file.

use rusqlite::Connection;

use crate::opening::Trouble;

/// Says what the file is: the letters `rhtb`.
const APPLICATION: i32 = 0x7268_7462;

/// The version of what stands below.
const VERSION: i32 = 2;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS sitting (
    name TEXT PRIMARY KEY, game TEXT NOT NULL, sources TEXT NOT NULL, players TEXT NOT NULL, settings TEXT NOT NULL,
    bots TEXT NOT NULL, seed TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS place (
    sitting TEXT NOT NULL REFERENCES sitting(name), place INTEGER NOT NULL, key BLOB NOT NULL, PRIMARY KEY (sitting, place)
) STRICT;
CREATE TABLE IF NOT EXISTS entry (
    sitting TEXT NOT NULL REFERENCES sitting(name), number INTEGER NOT NULL, row INTEGER NOT NULL, seat INTEGER NOT NULL,
    kind TEXT NOT NULL, option INTEGER NOT NULL, words TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (sitting, number, row)
) STRICT;
CREATE TABLE IF NOT EXISTS host (sitting TEXT PRIMARY KEY REFERENCES sitting(name), place INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lobby (
    name TEXT PRIMARY KEY, game TEXT NOT NULL, sources TEXT NOT NULL, players TEXT NOT NULL, settings TEXT NOT NULL,
    bots TEXT NOT NULL, seed TEXT NOT NULL, key BLOB NOT NULL
) STRICT;
";

/// Makes the file ready; refuses one that is something else or that somebody else has open.
pub fn prepare(connection: &Connection) -> Result<(), Trouble> {
    // One server at a time: whoever has the file keeps it.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let of = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let application = of("application_id").map_err(taken)?;
    let empty = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))? == 0;
    if !empty && application != APPLICATION {
        return Err(Trouble::Kept { table: "any".to_owned(), why: "the file holds something else".to_owned() });
    }
    if !empty && of("user_version")? > VERSION {
        return Err(Trouble::Kept { table: "any".to_owned(), why: "a later version wrote the file".to_owned() });
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(taken)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;").map_err(taken)?;
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    Ok(())
}

fn taken(error: rusqlite::Error) -> Trouble {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => Trouble::Taken,
        _ => error.into(),
    }
}
