//! A table that is set up in the browser: one link, then a link for everybody.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use crate::client::{Client, Server, file_for, opening};
use rulehound_table::{Link, Store, Tables};
use serde_json::{Value, json};

async fn enter(host: &str, link: &Link) -> Client {
    let mut client = Client::connect(host).await;
    client.say(json!({ "t": "sit", "table": link.table, "key": link.key.as_str() })).await;
    client
}

fn chairs(names: &[(&str, Option<&str>)]) -> Value {
    names.iter().map(|(name, bot)| json!({ "name": name, "bot": bot })).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_link_says_who_plays_and_everybody_gets_a_link() {
    let server = Server::in_memory().await;
    let link = server.tables.open_lobby(opening("games/greyhounds.rules", 3, 1)).expect("a lobby");
    let mut host = enter(&server.host, &link).await;
    let lobby = host.told("lobby").await;
    assert_eq!((lobby["least"].as_u64(), lobby["longest"].as_u64()), (Some(3), Some(30)));
    let settings = lobby["settings"].as_array().unwrap();
    let names: Vec<&str> = settings.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["lap", "ties_of_1985", "ties_by_third"]);
    assert_eq!((&settings[0]["range"], &settings[0]["usual"]), (&json!([10, 60]), &json!("30")));
    assert_eq!((&settings[1]["choices"][0][0], &settings[1]["usual"]), (&json!("yes"), &json!("no")));
    assert!(settings[0]["doc"].as_str().is_some_and(|doc| !doc.is_empty()));
    // What cannot be played is refused in words, and can be mended.
    let long = "x".repeat(31);
    for (players, set, why) in [
        (chairs(&[("Ann", None), ("Ben", None)]), json!({}), "cannot play this game"),
        (chairs(&[("Ann", None), ("ann", None), ("Dan", None)]), json!({}), "two players are called"),
        (chairs(&[("Ann", None), (long.as_str(), None), ("Dan", None)]), json!({}), "too long"),
        (chairs(&[("Ann", None), (" ", None), ("Dan", None)]), json!({}), "everybody needs a name"),
        (chairs(&[("Ann Lee", None), ("Ben", None), ("Dan", None)]), json!({}), "by one word; write `Ann_Lee`"),
        (chairs(&[("Ann", None), ("B\u{202e}en", None), ("Dan", None)]), json!({}), "may hold letters"),
        (chairs(&[("Ann", None), ("B\u{7}en", None), ("Dan", None)]), json!({}), "may hold letters"),
        (chairs(&[("Ann", None), ("Ben", None), ("Dan", None)]), json!({ "lap": "9" }), "a number from 10 to 60"),
        (chairs(&[("Ann", None), ("Ben", None), ("Dan", None)]), json!({ "lop": "9" }), "there is no setting `lop`"),
        (
            chairs(&[("Ann", Some("easy")), ("Ben", None), ("Dan", None)]),
            json!({}),
            "a bot cannot play at your own seat",
        ),
    ] {
        host.say(json!({ "t": "begin", "players": players, "settings": set, "me": 0 })).await;
        let told = host.told("refused").await;
        assert!(told["why"].as_str().is_some_and(|said| said.contains(why)), "{why}: {told}");
    }
    let players = chairs(&[("Cleo", Some("easy")), ("Dan", None), ("Eve", None)]);
    host.say(json!({ "t": "begin", "players": players, "settings": { "lap": "12" }, "me": 2 })).await;
    let begun = host.told("begun").await;
    // The host goes on where he is, at his seat.
    host.told("hello").await;
    assert_eq!((&host.hello["you"], &host.hello["host"]), (&json!(2), &json!(true)));
    assert_eq!(host.hello["players"], json!(["Cleo", "Dan", "Eve"]));
    host.told("all").await;
    assert_eq!(host.seen["extra"]["bots"], json!(["easy", null, null]));
    let seats: Vec<Option<u64>> = begun["links"].as_array().unwrap().iter().map(|one| one["seat"].as_u64()).collect();
    assert_eq!(seats, [Some(0), Some(1), None]);
    let dan = Client::sit_as(&server.host, &link.table, begun["links"][1]["key"].as_str().unwrap()).await.unwrap();
    assert_eq!((&dan.hello["you"], &dan.hello["host"]), (&json!(1), &json!(false)));
    // His link is the host's for good.
    let again = Client::sit(&server.host, &link).await;
    assert_eq!((&again.hello["you"], &again.hello["host"]), (&json!(2), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_may_look_on() {
    let server = Server::in_memory().await;
    let link = server.tables.open_lobby(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a lobby");
    let mut host = enter(&server.host, &link).await;
    let players = chairs(&[("Ann", Some("random")), ("Ben", Some("random"))]);
    host.say(json!({ "t": "begin", "players": players, "settings": {}, "me": null })).await;
    let begun = host.told("begun").await;
    assert_eq!(begun["links"].as_array().unwrap().len(), 3);
    host.told("hello").await;
    assert_eq!((&host.hello["you"], &host.hello["host"]), (&Value::Null, &json!(true)));
    // The bots play, without anybody at a seat; then somebody gets one of them.
    while !host.is_over() {
        host.hear().await.expect("the bots play");
    }
    assert_eq!(host.answer_to(1, "x", 0).await["t"], "no");
    host.say(json!({ "t": "bot", "seat": 1, "level": null })).await;
    host.say(json!({ "t": "again" })).await;
    let mut ben = Client::sit_as(&server.host, &link.table, begun["links"][1]["key"].as_str().unwrap()).await.unwrap();
    while ben.options() == 0 {
        ben.hear().await.expect("it is his turn");
    }
    assert_eq!(ben.answer(0).await["t"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_may_have_thirty_letters_whatever_they_are() {
    let server = Server::in_memory().await;
    let link = server.tables.open_lobby(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a lobby");
    let mut host = enter(&server.host, &link).await;
    host.told("lobby").await;
    let begin = |name: &str| {
        let players = chairs(&[(name, None), ("Ben", None)]);
        json!({ "t": "begin", "players": players, "settings": {}, "me": 0 })
    };
    host.say(begin(&"é".repeat(31))).await;
    assert!(host.told("refused").await["why"].as_str().is_some_and(|why| why.contains("too long")));
    let name = "é".repeat(30);
    host.say(begin(&name)).await;
    host.told("hello").await;
    assert_eq!(host.hello["players"], json!([name, "Ben"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_set_before_stands_there_when_a_table_is_set_up() {
    let server = Server::in_memory().await;
    let mut opening = opening("games/greyhounds.rules", 3, 1);
    opening.table.settings.insert("lap".to_owned(), "12".to_owned());
    let link = server.tables.open_lobby(opening).expect("a lobby");
    let lobby = enter(&server.host, &link).await.told("lobby").await;
    let told = [0, 1].map(|at: usize| ["value", "usual"].map(|name| &lobby["settings"][at][name]));
    assert_eq!(told, [["12", "30"], ["no", "no"]], "{lobby}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_set_up_once_and_by_nobody_else() {
    let server = Server::in_memory().await;
    let link = server.tables.open_lobby(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a lobby");
    let mut stranger = Client::connect(&server.host).await;
    stranger.say(json!({ "t": "sit", "table": link.table, "key": "0".repeat(32) })).await;
    assert_eq!(stranger.hear().await, None);
    let (mut one, mut other) = (enter(&server.host, &link).await, enter(&server.host, &link).await);
    one.told("lobby").await;
    other.told("lobby").await;
    let mut nonsense = enter(&server.host, &link).await;
    nonsense.told("lobby").await;
    nonsense
        .say(json!({ "t": "begin", "players": [{ "name": "Ann", "bot": "mcts:1000000" }], "settings": {}, "me": 0 }))
        .await;
    assert_eq!(nonsense.hear().await, None);
    let begin = json!({ "t": "begin", "players": chairs(&[("Ann", None), ("Ben", None)]), "settings": {}, "me": 0 });
    one.say(begin.clone()).await;
    one.told("begun").await;
    // The other browser is let go, and is at the table when it comes back.
    assert_eq!(other.hear().await, None);
    let again = Client::sit(&server.host, &link).await;
    assert_eq!(again.hello["you"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_is_there_when_the_server_comes_back() {
    let file = file_for("lobby");
    let (store, _) = Store::file(&file).expect("a new file");
    let tables = Tables::new(store);
    let link = tables.open_lobby(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a lobby");
    drop(tables);
    // First it waits still, then it has begun.
    for begun in [false, true] {
        let server = again(&file).await;
        let mut host = enter(&server.host, &link).await;
        if begun {
            host.told("all").await;
            assert_eq!(host.hello["host"], true);
        } else {
            host.told("lobby").await;
            let players = chairs(&[("Ann", Some("easy")), ("Ben", None)]);
            host.say(json!({ "t": "begin", "players": players, "settings": {}, "me": 1 })).await;
            host.told("begun").await;
        }
        drop(host);
        server.stop().await;
    }
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

/// A server for what is kept there.
async fn again(file: &std::path::Path) -> Server {
    let (store, kept) = loop {
        // The last thread that writes may still have the file.
        match Store::file(file) {
            Ok(opened) => break opened,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    assert_eq!(kept.len(), 1);
    let tables = Tables::new(store);
    tables.open_all(kept).expect("the table");
    Server::start(tables).await
}
