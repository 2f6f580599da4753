//! Where rules come from: files, and the shipped games.

use std::path::{Path, PathBuf};

use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;

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
            Some(from) if from.starts_with(shipped::PREFIX) => shipped_source(name).ok_or_else(|| no_such(name)),
            Some(from) => from_file(&Path::new(from).parent().unwrap_or(Path::new("")).join(name), name),
            None => from_file(Path::new(name), name),
        };
        if read.is_err() {
            self.unreadable.push(name.to_owned());
        }
        read
    }
}

fn from_file(path: &Path, name: &str) -> Result<Source, String> {
    // What exists is what is meant, even if it cannot be read.
    if !path.exists()
        && let Some(source) = shipped_source(name)
    {
        return Ok(source);
    }
    match files::read(path, files::MOST_BYTES) {
        Ok(text) => Ok(Source { name: canonical(path), text }),
        Err(_) if !path.exists() => Err(no_such(name)),
        Err(why) => Err(why),
    }
}

fn shipped_source(name: &str) -> Option<Source> {
    let (name, text) = shipped::text(name)?;
    Some(Source { name: format!("{}{name}.rules", shipped::PREFIX), text: text.to_owned() })
}

fn no_such(name: &str) -> String {
    if name.ends_with(".rules") || name.contains(['/', '\\']) || shipped::GAMES.is_empty() {
        "there is no such file".to_owned()
    } else {
        format!("there is no such file, nor a shipped game of that name (there are {})", shipped::names())
    }
}

/// One name for one file, however it is reached; short where it lies in the working directory.
fn canonical(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_else(|_| PathBuf::new());
    let short = whole.strip_prefix(&here).map(Path::to_path_buf).unwrap_or(whole);
    short.to_string_lossy().into_owned()
}
