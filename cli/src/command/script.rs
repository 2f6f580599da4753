//! A script with the rules it plays, read from files.

use std::path::Path;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::suggest::nearest;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::script::{self, Before, Listener, Played, Script};

use crate::exit::{Done, Exit, Failure};
use crate::rules::{self, Rules};
use crate::{files, reach, report, shipped};

/// The most names in a folder that are compared with one that is not found.
const MOST_ENTRIES: usize = 1_000;

/// A script that can be played.
pub struct Loaded {
    /// The script.
    pub script: Script,
    /// Its text, for messages.
    pub source: Source,
    /// The rules it plays.
    pub rules: Rules,
}

/// Reads a script and checks its game. What is wrong is printed.
pub fn load(path: &Path) -> Done<Loaded> {
    let text = files::read_or_fail(path, script::MOST_BYTES as u64)?;
    let source = Source { name: path.display().to_string(), text };
    let script = script::read(&source.text).map_err(|findings| {
        report::human(&findings, &[], Some(&source));
        Failure::said(Exit::Wrong)
    })?;
    let rules = rules::playable(&game(&script, path).map_err(|(finding, exit)| {
        report::human(&[finding], &[], Some(&source));
        Failure::said(exit)
    })?)?;
    Ok(Loaded { script, source, rules })
}

/// The rules a script names: a file beside it, else a file as seen from here, else a shipped game.
fn game(script: &Script, path: &Path) -> Result<String, (Diagnostic, Exit)> {
    let name = script.game.text.as_str();
    let folder = path.parent().unwrap_or(Path::new(""));
    match reach::game(folder, name) {
        Ok(Some(path)) => Ok(path.display().to_string()),
        Ok(None) if shipped::text(name).is_some() => Ok(name.to_owned()),
        Ok(None) => Err((no_game(script, folder), Exit::File)),
        Err(refused) => {
            let message = format!("cannot read `{name}`: {}", refused.why);
            Err((Diagnostic::error("missing-file", message, script.game.at(), "this file is asked for"), refused.exit))
        }
    }
}

/// Neither a file nor a shipped game.
fn no_game(script: &Script, folder: &Path) -> Diagnostic {
    let name = script.game.text.as_str();
    let here = if folder == Path::new("") { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(here).into_iter().flatten().flatten().take(MOST_ENTRIES);
    let mut known: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    known.retain(|name| name.ends_with(".rules"));
    known.sort();
    known.extend(shipped::GAMES.iter().map(|(name, _)| (*name).to_owned()));
    let message = format!("there is neither a file `{name}` beside this script nor a shipped game of that name");
    let finding = Diagnostic::error("missing-file", message, script.game.at(), "not found");
    finding.with_help(match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shipped games are {}", shipped::names()),
    })
}

impl Loaded {
    /// Plays it.
    pub fn play(&self, listener: &mut dyn Listener) -> Played {
        script::run(&self.script, self.rules.model.clone(), listener)
    }

    /// Plays it up to a step.
    pub fn play_before(&self, end: Before) -> Played {
        script::before(&self.script, self.rules.model.clone(), end, &mut ())
    }

    /// Prints findings.
    pub fn complain(&self, findings: &[Diagnostic]) {
        report::human(findings, &self.rules.sources, Some(&self.source));
    }

    /// The exit code of how it went.
    pub fn exit(played: &Played) -> Exit {
        match (&played.fault, played.diagnostics.is_empty()) {
            (Some(_), _) => Exit::Fault,
            (None, false) => Exit::Wrong,
            (None, true) => Exit::Fine,
        }
    }
}
