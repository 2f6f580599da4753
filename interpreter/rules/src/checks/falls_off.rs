//! `falls-off`: play may come to its end without anybody winning.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::calls;

use super::game::Game;

/// At most one.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let clauses = calls::clauses_of(game.model, game.model.play).into_iter();
    let falls = clauses.filter(|node| game.facts.flow.node(*node).falls);
    falls
        .map(|node| {
            let (name, at) = calls::name(game.model, node);
            let message = format!("`{name}` may come to its end without a `win`");
            Diagnostic::warning("falls-off", message, at, "then nobody wins")
                .with_help("end it with `win …`, or with `win nobody` if that is meant")
        })
        .take(1)
        .collect()
}
