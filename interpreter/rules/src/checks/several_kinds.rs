//! `several-kinds`: a draw from a place that may hold more than one kind.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{classes_of, held_by};
use crate::model::{Model, PlaceClass, StatementKind};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        let StatementKind::DrawFrom { from, .. } = &statement.kind else { continue };
        let classes = classes_of(&from.of);
        // A board holds any kind; only what is declared to hold several is meant here.
        let mixed = classes.iter().find(|class| held_by(game.model, **class).len() > 1);
        let Some(class) = mixed.filter(|_| classes.len() == 1) else { continue };
        let kinds: Vec<_> = held_by(game.model, *class)
            .iter()
            .filter_map(|kind| game.model.kinds.get(kind.index()))
            .map(|kind| format!("`{}`", kind.name))
            .collect();
        let message = format!("this may draw any of {}", kinds.join(", "));
        let mut warning = Diagnostic::warning("several-kinds", message, statement.at, "draws whatever lies there")
            .with_help("keep what is drawn from in a place of its own");
        if let Some(at) = declared(game.model, *class) {
            warning = warning.with_label(at, "may hold several kinds");
        }
        found.push(warning);
    }
    found
}

fn declared(model: &Model, class: PlaceClass) -> Option<rulehound_grammar::span::Location> {
    match class {
        PlaceClass::Area(area) => model.areas.get(area.index()).map(|area| area.at),
        PlaceClass::Box(_) => None,
    }
}
