//! `check`: everything that is wrong with rules.

use std::collections::BTreeMap;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_interpreter::facts::unproven::unproven;
use rulehound_interpreter::story;
use serde_json::Value;

use super::{fix, speed};
use crate::arguments::{Check, Format};
use crate::exit::{Done, Exit};
use crate::output::{Output, complain};
use crate::rules::Found;
use crate::{report, rules};

/// Checks each game; the worst decides the exit code.
pub fn check(arguments: &Check) -> Done {
    let mut output = Output::new();
    let mut worst = Exit::Fine;
    let mut all: Vec<Value> = Vec::new();
    for name in &arguments.games {
        let fixed = if arguments.fix { fix::fix(name)? } else { 0 };
        if fixed > 0 && arguments.format == Format::Human {
            let findings = if fixed == 1 { "finding" } else { "findings" };
            output.line(format!("{name}: corrected {fixed} {findings}"))?;
        }
        let found = rules::find(name);
        worst = worst.max(found.exit(arguments.deny.is_some()));
        match arguments.format {
            Format::Json => {
                let findings = report::json(&found.diagnostics, &found.sources, None);
                all.extend(findings.as_array().cloned().unwrap_or_default());
            }
            Format::Human => {
                report::human(&found.diagnostics, &found.sources, None);
                let summary = summary(&found.diagnostics);
                if found.diagnostics.is_empty() {
                    output.line(format!("{name}: {summary}"))?;
                } else {
                    complain(&format!("{name}: {summary}"));
                }
                if arguments.verbose {
                    let lines = not_proven(&found, output.width());
                    output.lines(&lines)?;
                }
                if arguments.speed {
                    output.lines(&speed::lines(&found))?;
                }
                if found.model.is_some() && found.origins.len() > 1 {
                    let origins = origins(&found, output.width());
                    output.lines(&origins)?;
                }
            }
        }
    }
    if arguments.format == Format::Json {
        output.json(&Value::Array(all))?;
    }
    output.flush()?;
    Ok(worst)
}

/// What may go wrong in play as far as types tell, by the code of the fault.
fn not_proven(found: &Found, width: usize) -> Vec<String> {
    let Some(model) = &found.model else { return Vec::new() };
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for one in unproven(model) {
        places.entry(one.code).or_default().extend(report::place(one.at, &found.sources));
    }
    let mut lines = vec![match places.is_empty() {
        true => "  not proven: nothing; no value leaves its range, every component fits where it goes, and nothing is divided by 0".to_owned(),
        false => "  not proven: this would be a fault if it came about in play".to_owned(),
    }];
    for (code, places) in places {
        let list = story::lines_within(&format!("`{code}` at {}", places.join(", ")), width - 4);
        lines.extend(list.into_iter().map(|line| format!("    {line}")));
    }
    lines
}

/// Of a variant: which file each thing comes from.
fn origins(found: &Found, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for origin in &found.origins {
        let source = found.sources.get(usize::from(origin.file.0));
        lines.push(format!("  {}", source.map_or("", |source| source.name.as_str())));
        let kinds = [
            ("declares", &origin.declares),
            ("replaces", &origin.replaces),
            ("extends", &origin.extends),
            ("removes", &origin.removes),
        ];
        for (word, names) in kinds.into_iter().filter(|(_, names)| !names.is_empty()) {
            let list = story::lines_within(&format!("{word} {}", names.join(", ")), width - 4);
            lines.extend(list.into_iter().map(|line| format!("    {line}")));
        }
    }
    lines
}

/// `2 errors, 1 warning`.
fn summary(findings: &[Diagnostic]) -> String {
    let count = |severity: Severity, one: &str| match findings.iter().filter(|one| one.severity == severity).count() {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {one}s")),
    };
    let counts: Vec<String> =
        [count(Severity::Error, "error"), count(Severity::Warning, "warning")].into_iter().flatten().collect();
    if counts.is_empty() { "nothing is wrong".to_owned() } else { counts.join(", ") }
}
