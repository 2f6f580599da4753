//! `secret-read`: what is shown or struck through at the table reads nothing that those at the table do not see: without a player all of
//! them, of a player that player. What hangs on the position is found in play, and then not shown.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use super::game::Game;
use super::hidden::{HiddenReads, Viewer};
use crate::model::{Definition, LocalId};

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let definitions = game.model.definitions.iter();
    let told = definitions.flat_map(|definition| {
        let shown = definition.shown.as_ref().map(|shown| ("shown", shown.at));
        let struck = definition.struck.as_ref().map(|struck| ("struck", struck.at));
        shown.into_iter().chain(struck).map(move |(how, at)| (definition, how, at))
    });
    told.flat_map(|(definition, how, at)| reads(game, definition, (how, at))).collect()
}

/// How it is told: the word, and where that stands.
fn reads(game: Game<'_>, definition: &Definition, (how, at): (&str, Location)) -> Vec<Diagnostic> {
    let (mut found, name) = (Vec::new(), &definition.name);
    for clause in &definition.clauses {
        let players: BTreeSet<LocalId> = clause.parameters.iter().copied().flatten().collect();
        let (inner, viewer, who) = if definition.parameters.is_empty() {
            (Viewer::Everybody, Viewer::Everybody, "not all see")
        } else {
            (Viewer::Somebody, Viewer::Named(players), "that player does not see")
        };
        for hidden in HiddenReads::new(game.model, game.facts, &inner).of(game.model, &viewer, &clause.body) {
            let through = hidden.through.as_ref().map(|name| format!(", by way of `{name}`")).unwrap_or_default();
            let message = format!("`{name}` is {how}, but reads {}{through}, which {who}", hidden.what);
            let help = format!("count (how many there are all see), read only what they see, or leave `{how}` out");
            found.push(
                Diagnostic::error("secret-read", message, hidden.at, "this would be told at the table")
                    .with_label(at, format!("{how} here"))
                    .with_label(hidden.declared, "declared here")
                    .with_help(help),
            );
        }
    }
    found
}
