//! How long it is open who wins, by what bots thought on the way.

use super::{Finding, Picture};
use crate::kept::Row;
use crate::part::Part;
use crate::plan::Series;
use crate::statistics::{Moments, SURE};

/// Into so many parts a game is cut.
const PARTS: usize = 10;

/// Beyond this a bot thinks that it has won, in ten-thousandths of a win.
const DECIDED: u32 = 8_000;

/// Below this a later winner was behind.
const BEHIND: u32 = 2_500;

pub(super) fn tension(whole: &Part) -> Option<Finding> {
    let name = whole.manifest.bots.last()?;
    let series = Series::level(whole.manifest.bots.len() - 1);
    let rows: Vec<&Row> = whole.kept.of(series).filter(|row| row.over && row.winners.len() == 1).collect();
    let mut parts = vec![Moments::default(); PARTS];
    let (mut changes, mut open, mut comebacks) = (Moments::default(), Moments::default(), 0_u64);
    for row in &rows {
        let Some(winner) = row.winners.first() else { continue };
        let count = row.thoughts.len().max(1);
        let own = || row.thoughts.iter().enumerate().filter(|(_, (seat, ..))| seat == winner);
        for (step, (_, value, _)) in own() {
            if let Some(part) = parts.get_mut(step * PARTS / count) {
                part.add(i64::from(*value));
            }
        }
        changes.add(lead_changes(row, whole.manifest.players.len()));
        let last = own().filter(|(_, (_, value, _))| *value <= DECIDED).map(|(step, _)| step + 1).max().unwrap_or(0);
        open.add(i64::try_from(100 * last / count).unwrap_or(100));
        comebacks += u64::from(own().any(|(_, (_, value, _))| *value < BEHIND));
    }
    if rows.len() < 2 {
        return None;
    }
    let (until, lead) = (open.interval(SURE), changes.interval(SURE));
    let sentence = format!(
        "Between {name} bots the later winner is sure of it, beyond 80 %, after {:.0} % of the decisions on average ({:.0} to {:.0}); who is ahead changes {:.1} times a game ({:.1} to {:.1}), and {comebacks} of {} winners once expected less than 25 %.",
        open.mean(),
        until.low.max(0.0),
        until.high.min(100.0),
        changes.mean(),
        lead.low.max(0.0),
        lead.high,
        rows.len()
    );
    let values = parts.iter().filter(|part| part.count > 0).map(|part| part.mean() / 10_000.0).collect();
    let picture =
        Picture::Line { unit: "what the later winner expects, from the beginning to the end of a game", values };
    Some(Finding { key: "tension", title: "Tension", sentence, picture, lines: Vec::new() })
}

/// How often another seat expects most than before; each seat by what it expected last.
fn lead_changes(row: &Row, seats: usize) -> i64 {
    let mut latest: Vec<Option<u32>> = vec![None; seats];
    let (mut ahead, mut changes) = (None, 0);
    for (seat, value, _) in &row.thoughts {
        if let Some(slot) = latest.get_mut(*seat) {
            *slot = Some(*value);
        }
        let best = latest.iter().max().copied().flatten();
        // Who is level with another is not ahead.
        let alone = latest.iter().filter(|value| **value == best).count() == 1;
        let now = latest.iter().position(|value| *value == best);
        if latest.iter().all(Option::is_some) && alone && now != ahead {
            changes += i64::from(ahead.is_some());
            ahead = now;
        }
    }
    changes
}
