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

/// A studio for a folder, and what opens it: its host and its key.
#[cfg(target_os = "linux")]
fn studio(folder: &crate::tool::Folder) -> (std::process::Child, Ends, String, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["studio", &folder.0.display().to_string(), "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let ends = Ends(process.id());
    let mut lines = BufReader::new(process.stdout.take().expect("its words")).lines().map_while(Result::ok);
    let link = lines.find(|line| line.contains("/studio#")).expect("a link");
    let (host, key) = link.trim().trim_start_matches("http://").split_once("/studio#").expect("a key");
    let (host, key) = (host.to_owned(), key.to_owned());
    (process, ends, host, key)
}

/// A page of the studio that has been stopped.
#[cfg(target_os = "linux")]
fn comes_back(host: &str, key: &str) -> Browser {
    let tries = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        page(host, key)
    });
    tries.expect("it comes back")
}

#[cfg(target_os = "linux")]
#[test]
fn rules_that_do_not_end_stop_the_studio_for_a_moment() {
    let folder = crate::tool::Folder::new("studio-endless");
    let good = include_str!("../src/command/new/first.rules");
    folder.file("game.rules", good);
    let (mut process, _ends, host, key) = studio(&folder);
    let mut first = page(&host, &key).expect("the studio");
    first.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    told(&mut first, "table");
    let endless = include_str!("hostile/endless.rules");
    first.say(&json!({ "t": "text", "name": "game.rules", "text": endless })).expect("heard");
    first.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    while first.hear().is_some() {}
    // It is there again at once, under the same link; what the page says of its own accord is not played.
    let mut again = comes_back(&host, &key);
    again.say(&json!({ "t": "text", "name": "game.rules", "text": endless })).expect("heard");
    again.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    let why = told(&mut again, "no");
    assert!(why["why"].as_str().is_some_and(|why| why.contains("take too long")), "{why}");
    again.say(&json!({ "t": "text", "name": "game.rules", "text": good })).expect("heard");
    told(&mut again, "table");
    let stopped = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().expect("kill");
    assert!(stopped.success() && process.wait().expect("it ends").success());
}

/// What the editor of a page says to the language server.
#[cfg(target_os = "linux")]
fn editor_says(page: &mut Browser, message: &Value) {
    page.say(&json!({ "t": "lsp", "m": message.to_string() })).expect("heard");
}

/// The editor opens a script.
#[cfg(target_os = "linux")]
fn editor_opens(page: &mut Browser, script: &str) {
    let start = json!({ "capabilities": {}, "rootUri": "file:///" });
    editor_says(page, &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start }));
    editor_says(page, &json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let document = json!({ "uri": "file:///long.yaml", "languageId": "yaml", "version": 1, "text": script });
    let open = json!({ "textDocument": document });
    editor_says(page, &json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open }));
}

#[cfg(target_os = "linux")]
#[test]
fn a_text_that_is_looked_at_for_too_long_stops_the_studio_for_a_moment() {
    let folder = crate::tool::Folder::new("studio-long");
    folder.file("game.rules", include_str!("hostile/slow.rules"));
    let first_lines = "game: game.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: think hard\n";
    let (long, short) = (format!("{first_lines}{}", "  - Ann: on\n".repeat(8_000)), first_lines);
    let (_process, _ends, host, key) = studio(&folder);
    let mut first = page(&host, &key).expect("the studio");
    editor_opens(&mut first, &long);
    while first.hear().is_some() {}
    // What the page says of its own accord when it has come back is not looked at.
    let mut again = comes_back(&host, &key);
    editor_opens(&mut again, &long);
    again.say(&json!({ "t": "play", "name": "game.rules", "players": null })).expect("heard");
    let why = told(&mut again, "no");
    assert!(why["why"].as_str().is_some_and(|why| why.contains("take too long")), "{why}");
    let changes = json!([{ "text": short }]);
    let change = json!({ "textDocument": { "uri": "file:///long.yaml", "version": 2 }, "contentChanges": changes });
    editor_says(&mut again, &json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": change }));
    again.say(&json!({ "t": "text", "name": "other.rules", "text": "" })).expect("heard");
    let heard = told(&mut again, "lsp");
    assert!(heard["m"].as_str().is_some_and(|heard| heard.contains("capabilities")), "{heard}");
    let heard = told(&mut again, "lsp");
    assert!(heard["m"].as_str().is_some_and(|heard| heard.contains("publishDiagnostics")), "{heard}");
}
