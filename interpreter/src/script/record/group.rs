//! Which entries stand in one step, and which are left out.

use super::super::matching::{holds_words, same};
use super::Entry;
use crate::play::ChanceKind;

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
    let kept = kept(record);
    let mut lines = Vec::new();
    let mut rest = kept.as_slice();
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

fn outcomes<'e>(kind: ChanceKind, group: &[&'e Entry]) -> Line<'e> {
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
fn answers<'e>(rest: &[&'e Entry]) -> (Line<'e>, usize) {
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

/// Without what a replay does by itself.
fn kept(record: &[Entry]) -> Vec<&Entry> {
    let mut kept: Vec<&Entry> = Vec::new();
    for (index, entry) in record.iter().enumerate().rev() {
        let later = || kept.iter().rev().copied();
        let goes_by_itself = match entry {
            Entry::Chance { single, full, .. } => {
                let run = record.iter().skip(index + 1).take_while(|entry| matches!(entry, Entry::Chance { .. }));
                *single && !run.into_iter().any(|entry| takes(entry, full))
            }
            Entry::Answer { seat, text, forced, deciders } => {
                let own = |entry: &&Entry| matches!(entry, Entry::Answer { seat: other, .. } if other == seat);
                // Others who decide at once go on without it; only what comes after all of them makes a replay give it.
                let alone = deciders.len() < 2;
                let waits = |entry: &Entry| alone || own(&entry) || matches!(entry, Entry::Chance { .. });
                *forced && later().any(waits) && !later().find(own).is_some_and(|next| gives(next, text))
            }
        };
        if !goes_by_itself {
            kept.push(entry);
        }
    }
    kept.reverse();
    kept
}

/// Whether a given outcome would be taken for this one.
fn takes(entry: &Entry, text: &str) -> bool {
    matches!(entry, Entry::Chance { outcome, .. } if same(outcome, text) || holds_words(text, outcome))
}

/// Whether an answer would be taken for this option.
fn gives(entry: &Entry, option: &str) -> bool {
    matches!(entry, Entry::Answer { text, .. } if same(text, option) || holds_words(option, text))
}
