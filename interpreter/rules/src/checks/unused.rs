//! `unused`: what is declared and never mentioned.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use rulehound_grammar::span::Location;

use crate::mending;
use crate::model::{AreaKind, Model};

use super::game::Game;
use super::uses::Uses;

/// All of them.
pub fn check(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    let model = game.model;
    let mut found = Vec::new();
    let settings = model.settings.iter().enumerate().filter(|(at, _)| !uses.settings.contains(&(*at).into()));
    let settings: Vec<_> = settings.map(|(_, setting)| (setting.name.as_str(), setting.at)).collect();
    let tables = model.tables.iter().enumerate().filter(|(at, _)| !uses.tables.contains(&(*at).into()));
    let tables: Vec<_> = tables.map(|(_, table)| (table.name.as_str(), table.at)).collect();
    let mentioned = mentioned(model, settings.iter().chain(&tables).map(|(name, _)| *name));
    let is_left = |(name, _): &&(&str, Location)| !mentioned.contains(name);
    // Bounds of types are worked out already and do not show where a setting stood in them.
    found.extend(settings.iter().filter(is_left).map(|(name, at)| unused(model, "setting", name, *at)));
    for (at, variable) in model.variables.iter().enumerate() {
        if !uses.read.contains_key(&at.into()) && !uses.written.contains(&at.into()) {
            found.push(unused(model, "variable", &variable.name, variable.at));
        }
    }
    for (at, area) in model.areas.iter().enumerate() {
        if !uses.areas.contains(&at.into()) {
            let sort = match &area.kind {
                AreaKind::Board(_) => "board",
                AreaKind::Zone(zone) => zone.word(),
            };
            found.push(unused(model, sort, &area.name, area.at));
        }
    }
    // What a `make` or a mark takes from a table is worked out already too.
    found.extend(tables.iter().filter(is_left).map(|(name, at)| unused(model, "table", name, *at)));
    for (at, definition) in model.definitions.iter().enumerate() {
        if definition.is_written() && !uses.definitions.contains(&at.into()) {
            found.push(unused(model, "def", &definition.name, definition.at));
        }
    }
    for (at, enumeration) in model.enumerations.iter().enumerate() {
        if let Some(name) = &enumeration.name
            && !uses.enumerations.contains(&at.into())
        {
            found.push(unused(model, "type", name, enumeration.at));
        }
    }
    for (at, runnable) in model.runnables.iter().enumerate() {
        let played = model.play.index() == at;
        if !played && runnable.is_written() && !uses.runnables.contains(&at.into()) {
            found.push(unused(model, if runnable.phase { "phase" } else { "rule" }, &runnable.name, runnable.at));
        }
    }
    found
}

fn unused(model: &Model, sort: &str, name: &str, at: Location) -> Diagnostic {
    let found = Diagnostic::warning("unused", format!("the {sort} `{name}` is never used"), at, "only declared")
        .with_help(match sort {
            "phase" | "rule" => {
                format!("run it with `do {name}` where its time has come, or take it out; play begins at `phase play`")
            }
            _ => format!("use `{name}`, or take the declaration out"),
        });
    mending::left_out(&model.sources, sort, at).into_iter().fold(found, Diagnostic::with_fix)
}

/// Which of these names stand more than once as a word in the rules and their texts; prose and comments do not count.
fn mentioned<'a>(model: &Model, names: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut counts: BTreeMap<&str, usize> = names.map(|name| (name, 0)).collect();
    if counts.is_empty() {
        return BTreeSet::new();
    }
    let between = |c: char| !(c.is_alphanumeric() || c == '_');
    for source in &model.sources {
        let read = lexemes(&source.text).into_iter();
        let read = read.filter(|one| !matches!(one.kind, LexemeKind::Prose | LexemeKind::Comment));
        let code = read.filter_map(|one| source.text.get(one.span.start as usize..one.span.end as usize));
        for word in code.flat_map(|code| code.split(between)) {
            if let Some(count) = counts.get_mut(word) {
                *count += 1;
            }
        }
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect()
}
