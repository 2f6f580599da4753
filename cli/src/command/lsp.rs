//! `lsp`: answers an editor over standard input and output.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use rulehound_interpreter::check::Library;
use rulehound_interpreter::model::Source;
use rulehound_language_server::{Connection, Folder, serve};

use crate::arguments::Lsp;
use crate::exit::{Done, Exit, Failure};
use crate::library::Files;
use crate::{files, shipped};

/// The most files that are looked at in a folder, and how deep below it they may lie.
const MOST_FILES: usize = 500;
const MOST_DEPTH: usize = 8;

/// Answers until the editor is done.
pub fn lsp(_: &Lsp) -> Done {
    if std::io::stdin().is_terminal() {
        return Err(Failure::command_line(
            "`lsp` is started by an editor, not by hand; docs/editors.md says how to set one up",
        ));
    }
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, &mut Machine);
    // What is still to be written is written before the end.
    drop(connection);
    let closed = threads.join();
    match (served, closed) {
        (Ok(()), Ok(())) => Ok(Exit::Fine),
        (Err(why), _) => Err(Failure::command_line(format!("the editor broke off: {why}"))),
        (_, Err(why)) => Err(Failure::command_line(format!("the connection to the editor broke: {why}"))),
    }
}

/// The files of this machine, under their whole paths, and the shipped games.
struct Machine;

impl Folder for Machine {
    fn canonical(&mut self, path: &str) -> String {
        whole(Path::new(path)).to_string_lossy().into_owned()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        match shipped::text(name).filter(|_| name.starts_with(shipped::PREFIX)) {
            Some((_, text)) => Ok(text.to_owned()),
            None => files::read(Path::new(name), files::MOST_BYTES).map_err(|unread| unread.to_string()),
        }
    }

    fn find(&mut self, name: &str, from: &str) -> Result<Source, String> {
        let source = Files::default().read(name, Some(from))?;
        if source.name.starts_with(shipped::PREFIX) {
            return Ok(source);
        }
        Ok(Source { name: self.canonical(&source.name), text: source.text })
    }

    fn rules_below(&mut self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(&whole(Path::new(folder)), &["rules"], MOST_DEPTH, &mut found);
        found
    }

    fn scripts_below(&mut self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(&whole(Path::new(folder)), &["yaml", "yml"], MOST_DEPTH, &mut found);
        found
    }
}

/// The whole path of a file; of one that is not there as far as that can be said.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

/// The files in a folder whose names end so, in order of their names, then those in the folders below.
fn collect(folder: &Path, ends: &[&str], depth: usize, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|end| ends.iter().any(|one| end == *one)) && path.is_file())
    {
        if found.len() < MOST_FILES {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    let is_looked_at = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && name != "target" && name != "node_modules"
    };
    for path in paths.iter().filter(|path| path.is_dir() && !path.is_symlink() && is_looked_at(path)) {
        if depth > 0 && found.len() < MOST_FILES {
            collect(path, ends, depth - 1, found);
        }
    }
}
