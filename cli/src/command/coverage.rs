//! What of the rules scripts reach: for people, as JSON, and as lcov writes it.

use std::collections::BTreeMap;
use std::fmt::Write;

use rulehound_interpreter::coverage::{Coverage, CoveredFile, Met, PointKind, Share};
use serde_json::{Map, Value, json};

use crate::arguments::Format;
use crate::exit::Done;
use crate::output::Output;
use crate::shipped::PREFIX;

/// So much of a line is shown.
const SHOWN: usize = 80;

/// Says what was reached and what was not.
pub fn tell(coverage: &Coverage, format: Format, output: &mut Output) -> Done<()> {
    match format {
        Format::Human => output.lines(&human(coverage)),
        Format::Json => output.json(&as_json(coverage)),
    }
}

/// Each file with its shares, and beneath it what was never reached, line by line.
pub fn human(coverage: &Coverage) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &coverage.files {
        let shares = PointKind::ALL.into_iter().filter_map(|kind| share(kind, file.share(kind)));
        let shares: Vec<String> = shares.collect();
        let shares = if shares.is_empty() { "no rules of its own".to_owned() } else { shares.join(", ") };
        lines.push(format!("{}: {shares}", name(file)));
        lines.extend(missed(file).iter().map(|met| told(file, met)));
    }
    lines
}

/// What nothing reached, in the order of the text. What stands in something that never ran goes without saying.
fn missed(file: &CoveredFile) -> Vec<&Met> {
    let mut found: Vec<&Met> = Vec::new();
    // Whether the body at hand never ran; up to where all goes without saying; up to where statements do.
    let (mut idle, mut silent, mut unsaid) = (false, 0, 0);
    for met in file.points() {
        let (span, kind) = (met.point.at.span, met.point.kind);
        let never = met.times == 0;
        if kind == PointKind::Rule {
            idle = never;
        } else if idle || span.start < silent || kind == PointKind::Statement && span.start < unsaid {
            // What a statement says of itself is said by what it is besides: an option, an ending.
            let same = found.last_mut().filter(|last| never && last.point.at.span == span);
            if let Some(last) = same.filter(|last| last.point.kind == PointKind::Statement) {
                *last = met;
            }
            continue;
        }
        if never {
            found.push(met);
            match kind {
                PointKind::Statement | PointKind::IfNone => silent = silent.max(span.end),
                PointKind::Option => unsaid = unsaid.max(span.end),
                PointKind::Rule | PointKind::Requirement | PointKind::Ending => {}
            }
        }
    }
    found
}

/// `  line 12, in play: `win nobody` never ended a game`.
fn told(file: &CoveredFile, met: &Met) -> String {
    let point = &met.point;
    let never = match point.kind {
        PointKind::Rule => "never ran",
        PointKind::Statement => "never ran",
        PointKind::Requirement => "never refused anything",
        PointKind::IfNone => "was never needed",
        PointKind::Option => "was never taken",
        PointKind::Ending => "never ended a game",
    };
    let place = if point.kind == PointKind::Rule { String::new() } else { format!(", in {}", point.rule) };
    let what = if point.kind == PointKind::IfNone { "if none" } else { &point.written };
    format!("  line {}{place}: `{}` {never}", file.line(point), shown(what))
}

fn shown(written: &str) -> String {
    match written.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", written.get(..end).unwrap_or_default().trim_end()),
        None => written.to_owned(),
    }
}

/// `3 of 4 rules`; nothing where there are none.
fn share(kind: PointKind, share: Share) -> Option<String> {
    let what = match (kind, share.all) {
        (_, 0) => return None,
        (PointKind::Rule, 1) => "rule",
        (PointKind::Rule, _) => "rules",
        (PointKind::Statement, 1) => "statement",
        (PointKind::Statement, _) => "statements",
        (PointKind::Requirement, 1) => "requirement",
        (PointKind::Requirement, _) => "requirements",
        (PointKind::IfNone, _) => "if none",
        (PointKind::Option, 1) => "option",
        (PointKind::Option, _) => "options",
        (PointKind::Ending, 1) => "ending",
        (PointKind::Ending, _) => "endings",
    };
    Some(format!("{} of {} {what}", share.met, share.all))
}

/// The name of a kind in JSON.
fn key(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Rule => "rules",
        PointKind::Statement => "statements",
        PointKind::Requirement => "requirements",
        PointKind::IfNone => "ifNone",
        PointKind::Option => "options",
        PointKind::Ending => "endings",
    }
}

/// Its path, or of a shipped game the name of its file.
fn name(file: &CoveredFile) -> &str {
    file.name.strip_prefix(PREFIX).unwrap_or(&file.name)
}

/// `{"files": [{"file", "rules": {"met", "all"}, …, "points": [{"kind", "line", "rule", "written", "times"}]}]}`.
pub fn as_json(coverage: &Coverage) -> Value {
    let file = |file: &CoveredFile| {
        let mut found = Map::new();
        found.insert("file".to_owned(), json!(name(file)));
        for kind in PointKind::ALL {
            let share = file.share(kind);
            found.insert(key(kind).to_owned(), json!({"met": share.met, "all": share.all}));
        }
        let point = |met: &Met| {
            let point = &met.point;
            json!({
                "kind": key(point.kind), "line": file.line(point), "rule": point.rule, "written": point.written,
                "times": met.times,
            })
        };
        found.insert("points".to_owned(), file.points().map(point).collect());
        Value::Object(found)
    };
    json!({"files": coverage.files.iter().map(file).collect::<Vec<_>>()})
}

/// The format of lcov: rules are its functions, statements its lines; requirements, `if none`, options and endings are its branches.
pub fn lcov(coverage: &Coverage) -> String {
    let mut text = String::new();
    for file in &coverage.files {
        // Writing to a text cannot fail.
        let _ = lcov_of(file, &mut text);
    }
    text
}

fn lcov_of(file: &CoveredFile, text: &mut String) -> std::fmt::Result {
    writeln!(text, "TN:\nSF:{}", name(file))?;
    let (mut functions, mut branches, mut lines) = (Vec::new(), Vec::new(), BTreeMap::new());
    for met in file.points() {
        let line = file.line(&met.point);
        match met.point.kind {
            PointKind::Rule => functions.push((line, &met.point.written, met.times)),
            PointKind::Statement => {
                let times: &mut u64 = lines.entry(line).or_default();
                *times = met.times.max(*times);
            }
            PointKind::Requirement | PointKind::IfNone | PointKind::Option | PointKind::Ending => {
                branches.push((line, met.times));
            }
        }
    }
    for (line, name, _) in &functions {
        writeln!(text, "FN:{line},{name}")?;
    }
    for (_, name, times) in &functions {
        writeln!(text, "FNDA:{times},{name}")?;
    }
    writeln!(text, "FNF:{}\nFNH:{}", functions.len(), functions.iter().filter(|(.., times)| *times > 0).count())?;
    for (number, (line, times)) in branches.iter().enumerate() {
        writeln!(text, "BRDA:{line},0,{number},{times}")?;
    }
    writeln!(text, "BRF:{}\nBRH:{}", branches.len(), branches.iter().filter(|(_, times)| *times > 0).count())?;
    for (line, times) in &lines {
        writeln!(text, "DA:{line},{times}")?;
    }
    writeln!(text, "LF:{}\nLH:{}", lines.len(), lines.values().filter(|times| **times > 0).count())?;
    writeln!(text, "end_of_record")
}
