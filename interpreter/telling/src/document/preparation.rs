//! What is done before play: the steps at the beginning of the game in which nobody decides.

use std::collections::BTreeSet;

use super::english::{Sorted, lot};
use super::prose::Prose;
use super::prose::plain;
use super::rule::{english, steps_of};
use super::{Book, Line};
use rulehound_rules::facts::{effects, walk};
use rulehound_rules::model::{Block, Clause, RunnableId, Statement, StatementKind};

/// How far phases are opened to find them.
const DEEPEST: usize = 4;

/// The steps, numbered; none if the game begins with a decision.
pub fn preparation(book: &Book<'_>) -> Vec<Line> {
    let mut found = Vec::new();
    open(book, book.model.play, DEEPEST, &mut found);
    // Without anything laid out, what stands there is no preparation but the first steps of play.
    if found.iter().any(|(_, lays_out)| *lays_out) {
        found.into_iter().map(|(line, _)| line).collect()
    } else {
        Vec::new()
    }
}

/// Takes the leading statements of a phase in which nobody decides; opens the first other one if nothing was laid out yet.
fn open(book: &Book<'_>, id: RunnableId, depth: usize, found: &mut Vec<(Line, bool)>) {
    let Some([clause]) = book.model.runnables.get(id.index()).map(|one| one.clauses.as_slice()) else { return };
    opened(book, id, clause, &clause.body, depth, found);
}

fn opened(book: &Book<'_>, id: RunnableId, clause: &Clause, body: &Block, depth: usize, found: &mut Vec<(Line, bool)>) {
    let mut rest = body.statements.as_slice();
    while let Some((statement, after)) = rest.split_first() {
        if let Some(lot) = lot::drawn(&english(book, id, clause), rest) {
            found.extend(steps_of(&[lot]).into_iter().map(|line| (line, false)));
            rest = after.get(1..).unwrap_or_default();
            continue;
        }
        rest = after;
        if is_play(book, statement) {
            // What is opened further holds nothing that must be laid out before it.
            let laid_out = found.iter().any(|(_, lays_out)| *lays_out);
            if laid_out || depth == 0 {
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
        for line in told(book, id, clause, statement) {
            found.push((line, lays_out));
        }
    }
}

/// A statement as steps; what it runs is told with its author's sentence and its own steps beneath.
fn told(book: &Book<'_>, id: RunnableId, clause: &Clause, statement: &Statement) -> Vec<Line> {
    if let StatementKind::Do { runnable, .. } = &statement.kind
        && let Some([only]) = book.model.runnables.get(runnable.index()).map(|one| one.clauses.as_slice())
    {
        let inner = steps_of(&english(book, *runnable, only).steps(&only.body));
        return match &only.notes.doc {
            Some(doc) => vec![Line { text: Prose::of_author(&plain(doc)), sort: Sorted::Plain, inner }],
            None => inner,
        };
    }
    let alone = Block { statements: vec![statement.clone()], ..clause.body.clone() };
    steps_of(&english(book, id, clause).steps(&alone))
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
