//! Games are not lost: they are kept while they are played, saves that fail are asked about, and damaged saves are refused.
#![cfg(unix)]

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::tool::{Folder, GAME, folder};

const KEPT: &str = ".a.rules.kept.json";

/// A program that is spoken to while it runs.
struct Playing {
    child: Child,
    input: Option<ChildStdin>,
    heard: Arc<Mutex<String>>,
}

impl Playing {
    fn new(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(arguments)
            .current_dir(&folder.0)
            .env("XDG_STATE_HOME", folder.0.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let heard = Arc::new(Mutex::new(String::new()));
        let (out, err) = (child.stdout.take().expect("its output"), child.stderr.take().expect("its complaints"));
        hear(out, heard.clone());
        hear(err, heard.clone());
        Self { input: child.stdin.take(), child, heard }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// Waits until it has said this so many times.
    #[track_caller]
    fn says(&self, words: &str, times: usize) {
        let begun = Instant::now();
        while self.heard.lock().expect("text").matches(words).count() < times {
            assert!(begun.elapsed() < Duration::from_secs(30), "{}", self.heard.lock().expect("text"));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends a signal and waits for the end; the exit code, if there is one.
    fn signal(mut self, name: &str) -> (Option<i32>, String) {
        let number = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &number]).status().expect("kill").success());
        let ended = self.child.wait().expect("it ends").code();
        std::thread::sleep(Duration::from_millis(50));
        (ended, self.heard.lock().expect("text").clone())
    }
}

fn hear(mut from: impl Read + Send + 'static, heard: Arc<Mutex<String>>) {
    std::thread::spawn(move || {
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            heard.lock().expect("text").push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
}

#[test]
fn whatever_ends_it_the_next_start_offers_to_go_on() {
    let folder = folder("signals");
    for (name, code) in [("KILL", None), ("INT", Some(130)), ("TERM", Some(130)), ("HUP", Some(130))] {
        let mut playing = Playing::new(&folder, &["play", "a.rules", "--human", "all", "--seed", "1"]);
        playing.says("Ann> ", 1);
        playing.say("add 3");
        playing.says("Ben> ", 1);
        playing.say("add 2");
        playing.says("Ann> ", 2);
        let (ended, heard) = playing.signal(name);
        assert_eq!(ended, code, "{name}: {heard}");
        assert!(name == "KILL" || heard.contains("The game is kept. `rulehound play a.rules` offers"), "{heard}");
        assert_eq!(folder.names(), [KEPT, "a.rules"], "{name}");
        let mode = std::fs::metadata(folder.0.join(KEPT)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let ran = folder.run_with("play a.rules", "yes\nadd 1\nq\n");
        ran.prints("A game was not finished (at the table: Ann, Ben).");
        ran.prints("Total: 5");
        ran.prints("Total: 6");
        assert_eq!(folder.names(), ["a.rules"], "a pipe that has said `q` wants no more of it");
    }
}

/// Each answer is on disk before the next question is asked, and before the one that gave it hears what it led to.
#[test]
fn every_answer_is_kept_at_once() {
    let folder = folder("each-answer");
    let mut playing = Playing::new(&folder, &["play", "a.rules", "--human", "all"]);
    for (answers, (asked, times)) in [("Ann> ", 1), ("Ben> ", 1), ("Ann> ", 2)].into_iter().enumerate() {
        playing.says(asked, times);
        let kept = std::fs::read_to_string(folder.0.join(KEPT)).unwrap_or_default();
        assert_eq!(kept.matches("add 1").count(), answers, "{kept}");
        playing.say("add 1");
    }
    playing.says("Ben> ", 2);
    // Taking back takes back what is kept.
    playing.say("s s.json");
    playing.says("Saved. Go on later", 1);
    assert_eq!(folder.names(), ["a.rules", "s.json"], "what is saved need not be kept");
    playing.say("add 1");
    playing.says("Ann> ", 3);
    assert_eq!(folder.names(), [KEPT, "a.rules", "s.json"]);
    playing.signal("KILL");
}

#[test]
fn what_is_kept_goes_when_it_is_let_go_or_over() {
    let folder = folder("let-go");
    let kept = |folder: &Folder| {
        let mut playing = Playing::new(folder, &["play", "a.rules", "--human", "all"]);
        playing.says("Ann> ", 1);
        playing.say("add 3");
        playing.says("Ben> ", 1);
        playing.signal("KILL");
        assert!(folder.names().contains(&KEPT.to_owned()));
    };
    kept(&folder);
    let anew = folder.run_with("play a.rules", "no\n");
    assert!(anew.out.contains("Ann> ") && !anew.out.contains("Total:"), "{}", anew.out);
    assert_eq!(folder.names(), ["a.rules"]);
    kept(&folder);
    folder.run_with("play a.rules --human all", "yes\n3\n3\n1\n").prints("The game is over");
    assert_eq!(folder.names(), ["a.rules"]);
    kept(&folder);
    folder.run_with("play a.rules --save s.json", "yes\nq\n").prints("The game is saved");
    assert_eq!(folder.names(), ["a.rules", "s.json"]);
    // A pipe that knows nothing of it is heard by the game, and loses nothing.
    kept(&folder);
    let ran = folder.run_with("play a.rules", "add 2\nq\n");
    ran.prints("Ann: add 2");
    ran.prints("It stays kept");
    assert_eq!(folder.names(), [KEPT, "a.rules", "s.json"]);
    folder.run_with("play a.rules --watch --seed 1", "").prints("The game is over");
    assert_eq!(folder.names(), [KEPT, "a.rules", "s.json"], "whoever only looks on is asked nothing");
    folder.run_with(&format!("play --resume {KEPT}"), "").prints("Total: 3");
    // What cannot be played anew is told before anything is asked.
    let ran = folder.run_with("play a.rules --players 9", "yes\n");
    ran.complains(2, "9 players cannot play this game");
    assert!(!ran.out.contains("was not finished"), "{}", ran.out);
    assert_eq!(folder.names(), [KEPT, "a.rules", "s.json"]);
}

#[test]
fn a_game_that_is_being_played_is_not_offered() {
    let folder = folder("at-once");
    let mut playing = Playing::new(&folder, &["play", "a.rules"]);
    playing.says("Ann> ", 1);
    playing.say("add 3");
    playing.says("Ann> ", 2);
    let mut other = Playing::new(&folder, &["play", "a.rules"]);
    other.says("Ann> ", 1);
    assert!(!other.heard.lock().expect("text").contains("not finished"));
    other.say("add 1");
    other.says("Ann> ", 2);
    assert_eq!(folder.names(), [".a.rules.kept-2.json", KEPT, "a.rules"]);
    other.signal("KILL");
    playing.signal("KILL");
    let ran = folder.run_with("play a.rules", "no\nyes\nq\n");
    assert_eq!(ran.out.matches("was not finished").count(), 2, "{ran:#?}");
}

#[test]
fn shipped_games_are_kept_apart() {
    let folder = Folder::new("kept-apart");
    let mut playing = Playing::new(&folder, &["play", "backgammon", "--seed", "1"]);
    playing.says("> ", 1);
    playing.say("1");
    playing.says("> ", 2);
    playing.signal("TERM");
    assert_eq!(folder.names(), ["state"]);
    let state = folder.0.join("state/rulehound");
    let names: Vec<_> =
        std::fs::read_dir(&state).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names, [".backgammon.kept.json"]);
    assert_eq!(std::fs::metadata(&state).expect("a folder").permissions().mode() & 0o777, 0o700);
    let again = Playing::new(&folder, &["play", "backgammon.rules"]);
    again.says("was not finished", 1);
    again.signal("KILL");
    // Where nothing can be kept beside the file, it is kept there too, and something else of that name is left alone.
    folder.file("a.rules", GAME);
    for number in ["", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9"] {
        folder.file(&format!(".a.rules.kept{number}.json/mine"), "mine");
    }
    let mut playing = Playing::new(&folder, &["play", "a.rules"]);
    playing.says("Ann> ", 1);
    playing.say("add 3");
    playing.says("Ann> ", 2);
    playing.signal("KILL");
    assert_eq!(std::fs::read_dir(&state).expect("a folder").count(), 2);
    folder.run_with("play a.rules", "yes\nq\n").prints("Total: ");
    // Where it can be kept nowhere, that is said once.
    std::fs::remove_dir_all(folder.0.join("state")).expect("a folder");
    folder.file("state", "");
    let ran = folder.run_with("play a.rules", "1\n1\n1\n1\n1\nq\n");
    assert_eq!(ran.err.matches("this game is not kept while it is played").count(), 1, "{ran:#?}");
}

#[test]
fn a_save_that_fails_is_asked_about() {
    let folder = folder("fails");
    folder.file("full.json/inside", "").file("notes.txt", "mine");
    let ran = folder.run_with("play a.rules --save nowhere/s.json", "3\nq\nfull.json\nnotes.txt\na.rules\ns.json\n");
    ran.prints("there is no such folder.");
    ran.prints("it is a folder.");
    ran.prints("it exists already");
    ran.prints("this is what is read here");
    ran.prints("The game is saved. Go on with `rulehound play --resume s.json`.");
    assert_eq!((folder.text("a.rules").as_str(), folder.text("notes.txt").as_str()), (GAME, "mine"));
    folder
        .run_with("play --resume s.json --record nowhere/r.yaml", "q\nr.yaml\n")
        .prints("The game is written to r.yaml");
    folder.run("run --quiet r.yaml").prints("");
    // Even if nobody answers, it is not lost.
    let ran = folder.run_with("play a.rules --save nowhere/s.json", "3\nq\n");
    ran.complains(4, "nowhere/s.json");
    assert!(ran.out.contains(KEPT), "{ran:#?}");
    folder.run_with("play a.rules", "yes\n").prints("Total: ");
}

/// Single bits, all over the file; `save.rs` itself tries every one.
#[test]
fn damaged_saves_are_refused() {
    let folder = folder("damaged");
    folder.run_with("play a.rules --human all --save s.json", "3\n2\nq\n").prints("The game is saved");
    let good = folder.text("s.json");
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut bytes = good.clone().into_bytes();
        bytes[at] ^= 1 << (at % 8);
        folder.file("bad.json", &bytes).run_with("play --resume bad.json", "").complains(4, "is no saved game");
    }
    for (from, to) in [
        ("Ann: add 3", "Ann: add 1"),
        ("\"humans\": [\n    \"Ann\"", "\"humans\": [\n    \"Zoe\""),
        ("\"seed\": ", "\"seed\": 1"),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        folder.file("bad.json", good.replace(from, to));
        folder.run_with("play --resume bad.json", "").complains(4, "somebody has changed it");
    }
    folder.run_with("play --resume s.json", "q\n").prints("Total: 5");
    // Commands may be typed in capitals.
    let ran = folder.run_with("play --resume s.json", "LOG\nH\nQ\n");
    // What happened before it was saved can be read again.
    ran.prints("Ann: add 3; total: 3.");
    ran.prints("Ben: add 2; total: 5.");
    ran.prints("this help");
}

/// Saves of before there were checksums are read if what happened leads to where they stand.
#[test]
fn saves_of_before() {
    let folder = folder("before");
    folder.run_with("play a.rules --human all --save s.json", "3\n2\nq\n").prints("The game is saved");
    let mut save: serde_json::Value = serde_json::from_str(&folder.text("s.json")).expect("JSON");
    let map = save.as_object_mut().expect("a map");
    map.remove("checksum");
    map.remove("begun before");
    map.remove("generators");
    map.insert("rulehound".to_owned(), 1.into());
    // Positions had none either.
    let position = map["position"].as_str().expect("bytes");
    let position = format!("{}01{}", &position[..14], &position[16..position.len() - 16]);
    map.insert("position".to_owned(), position.clone().into());
    let before = serde_json::to_string(&save).expect("JSON");
    folder.file("old.json", &before).run_with("play --resume old.json", "q\n").prints("Total: 5");
    folder
        .file("bad.json", before.replace("add 3", "add 2"))
        .run_with("play --resume bad.json", "")
        .complains(4, "does not lead to");
    // Five is four, or seven: still a position of the game, but of another one.
    let mut wrong = 0;
    for at in (0..position.len()).filter(|at| position.as_bytes()[*at] == b'5') {
        for other in ["4", "7", "1"] {
            let mut changed = position.clone();
            changed.replace_range(at..=at, other);
            folder.file("bad.json", before.replace(&position, &changed));
            folder.run_with("play --resume bad.json", "").complains(4, "bad.json");
            wrong += 1;
        }
    }
    assert!(wrong > 0, "{position}");
    folder.file("a.rules", GAME.replace("0..10", "0..20"));
    folder.run_with("play --resume old.json", "").complains(4, "an earlier version wrote it");
    folder.file("bad.json", before.replace("\"rulehound\":1", "\"rulehound\":7"));
    folder.run_with("play --resume bad.json", "").complains(4, "the number 7");
    // Whatever else it is, that is said in words.
    let broken = &before[..before.len() / 2];
    for (text, why) in [
        ("", "it is empty"),
        (broken, "it breaks off before its end"),
        ("game", "line 1 is the first"),
        ("{}", "does not begin as one"),
    ] {
        folder.file("bad.json", text).run_with("play --resume bad.json", "").complains(4, why);
    }
}

const DICE: &str = "game \"Dice\" doc \"Roll.\"
players 2
var die : 1..6 seen by all = 1 doc \"What was rolled.\"
phase play {
  repeat 12 { for p in players { turn of p { choose n in 1..2 as \"roll {n}\" }  roll die } }
  win nobody
}
";

/// What was rolled, as a record has it.
fn rolled(record: &str) -> Vec<u32> {
    let rolls = record.lines().filter_map(|line| line.split_once("roll: "));
    rolls.map(|(_, number)| number.trim_matches(['[', ']', ' ']).parse().expect("one number")).collect()
}

/// Where a game is gone on with, chance and bots go on as they would have gone on without a break, wherever it was left and however often.
#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let folder = Folder::new("resumed-chance");
    folder.file("d.rules", DICE);
    let all = "1\n".repeat(24);
    for (seed, humans) in [(5, "all"), (5, "Ann"), (6, "all"), (7, "Ben")] {
        let play = format!("play d.rules --human {humans} --seed {seed} --force");
        folder.run_with(&format!("{play} --record whole.yaml"), &all).prints("The game is over");
        let whole = folder.text("whole.yaml");
        assert_eq!(rolled(&whole).len(), 24);
        for answers in [0, 1, 4, 8] {
            let some = format!("{}q\n", "1\n".repeat(answers));
            folder.run_with(&format!("{play} --save s.json"), &some).prints("The game is saved");
            for more in [3, 0] {
                // Left and resumed once more.
                let some = format!("{}q\n", "1\n".repeat(more));
                folder.run_with("play --resume s.json --save t.json --force", &some).prints("The game is saved");
                folder.run_with("play --resume t.json --record r.yaml --force", &all).prints("The game is over");
                assert_eq!(folder.text("r.yaml"), whole, "seed {seed}, {humans}, {answers} answers, then {more}");
            }
        }
    }
}

/// What is kept when the program is stopped goes on the same way.
#[test]
fn a_kept_game_goes_on_as_it_would_have() {
    let folder = Folder::new("kept-chance");
    folder.file("d.rules", DICE);
    let all = "1\n".repeat(24);
    folder.run_with("play d.rules --human Ann --seed 9 --record whole.yaml", &all).prints("The game is over");
    let mut playing = Playing::new(&folder, &["play", "d.rules", "--human", "Ann", "--seed", "9"]);
    for times in 1..4 {
        playing.says("Ann> ", times);
        playing.say("1");
    }
    playing.says("Ann> ", 4);
    playing.signal("KILL");
    let again = format!("yes\n{all}");
    folder.run_with("play d.rules --record r.yaml", &again).prints("The game is over");
    assert_eq!(folder.text("r.yaml"), folder.text("whole.yaml"));
}

/// Whoever names a seed gets other chance; and where an earlier version has not written how far chance had come, it is the same each time.
#[test]
fn chance_of_another_seed_and_of_earlier_versions() {
    let folder = Folder::new("other-chance");
    folder.file("d.rules", DICE);
    let all = "1\n".repeat(24);
    folder.run_with("play d.rules --human all --seed 5 --record whole.yaml", &all).prints("The game is over");
    folder.run_with("play d.rules --human all --seed 5 --save s.json", "1\n1\nq\n").prints("The game is saved");
    let mut save: serde_json::Value = serde_json::from_str(&folder.text("s.json")).expect("JSON");
    let map = save.as_object_mut().expect("a map");
    for key in ["generators", "checksum", "begun before"] {
        assert!(map.remove(key).is_some(), "{key}");
    }
    map.insert("rulehound".to_owned(), 1.into());
    folder.file("old.json", save.to_string());
    let whole = rolled(&folder.text("whole.yaml"));
    for resumed in ["play --resume s.json --seed 6", "play --resume old.json"] {
        let rolled = |_| {
            folder.run_with(&format!("{resumed} --record r.yaml --force"), &all).prints("The game is over");
            rolled(&folder.text("r.yaml"))
        };
        let [once, again] = [0, 1].map(rolled);
        assert_eq!(once, again, "{resumed}");
        assert_eq!((once.len(), &once[..2]), (24, &whole[..2]), "what has come stays");
        assert_ne!(once, whole, "{resumed}");
    }
    // A whole save of the version before.
    let folder = self::folder("format-2");
    folder.file("s.json", include_str!("saves/format-2.json"));
    folder.run_with("play --resume s.json", "q\n").prints("Total: 5");
}
