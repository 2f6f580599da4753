//! A server of tables that is killed again and again while it is played: no answer that was confirmed is lost, none counts twice.

#![cfg(feature = "table")]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// So often it is killed.
const KILLED: usize = 6;

struct Server {
    process: Child,
    host: String,
    /// The ways in, of a table that is new.
    links: Vec<(String, String)>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL: nothing is tidied up.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a server and reads what it says.
fn start(arguments: &[&str]) -> Server {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["table", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its words")).lines();
    let (mut host, mut links) = (String::new(), Vec::new());
    for line in lines.by_ref().map_while(Result::ok) {
        if let Some(at) = line.find("http://") {
            let link = line.get(at + 7..).unwrap_or_default();
            host = link.split(['/', ';']).next().unwrap_or_default().to_owned();
            if let Some((table, key)) = link.split_once("/t/").and_then(|(_, rest)| rest.split_once('#')) {
                links.push((table.to_owned(), key.to_owned()));
            }
        }
        if line.contains("Ctrl-C ends") {
            break;
        }
    }
    Server { process, host, links }
}

struct Browser(WebSocket<TcpStream>);

impl Browser {
    fn sit(host: &str, (table, key): &(String, String)) -> Option<Self> {
        let stream = TcpStream::connect(host).ok()?;
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
        let mut request = format!("ws://{host}/ws").into_client_request().ok()?;
        request.headers_mut().insert("Origin", format!("http://{host}").parse().ok()?);
        let (socket, _) = client(request, stream).ok()?;
        let mut browser = Self(socket);
        browser.say(&json!({ "t": "sit", "table": table, "key": key }))?;
        Some(browser)
    }

    fn say(&mut self, what: &Value) -> Option<()> {
        self.0.send(Message::text(what.to_string())).ok()
    }

    /// The next message; nothing when the server is gone.
    fn hear(&mut self) -> Option<Value> {
        loop {
            if let Message::Text(text) = self.0.read().ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }

    /// Whether an answer of this name counts already: one that does not is refused, since no question has this number.
    fn counts(&mut self, id: &str) -> Option<bool> {
        self.say(&json!({ "t": "answer", "q": u32::MAX, "id": id, "o": 0 }))?;
        loop {
            let told = self.hear()?;
            if told["id"] == id {
                return Some(told["t"] == "ok");
            }
        }
    }
}

/// What a seat has answered: what was confirmed, in order, and what was sent last.
#[derive(Default)]
struct Answers {
    confirmed: Vec<String>,
    sent: usize,
}

/// Answers the first option whenever asked, until the server is gone.
fn play(host: &str, link: &(String, String), seat: usize, answers: &Mutex<Answers>) -> Option<()> {
    let mut browser = Browser::sit(host, link)?;
    loop {
        let told = browser.hear()?;
        if told["t"] == "ok" {
            let mut answers = answers.lock().expect("whole");
            answers.confirmed.push(told["id"].as_str()?.to_owned());
        }
        let ask = &told["seen"]["ask"];
        if told["t"] == "all" && !ask.is_null() {
            let id = {
                let mut answers = answers.lock().expect("whole");
                answers.sent += 1;
                format!("s{seat}-{}", answers.sent)
            };
            browser.say(&json!({ "t": "answer", "q": ask["q"], "id": id, "o": 0 }))?;
        }
    }
}

#[test]
fn killed_at_any_moment_it_loses_nothing_that_was_confirmed() {
    let folder = crate::tool::Folder::new("table-killed");
    let file = folder.0.join("tables.sqlite").display().to_string();
    let all: Vec<Arc<Mutex<Answers>>> = (0..2).map(|_| Arc::default()).collect();
    let mut links = Vec::new();
    for round in 0..KILLED {
        let server = match round {
            0 => start(&["backgammon", "--data", &file, "--seed", "3"]),
            _ => start(&["--data", &file]),
        };
        if round == 0 {
            links = server.links.clone();
        }
        // Before anybody goes on: what was confirmed counts, and nothing else of that name can be given.
        for (link, answers) in links.iter().zip(&all) {
            let mut browser = Browser::sit(&server.host, link).expect("the table is there");
            let confirmed = answers.lock().expect("whole").confirmed.clone();
            for id in confirmed.iter().rev().take(60) {
                assert_eq!(browser.counts(id), Some(true), "round {round}: {id} was confirmed and is lost");
            }
        }
        let players: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(seat, answers)| {
                let (host, link, answers) = (server.host.clone(), links[seat].clone(), answers.clone());
                std::thread::spawn(move || play(&host, &link, seat, &answers))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(120 + 70 * u64::try_from(round).expect("small")));
        drop(server);
        for player in players {
            let _ = player.join();
        }
    }
    let confirmed: usize = all.iter().map(|answers| answers.lock().expect("whole").confirmed.len()).sum();
    assert!(confirmed > 20, "{confirmed} answers were confirmed");
}

#[test]
fn a_table_that_is_watched_follows_its_file() {
    let folder = crate::tool::Folder::new("table-watched");
    let file = folder.0.join("game.rules");
    let rules = include_str!("../src/command/new/first.rules");
    std::fs::write(&file, rules).expect("written");
    let server = start(&[&file.display().to_string(), "--watch"]);
    let mut ann = Browser::sit(&server.host, &server.links[0]).expect("the table is there");
    let mut until = |wanted: &str| {
        for _ in 0..20 {
            let told = ann.hear().expect("something is told").to_string();
            if told.contains(wanted) {
                return;
            }
        }
        panic!("nobody says {wanted}");
    };
    until("add 3");
    std::fs::write(&file, rules.replace("chose", "choose").replace("1..3", "1..4")).expect("written");
    until("everything stands where it stood");
    std::fs::write(&file, rules.replace("choose", "chose")).expect("written");
    std::fs::write(&file, rules.replace("1..3", "1..2")).expect("written");
    until("add 2");
}

#[test]
fn where_nothing_is_kept_a_game_is_wanted() {
    let folder = crate::tool::Folder::new("table-nothing");
    let refused = |arguments: &[&str], why: &str| {
        let ended = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(["table", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    };
    let new = folder.0.join("new.sqlite").display().to_string();
    refused(&["--data", &new], "no table is kept in");
    assert!(!Path::new(&new).exists(), "no file is made");
    let empty = folder.0.join("empty.sqlite").display().to_string();
    std::fs::write(&empty, "").expect("written");
    refused(&["--data", &empty], "no table is kept in");
    for option in [["--players", "Ann,Ben"], ["--set", "rounds=3"], ["--bot", "Ann"], ["--seed", "3"]] {
        refused(&["--data", &new, option[0], option[1]], option[0]);
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = crate::tool::Folder::new("table-other");
    let file = folder.0.join("letter.txt");
    std::fs::write(&file, "Dear Ann, this is no database.").expect("written");
    let name = file.display().to_string();
    let ended = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["table", "hot-dog", "--listen", "127.0.0.1:0", "--data", &name])
        .output()
        .expect("it runs");
    assert_eq!(ended.status.code(), Some(4), "{}", String::from_utf8_lossy(&ended.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "Dear Ann, this is no database.");
}
