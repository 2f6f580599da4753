//! A script with the rules it plays, read from files.

use std::path::{Path, PathBuf};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::script::{self, Listener, Played, Script};

use crate::exit::{Done, Exit, Failure};
use crate::rules::{self, Rules};
use crate::{files, report, shipped};

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
    let rules = rules::playable(&game(&script.game.text, path))?;
    Ok(Loaded { script, source, rules })
}

/// The rules a script names: a file beside it, else a file as seen from here, else a shipped game.
fn game(name: &str, script: &Path) -> String {
    let beside = script.parent().unwrap_or(Path::new("")).join(name);
    let found: Option<PathBuf> = [beside.clone(), PathBuf::from(name)].into_iter().find(|path| path.exists());
    match found {
        Some(path) => path.display().to_string(),
        None if shipped::text(name).is_some() => name.to_owned(),
        None => beside.display().to_string(),
    }
}

impl Loaded {
    /// Plays it.
    pub fn play(&self, listener: &mut dyn Listener) -> Played {
        script::run(&self.script, self.rules.model.clone(), listener)
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
