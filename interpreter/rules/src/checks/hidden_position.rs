//! `hidden-position`: positions are noted only where all see all that is noted. Else who is told whether a position has come back would
//! know that everything hidden is as it was.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::facts::{noted, walk};
use crate::model::{Expression, ExpressionKind, Remember, StatementKind};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut places: Vec<Location> = Vec::new();
    let mut values: Vec<&Expression> = Vec::new();
    for (_, statement, _) in game.statements() {
        if statement.traits().remembers {
            places.push(statement.at);
        }
        if let StatementKind::Remember(Remember::Note(value)) = &statement.kind {
            values.extend(value);
        }
    }
    walk::all_expressions(game.model, &mut |_, expression| {
        for part in walk::deep(expression) {
            if let (ExpressionKind::BuiltIn(_, asked), true) = (part.kind.as_ref(), noted::asks(part)) {
                places.push(part.at);
                values.extend(asked);
            }
        }
    });
    let mut found: Vec<Diagnostic> = Vec::new();
    if let Some((name, declared)) = noted::hidden(game.model) {
        found.extend(places.into_iter().map(|at| {
            let message = format!("positions cannot be noted here, since not all see `{name}`");
            let help = "let it be `seen by all`; an `untold` variable is no part of what is noted";
            error(message, at).with_label(declared, "declared here").with_help(help)
        }));
    }
    let hidden = values.into_iter().filter(|value| game.facts.reads_secrets(game.model, value));
    found.extend(hidden.map(|value| {
        error("a position is noted for a value that not all see", value.at).with_help("note it for what all see")
    }));
    found
}

fn error(message: impl Into<String>, at: Location) -> Diagnostic {
    Diagnostic::error("hidden-position", message, at, "this would tell whether what is hidden is as before")
}
