//! `endless-loop`: every way round a `repeat` without a number must leave it or meet something that may stop.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::{Block, Statement, StatementKind};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        let (StatementKind::Repeat { times: None, body, .. } | StatementKind::RepeatFor { body, .. }) = &statement.kind
        else {
            continue;
        };
        if game.facts.flow.block(game.model, &game.facts.watching, body).falls_quietly {
            found.push(
                Diagnostic::error("endless-loop", "this loop may go round for ever", game.head(statement), label(body))
                    .with_help(help(game, statement)),
            );
        }
    }
    found
}

fn label(body: &Block) -> &'static str {
    if body.statements.is_empty() {
        "it does nothing"
    } else {
        "it may go round without a decision, without chance and without `leave`"
    }
}

/// The loop as it is written, with how often it goes round at most.
fn help(game: Game<'_>, statement: &Statement) -> String {
    let at = game.head(statement);
    match game.model.written(at).trim().strip_prefix("repeat while ") {
        Some(condition) => format!(
            "write `repeat 10 while {condition}` to go round ten times at most, or let somebody decide, roll or draw each time round"
        ),
        None => {
            "say how often at most (`repeat 10 …`), or let somebody decide, roll or draw each time round".to_owned()
        }
    }
}
