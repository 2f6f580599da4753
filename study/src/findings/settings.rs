//! What other values of the settings make of the game, paired by seed.

use super::seats::each;
use super::words::difference;
use super::{Bar, Finding, Picture};
use crate::part::Part;
use crate::statistics::Interval;

pub(super) fn settings(whole: &Part) -> Option<Finding> {
    let tried = &whole.manifest.tried;
    if tried.is_empty() {
        return None;
    }
    let players = &whole.manifest.players;
    let (mut bars, mut lines, mut longest) = (Vec::new(), Vec::new(), None::<(f64, String)>);
    let mut fairest = None::<(f64, String)>;
    for (name, pairs) in tried.iter().zip(&whole.kept.settings) {
        let lengths = &pairs.lengths;
        let interval = lengths.interval(each(tried.len()));
        let seen = format!("{:+.1} decisions ({:+.1} to {:+.1})", lengths.mean(), interval.low, interval.high);
        lines.push(format!("with `{name}`: {seen}, in {} games of each with the same seeds", lengths.count));
        let size = lengths.mean().abs();
        if !interval.holds(0.0) && longest.as_ref().is_none_or(|(most, _)| size > *most) {
            longest = Some((size, format!("Of the settings `{name}` changes the length of a game most: {seen}.")));
        }
        for (player, wins) in players.iter().zip(&pairs.worth) {
            let interval = wins.interval(each(tried.len() * players.len()));
            let interval = Interval { low: interval.low / 100.0, high: interval.high / 100.0 };
            let value = wins.mean() / 100.0;
            // What is not shown would look like something to act on.
            if !interval.holds(0.0) {
                bars.push(Bar { label: format!("{player}, {name}"), value, low: interval.low, high: interval.high });
            }
            if !interval.holds(0.0) && fairest.as_ref().is_none_or(|(most, _)| value.abs() > *most) {
                let told = format!(" {player} is touched most by `{name}`: {}.", difference(value, interval));
                fairest = Some((value.abs(), told));
            }
        }
    }
    let count = tried.len();
    let longest_is_shown = longest.is_some();
    let length = longest.map_or_else(
        || format!("None of {count} other settings is shown to change the length of a game."),
        |(_, told)| told,
    );
    let shown = longest_is_shown || fairest.is_some();
    let seats = fairest.map_or_else(|| " None is shown to change who wins.".to_owned(), |(_, told)| told);
    let picture = Picture::Bars { unit: "how much more of a win it brings", bars, mark: Some(0.0) };
    Some(Finding { picture, lines, ..Finding::told("settings", "Settings", shown, length + &seats) })
}
