//! How long it is open who wins, by what bots thought on the way.

use super::{Finding, Picture};
use crate::part::Part;
use crate::statistics::SURE;

pub(super) fn tension(whole: &Part) -> Option<Finding> {
    let name = whole.manifest.bots.last()?;
    let thoughts = &whole.kept.thoughts;
    if thoughts.games < 2 {
        return None;
    }
    let (open, changes) = (&thoughts.open, &thoughts.changes);
    let (until, lead) = (open.interval(SURE), changes.interval(SURE));
    let sentence = format!(
        "Between {name} bots the later winner is sure of it, beyond 80 %, after {:.0} % of the decisions on average ({:.0} to {:.0}); who is ahead changes {:.1} times a game ({:.1} to {:.1}), and {} of {} winners once expected less than 25 %.",
        open.mean(),
        until.low.max(0.0),
        until.high.min(100.0),
        changes.mean(),
        lead.low.max(0.0),
        lead.high,
        thoughts.comebacks,
        thoughts.games
    );
    let values = thoughts.parts.iter().filter(|part| part.count > 0).map(|part| part.mean() / 10_000.0).collect();
    let picture =
        Picture::Line { unit: "what the later winner expects, from the beginning to the end of a game", values };
    Some(Finding { key: "tension", title: "Tension", sentence, picture, lines: Vec::new() })
}
