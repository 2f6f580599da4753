//! Passes over the resolved game that prove how it flows, and warn.
//!
//! In: a [`Model`] whose names and types are in order. Out: findings. One check, one file.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::Model;

/// All findings about a game, in the order of its text.
pub fn checks(_model: &Model) -> Vec<Diagnostic> {
    Vec::new()
}
