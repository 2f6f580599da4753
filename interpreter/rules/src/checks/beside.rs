//! `not-constant`: what lies beside a path on paper is fixed before play, so that drawings stay as they are.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::reads::{Reading, Reads};
use crate::model::{AreaKind, Beside};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let beside: Vec<&Beside> = game
        .model
        .areas
        .iter()
        .flat_map(|area| match &area.kind {
            AreaKind::Board(board) => board.beside.as_slice(),
            AreaKind::Zone(_) => &[],
        })
        .collect();
    if beside.is_empty() {
        return Vec::new();
    }
    let reading = Reading::new(game.model);
    let changing = beside.into_iter().filter(|beside| reading.of(game.model, &beside.places) != Reads::default());
    let finding = |beside: &Beside| {
        let message = "which places these are may change in play";
        let help = "they may hang on players, settings, tables and places, but on nothing that is moved or set";
        Diagnostic::error("not-constant", message, beside.places.at, "not fixed before play").with_help(help)
    };
    changing.map(finding).collect()
}
