//! Who is let in, and what becomes of those who misbehave.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use crate::client::{Client, Server, opening};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// The answer to a request, head and all.
async fn got(host: &str, path: &str, named: &str) -> String {
    let mut stream = TcpStream::connect(host).await.expect("the server");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("it is answered");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_for_this_server_alone_and_say_what_they_may_do() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 2, 1)).expect("a table");
    let table = format!("/t/{}", links[0].table);
    let rules = format!("{table}/rules");
    for path in ["/", table.as_str(), rules.as_str(), "/page/table.js", "/page/lit-html.js", "/ws", "/nothing"] {
        let foreign = got(&server.host, path, "evil.example").await;
        assert!(foreign.starts_with("HTTP/1.1 421"), "{path}: {foreign}");
        let own = got(&server.host, path, &server.host).await;
        let head = own.split("\r\n\r\n").next().unwrap().to_lowercase();
        for wanted in
            ["content-security-policy: default-src 'none'", "nosniff", "no-referrer", "no-store", "same-origin"]
        {
            assert!(head.contains(wanted), "{path} lacks {wanted}: {head}");
        }
        assert!(!head.contains("set-cookie"), "{path}: {head}");
        assert!(!own.contains(links[0].key.as_str()), "{path} tells a key");
    }
    assert!(got(&server.host, &table, &server.host).await.starts_with("HTTP/1.1 200"));
    assert!(got(&server.host, "/t/0000", &server.host).await.starts_with("HTTP/1.1 404"));
    assert!(got(&server.host, "/page/../Cargo.toml", &server.host).await.starts_with("HTTP/1.1 404"));
    assert!(got(&server.host, &rules, &server.host).await.contains("<h1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_go_packed_to_whoever_can_unpack_them() {
    let server = Server::in_memory().await;
    for (accepts, packed) in [("gzip, deflate, br", true), ("identity", false), ("gzip;q=0", false)] {
        let named = format!("{}\r\nAccept-Encoding: {accepts}", server.host);
        let answer = got(&server.host, "/page/table.js", &named).await;
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200"), "{accepts}: {head}");
        assert_eq!(head.to_lowercase().contains("content-encoding: gzip"), packed, "{accepts}: {head}");
        assert_eq!(body.contains("import"), !packed, "{accepts}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_others_do_not_connect() {
    let server = Server::in_memory().await;
    let port = server.host.rsplit(':').next().unwrap();
    for origin in [
        None,
        Some("http://evil.example".to_owned()),
        Some("null".to_owned()),
        Some(format!("http://evil.example:{port}")),
    ] {
        let refused = Client::connect_from(&server.host, origin.as_deref()).await.err();
        assert!(refused.as_deref().is_some_and(|why| why.contains("403")), "{origin:?}: {refused:?}");
    }
    assert!(Client::connect_from(&server.host, Some(&format!("http://{}", server.host))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_key_or_talks_nonsense_goes() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 2, 1)).expect("a table");
    let table = &links[0].table;
    let guessed = "0".repeat(32);
    for first in [
        json!({ "t": "sit", "table": table, "key": guessed }),
        json!({ "t": "sit", "table": "other", "key": links[0].key.as_str() }),
        json!({ "t": "sit", "table": table, "key": links[0].key.as_str(), "more": 1 }),
        json!({ "t": "answer", "q": 1, "id": "x", "o": 0 }),
        json!([[[[[[]]]]]]),
    ] {
        let mut client = Client::connect(&server.host).await;
        client.say(first.clone()).await;
        assert_eq!(client.hear().await, None, "{first}");
    }
    // Somebody who sits and then talks nonsense, or too much, goes; the others stay.
    let mut ben = Client::sit(&server.host, &links[1]).await;
    for nonsense in [
        Message::text("{"),
        Message::text("x".repeat(20_000)),
        Message::binary(vec![0; 10]),
        Message::text("[".repeat(15_000)),
    ] {
        let mut client = Client::sit(&server.host, &links[0]).await;
        client.send(nonsense).await;
        assert_eq!(client.hear().await, None);
    }
    ben.say(json!({ "t": "ping" })).await;
    assert_eq!(ben.hear().await.expect("still there")["t"], "pong");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_says_nothing_goes() {
    let server = Server::in_memory().await;
    let begun = Instant::now();
    let mut client = Client::connect(&server.host).await;
    assert_eq!(client.hear().await, None);
    let after = begun.elapsed();
    assert!(after > Duration::from_secs(4) && after < Duration::from_secs(8), "{after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_shown_in_the_eight_browsers_that_were_heard_last() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 2, 1)).expect("a table");
    let mut here = Vec::new();
    for _ in 0..8 {
        here.push(Client::sit(&server.host, &links[0]).await);
    }
    // All but the third say something after they have come; of a network that is cut nothing more is heard.
    for (number, client) in here.iter_mut().enumerate() {
        if number != 2 {
            client.catch_up().await;
        }
    }
    let mut ninth = Client::sit(&server.host, &links[0]).await;
    assert_eq!(here[2].hear().await.expect("a word")["t"], "elsewhere");
    assert_eq!(here[2].hear().await, None);
    for (number, client) in here.iter_mut().enumerate() {
        if number != 2 {
            client.catch_up().await;
        }
    }
    ninth.catch_up().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_look_on_at_most() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 2, 1)).expect("a table");
    let public = &links[2];
    let mut here = Vec::new();
    for _ in 0..50 {
        here.push(Client::sit(&server.host, public).await);
    }
    let mut late = Client::connect(&server.host).await;
    late.say(json!({ "t": "sit", "table": public.table, "key": public.key.as_str() })).await;
    assert_eq!(late.hear().await, None);
    for client in &mut here {
        client.catch_up().await;
    }
    drop(here.pop());
    tokio::time::sleep(Duration::from_millis(100)).await;
    Client::sit(&server.host, public).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("games/hot-dog.rules", 2, 1)).expect("a table");
    let mut client = Client::sit(&server.host, &links[0]).await;
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(client.hear().await.expect("a word")["t"], "bye");
    assert_eq!(client.hear().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_quiet_may_not_say_more_at_once_for_that() {
    let server = Server::in_memory().await;
    let links = server.tables.open(opening("examples/classics/tic-tac-toe.rules", 2, 1)).expect("a table");
    let mut ann = Client::sit(&server.host, &links[0]).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let begun = Instant::now();
    for _ in 0..20 {
        ann.say(json!({ "t": "record" })).await;
    }
    for _ in 0..20 {
        ann.told("record").await;
    }
    // Each may come every 200 ms, and so much as comes within two seconds at once.
    assert!(begun.elapsed() > Duration::from_millis(1_900), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_can_be_read_while_a_table_is_still_to_be_set_up() {
    let server = Server::in_memory().await;
    let link = server.tables.open_lobby(opening("games/hot-dog.rules", 2, 1)).expect("a lobby");
    let page = got(&server.host, &format!("/t/{}/rules", link.table), &server.host).await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<h1"), "{page}");
    let none = got(&server.host, "/t/0000/rules", &server.host).await;
    assert!(none.starts_with("HTTP/1.1 404"), "{none}");
}

/// Stands in for a process that plays strangers' rules: it opens a table of mended ones, and greets whoever comes.
#[cfg(unix)]
const PLAYS: &str = r#"
read -r table
case "$table" in
  *mended*) ;;
  *) printf '%s\n' '{"t":"broken","why":"they do not begin"}'; exit ;;
esac
while read -r order; do
  number=$(printf '%s\n' "$order" | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
  case "$order" in
    '{"t":"change"'*) printf '{"t":"changed","asked":%s,"kept":{"Ok":"stands"}}\n' "$number" ;;
    '{"t":"text"'*) printf '{"t":"text","socket":%s,"text":"{\\"t\\":\\"hello\\"}"}\n' "$number" ;;
  esac
done
"#;

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_rules_were_given_up_is_open_again_once_they_are_mended() {
    use rulehound_interpreter::model::Source;
    use rulehound_table::{Guard, Kept, Store, Tables, Unread};

    let guard = Guard::new("/bin/sh".into(), vec!["-c".into(), PLAYS.into()], |_| false);
    let server = Server::start(Tables::guarded(Store::memory().expect("memory"), guard)).await;
    let unread = Unread {
        name: "game.rules".to_owned(),
        sources: vec![("game.rules".to_owned(), "wrong".to_owned())],
        players: vec!["Ann".to_owned(), "Ben".to_owned()],
        ..Unread::default()
    };
    let links = server.tables.open_apart(&unread).expect("a table");
    let sit = json!({ "t": "sit", "table": links[0].table, "key": links[0].key.as_str() });
    // Whoever comes first learns why, and everybody after that at once.
    for kind in ["said", "stopped"] {
        let mut ann = Client::connect(&server.host).await;
        ann.say(sit.clone()).await;
        let told = ann.told(kind).await;
        assert!(told["why"].as_str().is_some_and(|why| why.contains("they do not begin")), "{told}");
        assert_eq!(ann.hear().await, None);
    }
    let (tables, table) = (server.tables.clone(), links[0].table.clone());
    let mended = vec![Source { name: "game.rules".to_owned(), text: "mended".to_owned() }];
    let changed = tokio::task::spawn_blocking(move || tables.change_apart(&table, mended)).await.expect("it is done");
    assert_eq!(changed.expect("they are taken"), Kept::Stands);
    let mut ann = Client::connect(&server.host).await;
    ann.say(sit).await;
    ann.told("hello").await;
}
