//! `maybe-unbound`: the names of a `choose` exist behind it only if its `if none` always leaves.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk;
use crate::model::{ExpressionKind, LocalId, Statement, StatementKind};

use super::game::Game;
use super::planning::if_none;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for block in game.blocks() {
        for (at, statement) in block.statements.iter().enumerate() {
            let rest = block.statements.get(at + 1..).unwrap_or_default();
            check_one(game, statement, rest, &mut found);
        }
    }
    found
}

fn check_one(game: Game<'_>, statement: &Statement, rest: &[Statement], found: &mut Vec<Diagnostic>) {
    let names = bound(statement);
    let Some(block) = if_none(statement).filter(|_| !names.is_empty()) else { return };
    if !game.facts.flow.block(game.model, &game.facts.watching, block).falls {
        return;
    }
    let mut told = BTreeSet::new();
    for inner in rest.iter().flat_map(with_inner) {
        walk::expressions(inner, &mut |_, expression| {
            for part in walk::deep(expression) {
                let ExpressionKind::Local(local) = part.kind.as_ref() else { continue };
                if names.contains(local) && told.insert(*local) {
                    let name = game.model.locals.get(local.index()).map_or("", |local| local.name.as_str());
                    found.push(
                        Diagnostic::error(
                            "maybe-unbound",
                            format!("`{name}` may not have been chosen"),
                            part.at,
                            "used here",
                        )
                        .with_label(block.at, "this `if none` goes on without it")
                        .with_help(
                            "end the `if none` with `leave` or `win`, or use the name only inside what comes before it",
                        ),
                    );
                }
            }
        });
    }
}

fn with_inner(statement: &Statement) -> Vec<&Statement> {
    let inner = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
    [statement].into_iter().chain(inner).collect()
}

fn bound(statement: &Statement) -> Vec<LocalId> {
    if let StatementKind::Choose(choose) = &statement.kind {
        return choose.binders.iter().map(|binder| binder.local).collect();
    }
    if let StatementKind::ChooseSeveral(choose) = &statement.kind {
        return vec![choose.set];
    }
    Vec::new()
}
