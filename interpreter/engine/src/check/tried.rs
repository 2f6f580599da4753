//! What is known of a game only at a table: the fullest one is tried.

use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;

use super::{room, unheard};
use crate::instance::{Instance, Table};
use crate::lower::shows;
use rulehound_rules::facts::Facts;
use rulehound_rules::model::Model;

/// Positions that are too large, and what nobody hears.
pub fn check(model: &Arc<Model>, facts: &Facts) -> Vec<Diagnostic> {
    let players = if model.players.names.is_empty() { names(usize::from(model.players.most)) } else { Vec::new() };
    let seats = players.len().max(model.players.names.len());
    // What is wrong with components and places has been said.
    let Ok(instance) = Instance::new(model.clone(), &Table { players, ..Table::default() }) else { return Vec::new() };
    let shown = shows(Arc::new(instance), facts);
    let mut found: Vec<Diagnostic> = shown.unheard.into_iter().map(unheard::found).collect();
    found.extend(shown.crowded.map(|crowded| room::found(model, seats, crowded)));
    found
}

/// Names that no game uses itself.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|seat| format!("somebody_at_seat_{seat}")).collect()
}
