//! `play` at a terminal: lines are edited, completed and come back. A pseudo terminal is opened by Python; without it nothing is tried.
#![cfg(unix)]

use std::process::Command;

use crate::tool::folder;

const ROW: &str = r#"
game "Row"
players 1
component Stone { make 5 of }
grid row 5 by 1
phase play {
  repeat for p in players {
    turn of p {
      choose s in row require count s = 0 else "It is taken." if none { win nobody }
      move 1 Stone from box to s
    }
  }
}
"#;

/// What is seen when these keys are pressed, and the exit code; none without Python.
fn seen(name: &str, arguments: &str, keys: &[&str]) -> Option<String> {
    let folder = folder(name);
    folder.file("row.rules", ROW);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/at_terminal.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(env!("CARGO_BIN_EXE_rulehound")).arg(&folder.0).arg(arguments).args(keys);
    let ran = python.output().ok()?;
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[test]
fn lines_are_completed_and_come_back() {
    let Some(told) =
        seen("edited", "play row.rules", &["row c\\t\\r", "h\\x7fro\\t\\t", "a1\\r", "\\x1b[A\\x1b[A\\r", "q\\r"])
    else {
        return;
    };
    assert!(told.contains("row c1."), "completed: {told}");
    assert!(told.contains("row a1  row b1  row d1  row e1"), "listed: {told}");
    assert!(told.contains("row a1."), "edited: {told}");
    // The last but one line, which is taken by now.
    assert!(told.contains("row c1: It is taken."), "come back: {told}");
    assert!(told.contains("code 0"), "{told}");
}

#[test]
fn ctrl_c_ends_the_game_and_keeps_it() {
    let Some(told) = seen("interrupted", "play row.rules", &["row c1\\r", "\\x03"]) else { return };
    assert!(told.contains("The game is kept."), "{told}");
    assert!(told.contains("code 130"), "{told}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    let Some(told) = seen("ended", "play row.rules", &["\\x04"]) else { return };
    assert!(told.contains("code 0"), "{told}");
}

#[test]
fn the_whole_terminal_is_taken_and_given_back() {
    let Some(told) = seen("full", "play row.rules --full", &["\\x1b[B\\x1b[B\\r", "? row b1\\r", "q\\r"]) else {
        return;
    };
    // Blanks are not drawn where there are some already.
    assert!(told.contains("happened"), "all parts are drawn: {told}");
    assert!(told.contains("taken."), "the second option was taken: {told}");
    let (_, after) = told.rsplit_once("\x1b[?1049l").expect("the terminal is given back");
    assert!(after.contains("row b1"), "the story stays: {told}");
    assert!(told.contains("code 0"), "{told}");
}
