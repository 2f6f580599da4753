//! Files of tables: those of an earlier version are read, others are refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use crate::client::{Client, Server, catch_up, file_for, opening};
use rulehound_course::{Course, Given};
use rulehound_interpreter::play::Game;
use rulehound_table::{Link, Opening, Store, Tables};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The tables of the file as version 1 made them: nothing says whose link is the host's, and nobody sets up a table in the browser.
const VERSION_1: &str = "
CREATE TABLE sitting (
    name TEXT PRIMARY KEY, game TEXT NOT NULL, sources TEXT NOT NULL, players TEXT NOT NULL, settings TEXT NOT NULL,
    bots TEXT NOT NULL, seed TEXT NOT NULL
) STRICT;
CREATE TABLE place (
    sitting TEXT NOT NULL REFERENCES sitting(name), place INTEGER NOT NULL, key BLOB NOT NULL, PRIMARY KEY (sitting, place)
) STRICT;
CREATE TABLE entry (
    sitting TEXT NOT NULL REFERENCES sitting(name), number INTEGER NOT NULL, row INTEGER NOT NULL, seat INTEGER NOT NULL,
    kind TEXT NOT NULL, option INTEGER NOT NULL, words TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (sitting, number, row)
) STRICT;
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1919448162;
PRAGMA user_version = 1;
";

const TABLE: &str = "0123456789abcdef";

fn key(place: usize) -> String {
    format!("{place:032x}")
}

/// The answers to the first questions of a game.
fn answers(opening: &Opening, options: &[usize]) -> Vec<Given> {
    let game = Game::load(opening.model.clone(), &opening.table).expect("a table");
    let (mut course, _) = Course::begin(&game, opening.seed, 0).expect("it begins");
    for option in options {
        let seat = course.position().deciders()[0];
        let step = course.try_out(seat, *option).expect("an answer");
        course.take(step);
    }
    course.given().to_vec()
}

/// A file of version 1 with a table at which these answers were given, the last of them taken back.
fn write(file: &Path, opening: &Opening, bots: &[Option<&str>], given: &[Given]) {
    let connection = Connection::open(file).expect("a file");
    connection.execute_batch(VERSION_1).expect("tables");
    let sources: Vec<Value> = opening.sources.iter().map(|source| json!([source.name, source.text])).collect();
    let (players, settings) = (json!(opening.table.players), json!(opening.table.settings));
    let texts = [json!(sources), players, settings, json!(bots)].map(|value| value.to_string());
    let [sources, players, settings, bots] = &texts;
    let seed = opening.seed.to_string();
    let row = params![TABLE, opening.name, sources, players, settings, bots, seed];
    connection.execute("INSERT INTO sitting VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", row).expect("a table");
    for place in 0..=opening.table.players.len() {
        let print = Sha256::digest(key(place).as_bytes());
        let row = params![TABLE, i64::try_from(place).unwrap(), print.as_slice()];
        connection.execute("INSERT INTO place VALUES (?1, ?2, ?3)", row).expect("a place");
    }
    let mut rows: Vec<(usize, &str, usize, &str, String)> = Vec::new();
    for (number, given) in given.iter().enumerate() {
        rows.push((given.seat, "answer", given.option, &given.text, format!("name{number}")));
    }
    if let Some(last) = given.last() {
        rows.push((last.seat, "undo", given.len() - 1, "", String::new()));
    }
    for (number, (seat, kind, option, words, id)) in (0_i64..).zip(rows) {
        let [seat, option] = [seat, option].map(|count| i64::try_from(count).unwrap());
        let row = params![TABLE, number, seat, kind, option, words, id];
        connection.execute("INSERT INTO entry VALUES (?1, 0, ?2, ?3, ?4, ?5, ?6, ?7)", row).expect("a row");
    }
}

