//! Ended at any moment, with no time to tidy up, the program has lost nothing: every file is as it was before, or whole and new.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tool::{Folder, GAME};
use crate::tuning::TEMPTATION;

/// Each kind of file is met at so many moments here, and by `.ci/long` at 200.
const MOMENTS: u64 = 6;

/// A command that writes, and what lies there before.
struct Writes {
    name: &'static str,
    arguments: &'static str,
    before: Vec<(&'static str, String)>,
}

fn kinds() -> Vec<Writes> {
    let rules = || ("a.rules", GAME.to_owned());
    let old = |name: &'static str| (name, "what was here before\n".to_owned());
    let long: String =
        (0..400).map(|number| format!("| Number {number}.\ndef d{number}   =    {number} +  1\n")).collect();
    let wrong = GAME.replacen("if total = 10", "if total == 10", 1);
    let script = "game: a.rules\nsteps:\n  - Ann: add 1\n  - Ben: add 2\n".to_owned();
    let found = || ("temptation.tuning.json", "{\"rules\": \"others\"}\n".to_owned());
    vec![
        Writes {
            name: "tune",
            arguments: "tune temptation.rules --games 1 --bot mcts:10 --seed 2 --force",
            before: vec![("temptation.rules", TEMPTATION.to_owned()), found()],
        },
        Writes { name: "fmt", arguments: "fmt a.rules", before: vec![("a.rules", format!("{GAME}\n{long}"))] },
        Writes { name: "fix", arguments: "check --fix a.rules", before: vec![("a.rules", wrong)] },
        Writes { name: "doc", arguments: "doc a.rules --output book", before: vec![rules()] },
        Writes {
            name: "record",
            arguments: "record a.rules --seed 5 --force --output evening.yaml",
            before: vec![rules(), old("evening.yaml")],
        },
        Writes {
            name: "coverage",
            arguments: "run s.yaml --coverage --force --lcov lines.info",
            before: vec![rules(), ("s.yaml", script), old("lines.info")],
        },
        Writes { name: "part", arguments: "study a.rules --games 20..60 --force --out .", before: vec![rules()] },
        Writes { name: "study", arguments: "study a.rules --games 40 --force --out .", before: vec![rules()] },
    ]
}

/// All files below a folder.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    fn below(path: &std::path::Path, name: &str, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(path).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{name}{}", entry.file_name().to_string_lossy());
            match entry.file_type().expect("a kind").is_dir() {
                true => below(&entry.path(), &format!("{name}/"), found),
                false => drop(found.insert(name, std::fs::read(entry.path()).expect("a file"))),
            }
        }
    }
    let mut found = BTreeMap::new();
    below(&folder.0, "", &mut found);
    found
}

/// A folder with what lies there before; a new one each time.
fn prepared(kind: &Writes) -> Folder {
    let folder = Folder::new(&format!("killed-{}", kind.name));
    for (name, text) in &kind.before {
        folder.file(name, text);
    }
    folder
}

/// Nothing but whole files and what was being written when it ended, which has a name of its own.
#[track_caller]
fn is_whole(kind: &Writes, folder: &Folder, after: &BTreeMap<String, Vec<u8>>, moment: &str) {
    let before: BTreeMap<&str, &[u8]> = kind.before.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let found = files(folder);
    for name in before.keys() {
        assert!(found.contains_key(*name), "{}: {name} is gone after {moment}", kind.name);
    }
    for (name, bytes) in &found {
        let file = name.rsplit('/').next().unwrap_or(name);
        let stale = file.starts_with('.') && file.ends_with(".tmp");
        let known = before.get(name.as_str()) == Some(&bytes.as_slice()) || after.get(name) == Some(bytes);
        assert!(stale || known, "{}: {name} is neither old nor new after {moment}: {} bytes", kind.name, bytes.len());
    }
}

