//! The network is cut again and again, and nobody is told: not the browser, not the server. Nothing gets stuck, and no answer counts twice.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use crate::client::{Client, Server, opening};
use crate::relay::Relay;
use rulehound_interpreter::play::Seeded;
use rulehound_table::{Link, Store, Tables};
use serde_json::{Value, json};

/// So often it is cut.
const CUTS: usize = 200;

/// The network comes back, and the browser with it.
async fn comes_back(client: &mut Client, host: &str, link: &Link) {
    *client = Client::sit(host, link).await;
}

/// What is confirmed of an answer of this name; nothing if the network was cut before that was heard.
async fn confirmed(client: &mut Client, id: &str, within: Duration) -> Option<Value> {
    let until = tokio::time::Instant::now() + within;
    loop {
        let told = client.hear_within(until.saturating_duration_since(tokio::time::Instant::now())).await?;
        if told["id"] == id {
            return Some(told);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_is_cut_two_hundred_times_loses_nothing_and_counts_nothing_twice() {
    let relay = Relay::new().await;
    let host = relay.host.clone();
    let (server, port) = Server::behind(&host, Tables::new(Store::memory().expect("memory"))).await;
    let cuts = relay.lead_to(port);
    let links = server.tables.open(opening("games/backgammon.rules", 2, 3)).expect("a table");
    let mut clients = Client::sit_all(&host, &links[..2]).await;
    // The same game at another table, whose network is never cut: each answer is given there once.
    let calm_links = server.tables.open(opening("games/backgammon.rules", 2, 3)).expect("a table");
    let mut calm = Client::sit_all(&format!("127.0.0.1:{port}"), &calm_links[..2]).await;
    let mut random = Seeded::new(11, 1);
    let mut unheard = 0;
    for round in 0..CUTS {
        for client in &mut clients {
            client.catch_up().await;
        }
        let Some(who) = clients.iter().position(|client| client.options() > 0) else {
            assert!(clients[0].is_over(), "somebody is asked");
            for client in [&mut clients[0], &mut calm[0]] {
                client.say(json!({ "t": "again" })).await;
                client.catch_up().await;
            }
            continue;
        };
        let question = clients[who].seen["ask"]["q"].clone();
        let (id, option) = (format!("cut{round}"), random.below(clients[who].options()));
        let answer = json!({ "t": "answer", "q": question, "id": id, "o": option });
        // Before the answer gets there, while it is on its way, or while it is confirmed.
        if round % 3 == 0 {
            cuts.cut();
        }
        clients[who].say(answer.clone()).await;
        if round % 3 == 1 {
            tokio::time::sleep(Duration::from_millis(random.below(6) as u64)).await;
            cuts.cut();
        }
        let told = confirmed(&mut clients[who], &id, Duration::from_millis(30)).await;
        if round % 3 == 2 {
            cuts.cut();
        }
        unheard += usize::from(told.is_none());
        // Who decides is back first, or whoever does not.
        let (first, second) = if round % 2 == 0 { (who, 1 - who) } else { (1 - who, who) };
        comes_back(&mut clients[first], &host, &links[first]).await;
        comes_back(&mut clients[second], &host, &links[second]).await;
        // What was not confirmed is sent once more; so may be what was.
        clients[who].say(answer).await;
        let told = confirmed(&mut clients[who], &id, Duration::from_secs(20)).await.expect("it is confirmed");
        assert_eq!(told["t"], "ok", "{round}: {told}");
        calm[1 - who].catch_up().await;
        calm[who].catch_up().await;
        assert_eq!(calm[who].answer(option).await["t"], "ok");
        for (cut, calm) in clients.iter_mut().zip(&mut calm) {
            cut.catch_up().await;
            calm.catch_up().await;
            assert_eq!((&cut.seen["scene"], &cut.story), (&calm.seen["scene"], &calm.story), "{round}");
        }
    }
    assert!(unheard >= CUTS / 4, "{unheard} were not heard");
}
