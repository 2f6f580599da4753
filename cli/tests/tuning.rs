//! `tune`, and the file that it writes.

use std::sync::OnceLock;

use crate::tool::Folder;

/// What is better shows long after the sixty random decisions after which bots usually judge a game that is won by rank.
pub const TEMPTATION: &str = "\
game \"Temptation\"
players Ann, Ben

var patient of each player: yes or no seen by all = no
var points of each player: 0..9 seen by all = 0

phase play {
  for p in players {
    turn of p {
      choose {
        option n in 1..8 as \"{n} now\" { set p.points = n }
        option \"nine in the end\" { set p.patient = yes }
      }
    }
  }
  repeat 80 { for p in players { turn of p { choose n in 1..2 as \"wait {n}\" } } }
  for p in players where p.patient { set p.points = 9 }
  win p in players by best p.points
}
";

const TUNE: &str = "tune temptation.rules --games 2 --bot mcts:20 --seed 3";

const PLAY: &str = "simulate temptation.rules --games 5 --bot all=mcts:20 --report \"sum p in players : p.points\"";

/// Whether both took what is most in the end, in most games.
fn is_patient(folder: &Folder, play: &str) -> bool {
    let ran = folder.run(play);
    let average = ran.out.split_once("p.points: ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<f64>().ok());
    let average = average.unwrap_or_else(|| panic!("{ran:#?}"));
    assert!(average <= 16.0 || average > 17.0, "it is not clear: {average}");
    average > 17.0
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("temptation.rules", TEMPTATION);
    folder
}

/// The file that is written on two threads, and what is told of it as data. To find it out takes seconds: it is done once for all tests.
fn found() -> &'static (String, serde_json::Value) {
    static FOUND: OnceLock<(String, serde_json::Value)> = OnceLock::new();
    FOUND.get_or_init(|| {
        let folder = folder("tuned-once");
        let ran = folder.run(&format!("{TUNE} --threads 2 --format json"));
        (folder.text("temptation.tuning.json"), serde_json::from_str(&ran.out).expect("data"))
    })
}

#[test]
fn bots_play_as_was_found_out() {
    let folder = folder("tuned");
    assert!(!is_patient(&folder, PLAY));
    folder.file("temptation.tuning.json", &found().0);
    assert!(is_patient(&folder, PLAY));
    let evening = folder.run("record temptation.rules --seed 1 --bot all=mcts:100");
    assert_eq!(evening.out.matches("nine in the end").count(), 2, "{evening:#?}");
    // What was found for other rules is not used, and not overwritten unasked.
    folder.file("temptation.rules", format!("{TEMPTATION}# Changed.\n"));
    let ran = folder.run(PLAY);
    assert!(ran.err.contains("was found for other rules and is not used"), "{ran:#?}");
    assert!(!is_patient(&folder, PLAY));
    folder.run(TUNE).complains(4, "temptation.tuning.json");
    let ran = folder.run(&format!("{TUNE} --force"));
    ran.prints("16 ways to search against the usual one");
    ran.prints("written to `temptation.tuning.json`");
    assert!(is_patient(&folder, PLAY));
}

#[test]
fn what_was_found_for_a_variant_is_not_used_when_its_game_has_changed() {
    let folder = folder("tuned-variant");
    folder.file("variant.rules", "game \"Variant\" extends \"temptation.rules\"\n");
    folder.run(&TUNE.replace("temptation", "variant")).prints("written to `variant.tuning.json`");
    let play = PLAY.replace("temptation", "variant");
    assert!(is_patient(&folder, &play));
    folder.file("temptation.rules", format!("{TEMPTATION}# Changed.\n"));
    let ran = folder.run(&play);
    assert!(!is_patient(&folder, &play));
    assert!(ran.err.contains("was found for other rules and is not used"), "{ran:#?}");
}

#[test]
fn a_hint_searches_as_was_found_out() {
    let folder = folder("tuned-hint");
    let hint = || folder.run_with("play temptation.rules --human all --seed 1", "hint\nq\n");
    hint().prints("A strong bot would choose “8 now”");
    folder.file("temptation.tuning.json", &found().0);
    hint().prints("A strong bot would choose 9: nine in the end");
}

#[test]
fn the_same_is_found_on_one_thread_and_two() {
    let folder = folder("tuned-threads");
    let ran = folder.run(&format!("{TUNE} --threads 1 --format json"));
    let one: serde_json::Value = serde_json::from_str(&ran.out).expect("data");
    let (file, two) = found();
    assert_eq!((&folder.text("temptation.tuning.json"), &one), (file, two));
    assert_eq!(one["written"], "temptation.tuning.json");
    assert!(one["share"].as_f64().is_some_and(|share| share > 0.9), "{one}");
    assert_eq!(one["tried"].as_array().map(Vec::len), Some(16));
}

#[test]
fn what_is_not_known_to_be_better_is_not_written() {
    let folder = Folder::new("tuned-luck");
    folder.file("luck.rules", "game \"Luck\"\nplayers Ann, Ben\nvar die: 1..6 seen by all\nphase play {\n  for p in players { turn of p { choose n in 1..2 as \"guess {n}\" } }\n  roll die\n  for p in players { if (die <= 3) = (seat(p) = 1) { win p } }\n}\n");
    let ran = folder.run("tune luck.rules --games 2 --bot mcts:5");
    ran.prints("so it is not known to be better than the usual one, and nothing is written");
    assert_eq!(folder.names(), ["luck.rules"]);
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = folder("tuned-foreign");
    folder.file("temptation.tuning.json", "my own\n");
    folder.run(&format!("{TUNE} --force")).complains(4, "was not written by `rulehound tune`");
    folder.run(PLAY).complains(4, "does not say how bots are to search: it is no JSON");
    folder.file(
        "temptation.tuning.json",
        "{\"rules\": \"0\", \"explore\": 70, \"horizon\": 0, \"first play\": 1, \"redealt\": 0}",
    );
    folder.run(PLAY).complains(4, "`horizon` may be from 1 to 10000");
    // Where nobody thinks it is not even read.
    folder.run("simulate temptation.rules --games 5").prints("5 games");
    folder.run("record temptation.rules --seed 1").prints("Ann");
    assert_eq!(folder.text("temptation.rules"), TEMPTATION);
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let folder = folder("tuned-refused");
    folder.run("tune temptation.rules --bot mcts:50ms").complains(2, "says how many games are imagined");
    folder.run("tune temptation.rules --bot random").complains(2, "says how many games are imagined");
    folder.run("tune temptation.rules --bot clever").complains(2, "there is no bot `clever`");
    folder.run("tune nothing.rules").complains(4, "nothing.rules");
    folder.file(
        "alone.rules",
        "game \"Alone\"\nplayers Ann\nphase play { turn of Ann { choose n in 1..2 as \"take {n}\" }  win Ann }\n",
    );
    folder.run("tune alone.rules").complains(2, "played alone");
}
