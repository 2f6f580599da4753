//! `endless-loop`: every way round a `repeat` without a number must leave it or meet something that may stop.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::{Block, StatementKind};

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
                Diagnostic::error(
                    "endless-loop",
                    "this loop may go round for ever",
                    game.head(statement),
                    label(body),
                )
                .with_help("say how often at most (`repeat 10 while …`), or let every way round decide, roll, draw or `leave`"),
            );
        }
    }
    found
}

fn label(body: &Block) -> &'static str {
    if body.statements.is_empty() {
        "it does nothing"
    } else {
        "a way round meets no decision, no chance and no `leave`"
    }
}
