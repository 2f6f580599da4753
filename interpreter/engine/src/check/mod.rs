//! From the name of a file to a checked game.
//!
//! In: the name of an entry file and a [`Library`] that knows the texts. Out: a [`Model`] if nothing is wrong, and every finding
//! either way. Nothing is played that has not passed here.

mod files;
mod origins;
mod room;
mod study;
mod tried;
mod unheard;

pub use origins::Origin;
pub use study::{Declared, Studied, study, study_names};

use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::FileId;
use rulehound_grammar::workers::{OneByOne, Workers};
use rulehound_grammar::{Parsed, parse};

use rulehound_rules::merge::{Loaded, merge};
use rulehound_rules::model::{Model, Source};
use rulehound_rules::resolve::{KnownNames, resolve_names};

/// Where files come from; the core itself reads none.
pub trait Library {
    /// `name` as written after `extends` (or the entry), `from` the name of the file that asks. Returns the canonical name and the text.
    ///
    /// # Errors
    /// One line that says why there is no such file.
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String>;

    /// The tree of a file that was read. Whoever checks the same files again and again may keep what did not change.
    fn parse(&mut self, file: FileId, source: &Source) -> Parsed {
        parse(file, &source.text)
    }

    /// Who does what may be done side by side.
    fn workers(&self) -> &dyn Workers {
        &OneByOne
    }
}

/// What checking gives.
#[derive(Debug)]
pub struct Checked {
    /// The game, only if there is no error.
    pub model: Option<Model>,
    /// All findings, by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// The files in the order in which they were first asked for; the entry is the first.
    pub sources: Vec<Source>,
    /// What each file brings, parents first; empty if one could not be read.
    pub origins: Vec<Origin>,
}

/// Reads, parses, merges and resolves a game, and looks at how it flows.
pub fn check(entry: &str, library: &mut dyn Library) -> Checked {
    with_flow(check_names(entry, library), library.workers())
}

/// Looks at how a game flows, if its names are right.
fn with_flow(mut checked: Checked, workers: &dyn Workers) -> Checked {
    if let Some(model) = checked.model.take() {
        let model = Arc::new(model);
        let (mut found, facts) = rulehound_rules::checks::check(&model, workers);
        if let Some(facts) = facts.filter(|_| !has_errors(&found)) {
            found.extend(tried::check(&model, &facts));
        }
        checked.diagnostics.extend(found);
        // Nobody else has it.
        checked.model = Arc::into_inner(model);
    }
    Checked { origins: checked.origins, ..finished(checked.model, checked.diagnostics, checked.sources) }
}

/// Reads, parses, merges and resolves a game: names, types, ranges and clauses, without the checks of its flow.
pub fn check_names(entry: &str, library: &mut dyn Library) -> Checked {
    resolved(files::read(entry, library), false).0
}

/// Merges and resolves what was read; says what names mean if that is `wanted`.
fn resolved(read: files::Read, wanted: bool) -> (Checked, KnownNames) {
    let files::Read { loaded, sources, mut diagnostics } = read;
    let unreadable = loaded.is_empty() || has_errors(&diagnostics);
    let origins = origins::origins(&loaded);
    let (model, found, names) = merged_and_resolved(loaded, &sources, unreadable, wanted);
    diagnostics.extend(found.into_iter().filter(|one| !unreadable || !follows_from_missing_text(one)));
    (Checked { origins, ..finished(model, diagnostics, sources) }, names)
}

/// Sorts the findings; a game with an error is no game.
fn finished(model: Option<Model>, mut diagnostics: Vec<Diagnostic>, sources: Vec<Source>) -> Checked {
    diagnostics.sort_by_key(|one| (one.primary.at.file, one.primary.at.span, one.code));
    diagnostics.dedup();
    let model = if has_errors(&diagnostics) { None } else { model };
    Checked { model, diagnostics, sources, origins: Vec::new() }
}

fn merged_and_resolved(
    loaded: Vec<Loaded>,
    sources: &[Source],
    unreadable: bool,
    wanted: bool,
) -> (Option<Model>, Vec<Diagnostic>, KnownNames) {
    if loaded.is_empty() {
        return (None, Vec::new(), KnownNames::default());
    }
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let (mut merged, mut diagnostics) = merge(loaded, &names);
    merged.unreadable = unreadable;
    let (model, found, known) = resolve_names(&merged, sources.to_vec(), wanted);
    diagnostics.extend(found);
    (model, diagnostics, known)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|one| one.severity == Severity::Error)
}

/// Where a declaration or a file could not be read, what seems to be missing may stand there.
fn follows_from_missing_text(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code,
        "unknown-name" | "unknown-type" | "missing-clause" | "no-play" | "nothing-to-replace" | "no-players"
    )
}
