//! What was on offer, for findings.

use super::names::Names;
use rulehound_engine::play::{Position, Stop, Viewer};

/// The most lines of a list in a help text.
const MOST: usize = 20;

/// What everybody may do now, as numbered lists; what others may do is told to nobody but those who know everything.
pub fn help(position: &Position, names: &Names, viewer: Viewer) -> String {
    match position.stop() {
        Stop::Over => over(position).to_owned(),
        Stop::Chance if viewer != Viewer::All => "chance comes first".to_owned(),
        Stop::Chance => position.chance().map_or_else(String::new, |chance| {
            let outcomes = chance.outcomes.iter().map(|outcome| outcome.text.clone());
            format!("{}; what may come: {}", super::chance::asked(&chance), some(outcomes, ", "))
        }),
        Stop::Decision => {
            let offers = position.deciders().into_iter().map(|seat| offer(position, names, seat, viewer));
            offers.collect::<Vec<_>>().join("\n")
        }
    }
}

/// What is over: the game, or only what the script plays of it.
pub fn over(position: &Position) -> &'static str {
    match position.outcome() {
        Some(_) => "the game is over",
        None => "the phase that the script plays is over, the game is not",
    }
}

fn offer(position: &Position, names: &Names, seat: usize, viewer: Viewer) -> String {
    let player = names.player(seat);
    if viewer != Viewer::All && viewer != Viewer::Seat(seat) {
        return format!("it is for {player} to decide");
    }
    match position.offer(seat) {
        Ok(Some(offer)) => {
            let options =
                offer.options.iter().map(|option| format!("  {}. {}", option.id + 1, names.said(&option.text)));
            format!("{player} may ({}):\n{}", offer.asked.rule.replace('_', " "), some(options, "\n"))
        }
        Ok(None) => format!("{player} has nothing to decide"),
        Err(fault) => format!("{player}: {fault}"),
    }
}

/// The first of a list, and how many more there are.
pub fn some(texts: impl Iterator<Item = String>, between: &str) -> String {
    let mut texts: Vec<String> = texts.collect();
    let more = texts.len().saturating_sub(MOST);
    if more > 1 {
        texts.truncate(MOST);
        texts.push(format!("and {more} more"));
    }
    texts.join(between)
}
