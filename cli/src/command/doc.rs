//! `doc`: the rule document of a game.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_grammar::diagnostic::Severity;
use rulehound_interpreter::check::check;
use rulehound_interpreter::document::{self, Document, Example, MARK};
use rulehound_interpreter::limits;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::script;

use crate::arguments::{Doc, PageFormat};
use crate::exit::{Done, Exit, Failure};
use crate::library::Files;
use crate::output::{Output, complain};
use crate::rules::{self, Rules};
use crate::{files, report, shipped};
use rulehound::workshop::visible;

/// How much of a file is looked at to see who wrote it.
const LOOKED_AT: usize = 2_000;

/// The greatest length of a document that is looked at.
const MOST_BYTES: u64 = 64 << 20;

/// Writes each document.
pub fn doc(arguments: &Doc) -> Done {
    let mut output = Output::new();
    for game in &arguments.games {
        let rules = rules::playable(game)?;
        let document = written(game, &rules, arguments)?;
        let text = match arguments.format {
            PageFormat::Html => document::html(&document),
            PageFormat::Markdown => document::markdown(&document),
        };
        let text = visible(&text);
        if arguments.stdout {
            output.text(&text)?;
            continue;
        }
        let path = arguments.output.join(file_name(game, arguments.format));
        if fs::symlink_metadata(&path).is_ok() && !arguments.force && !is_ours(&path) {
            let message = format!(
                "cannot write `{}`: `rulehound doc` did not write what is there; `--force` overwrites it",
                path.display()
            );
            return Err(Failure::file(message));
        }
        files::make_folder(&arguments.output)?;
        files::write(&path, &text, true)?;
        output.line(format!("wrote {}", path.display()))?;
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// Whether an earlier `doc` wrote what is there.
fn is_ours(path: &Path) -> bool {
    files::read(path, MOST_BYTES).is_ok_and(|text| {
        let beginning = text.get(..text.floor_char_boundary(LOOKED_AT)).unwrap_or_default();
        beginning.contains(MARK)
    })
}

/// `hot-dog.html` of `hot-dog`, of `games/hot-dog.rules`, and of `hot-dog.rules`.
fn file_name(game: &str, format: PageFormat) -> String {
    let name = Path::new(game).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bare = name.strip_suffix(".rules").unwrap_or(&name);
    let extension = match format {
        PageFormat::Html => "html",
        PageFormat::Markdown => "md",
    };
    format!("{bare}.{extension}")
}

fn written(game: &str, rules: &Rules, arguments: &Doc) -> Done<Document> {
    let examples = examples(rules, arguments.examples.as_deref())?;
    let base = if arguments.whole { None } else { base(game, &rules.sources)? };
    Ok(match base {
        Some(base) => document::variant(&base, &rules.model, &examples),
        None => document::document(&rules.model, &examples),
    })
}

/// The game that a variant goes back to: the one file that extends no other.
pub(super) fn base(game: &str, sources: &[Source]) -> Done<Option<Arc<Model>>> {
    let Some(origin) = document::origin(sources) else { return Ok(None) };
    let name = origin.name.strip_prefix(shipped::PREFIX).unwrap_or(&origin.name);
    let checked = check(name, &mut Files::default());
    match checked.model {
        Some(model) => Ok(Some(Arc::new(model))),
        None => {
            let errors: Vec<_> =
                checked.diagnostics.into_iter().filter(|one| one.severity == Severity::Error).collect();
            report::human(&errors, &checked.sources, None);
            complain(&format!("error: `{game}` changes a game that is not right itself"));
            Err(Failure::said(Exit::Wrong))
        }
    }
}

/// The scripts of this game: those of a folder that is given, else those that a shipped game brings. One that does not hold is an error.
fn examples(rules: &Rules, folder: Option<&Path>) -> Done<Vec<Example>> {
    let own = rules.sources.first().map_or("", |source| source.name.as_str());
    let mut found = Vec::new();
    match folder {
        Some(folder) => {
            for path in scripts(folder)? {
                let text = files::read_or_fail(&path, limits::SCRIPT_BYTES as u64)?;
                let belongs = |name: &str| {
                    let beside = path.parent().unwrap_or(Path::new("")).join(name);
                    same_file(&beside, own) || same_file(Path::new(name), own) || is_shipped(name, own)
                };
                if game_of(&text).is_some_and(|name| belongs(&name)) {
                    found.push((path.display().to_string(), text));
                }
            }
        }
        None => {
            for (name, text) in shipped::SCRIPTS {
                if game_of(text).is_some_and(|game| is_shipped(&game, own)) {
                    found.push(((*name).to_owned(), (*text).to_owned()));
                }
            }
        }
    }
    found.into_iter().map(|(name, text)| example(name, text, rules)).collect()
}

fn example(name: String, text: String, rules: &Rules) -> Done<Example> {
    Example::play(&text, &rules.model).map_err(|error| {
        report::human(&error.diagnostics, &rules.sources, Some(&Source { name, text }));
        Failure::said(Exit::Wrong)
    })
}

/// Which game a script names; none if it cannot be read, which `run` would tell.
fn game_of(text: &str) -> Option<String> {
    script::read(text).ok().map(|script| script.game.text)
}

fn is_shipped(name: &str, own: &str) -> bool {
    let file = Path::new(own.strip_prefix(shipped::PREFIX).unwrap_or(own)).file_stem();
    let known = shipped::text(name).map(|(name, _)| name);
    // A shipped game may also be read from its file.
    known.is_some_and(|known| file.is_some_and(|file| file == known) && shipped_text(own, known))
}

/// Whether what was read is the shipped game itself and not a game of the same name.
fn shipped_text(own: &str, known: &str) -> bool {
    own.starts_with(shipped::PREFIX)
        || files::read(Path::new(own), files::MOST_BYTES)
            .is_ok_and(|text| shipped::text(known).is_some_and(|(_, shipped)| text == shipped))
}

fn same_file(path: &Path, own: &str) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(path).is_some_and(|path| canonical(Path::new(own)) == Some(path))
}

/// The scripts in a folder, in order of their names.
fn scripts(folder: &Path) -> Done<Vec<PathBuf>> {
    let failed = |error: std::io::Error| Failure::file(format!("cannot read `{}`: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml"));
    paths.sort();
    Ok(paths)
}
