//! Seats while a game runs: bots take them over and give them back, and the host has new links made.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use crate::client::{Client, Server, file_for, opening, opening_of};
use rulehound_table::{Store, Tables};
use serde_json::{Value, json};

/// What a request is answered with that is refused in words.
async fn refused(client: &mut Client, what: Value) -> String {
    client.say(what).await;
    client.told("said").await["why"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_takes_a_seat_over_and_gives_it_back() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/backgammon.rules", 2, 3)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let hosts: Vec<&Value> = clients.iter().map(|client| &client.hello["host"]).collect();
    assert_eq!(hosts, [true, false, false]);
    let who = clients.iter().position(|client| client.options() > 0).expect("somebody is asked");
    let other = 1 - who;
    let seats = "only the host and whoever sits there can say who plays there";
    // Those who look on, and whoever sits elsewhere and is no host, have no say.
    assert_eq!(refused(&mut clients[2], json!({ "t": "bot", "seat": who, "level": "easy" })).await, seats);
    assert_eq!(refused(&mut clients[1], json!({ "t": "bot", "seat": 0, "level": "easy" })).await, seats);
    // Whoever is asked has a bot answer: all see that a bot sits there, and the game goes on without him.
    clients[who].say(json!({ "t": "bot", "seat": who, "level": "random" })).await;
    for client in &mut clients {
        while client.seen["extra"]["bots"][who] != "random" {
            client.hear().await.expect("the bot");
        }
    }
    assert_eq!(clients[who].options(), 0);
    while clients[other].options() == 0 {
        clients[other].hear().await.expect("the bot answers");
    }
    let answered = clients[who].answer_to(1, "mine", 0).await;
    assert_eq!(answered["why"], "a bot plays here");
    // Back, and asked again as soon as it is his turn.
    clients[who].say(json!({ "t": "bot", "seat": who, "level": null })).await;
    clients[who].catch_up().await;
    assert_eq!(clients[who].seen["extra"]["bots"], json!([null, null]));
    while clients[who].options() == 0 {
        if clients[other].options() > 0 {
            assert_eq!(clients[other].answer(0).await["t"], "ok");
        }
        clients[other].catch_up().await;
        clients[who].catch_up().await;
    }
    assert_eq!(clients[who].answer(0).await["t"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_bot_thinks_is_dropped_when_its_seat_is_taken_back() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a table");
    let mut ann = Client::sit(&server.host, &links[0]).await;
    ann.say(json!({ "t": "bot", "seat": 0, "level": "strong" })).await;
    ann.say(json!({ "t": "bot", "seat": 0, "level": null })).await;
    ann.catch_up().await;
    let before = ann.seen["scene"].clone();
    // Longer than a bot waits and thinks.
    tokio::time::sleep(Duration::from_secs(3)).await;
    ann.catch_up().await;
    assert_eq!(ann.seen["scene"], before);
    assert_eq!(ann.answer(0).await["t"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_takes_over_in_a_game_with_secrets_knows_what_its_seat_saw() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/hearts.rules", 4, 2)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    for _ in 0..8 {
        if let Some(next) = (0..4).find(|seat| clients[*seat].options() > 0) {
            assert_eq!(clients[next].answer(0).await["t"], "ok");
        }
        for client in &mut clients {
            client.catch_up().await;
        }
    }
    for seat in 0..4 {
        clients[0].say(json!({ "t": "bot", "seat": seat, "level": "easy" })).await;
    }
    let told = clients[0].story.len();
    while clients[0].story.len() < told + 20 {
        clients[0].hear().await.expect("the bots play");
    }
    assert_eq!(clients[0].seen["extra"]["fault"], Value::Null);
}

/// Ben's card lay open before he drew it, the others have gone where nobody sees them since.
const GUESS: &str = r#"
game "Guess"
players Ann, Ben
component Card as "card {value}" { value : 1..30  make v in 1..30 : value = v }
zone deck : Card seen by nobody
zone hand of each player : Card seen by owner
phase play {
  draw 1 from box to Ben.hand
  move all Card from box to deck
  turn of Ben { choose n in 1..2 as "say {n}" }
  turn of Ann {
    choose n in 1..30 as "guess {n}"
    if any c in Ben.hand : c.value = n { win Ann } else { win Ben }
  }
}
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_takes_over_remembers_what_happened_before() {
    for seed in 1..4 {
        let server = Server::in_memory().await;
        let links = server.tables.open(opening_of(GUESS, seed)).expect("a table");
        let mut ann = Client::sit(&server.host, &links[0]).await;
        let mut ben = Client::sit(&server.host, &links[1]).await;
        ann.say(json!({ "t": "bot", "seat": 0, "level": "medium" })).await;
        ann.catch_up().await;
        ben.catch_up().await;
        assert_eq!(ben.answer(0).await["t"], "ok");
        while !ben.is_over() {
            ben.hear().await.expect("the bot answers");
        }
        assert_eq!(ben.seen["over"]["winners"], json!([0]), "seed {seed}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_link_ends_the_old_one() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 3, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let mut twice = Client::sit(&server.host, &links[1]).await;
    let only = "only the host gives out new links";
    assert_eq!(refused(&mut clients[1], json!({ "t": "renew", "seat": 1 })).await, only);
    assert_eq!(refused(&mut clients[3], json!({ "t": "renew", "seat": null })).await, only);
    assert_eq!(refused(&mut clients[0], json!({ "t": "renew", "seat": 9 })).await, "there is no such seat");
    clients[0].say(json!({ "t": "renew", "seat": 1 })).await;
    let new = clients[0].told("link").await;
    let key = new["key"].as_str().unwrap().to_owned();
    assert_eq!((new["seat"].as_u64(), key.len()), (Some(1), 32));
    // Whoever came with the old link is let go, in every browser, and does not come back with it.
    for gone in [&mut clients[1], &mut twice] {
        gone.say(json!({ "t": "bot", "seat": 1, "level": "easy" })).await;
        while gone.hear().await.is_some() {}
    }
    assert!(Client::sit_as(&server.host, &links[1].table, links[1].key.as_str()).await.is_none());
    let ben = Client::sit_as(&server.host, &links[1].table, &key).await.expect("the new link");
    assert_eq!((&ben.hello["you"], &ben.hello["host"]), (&json!(1), &json!(false)));
    assert_eq!(ben.seen["extra"]["bots"], json!([null, null, null]));
    // Nobody else hears of a key, not even that there is a new one.
    for seat in [2, 3] {
        assert_eq!(clients[seat].catch_up().await, Vec::<Value>::new());
    }
    // The link of those who look on, and that of the host, who learns the new one before the old one ends.
    clients[0].say(json!({ "t": "renew", "seat": null })).await;
    let look = clients[0].told("link").await;
    assert_eq!(clients[3].hear().await, None);
    let onlooker = Client::sit_as(&server.host, &links[3].table, look["key"].as_str().unwrap()).await.expect("a look");
    assert_eq!(onlooker.hello["you"], Value::Null);
    clients[0].say(json!({ "t": "renew", "seat": 0 })).await;
    let own = clients[0].told("link").await;
    assert_eq!(clients[0].hear().await, None);
    let host = Client::sit_as(&server.host, &links[0].table, own["key"].as_str().unwrap()).await.expect("the host");
    assert_eq!(host.hello["host"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_and_new_links_are_there_when_the_server_comes_back() {
    let file = file_for("seats");
    let (store, _) = Store::file(&file).expect("a new file");
    let server = Server::start(Tables::new(store)).await;
    let mut opening = opening("examples/classics/four-in-a-row.rules", 2, 5);
    opening.bots = vec!["easy".parse().ok(), None];
    let links = server.tables.open(opening).expect("a table");
    // The first link that is given out is the host's, and stays so whatever bots do.
    let mut ben = Client::sit(&server.host, &links[1]).await;
    assert_eq!(ben.hello["host"], true);
    ben.say(json!({ "t": "bot", "seat": 0, "level": null })).await;
    ben.say(json!({ "t": "renew", "seat": 0 })).await;
    let key = ben.told("link").await["key"].as_str().unwrap().to_owned();
    ben.say(json!({ "t": "bot", "seat": 1, "level": "random" })).await;
    ben.catch_up().await;
    let bots = ben.seen["extra"]["bots"].clone();
    assert_eq!(bots, json!([null, "random"]));
    drop(ben);
    server.stop().await;
    let (store, kept) = loop {
        match Store::file(&file) {
            Ok(opened) => break opened,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let tables = Tables::new(store);
    tables.open_all(kept).expect("the table");
    let server = Server::start(tables).await;
    assert!(Client::sit_as(&server.host, &links[0].table, links[0].key.as_str()).await.is_none());
    let ann = Client::sit_as(&server.host, &links[0].table, &key).await.expect("the new link");
    let ben = Client::sit(&server.host, &links[1]).await;
    assert_eq!((&ann.hello["host"], &ben.hello["host"]), (&json!(false), &json!(true)));
    assert_eq!(ann.seen["extra"]["bots"], bots);
    drop((ann, ben));
    server.stop().await;
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}
