//! What becomes of a damaged file, done as the program does it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::format;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::document;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::{Fault, Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::script::{self, SCRIPT_FILE};

use super::{Mutant, Sort};
use crate::documents::folder;
use crate::load::{load, tables};

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Refused by the checker, with a code.
    Refused(&'static str),
    /// The rules are sound, but do not fit a table.
    NoTable,
    /// Played, up to a fault of the rules.
    Fault(&'static str),
    /// Played.
    Played,
}

/// At how many stops a mutant is played.
const STOPS: usize = 25;

/// Does with a mutant what the program would.
///
/// # Errors
/// A promise that was not held.
pub fn try_mutant(mutant: &Mutant) -> Result<Outcome, String> {
    match mutant.sort {
        Sort::Rules => rules(mutant),
        Sort::Script => scripted(mutant),
        Sort::Save => saved(mutant),
    }
}

/// The damaged text in the place of a file; all others are as they are.
struct Damaged<'m> {
    path: &'m Path,
    text: &'m str,
}

impl Library for Damaged<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let beside = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        let path: PathBuf = beside.join(name);
        let text = if path == self.path {
            self.text.to_owned()
        } else {
            let about = std::fs::metadata(&path).map_err(|_| "there is no such file".to_owned())?;
            if !about.is_file() {
                return Err("it is no file".to_owned());
            }
            std::fs::read_to_string(&path).map_err(|error| error.to_string())?
        };
        Ok(Source { name: path.display().to_string(), text })
    }
}

fn rules(mutant: &Mutant) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(&mutant.bytes);
    let checked = check(&mutant.path.display().to_string(), &mut Damaged { path: &mutant.path, text: &text });
    let texts: Vec<&str> = checked.sources.iter().map(|source| source.text.as_str()).collect();
    placed(&checked.diagnostics, &texts, None)?;
    // Whatever the reader takes is written without loss, and then stays as it is.
    if let Ok(formatted) = format(&text)
        && format(&formatted).as_ref() != Ok(&formatted)
    {
        return Err(format!("formatted again it is another text:\n{formatted}"));
    }
    let Some(model) = checked.model else {
        let first = checked.diagnostics.iter().find(|one| one.severity == Severity::Error);
        return first.map(|one| Outcome::Refused(one.code)).ok_or_else(|| "refused without an error".to_owned());
    };
    let model = Arc::new(model);
    play(&model)
}

fn play(model: &Arc<Model>) -> Result<Outcome, String> {
    let page = document::document(model, &[]);
    let written = document::html(&page).len() + document::markdown(&page).len();
    if written > 64 << 20 {
        return Err(format!("a document of {written} bytes"));
    }
    let table = tables(model).remove(0);
    let Ok(game) = Game::load(model.clone(), &table) else { return Ok(Outcome::NoTable) };
    let mut log = Log::new();
    match game.start(&mut log) {
        Ok(position) => look(position),
        Err(fault) => Ok(Outcome::Fault(fault.code)),
    }
}

/// Plays on at random and looks at everything a player would.
fn look(mut position: Position) -> Result<Outcome, String> {
    let mut chance = Seeded::new(5, 0);
    for _ in 0..STOPS {
        for viewer in [Viewer::All, Viewer::Nobody, Viewer::Seat(0)] {
            let _ = position.view_for_people(viewer);
        }
        let mut log = Log::new();
        let done = match position.stop() {
            Stop::Over => return Ok(Outcome::Played),
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log).map_err(Fault::from),
            Stop::Decision => {
                let Some(seat) = position.deciders().first().copied() else { return Err("nobody decides".to_owned()) };
                let answered = position.count(seat).and_then(|count| {
                    position.offer(seat)?;
                    position.refusals(seat)?;
                    position.apply(seat, chance.below(count), &mut log)
                });
                answered.map_err(Fault::from)
            }
        };
        if let Err(fault) = done {
            return Ok(Outcome::Fault(fault.code));
        }
    }
    let again = position.game().restore(&position.save());
    if again.is_ok_and(|again| again.declared() == position.declared()) {
        Ok(Outcome::Played)
    } else {
        Err("its save is not read again".to_owned())
    }
}

fn scripted(mutant: &Mutant) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(&mutant.bytes);
    let script = match script::read(&text) {
        Ok(script) => script,
        Err(found) => {
            placed(&found, &[], Some(&text))?;
            return found.first().map(|one| Outcome::Refused(one.code)).ok_or_else(|| "refused in silence".to_owned());
        }
    };
    let beside = mutant.path.parent().unwrap_or(Path::new("")).join(&script.game.text);
    let shipped = folder("games").join(format!("{}.rules", script.game.text));
    let Some(path) = [beside, shipped].into_iter().find(|path| path.is_file()) else {
        return Ok(Outcome::Refused("missing-file"));
    };
    let Ok(model) = load(&path) else { return Ok(Outcome::Refused("broken-rules")) };
    let texts: Vec<String> = model.sources.iter().map(|source| source.text.clone()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let played = script::run(&script, model, &mut ());
    placed(&played.diagnostics, &texts, Some(&text))?;
    if let Some(position) = &played.position {
        let _ = position.view_for_people(Viewer::All);
    }
    Ok(match (played.fault, played.diagnostics.first()) {
        (Some(fault), _) => Outcome::Fault(fault.code),
        (None, Some(found)) => Outcome::Refused(found.code),
        (None, None) => Outcome::Played,
    })
}

fn saved(mutant: &Mutant) -> Result<Outcome, String> {
    let model = load(&mutant.path)?;
    let table = tables(&model).remove(0);
    let game = Game::load(model, &table).map_err(|error| error.to_string())?;
    match game.restore(&mutant.bytes) {
        Ok(position) => look(position),
        Err(_) => Ok(Outcome::Refused("save")),
    }
}

/// Every finding says what, and where: inside a text that is there.
fn placed(found: &[Diagnostic], texts: &[&str], script: Option<&str>) -> Result<(), String> {
    for one in found {
        let text = if one.primary.at.file == SCRIPT_FILE {
            script
        } else {
            texts.get(usize::from(one.primary.at.file.0)).copied()
        };
        let Some(text) = text else { return Err(format!("{one:?} stands in no file")) };
        let (start, end) = (one.primary.at.span.start as usize, one.primary.at.span.end as usize);
        if start > end || end > text.len() {
            return Err(format!("{one:?} stands outside the text"));
        }
        let nowhere = (start, end) == (0, 0) && !text.is_empty();
        if nowhere || one.message.is_empty() || one.primary.text.is_empty() {
            return Err(format!("{one:?} has no place or no words"));
        }
    }
    Ok(())
}
