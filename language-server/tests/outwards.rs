//! What is selected from a place outwards, and which files a text leads to.

use crate::editor::{Editor, place_of, shipped, uri};
use crate::scripts::{RULES, SCRIPT};
use serde_json::{Value, json};

/// What is selected step by step, each with its line ends as `⏎`.
fn steps(editor: &mut Editor, name: &str, text: &str, (line, character): (usize, usize)) -> Vec<String> {
    let position = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri(name) }, "positions": [position] });
    let answer = editor.ask("textDocument/selectionRange", params);
    let mut next = answer[0].clone();
    let mut found = Vec::new();
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |end: &Value| {
        let number = |key: &str| usize::try_from(end[key].as_u64().expect("a number")).expect("small");
        starts[number("line")] + number("character")
    };
    while !next.is_null() {
        let (start, end) = (offset(&next["range"]["start"]), offset(&next["range"]["end"]));
        found.push(text[start..end].replace('\n', "⏎"));
        next = next["parent"].clone();
    }
    found
}

#[test]
fn a_selection_grows_from_word_to_line_to_rule_to_file() {
    let mut editor = Editor::new(&[("tide.rules", RULES)]);
    editor.open("tide.rules", RULES);
    let place = place_of(RULES, "c} at high tide");
    let found = steps(&mut editor, "tide.rules", RULES, place);
    let beginnings: Vec<String> = found.iter().map(|one| one.chars().take(40).collect()).collect();
    insta::assert_snapshot!(beginnings.join("\n"));
    assert_eq!(found.last().map(String::as_str), Some(RULES.replace('\n', "⏎").as_str()));
    assert!(found.windows(2).all(|pair| pair[1].contains(&pair[0])), "each holds the one before: {found:#?}");
}

#[test]
fn a_broken_text_is_selected_as_well() {
    let text = format!("game \"A\"\nplayers 2\nphase play {{ set x = {}1", "(".repeat(3_000));
    let mut editor = Editor::new(&[("a.rules", &text)]);
    editor.open("a.rules", &text);
    let last = (2, text.lines().last().expect("a line").len());
    let found = steps(&mut editor, "a.rules", &text, last);
    assert!(found.len() >= 3 && found.len() <= 42, "{} steps", found.len());
    assert_eq!(found.first().map(String::as_str), Some("1"));
}

#[test]
fn what_a_text_extends_or_plays_is_a_link() {
    let games = shipped();
    let text = |name: &str| games.iter().find(|(other, _)| other == name).expect("a shipped game").1.clone();
    let (base, young) = (text("hot-dog.rules"), text("hot-dog-young.rules"));
    let files =
        [("hot-dog.rules", base.as_str()), ("hot-dog-young.rules", &young), ("tide.rules", RULES), ("s.yaml", SCRIPT)];
    let mut editor = Editor::new(&files);
    editor.open("hot-dog-young.rules", &young);
    editor.open("tide.rules", RULES);
    editor.open("s.yaml", SCRIPT);
    let mut link = |name: &str, text: &str, words: &str, target: &str| {
        let links = editor.ask_of("textDocument/documentLink", name);
        assert_eq!(links[0]["target"], json!(uri(target)), "{links}");
        let (line, character) = place_of(text, words);
        assert_eq!(links[0]["range"]["start"], json!({ "line": line, "character": character }));
        assert_eq!(links.as_array().map(Vec::len), Some(1));
    };
    let name = if young.contains("\"hot-dog.rules\"") { "\"hot-dog.rules\"" } else { "\"hot-dog\"" };
    link("hot-dog-young.rules", &young, name, "hot-dog.rules");
    link("s.yaml", SCRIPT, "tide.rules", "tide.rules");
    assert_eq!(editor.ask_of("textDocument/documentLink", "tide.rules"), json!([]));
}
