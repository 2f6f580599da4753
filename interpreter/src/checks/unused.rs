//! `unused`: what is declared and never mentioned.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::model::{AreaKind, Model};

use super::game::Game;
use super::uses::Uses;

/// All of them.
pub fn check(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    let model = game.model;
    let mut found = Vec::new();
    for (at, setting) in model.settings.iter().enumerate() {
        // Bounds of types are worked out already and do not show where a setting stood in them.
        if !uses.settings.contains(&at.into()) && !mentioned(model, &setting.name) {
            found.push(unused("setting", &setting.name, setting.at));
        }
    }
    for (at, variable) in model.variables.iter().enumerate() {
        if !uses.read.contains_key(&at.into()) && !uses.written.contains(&at.into()) {
            found.push(unused("variable", &variable.name, variable.at));
        }
    }
    for (at, area) in model.areas.iter().enumerate() {
        if !uses.areas.contains(&at.into()) {
            let sort = match &area.kind {
                AreaKind::Board(_) => "board",
                AreaKind::Zone(zone) if zone.ordered => "pile",
                AreaKind::Zone(_) => "zone",
            };
            found.push(unused(sort, &area.name, area.at));
        }
    }
    for (at, table) in model.tables.iter().enumerate() {
        // What a `make` or a mark takes from a table is worked out already too.
        if !uses.tables.contains(&at.into()) && !mentioned(model, &table.name) {
            found.push(unused("table", &table.name, table.at));
        }
    }
    for (at, definition) in model.definitions.iter().enumerate() {
        if !definition.replaced && !uses.definitions.contains(&at.into()) {
            found.push(unused("def", &definition.name, definition.at));
        }
    }
    for (at, enumeration) in model.enumerations.iter().enumerate() {
        if let Some(name) = &enumeration.name
            && !uses.enumerations.contains(&at.into())
        {
            found.push(unused("type", name, enumeration.at));
        }
    }
    for (at, runnable) in model.runnables.iter().enumerate() {
        let played = model.play.index() == at;
        if !played && runnable.replaced.is_none() && !uses.runnables.contains(&at.into()) {
            found.push(unused(if runnable.phase { "phase" } else { "rule" }, &runnable.name, runnable.at));
        }
    }
    found
}

fn unused(sort: &str, name: &str, at: Location) -> Diagnostic {
    Diagnostic::warning("unused", format!("the {sort} `{name}` is never used"), at, "only declared")
        .with_help(format!("use `{name}`, or take the declaration out"))
}

/// Whether the name stands more than once as a word in the text, comments left out.
fn mentioned(model: &Model, name: &str) -> bool {
    let lines = model.sources.iter().flat_map(|source| source.text.lines());
    let code = lines.map(|line| line.split('#').next().unwrap_or_default());
    let word = |c: char| !(c.is_alphanumeric() || c == '_');
    code.flat_map(|line| line.split(word)).filter(|word| *word == name).count() > 1
}