fn killed(moments: u64) {
    let mut number = 1_u64;
    let mut below = |most: u128| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u64::try_from((u128::from(number >> 33) * most) >> 31).expect("small")
    };
    for kind in kinds() {
        let folder = prepared(&kind);
        let begun = Instant::now();
        let ran = folder.run(kind.arguments);
        assert_eq!(ran.code, 0, "{}: {ran:?}", kind.name);
        let (whole, after) = (begun.elapsed(), files(&folder));
        let was_there = |(name, text): &(&str, String)| after.get(*name).is_some_and(|bytes| bytes == text.as_bytes());
        assert!(!kind.before.iter().all(was_there) || after.len() > kind.before.len(), "{} writes nothing", kind.name);
        for _ in 0..moments {
            let folder = prepared(&kind);
            let moment = Duration::from_micros(below(whole.as_micros() * 11 / 10));
            let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
                .args(kind.arguments.split(' '))
                .current_dir(&folder.0)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            std::thread::sleep(moment);
            child.kill().expect("it runs, or has ended");
            child.wait().expect("it ends");
            is_whole(&kind, &folder, &after, &format!("{moment:?}"));
            // Nothing that was left behind is in the way of doing it once more.
            let ran = folder.run(kind.arguments);
            assert_eq!(ran.code, 0, "{}, after {moment:?}: {ran:?}", kind.name);
            let mut found = files(&folder);
            found.retain(|name, _| !name.ends_with(".tmp"));
            assert!(found == after, "{} is not the same after {moment:?}", kind.name);
            std::fs::remove_dir_all(&folder.0).expect("our own folder");
        }
    }
}

/// The system ends it within the very write that takes a file over so many blocks, beginning with none.
fn ended_while_writing() {
    for kind in kinds() {
        let folder = prepared(&kind);
        folder.run(kind.arguments).prints("");
        let after = files(&folder);
        let largest = after.values().map(Vec::len).max().unwrap_or(0);
        let mut broken_off = 0;
        for blocks in (0..).map_while(|step| Some(1_usize << step >> 1).filter(|blocks| blocks * 512 < largest)) {
            let folder = prepared(&kind);
            let status = Command::new("sh")
                .args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_rulehound")])
                .args(kind.arguments.split(' '))
                .current_dir(&folder.0)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .expect("the program starts");
            broken_off += usize::from(!status.success());
            is_whole(&kind, &folder, &after, &format!("{blocks} blocks"));
            folder.run(kind.arguments).prints("");
            std::fs::remove_dir_all(&folder.0).expect("our own folder");
        }
        assert!(broken_off > 0, "{} was never broken off", kind.name);
    }
}

/// Of a game that is played every answer that was taken is there at the next start, in the save or beside it.
fn killed_while_playing(moments: u64) {
    for number in 0..moments {
        let folder = crate::tool::folder("killed-play");
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(["play", "a.rules", "--human", "all", "--seed", "1"])
            .current_dir(&folder.0)
            .env("XDG_STATE_HOME", folder.0.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(b"add 1\nadd 1\nadd 1\ns s.json\nadd 1\nadd 1\nadd 1\n").expect("it listens");
        let mut out = child.stdout.take().expect("its words");
        let heard = std::thread::spawn(move || {
            let mut heard = Vec::new();
            out.read_to_end(&mut heard).expect("its words");
            String::from_utf8_lossy(&heard).into_owned()
        });
        std::thread::sleep(Duration::from_micros(number * 60_000 / moments));
        child.kill().expect("it runs, or has ended");
        child.wait().expect("it ends");
        let heard = heard.join().expect("no panic");
        drop(input);
        // What was said of an answer was written down before.
        let told = (0..=6).rev().find(|total| heard.contains(&format!("Total: {total}"))).unwrap_or(0);
        let total = |ran: &crate::tool::Ran| {
            assert_eq!(ran.code, 0, "{heard}\n{ran:?}");
            (0..=10).rev().find(|total| ran.out.contains(&format!("Total: {total}"))).unwrap_or(0)
        };
        let names = folder.names();
        if names.iter().any(|name| name == ".a.rules.kept.json") {
            let found = total(&folder.run_with("play a.rules", "yes\nq\n"));
            assert!(found >= told, "{told} was told and {found} is kept: {heard}");
        } else if names.iter().any(|name| name == "s.json") {
            assert!(total(&folder.run_with("play --resume s.json", "q\n")) >= told, "{heard}");
        } else {
            assert_eq!(told, 0, "{heard}");
        }
    }
}

#[test]
fn whatever_is_written_is_whole_or_as_before() {
    killed(MOMENTS);
}

#[test]
fn what_ends_within_a_write_leaves_no_half_a_file() {
    ended_while_writing();
}

#[test]
fn no_answer_of_a_game_is_lost() {
    killed_while_playing(MOMENTS);
}

#[test]
#[ignore = "two hundred moments of every kind of file take some minutes"]
fn two_hundred_moments_of_every_kind_of_file_lose_nothing() {
    killed(200);
    killed_while_playing(200);
}
