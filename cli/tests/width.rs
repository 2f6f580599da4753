//! Text fits the terminal. A real one is made by `script`, of util-linux.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};

use crate::tool::{Folder, GAME};

/// Runs the program at a terminal with so many columns and types lines; what the terminal shows, line by line.
fn at_terminal(folder: &Folder, columns: usize, set: Option<&str>, arguments: &str, input: &str) -> Vec<String> {
    let command = format!("stty rows 24 cols {columns} -echo; exec '{}' {arguments}", env!("CARGO_BIN_EXE_rulehound"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(&folder.0).env_remove("COLUMNS").env("NO_COLOR", "1");
    script.env("XDG_STATE_HOME", folder.0.join("state")).env("SHELL", "/bin/sh");
    if let Some(columns) = set {
        script.env("COLUMNS", columns);
    }
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("script, of util-linux");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("it listens");
    drop(stdin);
    let shown = child.wait_with_output().expect("it ends").stdout;
    let shown = String::from_utf8(shown).expect("text");
    // What is typed is not shown here, so what follows stands behind the question.
    shown.split("\r\n").map(|line| line.rsplit_once("> ").map_or(line, |(_, line)| line).to_owned()).collect()
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let long =
        "as \"add {n} to what lies there already, which brings it nearer to ten, but not, one hopes, beyond it\"";
    folder.file("a.rules", GAME.replace("as \"add {n}\"", long));
    folder
}

fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn what_is_played_fits() {
    let folder = folder("width-play");
    let input = "1\n3\n?\n? add 3 to what\n? fly\nh\nexplain on\n1\nq\n";
    for columns in [40, 60, 80] {
        let shown = at_terminal(&folder, columns, None, "play a.rules --human all --seed 1", input);
        let all = shown.join("\n");
        assert!(all.contains("Up to Ten") && all.contains("The game is kept"), "{all}");
        assert!(widest(&shown) <= columns, "{columns}: {all}");
        assert!(widest(&shown) + 12 > columns, "the room is used: {columns}: {all}");
        let _ = std::fs::remove_file(folder.0.join(".a.rules.kept.json"));
    }
}

#[test]
fn what_is_told_and_what_is_wrong_fit() {
    let folder = folder("width-run");
    folder.file("s.yaml", format!("game: a.rules\nsteps:\n  - say: {}\n", "word ".repeat(60)));
    folder.file("wrong.yaml", "game: a.rules\nsteps:\n  - Ann: fly\n");
    folder.file("t.yaml", "game: a.rules\nsteps: []\n");
    for command in [
        "run s.yaml",
        "run wrong.yaml",
        "options t.yaml --why",
        "why t.yaml",
        "check black-dog-alone",
        "--help",
        "play --help",
    ] {
        for columns in [44, 70] {
            let shown = at_terminal(&folder, columns, None, command, "");
            assert!(widest(&shown) <= columns, "{columns}: {command}\n{}", shown.join("\n"));
        }
    }
    // Boards too.
    for columns in [40, 60] {
        let shown = at_terminal(&folder, columns, None, "play hot-dog --watch --seed 1 --players 4", "");
        assert!(shown.join("\n").contains("The game is over"));
        assert!(widest(&shown) <= columns, "{columns}\n{}", shown.join("\n"));
    }
}

#[test]
fn columns_that_are_set_count() {
    let folder = folder("width-set");
    folder.file("s.yaml", format!("game: a.rules\nsteps:\n  - say: {}\n", "word ".repeat(60)));
    let width = |columns, set| widest(&at_terminal(&folder, columns, set, "run s.yaml", ""));
    let seen = [
        width(80, Some("50")),
        width(80, Some("10")),
        width(80, Some("rubbish")),
        width(200, None),
        width(80, Some("500")),
    ];
    assert!((46..=50).contains(&seen[0]), "{seen:?}");
    assert!((36..=40).contains(&seen[1]), "never less than 40: {seen:?}");
    assert!((76..=80).contains(&seen[2]), "{seen:?}");
    assert!((96..=100).contains(&seen[3]), "never more than is good to read: {seen:?}");
    assert!((96..=100).contains(&seen[4]), "{seen:?}");
    // Where no terminal shows it, it is as wide as ever.
    assert!((96..=100).contains(&widest(&folder.run("run s.yaml").out.lines().map(str::to_owned).collect::<Vec<_>>())));
}
