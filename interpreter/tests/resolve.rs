//! Texts of games, and what checking says about them.
#![expect(clippy::unwrap_used, clippy::format_push_string, reason = "a test may stop")]

use std::fmt::Write;
use std::path::Path;

use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, Library, check, check_names};
use rulehound_interpreter::model::Source;

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
