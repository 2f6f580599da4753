//! Scripted games of the folder: played whenever something was changed, and made of what lies on the table.

use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::{Position, Stop, Viewer};
use rulehound_interpreter::script::{Played, SCRIPT_FILE, Script, read, run};
use serde_json::{Value, json};

use super::texts::Texts;

/// So many variables are written into an expectation; more nobody reads.
const MOST_EXPECTED: usize = 12;

/// A script that was played.
pub(super) struct Outcome {
    pub script: Script,
    /// The rules as they were found.
    pub game: String,
    pub sources: Vec<Source>,
    pub model: Arc<Model>,
    pub played: Played,
}

/// What is wrong with a script: a sentence, and the line in it.
pub(super) struct Wrong {
    pub sentence: String,
    pub line: usize,
}

/// Plays a script as far as it goes.
pub(super) fn play(texts: &mut Texts<'_>, name: &str, text: &str) -> Result<Outcome, Wrong> {
    let script = read(text).map_err(|found| first(&found, text))?;
    let at = |sentence: String| Wrong { sentence, line: line_and_column(text, script.game.at().span.start).0 };
    let found = texts.read(&script.game.text, Some(name)).map_err(|why| at(format!("There are no rules: {why}.")))?;
    let checked = check(&found.name, &mut Shipped { texts, found: &found });
    let broken = || at("These rules cannot be played: there is a mistake in them.".to_owned());
    let model = Arc::new(checked.model.ok_or_else(broken)?);
    let played = run(&script, model.clone(), &mut ());
    Ok(Outcome { script, game: found.name, sources: checked.sources, model, played })
}

/// The rules that were found, though they may come with the program.
struct Shipped<'a, 't> {
    texts: &'a mut Texts<'t>,
    found: &'a Source,
}

impl Library for Shipped<'_, '_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        match from {
            None => Ok(self.found.clone()),
            Some(_) => self.texts.read(name, from),
        }
    }
}

/// The first thing that is wrong.
pub(super) fn first(found: &[Diagnostic], text: &str) -> Wrong {
    let worst = found.iter().find(|one| one.severity == Severity::Error).or(found.first());
    let Some(one) = worst else { return Wrong { sentence: String::new(), line: 1 } };
    let label = Some(&one.primary).into_iter().chain(&one.others).find(|label| label.at.file == SCRIPT_FILE);
    let line = label.map_or(1, |label| line_and_column(text, label.at.span.start).0);
    Wrong { sentence: sentence(one), line }
}

/// A finding as one sentence.
pub(super) fn sentence(one: &Diagnostic) -> String {
    let label = if one.primary.text.is_empty() { String::new() } else { format!(": {}", one.primary.text) };
    format!("{}{label}", one.message)
}

/// How a script went, for the list of them.
pub(super) fn told(texts: &mut Texts<'_>, name: &str) -> Option<Value> {
    let text = texts.text(name).ok()?;
    // Other YAML is none of our business.
    if !text.lines().any(|line| line.starts_with("game:")) {
        return None;
    }
    let outcome = play(texts, name, &text);
    let title = outcome.as_ref().ok().and_then(|it| it.script.title.as_ref()).map(|title| title.text.clone());
    let wrong = match outcome {
        Ok(outcome) if outcome.played.diagnostics.is_empty() => None,
        Ok(outcome) => Some(first(&outcome.played.diagnostics, &text)),
        Err(wrong) => Some(wrong),
    };
    let (sentence, line) = wrong.map_or((None, None), |wrong| (Some(wrong.sentence), Some(wrong.line)));
    Some(json!({ "name": name, "title": title, "ok": sentence.is_none(), "why": sentence, "line": line }))
}

/// What is to be seen at a position, as a step that expects it.
pub(super) fn expected(position: &Position) -> String {
    // Words in JSON are words in YAML, however they are written.
    let text = |words: &str| json!(words).to_string();
    let players = &position.game().instance().players;
    let names = |seats: &[usize]| {
        let names = seats.iter().filter_map(|seat| players.get(*seat)).map(|name| text(name));
        format!("[{}]", names.collect::<Vec<_>>().join(", "))
    };
    let mut wanted = match position.outcome() {
        Some(outcome) if position.stop() == Stop::Over => vec![format!("winners: {}", names(&outcome.winners()))],
        _ => vec![format!("deciders: {}", names(&position.deciders()))],
    };
    let variables = position.view(Viewer::All).map(|view| view.variables).unwrap_or_default();
    let shown = variables.into_iter().filter(|(cell, _)| !cell.contains(". "));
    wanted.extend(shown.take(MOST_EXPECTED).map(|(cell, value)| format!("{}: {}", text(&cell), text(&value))));
    format!("  - expect: {{{}}}\n", wanted.join(", "))
}
