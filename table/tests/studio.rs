//! The studio over a real socket: what is typed is found wrong or played at once, and nothing outside the folder is touched.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::client::{Client, Server};
use rulehound_interpreter::model::Source;
use rulehound_table::{Link, Shelf, Store, Studio, Tables};
use serde_json::{Value, json};

const GAME: &str = include_str!("../../cli/src/command/new/first.rules");
const SCRIPT: &str = include_str!("../../cli/src/command/new/first.yaml");

/// Files in memory.
#[derive(Clone, Default)]
struct Files(Arc<Mutex<BTreeMap<String, String>>>);

impl Files {
    fn text(&self, name: &str) -> Option<String> {
        self.0.lock().unwrap().get(name).cloned()
    }
}

impl Shelf for Files {
    fn list(&mut self) -> Vec<String> {
        self.0.lock().unwrap().keys().cloned().collect()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        self.text(name).ok_or_else(|| "there is no such file".to_owned())
    }

    fn write(&mut self, name: &str, text: &str, new: bool) -> Result<(), String> {
        let mut files = self.0.lock().unwrap();
        if new && files.contains_key(name) {
            return Err("it is there already".to_owned());
        }
        files.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn rules(&mut self, name: &str, _: &str) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.read(name)? })
    }
}

struct Author {
    page: Client,
    server: Server,
    files: Files,
}

impl Author {
    async fn new() -> Self {
        let files = Files::default();
        for (name, text) in [("first.rules", GAME), ("first.yaml", SCRIPT)] {
            files.0.lock().unwrap().insert(name.to_owned(), text.to_owned());
        }
        let (studio, key) = Studio::new(Box::new(files.clone()), "first.rules".to_owned()).expect("a key");
        let server = Server::with_studio(Tables::new(Store::memory().expect("memory")), Some(studio)).await;
        let mut page = enter(&server, key.as_str()).await;
        assert_eq!(page.hear().await.expect("a welcome")["t"], "desk");
        Self { page, server, files }
    }

    /// What is answered, of this sort.
    async fn wait(&mut self, sort: &str) -> Value {
        loop {
            let told = self.page.hear().await.unwrap_or_else(|| panic!("`{sort}` is said"));
            if told["t"] == sort {
                return told;
            }
        }
    }

    async fn say(&mut self, what: Value, sort: &str) -> Value {
        self.page.say(what).await;
        self.wait(sort).await
    }

    async fn typed(&mut self, text: &str, sort: &str) -> Value {
        self.say(json!({ "t": "text", "name": "first.rules", "text": text }), sort).await
    }

    /// A seat of the table.
    async fn sit(&self, table: &Value, seat: usize) -> Client {
        let mut client = Client::connect(&self.server.host).await;
        client.say(json!({ "t": "sit", "table": table["table"], "key": table["seats"][seat]["key"] })).await;
        while client.seen.is_null() {
            client.hear().await.expect("the table");
        }
        client
    }
}

