//! Names: what they are, where they are declared and used, and other names for them.

use std::collections::{BTreeMap, BTreeSet};

use crate::editor::{Editor, edited, place_of, shipped, uri};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rulehound_grammar::lexemes::{LexemeKind, is_name, lexemes};
use serde_json::{Value, json};

const BASE: &str = r#"game "Base"
players 2..4

type Suit = hearts, spades
component Card {
  suit : Suit seen by owner
  worth(1..2) : 0..9
  make s in Suit : suit = s
}
grid board 3 by 3 {
  mark corner 1 3
}
pile deck : Card seen by nobody ref "Deck" doc "What is drawn from."
zone hand of each player : Card seen by owner
var score of each player : 0..30 seen by all = 0
def rich(p: player) = p.score > 9
phase play ref "Play" doc "All play." {
  for p in players { do deal(p, hearts) }
  if any s in board : s.corner { leave play }
}
rule deal(p: player, hearts) {
  let n = count deck
  choose c in p.hand as "{c.suit} of {n}" if none { leave deal }
  set p.score += 1
}
rule deal(p, rest) {
  do deal(p, hearts)
}
"#;

const VARIANT: &str = r#"game "Variant" extends "base.rules"
replace var score of each player : 0..99 seen by all = 5
replace rule deal(p, hearts) {
  do base
  set p.score += 2
}
remove def rich
"#;

fn editor() -> Editor {
    let mut editor = Editor::new(&[("base.rules", BASE)]);
    editor.open("base.rules", BASE);
    editor.open("variant.rules", VARIANT);
    editor
}

fn file_of(uri: &Value) -> &str {
    uri.as_str().expect("an address").rsplit('/').next().expect("a name")
}

fn line_of(uri: &Value) -> &'static str {
    if file_of(uri) == "base.rules" { BASE } else { VARIANT }
}

/// Places with the lines they are on.
fn shown(places: &Value) -> String {
    let mut lines = Vec::new();
    for place in places.as_array().into_iter().flatten() {
        let start = &place["range"]["start"];
        let line = usize::try_from(start["line"].as_u64().expect("a line")).expect("small");
        let text = line_of(&place["uri"]).lines().nth(line).expect("a line");
        lines.push(format!("{} {line}:{} {}", file_of(&place["uri"]), start["character"], text.trim()));
    }
    lines.sort();
    lines.join("\n")
}

#[test]
fn a_name_says_what_it_is() {
    let mut editor = editor();
    let mut told = String::new();
    for (file, text, words) in [
        ("base.rules", BASE, "deck\n"),
        ("base.rules", BASE, "hearts) }"),
        ("base.rules", BASE, "suit} of"),
        ("base.rules", BASE, "n}"),
        ("base.rules", BASE, "c.suit"),
        ("base.rules", BASE, "corner {"),
        ("base.rules", BASE, "play ref"),
        ("base.rules", BASE, "play }"),
        ("variant.rules", VARIANT, "score +="),
        ("variant.rules", VARIANT, "hearts)"),
    ] {
        let hover = editor.ask_at("textDocument/hover", file, place_of(text, words));
        let words = words.lines().next().expect("words");
        told += &format!("== {file} {words}\n{}\n", hover["contents"]["value"].as_str().unwrap_or("nothing"));
    }
    insta::assert_snapshot!(told);
    assert_eq!(editor.ask_at("textDocument/hover", "base.rules", (1, 8)), Value::Null);
}

#[test]
fn a_word_of_the_language_and_a_finding_are_explained() {
    let mut editor = editor();
    let wrong = BASE.replace("draw", "drw").replace("set p.score += 1", "set p.scroe += 1");
    editor.open("wrong.rules", &wrong);
    let mut told = String::new();
    for words in ["trigger", "choose c", "scroe"] {
        let text = if words == "trigger" { "game \"A\"\nplayers 2\ntrigger t when 1 = 1 { }\n" } else { &wrong };
        editor.open("wrong.rules", text);
        let hover = editor.ask_at("textDocument/hover", "wrong.rules", place_of(text, words));
        told += &format!("== {words}\n{}\n", hover["contents"]["value"].as_str().unwrap_or("nothing"));
    }
    insta::assert_snapshot!(told);
    let found = editor.findings("wrong.rules");
    let leads = found.iter().find_map(|one| one["codeDescription"]["href"].as_str()).expect("a code leads somewhere");
    let page = editor.ask("rulehound/explain", json!({ "uri": leads }));
    assert!(page.as_str().is_some_and(|page| page.starts_with("# ") && page.contains("wrong:\n```rules")), "{page}");
    assert_eq!(editor.ask("rulehound/explain", json!({ "uri": "rulehound:/explain/nothing.md" })), Value::Null);
}

