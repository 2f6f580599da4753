//! Games that are worth a look.

use serde::Serialize;

use crate::kept::Row;
use crate::part::Part;
use crate::plan::Series;

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picked {
    /// A short name that stays.
    pub key: &'static str,
    /// Why it is looked at.
    pub why: String,
    /// Its series.
    pub series: Series,
    /// Its number.
    pub number: u64,
}

/// The shortest, the longest, a typical one, the greatest comeback, one that did not end; of several alike the first.
pub fn picked(whole: &Part) -> Vec<Picked> {
    let mut over: Vec<&Row> = whole.kept.of(Series::Random).filter(|row| row.over).collect();
    over.sort_by_key(|row| (row.decisions, row.number));
    let longest = over.last().map(|row| row.decisions);
    let last = over.iter().find(|row| Some(row.decisions) == longest);
    let mut found = Vec::new();
    let mut pick = |key: &'static str, row: Option<&&Row>, why: &str| {
        if let Some(row) = row {
            let why = format!("{why}, {} decisions", row.decisions);
            found.push(Picked { key, why, series: row.series, number: row.number });
        }
    };
    pick("shortest", over.first(), "the shortest");
    pick("longest", last, "the longest");
    pick("typical", over.get(over.len() / 2), "a typical one");
    if let Some((value, row)) = comeback(whole) {
        pick("comeback", Some(&row), &format!("the greatest comeback: its winner once expected {} %", value / 100));
    }
    let unfinished = whole.kept.of(Series::Random).find(|row| !row.over);
    pick("unfinished", unfinished.as_ref(), "one that did not end in time");
    found
}

/// The game of the best bots whose winner once expected least.
fn comeback(whole: &Part) -> Option<(u32, &Row)> {
    let series = Series::level(whole.manifest.bots.len().checked_sub(1)?);
    let lowest = |row: &Row| {
        let own = row.thoughts.iter().filter(|(seat, ..)| row.winners.contains(seat));
        own.map(|(_, value, _)| *value).min()
    };
    let rows = whole.kept.of(series).filter_map(|row| Some((lowest(row)?, row)));
    rows.min_by_key(|(value, row)| (*value, row.number))
}
