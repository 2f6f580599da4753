//! The whole course of play on one card: the author's sentence of each phase and rule beneath the one that runs it.

use super::english::Sorted;
use super::names::{runnable, runnable_id};
use super::prose::{Prose, link, plain};
use super::rule::runs;
use super::{Block, Book, Line, Section};
use rulehound_rules::model::{Model, RunnableId};

/// How deep the card goes; what lies deeper stands in the rules.
const DEEPEST: usize = 3;

/// The most lines, so that it fits on a page.
const MOST: usize = 24;

/// The section; nothing if the game has no more than one phase to tell of.
pub fn glance(book: &Book<'_>) -> Section {
    let mut section = Section::new("glance", "At a glance");
    for depth in (1..=DEEPEST).rev() {
        let mut told = vec![book.model.play];
        let lines = beneath(book.model, book.model.play, depth, &mut told);
        if count(&lines) <= MOST || depth == 1 {
            if lines.len() > 1 || lines.iter().any(|line| !line.inner.is_empty()) {
                section.blocks.push(Block::Steps(lines));
            }
            break;
        }
    }
    section
}

fn count(lines: &[Line]) -> usize {
    lines.iter().map(|line| 1 + count(&line.inner)).sum()
}

/// What a phase or rule runs, each where it is run first.
fn beneath(model: &Model, id: RunnableId, depth: usize, told: &mut Vec<RunnableId>) -> Vec<Line> {
    if depth == 0 {
        return Vec::new();
    }
    let clauses = model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
    let mut next: Vec<RunnableId> = Vec::new();
    for called in clauses.iter().flat_map(|clause| runs(model, &clause.body)) {
        if !told.contains(&called) {
            told.push(called);
            next.push(called);
        }
    }
    next.into_iter().filter_map(|called| line(model, called, depth, told)).collect()
}

fn line(model: &Model, id: RunnableId, depth: usize, told: &mut Vec<RunnableId>) -> Option<Line> {
    // What was replaced has no entry of its own.
    let found = model.runnables.get(id.index()).filter(|found| found.is_written())?;
    // Of several clauses the first speaks for all only if it is the only one.
    let doc = match found.clauses.as_slice() {
        [only] => only.notes.doc.as_deref().map(plain),
        _ => None,
    };
    let name = link(&runnable_id(model, id, 0), &runnable(model, id));
    let inner = beneath(model, id, depth - 1, told);
    if doc.is_none() && inner.is_empty() {
        return None;
    }
    let text = doc.map_or_else(|| name.clone(), |doc| format!("{name}: {doc}"));
    Some(Line { text: Prose::read(&text), sort: Sorted::Plain, inner })
}
