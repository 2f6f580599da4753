//! What one player does in secret changes nothing of what others are sent: not what, not how much, not how often.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use crate::client::{Client, Server, opening};
use rulehound_interpreter::play::Seeded;
use serde_json::Value;

/// Plays the same answers until several decide at once; then one of them answers the first or the last option. What the others hear of it.
async fn told_of_secret(game: &str, players: usize, seed: u64, last: bool) -> Option<(usize, Vec<Vec<Value>>)> {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening(game, players, seed)).expect("a table");
    let mut clients = Vec::new();
    for link in &links {
        clients.push(Client::sit(&server.host, link).await);
    }
    let mut random = Seeded::new(seed, 1);
    for _ in 0..60 {
        let asked: Vec<usize> = (0..clients.len()).filter(|seat| clients[*seat].options() > 0).collect();
        let who = *asked.first()?;
        if asked.len() > 1 && clients[who].options() > 1 {
            let option = if last { clients[who].options() - 1 } else { 0 };
            assert_eq!(clients[who].answer(option).await["t"], "ok");
            let mut others = Vec::new();
            for (seat, client) in clients.iter_mut().enumerate() {
                if seat != who {
                    others.push(client.catch_up().await);
                }
            }
            return Some((who, others));
        }
        let option = random.below(clients[who].options());
        assert_eq!(clients[who].answer(option).await["t"], "ok");
        for client in &mut clients {
            client.catch_up().await;
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_answers_change_nothing_for_others() {
    let mut compared = 0;
    for (game, players) in
        [("games/hot-dog.rules", 3), ("games/greyhounds.rules", 3), ("examples/classics/hearts.rules", 4)]
    {
        for seed in 1..4 {
            let first = told_of_secret(game, players, seed, false).await;
            let last = told_of_secret(game, players, seed, true).await;
            assert_eq!(first, last, "{game}, seed {seed}");
            compared += usize::from(first.is_some());
        }
    }
    assert!(compared >= 6, "{compared} secret answers were compared");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_answer_is_confirmed_before_its_time() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 3, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links[..3]).await;
    let mut random = Seeded::new(1, 1);
    let mut secret = Vec::new();
    while secret.len() < 12 {
        let asked: Vec<usize> = (0..clients.len()).filter(|seat| clients[*seat].options() > 0).collect();
        let who = *asked.first().expect("somebody is asked");
        let option = random.below(clients[who].options());
        let begun = Instant::now();
        assert_eq!(clients[who].answer(option).await["t"], "ok");
        let took = begun.elapsed();
        // Whoever is asked last in such a block is asked alone.
        if asked.len() > 1 || secret.len() % 3 == 2 {
            secret.push(took);
        }
        for client in &mut clients {
            client.catch_up().await;
        }
    }
    // However busy the machine is, none can be sooner; how late they are is nothing for a test.
    assert!(secret.iter().all(|took| *took >= Duration::from_millis(5)), "{secret:?}");
}
