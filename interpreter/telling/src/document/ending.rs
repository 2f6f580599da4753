//! How the game ends and who wins: every `win` with what leads to it.

use super::english::{English, Scope, end};
use super::names::{clause, runnable_id, trigger_id};
use super::prose::{Prose, link};
use super::{Block, Book, Section};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Block as Body, RunnableId, Statement, StatementKind, TriggerId};

/// The section.
pub fn ending(book: &Book<'_>) -> Section {
    let model = book.model;
    let mut section = Section::new("end", "How it ends, and who wins");
    let mut points = Vec::new();
    for (at, found) in model.runnables.iter().enumerate().filter(|(_, found)| found.is_written()) {
        let id = RunnableId::from(at);
        for (index, one) in found.clauses.iter().enumerate() {
            let english = super::rule::told_of(book, id, one);
            for words in wins(&english, &one.body) {
                let name = link(&runnable_id(model, id, index), &clause(model, id, index));
                let doc =
                    one.notes.doc.as_deref().map_or_else(String::new, |doc| format!(" {}", super::prose::plain(doc)));
                points.push(Prose::read(&format!("{name}:{doc} — {words}")));
            }
        }
    }
    for (at, trigger) in model.triggers.iter().enumerate() {
        let english = English::new(model, &Scope::new(trigger.at, trigger.body.at));
        for words in wins(&english, &trigger.body) {
            let name = link(&trigger_id(model, TriggerId::from(at)), &super::triggers::title(trigger));
            let doc =
                trigger.notes.doc.as_deref().map_or_else(String::new, |doc| format!(" {}", super::prose::plain(doc)));
            points.push(Prose::read(&format!("{name}:{doc} — {words}")));
        }
    }
    if !points.is_empty() {
        section.blocks.push(Block::List(points));
    }
    section
}

/// The sentences of a body that end the game, each with whom or what it holds for, if nothing else stands there.
fn wins(english: &English<'_>, body: &Body) -> Vec<String> {
    let mut found = Vec::new();
    for statement in &body.statements {
        let inner: Vec<&Body> = walk::blocks(statement).into_iter().map(|(_, block)| block).collect();
        if matches!(statement.kind, StatementKind::Win(_)) || matches!(inner.as_slice(), [only] if is_win(only)) {
            found.push(end(english, statement));
        } else {
            found.extend(inner.into_iter().flat_map(|block| wins(english, block)));
        }
    }
    found
}

fn is_win(body: &Body) -> bool {
    matches!(body.statements.as_slice(), [Statement { kind: StatementKind::Win(_), .. }])
}