#[test]
fn a_name_leads_to_its_declaration_and_to_all_its_uses() {
    let mut editor = editor();
    let mut told = String::new();
    for (file, text, words) in [
        ("base.rules", BASE, "hearts) }"),
        ("base.rules", BASE, "deal(p: player"),
        ("base.rules", BASE, "n}"),
        ("base.rules", BASE, "corner {"),
        ("variant.rules", VARIANT, "score of"),
        ("variant.rules", VARIANT, "score +="),
        ("variant.rules", VARIANT, "deal(p, hearts)"),
    ] {
        told += &format!("== {file} {}\n", words.lines().next().expect("words"));
        for (method, context) in [("definition", Value::Null), ("references", json!({ "includeDeclaration": true }))] {
            let (line, character) = place_of(text, words);
            let params = json!({
                "textDocument": { "uri": uri(file) },
                "position": { "line": line, "character": character },
                "context": context,
            });
            let places = editor.ask(&format!("textDocument/{method}"), params);
            told += &format!("-- {method}\n{}\n", shown(&places));
        }
    }
    insta::assert_snapshot!(told);
    let here = editor.ask_at("textDocument/documentHighlight", "base.rules", place_of(BASE, "n}"));
    assert_eq!(here.as_array().expect("a list").len(), 2);
}

pub fn rename(editor: &mut Editor, file: &str, (line, character): (usize, usize), new: &str) -> Result<Value, String> {
    let params = json!({
        "textDocument": { "uri": uri(file) },
        "position": { "line": line, "character": character },
        "newName": new,
    });
    editor.try_ask("textDocument/rename", params).map(|edit| edit["changes"].clone())
}

#[test]
fn a_name_is_refused_that_cannot_be_or_is_taken() {
    let mut editor = editor();
    let at = place_of(BASE, "score of");
    for (new, why) in [
        ("two words", "cannot be a name"),
        ("phase", "no word of the language"),
        ("hand", "already means something else"),
    ] {
        let refused = rename(&mut editor, "base.rules", at, new).expect_err("a refusal");
        assert!(refused.contains(why), "{refused}");
    }
    let bound = rename(&mut editor, "base.rules", place_of(BASE, "n}"), "deck").expect_err("a refusal");
    assert!(bound.contains("already means something else here"), "{bound}");
}

/// The files of the editor after a renaming.
pub fn renamed(files: &BTreeMap<String, String>, changes: &Value) -> BTreeMap<String, String> {
    let mut after = files.clone();
    for (uri, edits) in changes.as_object().into_iter().flatten() {
        let file = uri.rsplit('/').next().expect("a name");
        let text = edited(&files[file], edits);
        after.insert(file.to_owned(), text);
    }
    after
}

/// What a file extends may be named without its ending, straight or by way of others.
#[test]
fn a_new_name_reaches_files_that_extend_without_the_ending() {
    let variant = VARIANT.replace("base.rules", "base");
    let further = "game \"More\" extends \"variant\"\nreplace var score of each player : 0..9 seen by all = 1\n";
    let all = [("base.rules", BASE), ("variant.rules", variant.as_str()), ("further.rules", further)];
    let mut editor = Editor::new(&all);
    editor.open("base.rules", BASE);
    let changes = rename(&mut editor, "base.rules", place_of(BASE, "score of"), "points").expect("it can be renamed");
    let files: BTreeMap<String, String> = all.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    for (file, text) in renamed(&files, &changes) {
        assert_eq!(text, files[&file].replace("score", "points"), "{file}");
    }
}

/// The names that stand in a text, each once.
pub fn names_in(text: &str) -> BTreeMap<String, (usize, usize)> {
    let mut names = BTreeMap::new();
    for one in lexemes(text).into_iter().filter(|one| one.kind == LexemeKind::Name) {
        let (start, end) = (one.span.start as usize, one.span.end as usize);
        let line = text[..start].matches('\n').count();
        let column = text[text[..start].rfind('\n').map_or(0, |at| at + 1)..start].encode_utf16().count();
        names.entry(text[start..end].to_owned()).or_insert((line, column));
    }
    names
}

