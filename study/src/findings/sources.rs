//! Where points, money and the like come from, and what of it sets winners apart.

use std::collections::{BTreeMap, BTreeSet};

use super::asked::digits;
use super::words::beginning;
use super::{Finding, Picture};
use crate::kept::{Flow, Flows, Source};
use crate::part::Part;
use crate::statistics::{Moments, SURE};

/// What a statement does to a number.
type Of<'k> = (&'k Source, Flow);

/// So many statements are told of a number.
const TOLD: usize = 10;

/// So many numbers are told.
const NUMBERS: usize = 4;

/// So many letters of what a rule says of itself are told.
const LETTERS: usize = 90;

/// Of every number of players that more than one statement makes go up or down: what only one changes comes from there, which nobody has to be told.
pub(super) fn sources(whole: &Part) -> Option<Finding> {
    let mut numbers: BTreeMap<&str, Vec<Of<'_>>> = BTreeMap::new();
    for (source, flow) in whole.kept.flows.each() {
        numbers.entry(&source.number).or_default().push((source, flow));
    }
    let mut told: Vec<(&str, Vec<Of<'_>>)> = numbers.into_iter().filter(|(_, flows)| flows.len() > 1).collect();
    told.truncate(NUMBERS);
    // In games that all win or lose together nothing sets winners apart.
    let apart = whole.kept.flows.winners > 0 && whole.kept.flows.others > 0;
    let size = |flow: &Flow| if apart { gap(flow).abs() } else { mean(flow).abs() };
    for (_, flows) in &mut told {
        flows.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
    }
    let sentence =
        |(number, flows): &(&str, Vec<Of<'_>>)| if apart { apart_in(number, flows) } else { most(number, flows) };
    let sentences: Vec<String> = told.iter().map(sentence).collect();
    let title = match told.as_slice() {
        [] => return None,
        [(number, _)] => format!("Where {number} comes from"),
        [..] => "Where points and the like come from".to_owned(),
    };
    let mut table = vec![heads(whole, apart)];
    let kept = &whole.kept;
    for (number, flows) in &told {
        let name =
            |source: &Source| if told.len() > 1 { format!("{number}, {}", called(source)) } else { called(source) };
        table.extend(rows(flows, &there(whole, &kept.base_flows), (&name, apart)));
        if let Some(bots) = whole.manifest.bots.last() {
            let [here, base] = &kept.bot_flows;
            let flows: Vec<Of<'_>> = here.each().filter(|(source, _)| source.number == *number).collect();
            table.extend(rows(
                &flows,
                &there(whole, base),
                (&|source| format!("{bots} bots, {}", name(source)), apart),
            ));
        }
    }
    let mut lines = vec![
        "By how much it goes up or down for one player in a game, on average, in the random games that were looked into; games in which it does not count with nothing.".to_owned(),
    ];
    lines.extend(said(told.iter().flat_map(|(_, flows)| flows.iter().take(TOLD))));
    let found = Finding::told("sources", title, true, sentences.join(" "));
    Some(Finding { table, lines, picture: Picture::None, ..found })
}

/// What each column of the table is about.
fn heads(whole: &Part, apart: bool) -> Vec<String> {
    let groups: &[&str] = if apart { &["winners", "the others"] } else { &["everybody"] };
    let mut heads = vec![String::new()];
    heads.extend(groups.iter().map(|who| (*who).to_owned()));
    let base = whole.manifest.base.iter();
    heads.extend(base.flat_map(|(base, _)| groups.iter().map(move |who| format!("{who} in {base}"))));
    heads
}

/// The same in the game to compare with, if there is one.
fn there<'k>(whole: &Part, flows: &'k Flows) -> Option<BTreeMap<&'k Source, Flow>> {
    whole.manifest.base.as_ref().map(|_| flows.each().collect())
}

