//! What an editor shows beside the words while they are written: what a call takes, and what need not be written.

use crate::editor::{Editor, place_of, uri};
use serde_json::{Value, json};

const GAME: &str = r#"game "A"
players 2
type Suit = hearts, spades
component Card { suit : Suit  worth : 0..9  make s in Suit : suit = s, worth = 3 }
zone deck : Card seen by nobody
zone hand of each player : Card seen by owner
table bonus(Suit) { hearts : 1  spades : 2 }
def rich(p: player, least: 0..9) = (sum c in p.hand : c.worth) > least
def twice(n: 0..9) = n + n
phase play {
  for p in players { do deal(p, hearts, 1) }
  let whole = count deck
  win nobody
}
rule deal(p: player, hearts, n: 0..9) {
  if rich(p, 3) { leave deal }
  do count_up(twice(bonus(hearts)))
  HERE
}
rule count_up(n: 0..9) { }
rule deal(p, spades, n) { draw 1 from deck to p.hand }
"#;

/// The signatures at `|`, and the part that is written.
fn signature(editor: &mut Editor, written: &str) -> String {
    let text = GAME.replace("HERE", written);
    let at = place_of(&text, "|");
    editor.open("a.rules", &text.replace('|', ""));
    let found = editor.ask_at("textDocument/signatureHelp", "a.rules", at);
    let Some(all) = found["signatures"].as_array() else { return "nothing".to_owned() };
    let index = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
    let shown = &all[index(&found["activeSignature"])];
    let part = &shown["parameters"][index(&found["activeParameter"])]["label"];
    format!(
        "{} of {}: {} <{}>",
        index(&found["activeSignature"]) + 1,
        all.len(),
        shown["label"],
        part.as_str().unwrap_or("-")
    )
}

#[test]
fn a_call_says_what_it_takes() {
    let mut editor = Editor::new(&[]);
    let mut told = String::new();
    for written in [
        "do deal(|",
        "do deal(p, |",
        "if rich(p, | ",
        "set n = bonus(|",
        "set n = twice(bonus(hearts)|",
        "choose c in p.hand |",
        "choose c in p.hand where c.worth > 1 as |",
        "move all |",
        "# do deal(|",
        "set n = |",
    ] {
        let found = signature(&mut editor, written);
        told += &format!("{written}\n  {found}\n");
    }
    insta::assert_snapshot!(told);
}

fn hints(editor: &mut Editor, text: &str) -> Vec<String> {
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri("a.rules") }, "range": whole });
    let found = editor.ask("textDocument/inlayHint", params);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut all = found.as_array().cloned().unwrap_or_default();
    all.reverse();
    let mut touched = std::collections::BTreeSet::new();
    for one in all {
        let number = |key: &str| usize::try_from(one["position"][key].as_u64().expect("a number")).expect("small");
        let label = one["label"].as_str().expect("a label");
        let (before, behind) = (one["paddingLeft"] == true, one["paddingRight"] == true);
        let shown = format!("{}[{label}]{}", if before { " " } else { "" }, if behind { " " } else { "" });
        lines[number("line")].insert_str(number("character"), &shown);
        touched.insert(number("line"));
    }
    touched.into_iter().map(|line| lines[line].trim().to_owned()).collect()
}

#[test]
fn hints_are_shown_to_those_who_want_them() {
    let mut editor = Editor::new(&[]);
    let text = GAME.replace("HERE", "");
    editor.open("a.rules", &text);
    let found = editor.findings("a.rules");
    assert!(found.iter().all(|one| one["severity"] != 1), "{found:#?}");
    assert_eq!(hints(&mut editor, &text), Vec::<String>::new());
    let settings = json!({ "settings": { "rulehound": { "inlayHints": true } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    insta::assert_snapshot!(hints(&mut editor, &text).join("\n"));
}

#[test]
fn a_setting_that_is_not_said_stays_as_it_was() {
    let mut editor = Editor::new(&[]);
    let text = GAME.replace("HERE", "");
    editor.open("a.rules", &text);
    editor.findings("a.rules");
    for (settings, shown) in [
        (json!({ "inlayHints": true }), true),
        (json!({ "showsAnswers": true }), true),
        (json!({}), true),
        (json!({ "inlayHints": false }), false),
        (json!({ "showsAnswers": false }), false),
    ] {
        editor.tell("workspace/didChangeConfiguration", json!({ "settings": { "rulehound": settings } }));
        assert_eq!(!hints(&mut editor, &text).is_empty(), shown, "{settings}");
    }
}