/// A server for the one table of a file.
async fn served(file: &Path) -> Server {
    let (store, kept) = loop {
        // The last thread that writes may still have the file.
        match Store::file(file) {
            Ok(opened) => break opened,
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    };
    let tables = Tables::new(store);
    assert_eq!(kept.len(), 1);
    tables.open_all(kept).expect("the table");
    Server::start(tables).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_version_1_is_played_on() {
    let file = file_for("version-1");
    let opening = opening("examples/classics/tic-tac-toe.rules", 2, 7);
    let given = answers(&opening, &[4, 0, 1]);
    write(&file, &opening, &[None, None], &given);
    let mut board = Value::Null;
    for again in [false, true] {
        let server = served(&file).await;
        let mut ann = Client::sit_as(&server.host, TABLE, &key(0)).await.expect("her link is good");
        let ben = Client::sit_as(&server.host, TABLE, &key(1)).await.expect("his link is good");
        let onlooker = Client::sit_as(&server.host, TABLE, &key(2)).await.expect("the public link is good");
        assert!(Client::sit_as(&server.host, TABLE, &key(3)).await.is_none());
        // The first link that was given out is the host's, now and later.
        assert_eq!([&ann, &ben, &onlooker].map(|client| client.hello["host"] == true), [true, false, false]);
        if again {
            assert_eq!(ben.seen["scene"]["boards"][0]["standing"], board);
        } else {
            // Two answers count, the third was taken back; one that is sent again is known.
            assert_eq!((ann.options(), ben.options()), (7, 0));
            assert_eq!(ann.answer_as("name0", 4).await["t"], "ok");
            assert_eq!(ann.options(), 7);
            assert_eq!(ann.answer(0).await["t"], "ok");
            ann.catch_up().await;
        }
        assert_eq!(ann.options(), 0, "it is Ben's turn");
        board = ann.seen["scene"]["boards"][0]["standing"].clone();
        drop((ann, ben, onlooker));
        server.stop().await;
    }
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_played_again_says_why_and_stops_no_other() {
    let file = file_for("version-unfit");
    let opening = opening("examples/classics/tic-tac-toe.rules", 2, 7);
    let mut given = answers(&opening, &[4, 0]);
    given[0].text = "sit on the fence".to_owned();
    write(&file, &opening, &[None, None], &given);
    let server = served(&file).await;
    let mut ann = Client::sit_as(&server.host, TABLE, &key(0)).await.expect("her link is good");
    let why = ann.seen["extra"]["fault"].as_str().expect("a reason").to_owned();
    assert_eq!(why, "what was kept cannot be played again: `sit on the fence` is not on offer any more");
    assert_eq!(ann.options(), 0);
    // Nothing is left to be done but to begin anew.
    ann.say(json!({ "t": "again" })).await;
    ann.told("all").await;
    assert_eq!(ann.options(), 9);
    assert_eq!(ann.answer(0).await["t"], "ok");
    server.stop().await;
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

/// A new table that is kept there.
async fn opened(file: &Path, opening: Opening) -> (Server, Vec<Link>, Vec<Client>) {
    let (store, _) = Store::file(file).expect("a new file");
    let server = Server::start(Tables::new(store)).await;
    let links = server.tables.open(opening).expect("a table");
    let clients = Client::sit_all(&server.host, &links).await;
    (server, links, clients)
}

#[tokio::test(flavor = "multi_thread")]
async fn several_answers_that_were_taken_back_at_once_stay_so() {
    let file = file_for("several-back");
    let game = opening("examples/classics/four-in-a-row.rules", 2, 1);
    let (server, links, mut clients) = opened(&file, game).await;
    for who in [0, 1] {
        assert_eq!(clients[who].answer(3).await["t"], "ok");
        catch_up(&mut clients).await;
    }
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    clients[1].say(json!({ "t": "agree", "yes": true })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[0].options(), 7, "she is asked again");
    let stories: Vec<Vec<String>> = clients.iter().map(|client| client.story.clone()).collect();
    drop(clients);
    server.stop().await;
    let server = served(&file).await;
    let clients = Client::sit_all(&server.host, &links).await;
    assert_eq!((clients[0].options(), clients[1].options()), (7, 0));
    assert_eq!(clients.iter().map(|client| client.story.clone()).collect::<Vec<_>>(), stories);
    drop(clients);
    server.stop().await;
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_at_which_they_play_again_goes_on_with_the_last_game() {
    let file = file_for("played-again");
    let game = opening("examples/classics/tic-tac-toe.rules", 2, 1);
    let (server, links, mut clients) = opened(&file, game).await;
    while !clients[0].is_over() {
        let who = clients.iter().position(|client| client.options() > 0).expect("somebody is asked");
        assert_eq!(clients[who].answer(0).await["t"], "ok");
        catch_up(&mut clients).await;
    }
    clients[0].say(json!({ "t": "again" })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[0].answer(4).await["t"], "ok");
    drop(clients);
    server.stop().await;
    let server = served(&file).await;
    let clients = Client::sit_all(&server.host, &links).await;
    assert!(!clients[0].is_over(), "{}", clients[0].seen["over"]);
    assert_eq!((clients[0].options(), clients[1].options()), (0, 8));
    drop(clients);
    server.stop().await;
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_later_versions_and_of_others_are_refused() {
    let file = file_for("version-later");
    write(&file, &opening("examples/classics/tic-tac-toe.rules", 2, 7), &[None, None], &[]);
    for (change, why) in [
        ("PRAGMA user_version = 99", "a later version wrote the file"),
        ("PRAGMA application_id = 7", "the file holds something else"),
    ] {
        Connection::open(&file).expect("the file").execute_batch(change).expect("a change");
        let told = Store::file(&file).err().map(|trouble| trouble.to_string());
        assert!(told.as_deref().is_some_and(|told| told.contains(why)), "{told:?}");
    }
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}
