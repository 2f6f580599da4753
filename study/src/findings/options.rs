//! What is taken, and what it is worth.
//!
//! Random players take any option alike, so whoever took something and whoever could have taken it are the same sort of players: the difference
//! between them is what taking it does.

use super::words::difference;
use super::{Bar, Finding, Picture};
use crate::kept::{Chosen, Took};
use crate::part::Part;
use crate::statistics::{Interval, SURE, adjusted, quantile, tail};

/// What was taken or left more seldom is not judged.
const SELDOM: u64 = 30;

/// So many are drawn, half of them from either end.
const DRAWN: usize = 12;

/// So many are told.
const TOLD: usize = 60;

/// An option whose worth is known.
struct Judged<'k> {
    chosen: &'k Chosen,
    took: &'k Took,
    difference: f64,
    interval: Interval,
    /// Whether it is told apart from nothing, however many options are looked at.
    sure: bool,
}

impl Judged<'_> {
    fn name(&self) -> String {
        placed(self.chosen)
    }

    fn worth(&self) -> String {
        difference(self.difference, self.interval)
    }
}

pub(super) fn options(whole: &Part) -> Finding {
    let judged = judged(whole);
    let worst = judged.iter().find(|one| one.sure && one.difference < 0.0);
    let best = judged.iter().rev().find(|one| one.sure && one.difference > 0.0);
    let costs = |one: &Judged<'_>| format!("taking {} costs most, {}", one.name(), one.worth());
    let brings = |one: &Judged<'_>| format!("taking {} brings most, {}", one.name(), one.worth());
    let count = judged.len();
    let mut sentence = match (worst.map(costs), best.map(brings)) {
        (None, None) if count == 0 => "Nothing was on offer to random players often enough to be judged.".to_owned(),
        (None, None) => format!(
            "Of the {count} options that random players had often enough none is shown to be worth more or less than what else there is."
        ),
        (Some(one), None) | (None, Some(one)) => format!("To random players {one}."),
        (Some(one), Some(other)) => format!("To random players {one}; {other}."),
    };
    let never = whole.kept.chosen.iter().filter(|(_, took)| took.taken.count == 0 && took.left.count >= SELDOM);
    for (chosen, _) in never.take(1) {
        sentence += &format!(" {} was never taken.", placed(chosen));
    }
    // What is not sure would look like something to act on.
    let sure: Vec<&Judged<'_>> = judged.iter().filter(|one| one.sure).collect();
    let late = sure.len().saturating_sub(DRAWN / 2).max(DRAWN / 2);
    let ends = sure.iter().enumerate().filter(|(at, _)| *at < DRAWN / 2 || *at >= late);
    let bars = ends.map(|(_, one)| Bar {
        label: format!("{} ({})", one.chosen.what, one.chosen.rule),
        value: one.difference,
        low: one.interval.low,
        high: one.interval.high,
    });
    let picture =
        Picture::Bars { unit: "how much more of a win it brings its taker", bars: bars.collect(), mark: Some(0.0) };
    let line = |one: &&Judged<'_>| {
        let offered = one.took.taken.count + one.took.left.count;
        format!("{}: taken {} of {offered} times, {}", one.name(), one.took.taken.count, one.worth())
    };
    let mut lines: Vec<String> = sure.iter().take(TOLD).map(line).collect();
    if !judged.is_empty() {
        lines.push(format!("Counted is the first time that something is on offer to a player in a game, against those who then took something else. {}", doubted(judged.len() - sure.len())));
    }
    let doubt = match count {
        0 => "nothing was on offer often enough".to_owned(),
        count => format!("none of {count} options is shown to be better or worse than what else there is"),
    };
    let found = Finding::told("options", "Options and their worth", !sure.is_empty(), sentence).doubted(doubt);
    Finding { picture, lines, ..found }
}

/// `` `on blue` (write bet) ``: what is taken, and the rule that asks.
pub(super) fn named(chosen: &Chosen) -> String {
    format!("`{}` ({})", chosen.what, chosen.rule)
}

/// `` `on blue` (write bet, line 280 of greyhounds.rules) ``.
fn placed(chosen: &Chosen) -> String {
    format!("`{}` ({}, line {} of {})", chosen.what, chosen.rule, chosen.line, file(&chosen.file))
}

/// What is said of options that may be worth nothing or something.
fn doubted(count: usize) -> String {
    match count {
        0 => "Of every option it is shown what it is worth.".to_owned(),
        1 => "Of one more option it is not shown that it is worth more or less than the others.".to_owned(),
        count => format!("Of {count} more options it is not shown that they are worth more or less than the others."),
    }
}

/// Those that were on offer often enough, the one that costs most first.
fn judged(whole: &Part) -> Vec<Judged<'_>> {
    let often = |(_, took): &(&Chosen, &Took)| is_often(took);
    let found: Vec<(f64, f64)> = whole.kept.chosen.iter().filter(often).map(|(_, took)| worth(took)).collect();
    let values: Vec<f64> = found.iter().map(|(difference, deviation)| tail(difference / deviation.max(1e-9))).collect();
    let sure = adjusted(&values);
    let pairs = whole.kept.chosen.iter().filter(often).zip(&found).zip(&sure);
    let mut judged: Vec<Judged<'_>> = pairs
        .map(|(((chosen, took), (difference, deviation)), sure)| {
            let half = quantile(SURE) * deviation;
            let interval = Interval { low: difference - half, high: difference + half };
            Judged { chosen, took, difference: *difference, interval, sure: *sure <= 1.0 - SURE }
        })
        .collect();
    judged.sort_by(|one, other| one.difference.total_cmp(&other.difference));
    judged
}

/// Whether something was taken and left often enough to be judged.
pub(super) fn is_often(took: &Took) -> bool {
    took.taken.count >= SELDOM && took.left.count >= SELDOM
}

/// How much more of a win it brings to take something than to leave it, and the standard deviation of that.
pub(super) fn worth(took: &Took) -> (f64, f64) {
    (took.taken.mean() - took.left.mean(), (took.taken.variance() + took.left.variance()).sqrt())
}

/// The name of a file without its folders.
pub(super) fn file(name: &str) -> &str {
    let name = name.strip_prefix("shipped:").unwrap_or(name);
    name.rsplit('/').next().unwrap_or(name)
}
