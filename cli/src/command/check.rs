//! `check`: everything that is wrong with rules.

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use serde_json::Value;

use crate::arguments::{Check, Format};
use crate::exit::{Done, Exit};
use crate::output::{Output, complain};
use crate::{report, rules};

/// Checks each game; the worst decides the exit code.
pub fn check(arguments: &Check) -> Done {
    let mut output = Output::new();
    let mut worst = Exit::Fine;
    let mut all: Vec<Value> = Vec::new();
    for name in &arguments.games {
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
            }
        }
    }
    if arguments.format == Format::Json {
        output.line(Value::Array(all).to_string())?;
    }
    output.flush()?;
    Ok(worst)
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
