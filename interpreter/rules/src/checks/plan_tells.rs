//! `plan-tells`: whether a trigger fires is looked at with open eyes. Where a `plan` sets it off and it waits for something that not all see,
//! what is on offer may give that away.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::calls::Node;
use crate::facts::walk;
use crate::model::Trigger;

use super::game::Game;
use super::hidden::Hidden;
use super::planning;

/// Every trigger that a plan may set off.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let inside = planning::inside(game);
    let mut found = Vec::new();
    for (at, trigger) in game.model.triggers.iter().enumerate() {
        let node = Node::Trigger(at.into());
        if inside.reaches(node)
            && let Some(hidden) = waits_for(game, trigger)
        {
            found.push(inside.show(game, node, warning(trigger, &hidden)));
        }
    }
    found
}

/// Something hidden that decides whether it fires.
fn waits_for(game: Game<'_>, trigger: &Trigger) -> Option<Hidden> {
    let mut found = None;
    walk::watch_expressions(&trigger.watch, &mut |_, expression| {
        found = found.take().or_else(|| game.not_seen_by_all(expression));
    });
    found
}

fn warning(trigger: &Trigger, hidden: &Hidden) -> Diagnostic {
    let through = hidden.through.as_ref().map(|name| format!(" (`{name}` reads it)")).unwrap_or_default();
    let message = format!("what a `plan` offers may tell of {}{through}, which not all see", hidden.what);
    Diagnostic::warning("plan-tells", message, trigger.at, "a `plan` tries out whether this fires")
        .with_label(hidden.at, "read here")
        .with_label(hidden.declared, "declared here")
        .with_help("let it wait for what all see, or do it behind the `plan`")
}
