//! Games that are worth a look.

use serde::Serialize;

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
    let random = whole.kept.of(Series::Random);
    let mut found = Vec::new();
    let mut pick = |key: &'static str, series: Series, game: Option<(u64, u64)>, why: &str| {
        if let Some((decisions, number)) = game {
            found.push(Picked { key, why: format!("{why}, {decisions} decisions"), series, number });
        }
    };
    pick("shortest", Series::Random, random.length_at(0), "the shortest");
    pick("longest", Series::Random, random.length_at(100), "the longest");
    pick("typical", Series::Random, random.length_at(50), "a typical one");
    if let (Some(lowest), Some(best)) = (whole.kept.thoughts.lowest, whole.manifest.bots.len().checked_sub(1)) {
        let why = format!("the greatest comeback: its winner once expected {} %", lowest.value / 100);
        pick("comeback", Series::level(best), Some((lowest.decisions, lowest.number)), &why);
    }
    let unfinished = random.unfinished.map(|number| (whole.manifest.most, number));
    pick("unfinished", Series::Random, unfinished, "one that did not end in time");
    found
}
