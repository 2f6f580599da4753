//! `check`, `fmt`, `new`.

use crate::tool::{Folder, GAME};

#[test]
fn shipped_games_are_in_order() {
    let folder = Folder::new("shipped");
    let ran = folder.run("check hot-dog hot-dog-young");
    assert_eq!(ran.code, 0, "{ran:#?}");
}

#[test]
fn a_file_comes_before_a_shipped_game() {
    let folder = Folder::new("file-first");
    folder.file("hot-dog", GAME);
    folder.run("check hot-dog").prints("nothing is wrong");
}

#[test]
fn wrong_rules_are_underlined() {
    let folder = Folder::new("wrong-rules");
    folder.file("a.rules", GAME.replace("set total += n", "set totl += n"));
    let ran = folder.run("check a.rules");
    ran.complains(1, "did you mean `total`");
    assert!(ran.err.contains("a.rules:"), "{ran:#?}");
    let json = folder.run("check a.rules --format json");
    assert_eq!(json.code, 1);
    let findings: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let first = findings.get(0).expect("a finding");
    assert_eq!(first["file"], "a.rules");
    assert_eq!(first["severity"], "error");
    assert!(first["line"].as_u64().is_some_and(|line| line > 1), "{first}");
}

#[test]
fn warnings_may_be_denied() {
    let folder = Folder::new("deny");
    folder.file("a.rules", GAME.replace(" doc \"How far you have counted.\"", ""));
    let ran = folder.run("check a.rules");
    assert_eq!(ran.code, 0, "{ran:#?}");
    let warned = !ran.err.is_empty();
    assert_eq!(folder.run("check a.rules --deny warnings").code, i32::from(warned));
}

#[test]
fn a_missing_parent_is_a_missing_file() {
    let folder = Folder::new("parent");
    folder.file("b.rules", "game \"B\"\n  extends \"nowhere.rules\"\n");
    folder.run("check b.rules").complains(4, "nowhere.rules");
}

#[test]
fn a_shipped_game_may_be_extended() {
    let folder = Folder::new("extends-shipped");
    folder.run("new mine --variant hot-dog").prints("my-hot-dog.rules");
    let ran = folder.run("check mine/my-hot-dog.rules");
    assert_eq!(ran.code, 0, "{ran:#?}");
}

#[test]
fn what_each_file_brings_is_told_in_the_words_of_the_rules() {
    let folder = Folder::new("origins");
    folder.file("parent.rules", PARENT).file("variant.rules", VARIANT);
    let ran = folder.run("check variant.rules");
    ran.prints("  parent.rules\n    declares players, component Card, pile deck, zone hand, phase play\n");
    ran.prints("  variant.rules\n    declares pile waste, zone tray\n    replaces pile deck, zone hand, phase play\n");
}

const PARENT: &str = "\
game \"Parent\"
players 2
component Card { n : 1..3  make k in 1..3 : n = k }
| The cards to draw.
pile deck : Card seen by nobody
| What somebody holds.
zone hand of each player : Card seen by owner
| [Play] All draw.
phase play {
  move each c in Card to deck
  shuffle deck
  for p in players { draw 1 from deck to p.hand }
}
";

const VARIANT: &str = "\
game \"Variant\" extends \"parent.rules\"
| What lies aside.
pile waste : Card seen by all
| What lies open.
zone tray : Card seen by all
| The cards to draw, face up.
replace pile deck : Card seen by all
| What all may look at.
replace zone hand of each player : Card seen by all
| [Play] All draw, and one card is laid aside.
replace phase play {
  do base
  draw 1 from deck to waste
  draw 1 from deck to tray
  win nobody
}
";

#[test]
fn a_new_game_runs_at_once() {
    let folder = Folder::new("new");
    folder.run("new mine").prints("rulehound check");
    folder.run("check mine/first.rules --deny warnings").prints("nothing is wrong");
    folder.run("run mine").prints("1 passed, 0 failed");
    folder.run("fmt --check mine/first.rules").prints("");
    folder.run("new mine").complains(4, "exists already");
    // Where one of the files is there, the others are not written either.
    folder.file("half/first.yaml", "mine");
    folder.run("new half").complains(4, "exists already");
    assert_eq!(Folder(folder.0.join("half")).names(), ["first.yaml"]);
    assert_eq!(folder.text("half/first.yaml"), "mine");
    folder.run("new other --variant fly").complains(2, "no shipped game `fly`");
}

#[test]
fn layout() {
    let folder = Folder::new("fmt");
    folder.file("a.rules", GAME.replace("  choose n", "        choose   n")).file("bad.rules", "game {");
    assert_eq!(folder.run("fmt --check a.rules").code, 1);
    folder.run("fmt a.rules").prints("laid out");
    assert_eq!(folder.text("a.rules"), GAME);
    assert_eq!(folder.run("fmt --check a.rules").code, 0);
    assert_eq!(folder.run("fmt bad.rules").code, 1);
    assert_eq!(folder.text("bad.rules"), "game {");
}

#[test]
fn of_several_files_the_worst_decides_how_it_ends() {
    let folder = Folder::new("fmt-several");
    folder.file("a.rules", GAME).file("bad.rules", "game {");
    for (files, code) in [
        ("bad.rules a.rules", 1),
        ("a.rules bad.rules", 1),
        ("nowhere.rules a.rules", 4),
        ("nowhere.rules bad.rules", 4),
        ("a.rules a.rules", 0),
    ] {
        assert_eq!(folder.run(&format!("fmt {files}")).code, code, "{files}");
    }
    folder.file("wide.rules", GAME.replace("  choose n", "        choose   n"));
    assert_eq!(folder.run("fmt --check wide.rules a.rules").code, 1);
}
