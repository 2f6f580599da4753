//! `study`.

use crate::tool::{Folder, folder};

#[test]
fn a_page_and_what_belongs_to_it_are_written() {
    let folder = folder("study");
    let ran = folder.run("study a.rules --games 120 --bots mcts:10 --every 10 --out found");
    ran.prints("Length: A random game takes ");
    ran.prints("the page is found/report.html\n");
    let names = Folder(folder.0.join("found")).names();
    for name in [
        "comeback.yaml",
        "longest.yaml",
        "manifest.json",
        "report.html",
        "shortest.yaml",
        "summary.json",
        "typical.yaml",
    ] {
        assert!(names.iter().any(|other| other == name), "{name} is not among {names:?}");
    }
    folder.run("run --quiet found").prints(" passed, 0 failed");
    let page = folder.text("found/report.html");
    assert!(!page.contains("http"), "the page must need nothing else");
    let summary: serde_json::Value = serde_json::from_str(&folder.text("found/summary.json")).expect("data");
    assert_eq!(summary["games"], 120);
    let length = &summary["findings"][1];
    assert_eq!((&length["key"], length["picture"]["histogram"].is_object()), (&"length".into(), true), "{length}");
    assert!(page.contains(length["sentence"].as_str().expect("a sentence")), "{length}");
    folder.run("study a.rules --games 5 --out found").complains(4, "`--force` overwrites it");
}

#[test]
fn parts_give_the_same_page_as_the_whole() {
    let folder = folder("study-parts");
    let study = "study a.rules --bots mcts:5 --every 20";
    folder.run(&format!("{study} --games 80 --out whole --threads 1")).prints("the page is");
    for (from, to) in [(40, 80), (0, 20), (20, 40)] {
        folder
            .run(&format!("{study} --games {from}..{to} --out parts --threads 2"))
            .prints("`--merge` puts all parts together");
    }
    folder.run(&format!("{study} --merge --out parts")).prints("the page is parts/report.html");
    for name in ["report.html", "summary.json", "manifest.json"] {
        assert_eq!(folder.text(&format!("parts/{name}")), folder.text(&format!("whole/{name}")), "{name}");
    }
    folder.run(&format!("{study} --seed 2 --merge --out parts")).complains(4, "the seed differs");
    folder.run(&format!("{study} --games 10..30 --out parts")).prints("games 10..30");
    folder.run(&format!("{study} --merge --out parts")).complains(4, "games 10..20 are there twice");
    folder.run(&format!("{study} --games 20..60 --out late")).prints("games 20..60");
    folder.run(&format!("{study} --merge --out late")).complains(4, "games 0..20 are missing");
}

#[test]
fn a_study_that_is_watched_ends_early() {
    let folder = folder("study-until");
    folder.run("study a.rules --games 9000 --bots none --until 4% --out found").prints("the page is");
    let manifest: serde_json::Value = serde_json::from_str(&folder.text("found/manifest.json")).expect("data");
    assert!(manifest["to"].as_u64().is_some_and(|to| to < 9_000), "{manifest}");
}

