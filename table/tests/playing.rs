//! Games over real sockets: played to their ends by several browsers, and kept whatever happens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;
use std::time::Duration;

use crate::client::{Client, Server, catch_up, file_for, opening, opening_of};
use rulehound_interpreter::play::Seeded;
use rulehound_interpreter::script::{read, run};
use rulehound_table::{Store, Tables};
use rulehound_tests::load::load;
use serde_json::{Value, json};

/// Plays at random until the game is over or so many answers were given; how many it were.
async fn play(clients: &mut [Client], seed: u64, most: usize) -> usize {
    let mut random = Seeded::new(seed, 0);
    let mut given = 0;
    while given < most && !clients.iter().any(Client::is_over) {
        let Some(next) = clients.iter().position(|client| client.options() > 0) else {
            catch_up(clients).await;
            assert!(clients.iter().any(|client| client.options() > 0 || client.is_over()), "nobody is asked");
            continue;
        };
        let option = random.below(clients[next].options());
        let told = clients[next].answer(option).await;
        assert_eq!(told["t"], "ok", "{told}");
        given += 1;
        catch_up(clients).await;
    }
    given
}

/// Who wins if a script is run.
fn winners(script: &str) -> Vec<usize> {
    let script = read(script).unwrap_or_else(|findings| panic!("{findings:?}"));
    let model = load(Path::new(&script.game.text)).unwrap_or_else(|errors| panic!("{errors}"));
    let played = run(&script, model, &mut ());
    assert!(played.diagnostics.is_empty(), "{:?}", played.diagnostics);
    played.position.and_then(|position| position.outcome()).expect("it is over").winners()
}

