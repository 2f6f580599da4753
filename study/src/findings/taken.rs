//! What taking an option is worth here and in the game that this one is compared with, and options that only one of them has.

use std::collections::BTreeMap;

use super::options::{is_often, named, worth};
use super::variant::Compared;
use crate::kept::{Chosen, Took};
use crate::part::Part;
use crate::statistics::{Interval, SURE, adjusted, quantile, tail};

/// So many options of one game alone are told.
const TOLD: usize = 6;

/// An option of both games: how much more of a win it brings to take it than to leave it, each with its standard deviation.
struct Both {
    what: String,
    there: (f64, f64),
    here: (f64, f64),
}

impl Both {
    fn difference(&self) -> f64 {
        self.here.0 - self.there.0
    }

    fn deviation(&self) -> f64 {
        self.there.1.hypot(self.here.1).max(1e-9)
    }

    fn compared(&self) -> Compared {
        let (difference, half) = (self.difference(), quantile(SURE) * self.deviation());
        let interval = Interval { low: 100.0 * (difference - half), high: 100.0 * (difference + half) };
        let of_a_win = |share: f64| format!("{:+.1} % of a win", 100.0 * share);
        let worth = (of_a_win(self.there.0), of_a_win(self.here.0));
        Compared::told_apart(format!("taking {}", self.what), worth, (100.0 * difference, interval))
    }
}

/// Those of which it is shown that they are worth more or less here, however many are looked at; the greatest difference first.
pub(super) fn changed(whole: &Part) -> Vec<Compared> {
    let (here, there) = (by_words(&whole.kept.chosen), by_words(&whole.kept.base_chosen));
    let both: Vec<Both> = here
        .iter()
        .filter_map(|(what, took)| Some((what.clone(), took, there.get(what)?)))
        .filter(|(_, here, there)| is_often(here) && is_often(there))
        .map(|(what, here, there)| Both { what, there: worth(there), here: worth(here) })
        .collect();
    let sure = adjusted(&both.iter().map(|one| tail(one.difference() / one.deviation())).collect::<Vec<_>>());
    let shown = both.iter().zip(sure).filter(|(_, sure)| *sure <= 1.0 - SURE);
    let mut found: Vec<Compared> = shown.map(|(one, _)| one.compared()).collect();
    found.sort_by(|one, other| other.size().total_cmp(&one.size()));
    found
}

/// What can be taken in one of the games alone, in a line for each game.
pub(super) fn of_one_alone(whole: &Part, base: &str) -> Vec<String> {
    let (here, there) = (by_words(&whole.kept.chosen), by_words(&whole.kept.base_chosen));
    let line = |game: String, all: &BTreeMap<String, Took>, others: &BTreeMap<String, Took>| {
        let alone: Vec<&String> = all.keys().filter(|what| !others.contains_key(*what)).collect();
        let words: Vec<String> = alone.iter().take(TOLD).map(|what| (*what).clone()).collect();
        let more = if alone.len() > TOLD { format!(" and {} more", alone.len() - TOLD) } else { String::new() };
        (!alone.is_empty()).then(|| format!("On offer {game} alone: {}{more}.", words.join(", ")))
    };
    let lines = [line("here".to_owned(), &here, &there), line(format!("in {base}"), &there, &here)];
    lines.into_iter().flatten().collect()
}

/// What was on offer, by its words and the rule that asks: a line that was written anew has another place in another file.
fn by_words(chosen: &BTreeMap<Chosen, Took>) -> BTreeMap<String, Took> {
    let mut found: BTreeMap<String, Took> = BTreeMap::new();
    for (what, took) in chosen {
        found.entry(named(what)).or_default().merge(took);
    }
    found
}