#[test]
fn a_goal_of_a_study_is_met_or_missed() {
    let folder = folder("study-goal");
    let study = "study a.rules --games 300 --bots none --force --out found";
    let met = folder.run(&format!("{study} --expect \"unfinished 0..2 %\""));
    met.prints("met: unfinished 0..2 %; it is 0.0 %");
    let missed = folder.run(&format!("{study} --expect \"unfinished 50..60 %\" --expect \"length 0..100000\""));
    assert_eq!(missed.code, 1, "{missed:#?}");
    assert!(missed.out.contains("not met: unfinished 50..60 %; it is 0.0 %"), "{missed:#?}");
    assert!(folder.text("found/report.html").contains("Random players meet 1 of 2 goals."));
    let summary: serde_json::Value = serde_json::from_str(&folder.text("found/summary.json")).expect("data");
    assert_eq!((&summary["goals"][0]["met"], &summary["goals"][1]["met"]), (&false.into(), &true.into()));
    folder.run(&format!("{study} --expect \"fun 1..2\"")).complains(2, "nothing is known of `fun`");
    folder.run(&format!("{study} --expect \"mean of 1 1..2\"")).prints("met: mean of 1 1..2; it is 1.0 (1.0 to 1.0)");
    folder.run(&format!("{study} --report \"fun\"")).complains(2, "`fun`");
    let asked = folder.run(&format!("{study} --report \"count players\" --against a.rules"));
    asked.prints("What was asked: `count players` is 2.00 (2.00 to 2.00) at the end of random games.");
    assert!(asked.out.contains("Games are exactly as long. No seat is shown to win more or less."), "{asked:#?}");
    let row =
        asked.out.lines().find(|line| line.trim_start().starts_with("count players ") && line.contains("the same"));
    assert!(row.is_some(), "{asked:#?}");
    folder.run("study a.rules --bots none --games 0..5 --report 1 --out asked").prints("games 0..5");
    folder.run("study a.rules --bots none --merge --out asked").complains(4, "`--report`");
    folder.run("study a.rules --bots none --merge --out asked --expect \"mean of 1 0..2\"").prints("met: mean of 1");
    folder.run("study a.rules --games 0..9 --expect \"length 1..2\"").complains(2, "give the goal with `--merge`");
}

/// Whoever stops wins: to know that takes some thinking.
#[test]
fn beside_random_players_goals_are_judged_by_the_best_bots() {
    let folder = Folder::new("study-best");
    let stop = "turn of p { choose { option \"stop\" { win p } option \"go on\" { } } }";
    let play = format!("phase play {{ repeat 10 {{ for p in players {{ {stop} }} }} win nobody }}");
    folder.file("stop.rules", format!("game \"Stop\"\nplayers 2\n{play}\n"));
    let study = "study stop.rules --games 60 --bots mcts:1,mcts:50 --every 5 --out found";
    assert_eq!(folder.run(&format!("{study} --expect \"length 1..1\"")).code, 1);
    let page = folder.text("found/report.html");
    assert!(page.contains("(mcts:50 bots: 1.0 (1.0 to 1.0))"), "{page}");
    assert!(!page.contains("Between mcts:1 bots: 1.0 "), "the weakest do not stop at once: {page}");
}

#[test]
fn what_cannot_be_studied_is_told() {
    let folder = folder("study-wrong");
    folder.run("study a.rules --games 20..10").complains(2, "0..500");
    folder.run("study a.rules --bots mcts:20ms").complains(2, "another machine");
    folder.run("study a.rules --forbid \"rule nothing\"").complains(2, "no `option` or `may` runs a rule `nothing`");
    folder.run("study a.rules --forbid \"line 1\"").complains(2, "no `option` or `may` stands in line 1");
    folder.run("study a.rules --forbid \"component Dragon\"").complains(2, "there is no component `Dragon`");
    folder.run("study a.rules --until 1").complains(2, "no share such as 1%");
    folder.run("study a.rules --merge --out nothing").complains(4, "there is no part of a study");
}

const FURTHER: &str = r#"| The same with one more.
game "Up to Eleven" extends "a.rules"
replace var total : 0..11 seen by all = 0
| [a first game] Add one, two, three or four.
replace phase add(p: player) {
  choose n in 1..4 as "add {n}"
    require total + n <= 11 else "That would be more than eleven."
  if none { win nobody }
  set total += n
  if total = 11 { win p }
}
"#;

