//! How long an answer takes until it is confirmed, with a hundred tables in one file on disk: `cargo bench --bench load`.
//!
//! Four browsers sit at each table and one looks on; each waits a random time before it answers, so that some 160 answers come in a
//! second. Server and browsers share the machine, so these are upper bounds. Then the server is started again with what it kept. Behind `--` can
//! stand another longest time to think in milliseconds (the shorter, the more is kept), and `hostile`: then there is one more table, whose rules
//! work for too long whenever they are answered. With `long` there is one table alone, of a game with twenty thousand answers, which is started
//! again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/client/mod.rs"]
mod client;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Client, Server, opening};
use rulehound_course::Course;
use rulehound_interpreter::instance::Table as TableOf;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_table::{Guard, KeptTable, Link, MEMORY, Store, Tables, Unread, inside};
use rusqlite::{Connection, params};
use serde_json::json;
use sha2::{Digest, Sha256};

const TABLES: u64 = 100;
const SECONDS: u64 = 20;

/// The longest time to think; half of it on average, for four browsers of which about two are asked.
const THINKS: usize = 1_900;

/// With this word the program plays strangers' rules for itself.
const INSIDE: &str = "--inside";

fn main() {
    if std::env::args().any(|argument| argument == INSIDE) {
        return inside(MEMORY).expect("threads");
    }
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    if std::env::args().any(|argument| argument == "long") {
        return runtime.block_on(long());
    }
    runtime.block_on(loaded());
}

/// How many answers a long game has.
const LONG: usize = 20_000;

/// Long games, started again, and one of them shown to whoever comes first.
async fn long() {
    let file = std::env::temp_dir().join(format!("rulehound-long-{}.sqlite", std::process::id()));
    let (mut answers, mut tables, mut longest) = (0, 0, String::new());
    while answers < LONG {
        let mut opening = opening("games/backgammon.rules", 2, tables);
        opening.table.settings.insert("target".to_owned(), "99".to_owned());
        let store = opened(&file).0;
        let table = Tables::new(store).open(opening).expect("a table").swap_remove(0).table;
        answers += played(&file, &table, LONG - answers);
        if tables == 0 {
            longest = table;
        }
        tables += 1;
    }
    let begun = Instant::now();
    let (store, kept) = opened(&file);
    let all = Tables::new(store);
    all.open_all(kept).expect("the tables");
    let ready = begun.elapsed();
    let server = Server::start(all).await;
    let begun = Instant::now();
    Client::sit_as(&server.host, &longest, KEY).await.expect("a place");
    println!(
        "{answers} answers at {tables} tables: ready within {ready:?}, the longest is shown to whoever comes first within {:?}",
        begun.elapsed()
    );
    server.stop().await;
    let _ = std::fs::remove_file(&file);
}

const KEY: &str = "0";