/// A row for each statement, those of the game to compare with alone last.
fn rows(
    flows: &[Of<'_>],
    there: &Option<BTreeMap<&Source, Flow>>,
    (name, apart): (&dyn Fn(&Source) -> String, bool),
) -> Vec<Vec<String>> {
    let row = |source: &Source, flow: Option<&Flow>| {
        let mut row = vec![name(source)];
        row.extend(cells(flow, apart));
        row.extend(there.iter().flat_map(|there| cells(there.get(source), apart)));
        row
    };
    let mut rows: Vec<Vec<String>> = flows.iter().take(TOLD).map(|(source, flow)| row(source, Some(flow))).collect();
    let number = flows.first().map(|(source, _)| source.number.as_str());
    let here: BTreeSet<&Source> = flows.iter().map(|(source, _)| *source).collect();
    let only_there = there.iter().flat_map(BTreeMap::keys);
    let only_there = only_there.filter(|source| Some(source.number.as_str()) == number && !here.contains(*source));
    rows.extend(only_there.take(TOLD).map(|source| row(source, None)));
    rows
}

/// What the rules say of themselves, each once.
fn said<'k>(flows: impl Iterator<Item = &'k Of<'k>>) -> Vec<String> {
    let mut rules: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for (source, _) in flows {
        if let Some(sentence) = source.sentence.as_deref().filter(|_| !rules.contains(&source.rule.as_str())) {
            rules.push(&source.rule);
            lines.push(format!("{}: {}", beginning(&source.rule), shortened(sentence)));
        }
    }
    lines
}

/// `In money winners are 4310 ahead of the others: 3900 of it comes from …`.
fn apart_in(number: &str, flows: &[Of<'_>]) -> String {
    let ahead: f64 = flows.iter().map(|(_, flow)| gap(flow)).sum();
    let shown: Vec<&Of<'_>> = flows.iter().filter(|(_, flow)| is_shown(flow)).collect();
    let digits = flows.iter().map(|(_, flow)| digits(&flow.winners)).min().unwrap_or(0);
    let word = if ahead < 0.0 { "behind" } else { "ahead of" };
    let beginning = format!("In {number} winners of random games are {:.digits$} {word} the others", ahead.abs());
    let parts: Vec<String> =
        shown.iter().take(3).map(|(source, flow)| format!("{:+.digits$} by {}", gap(flow), called(source))).collect();
    match parts.as_slice() {
        [] => format!("{beginning}; no statement is shown to set them apart."),
        parts => format!("{beginning}: {}.", parts.join(", ")),
    }
}

fn most(number: &str, flows: &[Of<'_>]) -> String {
    let Some((source, flow)) = flows.first() else { return String::new() };
    let digits = digits(&both(flow));
    let word = if mean(flow) < 0.0 { "down" } else { "up" };
    format!("{} goes {word} most by {}: {:+.digits$} a game.", beginning(number), called(source), mean(flow))
}

/// The rule, and the statement in it.
fn called(source: &Source) -> String {
    format!("{}: `{}`", source.rule, source.statement)
}

fn both(flow: &Flow) -> Moments {
    let mut both = flow.winners;
    both.merge(&flow.others);
    both
}

fn mean(flow: &Flow) -> f64 {
    both(flow).mean()
}

fn gap(flow: &Flow) -> f64 {
    flow.winners.mean() - flow.others.mean()
}

/// Whether winners and others are told apart by it.
fn is_shown(flow: &Flow) -> bool {
    let half = |moments: &Moments| moments.interval(SURE).half();
    gap(flow).abs() > half(&flow.winners).hypot(half(&flow.others))
}

fn cells(flow: Option<&Flow>, apart: bool) -> Vec<String> {
    let cell = |moments: &Moments| {
        let digits = digits(moments);
        let interval = moments.interval(SURE);
        if interval.low.is_finite() {
            format!("{:+.digits$} ({:+.digits$} to {:+.digits$})", moments.mean(), interval.low, interval.high)
        } else {
            format!("{:+.digits$}", moments.mean())
        }
    };
    match (flow, apart) {
        (None, true) => vec!["–".to_owned(); 2],
        (None, false) => vec!["–".to_owned()],
        (Some(flow), true) => vec![cell(&flow.winners), cell(&flow.others)],
        (Some(flow), false) => vec![cell(&both(flow))],
    }
}

/// The beginning of what a rule says of itself.
fn shortened(sentence: &str) -> String {
    let first = sentence.split_inclusive(". ").next().unwrap_or_default().trim();
    match first.char_indices().nth(LETTERS) {
        Some((at, _)) => format!("{}…", first.get(..at).unwrap_or(first).trim_end()),
        None => first.to_owned(),
    }
}