async fn enter(server: &Server, key: &str) -> Client {
    let origin = format!("http://{}", server.host);
    let mut page = Client::connect_at(&format!("{}/studio/ws", server.host), Some(&origin)).await.expect("let in");
    page.say(json!({ "t": "enter", "key": key })).await;
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_is_played_at_once_where_it_stood() {
    let mut author = Author::new().await;
    let table = author.say(json!({ "t": "play", "name": "first.rules", "players": null }), "table").await;
    assert_eq!(table["seats"].as_array().unwrap().len(), 3, "two who play, one who looks on");
    let mut ann = author.sit(&table, 0).await;
    let ask = ann.seen["ask"].clone();
    ann.say(json!({ "t": "answer", "q": ask["q"], "id": "a-1", "o": 2 })).await;
    ann.catch_up().await;

    let changed = GAME.replace("10", "12").replace("1..3", "1..4");
    let kept = author.typed(&changed, "rules").await;
    assert_eq!((&kept["ok"], &kept["kept"]), (&json!(true), &json!("stands")), "{kept}");
    ann.catch_up().await;
    assert_eq!(ann.seen["scene"]["values"][0]["value"], 3, "{}", ann.seen);
    assert!(ann.story.iter().any(|line| line.starts_with("Ann")), "what was told stays: {:?}", ann.story);
    let ben = author.sit(&table, 1).await;
    assert_eq!(ben.seen["ask"]["of"]["rows"].as_array().unwrap().len(), 4, "{}", ben.seen);
    // The same rules in other words: nothing is told.
    let lines = ann.story.len();
    author.typed(&format!("# a remark\n{changed}"), "rules").await;
    ann.catch_up().await;
    assert_eq!(ann.story.len(), lines);

    let broken = author.typed(&changed.replace("choose n", "chose n"), "rules").await;
    assert_eq!((&broken["ok"], &broken["line"]), (&json!(false), &json!(15)), "{broken}");
    ann.catch_up().await;
    assert_eq!(ann.seen["scene"]["values"][0]["value"], 3, "the table stays");
    // What does not fit the table any more is said with its line.
    let anew = author
        .typed(
            &changed.replace("total : 0..12", "total : 0..2").replace("= 12", "= 2").replace("<= 12", "<= 2"),
            "rules",
        )
        .await;
    assert_eq!((&anew["kept"], &anew["line"]), (&json!("anew"), &json!(6)), "{anew}");
    assert!(anew["why"].as_str().unwrap().contains("`total` is 3"), "{anew}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variant_on_the_table_follows_the_game_that_it_extends() {
    let mut author = Author::new().await;
    let variant = "| The same once more.\ngame \"Variant\" extends \"first.rules\"\n".to_owned();
    author.files.0.lock().unwrap().insert("variant.rules".to_owned(), variant);
    let table = author.say(json!({ "t": "play", "name": "variant.rules", "players": null }), "table").await;
    let mut ann = author.sit(&table, 0).await;
    assert_eq!(ann.options(), 3);
    author.page.say(json!({ "t": "text", "name": "first.rules", "text": GAME.replace("1..3", "1..2") })).await;
    let told = loop {
        let told = author.page.hear().await.expect("the table follows");
        // No other game is laid on the table.
        assert_ne!(told["t"], "table", "{told}");
        if told["t"] == "rules" {
            break told;
        }
    };
    assert_eq!((&told["ok"], &told["kept"]), (&json!(true), &json!("stands")), "{told}");
    ann.catch_up().await;
    assert_eq!(ann.options(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_follow_and_are_made_of_games() {
    let mut author = Author::new().await;
    let table = author.say(json!({ "t": "play", "name": "first.rules", "players": null }), "table").await;
    let scripts = author.say(json!({ "t": "run" }), "scripts").await;
    assert_eq!(scripts["scripts"][0]["ok"], true, "{scripts}");
    let scripts = author.typed(&GAME.replace("n in 1..3", "n in 1..2"), "scripts").await;
    assert_eq!((&scripts["scripts"][0]["ok"], &scripts["scripts"][0]["line"]), (&json!(false), &json!(5)), "{scripts}");
    // The table shows where it stops.
    let stopped = author.say(json!({ "t": "stand", "name": "first.yaml" }), "stopped").await;
    assert_eq!(stopped["line"], 5, "{stopped}");

    author.typed(GAME, "scripts").await;
    author.page.say(json!({ "t": "stand", "name": "first.yaml" })).await;
    let table_of_script = author.wait("table").await;
    assert_ne!(table_of_script["table"], table["table"], "a table of its own");
    let ann = author.sit(&table_of_script, 0).await;
    assert_eq!(ann.seen["over"]["winners"], json!([1]), "{}", ann.seen);
    let made = author.say(json!({ "t": "keep" }), "made").await;
    let text = made["text"].as_str().unwrap().to_owned();
    assert!(text.ends_with("  - expect: {winners: [\"Ben\"], \"total\": \"10\"}\n"), "{text}");
    author.say(json!({ "t": "save", "name": "made.yaml", "text": text, "was": null }), "saved").await;
    let scripts = author.say(json!({ "t": "run" }), "scripts").await;
    let all = scripts["scripts"].as_array().unwrap();
    assert!(all.len() == 2 && all.iter().all(|script| script["ok"] == true), "{scripts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_overwritten_that_somebody_else_changed() {
    let mut author = Author::new().await;
    let read = author.say(json!({ "t": "read", "name": "first.rules" }), "text").await;
    author.files.0.lock().unwrap().insert("first.rules".to_owned(), "# theirs".to_owned());
    let save = json!({ "t": "save", "name": "first.rules", "text": "# mine", "was": read["text"] });
    let refused = author.say(save, "no").await;
    assert!(refused["why"].as_str().unwrap().contains("somebody else"), "{refused}");
    assert_eq!(author.files.text("first.rules").unwrap(), "# theirs");
    let refused = author.say(json!({ "t": "save", "name": "first.yaml", "text": "mine", "was": null }), "no").await;
    assert!(refused["why"].as_str().unwrap().contains("there already"), "{refused}");
    assert_eq!(author.files.text("first.yaml").unwrap(), SCRIPT);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_server_answers_in_the_page() {
    let mut author = Author::new().await;
    let lsp = |message: Value| json!({ "t": "lsp", "m": message.to_string() });
    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {}, "rootUri": "file:///" } });
    let answer = author.say(lsp(begin), "lsp").await;
    assert!(answer["m"].as_str().unwrap().contains("completionProvider"), "{answer}");
    author.page.say(lsp(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))).await;
    let document = json!({ "uri": "file:///first.rules", "languageId": "rulehound", "version": 1, "text": GAME.replace("choose n", "chose n") });
    let opened = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
    let found = author.say(lsp(opened), "lsp").await;
    assert!(found["m"].as_str().unwrap().contains("did you mean `choose`"), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_author_enters() {
    let author = Author::new().await;
    let mut stranger = enter(&author.server, "0123456789abcdef0123456789abcdef").await;
    assert_eq!(stranger.hear_within(Duration::from_secs(10)).await, None);
    let host = &author.server.host;
    for origin in [None, Some("http://evil.example")] {
        assert!(Client::connect_at(&format!("{host}/studio/ws"), origin).await.is_err(), "{origin:?}");
    }
    // Where no studio is open there is none.
    let server = Server::in_memory().await;
    let origin = format!("http://{}", server.host);
    assert!(Client::connect_at(&format!("{}/studio/ws", server.host), Some(&origin)).await.is_err());
    // Tables beside it are entered with keys of their own.
    let opening = crate::client::opening("games/hot-dog.rules", 2, 1);
    let links: Vec<Link> = author.server.tables.open(opening).expect("a table");
    let ann = Client::sit(host, &links[0]).await;
    assert!(!ann.seen.is_null());
}
