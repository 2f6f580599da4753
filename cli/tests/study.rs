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
}

#[test]
fn a_study_that_is_watched_ends_early() {
    let folder = folder("study-until");
    folder.run("study a.rules --games 9000 --bots none --until 4% --out found").prints("the page is");
    let manifest: serde_json::Value = serde_json::from_str(&folder.text("found/manifest.json")).expect("data");
    assert!(manifest["to"].as_u64().is_some_and(|to| to < 9_000), "{manifest}");
}

#[test]
fn what_cannot_be_studied_is_told() {
    let folder = folder("study-wrong");
    folder.run("study a.rules --games 20..10").complains(2, "0..500");
    folder.run("study a.rules --bots mcts:20ms").complains(2, "another machine");
    folder.run("study a.rules --forbid \"rule nothing\"").complains(2, "no `option` or `may` runs a rule `nothing`");
    folder.run("study a.rules --until 1").complains(2, "no share such as 1%");
    folder.run("study a.rules --merge --out nothing").complains(4, "there is no part of a study");
}
