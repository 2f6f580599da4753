//! Scripted games: they are played while they are written, and what goes wrong is shown at its step.

use std::sync::Arc;

use gen_lsp_types::{Diagnostic as Shown, DiagnosticRelatedInformation, Location as Place};
use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::Location;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Position;
use rulehound_interpreter::script::{self, Listener, SCRIPT_FILE, Script};

use crate::document::Document;
use crate::findings::shown;
use crate::lines::Lines;
use crate::scripted::is_script;
use crate::world::World;

/// The longest script that is played.
const MOST_BYTES: usize = rulehound_interpreter::limits::SCRIPT_BYTES;

/// What is wrong with an open script. Other YAML is none of our business.
pub fn findings(world: &mut World<'_>, name: &str) -> Vec<Shown> {
    let Some(text) = world.document(name).map(|document| document.text.clone()) else { return Vec::new() };
    let played = played(world, name, &text, &mut ());
    world.document(name).map_or_else(Vec::new, |document| played.told(world, document))
}

/// A script that was played.
#[derive(Default)]
pub struct Played {
    /// What is wrong with it.
    found: Vec<Diagnostic>,
    /// The files of its rules.
    sources: Vec<Source>,
    /// Where it ended.
    pub position: Option<Position>,
}

impl Played {
    /// What is wrong with it, as an editor shows it in that text.
    pub fn told(&self, world: &World<'_>, document: &Document) -> Vec<Shown> {
        self.found.iter().map(|one| one_told(world, document, one, &self.sources)).collect()
    }
}

/// Plays a script of this name and text.
pub fn played(world: &mut World<'_>, name: &str, text: &str, listener: &mut dyn Listener) -> Played {
    if text.len() > MOST_BYTES || !is_script(text) {
        return Played::default();
    }
    let script = match script::read(text) {
        Ok(script) => script,
        Err(found) => return Played { found, ..Played::default() },
    };
    let game = match world.find(&script.game.text, name) {
        Ok(game) => game,
        Err(why) => {
            let message = format!("cannot read `{}`: {why}", script.game.text);
            let found =
                Diagnostic::error("missing-file", message, script.game.at(), "these are the rules to be played");
            return Played { found: vec![found], ..Played::default() };
        }
    };
    world.look_at(&game);
    let Some(game) = world.game(&game) else { return Played::default() };
    let sources = game.checked.sources.clone();
    match &game.checked.model {
        Some(model) => {
            let run = script::run(&script, Arc::new(model.clone()), listener);
            Played { found: run.diagnostics, sources, position: run.position }
        }
        None => Played { found: vec![broken(&script, &game.checked.diagnostics)], sources, position: None },
    }
}

/// The rules cannot be played.
fn broken(script: &Script, found: &[Diagnostic]) -> Diagnostic {
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    let count = if errors.len() == 1 { "a mistake".to_owned() } else { format!("{} mistakes", errors.len()) };
    let message = format!("these rules cannot be played: there is {count} in them");
    let message = if errors.len() == 1 { message } else { message.replace("there is", "there are") };
    let told = Diagnostic::error("broken-rules", message, script.game.at(), "the script is not played");
    match errors.first() {
        Some(first) => told.with_label(first.primary.at, first.message.clone()),
        None => told,
    }
}

/// One finding; if it is about the rules, it is shown at the top of the script, with the place in the rules.
fn one_told(world: &World<'_>, document: &Document, one: &Diagnostic, sources: &[Source]) -> Shown {
    let here = one.primary.at.file == SCRIPT_FILE;
    let span = if here { one.primary.at.span } else { Location::default().span };
    let first = (!here).then_some(&one.primary);
    let related = |label: &Label| -> Option<DiagnosticRelatedInformation> {
        let (uri, range) = if label.at.file == SCRIPT_FILE {
            (document.uri.clone(), document.lines.range(&document.text, label.at.span))
        } else {
            let source = sources.get(usize::from(label.at.file.0))?;
            (world.uri_of(&source.name)?, Lines::new(&source.text).range(&source.text, label.at.span))
        };
        Some(DiagnosticRelatedInformation { location: Place { uri, range }, message: label.text.clone() })
    };
    let others = first.into_iter().chain(&one.others).filter_map(related).collect();
    shown(one, document.lines.range(&document.text, span), &one.message, others)
}