/// The file, as soon as the last thread that writes has let it go.
fn opened(file: &Path) -> (Store, Vec<KeptTable>) {
    loop {
        match Store::file(file) {
            Ok(opened) => return opened,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Writes at most so many answers into the file of a table that has just begun, as it would have written them; how many.
fn played(file: &Path, table: &str, most: usize) -> usize {
    let file = loop {
        let open = Connection::open(file).expect("the file");
        // The last thread that writes may still have the file.
        if open.query_row("SELECT count(*) FROM sitting", [], |row| row.get::<_, i64>(0)).is_ok() {
            break open;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let seed = "SELECT seed FROM sitting WHERE name = ?1";
    let seed: String = file.query_row(seed, [table], |row| row.get(0)).expect("it");
    let opening = opening("games/backgammon.rules", 2, 1);
    let settings = [("target".to_owned(), "99".to_owned())].into();
    let players = opening.table.players.clone();
    let game = Game::load(opening.model, &TableOf { players, settings }).expect("a table");
    let (mut course, _) = Course::begin(&game, seed.parse().expect("a number"), 0).expect("it begins");
    let mut random = Seeded::new(1, 2);
    file.execute_batch("BEGIN").expect("it is written together");
    let print = Sha256::digest(KEY.as_bytes());
    let renew = "UPDATE place SET key = ?1 WHERE place = 0 AND sitting = ?2";
    file.execute(renew, params![print.as_slice(), table]).expect("a key");
    for number in 0..most {
        let Some(seat) = course.position().deciders().first().copied() else { break };
        let count = course.position().count(seat).expect("options");
        let step = course.try_out(seat, random.below(count)).expect("an answer");
        let given = step.given.clone().expect("it");
        let numbers = [number, seat, given.option].map(|count| i64::try_from(count).expect("small"));
        let [number, seat, option] = numbers;
        let insert = "INSERT INTO entry VALUES (?1, 0, ?2, ?3, 'answer', ?4, ?5, '')";
        file.execute(insert, params![table, number, seat, option, given.text]).expect("a row");
        course.take(step);
    }
    file.execute_batch("COMMIT").expect("written");
    course.given().len()
}

async fn loaded() {
    let thinks = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(THINKS);
    let file = std::env::temp_dir().join(format!("rulehound-load-{}.sqlite", std::process::id()));
    let (store, _) = Store::file(&file).expect("a file");
    let own = std::env::current_exe().expect("this program");
    let server = Server::start(Tables::guarded(store, Guard::new(own, vec![INSIDE.into()], |_| true))).await;
    let times = Arc::new(Mutex::new(Vec::new()));
    let begun = Instant::now();
    let until = begun + Duration::from_secs(SECONDS);
    let hostile = std::env::args().any(|argument| argument == "hostile");
    let stopped = hostile.then(|| tokio::spawn(misbehave(server.host.clone(), strange(&server.tables), until)));
    let mut browsers = Vec::new();
    for table in 0..TABLES {
        let links = server.tables.open(opening("games/hot-dog.rules", 4, table)).expect("a table");
        for (seat, link) in (0..).zip(links) {
            let (host, times) = (server.host.clone(), times.clone());
            browsers.push(tokio::spawn(sit(host, link, (table * 8 + seat, thinks), until, times)));
        }
    }
    for browser in browsers {
        browser.await.expect("it plays");
    }
    // Whoever thinks for a short time only is done sooner.
    let seconds = begun.elapsed().as_secs_f64().min(SECONDS as f64);
    if let Some(stopped) = stopped {
        println!("rules that work for too long were stopped {} times beside", stopped.await.expect("it is stopped"));
    }
    server.stop().await;
    let (answers, time) = restarted(&file).await;
    let _ = std::fs::remove_file(&file);
    let mut times = times.lock().expect("whole").clone();
    times.sort_unstable();
    let part = |of: usize| times.get(times.len() * of / 100).copied().unwrap_or_default();
    println!(
        "{} answers in {seconds:.1} s at {TABLES} tables: half of them are confirmed within {:?}, 95 % within {:?}, 99 % within {:?}, all within {:?}",
        times.len(),
        part(50),
        part(95),
        part(99),
        times.last().copied().unwrap_or_default()
    );
    println!("started again with all tables and {answers} answers within {time:?}");
}

/// Opens again what was kept: how many answers, and how long it took.
async fn restarted(file: &Path) -> (i64, Duration) {
    let count = loop {
        // The last thread that writes may still have the file.
        match Connection::open(file).and_then(|file| file.query_row("SELECT count(*) FROM entry", [], |row| row.get(0)))
        {
            Ok(count) => break count,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let begun = Instant::now();
    let (store, kept) = Store::file(file).expect("the file");
    let tables = Tables::new(store);
    tables.open_all(kept).expect("the tables");
    (count, begun.elapsed())
}

/// A table of rules that work for too long.
fn strange(tables: &Tables) -> Link {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/hostile/slow.rules");
    let text = std::fs::read_to_string(path).expect("rules");
    let (name, players) = ("slow.rules".to_owned(), vec!["Ann".to_owned(), "Ben".to_owned()]);
    let unread = Unread { sources: vec![(name.clone(), text)], name, players, ..Unread::default() };
    tables.open_apart(&unread).expect("a table").swap_remove(0)
}

/// Has them do so again and again; how often they were stopped.
async fn misbehave(host: String, link: Link, until: Instant) -> u64 {
    let mut stopped = 0;
    while Instant::now() < until {
        let mut client = Client::sit(&host, &link).await;
        if client.options() == 0 {
            client.say(json!({ "t": "again" })).await;
            client.hear().await;
        } else if client.answer(1).await["t"] == "no" {
            stopped += 1;
        }
    }
    stopped
}

/// Plays or looks on until the time is over.
async fn sit(host: String, link: Link, (seed, thinks): (u64, usize), until: Instant, times: Arc<Mutex<Vec<Duration>>>) {
    let mut client = Client::sit(&host, &link).await;
    let mut random = Seeded::new(seed, 0);
    while Instant::now() < until && !client.is_over() {
        if client.options() == 0 {
            client.hear_within(Duration::from_millis(200)).await;
            continue;
        }
        let thinks = u64::try_from(random.below(thinks)).expect("small");
        tokio::time::sleep(Duration::from_millis(thinks)).await;
        client.catch_up().await;
        if client.options() > 0 {
            let option = random.below(client.options());
            let begun = Instant::now();
            client.answer(option).await;
            times.lock().expect("whole").push(begun.elapsed());
        }
    }
}
