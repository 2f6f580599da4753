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
        "Between {name} bots it is clear who wins only when {:.0} % of a game is played, on average ({:.0} to {:.0}); who is ahead changes {:.1} times a game ({:.1} to {:.1}), and {} of {} winners were once far behind.",
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
    let picture = Picture::Line { unit: "how sure the later winner is, over a game", values };
    let lines = vec![
        format!(
            "By what {name} bots expect of their best option before each of their decisions. Clear: whoever wins expects more than 80 % of a win from then on. Far behind: less than 25 %."
        ),
        "The curve follows whoever won in the end, so it begins above an equal share; each of its points is a mean over a tenth of the game, so it does not end at 100 %.".to_owned(),
    ];
    Some(Finding { picture, lines, ..Finding::told("tension", "Tension", true, sentence) })
}
