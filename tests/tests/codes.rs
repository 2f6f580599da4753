//! Every code of the manual has a case somewhere that fails if the code no longer comes; here stand the cases that have no better place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Severity;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Fault;
use rulehound_interpreter::script;
use rulehound_tests::manual::{pages, root};

/// Files that are parted by lines `=== name`; the last is the game.
struct Files(BTreeMap<String, String>);

impl Files {
    fn of(text: &str) -> (Self, String) {
        let mut last = "game.rules".to_owned();
        let mut files = BTreeMap::new();
        for part in text.split("=== ") {
            let (name, text) =
                if text.contains("=== ") { part.split_once('\n').unwrap_or((part, "")) } else { (last.as_str(), part) };
            if !text.trim().is_empty() {
                last = name.trim().to_owned();
                files.insert(last.clone(), text.to_owned());
            }
        }
        (Self(files), last)
    }
}

impl Library for Files {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let text = self.0.get(name).ok_or("there is no such file")?;
        Ok(Source { name: name.to_owned(), text: text.clone() })
    }
}

/// Rules with what every game needs in front.
fn whole(declarations: &str) -> String {
    format!("game \"Case\"\nplayers 2\n{declarations}\n")
}

/// What the checker finds.
#[rustfmt::skip]
const FOUND: &[(&str, &str)] = &[
    ("not-text", "game \"Case\"\nplayers 2\n\0phase play { win nobody }"),
    ("by-zero", "var n : 0..9 seen by all = 0\nphase play { set n = 4 / 0  win nobody }"),
    ("owner-cycle", "component Cup of each Lid\ncomponent Lid of each Cup\nphase play { win nobody }"),
    ("no-place", "track road 1..9 { mark bone }\nphase play { win nobody }"),
    ("not-yet", "track road 1..9\nring lake 1..9\nvar toll of each road : 0..9 seen by all = 0\nvar toll of each lake : 0..9 seen by all = 0\ndef f(s: place) = s.toll\nphase play { if f(road(1)) > 1 { win nobody }  win nobody }"),
    ("two-origins", "=== one.rules\ngame \"One\"\nplayers 2\nphase play { win nobody }\n=== two.rules\ngame \"Two\"\nplayers 2\nphase play { win nobody }\n=== both.rules\ngame \"Both\" extends \"one.rules\", \"two.rules\"\n"),
    ("two-answers", "=== one.rules\ngame \"One\"\nplayers 2\nsetting most : 1..9 = 5\nphase play { win nobody }\n=== two.rules\ngame \"Two\" extends \"one.rules\"\nreplace setting most : 1..9 = 6\n=== three.rules\ngame \"Three\" extends \"one.rules\"\nreplace setting most : 1..9 = 7\n=== both.rules\ngame \"Both\" extends \"two.rules\", \"three.rules\"\n"),
];

#[test]
fn what_the_checker_finds() {
    for (code, text) in FOUND {
        let text = if text.contains("game \"") { (*text).to_owned() } else { whole(text) };
        let (mut files, name) = Files::of(&text);
        let found = check(&name, &mut files).diagnostics;
        let errors: BTreeSet<&str> =
            found.iter().filter(|one| one.severity == Severity::Error).map(|one| one.code).collect();
        assert_eq!(errors, BTreeSet::from([*code]), "{text}");
    }
}

/// In what fault a game ends in which the first option is always taken, and the first outcome comes.
#[rustfmt::skip]
const FAULTS: &[(&str, &str)] = &[
    ("too-deep", "rule f(n: 0..9) deep 3 { if n > 0 { do f(n - 1) } }\nphase play { do f(3)  win nobody }"),
    ("too-deep", "def f(n: 0..9) deep 3 = if n = 0 then yes else f(n - 1)\nphase play { if f(3) { win nobody }  win nobody }"),
    ("empty-choice", "component Card\nzone hand : Card seen by all\nphase play { draw c in hand  move c to box  win nobody }"),
    ("none-used", "component Card\nzone hand : Card seen by all\nphase play { let c = first x in hand  move c to box  win nobody }"),
    ("unset", "var n : 0..9 seen by all\nvar m : 0..9 seen by all = 0\nphase play { if m = 1 { set n = 1 }  if n = 3 { win nobody }  win nobody }"),
    ("not-in-set", "var n : 0..9 seen by all = 5\nvar m : 0..9 seen by all = 0\nphase play { for k in 1..3 from n { set m = k }  win nobody }"),
    ("by-zero", "var n : 0..9 seen by all = 0\nvar m : 0..9 seen by all = 0\nphase play { roll n  set m = 4 / n  win nobody }"),
    ("choice-too-wide", "phase play { for p in players { turn of p { choose a in 1..300, b in 1..300 } }  win nobody }"),
    ("plan-too-wide", "var n : 0..1000 seen by all = 0\nphase play { for p in players { turn of p { plan { repeat 500 { choose k in 1..2  set n = min(1000, n + 1) } require n = 1000 } if none { win nobody } } }  win nobody }"),
    ("too-many-notes", "phase play { repeat 10001 { note position }  win nobody }"),
    ("budget", "var n : 0..9 seen by all = 0\nphase play { for a in 1..1000, b in 1..1000 where a + b < 0 { set n = 1 }  for a in 1..4000 { for b in 1..4000 { set n = 2 } }  win nobody }"),
];

