//! The whole course of play on one card: the author's sentence of each phase and rule beneath the one that runs it.

use super::english::Sorted;
use super::names::{clause, clause_word, or, runnable, runnable_id, trigger_id};
use super::prose::{Prose, link, plain};
use super::rule::runs;
use super::triggers::title;
use super::{Block, Book, Line, Section};
use crate::wrap::capital;
use rulehound_engine::words::unspoken;
use rulehound_rules::model::{Clause, Model, Piece, RunnableId, Trigger, TriggerId};

/// How deep the card goes; what lies deeper stands in the rules.
const DEEPEST: usize = 5;

/// The most lines, so that it fits on a page.
const MOST: usize = 20;

/// The most of what happens by itself.
const MOST_TRIGGERS: usize = 8;

/// The section; nothing if the game has no more than one phase to tell of.
pub fn glance(book: &Book<'_>) -> Section {
    let mut section = Section::new("glance", "At a glance");
    for depth in (1..=DEEPEST).rev() {
        let mut told = vec![book.model.play];
        let lines = beneath(book.model, book.model.play, depth, &mut told);
        if count(&lines) <= MOST || depth == 1 {
            if lines.len() > 1 || lines.iter().any(|line| !line.inner.is_empty()) {
                section.blocks.extend(whole(book.model));
                section.blocks.push(Block::Steps(lines));
                section.blocks.extend(at_any_time(book.model));
            }
            break;
        }
    }
    section
}

/// The author's sentence for the whole game.
fn whole(model: &Model) -> Option<Block> {
    let Some([play]) = model.runnables.get(model.play.index()).map(|one| one.clauses.as_slice()) else { return None };
    Some(Block::Paragraph(Prose::of_author(play.notes.doc.as_deref()?)))
}

/// What happens by itself may come into every turn.
fn at_any_time(model: &Model) -> Vec<Block> {
    let told = model.triggers.iter().enumerate().filter(|(_, trigger)| !unspoken(&trigger.notes));
    let point = |(index, trigger): (usize, &Trigger)| {
        let name = link(&trigger_id(model, TriggerId::from(index)), &title(trigger));
        Some(Prose::read(&format!("{name}: {}", plain(trigger.notes.doc.as_deref()?))))
    };
    let points: Vec<Prose> = told.filter_map(point).take(MOST_TRIGGERS).collect();
    if points.is_empty() {
        return Vec::new();
    }
    vec![Block::Paragraph(Prose::of_author("At any time:")), Block::List(points)]
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
    let each: Vec<Vec<RunnableId>> = clauses.iter().map(|clause| runs(model, &clause.body)).collect();
    // What only one of several ways runs is told with that way.
    let shared = |one: &RunnableId| each.len() < 2 || each.iter().filter(|runs| runs.contains(one)).count() > 1;
    for called in each.iter().flatten().copied().filter(shared) {
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
    let inner = beneath(model, id, depth - 1, told);
    if inner.is_empty() && found.clauses.iter().all(|clause| clause.notes.doc.is_none()) {
        return None;
    }
    let text = sentence(model, id).unwrap_or_else(|| link(&runnable_id(model, id, 0), &runnable(model, id)));
    Some(Line { text: Prose::read(&text), sort: Sorted::Plain, inner, at: None })
}

/// The name of a phase or rule with its author's sentence; of several clauses with what each of them is for.
pub fn sentence(model: &Model, id: RunnableId) -> Option<String> {
    let found = model.runnables.get(id.index()).filter(|found| found.is_written())?;
    let name = link(&runnable_id(model, id, 0), &runnable(model, id));
    if let [only] = found.clauses.as_slice() {
        return Some(format!("{name}: {}", plain(only.notes.doc.as_deref()?)));
    }
    let own = |clause: &Clause| {
        matches!(clause.notes.called.as_ref().map(|text| text.pieces.as_slice()), Some([Piece::Words(_)]))
    };
    let way = |(index, one): (usize, &Clause)| {
        let words = if own(one) { clause(model, id, index) } else { capital(&clause_word(model, found, one)) };
        link(&runnable_id(model, id, index), &words)
    };
    let ways: Vec<String> = found.clauses.iter().enumerate().map(way).collect();
    Some(format!("{}: {}", runnable(model, id), or(&ways)))
}
