//! Corrections of what is found in games that can be read: each takes its finding away.

use crate::editor::{Editor, edited, place_of, uri};
use serde_json::{Value, json};

const RULES: &str = r#"game "Pebbles"
players 2
component Pebble { make 9 of }
| [Things] Where all begin.
zone heap : Pebble seen by all
| [Course] They take in turn.
phase play {
  move all from box to heap
  repeat turn of p in players {
    choose n in 1..2 as "take {n}" require n <= count heap else "too few" if none { win nobody }
    move n Pebble from heap to box
  }
}
"#;

/// Words of the rules and what takes their place.
type Changes = &'static [(&'static str, &'static str)];

/// What is changed in the rules, the words at which a correction is asked for, its title, and what stands in the text then.
const CASES: &[(Changes, &str, &str, &str)] = &[
    (
        &[("| [Course]", "var left : 0..9 seen by all = 0\n| [Course]")],
        "left :",
        "leave out the variable",
        "by all\n| [Course]",
    ),
    (&[("| [Things] Where all begin.\n", "")], "heap :", "add a line that says it", "| What it is.\nzone heap"),
    (
        &[("| [Things]", "| [Course]"), ("| [Course] They", "| They")],
        "play {",
        "add `[Section]`",
        "| [Section] They take",
    ),
    (&[(" if none { win nobody }", "")], "choose n", "add `if none { }`", "else \"too few\" if none { }\n"),
    (&[("Where all", "Where\u{202e} all")], "\u{202e}", "leave out `U+202E`", "Where all begin"),
    (&[("phase play", "phase course")], "\"Pebbles\"", "add `phase play`", "}\n\nphase play {\n}\n"),
    (&[("players 2\n", "")], "\"Pebbles\"", "add `players 2..4`", "\"Pebbles\"\nplayers 2..4\ncomponent"),
    (&[("  repeat turn", "  do heap_up\n  repeat turn")], "heap_up", "add the rule `heap_up`", "rule heap_up {\n}\n"),
    (&[("zone heap", "replace zone heap")], "heap :", "leave out `replace`", "begin.\n zone heap"),
    (
        &[
            ("| [Course]", "| What is left.\ndef left(n: 0..9) deep 5 = n\n| [Course]"),
            ("count heap else", "left(1) else"),
        ],
        "deep",
        "leave out `deep`",
        "left(n: 0..9)  = n",
    ),
];

fn corrections(editor: &mut Editor, name: &str, (line, character): (usize, usize)) -> Vec<Value> {
    let at = json!({ "line": line, "character": character });
    let params = json!({
        "textDocument": { "uri": uri(name) },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [] },
    });
    editor.ask("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

fn codes(found: &[Value]) -> Vec<String> {
    found.iter().map(|one| format!("{} {}", one["code"], one["message"])).collect()
}

#[test]
fn a_correction_takes_its_finding_away() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", RULES);
    assert_eq!(codes(&editor.findings("a.rules")), Vec::<String>::new());
    for (changes, words, title, after) in CASES {
        let text = changes.iter().fold(RULES.to_owned(), |text, (old, new)| text.replace(old, new));
        assert_ne!(text, RULES);
        editor.rewrite("a.rules", &text);
        let before = editor.findings("a.rules");
        let all = corrections(&mut editor, "a.rules", place_of(&text, words));
        let titles: Vec<&str> = all.iter().filter_map(|one| one["title"].as_str()).collect();
        let fix = all.iter().find(|one| one["title"] == *title).unwrap_or_else(|| panic!("{title}: {titles:?}"));
        let mended = edited(&text, &fix["edit"]["changes"][uri("a.rules")]);
        assert!(mended.contains(after), "{title}: {mended}");
        let message = &fix["diagnostics"][0]["message"];
        assert!(before.iter().any(|one| one["message"] == *message), "{title}");
        editor.rewrite("a.rules", &mended);
        let now = editor.findings("a.rules");
        assert!(now.iter().all(|one| one["message"] != *message), "{title}: {:?}", codes(&now));
    }
}

/// Where the last line has no end, what is added stands on a line of its own all the same.
#[test]
fn what_is_added_behind_the_last_line_begins_another() {
    let mut editor = Editor::new(&[]);
    let text = "game \"Pebbles\"";
    editor.open("a.rules", text);
    let all = corrections(&mut editor, "a.rules", place_of(text, "\"Pebbles\""));
    for (title, after) in [
        ("add `players 2..4`", "game \"Pebbles\"\nplayers 2..4\n"),
        ("add `phase play`", "game \"Pebbles\"\n\nphase play {\n}\n"),
    ] {
        let fix = all.iter().find(|one| one["title"] == title).unwrap_or_else(|| panic!("{title}: {all:?}"));
        assert_eq!(edited(text, &fix["edit"]["changes"][uri("a.rules")]), after);
    }
}

#[test]
fn a_variant_may_replace_what_it_declares_again() {
    let mut editor = Editor::new(&[("a.rules", RULES)]);
    let text = "game \"More\" extends \"a.rules\"\nzone heap : Pebble seen by nobody\n";
    editor.open("b.rules", text);
    let all = corrections(&mut editor, "b.rules", place_of(text, "heap"));
    let fix = all.iter().find(|one| one["title"] == "add `replace`").expect("it is offered");
    let mended = edited(text, &fix["edit"]["changes"][uri("b.rules")]);
    assert!(mended.contains("\nreplace zone heap"), "{mended}");
}

/// A section of the rulebook is one of those that the heading lists.
#[test]
fn the_sections_of_the_rulebook_are_offered() {
    let mut editor = Editor::new(&[]);
    let text = RULES
        .replace("\"Pebbles\"\n", "\"Pebbles\"\n  sections \"Things\", \"Course\"\n")
        .replace("| [Course] They", "| They");
    editor.open("a.rules", &text);
    let all = corrections(&mut editor, "a.rules", place_of(&text, "play {"));
    let titles: Vec<&str> = all.iter().filter_map(|one| one["title"].as_str()).collect();
    assert_eq!(titles, ["add `[Things]`", "add `[Course]`"]);
}