#[test]
fn the_page_of_a_variant_tells_what_is_changed_and_what_was_asked_by_name() {
    let folder = folder("study-changed");
    folder.file("b.rules", FURTHER);
    let study = "study b.rules --against a.rules --games 60 --bots none --report \"total as counted so far\"";
    let ran = folder.run(&format!("{study} --expect \"mean of counted so far 11..11\" --out found"));
    ran.prints("What was asked: Counted so far is 11.00");
    ran.prints("met: mean of counted so far 11..11; it is 11.0");
    let page = folder.text("found/report.html");
    for words in [
        "What is changed",
        "Of Up to Ten these rules change: ",
        "Add (a first game): changed",
        "at most 11",
        "in Up to Ten they meet 0",
        "(Up to Ten: 10.0 (10.0 to 10.0))",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let summary: serde_json::Value = serde_json::from_str(&folder.text("found/summary.json")).expect("data");
    assert!(summary["changes"].as_array().is_some_and(|lines| lines.len() > 4), "{summary}");
    // What the other game does not know of is no goal that it meets.
    folder.file("c.rules", "game \"Further\" extends \"a.rules\"\nvar bonus : 0..9 seen by all = 0\n");
    let unknown = "study c.rules --against a.rules --games 20 --bots none --out unknown";
    folder.run(&format!("{unknown} --expect \"mean of bonus 0..1\"")).prints("met: mean of bonus 0..1");
    assert!(folder.text("unknown/report.html").contains("meet 1 of 1 goals; in Up to Ten they meet 0."));
    folder.run("study a.rules --games 5 --bots none --out alone").prints("the page is");
    assert!(!folder.text("alone/report.html").contains("What is changed"), "nothing is changed");
}

/// Everybody has a prize by lot; the prizes are a table.
const PRIZES: &str = r#"game "Prizes"
players 2
table prize(1..3) { 1 : 10  2 : 40  3 : 100 }
var money of each player : 0..9999 seen by all = 0
var lot : 1..3 seen by all
phase play {
  for p in players { turn of p {
    choose n in 1..2 as "say {n}"
    roll lot
    set p.money += prize(lot)
  } }
  win p in players by best p.money
}
"#;

#[test]
fn numbers_that_bring_missed_goals_nearer_are_played_together() {
    let folder = folder("study-together");
    folder.file("p.rules", PRIZES);
    let study = "study p.rules --games 300 --bots mcts:5 --report \"sum p in players : p.money as all money\"";
    let missed =
        folder.run(&format!("{study} --expect \"mean of all money 105..130\" --expect \"length 0..9\" --out missed"));
    assert_eq!(missed.code, 1, "{missed:#?}");
    assert!(
        missed.out.contains("with prize = 12 50 120 (here 10 40 100), in 300 random games:\n  met: "),
        "{missed:#?}"
    );
    let page = folder.text("missed/report.html");
    for words in [
        "What brings it nearer: <code>prize = 12 50 120 (here 10 40 100)</code>, +",
        "mcts:5 bots: ",
        "Together, played in 300 random games",
        ", reaches it</td>",
        "<td>not shown</td>",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let summary: serde_json::Value = serde_json::from_str(&folder.text("missed/summary.json")).expect("data");
    assert_eq!(summary["together"]["goals"][0]["met"], true, "{summary}");
    // Nothing is turned where nothing is missed, and nothing is promised where nothing helps.
    let met = folder.run(&format!("{study} --expect \"mean of all money 80..120\" --out met"));
    assert!(met.code == 0 && !met.out.contains("in 300 random games:"), "{met:#?}");
    let beyond = folder.run(&format!("{study} --expect \"length 50..60\" --out beyond"));
    assert!(!beyond.out.contains("in 300 random games:"), "{beyond:#?}");
    assert!(
        folder.text("beyond/report.html").contains(
            "None of the other numbers that were tried is shown to bring it nearer: that takes another rule."
        )
    );
    // Parts come to the same.
    for part in ["0..100", "100..300"] {
        folder.run(&study.replace("--games 300", &format!("--games {part} --out parts --every 25")));
    }
    let study = study.replace("--games 300 ", "");
    let merged = folder
        .run(&format!("{study} --merge --expect \"mean of all money 105..130\" --expect \"length 0..9\" --out parts"));
    assert_eq!(folder.text("parts/report.html"), page, "{merged:#?}");
}
