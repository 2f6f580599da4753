//! Texts of games, and what checking says about them.

use std::fmt::Write;
use std::path::Path;

use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, Library, check};
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

fn check_file(name: &str) -> Checked {
    check(name, &mut Files { texts: Vec::new() })
}

#[test]
fn every_fixture_resolves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.ends_with(".rules"))
        .collect();
    names.sort();
    let mut wrong = String::new();
    for name in &names {
        let checked = check_file(name);
        if checked.model.is_none() {
            let _ = writeln!(wrong, "== {name}\n{}", rendered(&checked));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
