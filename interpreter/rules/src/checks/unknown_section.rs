//! `unknown-section`: where the heading lists the sections of the rulebook, a `ref` that is none of them leads a reader nowhere.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;
use rulehound_grammar::suggest::nearest;

use crate::model::{Model, Notes};
use crate::resolve::similar::Near;

use super::game::Game;

/// All of them, in the order of the declarations.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let model = game.model;
    let listed = |at: &Location| model.listing.contains(&at.file);
    let known: BTreeSet<&str> = model.sections.iter().map(String::as_str).collect();
    let near = Near::new();
    let all = notes(model).into_iter().filter(|(_, at)| listed(at));
    all.filter(|(notes, _)| notes.reference.as_deref().is_some_and(|reference| !known.contains(reference)))
        .filter_map(|(notes, at)| unknown(model, notes, at, &near))
        .collect()
}

/// How many sections a help lists.
const LISTED: usize = 30;

fn unknown(model: &Model, notes: &Notes, at: Location, near: &Near) -> Option<Diagnostic> {
    let reference = notes.reference.as_ref()?;
    let message = format!("the rulebook has no section `{reference}`");
    let found = Diagnostic::warning("unknown-section", message, at, "its `ref` says so");
    let more = if model.sections.len() > LISTED { " and more" } else { "" };
    if !near.may_look_at(model.sections.len()) {
        return Some(found);
    }
    Some(found.with_help(match nearest(reference, model.sections.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let listed: Vec<&str> = model.sections.iter().take(LISTED).map(String::as_str).collect();
            format!("the heading lists {}{more}", listed.join(", "))
        }
    }))
}

/// The remarks of everything but the game itself, whose `ref` names the rulebook.
fn notes(model: &Model) -> Vec<(&Notes, Location)> {
    let mut all = vec![(&model.players.notes, model.players.at)];
    all.extend(model.enumerations.iter().map(|one| (&one.notes, one.at)));
    all.extend(model.kinds.iter().map(|one| (&one.notes, one.at)));
    all.extend(model.areas.iter().map(|one| (&one.notes, one.at)));
    all.extend(model.variables.iter().map(|one| (&one.notes, one.at)));
    all.extend(model.settings.iter().map(|one| (&one.notes, one.at)));
    all.extend(model.tables.iter().map(|one| (&one.notes, one.at)));
    for one in model.definitions.iter().filter(|one| one.is_written()) {
        all.extend(one.clauses.iter().map(|clause| (&clause.notes, clause.at)));
    }
    for one in model.runnables.iter().filter(|one| one.is_written()) {
        all.extend(one.clauses.iter().map(|clause| (&clause.notes, clause.at)));
    }
    all.extend(model.triggers.iter().map(|one| (&one.notes, one.at)));
    all
}
