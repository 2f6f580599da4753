//! Checked rules, ready to be put on a table.

use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_interpreter::check::{Origin, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::{Fault, Game};

use crate::exit::{Done, Exit, Failure};
use crate::library::Files;
use crate::output::complain;
use crate::report;

/// What checking a game found.
pub struct Found {
    /// The game, if nothing is wrong.
    pub model: Option<Arc<Model>>,
    /// All findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub sources: Vec<Source>,
    /// What each file brings, parents first.
    pub origins: Vec<Origin>,
    /// Whether a file could not be read.
    pub unreadable: bool,
}

impl Found {
    /// The exit code of a check.
    pub fn exit(&self, deny_warnings: bool) -> Exit {
        let wrong = |one: &Diagnostic| one.severity == Severity::Error || deny_warnings;
        if self.unreadable {
            Exit::File
        } else if self.model.is_none() || self.diagnostics.iter().any(wrong) {
            Exit::Wrong
        } else {
            Exit::Fine
        }
    }
}

/// Reads and checks a game.
pub fn find(name: &str) -> Found {
    let mut library = Files::default();
    let checked = check(name, &mut library);
    Found {
        model: checked.model.map(Arc::new),
        diagnostics: checked.diagnostics,
        sources: checked.sources,
        origins: checked.origins,
        unreadable: !library.unreadable.is_empty(),
    }
}

/// Rules that can be played, with their texts for messages.
pub struct Rules {
    /// The game.
    pub model: Arc<Model>,
    /// Its files.
    pub sources: Vec<Source>,
}

/// Reads and checks a game; errors are printed, warnings are left to `check`.
pub fn playable(name: &str) -> Done<Rules> {
    let found = find(name);
    let exit = found.exit(false);
    match found.model {
        Some(model) if exit == Exit::Fine => Ok(Rules { model, sources: found.sources }),
        _ => {
            let errors: Vec<Diagnostic> =
                found.diagnostics.into_iter().filter(|one| one.severity == Severity::Error).collect();
            report::human(&errors, &found.sources, None);
            Err(Failure::said(if exit == Exit::Fine { Exit::Wrong } else { exit }))
        }
    }
}

impl Rules {
    /// What their files are called.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.name.as_str())
    }

    /// Puts them on a table.
    pub fn at(&self, table: &Table) -> Done<Game> {
        Game::load(self.model.clone(), table).map_err(|error| Failure::command_line(error.to_string()))
    }

    /// Tells of a fault, with what led to it.
    pub fn fault(&self, fault: impl Into<Fault>, after: &str) -> Failure {
        report::human(&[report::of_fault(&fault.into())], &self.sources, None);
        complain(after);
        Failure::said(Exit::Fault)
    }
}
