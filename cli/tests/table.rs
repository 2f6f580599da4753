//! A server of tables that is killed again and again while it is played: no answer that was confirmed is lost, none counts twice.

#![cfg(feature = "table")]

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::{Browser, Link, Server, start};

/// Tables of these are played at the same time; their games are long.
const TABLES: usize = 4;

/// What a seat has answered: what was confirmed, in order, and what was sent and not confirmed.
#[derive(Default)]
struct Answers {
    confirmed: Vec<String>,
    open: Option<String>,
    sent: usize,
}

impl Answers {
    /// What the next answer is called: as the one that nobody confirmed, if there is one.
    fn next(&mut self, seat: usize) -> String {
        let id = self.open.take().unwrap_or_else(|| {
            self.sent += 1;
            format!("s{seat}-{}", self.sent)
        });
        self.open = Some(id.clone());
        id
    }

    fn confirm(&mut self, id: &str) {
        self.open = None;
        self.confirmed.push(id.to_owned());
    }
}

/// Answers the first option whenever asked, until the server is gone. What was not confirmed is sent again first.
fn play(host: &str, link: &Link, seat: usize, answers: &Mutex<Answers>) -> Option<()> {
    let mut browser = Browser::sit(host, link)?;
    // What is asked, and the number of the question for which something is sent that nobody has confirmed yet.
    let (mut ask, mut sent) = (Value::Null, None);
    loop {
        let told = browser.hear()?;
        match told["t"].as_str()? {
            "all" => ask = told["seen"]["ask"].clone(),
            "ok" => {
                sent = None;
                answers.lock().expect("whole").confirm(told["id"].as_str()?);
            }
            // It is his turn no more, unless he was told of another question in between.
            "no" if sent.take() == Some(ask["q"].clone()) => ask = Value::Null,
            _ => {}
        }
        if sent.is_none() && !ask.is_null() {
            let id = answers.lock().expect("whole").next(seat);
            browser.say(&json!({ "t": "answer", "q": ask["q"], "id": id, "o": 0 }))?;
            sent = Some(ask["q"].clone());
        }
    }
}

/// All seats of all tables, with what they have answered.
type Seats = Vec<(Link, Arc<Mutex<Answers>>)>;

/// Before anybody goes on: what was confirmed counts.
fn nothing_is_lost(server: &Server, seats: &Seats, round: usize) {
    for (link, answers) in seats {
        let mut browser = Browser::sit(&server.host, link).expect("the table is there");
        let confirmed = answers.lock().expect("whole").confirmed.clone();
        for id in confirmed.iter().rev().take(25) {
            assert_eq!(browser.counts(id), Some(true), "round {round}: {id} was confirmed and is lost");
        }
    }
}

/// In the file every answer that was ever confirmed stands once, in records without a gap.
fn the_file_is_whole(file: &str, seats: &Seats) -> usize {
    let file = rusqlite::Connection::open(file).expect("the file");
    let one = |query: &str| file.query_row(query, [], |row| row.get::<_, String>(0)).expect("an answer");
    assert_eq!(one("PRAGMA integrity_check"), "ok");
    let gaps =
        "SELECT count(*) || '' FROM (SELECT 1 FROM entry GROUP BY sitting, number HAVING max(row) + 1 <> count(*))";
    assert_eq!(one(gaps), "0", "records with gaps");
    let mut found = 0;
    for ((table, _), answers) in seats {
        for id in &answers.lock().expect("whole").confirmed {
            let times: i64 = file
                .query_row("SELECT count(*) FROM entry WHERE sitting = ?1 AND id = ?2", [table, id], |row| row.get(0))
                .expect("a number");
            assert_eq!(times, 1, "{id} at {table}");
            found += 1;
        }
    }
    let twice =
        "SELECT count(*) || '' FROM (SELECT 1 FROM entry WHERE id <> '' GROUP BY sitting, id HAVING count(*) > 1)";
    assert_eq!(one(twice), "0", "answers that count twice");
    found
}

/// Plays long games at several tables at once, and kills the server again and again; how many answers were confirmed.
fn killed(name: &str, times: usize) -> usize {
    let folder = crate::tool::Folder::new(name);
    let file = folder.0.join("tables.sqlite").display().to_string();
    let mut seats: Seats = Vec::new();
    let mut slowest = Duration::ZERO;
    for round in 0..times {
        let begun = Instant::now();
        let server = if round < TABLES {
            start(&["backgammon", "--set", "target=99", "--data", &file, "--seed", "3"])
        } else {
            start(&["--data", &file])
        };
        slowest = slowest.max(begun.elapsed());
        let new = server.links.iter().take(2).cloned();
        seats.extend(new.map(|link| (link, Arc::default())));
        nothing_is_lost(&server, &seats, round);
        let players: Vec<_> = seats
            .iter()
            .cloned()
            .enumerate()
            .map(|(seat, (link, answers))| {
                let host = server.host.clone();
                std::thread::spawn(move || play(&host, &link, seat, &answers))
            })
            .collect();
        // At another moment each time.
        std::thread::sleep(Duration::from_millis(120 + 70 * u64::try_from(round % 7).expect("small")));
        drop(server);
        for player in players {
            let _ = player.join();
        }
    }
    let confirmed = the_file_is_whole(&file, &seats);
    println!("killed {times} times: {confirmed} answers were confirmed and are there once; started within {slowest:?}");
    confirmed
}

#[test]
fn killed_at_any_moment_it_loses_nothing_that_was_confirmed() {
    let confirmed = killed("table-killed", 6);
    assert!(confirmed > 20, "{confirmed} answers were confirmed");
}

#[test]
#[ignore = "takes ten minutes; `.ci/long`"]
fn killed_two_hundred_times_it_loses_nothing_that_was_confirmed() {
    let confirmed = killed("table-killed-often", 200);
    assert!(confirmed > 1_000, "{confirmed} answers were confirmed");
}

#[cfg(unix)]
#[test]
fn told_to_stop_it_does_so_at_once_however_much_is_going_on() {
    let folder = crate::tool::Folder::new("table-stopped");
    let file = folder.0.join("tables.sqlite").display().to_string();
    let mut seats: Seats = Vec::new();
    for round in 0..4 {
        let server = start(&["backgammon", "--set", "target=99", "--data", &file, "--seed", "3"]);
        seats.extend(server.links.iter().take(2).cloned().map(|link| (link, Arc::default())));
        nothing_is_lost(&server, &seats, round);
        for (seat, (link, answers)) in seats.iter().cloned().enumerate() {
            let host = server.host.clone();
            std::thread::spawn(move || play(&host, &link, seat, &answers));
        }
        std::thread::sleep(Duration::from_millis(300));
        ends_at_once(server);
    }
    the_file_is_whole(&file, &seats);
}

/// Tells it to stop, which it does within two seconds.
#[cfg(unix)]
fn ends_at_once(mut server: Server) {
    let begun = Instant::now();
    let told = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().expect("kill");
    assert!(told.success());
    let ended = loop {
        match server.process.try_wait().expect("it is there") {
            Some(ended) => break ended,
            None => assert!(begun.elapsed() < Duration::from_secs(2), "it does not end"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(ended.success(), "{ended}");
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
    #[cfg(unix)]
    ends_at_once(server);
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
