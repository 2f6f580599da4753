//! Exit codes, and failures that end a command.

use rulehound_interpreter::play::Misuse;

/// How a command ended; the numbers are what scripts rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Fine = 0,
    /// The rules or a script are wrong, or an expectation failed.
    Wrong = 1,
    /// The command line was wrong.
    CommandLine = 2,
    /// The rules misbehaved while playing.
    Fault = 3,
    /// A file could not be read or written.
    File = 4,
}

/// Why a command cannot go on.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What to say, if it is not said already.
    pub message: Option<String>,
}

impl Failure {
    /// The command line asks for something that cannot be.
    pub fn command_line(message: impl Into<String>) -> Self {
        Self { exit: Exit::CommandLine, message: Some(message.into()) }
    }

    /// A file cannot be read or written.
    pub fn file(message: impl Into<String>) -> Self {
        Self { exit: Exit::File, message: Some(message.into()) }
    }

    /// Everything is said already.
    pub fn said(exit: Exit) -> Self {
        Self { exit, message: None }
    }
}

impl From<Misuse> for Failure {
    /// Somebody is asked for who is not at the table.
    fn from(misuse: Misuse) -> Self {
        Self::command_line(misuse.to_string())
    }
}

/// What commands and their helpers give.
pub type Done<T = Exit> = Result<T, Failure>;
