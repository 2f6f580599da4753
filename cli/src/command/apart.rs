//! Strangers' rules in processes of their own: this program, started once more.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use rulehound_table::{Guard, MEMORY, TOO_LONG, Unread, inside, limited};

use crate::arguments::{self, Process};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::shipped;

/// Whether a game is somebody's file; what comes with the program is our own.
pub fn is_strange(game: &str) -> bool {
    Path::new(game).exists()
}

/// How tables of strangers' rules are played: by this program.
pub fn guard() -> Done<Guard> {
    let own = |(name, text): &(String, String)| {
        name.starts_with(shipped::PREFIX) && shipped::text(name).is_some_and(|(_, own)| own == text)
    };
    let arguments = before("table").into_iter().chain(["table", "--process", "play"].map(OsString::from));
    Ok(Guard::new(program()?, arguments.collect(), move |sources| sources.iter().all(own)))
}

/// This program.
pub fn program() -> Done<PathBuf> {
    std::env::current_exe().map_err(|error| Failure::file(format!("this program cannot be started again: {error}")))
}

/// What stands before a command where something else has started this program, such as Python.
pub fn before(command: &str) -> Vec<OsString> {
    std::env::args_os().skip(1).take_while(|word| word != command).collect()
}

/// How a process of this program ended, as a command does.
pub fn exit_of(status: ExitStatus) -> Exit {
    let exits = [Exit::Wrong, Exit::CommandLine, Exit::Fault, Exit::File];
    exits.into_iter().find(|exit| Some(*exit as i32) == status.code()).unwrap_or(Exit::Fault)
}

/// A game of somebody's that can be played.
pub struct Read {
    /// What it is called.
    pub title: String,
    /// All that is needed to play it.
    pub unread: Unread,
}

/// A game of somebody's, read and checked by a process of its own; what is wrong with it is printed there.
pub fn read() -> Done<Read> {
    let mut command = Command::new(program()?);
    command.args(std::env::args_os().skip(1)).args(["--process", "read"]);
    command.env("MALLOC_ARENA_MAX", "1").stdin(Stdio::null()).stderr(Stdio::inherit());
    let failed = |error: std::io::Error| Failure::file(format!("no process can be started for these rules: {error}"));
    let ended = command.output().map_err(failed)?;
    match ended.status.code() {
        Some(0) => {
            let (title, unread) =
                serde_json::from_slice(&ended.stdout).map_err(|error| Failure::file(error.to_string()))?;
            Ok(Read { title, unread })
        }
        Some(TOO_LONG) => Err(wrong("these rules take too long before anybody is asked".to_owned())),
        Some(_) => Err(Failure::said(exit_of(ended.status))),
        None => Err(wrong(format!("these rules need too much memory; {MEMORY} MB are the most"))),
    }
}

fn wrong(message: String) -> Failure {
    Failure { exit: Exit::Wrong, message: Some(message) }
}

/// What such a process does.
pub fn process(what: Process, arguments: &arguments::Table) -> Done {
    match what {
        Process::Play => {
            inside(MEMORY).map_err(|trouble| Failure::file(trouble.to_string()))?;
            Ok(Exit::Fine)
        }
        Process::Read => limited(MEMORY, || told(arguments))
            .unwrap_or_else(|error| Err(Failure::file(format!("these rules cannot be read: {error}")))),
    }
}

fn told(arguments: &arguments::Table) -> Done {
    let Some(game) = &arguments.game else { return Ok(Exit::CommandLine) };
    let opening = super::table::opening(game, arguments)?;
    if !arguments.lobby {
        opening.begins().map_err(|trouble| Failure { exit: Exit::Fault, message: Some(trouble.to_string()) })?;
    }
    let unread = Unread::of(&opening, &opening.table.players);
    let read = (&opening.model.title, unread);
    let mut output = Output::new();
    output.line(serde_json::to_string(&read).map_err(|error| Failure::file(error.to_string()))?)?;
    output.flush()?;
    Ok(Exit::Fine)
}
