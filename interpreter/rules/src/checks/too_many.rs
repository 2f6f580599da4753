//! `too-large`: more triggers than any game needs. Every effect is held against every trigger, so their number is bounded.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::Model;

/// The most triggers of a game.
const MOST: usize = crate::limits::TRIGGERS;

/// At most one.
pub fn check(model: &Model) -> Option<Diagnostic> {
    let trigger = model.triggers.get(MOST)?;
    let message = format!("there are {} triggers, {MOST} are allowed", model.triggers.len());
    let found = Diagnostic::error("too-large", message, trigger.at, "one too many");
    Some(found.with_help("let one trigger with a name in its pattern do what many do"))
}
