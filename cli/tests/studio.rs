//! The studio as a program: what it begins with, and what it refuses.

#![cfg(feature = "table")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

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
