//! Which entries stand in one step.

use super::Entry;
use rulehound_engine::play::ChanceKind;

/// A step to be written.
pub enum Line<'e> {
    /// `roll: [3, 6]`.
    Outcomes(&'static str, Vec<&'e str>),
    /// `draw: {Ann: double}`.
    ByOwner(&'static str, Vec<(usize, &'e str)>),
    /// `Ann: …`, several if they decide at once.
    Answers(Vec<(usize, &'e str)>),
}

/// The steps of a record.
pub fn lines(record: &[Entry]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = record;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|entry| together(first, entry)).count().max(1);
        let (group, later) = rest.split_at(count.min(rest.len()));
        match first {
            Entry::Chance { kind, .. } => {
                lines.push(outcomes(*kind, group));
                rest = later;
            }
            Entry::Answer { .. } => {
                let (line, used) = answers(rest);
                lines.push(line);
                rest = rest.get(used..).unwrap_or_default();
            }
        }
    }
    lines
}

/// Outcomes of one kind in a row.
fn together(first: &Entry, entry: &Entry) -> bool {
    matches!((first, entry), (Entry::Chance { kind: one, .. }, Entry::Chance { kind: other, .. }) if one == other)
}

fn outcomes(kind: ChanceKind, group: &[Entry]) -> Line<'_> {
    let mut plain = Vec::new();
    let mut owned: Vec<(usize, &str)> = Vec::new();
    let mut by_owner = kind == ChanceKind::Draw;
    for entry in group {
        if let Entry::Chance { owner, outcome, .. } = entry {
            plain.push(outcome.as_str());
            match owner {
                Some(seat) if owned.iter().all(|(other, _)| other != seat) => owned.push((*seat, outcome)),
                Some(_) | None => by_owner = false,
            }
        }
    }
    let word = match kind {
        ChanceKind::Roll => "roll",
        ChanceKind::Draw => "draw",
        ChanceKind::Shuffle => "shuffle",
    };
    if by_owner { Line::ByOwner(word, owned) } else { Line::Outcomes(word, plain) }
}

/// The next answer with those given at once with it in seat order, and how many entries that are.
fn answers(rest: &[Entry]) -> (Line<'_>, usize) {
    let mut group: Vec<(usize, &str)> = Vec::new();
    let mut open: &[usize] = &[];
    for entry in rest {
        let Entry::Answer { seat, text, deciders, .. } = entry else { break };
        match group.last() {
            None => open = deciders,
            // Later seats only: a replay answers in seat order.
            Some((last, _)) if open.contains(seat) && seat > last => {}
            Some(_) => break,
        }
        group.push((*seat, text));
    }
    let used = group.len();
    (Line::Answers(group), used)
}
