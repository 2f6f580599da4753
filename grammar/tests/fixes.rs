//! Corrections: what they make of a text, and that the sure ones are sure.

use std::fmt::Write as _;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix, corrected};
use rulehound_grammar::parse;
use rulehound_grammar::span::FileId;

/// One mistake a line, as it stands in a phase or before it.
const IN_A_PHASE: &[&str] = &[
    "set a == 3",
    "if a == 3&&b <> 4 { leave play }",
    "set a = b || c;",
    "if a ≤ 3 { leave play }",
    "// not so",
    "a = 3",
    "deal(p)",
    "p.score += 1",
    "for each p in players { leave play }",
    "move all of deck to hand",
    "show c to all",
    "choose c in hand as \"{c}\" { } else { leave play }",
    "move all form deck to hand",
    "shufle deck",
    "shuffle deck)",
    "set a = (b + 3",
    "set a = [b]",
    "may \"go { leave play }",
    "while a > 3 { leave play }",
    "if a > 3 { leave play } elif a { leave play }",
    "set a = b % 2",
    "repeat until count Die = 0 { leave play }",
    "repeat { set a = 1 } until a = 1",
    "simultaneous for each p in players { leave play }",
    "repeat for p in players starting at x { leave play }",
    "win p in players by most p.points",
    "win p in players by lowest p.points",
    "show \"hello\"",
    "if c.suit = \"red\" { leave play }",
];

const BESIDE: &[&str] =
    &["track road 24", "param x : 0..3 = 1", "vra x : 0..3", "zone hand seen by al", "enum Suit = hearts"];

fn whole(line: &str, beside: bool) -> String {
    if beside {
        format!("game \"A\"\n{line}\nphase play {{ leave play }}\n")
    } else {
        format!("game \"A\"\nphase play {{\n  {line}\n}}\n")
    }
}

/// A text after one correction.
fn after(text: &str, fix: &Fix) -> String {
    let sure = Fix { certainty: Certainty::Sure, ..fix.clone() };
    let at = fix.edits[0].at;
    let found = Diagnostic::error("x", "", at, "").with_fix(sure);
    corrected(FileId(0), text, &[found]).unwrap()
}

#[test]
fn what_corrections_make_of_a_text() {
    let mut told = String::new();
    let lines = IN_A_PHASE.iter().map(|line| (line, false)).chain(BESIDE.iter().map(|line| (line, true)));
    for (line, beside) in lines {
        let text = whole(line, beside);
        writeln!(told, "{line}").unwrap();
        for found in parse(FileId(0), &text).diagnostics {
            writeln!(told, "  {}: {}", found.code, found.message).unwrap();
            for fix in &found.fixes {
                let new = after(&text, fix);
                let inside = new.split_once(if beside { "\n" } else { "{\n" }).unwrap().1;
                let changed = inside.lines().next().unwrap().trim();
                let sure = if fix.certainty == Certainty::Sure { "sure" } else { "likely" };
                writeln!(told, "    {sure}: {} -> {changed}", fix.title).unwrap();
            }
        }
    }
    insta::assert_snapshot!(told);
}

/// A sure correction leaves fewer findings, or one that stood behind it and could not be seen before; and none before it.
#[test]
fn sure_corrections_mend_and_break_nothing() {
    let mut texts: Vec<String> = IN_A_PHASE.iter().map(|line| whole(line, false)).collect();
    texts.extend(BESIDE.iter().map(|line| whole(line, true)));
    for entry in std::fs::read_dir("tests/broken").unwrap() {
        texts.extend(std::fs::read_to_string(entry.unwrap().path()).ok());
    }
    for chapter in std::fs::read_dir("../tests/broken/beginners").unwrap() {
        for entry in std::fs::read_dir(chapter.unwrap().path()).unwrap() {
            let path = entry.unwrap().path();
            let rules = path.extension().is_some_and(|extension| extension == "rules");
            texts.extend(rules.then(|| std::fs::read_to_string(path).unwrap()));
        }
    }
    let mut tried = 0;
    for text in texts {
        let before = parse(FileId(0), &text).diagnostics;
        let messages = |all: &[Diagnostic]| all.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
        for fix in before.iter().flat_map(|one| &one.fixes).filter(|fix| fix.certainty == Certainty::Sure) {
            let new = after(&text, fix);
            let found = parse(FileId(0), &new).diagnostics;
            let context = format!("{}:\n{text}\nbecame\n{new}\n{:#?}", fix.title, messages(&found));
            let known = messages(&before);
            let end = fix.edits[0].at.span.start as usize + fix.edits[0].text.len();
            let new: Vec<&Diagnostic> = found.iter().filter(|one| !known.contains(&one.message)).collect();
            assert!(new.iter().all(|one| one.primary.at.span.start as usize >= end), "{context}");
            assert!(found.len() < before.len() + new.len().min(1), "{context}");
            tried += 1;
        }
    }
    assert!(tried > 80, "only {tried}");
}

/// Of several files each gets its own corrections, and a file without mistakes stays as it is.
#[test]
fn corrections_of_another_file_are_left_out() {
    let first = whole("set a == 3", false);
    let second = whole("if a && b { leave play }", false) + "rule more { set c == 4 }\n";
    let of_first = parse(FileId(0), &first).diagnostics;
    let of_second = parse(FileId(1), &second).diagnostics;
    let all = [of_first.clone(), of_second.clone()].concat();
    for (file, text, own) in [(FileId(0), &first, &of_first), (FileId(1), &second, &of_second)] {
        let mended = corrected(file, text, own).unwrap();
        assert_ne!(mended, *text);
        assert_eq!(corrected(file, text, &all).unwrap(), mended);
    }
    assert_eq!(corrected(FileId(2), &whole("leave play", false), &all), None);
    assert_eq!(corrected(FileId(0), &first, &of_second), None);
}
