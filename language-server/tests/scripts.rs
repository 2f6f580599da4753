//! Names of the rules in scripts: where they stand, what they mean, and other names for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::editor::{Editor, place_of, shipped, uri};
use crate::names::{names_in, rename, renamed};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::lexemes::is_name;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::script;
use serde_json::{Value, json};

pub const RULES: &str = r#"game "Tide"
players 2
type Mood = low_tide, high
component RedStone {
  mood : Mood seen by all
  make m in Mood : mood = m
}
zone heap : RedStone seen by all
zone shore of each player : RedStone seen by all
var taken of each player : 0..9 seen by all = 0
phase play {
  move all RedStone from box to heap
  repeat for p in players while any d in heap {
    do take(p)
  }
  do wait
}
rule take(p: player) {
  turn of p {
    choose c in heap as "{c} at high tide" if none { leave take }
    move c to p.shore
    set p.taken += 1
  }
}
rule wait {
  for p in players {
    turn of p {
      choose c in p.shore as "keep {c}" if none { leave wait }
    }
  }
}
"#;

pub const SCRIPT: &str = r#"# The low tide, in the heap.
game: tide.rules
title: low tide
players: [Ann, High]
steps:
  - expect: {heap: [RedStone low_tide, "red stone high"], "count heap": 2, rule: take}
  - Ann: Red stone low tide at high tide
  - expect: {Ann.taken: 1, Ann.shore: [low tide], High.taken: 0}
  - say: Nothing is in the heap but the red stone high.
  - refuse: {High: low tide at high tide, because: Nothing here is called}
  - High: {c: high}
  - Ann: keep red stone low tide
"#;

fn editor() -> Editor {
    let mut editor = Editor::new(&[("tide.rules", RULES), ("s.yaml", SCRIPT)]);
    editor.open("tide.rules", RULES);
    editor
}

fn files() -> BTreeMap<String, String> {
    [("tide.rules", RULES), ("s.yaml", SCRIPT)].map(|(name, text)| (name.to_owned(), text.to_owned())).into()
}

#[test]
fn a_script_changes_with_the_names_it_uses() {
    let mut editor = editor();
    editor.open("s.yaml", SCRIPT);
    assert_eq!(editor.findings("s.yaml"), Vec::<Value>::new());
    let mut told = String::new();
    for (words, new) in [
        ("low_tide", "ebb_and_flow"),
        ("high\n", "flood"),
        ("RedStone {", "Pebble"),
        ("heap :", "pit"),
        ("taken of", "won"),
        ("take(p", "pick"),
    ] {
        let words = words.trim_end();
        let changes = rename(&mut editor, "tide.rules", place_of(RULES, words), new).expect("it can be renamed");
        let after = renamed(&files(), &changes);
        told += &format!("== {words} -> {new}\n");
        let lines = after["s.yaml"].lines().zip(SCRIPT.lines());
        lines.filter(|(after, before)| after != before).for_each(|(after, _)| told += &format!("{after}\n"));
        assert_eq!(troubles(&after, "s.yaml"), Vec::<String>::new(), "{told}");
    }
    insta::assert_snapshot!(told);
}

/// What a script begins with is named by it as well.
#[test]
fn a_script_begins_with_the_rule_that_has_another_name() {
    let script = r#"game: tide.rules
players: [Ann, High]
position:
  zones: {High.shore: [high], Ann.shore: [low tide]}
phase: wait
steps:
  - Ann: keep red stone low tide
"#;
    let mut editor = Editor::new(&[("tide.rules", RULES), ("s.yaml", script)]);
    editor.open("tide.rules", RULES);
    let files: BTreeMap<String, String> =
        [("tide.rules", RULES), ("s.yaml", script)].map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    assert_eq!(troubles(&files, "s.yaml"), Vec::<String>::new());
    let changes = rename(&mut editor, "tide.rules", place_of(RULES, "wait {"), "rest").expect("it can be renamed");
    let after = renamed(&files, &changes);
    assert_eq!(after["s.yaml"], script.replace("phase: wait", "phase: rest"));
    assert_eq!(troubles(&after, "s.yaml"), Vec::<String>::new());
}

#[test]
fn a_word_of_a_script_leads_to_the_rules_and_back() {
    let mut editor = editor();
    editor.open("s.yaml", SCRIPT);
    let definition = editor.ask_at("textDocument/definition", "s.yaml", place_of(SCRIPT, "low tide at"));
    let (line, character) = place_of(RULES, "low_tide");
    assert_eq!(definition[0]["range"]["start"], json!({ "line": line, "character": character }));
    // The tide in the words of the rules is no value.
    let (line, character) = place_of(SCRIPT, "high tide");
    assert_eq!(editor.ask_at("textDocument/definition", "s.yaml", (line, character)), Value::Null);
    let (line, character) = place_of(RULES, "taken of");
    let params = json!({
        "textDocument": { "uri": uri("tide.rules") },
        "position": { "line": line, "character": character },
        "context": { "includeDeclaration": true },
    });
    let found = editor.ask("textDocument/references", params);
    let files: Vec<&str> = found.as_array().expect("places").iter().filter_map(|one| one["uri"].as_str()).collect();
    assert_eq!(files.iter().filter(|one| **one == uri("s.yaml")).count(), 2, "{found:#}");
    let asked = editor.ask_at("textDocument/prepareRename", "s.yaml", place_of(SCRIPT, "taken: 1"));
    assert_eq!(asked["placeholder"], "taken");
    let changes = rename(&mut editor, "s.yaml", place_of(SCRIPT, "taken: 1"), "won").expect("it can be renamed");
    let after = renamed(&self::files(), &changes);
    assert!(after["tide.rules"].contains("var won of each player") && after["s.yaml"].contains("High.won: 0"));
}

