//! How long a game takes.

use super::{Finding, Picture};
use crate::part::Part;
use crate::plan::Series;
use crate::statistics::{Moments, SURE};

/// So many classes a histogram has at most.
const MOST_CLASSES: u64 = 24;

pub(super) fn length(whole: &Part) -> Finding {
    let mut lengths: Vec<u64> = whole.kept.of(Series::Random).filter(|row| row.over).map(|row| row.decisions).collect();
    lengths.sort_unstable();
    let (Some(least), Some(most)) = (lengths.first().copied(), lengths.last().copied()) else {
        let sentence = "No random game has come to an end.".to_owned();
        return Finding { key: "length", title: "Length", sentence, picture: Picture::None, lines: Vec::new() };
    };
    let moments = moments(lengths.iter().copied());
    let interval = moments.interval(SURE);
    let at = |share: usize| lengths.get((lengths.len() - 1) * share / 100).copied().unwrap_or(0);
    let between =
        if lengths.len() > 1 { format!(" ({:.1} to {:.1})", interval.low, interval.high) } else { String::new() };
    let sentence = format!(
        "A random game takes {:.1} decisions on average{between}; half of the games take {} at most, one in twenty more than {}.",
        moments.mean(),
        at(50),
        at(95)
    );
    let width = (most - least) / MOST_CLASSES + 1;
    let count = (most - least) / width + 1;
    let mut classes: Vec<(u64, u64)> = (0..count).map(|number| (least + number * width, 0)).collect();
    for length in &lengths {
        if let Some(class) = classes.get_mut(usize::try_from((length - least) / width).unwrap_or(0)) {
            class.1 += 1;
        }
    }
    let mut lines = vec![format!("From {least} to {most} decisions, spread {:.1}.", moments.spread())];
    for (number, name) in whole.manifest.bots.iter().enumerate() {
        let rows = whole.kept.of(Series::level(number)).filter(|row| row.over);
        let moments = self::moments(rows.map(|row| row.decisions));
        lines.push(format!("Between {name} bots: {:.1} on average in {} games.", moments.mean(), moments.count));
    }
    let picture = Picture::Histogram { unit: "decisions of a game", classes, end: least + count * width };
    Finding { key: "length", title: "Length", sentence, picture, lines }
}

fn moments(lengths: impl Iterator<Item = u64>) -> Moments {
    let mut moments = Moments::default();
    lengths.for_each(|length| moments.add(i64::try_from(length).unwrap_or(i64::MAX)));
    moments
}
