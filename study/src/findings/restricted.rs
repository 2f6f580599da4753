//! What something is worth: one random player who is not allowed it.

use super::words::{difference, would_tell};
use super::{Bar, Finding, Picture};
use crate::part::Part;
use crate::statistics::{Interval, each, games_for};

pub(super) fn restricted(whole: &Part) -> Option<Finding> {
    let forbidden = &whole.manifest.forbidden;
    if forbidden.is_empty() {
        return None;
    }
    let (mut bars, mut lines, mut sentence, mut shown) = (Vec::new(), Vec::new(), String::new(), false);
    for (number, what) in forbidden.iter().enumerate() {
        let Some(found) = whole.kept.without.get(number) else { continue };
        let interval = found.interval(each(forbidden.len()));
        let (value, interval) =
            (found.mean() / 100.0, Interval { low: interval.low / 100.0, high: interval.high / 100.0 });
        let seen = difference(value, interval);
        let games = found.count;
        shown |= !interval.holds(0.0);
        sentence += &if interval.holds(0.0) {
            let more = would_tell(games_for(found.spread(), found.mean().abs(), each(forbidden.len())));
            format!("Whether a random player does worse without “{what}” is not told apart: {seen}; {more}. ")
        } else {
            let word = if value < 0.0 { "worse" } else { "better" };
            format!("A random player does {word} without “{what}”: {seen}. ")
        };
        lines.push(format!("without “{what}”: {seen}, in {games} games paired by their seed"));
        bars.push(Bar { label: format!("without {what}"), value, low: interval.low, high: interval.high });
    }
    let picture = Picture::Bars { unit: "what doing without makes of a win", bars, mark: Some(0.0) };
    let finding = Finding::told("without", "Doing without", shown, sentence.trim_end());
    let finding = finding.doubted("no random player is shown to do worse or better for it");
    Some(Finding { picture, lines, ..finding })
}
