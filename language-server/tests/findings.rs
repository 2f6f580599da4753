//! Findings while somebody types.

use crate::editor::{Editor, edited, line, place_of, uri};
use serde_json::json;

/// A game with everything it needs.
const STICKS: &str = r#"game "Sticks 🎲"
players 2
var sticks : 0..9 seen by all = 9
phase play ref "1" doc "They take sticks." {
  repeat for p in players while sticks > 0 {
    turn of p {
      choose n in 1..2 as "take {n}" require n <= sticks else "too few" if none { leave turn }
      set sticks -= n
    }
  }
  win nobody
}
"#;

fn lines(found: &[serde_json::Value]) -> Vec<String> {
    found.iter().map(line).collect()
}

#[test]
fn every_finding_is_told_when_a_text_is_opened_and_changed() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", STICKS);
    assert_eq!(lines(&editor.findings("a.rules")), Vec::<String>::new());
    editor
        .rewrite("a.rules", &STICKS.replace("as \"take {n}\"", "as \"🎲 {n} {m}\"").replace("win nobody", "win nobdy"));
    insta::assert_snapshot!(lines(&editor.findings("a.rules")).join("\n"));
    editor.rewrite("a.rules", STICKS);
    assert_eq!(editor.findings("a.rules").len(), 0);
}

#[test]
fn what_is_typed_is_taken_in_by_units_of_utf_16() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", STICKS);
    editor.findings("a.rules");
    // Behind the die in the title, then a name in the middle; the second place is one after the first change.
    let at = |line, start, end| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
    editor.edit(
        "a.rules",
        json!([{ "range": at(0, 16, 16), "text": "\n\n" }, { "range": at(4, 4, 10), "text": "stones" }]),
    );
    let found = lines(&editor.findings("a.rules"));
    assert!(found.iter().all(|line| line.contains("unknown-name") && line.contains("`sticks`")), "{found:#?}");
    assert_eq!(found.len(), 3);
}

#[test]
fn a_variant_is_looked_at_with_what_it_extends() {
    let variant = "game \"More\" extends \"a.rules\"\nremove var sticks\nvar stones : 0..3 seen by all = 7\n";
    let mut editor = Editor::new(&[("a.rules", STICKS)]);
    editor.open("b.rules", variant);
    insta::assert_snapshot!(lines(&editor.findings("b.rules")).join("\n"));
    // What is open counts before what is saved, and what hangs on it is looked at again.
    editor.rewrite("b.rules", "game \"More\" extends \"a.rules\"\nreplace var sticks : 0..20 seen by all = 20\n");
    assert_eq!(editor.findings("b.rules").len(), 0);
    editor.open("a.rules", &STICKS.replace("var sticks", "var stones"));
    let found = lines(&editor.findings("b.rules"));
    assert!(found.iter().any(|line| line.contains("nothing-to-replace")), "{found:#?}");
}

/// It is no fault of the variant, and whoever opens the game sees it there.
#[test]
fn a_warning_of_a_game_is_not_repeated_in_its_variant() {
    let game = STICKS
        .replace("phase play", "rule nobody_asks_for ref \"2\" doc \"It never comes.\" { set sticks = 1 }\nphase play");
    let mut editor = Editor::new(&[("a.rules", &game)]);
    editor.open("a.rules", &game);
    let found = lines(&editor.findings("a.rules"));
    assert!(found.len() == 1 && found[0].contains("nobody_asks_for"), "{found:#?}");
    editor.open("b.rules", "game \"More\" extends \"a.rules\"\nreplace var sticks : 0..20 seen by all = 20\n");
    assert_eq!(lines(&editor.findings("b.rules")), Vec::<String>::new());
}

#[test]
fn a_file_that_another_program_writes_is_looked_at_again() {
    let mut editor = Editor::new(&[("a.rules", STICKS)]);
    editor.open("b.rules", "game \"More\" extends \"a.rules\"\nreplace var sticks : 0..20 seen by all = 20\n");
    assert_eq!(lines(&editor.findings("b.rules")), Vec::<String>::new());
    editor.written_by_another("a.rules", &STICKS.replace("sticks", "stones"));
    let found = lines(&editor.findings("b.rules"));
    assert!(found.iter().any(|line| line.contains("nothing-to-replace")), "{found:#?}");
    editor.written_by_another("a.rules", STICKS);
    assert_eq!(lines(&editor.findings("b.rules")), Vec::<String>::new());
}

#[test]
fn a_closed_text_has_no_findings_and_a_missing_file_is_said_where_it_is_extended() {
    let mut editor = Editor::new(&[]);
    editor.open("b.rules", "game \"More\" extends \"a.rules\"\n");
    let found = lines(&editor.findings("b.rules"));
    assert!(found.len() == 1 && found[0].starts_with("0:20-0:29 1 missing-file"), "{found:#?}");
    editor.open("a.rules", STICKS);
    assert_eq!(editor.findings("b.rules").len(), 0);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri("b.rules") } }));
    assert_eq!(editor.findings("b.rules").len(), 0);
}

