//! `order-tells`: what is done one after the other is told one after the other. Where the order hangs on what not all see, it gives that away.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk::{self, Inside};
use crate::model::{Block, Key, Rounds, Statement, StatementKind};

use super::game::Game;
use super::hidden::Hidden;

/// Every loop in a hidden order, unless it is part of a secret block, which nobody else sees.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, body) in game.bodies() {
        block(game, body, &mut found);
    }
    found
}

fn block(game: Game<'_>, block: &Block, found: &mut Vec<Diagnostic>) {
    for statement in &block.statements {
        let inner = walk::blocks(statement);
        if let Rounds::Tuples(selection) = statement.traits().rounds
            && inner.iter().any(|(_, block)| is_told(block))
            && let Some(hidden) = hidden_key(game, &selection.keys)
        {
            found.push(warning(statement, &hidden));
        }
        for (_, inside) in inner.into_iter().filter(|(kind, _)| *kind != Inside::Secret) {
            self::block(game, inside, found);
        }
    }
}

/// Whether anything in a block may be told to somebody. What is run elsewhere is taken to be.
fn is_told(block: &Block) -> bool {
    walk::statements(block).into_iter().any(|statement| {
        let traits = statement.traits();
        let acts = traits.moves.is_some() || traits.writes.is_some() || traits.shuffles.is_some();
        acts || traits.asks || traits.shows || matches!(statement.kind, StatementKind::Do { .. })
    })
}

fn hidden_key(game: Game<'_>, keys: &[Key]) -> Option<Hidden> {
    keys.iter().find_map(|key| game.not_seen_by_all(&key.value))
}

fn warning(statement: &Statement, hidden: &Hidden) -> Diagnostic {
    let through = hidden.through.as_ref().map(|name| format!(" (`{name}` reads it)")).unwrap_or_default();
    let message = format!("the order in which this is done tells of {}{through}, which not all see", hidden.what);
    Diagnostic::warning("order-tells", message, statement.at, "all are told one after the other")
        .with_label(hidden.at, "this says in which order")
        .with_label(hidden.declared, "declared here")
        .with_help("let the order hang on what all see, such as a variable `seen by all` in which the rules note what has been shown; what is done at once, such as `move each`, is told at once")
}
