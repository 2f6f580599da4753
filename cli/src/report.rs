//! Findings on the terminal and as JSON.

use std::io::IsTerminal;

pub use rulehound::workshop::of_fault;
use rulehound::workshop::{self, Places, Texts};
use rulehound_grammar::diagnostic::{Diagnostic, Label};
use rulehound_grammar::span::Location;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::story;
use serde_json::{Value, json};

use crate::output::{colour, complain, complain_drawn};
use crate::terminal;

/// The most findings that are printed for people.
const MOST: usize = 50;

/// Prints findings to standard error, underlined in their texts; `script` is the script they are about.
pub fn human(findings: &[Diagnostic], sources: &[Source], script: Option<&Source>) {
    let width = if std::io::stderr().is_terminal() { terminal::width() } else { story::WIDTH };
    for finding in findings.iter().take(MOST) {
        complain_drawn(&workshop::render(finding, Texts { sources, script }, width, colour()));
    }
    if findings.len() > MOST {
        complain(&format!("… and {} more", findings.len() - MOST));
    }
}

/// Prints findings without the lines they are about, for those who may not read these.
pub fn told(findings: &[Diagnostic]) {
    findings.iter().take(MOST).for_each(|finding| complain(&workshop::plain(finding, Texts::default())));
}

/// `file.rules:12:5`, if the file is known.
pub fn place(at: Location, sources: &[Source]) -> Option<String> {
    workshop::place(at, Texts { sources, script: None })
}

/// Findings as a JSON array.
pub fn json(findings: &[Diagnostic], sources: &[Source], script: Option<&Source>) -> Value {
    let places = Places::of(findings, Texts { sources, script });
    let label = |label: &Label| match places.told(label.at) {
        Some(place) => json!({
            "file": place.file, "line": place.line, "column": place.column,
            "end_line": place.end_line, "end_column": place.end_column, "text": label.text,
        }),
        None => json!({
            "file": null, "line": 1, "column": 1, "end_line": 1, "end_column": 1, "text": label.text,
        }),
    };
    let finding = |finding: &Diagnostic| {
        let mut value = label(&finding.primary);
        if let Some(map) = value.as_object_mut() {
            map.insert("label".to_owned(), json!(finding.primary.text));
            map.remove("text");
            map.insert("code".to_owned(), json!(finding.code));
            map.insert("severity".to_owned(), json!(finding.severity));
            map.insert("message".to_owned(), json!(finding.message));
            map.insert("help".to_owned(), json!(finding.help));
            map.insert("others".to_owned(), finding.others.iter().map(label).collect());
        }
        value
    };
    findings.iter().map(finding).collect()
}