/// Renames names of shipped files and back; of one part of the files, of so many parts, every `step`th name.
/// Gives how many.
fn rename_and_back(step: usize, (part, parts): (usize, usize)) -> usize {
    let files: BTreeMap<String, String> = shipped().into_iter().collect();
    let saved: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut editor = Editor::new(&saved);
    let mut done = 0;
    // What was renamed from another file needs not be again.
    let mut covered: BTreeSet<(String, u64, u64)> = BTreeSet::new();
    // Neighbours in a part, since a game and its variants bear like names.
    let size = files.len().div_ceil(parts);
    for (file, text) in files.iter().skip(part * size).take(size) {
        editor.open(file, text);
        for (number, (name, at)) in names_in(text).into_iter().enumerate() {
            let new = format!("{name}_x_new");
            if covered.contains(&(file.clone(), at.0 as u64, at.1 as u64)) {
                continue;
            }
            if number % step != done % step || name == "play" || !is_name(&new) {
                continue;
            }
            let there = rename(&mut editor, file, at, &new).unwrap_or_else(|why| panic!("{file}: {name}: {why}"));
            if there == Value::Null {
                continue;
            }
            for (uri, edits) in there.as_object().into_iter().flatten() {
                let other = uri.rsplit('/').next().expect("a name");
                covered.extend(edits.as_array().into_iter().flatten().map(|edit| {
                    let start = &edit["range"]["start"];
                    let number = |key: &str| start[key].as_u64().expect("a number");
                    (other.to_owned(), number("line"), number("character"))
                }));
            }
            let after = renamed(&files, &there);
            assert_ne!(after, files, "{file}: {name}");
            let changed: BTreeSet<&String> = files.keys().filter(|file| files[*file] != after[*file]).collect();
            for other in &changed {
                editor.open(other, &after[*other]);
            }
            // What stands before it on its line has grown, too.
            let mine = there[uri(file)].as_array().into_iter().flatten().map(|edit| edit["range"]["start"].clone());
            let before = mine.filter(|start| start["line"] == at.0 && start["character"].as_u64() < Some(at.1 as u64));
            let at = (at.0, at.1 + before.count() * "_x_new".len());
            let found = editor.ask_at("textDocument/prepareRename", file, at);
            assert_eq!(found["placeholder"], new.as_str(), "{file}: {name}");
            let back = rename(&mut editor, file, at, &name).unwrap_or_else(|why| panic!("{file}: {new}: {why}"));
            assert_eq!(renamed(&after, &back), files, "{file}: {name}");
            for other in &changed {
                editor.open(other, &files[*other]);
                if *other != file {
                    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(other) } }));
                }
            }
            done += 1;
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(file) } }));
    }
    done
}

/// The same of all files, part by part on all threads.
fn in_parts(step: usize) -> usize {
    const PARTS: usize = 8;
    (0..PARTS).into_par_iter().with_max_len(1).map(|part| rename_and_back(step, (part, PARTS))).sum()
}

/// Names of shipped games have other names for a while; nothing is wrong then, and back they are the same bytes. `.ci/long` takes all.
#[test]
fn some_names_of_every_game_are_renamed_and_back() {
    let done = in_parts(60);
    assert!(done > 30, "only {done} names were renamed");
}

#[test]
#[ignore = "takes minutes"]
fn all_names_of_every_game_are_renamed_and_back() {
    let done = in_parts(1);
    assert!(done > 700, "only {done} names were renamed");
}

/// Words that are no names of the game and no keywords either.
const WORDS: &[&str] = &[
    "player",
    "place",
    "direction",
    "box",
    "next",
    "other",
    "seat",
    "ahead",
    "steps",
    "beside",
    "around",
    "reach",
    "base",
    "index",
    "column",
    "row",
    "top",
    "bottom",
    "sections",
    "shown",
    "struck",
    "turned",
    "untold",
    "say",
    "deep",
    "lay",
    "out",
    "note",
    "position",
    "forget",
    "positions",
    "noted",
    "straight",
    "diagonal",
    "up",
    "down",
    "left",
    "right",
    "up_left",
    "up_right",
    "down_left",
    "down_right",
    "forward",
    "back",
    "start",
    "forward_left",
    "forward_right",
    "back_left",
    "back_right",
];

/// What cannot be followed cannot be renamed either.
#[test]
fn every_name_of_every_game_is_known() {
    let files = shipped();
    let saved: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut editor = Editor::new(&saved);
    let mut unknown = Vec::new();
    for (file, text) in &files {
        editor.open(file, text);
        for (name, at) in names_in(text) {
            let found = editor.ask_at("textDocument/prepareRename", file, at);
            if found == Value::Null && !WORDS.contains(&name.as_str()) {
                unknown.push(format!("{file}:{}:{}: {name}", at.0 + 1, at.1 + 1));
            }
        }
    }
    assert_eq!(unknown, Vec::<String>::new());
}
