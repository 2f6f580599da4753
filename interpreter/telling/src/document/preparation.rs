//! What is done before play: the steps at the beginning of the game in which nobody decides.

use std::collections::BTreeSet;

use super::english::{Sorted, lot};
use super::prose::Prose;
use super::prose::plain;
use super::rule::{english, steps_of};
use super::{Book, Line};
use rulehound_rules::facts::{effects, walk};
use rulehound_rules::model::{Block, Clause, Model, PlaceClass, RunnableId, Statement, StatementKind};

/// How far phases are opened to find them.
const DEEPEST: usize = 4;

/// What is done before play.
#[derive(Debug, Default)]
pub struct Preparation {
    /// The steps, numbered; none if the game begins with a decision.
    pub steps: Vec<Line>,
    /// The phases and rules whose steps these are.
    pub told: BTreeSet<RunnableId>,
}

/// The steps with what they are part of.
pub fn preparation(book: &Book<'_>) -> Preparation {
    let mut found = Found::default();
    open(book, book.model.play, DEEPEST, &mut found);
    // Without anything laid out, what stands there is no preparation but the first steps of play.
    if !found.lays_out {
        return Preparation::default();
    }
    Preparation { steps: found.steps, told: found.told }
}

/// What was found so far.
#[derive(Default)]
struct Found {
    steps: Vec<Line>,
    told: BTreeSet<RunnableId>,
    /// Whether anything was laid out.
    lays_out: bool,
}

/// Takes the leading statements of a phase in which nobody decides; opens the first other one if nothing was laid out yet.
fn open(book: &Book<'_>, id: RunnableId, depth: usize, found: &mut Found) {
    let Some([clause]) = book.model.runnables.get(id.index()).map(|one| one.clauses.as_slice()) else { return };
    found.told.insert(id);
    opened(book, id, clause, &clause.body, depth, found);
}

fn opened(book: &Book<'_>, id: RunnableId, clause: &Clause, body: &Block, depth: usize, found: &mut Found) {
    let mut rest = body.statements.as_slice();
    while let Some((statement, after)) = rest.split_first() {
        if let Some(lot) = lot::drawn(&english(book, id, clause), rest) {
            found.steps.extend(steps_of(&[lot]));
            rest = after.get(1..).unwrap_or_default();
            continue;
        }
        rest = after;
        if is_play(book, statement) {
            // What is opened further holds nothing that must be laid out before it.
            if found.lays_out || depth == 0 {
                return;
            }
            if let StatementKind::Do { runnable, arguments, .. } = &statement.kind
                && arguments.is_empty()
            {
                open(book, *runnable, depth - 1, found);
            } else if let StatementKind::Repeat { body, .. } = &statement.kind {
                opened(book, id, clause, body, depth - 1, found);
            }
            return;
        }
        let lays_out = moves(book, statement);
        let lines = told(book, id, clause, statement, found);
        found.steps.extend(lines);
        found.lays_out |= lays_out;
    }
}

/// A statement as steps; what it runs is told with its author's sentence and its own steps beneath.
fn told(book: &Book<'_>, id: RunnableId, clause: &Clause, statement: &Statement, found: &mut Found) -> Vec<Line> {
    if let StatementKind::Do { runnable, .. } = &statement.kind
        && let Some([only]) = book.model.runnables.get(runnable.index()).map(|one| one.clauses.as_slice())
    {
        found.told.insert(book.model.written_runnable(*runnable));
        let body = if found.lays_out { only.body.clone() } else { unboxed(book.model, &only.body) };
        // Where nothing is laid out, the author's sentence says all that is to be done; how exactly stands in the rules.
        let exact = only.notes.doc.is_none() || moves(book, statement);
        let inner = if exact { steps_of(&english(book, *runnable, only).steps(&body)) } else { Vec::new() };
        return match &only.notes.doc {
            Some(doc) => vec![Line { text: Prose::of_author(&plain(doc)), sort: Sorted::Plain, inner, at: None }],
            None => inner,
        };
    }
    let alone = Block { statements: vec![statement.clone()], ..clause.body.clone() };
    steps_of(&english(book, id, clause).steps(&alone))
}

/// A body without the steps at its beginning that only put into the box what lies there anyway before a first game.
fn unboxed(model: &Model, body: &Block) -> Block {
    let boxes = |one: &Statement| {
        effects::movement(model, one)
            .is_some_and(|moved| !moved.to.is_empty() && moved.to.iter().all(|to| matches!(to, PlaceClass::Box(_))))
    };
    let mut statements: Vec<Statement> = body.statements.iter().skip_while(|one| boxes(one)).cloned().collect();
    if let Some(Statement { kind: StatementKind::For(_, inner), .. }) = statements.first_mut() {
        *inner = unboxed(model, inner);
    }
    Block { statements, ..body.clone() }
}

/// Whether somebody decides in it, wins by it, or takes a turn.
fn is_play(book: &Book<'_>, statement: &Statement) -> bool {
    let plays = |one: &Statement| {
        matches!(
            one.kind,
            StatementKind::Choose(_)
                | StatementKind::ChooseOption { .. }
                | StatementKind::May(_)
                | StatementKind::Simultaneous { .. }
                | StatementKind::Plan { .. }
                | StatementKind::Turn(..)
                | StatementKind::Win(_)
        )
    };
    any(book, statement, &plays)
}

fn moves(book: &Book<'_>, statement: &Statement) -> bool {
    any(book, statement, &|one| effects::movement(book.model, one).is_some())
}

/// Whether something holds of a statement, of what stands in it, or of what that runs; each phase and rule is looked at once.
fn any(book: &Book<'_>, statement: &Statement, holds: &dyn Fn(&Statement) -> bool) -> bool {
    let mut seen: BTreeSet<RunnableId> = BTreeSet::new();
    let inside = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
    let mut open: Vec<&Statement> = std::iter::once(statement).chain(inside).collect();
    while let Some(one) = open.pop() {
        if holds(one) {
            return true;
        }
        if let StatementKind::Do { runnable, .. } = &one.kind
            && seen.insert(*runnable)
        {
            let clauses = book.model.runnables.get(runnable.index()).map_or(&[][..], |one| one.clauses.as_slice());
            open.extend(clauses.iter().flat_map(|clause| walk::statements(&clause.body)));
        }
    }
    false
}
