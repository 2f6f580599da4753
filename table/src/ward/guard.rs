//! How a process is started that plays strangers' rules, and whose rules are strangers'.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::{Child, Command};

use super::limits::MEMORY;

/// Whether the texts of rules, with their names, are our own.
type Own = dyn Fn(&[(String, String)]) -> bool + Send + Sync;

/// How strangers' rules are kept apart from the server.
pub struct Guard {
    /// The program that plays them, as [`crate::inside`] does, with its arguments.
    program: (PathBuf, Vec<OsString>),
    /// So many mebibytes it may have.
    pub(super) memory: u64,
    own: Box<Own>,
}

impl Guard {
    /// They are played by this program, which calls [`crate::inside`]; `own` says of the texts of rules with their names whether the server may
    /// play them itself.
    pub fn new(
        program: PathBuf,
        arguments: Vec<OsString>,
        own: impl Fn(&[(String, String)]) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { program: (program, arguments), memory: MEMORY, own: Box::new(own) }
    }

    /// Whether the server may play these rules itself.
    pub(crate) fn trusts(&self, sources: &[(String, String)]) -> bool {
        (self.own)(sources)
    }

    /// A new process. What is said to this server at the terminal, such as Ctrl-C, is not said to it.
    pub(super) fn start(&self) -> Result<Child, std::io::Error> {
        let (program, arguments) = &self.program;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        // Else each thread has address space set aside for it that it does not need.
        command.env("MALLOC_ARENA_MAX", "1");
        #[cfg(unix)]
        command.process_group(0);
        command.spawn()
    }
}