/// Files of a test, as a game is read from them; what is no file is a shipped game.
struct Files<'a>(&'a BTreeMap<String, String>);

impl Library for Files<'_> {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let name = if self.0.contains_key(name) { name.to_owned() } else { format!("{name}.rules") };
        let text = self.0.get(&name).cloned().ok_or("there is no such file")?;
        Ok(Source { name, text })
    }
}

/// What goes wrong in a script.
fn troubles(files: &BTreeMap<String, String>, name: &str) -> Vec<String> {
    let script = script::read(&files[name]).expect("a script");
    let checked = check(&script.game.text, &mut Files(files));
    let Some(model) = checked.model else { return vec![format!("{:?}", checked.diagnostics)] };
    let played = script::run(&script, Arc::new(model), &mut ());
    let line = |one: &Diagnostic| files[name][..one.primary.at.span.start as usize].matches('\n').count() + 1;
    played.diagnostics.iter().map(|one| format!("line {}: {}", line(one), one.message)).collect()
}

/// All scripts of shipped games and classics, by names that say whose they are.
fn scripts() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for folder in ["../examples", "../tests/playthroughs"] {
        for game in std::fs::read_dir(folder).expect("folders").map(|entry| entry.expect("a folder").path()) {
            let entries = std::fs::read_dir(&game).into_iter().flatten();
            for path in entries.map(|entry| entry.expect("a file").path()) {
                if path.extension().is_some_and(|end| end == "yaml") {
                    let words =
                        [&game, &path].map(|one| one.file_name().expect("a name").to_string_lossy().into_owned());
                    all.insert(words.join("--"), std::fs::read_to_string(&path).expect("a text"));
                }
            }
        }
    }
    assert!(all.len() > 400, "only {} scripts", all.len());
    all
}

/// Renames every so manyth name of a part of the shipped files; their scripts go on as before, and back all are the same bytes.
fn rename_and_back(step: usize, (part, parts): (usize, usize)) -> usize {
    let rules: BTreeMap<String, String> = shipped().into_iter().collect();
    let mut files = rules.clone();
    files.extend(scripts());
    let saved: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut editor = Editor::new(&saved);
    let mut done = 0;
    let size = rules.len().div_ceil(parts);
    for (file, text) in rules.iter().skip(part * size).take(size) {
        editor.open(file, text);
        for (number, (name, at)) in names_in(text).into_iter().enumerate() {
            let new = format!("{name}_x_new");
            if number % step != 0 || name == "play" || !is_name(&new) {
                continue;
            }
            let there = rename(&mut editor, file, at, &new).unwrap_or_else(|why| panic!("{file}: {name}: {why}"));
            let after = renamed(&files, &there);
            let changed: BTreeSet<&String> = files.keys().filter(|file| files[*file] != after[*file]).collect();
            let scripts: Vec<&&String> = changed.iter().filter(|name| name.ends_with(".yaml")).collect();
            if scripts.is_empty() {
                continue;
            }
            for script in scripts {
                assert_eq!(troubles(&after, script), Vec::<String>::new(), "{script}: {name}\n{}", after[*script]);
            }
            changed.iter().for_each(|other| editor.open(other, &after[*other]));
            let mine = there[uri(file)].as_array().into_iter().flatten().map(|edit| edit["range"]["start"].clone());
            let before = mine.filter(|start| start["line"] == at.0 && start["character"].as_u64() < Some(at.1 as u64));
            let at = (at.0, at.1 + before.count() * "_x_new".len());
            let back = rename(&mut editor, file, at, &name).unwrap_or_else(|why| panic!("{file}: {new}: {why}"));
            let back = renamed(&after, &back);
            for other in &changed {
                assert_eq!(back[*other], files[*other], "{other}: {name}");
                if *other != file {
                    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(other) } }));
                }
            }
            editor.open(file, text);
            done += 1;
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(file) } }));
    }
    done
}

fn in_parts(step: usize) -> usize {
    const PARTS: usize = 8;
    (0..PARTS).into_par_iter().with_max_len(1).map(|part| rename_and_back(step, (part, PARTS))).sum()
}

/// Some names of shipped games have other names for a while, and their scripts with them. `.ci/long` takes all.
#[test]
fn scripts_of_every_game_go_along_and_back() {
    let done = in_parts(40);
    assert!(done > 10, "only {done} names stood in scripts");
}

#[test]
#[ignore = "takes many minutes"]
fn all_names_in_scripts_go_along_and_back() {
    let done = in_parts(1);
    assert!(done > 200, "only {done} names stood in scripts");
}
