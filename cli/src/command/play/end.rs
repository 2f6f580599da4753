//! What remains of a game when playing ends.

use std::path::{Path, PathBuf};

use super::super::record::game_for;
use super::save;
use super::session::Session;
use crate::arguments::Play;
use crate::exit::Done;
use crate::files;
use crate::reach;

/// Writes what `--save` and `--record` ask for, and says how to go on another time, unless something went wrong.
pub fn keep(session: &mut Session, arguments: &Play, wrong: bool) -> Done<()> {
    session.pause()?;
    let recorded = arguments.record.as_ref().map(|path| record(session, path, arguments.force)).transpose();
    if session.over() {
        session.kept.remove();
        return recorded.map(|_| ());
    }
    if arguments.save.is_none() && wrong {
        return recorded.map(|_| ());
    }
    session.output.line("")?;
    let saved = match &arguments.save {
        Some(path) => {
            let resumed = arguments.resume.as_ref() == Some(path);
            save(session, path, arguments.force || resumed)
        }
        None => unsaved(session),
    };
    saved.and(recorded).map(|_| ())
}

fn record(session: &mut Session, path: &Path, force: bool) -> Done<()> {
    let script = |session: &Session, path: &Path| session.script(game_for(&session.name, Some(path)));
    let path = written(session, path, force, script)?;
    session.output.line(format!("The game is written to {}.", path.display()))
}

fn save(session: &mut Session, path: &Path, force: bool) -> Done<()> {
    let path = match written(session, path, force, save::text) {
        Ok(path) => path,
        Err(failure) => {
            if let Some(words) = session.kept_words() {
                session.output.prose(&words)?;
            }
            return Err(failure);
        }
    };
    session.kept.remove();
    let again = session.resume_words(&path);
    session.output.prose(&format!("The game is saved. Go on with `{again}`."))
}

/// Nobody asked for a save. At a terminal the game stays kept; a pipe has said all that it has to say.
fn unsaved(session: &mut Session) -> Done<()> {
    if session.input.terminal && session.kept.is_written() {
        let words = session.kept.words();
        return session.output.prose(&words);
    }
    session.kept.remove();
    session.output.line("The game is not saved; `--save FILE` or `s FILE` keeps it another time.")
}

/// Writes a file, if need be under another name.
fn written(session: &mut Session, path: &Path, force: bool, text: impl Fn(&Session, &Path) -> String) -> Done<PathBuf> {
    let mut path = path.to_path_buf();
    loop {
        let allowed = files::refuse_what_is_read(&path, session.rules.files());
        let done = allowed.and_then(|()| files::write_secret(&path, &text(session, &path), force));
        let Err(failure) = done else { return Ok(path) };
        let message = failure.message.clone().unwrap_or_default();
        session.output.prose(&format!("{message}."))?;
        let question = "Another name for it (or nothing to leave it) > ";
        match session.input.ask(question, Vec::new(), &mut session.output)? {
            Some(name) if !name.is_empty() => path = PathBuf::from(name),
            _ => {
                session.output.line("")?;
                return Err(failure);
            }
        }
    }
}

impl Session {
    /// The command that goes on with a saved game.
    pub fn resume_words(&self, path: &Path) -> String {
        let game = game_for(&self.name, Some(path));
        // Where the save may not name its game, somebody has to.
        let game = if reach::leads_out(Path::new(&game)) { format!("{} ", self.name) } else { String::new() };
        format!("rulehound play {game}--resume {}", path.display())
    }
}
