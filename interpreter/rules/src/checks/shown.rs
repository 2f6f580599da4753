//! `secret-read`: what is shown at the table reads nothing that those at the table do not see: without a player all of them, of a player that
//! player. What hangs on the position is found in play, and then not shown.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;

use super::game::Game;
use super::hidden::{HiddenReads, Viewer};
use crate::model::{AtTable, Definition, LocalId};

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let definitions = game.model.definitions.iter();
    let shown = definitions.filter_map(|definition| Some((definition, definition.shown.as_ref()?)));
    shown.flat_map(|(definition, at)| reads(game, definition, at)).collect()
}

fn reads(game: Game<'_>, definition: &Definition, shown: &AtTable) -> Vec<Diagnostic> {
    let (mut found, name) = (Vec::new(), &definition.name);
    for clause in &definition.clauses {
        let players: BTreeSet<LocalId> = clause.parameters.iter().copied().flatten().collect();
        let (inner, viewer, who) = if definition.parameters.is_empty() {
            (Viewer::Everybody, Viewer::Everybody, "not all see")
        } else {
            (Viewer::Somebody, Viewer::Named(players), "that player does not see")
        };
        for hidden in HiddenReads::new(game.model, &inner).of(game.model, &viewer, &clause.body) {
            let through = hidden.through.as_ref().map(|name| format!(", by way of `{name}`")).unwrap_or_default();
            let message = format!("`{name}` is shown, but reads {}{through}, which {who}", hidden.what);
            let help = "count (how many there are all see), read only what they see, or leave `shown` out";
            found.push(
                Diagnostic::error("secret-read", message, hidden.at, "this would be told at the table")
                    .with_label(shown.at, "shown here")
                    .with_label(hidden.declared, "declared here")
                    .with_help(help),
            );
        }
    }
    found
}