/// The code of the fault in which such a game ends.
fn fault_of(text: &str) -> Option<&'static str> {
    whole_fault_of(text).map(|fault| fault.code)
}

/// The fault in which such a game ends.
fn whole_fault_of(text: &str) -> Option<Fault> {
    let (mut files, name) = Files::of(&whole(text));
    let checked = check(&name, &mut files);
    let model = checked.model.unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
    rulehound_tests::first_answers::fault_of(model)
}

#[test]
fn in_what_faults_games_end() {
    for (code, text) in FAULTS {
        assert_eq!(fault_of(text), Some(*code), "{text}");
    }
}

/// Where one definition took most of the steps it is named, and of those that ask each other the innermost.
#[test]
fn what_took_the_budget_is_named() {
    let message = |text: &str| whole_fault_of(text).expect("a fault").message;
    let told = message(
        "def many = count a in 1..4000, b in 1..4000 where a + b < 0\ndef outer = many + 1\nphase play { if outer > 1 { win nobody }  win nobody }",
    );
    assert!(told.ends_with("most of which went into `many`"), "{told}");
    let told = message(
        "var n : 0..9 seen by all = 0\ndef few = count a in 1..9\nphase play { for a in 1..4000 { for b in 1..4000 { set n = few } }  win nobody }",
    );
    assert!(!told.contains('`'), "{told}");
}

/// A script of a game in which every answer is forced, for ever.
#[test]
fn a_game_without_a_decision_is_told() {
    let rules = whole("phase play { repeat for p in players { turn of p { choose k in {1} as \"go on\" } } }");
    let (mut files, name) = Files::of(&rules);
    let model = check(&name, &mut files).model.expect("the rules are sound");
    let script = script::read("game: game.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: stop\n").expect("a script");
    let found = script::run(&script, Arc::new(model), &mut ()).diagnostics;
    assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), ["no-decision"], "{found:?}");
}

/// The codes that the manual lists.
fn listed() -> BTreeSet<String> {
    let manual = std::fs::read_to_string(root().join("docs/language.md")).expect("the reference");
    let sorts = ["error", "warning", "fault", "script"];
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    rows.filter(|(_, rest)| sorts.iter().any(|sort| rest.starts_with(sort))).map(|(code, _)| code.to_owned()).collect()
}

/// All files below a folder whose names end so.
fn below(folder: &Path, ending: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(std::fs::read_to_string(&path).expect("a file"));
        }
    }
}

/// A case is a block of the manual that demands the code, a snapshot in which it is printed, or a test that names it.
#[test]
fn every_code_has_a_case() {
    let mut cases: BTreeSet<String> = BTreeSet::new();
    for page in pages() {
        for block in &page.blocks {
            let demanded = block.values("error").into_iter().chain(block.values("warning"));
            cases.extend(demanded.map(str::to_owned));
        }
    }
    let (mut snapshots, mut tests) = (Vec::new(), Vec::new());
    for folder in ["cli/tests", "interpreter/tests", "tests/tests"] {
        below(&root().join(folder), ".snap", &mut snapshots);
        below(&root().join(folder), ".rs", &mut tests);
    }
    // The program prints a code on a line of its own, the tests of the checker behind its severity.
    for line in snapshots.iter().flat_map(|text| text.lines()) {
        let behind = ["error[", "warning["].iter().find_map(|severity| line.strip_prefix(severity)?.split_once("]:"));
        cases.insert(behind.map_or(line, |(code, _)| code).to_owned());
    }
    cases.extend(tests.iter().flat_map(|text| text.split('"').skip(1)).map(str::to_owned));
    let listed = listed();
    assert!(listed.len() > 90, "the table of codes is there");
    let missing: Vec<&String> = listed.difference(&cases).collect();
    assert!(missing.is_empty(), "codes without a case: {missing:?}");
}
