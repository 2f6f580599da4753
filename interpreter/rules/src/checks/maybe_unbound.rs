//! `maybe-unbound`: what a `choose` binds exists behind it only if its `if none` never comes to its end.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk;
use crate::model::{Block, Expression, ExpressionKind, LocalId, Statement, StatementKind};

use super::game::Game;

/// The first use of each such name.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for block in game.blocks() {
        for (index, statement) in block.statements.iter().enumerate() {
            let Some((names, if_none)) = bound(statement) else { continue };
            if !game.facts.flow.block(game.model, &game.facts.watching, if_none).falls {
                continue;
            }
            let later = block.statements.get(index + 1..).unwrap_or_default();
            let uses = names.into_iter().filter_map(|name| first_use(later, name));
            found.extend(uses.map(|used| {
                let message = "if nothing was chosen, this has no value here";
                Diagnostic::error("maybe-unbound", message, used.at, "used here")
                    .with_label(if_none.at, "this may come to its end")
                    .with_label(game.head(statement), "chosen here")
                    .with_help("let the `if none` end in `leave` or `win`")
            }));
        }
    }
    found
}

/// What a `choose` binds, and its `if none`.
fn bound(statement: &Statement) -> Option<(Vec<LocalId>, &Block)> {
    let StatementKind::Choose(choose) = &statement.kind else { return None };
    choose.if_none.as_ref().map(|if_none| (choose.offered.meant.names(), if_none))
}

fn first_use(statements: &[Statement], name: LocalId) -> Option<&Expression> {
    let mut used: Option<&Expression> = None;
    for statement in statements {
        let inner = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
        for one in std::iter::once(statement).chain(inner) {
            walk::expressions(one, &mut |_, expression| {
                let is_name = |part: &&Expression| matches!(*part.kind, ExpressionKind::Local(local) if local == name);
                used = used.or_else(|| walk::deep(expression).find(is_name));
            });
        }
    }
    used
}
