//! Texts of games, and what checking says about them.
#![expect(clippy::disallowed_methods, reason = "only the crate itself is without files and clock")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "a test may stop"
)]

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, Library, check, check_names};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Notes, Piece, Source};
use rulehound_interpreter::play::{Game, Log, Position, Viewer};

/// Files of a folder, and texts by name before them.
struct Files {
    texts: Vec<(String, String)>,
}

impl Library for Files {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        if let Some((name, text)) = self.texts.iter().find(|(other, _)| other == name) {
            return Ok(Source { name: name.clone(), text: text.clone() });
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
        let text = std::fs::read_to_string(path).map_err(|_| "no such file".to_string())?;
        Ok(Source { name: name.to_string(), text })
    }
}

/// Findings as a person would read them, one or more lines each.
fn rendered(checked: &Checked) -> String {
    let mut out = String::new();
    let place = |at: rulehound_grammar::span::Location| {
        let Some(source) = checked.sources.get(usize::from(at.file.0)) else { return "nowhere".to_string() };
        let (line, column) = line_and_column(&source.text, at.span.start);
        let text = source.text.get(at.span.start as usize..at.span.end as usize).unwrap_or("?");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = text.chars().take(50).collect();
        format!("{}:{line}:{column} `{short}`", source.name)
    };
    for one in &checked.diagnostics {
        let _ = writeln!(out, "{}: {}", one.code, one.message);
        let _ = writeln!(out, "  {} {}", place(one.primary.at), one.primary.text);
        for label in &one.others {
            let _ = writeln!(out, "  {} {}", place(label.at), label.text);
        }
        if let Some(help) = &one.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

/// One text of a `findings` file: a piece of a game, or several files with `=== name` before each, the entry last. What every game
/// needs is put behind it where it is missing, so that lines keep their numbers.
fn check_case(case: &str) -> Checked {
    let mut texts: Vec<(String, String)> = Vec::new();
    for line in case.lines() {
        match (line.strip_prefix("=== "), texts.last_mut()) {
            (Some(name), _) => texts.push((name.to_string(), String::new())),
            (None, Some((_, text))) => text.push_str(&format!("{line}\n")),
            (None, None) => texts.push(("case".to_string(), format!("{line}\n"))),
        }
    }
    for (_, text) in &mut texts {
        if !text.starts_with("game") {
            text.insert_str(0, "game \"t\" ");
            if !text.lines().any(|line| line.starts_with("players") || line.contains("\" players")) {
                text.push_str("players 2..3\n");
            }
            if !text.contains("phase play") {
                text.push_str("phase play { win nobody }\n");
            }
        }
    }
    let entry = texts.last().map(|(name, _)| name.clone()).unwrap_or_default();
    check_names(&entry, &mut Files { texts })
}

#[test]
fn findings_read_well() {
    insta::glob!("findings/*.txt", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut out = String::new();
        for case in text.split("\n---\n") {
            let found = rendered(&check_case(case));
            let found = if found.is_empty() { "(nothing)\n".to_string() } else { found };
            let _ = writeln!(out, "{}\n\n{found}\n{}", case.trim(), "-".repeat(60));
        }
        insta::assert_snapshot!(out);
    });
}

/// `ref` and `doc` of the first file hold on in a variant of a variant, whatever they stand on.
#[test]
fn remarks_hold_on_through_three_generations() {
    let first = r#"game "a" ref "heading" doc "Heading."
players 2 ref "table" doc "Table."
type Kind = low, high
component Card ref "component" doc "Component." { kind : Kind  make 2 of k in Kind : kind = k }
track road 1..5 ref "board" doc "Board."
zone hand of each player : Card seen by owner ref "zone" doc "Zone."
var n : 0..9 seen by all = 0 ref "variable" doc "Variable."
setting target : 1..9 = 3 ref "setting" doc "Setting."
table worth(Kind) ref "table" doc "Table." { low : 1  high : 5 }
def twice(k: 1..3) ref "definition" doc "Definition." = k * 2
rule go(low) ref "low" doc "Low." { set n = 1 }
rule go(high) ref "high" doc "High." { set n = 2 }
phase play ref "phase" doc "Phase." { do go(low)  win nobody }
trigger t ref "trigger" doc "Trigger." when n = 9 { win nobody }
"#;
    // Twice the same, so that what the third inherits has gone through the second.
    let again = |parent: &str| {
        format!(
            r#"game "b" extends "{parent}"
replace players 2
replace component Card {{ kind : Kind  make 3 of k in Kind : kind = k }}
replace track road 1..6
replace zone hand of each player : Card seen by all
replace var n : 0..8 seen by all = 0
replace setting target : 1..9 = 4
replace table worth(Kind) {{ low : 2  high : 5 }}
replace def twice(k) = k * 3
replace rule go(low) {{ do base }}
replace rule go(high) {{ do base }}
replace phase play {{ do base }}
replace trigger t when n = 8 {{ win nobody }}
"#
        )
    };
    let texts = vec![("1".to_owned(), first.to_owned()), ("2".to_owned(), again("1")), ("3".to_owned(), again("2"))];
    let checked = check_names("3", &mut Files { texts });
    let model = checked.model.as_ref().unwrap_or_else(|| panic!("{}", rendered(&checked)));
    let mut notes = vec![&model.notes, &model.players.notes];
    notes.extend(model.kinds.iter().map(|one| &one.notes));
    notes.extend(model.areas.iter().map(|one| &one.notes));
    notes.extend(model.variables.iter().map(|one| &one.notes));
    notes.extend(model.settings.iter().map(|one| &one.notes));
    notes.extend(model.tables.iter().map(|one| &one.notes));
    let definitions = model.definitions.iter().filter(|one| !one.replaced);
    notes.extend(definitions.flat_map(|one| &one.clauses).map(|clause| &clause.notes));
    let runnables = model.runnables.iter().filter(|one| one.replaced.is_none());
    notes.extend(runnables.flat_map(|one| &one.clauses).map(|clause| &clause.notes));
    notes.extend(model.triggers.iter().map(|one| &one.notes));
    assert_eq!(notes.len(), 13);
    for one in notes {
        let reference = one.reference.clone().unwrap_or_default();
        assert!(!reference.is_empty());
        let doc = one.doc.clone().unwrap_or_default();
        assert_eq!(doc.trim_end_matches('.').to_lowercase(), reference);
    }
}

/// The first words of what a thing is called.
fn called(notes: &Notes) -> &str {
    match notes.called.as_ref().map(|text| text.pieces.as_slice()) {
        None => "-",
        Some([]) => "untold",
        Some([Piece::Words(words), ..]) => words.trim(),
        Some(_) => "?",
    }
}

/// What a thing is called holds on in a variant of a variant, where the values in its words are still there and nothing else is said of it.
#[test]
fn words_hold_on_where_what_they_read_is_still_there() {
    let first = r#"game "a"
players 2
component Card as "card" { n : 0..3  make 2 of k in 1..2 : n = k }
component Coin as "coin of {n}" { n : 0..3  make 2 of k in 1..2 : n = k }
zone hand of each player : Card seen by owner as "the hand"
zone purse : Coin seen by all as "the purse"
var n : 0..9 seen by all = 0 as "the count"
var m : 0..9 seen by all = 0 as "the sum"
def twice(k: 1..3) as "twice {k}" = k * 2
def thrice(k: 1..3) as "three times {k}" = k * 3
def many as "many cards" = 4
rule go(k: 1..3) as "going {k} steps" { set n = k }
rule stay(k: 1..3) as "staying for {k}" { set n = k }
phase play { do go(twice(1))  do stay(thrice(1) - many)  set m = n  win nobody }
"#;
    let second = r#"game "b" extends "1"
replace component Card { n : 0..3  make 3 of k in 1..2 : n = k }
replace component Coin { n : 0..3  make 3 of k in 1..2 : n = k }
replace zone hand of each player : Card seen by all
replace zone purse : Coin seen by all as "the bag"
replace var n : 0..8 seen by all = 0
replace var m : 0..8 seen by all = 0 untold
replace def twice(k) = k * 2
replace def thrice(j: 1..3) = j * 3
replace def many = 5
replace rule go(k) { do base }
replace rule stay(j: 1..3) { do base(j) }
"#;
    let third = second.replace(r#"game "b" extends "1""#, r#"game "c" extends "2""#).replace(r#" as "the bag""#, "");
    let texts = [("1", first), ("2", second), ("3", &third)].map(|(name, text)| (name.to_owned(), text.to_owned()));
    for file in ["2", "3"] {
        let checked = check_names(file, &mut Files { texts: texts.to_vec() });
        let model = checked.model.as_ref().unwrap_or_else(|| panic!("{}", rendered(&checked)));
        let mut notes: Vec<&Notes> = model.kinds.iter().map(|one| &one.notes).collect();
        notes.extend(model.areas.iter().map(|one| &one.notes));
        notes.extend(model.variables.iter().map(|one| &one.notes));
        let definitions = model.definitions.iter().filter(|one| !one.replaced);
        notes.extend(definitions.flat_map(|one| &one.clauses).map(|clause| &clause.notes));
        let runnables = model.runnables.iter().filter(|one| one.replaced.is_none() && !one.phase);
        notes.extend(runnables.flat_map(|one| &one.clauses).map(|clause| &clause.notes));
        let called: Vec<&str> = notes.into_iter().map(called).collect();
        let wanted =
            ["card", "-", "the hand", "the bag", "the count", "untold", "twice", "-", "many cards", "going", "-"];
        assert_eq!(called, wanted, "{file}");
    }
}

/// What a variant says anew goes before what its parents say, each remark by itself; sections are listed once, in the order of the files.
#[test]
fn what_is_said_anew_goes_before() {
    let first = r#"game "a" ref "1" doc "First." assume "a" sections "A", "B"
players 2 ref "2" doc "Two."
zone hand of each player : Card seen by owner ref "3" doc "Hand."
component Card
rule go ref "4" doc "Going." { win nobody }
phase play { do go }
"#;
    let second = r#"game "b" extends "1" doc "Second." sections "B", "C"
replace players 3 doc "Three."
replace zone hand of each player : Card seen by all ref "3b"
replace rule go doc "Gone." { do base }
"#;
    let third = "game \"c\" extends \"2\" sections \"A\", \"D\"\n";
    let texts = [("1", first), ("2", second), ("3", third)].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let checked = check_names("3", &mut Files { texts: texts.to_vec() });
    let model = checked.model.as_ref().unwrap_or_else(|| panic!("{}", rendered(&checked)));
    let go = model.runnables.iter().find(|one| one.name == "go" && one.replaced.is_none()).unwrap();
    let all = [&model.notes, &model.players.notes, &model.areas[0].notes, &go.clauses[0].notes];
    let said = all.map(|notes| [&notes.reference, &notes.doc].map(|one| one.clone().unwrap_or_default()));
    assert_eq!(
        said,
        [["1", "Second."], ["2", "Three."], ["3b", "Hand."], ["4", "Gone."]].map(|both| both.map(String::from))
    );
    // What was taken on trust was so for the former.
    assert_eq!(model.notes.assume, None);
    assert_eq!(model.sections, ["A", "B", "C", "D"]);
    assert_eq!((model.players.least, model.players.most), (3, 3));
}

/// Sets that are known before play: their elements, each once, in order.
#[test]
fn what_is_fixed_before_play_is_what_it_says() {
    let cases: [(&str, &[i32]); 12] = [
        ("3..5", &[3, 4, 5]),
        ("4..4", &[4]),
        ("{5, 1, 5, 3, 1}", &[5, 1, 3]),
        ("{1, 2} + {2, 3} + (3..4)", &[1, 2, 3, 4]),
        ("each a in 1..6 where a mod 2 = 0 : a", &[2, 4, 6]),
        ("each a in 1..3, b in 1..3 where a < b : a + b", &[3, 4, 5]),
        ("each a in 1..4, b in a..4 where b = 2 * a : 10 * a + b", &[12, 24]),
        ("each a in 1..4 where not a in {1, 3} : if a = 2 then 7 else 8", &[7, 8]),
        ("each a in {3, 1} : pips(a)", &[6, 1]),
        ("each a in 1..3 where a >= 2 and a <= 2 or a < 2 : max(a, 2)", &[2]),
        ("each a in 1..9 where a > 7 or a != a : min(a, 8) - 8 / 3", &[6]),
        ("each a in Kind : 1 + (if a = high then 1 else 0)", &[1, 2]),
    ];
    for (set, expected) in cases {
        let text = format!(
            "game \"t\" players 2\ntype Kind = low, high\ntable pips(1..3) {{ 1 : 1  2 : 3  3 : 6 }}\n\
             component Chip {{ value : 0..99  make v in {set} : value = v }}\nphase play {{ win nobody }}\n"
        );
        let checked = check_names("1", &mut Files { texts: vec![("1".to_owned(), text)] });
        let model = checked.model.as_ref().unwrap_or_else(|| panic!("{set}: {}", rendered(&checked)));
        let made: Vec<i32> =
            model.kinds[0].made.iter().flat_map(|one| vec![one.values[0]; one.copies as usize]).collect();
        assert_eq!(made, expected, "{set}");
    }
}

/// A game of two at its first decision.
fn begun(text: &str) -> Position {
    let checked = check("1", &mut Files { texts: vec![("1".to_owned(), text.to_owned())] });
    let found = rendered(&checked);
    let model = checked.model.unwrap_or_else(|| panic!("{found}"));
    let table = Table { players: vec!["Ann".into(), "Ben".into()], ..Table::default() };
    Game::load(Arc::new(model), &table).unwrap().start(&mut Log::silent()).unwrap()
}

/// What variables with such a name hold at the first decision.
fn held(text: &str, name: &str) -> Vec<String> {
    let variables = begun(text).view(Viewer::All).unwrap().variables;
    variables.into_iter().filter(|(other, _)| other.contains(name)).map(|(_, value)| value).collect()
}

/// Of several clauses those are called by the name that say nothing themselves, whatever the first is called.
#[test]
fn what_one_clause_is_called_is_no_name_for_another() {
    let text = r#"game "t"
players 2
type Kind = low, mid, high
var n of each player : 0..9 seen by all = 0
phase part(p: player, low) as "the low part" { turn of p { choose m in 1..2  set p.n = m } }
phase part(p, mid) { turn of p { choose m in 1..2  set p.n = m } }
phase part(p, high) as "the high part" { turn of p { choose m in 1..2  set p.n = m } }
phase play {
  for p in players { do part(p, low) }
  win nobody
}
"#;
    for (kind, called) in [("low", "the low part"), ("mid", "part"), ("high", "the high part")] {
        let position = begun(&text.replace("do part(p, low)", &format!("do part(p, {kind})")));
        let phases = position.view(Viewer::All).unwrap().phases;
        assert_eq!(phases.last().map(String::as_str), Some(called), "{phases:?}");
    }
}

/// Of whatever sort a feature is, it begins with the least or first of its range.
#[test]
fn what_no_make_gives_begins_with_what_is_least() {
    let text = r#"game "t"
players 2
type Kind = low, high
component Chip {
  value : 3..9
  level : 2..4
  kept(1..2) : -3..-1
  kind : Kind
  other : 0..3 or none
  make level = 4
  make 2 of k in 5..6 : value = k
}
component Plain { value : 7..9 }
var told(1..6) : -99..99 seen by all = 0
phase play {
  set told(1) = sum c in Chip : c.value
  set told(2) = sum c in Chip : c.level
  set told(3) = sum c in Chip : c.kept(2)
  set told(4) = count (each c in Chip where c.kind = low : c)
  set told(5) = count (each c in Chip where c.other = none : c)
  set told(6) = Plain.value
  turn of first p in players { choose n in 1..2 }
  win nobody
}
"#;
    assert_eq!(held(text, "told"), ["25", "12", "-15", "5", "5", "7"]);
}

/// Round a ring the places of a player are counted from where the player starts, one way or the other.
#[test]
fn places_of_a_player_are_counted_from_the_start() {
    let text = r#"game "t"
players 2
ring pond 1..8 {
  start for p : pond(3 * seat(p))
  back for p : seat(p) = 2
}
ring lake 1..5 { back for p : yes }
track road 1..4 { back for p : seat(p) = 1 }
var on_pond of each player : 0..99999999 seen by all = 0
var on_lake of each player : 0..99999 seen by all = 0
var on_road of each player : 0..9999 seen by all = 0
phase play {
  for p in players {
    for n in 1..8 { set p.on_pond = 10 * p.on_pond + p.pond(n).index }
    for n in 1..5 { set p.on_lake = 10 * p.on_lake + p.lake(n).index }
    for n in 1..4 { set p.on_road = 10 * p.on_road + p.road(n).index }
  }
  turn of first p in players { choose n in 1..2 }
  win nobody
}
"#;
    assert_eq!(held(text, "on_pond"), ["34567812", "65432187"]);
    assert_eq!(held(text, "on_lake"), ["15432", "15432"]);
    assert_eq!(held(text, "on_road"), ["4321", "1234"]);
}

/// What a feature can hold counts as itself: once it lies elsewhere, the position is another one.
#[test]
fn what_something_holds_is_told_apart_in_what_is_noted() {
    let text = r#"game "t"
players 2
component Bead { make 2 of }
component Hook { bead : Bead or none }
zone left : Bead seen by all
zone right : Bead, Hook seen by all
var seen_at(1..2) : 0..9 seen by all = 0 untold
rule exchange { swap first b in Bead where b.place = left, first c in Bead where c.place = right }
phase play {
  move first b in Bead to left
  move first b in Bead where b.place != left to right
  move Hook to right
  set Hook.bead = first b in Bead where b.place = left
  note position
  do exchange
  set seen_at(1) = noted
  do exchange
  set seen_at(2) = noted
  turn of first p in players { choose n in 1..2 }
  win nobody
}
"#;
    assert_eq!(held(text, "seen_at"), ["0", "1"]);
}

#[test]
fn every_fixture_passes_the_checker() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.ends_with(".rules"))
        .collect();
    names.sort();
    let mut wrong = String::new();
    for name in &names {
        let checked = check(name, &mut Files { texts: Vec::new() });
        if checked.model.is_none() {
            let _ = writeln!(wrong, "== {name}\n{}", rendered(&checked));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
