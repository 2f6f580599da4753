//! The studio as a program: what it begins with, and what it refuses.

#![cfg(feature = "table")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[cfg(target_os = "linux")]
use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::served::Browser;

/// Starts it in a folder and gives what it says until it serves.
fn started(arguments: &[&str]) -> Vec<String> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["studio", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(process.stdout.take().expect("its words")).lines();
    let mut said: Vec<String> = Vec::new();
    for line in lines.map_while(Result::ok) {
        let last = line.contains("Ctrl-C ends");
        said.push(line);
        if last {
            break;
        }
    }
    let _ = process.kill();
    let _ = process.wait();
    said
}

#[test]
fn an_empty_folder_gets_a_first_game_and_a_full_one_is_left_alone() {
    let folder = crate::tool::Folder::new("studio-empty");
    let at = folder.0.display().to_string();
    let said = started(&[&at]);
    assert!(said[0].starts_with("wrote ") && said[0].contains("first.rules"), "{said:?}");
    assert!(said.iter().any(|line| line.contains("/studio#")), "{said:?}");
    let mine = "game \"Mine\"";
    std::fs::write(folder.0.join("first.rules"), mine).expect("written");
    let said = started(&[&at]);
    assert!(!said[0].starts_with("wrote "), "{said:?}");
    assert_eq!(std::fs::read_to_string(folder.0.join("first.rules")).expect("there"), mine);
    // A new file is not made before it is saved.
    started(&[&folder.0.join("new.rules").display().to_string()]);
    assert!(!folder.0.join("new.rules").exists());
}

#[test]
fn what_cannot_be_opened_is_said() {
    let folder = crate::tool::Folder::new("studio-refused");
    let refused = |arguments: &[&str], why: &str| {
        let ended = Command::new(env!("CARGO_BIN_EXE_rulehound")).arg("studio").args(arguments).output().expect("runs");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success() && said.contains(why), "{said}");
    };
    refused(&["--listen", "0.0.0.0:0"], "--anybody-may-edit");
    refused(&[&folder.0.join("letter.txt").display().to_string()], "is no folder");
    refused(&[&folder.0.join("nowhere/my.rules").display().to_string()], "there is no folder");
}

/// A page of the studio that says what a page says when it comes.
#[cfg(target_os = "linux")]
fn page(host: &str, key: &str) -> Option<Browser> {
    let mut page = Browser::open(host, "/studio/ws", &json!({ "t": "enter", "key": key }))?;
    while page.hear()?["t"] != "desk" {}
    Some(page)
}

/// What is told of this kind.
#[cfg(target_os = "linux")]
fn told(page: &mut Browser, kind: &str) -> Value {
    loop {
        let told = page.hear().unwrap_or_else(|| panic!("`{kind}` is not told"));
        if told["t"] == kind {
            return told;
        }
    }
}

/// Ends a process however a test ends.
#[cfg(target_os = "linux")]
struct Ends(u32);

#[cfg(target_os = "linux")]
impl Drop for Ends {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-KILL", &self.0.to_string()]).stderr(Stdio::null()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn rules_that_do_not_end_stop_the_studio_for_a_moment() {
    let folder = crate::tool::Folder::new("studio-endless");
    let good = include_str!("../src/command/new/first.rules");
    folder.file("game.rules", good);
    let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["studio", &folder.0.display().to_string(), "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its words")).lines().map_while(Result::ok);
    let _ends = Ends(process.id());
    let link = lines.find(|line| line.contains("/studio#")).expect("a link");
    let (host, key) = link.trim().trim_start_matches("http://").split_once("/studio#").expect("a key");
    let mut first = page(host, key).expect("the studio");
    first.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    told(&mut first, "table");
    let endless = include_str!("hostile/endless.rules");
    first.say(&json!({ "t": "text", "name": "game.rules", "text": endless })).expect("heard");
    first.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    while first.hear().is_some() {}
    // It is there again at once, under the same link; what the page says of its own accord is not played.
    let mut again = (0..100)
        .find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            page(host, key)
        })
        .expect("it comes back");
    again.say(&json!({ "t": "text", "name": "game.rules", "text": endless })).expect("heard");
    again.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    let why = told(&mut again, "no");
    assert!(why["why"].as_str().is_some_and(|why| why.contains("take too long")), "{why}");
    again.say(&json!({ "t": "text", "name": "game.rules", "text": good })).expect("heard");
    told(&mut again, "table");
    let stopped = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().expect("kill");
    assert!(stopped.success() && process.wait().expect("it ends").success());
}
