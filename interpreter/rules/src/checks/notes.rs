//! `missing-ref` and `missing-doc`: what a reader looks up says where it comes from and what it is.
//!
//! Asked of phases, rules and triggers: both. Of definitions, settings and zones: a `doc`. Of components nothing, since their
//! declaration is the list of what is in the box. A `ref` is a section, a `doc` a sentence above the code.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::mending;
use crate::model::{AreaKind, Model, Notes};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let model = game.model;
    let mut found = Vec::new();
    for runnable in model.runnables.iter().filter(|runnable| runnable.is_written()) {
        let sort = if runnable.phase { "phase" } else { "rule" };
        for clause in &runnable.clauses {
            missing_doc(model, sort, &runnable.name, &clause.notes, clause.at, &mut found);
            missing_ref(model, sort, &runnable.name, &clause.notes, clause.at, &mut found);
        }
    }
    for trigger in &model.triggers {
        missing_doc(model, "trigger", &trigger.name, &trigger.notes, trigger.at, &mut found);
        missing_ref(model, "trigger", &trigger.name, &trigger.notes, trigger.at, &mut found);
    }
    for definition in model.definitions.iter().filter(|definition| definition.is_written()) {
        missing_doc(model, "def", &definition.name, &definition.notes, definition.at, &mut found);
    }
    for setting in &model.settings {
        missing_doc(model, "setting", &setting.name, &setting.notes, setting.at, &mut found);
    }
    for area in &model.areas {
        match &area.kind {
            AreaKind::Board(_) => {}
            AreaKind::Zone(zone) => missing_doc(model, zone.word(), &area.name, &area.notes, area.at, &mut found),
        }
    }
    found
}

fn missing_doc(model: &Model, sort: &str, name: &str, notes: &Notes, at: Location, found: &mut Vec<Diagnostic>) {
    if notes.doc.is_none() {
        let message = format!("nothing says what the {sort} `{name}` is");
        let warning = Diagnostic::warning("missing-doc", message, at, "what is it?")
            .with_help("say it in a sentence on a line above it: `| What it is.`");
        found.push(mending::sentence_above(&model.sources, at).into_iter().fold(warning, Diagnostic::with_fix));
    }
}

fn missing_ref(model: &Model, sort: &str, name: &str, notes: &Notes, at: Location, found: &mut Vec<Diagnostic>) {
    if notes.reference.is_none() {
        let message = format!("nothing says where the rulebook has the {sort} `{name}`");
        let warning = Diagnostic::warning("missing-ref", message, at, "where does the rulebook say so?")
            .with_help("name the section on a line above it: `| [Section]`");
        let fixes = mending::section_above(&model.sources, &model.sections, at).into_iter();
        found.push(fixes.fold(warning, Diagnostic::with_fix));
    }
}
