//! A variant beside the game it is compared with, paired by seed.

use super::seats::each;
use super::words::difference;
use super::{Bar, Finding, Picture};
use crate::part::Part;
use crate::statistics::{Interval, SURE, games_for};

pub(super) fn variant(whole: &Part) -> Option<Finding> {
    let (base, _) = whole.manifest.base.as_ref()?;
    let players = &whole.manifest.players;
    let lengths = &whole.kept.beside.lengths;
    let interval = lengths.interval(SURE);
    let seen = format!("{:+.1} decisions ({:+.1} to {:+.1})", lengths.mean(), interval.low, interval.high);
    let mut sentence = if interval.holds(0.0) {
        let more = games_for(lengths.spread(), lengths.mean().abs(), SURE);
        let more = more.map_or(String::new(), |games| format!("; it needs about {games} games"));
        format!("The length of games is not told apart from that of {base}: {seen}{more}.")
    } else {
        let word = if lengths.mean() > 0.0 { "longer" } else { "shorter" };
        format!("Games are {word} than those of {base} with the same seeds: {seen}.")
    };
    let mut bars = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let Some(wins) = whole.kept.beside.worth.get(seat) else { continue };
        let interval = wins.interval(each(players.len()));
        let interval = Interval { low: interval.low / 100.0, high: interval.high / 100.0 };
        let value = wins.mean() / 100.0;
        if !interval.holds(0.0) {
            let word = if value > 0.0 { "more" } else { "less" };
            sentence += &format!(" {player} wins {word} than there: {}.", difference(value, interval));
        }
        bars.push(Bar { label: player.clone(), value, low: interval.low, high: interval.high });
    }
    let lines = vec![format!("{} games of each, paired by their seed", lengths.count)];
    let picture = Picture::Bars { unit: "what the rules make of a win", bars, mark: Some(0.0) };
    Some(Finding { key: "variant", title: "Beside the other game", sentence, picture, lines })
}
