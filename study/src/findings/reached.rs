//! What of the rules random games reach, by line.

use super::options::file;
use super::{Bar, Finding, Picture};
use crate::kept::Reached;
use crate::part::Part;

/// So many lines are told.
const TOLD: usize = 60;

/// The sorts of points, and what each is called.
const KINDS: [(&str, &str); 5] = [
    ("rule", "rules ran"),
    ("statement", "steps of rules ran"),
    ("require", "requirements refused something"),
    ("option", "written options were taken"),
    ("ending", "endings ended a game"),
];

pub(super) fn reached(whole: &Part) -> Finding {
    let points = &whole.kept.reached;
    let mut bars = Vec::new();
    for (kind, label) in KINDS {
        let of = || points.iter().filter(|point| point.kind == kind);
        let (met, all) = (of().filter(|point| point.times > 0).count(), of().count());
        if all > 0 {
            let value = met as f64 / all as f64;
            bars.push(Bar { label: format!("{met} of {all} {label}"), value, low: value, high: value });
        }
    }
    let idle: Vec<&Reached> = points.iter().filter(|point| point.times == 0).collect();
    let statements = idle.iter().filter(|point| point.kind == "statement").count();
    let rules: Vec<&Reached> = idle.iter().copied().filter(|point| point.kind == "rule").collect();
    let refusals = idle.iter().filter(|point| point.kind == "require").count();
    let games = whole.kept.looked_into;
    // What comes in none of so many games comes in fewer than three of so many, 19 times out of 20.
    let seldom =
        format!("in {games} random games, so most likely in less than {:.2} % of games", 300.0 / games.max(1) as f64);
    let sentence = match rules.as_slice() {
        [] if refusals == 0 && statements == 0 => {
            "Random games reach every rule and statement, and every requirement refuses something.".to_owned()
        }
        [] if refusals == 0 => format!(
            "Random games reach every rule, and every requirement refuses something; {} never run{} {seldom}.",
            counted(statements, "statement"),
            if statements == 1 { "s" } else { "" }
        ),
        [] if refusals == 1 => {
            format!("Random games reach every rule; one requirement never refuses anything {seldom}.")
        }
        [] => format!("Random games reach every rule; {refusals} requirements never refuse anything {seldom}."),
        [one] => format!("{} never runs {seldom}.", place(one)),
        [first, ..] => format!("{} rules never run {seldom}; the first of them is {}.", rules.len(), place(first)),
    };
    let endings = points.iter().filter(|point| point.kind == "ending" && point.times > 0);
    let mut lines: Vec<String> =
        endings.map(|point| format!("{} ended {} of {games} games", place(point), point.times)).collect();
    let in_idle = |point: &Reached| rules.iter().any(|rule| rule.rule == point.rule && rule.file == point.file);
    let told = idle.iter().filter(|point| point.kind == "rule" || !in_idle(point));
    lines.extend(told.take(TOLD).map(|point| format!("{} {}", place(point), never(&point.kind))));
    let picture = Picture::Bars { unit: "share that was reached", bars, mark: None };
    Finding { picture, lines, ..Finding::told("rules", "What of the rules comes into play", true, sentence) }
}

/// `1 statement`, `9 statements`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `` `swap` (hex.rules, line 12) ``.
fn place(point: &Reached) -> String {
    let what = if point.kind == "if none" { "if none" } else { &point.written };
    format!("`{what}` ({}, line {})", file(&point.file), point.line)
}

fn never(kind: &str) -> &'static str {
    match kind {
        "require" => "never refused anything",
        "if none" => "was never needed",
        "option" => "was never taken",
        "ending" => "never ended a game",
        _ => "never ran",
    }
}
