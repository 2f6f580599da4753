//! Every code of the checks over the resolved game: texts that are wrong, and neighbours that are right.
//!
//! A case is named after its code and shows the findings of that code and all errors. Its texts are parted by lines that begin
//! with `===`.

#![expect(clippy::disallowed_methods, reason = "the cases are files; only the crate itself is without them")]

use std::fmt::Write as _;

use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;

/// Of long texts only the beginning is shown.
const SHOWN: usize = 20;

#[test]
fn cases() {
    insta::glob!("cases/*.rules", |path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(story(&text, &code));
        });
    });
}

#[test]
fn a_whole_game_has_no_finding_but_one() {
    let text = include_str!("../fixtures/hot-dog.rules");
    let found: Vec<_> = check("hot-dog.rules", &mut Only(text)).diagnostics;
    // Whether a die is left can be known only to a person.
    assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), ["may-be-empty"]);
}

/// One file and no other.
struct Only<'t>(&'t str);

impl Library for Only<'_> {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
    }
}

fn story(text: &str, code: &str) -> String {
    let mut shown = String::new();
    for part in text.split("===").filter(|part| !part.trim().is_empty()) {
        let (title, text) = part.split_once('\n').unwrap_or((part, ""));
        let _ = writeln!(shown, "=== {}\n", title.trim());
        let checked = check("case.rules", &mut Only(text));
        let mut findings = checked.diagnostics;
        findings.retain(|one| one.code == code || one.severity == Severity::Error);
        for (at, line) in text.trim_end().lines().enumerate().take(SHOWN) {
            let _ = writeln!(shown, "{:>3} {line}", at + 1);
        }
        if findings.is_empty() {
            shown.push_str("\nnothing to say\n");
        }
        findings.iter().for_each(|one| finding(&mut shown, text, one));
        shown.push('\n');
    }
    shown
}

fn finding(shown: &mut String, text: &str, one: &Diagnostic) {
    let severity = if one.severity == Severity::Error { "error" } else { "warning" };
    let _ = writeln!(shown, "\n{severity}[{}]: {}", one.code, one.message);
    label(shown, text, &one.primary);
    one.others.iter().for_each(|other| label(shown, text, other));
    if let Some(help) = &one.help {
        let _ = writeln!(shown, "  help: {help}");
    }
}

fn label(shown: &mut String, text: &str, label: &Label) {
    let span = label.at.span;
    let (line, column) = line_and_column(text, span.start);
    let underlined = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let first = underlined.lines().next().unwrap_or_default();
    let more = if underlined.lines().count() > 1 { " …" } else { "" };
    let _ = writeln!(shown, "  {line}:{column} `{first}{more}`: {}", label.text);
}