/// One game, to its end; its record leads to the same end.
async fn to_the_end(game: &str, players: usize, seed: u64) {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening(game, players, seed)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    play(&mut clients, seed, 5_000).await;
    let over = clients[0].seen["over"].clone();
    assert!(!over.is_null(), "{game} ends");
    assert!(clients.iter().all(|client| client.seen["over"] == over), "{game}: all see the same end");
    clients[0].say(json!({ "t": "record" })).await;
    let record = loop {
        let told = clients[0].hear().await.expect("the record");
        if told["t"] == "record" {
            break told;
        }
    };
    let found: Vec<usize> = serde_json::from_value(over["winners"].clone()).expect("seats");
    assert_eq!(found, winners(record["script"].as_str().expect("a script")), "{game}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_to_their_ends_and_replay() {
    // Side by side, since browsers may answer only so fast.
    tokio::join!(
        to_the_end("games/hot-dog.rules", 4, 1),
        to_the_end("examples/classics/flea-market.rules", 4, 2),
        to_the_end("examples/classics/four-in-a-row.rules", 2, 3),
        to_the_end("examples/classics/liars-dice.rules", 4, 4),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_once_and_only_where_it_is_asked_for() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/backgammon.rules", 2, 3)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let next = clients.iter().position(|client| client.options() > 1).expect("somebody is asked");
    let question = clients[next].seen["ask"]["q"].as_u64().unwrap();
    let no = |told: Value, why: &str| assert_eq!((told["t"].as_str(), told["why"].as_str()), (Some("no"), Some(why)));
    no(clients[1 - next].answer_to(1, "x1", 0).await, "it is not your turn");
    no(clients[2].answer_to(1, "x2", 0).await, "those who look on do not answer");
    let many = clients[next].options();
    no(clients[next].answer_to(question, "x3", many).await, "there is no such option");
    no(clients[next].answer_to(question + 7, "x4", 0).await, "that question is over");
    no(clients[next].answer_to(question, "", 0).await, "an answer needs a name of its own");
    assert_eq!(clients[next].answer_to(question, "once", 0).await["t"], "ok");
    catch_up(&mut clients).await;
    let seen: Vec<Value> = clients.iter().map(|client| client.seen.clone()).collect();
    // Sent again, as after a lost connection, in a new connection too.
    assert_eq!(clients[next].answer_to(question, "once", 0).await["t"], "ok");
    let mut again = Client::sit(&server.host, &links[next]).await;
    assert_eq!(again.answer_to(question, "once", 0).await["t"], "ok");
    assert_eq!(again.seen, seen[next]);
    catch_up(&mut clients).await;
    assert_eq!(clients.iter().map(|client| client.seen.clone()).collect::<Vec<_>>(), seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_confirmed_is_there_when_the_server_comes_back() {
    let file = file_for("table");
    let (store, kept) = Store::file(&file).expect("a new file");
    assert!(kept.is_empty());
    let server = Server::start(Tables::new(store)).await;
    let links = server.tables.open(opening("games/greyhounds.rules", 3, 5)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let given = play(&mut clients, 5, 40).await;
    assert_eq!(given, 40);
    let taken = Store::file(&file).err().map(|trouble| trouble.to_string());
    assert_eq!(taken.as_deref(), Some("another server has the file of these tables open"));
    let before: Vec<Value> = clients.iter().map(|client| client.seen["scene"].clone()).collect();
    let stories: Vec<Vec<String>> = clients.iter().map(|client| client.story.clone()).collect();
    let lasts: Vec<String> = clients.iter().map(|client| client.last.clone()).collect();
    drop(clients);
    server.stop().await;
    let (store, kept) = loop {
        // The last thread that writes may still have the file.
        match Store::file(&file) {
            Ok(opened) => break opened,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let tables = Tables::new(store);
    tables.open_all(kept).expect("the table");
    let server = Server::start(tables).await;
    let mut clients = Client::sit_all(&server.host, &links).await;
    assert_eq!(clients.iter().map(|client| client.seen["scene"].clone()).collect::<Vec<_>>(), before);
    assert_eq!(clients.iter().map(|client| client.story.clone()).collect::<Vec<_>>(), stories);
    // An answer of before counts as given, and the game goes on.
    let who = clients.iter().position(|client| client.options() > 0).expect("somebody is asked");
    let question = clients[who].seen["ask"]["q"].as_u64().unwrap();
    assert_eq!(clients[who].answer_to(question, &lasts[who], 0).await["t"], "ok");
    catch_up(&mut clients).await;
    assert_eq!(clients.iter().map(|client| client.seen["scene"].clone()).collect::<Vec<_>>(), before);
    assert_eq!(play(&mut clients, 6, 10).await, 10);
    assert_ne!(clients.iter().map(|client| client.seen["scene"].clone()).collect::<Vec<_>>(), before);
    server.stop().await;
    std::fs::remove_dir_all(file.parent().expect("its folder")).expect("tidied up");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_at_their_seats() {
    let server = Server::in_memory().await;
    let mut opening = opening("examples/classics/tic-tac-toe.rules", 2, 1);
    opening.bots = vec![None, "mcts:200".parse().ok()];
    let links = server.tables.open(opening).expect("a table");
    assert!(links[1].bot);
    let mut ann = Client::sit(&server.host, &links[0]).await;
    while !ann.is_over() {
        if ann.options() > 0 {
            assert_eq!(ann.answer(0).await["t"], "ok");
        } else {
            ann.hear().await.expect("the bot answers");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_back_at_once_or_with_consent() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/four-in-a-row.rules", 2, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let scenes = |clients: &[Client]| clients.iter().map(|client| client.seen["scene"].clone()).collect::<Vec<_>>();
    let empty = scenes(&clients);
    assert_eq!(clients[0].answer(3).await["t"], "ok");
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    assert_eq!(scenes(&clients), empty);
    // Now somebody else has answered since: he is asked.
    assert_eq!(clients[0].answer(3).await["t"], "ok");
    catch_up(&mut clients).await;
    let one = scenes(&clients);
    assert_eq!(clients[1].answer(3).await["t"], "ok");
    catch_up(&mut clients).await;
    let two = scenes(&clients);
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[1].seen["extra"]["wish"], 0);
    assert_eq!(scenes(&clients), two);
    clients[1].say(json!({ "t": "agree", "yes": false })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[1].seen["extra"]["wish"], Value::Null);
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    clients[1].say(json!({ "t": "agree", "yes": true })).await;
    catch_up(&mut clients).await;
    assert_eq!(scenes(&clients), empty);
    assert_ne!(one, empty);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_answer_of_whoever_wishes_it_is_taken_back() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/four-in-a-row.rules", 2, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let stories = |clients: &[Client]| clients.iter().map(|client| client.story.clone()).collect::<Vec<_>>();
    let mut told = Vec::new();
    for option in [3, 3, 2, 2] {
        let who = clients.iter().position(|client| client.options() > 0).expect("somebody is asked");
        assert_eq!(clients[who].answer(option).await["t"], "ok");
        catch_up(&mut clients).await;
        told.push(stories(&clients));
    }
    assert_ne!(told[1], told[3]);
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    clients[1].say(json!({ "t": "agree", "yes": true })).await;
    catch_up(&mut clients).await;
    assert_eq!(stories(&clients), told[1]);
    assert!(clients[0].options() > 0, "she is asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_to_take_back_ends_when_somebody_plays_on() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/four-in-a-row.rules", 2, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    for who in [0, 1] {
        assert_eq!(clients[who].answer(3).await["t"], "ok");
        catch_up(&mut clients).await;
    }
    clients[0].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[1].seen["extra"]["wish"], 0);
    assert_eq!(clients[0].answer(2).await["t"], "ok");
    catch_up(&mut clients).await;
    assert!(clients.iter().all(|client| client.seen["extra"]["wish"].is_null()), "{}", clients[1].seen["extra"]);
    // Whoever agrees too late agrees to nothing.
    let story = clients[1].story.clone();
    for who in [0, 1] {
        clients[who].say(json!({ "t": "agree", "yes": true })).await;
        catch_up(&mut clients).await;
    }
    assert_eq!(clients[1].story, story);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_chance_everybody_is_asked_before_an_answer_is_taken_back() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/backgammon.rules", 2, 3)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    let who = clients.iter().position(|client| client.options() > 0).expect("somebody is asked");
    // Until the other one has rolled.
    while clients[1 - who].options() == 0 {
        assert_eq!(clients[who].answer(0).await["t"], "ok");
        catch_up(&mut clients).await;
    }
    let story = clients[who].story.clone();
    clients[who].say(json!({ "t": "undo" })).await;
    catch_up(&mut clients).await;
    assert_eq!(clients[1 - who].seen["extra"]["wish"], who);
    assert_eq!(clients[who].story, story);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_against_bots_alone_takes_back_without_asking() {
    let server = Server::in_memory().await;
    let mut opening = opening("examples/classics/tic-tac-toe.rules", 2, 1);
    opening.bots = vec![None, "random".parse().ok()];
    let links = server.tables.open(opening).expect("a table");
    let mut ann = Client::sit(&server.host, &links[0]).await;
    assert_eq!(ann.options(), 9);
    assert_eq!(ann.answer(0).await["t"], "ok");
    while ann.options() != 7 {
        ann.hear().await.expect("the bot answers");
    }
    ann.say(json!({ "t": "undo" })).await;
    ann.catch_up().await;
    assert_eq!((ann.options(), &ann.seen["extra"]["wish"]), (9, &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_secrets_is_a_script_before_it_is_over() {
    for (game, open) in [("examples/classics/tic-tac-toe.rules", true), ("games/hot-dog.rules", false)] {
        let server = Server::in_memory().await;
        let links = server.tables.open(opening(game, 2, 1)).expect("a table");
        let mut clients = Client::sit_all(&server.host, &links).await;
        play(&mut clients, 1, 2).await;
        clients[0].say(json!({ "t": "record" })).await;
        let told = clients[0].told("record").await;
        assert_eq!((told["script"].is_string(), told["why"].is_string()), (open, !open), "{game}: {told}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_asked_the_same_again_answers_once_by_a_double_click() {
    let rules = "game \"Same\"\nplayers Ann, Ben\nphase play {\n  \
                 repeat 3 { turn of Ann { choose n in 1..2 as \"say {n}\" } }\n  win nobody\n}\n";
    let server = Server::in_memory().await;
    let links = server.tables.open(opening_of(rules, 1)).expect("a table");
    let mut ann = Client::sit(&server.host, &links[0]).await;
    let asked = ann.seen["ask"].clone();
    let question = asked["q"].as_u64().unwrap();
    assert_eq!(ann.answer_to(question, "one", 0).await["t"], "ok");
    ann.catch_up().await;
    assert_eq!(ann.seen["ask"]["of"], asked["of"], "it reads the same");
    let told = ann.answer_to(question, "two", 0).await;
    assert_eq!((told["t"].as_str(), told["why"].as_str()), (Some("no"), Some("that question is over")));
    assert_eq!(ann.answer(0).await["t"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_open_top_of_a_pile_is_shown() {
    let rules = r#"
game "Pile"
players Ann, Ben
component Card as "card {value}" { value : 1..3  make v in 1..3 : value = v }
pile deck : Card seen by nobody, top seen by all
phase play {
  move all Card from box to deck
  shuffle deck
  turn of Ann { choose n in 1..2 as "say {n}" }
  win nobody
}
"#;
    let server = Server::in_memory().await;
    let links = server.tables.open(opening_of(rules, 1)).expect("a table");
    for client in Client::sit_all(&server.host, &links).await {
        let deck = &client.seen["scene"]["common"][0];
        assert_eq!((&deck["name"], &deck["hidden"][0]["count"]), (&json!("deck"), &json!(3)), "{deck}");
        assert!(deck["top"]["words"].as_str().is_some_and(|words| words.starts_with("card ")), "{deck}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn why_not_is_answered_with_the_rule() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/four-in-a-row.rules", 2, 1)).expect("a table");
    let mut clients = Client::sit_all(&server.host, &links).await;
    for _ in 0..6 {
        let who = clients.iter().position(|client| client.options() > 0).unwrap();
        let words = clients[who].seen["ask"]["of"]["words"].as_array().unwrap().clone();
        let first =
            words.iter().position(|words| words.as_str() == clients[who].seen["ask"]["of"]["words"][0].as_str());
        assert_eq!(clients[who].answer(first.unwrap()).await["t"], "ok");
        catch_up(&mut clients).await;
    }
    let who = clients.iter().position(|client| client.options() > 0).unwrap();
    assert_eq!(clients[who].options(), 6, "a column is full");
    clients[who].say(json!({ "t": "why", "q": 1, "what": ["a"] })).await;
    let told = loop {
        let told = clients[who].hear().await.unwrap();
        if told["t"] == "why" {
            break told;
        }
    };
    assert!(told["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{told}");
}
