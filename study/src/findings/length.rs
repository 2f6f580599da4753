//! How long a game takes.

use super::{Finding, Picture};
use crate::part::Part;
use crate::plan::Series;
use crate::statistics::SURE;

/// So many classes a histogram has at most.
const MOST_CLASSES: u64 = 24;

pub(super) fn length(whole: &Part) -> Finding {
    let random = whole.kept.of(Series::Random);
    let moments = random.length();
    let at = |share: u64| random.length_at(share).map_or(0, |(decisions, _)| decisions);
    let (least, most) = (at(0), at(100));
    if random.over() == 0 {
        let sentence = "No random game has come to an end.".to_owned();
        return Finding::told("length", "Length", false, sentence).doubted("no random game has come to an end");
    }
    let interval = moments.interval(SURE);
    let between =
        if moments.count > 1 { format!(" ({:.1} to {:.1})", interval.low, interval.high) } else { String::new() };
    let sentence = format!(
        "A random game takes {:.1} decisions on average{between}; half of the games take {} at most, one in twenty more than {}.",
        moments.mean(),
        at(50),
        at(95)
    );
    let width = (most - least) / MOST_CLASSES + 1;
    let count = (most - least) / width + 1;
    let mut classes: Vec<(u64, u64)> = (0..count).map(|number| (least + number * width, 0)).collect();
    for (decisions, length) in &random.lengths {
        if let Some(class) = classes.get_mut(usize::try_from((decisions - least) / width).unwrap_or(0)) {
            class.1 += length.games;
        }
    }
    let mut lines = vec![format!("From {least} to {most} decisions, spread {:.1}.", moments.spread())];
    for (number, name) in whole.manifest.bots.iter().enumerate() {
        let moments = whole.kept.of(Series::level(number)).length();
        lines.push(format!("Between {name} bots: {:.1} on average in {} games.", moments.mean(), moments.count));
    }
    let picture = Picture::Histogram { unit: "decisions of a game", classes, end: least + count * width };
    Finding { picture, lines, ..Finding::told("length", "Length", true, sentence) }
}
