//! `leaves-plan`: the first decision of a plan that has an `if none` of its own leaves the plan when there is nothing to choose, so that the
//! plan counts as carried out and its own `if none` never hears of it.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk;
use crate::model::{Block, Leave, Statement, StatementKind};

use super::game::Game;
use super::planning::if_none;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let all = game.statements().into_iter();
    all.filter_map(|(_, statement, _)| {
        let StatementKind::Plan { body, if_none: Some(own), .. } = &statement.kind else { return None };
        let inner = if_none(first_decision(body)?).filter(|block| only_leaves(block))?;
        let message = "where there is nothing to choose, this plan counts as carried out";
        Some(
            Diagnostic::warning("leaves-plan", message, inner.at, "leaves the plan")
                .with_label(own.at, "does not run then")
                .with_help(
                    "leave the inner `if none` out: then the plan cannot be carried out, and its own `if none` runs",
                ),
        )
    })
    .collect()
}

/// What is decided first; nothing if something else runs before, which may decide itself.
fn first_decision(body: &Block) -> Option<&Statement> {
    let mut all = walk::statements(body).into_iter();
    all.find(|one| one.traits().asks || matches!(one.kind, StatementKind::Do { .. })).filter(|one| one.traits().asks)
}

fn only_leaves(block: &Block) -> bool {
    matches!(block.statements.as_slice(), [one] if matches!(one.kind, StatementKind::Leave(Leave::Plan)))
}
