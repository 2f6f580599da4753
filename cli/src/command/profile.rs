//! Where the steps of random games go, in words: for `bench --profile` and `check --speed`.

use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Game;
use rulehound_interpreter::program::Profile;
use serde_json::json;

use crate::report;

/// So much of a line is shown.
const SHOWN: usize = 60;

/// The most expensive statements, at most so many.
pub fn statements(game: &Game, profile: &Profile, sources: &[Source], most: usize) -> Vec<String> {
    let all = profile.steps();
    let line = |one: &rulehound_interpreter::program::StatementSteps| {
        let place = report::place(one.at, sources)?;
        Some(format!("  {} {} ({place}): {}", share(one.steps, all), one.rule, written(one.at, sources)))
    };
    profile.by_statement(game.program()).iter().take(most).filter_map(line).collect()
}

/// The most expensive definitions, at most so many.
pub fn definitions(game: &Game, profile: &Profile, sources: &[Source], most: usize) -> Vec<String> {
    let all = profile.steps();
    let line = |one: &rulehound_interpreter::program::DefinitionSteps| {
        let place = report::place(one.at, sources)?;
        let each = one.steps as f64 / one.calls.max(1) as f64;
        let times = one.calls;
        Some(format!(
            "  {} `{}` ({place}), worked out {times} times, {each:.0} steps each",
            share(one.steps, all),
            one.name
        ))
    };
    profile.by_definition(game.program()).iter().take(most).filter_map(line).collect()
}

/// All of it as data.
pub fn as_json(game: &Game, profile: &Profile, sources: &[Source]) -> serde_json::Value {
    let program = game.program();
    let statements = profile
        .by_statement(program)
        .into_iter()
        .map(|one| json!({ "rule": one.rule, "at": report::place(one.at, sources), "steps": one.steps }));
    let definitions = profile.by_definition(program).into_iter().map(
        |one| json!({ "name": one.name, "at": report::place(one.at, sources), "calls": one.calls, "steps": one.steps }),
    );
    json!({
        "steps": profile.steps(),
        "statements": statements.collect::<Vec<_>>(),
        "definitions": definitions.collect::<Vec<_>>(),
    })
}

fn share(steps: u64, all: u64) -> String {
    format!("{:>4.0} %", 100.0 * steps as f64 / all.max(1) as f64)
}

/// The line in which something stands, as far as there is room.
fn written(at: rulehound_grammar::span::Location, sources: &[Source]) -> String {
    let text = sources.get(usize::from(at.file.0)).map(|source| source.text.as_str()).unwrap_or_default();
    let from = text.get(at.span.start as usize..).unwrap_or_default();
    let line = from.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", line.get(..end).unwrap_or_default().trim_end()),
        None => line.to_owned(),
    }
}
