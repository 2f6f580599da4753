//! A script with the rules it plays, read from files.

use std::path::Path;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::suggest::nearest;
use rulehound_interpreter::limits::SCRIPT_BYTES;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Viewer;
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

/// Reads a script and checks its game. What is wrong is printed, unless whoever asks may not know all that stands there.
pub fn load(path: &Path, open: bool) -> Done<Loaded> {
    let text = files::read_or_fail(path, SCRIPT_BYTES as u64)?;
    let source = Source { name: path.display().to_string(), text };
    let wrong = |findings: &[Diagnostic], exit: Exit| {
        if open {
            report::human(findings, &[], Some(&source));
        } else {
            report::told(findings);
        }
        Failure::said(exit)
    };
    let script = script::read(&source.text).map_err(|findings| wrong(&unread(&findings, open), Exit::Wrong))?;
    let rules = rules::playable(&game(&script, path).map_err(|(finding, exit)| wrong(&[finding], exit))?)?;
    Ok(Loaded { script, source, rules })
}

/// What is wrong with how a script is written. Whoever may not know all that it says is told only that something is.
fn unread(findings: &[Diagnostic], open: bool) -> Vec<Diagnostic> {
    match findings.first() {
        Some(first) if !open => {
            let message = "this script is not written as scripts are";
            let untold = Diagnostic::error("not-told", message, first.primary.at, "here");
            vec![untold.with_help("what is wrong with it, and where, is told only to a view of everything")]
        }
        Some(_) | None => findings.to_vec(),
    }
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
        None if here.join(format!("{name}.rules")).is_file() => format!("write the ending, too: `{name}.rules`"),
        None if !name.ends_with(".rules") => {
            format!("name the file with its ending, `game: my-game.rules`; shipped games are {}", shipped::names())
        }
        None => format!("shipped games are {}", shipped::names()),
    })
}

impl Loaded {
    /// The names at its table, as far as they are known before it is played.
    pub fn players(&self) -> Vec<String> {
        let table = script::table(&self.script);
        self.rules.at(&table).map(|game| game.instance().players.clone()).unwrap_or(table.players)
    }

    /// Plays it; what is wrong is said so that this viewer may read it.
    pub fn play(&self, viewer: Viewer, listener: &mut dyn Listener) -> Played {
        script::run_for(&self.script, self.rules.model.clone(), viewer, listener)
    }

    /// Plays it up to a step.
    pub fn play_before(&self, end: Before, viewer: Viewer) -> Played {
        script::before(&self.script, self.rules.model.clone(), end, viewer, &mut ())
    }

    /// Prints findings. Where they stand tells how much others have answered.
    pub fn complain(&self, viewer: Viewer, findings: &[Diagnostic]) {
        match viewer {
            Viewer::All => report::human(findings, &self.rules.sources, Some(&self.source)),
            Viewer::Nobody | Viewer::Seat(_) => report::told(findings),
        }
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
