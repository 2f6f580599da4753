//! How long an answer takes until it is confirmed, with a hundred tables in one file on disk: `cargo bench --bench load`.
//!
//! Four browsers sit at each table and one looks on; each waits a random time before it answers, so that some 160 answers come in a
//! second. Server and browsers share the machine, so these are upper bounds. Then the server is started again with what it kept. Another longest
//! time to think in milliseconds can stand behind `--`: the shorter, the more is kept.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/client/mod.rs"]
mod client;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Client, Server, opening};
use rulehound_interpreter::play::Seeded;
use rulehound_table::{Link, Store, Tables};
use rusqlite::Connection;

const TABLES: u64 = 100;
const SECONDS: u64 = 20;

/// The longest time to think; half of it on average, for four browsers of which about two are asked.
const THINKS: usize = 1_900;

#[tokio::main]
async fn main() {
    let thinks = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(THINKS);
    let file = std::env::temp_dir().join(format!("rulehound-load-{}.sqlite", std::process::id()));
    let (store, _) = Store::file(&file).expect("a file");
    let server = Server::start(Tables::new(store)).await;
    let times = Arc::new(Mutex::new(Vec::new()));
    let until = Instant::now() + Duration::from_secs(SECONDS);
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
    server.stop().await;
    let (answers, time) = restarted(&file).await;
    let _ = std::fs::remove_file(&file);
    let mut times = times.lock().expect("whole").clone();
    times.sort_unstable();
    let part = |of: usize| times.get(times.len() * of / 100).copied().unwrap_or_default();
    println!(
        "{} answers in {SECONDS} s at {TABLES} tables: half of them are confirmed within {:?}, 95 % within {:?}, 99 % within {:?}, all within {:?}",
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
