//! Where rules come from: files, and the shipped games.

use std::path::{Path, PathBuf};

use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

use crate::exit::Exit;
use crate::reach::{self, Refused};
use crate::{files, shipped};

/// Reads rules. Files come first; a name that is no file may be a shipped game.
#[derive(Debug, Default)]
pub struct Files {
    /// What could not be read.
    pub unreadable: Vec<String>,
}

impl Library for Files {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let read = match from {
            Some(from) if from.starts_with(shipped::PREFIX) => {
                shipped_source(name).ok_or_else(|| no_such(name, &listed()))
            }
            Some(from) => extended(name, from),
            None => entry(name),
        };
        read.map_err(|refused| {
            if refused.exit == Exit::File {
                self.unreadable.push(name.to_owned());
            }
            refused.why
        })
    }
}

/// What somebody asks for at the command line.
fn entry(name: &str) -> Result<Source, Refused> {
    let path = Path::new(name);
    match files::read(path, files::MOST_BYTES) {
        Ok(text) => Ok(Source { name: canonical(path), text }),
        // What exists is what is meant, even if it cannot be read.
        Err(unread) if path.exists() => Err(Refused { why: unread.to_string(), exit: files::exit_of(&unread) }),
        Err(_) if path.is_symlink() => {
            Err(Refused { why: "it is a link that leads to no file".to_owned(), exit: Exit::File })
        }
        Err(_) => shipped_source(name).ok_or_else(|| no_such(name, &listed())),
    }
}

/// What a file extends.
fn extended(name: &str, from: &str) -> Result<Source, Refused> {
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let path = reach::below(folder, name).map_err(|why| Refused { why, exit: Exit::File })?;
    if !path.exists() {
        // At the command line all shipped games are named; under a line of rules they would hide what is to be done.
        return shipped_source(name).ok_or_else(|| no_such(name, ""));
    }
    Ok(Source { name: canonical(&path), text: reach::rules(&path)? })
}

fn shipped_source(name: &str) -> Option<Source> {
    let (name, text) = shipped::text(name)?;
    Some(Source { name: format!("{}{name}.rules", shipped::PREFIX), text: text.to_owned() })
}

/// The shipped games that there are, for whoever asks for one.
fn listed() -> String {
    format!(" (there are {})", shipped::names())
}

/// What is no file; `others` are the shipped games that there are, if they are told.
fn no_such(name: &str, others: &str) -> Refused {
    let why = if name.ends_with(".rules") || name.contains(['/', '\\']) || shipped::GAMES.is_empty() {
        "there is no such file".to_owned()
    } else {
        format!("there is no such file, nor a shipped game of that name{others}")
    };
    Refused { why, exit: Exit::File }
}

/// One name for one file, however it is reached; short where it lies in the working directory.
fn canonical(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_else(|_| PathBuf::new());
    let short = whole.strip_prefix(&here).map(Path::to_path_buf).unwrap_or(whole);
    short.to_string_lossy().into_owned()
}
