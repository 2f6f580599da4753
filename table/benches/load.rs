//! How long an answer takes until it is confirmed, with a hundred tables in one file on disk: `cargo bench --bench load`.
//!
//! Four browsers sit at each table and one looks on; each waits a random time before it answers, so that some 160 answers come in a
//! second. Server and browsers share the machine, so these are upper bounds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/client/mod.rs"]
mod client;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Client, Server, opening};
use rulehound_interpreter::play::Seeded;
use rulehound_table::{Link, Store, Tables};

const TABLES: u64 = 100;
const SECONDS: u64 = 20;

/// The longest time to think; half of it on average, for four browsers of which about two are asked.
const THINKS: usize = 2_400;

#[tokio::main]
async fn main() {
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
            browsers.push(tokio::spawn(sit(host, link, table * 8 + seat, until, times)));
        }
    }
    for browser in browsers {
        browser.await.expect("it plays");
    }
    server.stop().await;
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
}

/// Plays or looks on until the time is over.
async fn sit(host: String, link: Link, seed: u64, until: Instant, times: Arc<Mutex<Vec<Duration>>>) {
    let mut client = Client::sit(&host, &link).await;
    let mut random = Seeded::new(seed, 0);
    while Instant::now() < until && !client.is_over() {
        if client.options() == 0 {
            client.hear_within(Duration::from_millis(200)).await;
            continue;
        }
        let thinks = u64::try_from(random.below(THINKS)).expect("small");
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