#[test]
fn a_file_that_was_never_saved_is_found_beside_another() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", STICKS);
    editor.findings("a.rules");
    editor.open("b.rules", "game \"More\" extends \"a.rules\"\n");
    assert_eq!(lines(&editor.findings("b.rules")), Vec::<String>::new());
}

/// Not only where it is named in full.
#[test]
fn what_is_not_saved_counts_where_it_is_named_without_its_ending() {
    let mut editor = Editor::new(&[("a.rules", STICKS)]);
    editor.open("a.rules", &STICKS.replace("sticks", "stones"));
    editor.open("b.rules", "game \"More\" extends \"a\"\nreplace var stones : 0..20 seen by all = 20\n");
    assert_eq!(lines(&editor.findings("b.rules")), Vec::<String>::new());
    editor.rewrite("b.rules", "game \"More\" extends \"a\"\nreplace var sticks : 0..20 seen by all = 20\n");
    let found = lines(&editor.findings("b.rules"));
    assert!(found.iter().any(|line| line.contains("nothing-to-replace")), "{found:#?}");
}

#[test]
fn only_the_newest_text_is_looked_at() {
    let mut editor = Editor::new(&[]);
    let long = std::fs::read_to_string("../games/spots.rules").expect("a shipped game");
    editor.open("a.rules", &long);
    for round in 0..50 {
        editor.edit("a.rules", json!([{ "range": { "start": { "line": 9999, "character": 0 }, "end": { "line": 9999, "character": 0 } }, "text": format!("# {round}\n") }]));
    }
    // The first look may have begun before the typing; of the fifty texts nearly all are passed over.
    let mut looks = 1;
    while editor.told("a.rules")["version"] != 51 {
        looks += 1;
    }
    assert!(looks < 10, "it looked {looks} times");
}

#[test]
fn what_nobody_answers_is_refused_and_what_is_called_off_is_not_begun() {
    let mut editor = Editor::new(&[]);
    let why = editor.try_ask("textDocument/nothing", json!({})).expect_err("nobody answers");
    assert_eq!(why, "`textDocument/nothing` is not answered here");
    editor.tell("textDocument/didChange", json!({ "nonsense": 1 }));
    editor.tell("$/cancelRequest", json!({ "id": 12345 }));
    editor.open("a.rules", "");
    assert_eq!(editor.findings("a.rules").len(), 1);
}

#[test]
fn a_finding_offers_its_corrections() {
    let mut editor = Editor::new(&[]);
    let wrong = STICKS.replace("set sticks -= n", "set stiks -= n && 1").replace("win nobody", "win nobody;");
    let unseen = STICKS.replace(" seen by all", "").replace("sticks > 0", "stiks > 0");
    let mut texts = Vec::new();
    for (wrong, words) in [(&wrong, "&&"), (&wrong, ";"), (&unseen, "sticks :"), (&unseen, "stiks")] {
        editor.open("a.rules", wrong);
        let (line, character) = place_of(wrong, words);
        let at = json!({ "line": line, "character": character });
        let params = json!({
            "textDocument": { "uri": uri("a.rules") },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] },
        });
        for action in editor.ask("textDocument/codeAction", params).as_array().expect("a list") {
            let after = edited(wrong, &action["edit"]["changes"][uri("a.rules")]);
            let changed: Vec<&str> =
                after.lines().zip(wrong.lines()).filter(|(new, old)| new != old).map(|(new, _)| new.trim()).collect();
            texts.push(format!("{words}: {} ({}) -> {}", action["title"], action["kind"], changed.join(" | ")));
        }
    }
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_script_is_played_while_it_is_written() {
    let mut editor = Editor::new(&[("a.rules", STICKS)]);
    let script = "game: a.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: take 2\n  - Ben: take 9\n";
    editor.open("s.yaml", script);
    insta::assert_snapshot!("wrong_step", lines(&editor.findings("s.yaml")).join("\n"));
    editor.rewrite("s.yaml", &script.replace("take 9", "take 1"));
    assert_eq!(lines(&editor.findings("s.yaml")), Vec::<String>::new());
    // The rules change, and the script is played anew.
    editor.open("a.rules", &STICKS.replace("1..2 as", "1..2 az"));
    insta::assert_snapshot!("broken_rules", lines(&editor.findings("s.yaml")).join("\n"));
    editor.rewrite("a.rules", &STICKS.replace("take {n}", "remove {n}"));
    let found = lines(&editor.findings("s.yaml"));
    assert!(found.len() == 1 && found[0].starts_with("3:"), "{found:#?}");
    editor.rewrite("s.yaml", "game: b.rules\nsteps:\n  - Ann: take 2\n");
    assert!(lines(&editor.findings("s.yaml"))[0].starts_with("0:6-0:13 1 missing-file"));
    editor.rewrite("s.yaml", "- name: something else\n  run: 1\n");
    assert_eq!(editor.findings("s.yaml").len(), 0);
}
