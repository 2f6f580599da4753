//! Standard output and standard error, without panics when nobody reads any more.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

use crate::exit::{Done, Exit, Failure};

/// Standard output, buffered.
pub struct Output(BufWriter<Stdout>);

impl Output {
    /// Opens it.
    pub fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> Done<()> {
        writeln!(self.0, "{}", text.as_ref()).map_err(|error| failure(&error))
    }

    /// Writes a text as it is.
    pub fn text(&mut self, text: &str) -> Done<()> {
        write!(self.0, "{text}").map_err(|error| failure(&error))
    }

    /// Writes several lines.
    pub fn lines(&mut self, lines: &[String]) -> Done<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Makes everything visible.
    pub fn flush(&mut self) -> Done<()> {
        self.0.flush().map_err(|error| failure(&error))
    }
}

/// A reader that has gone away wants nothing more: the command ends without a word.
fn failure(error: &io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::said(Exit::Fine)
    } else {
        Failure::file(format!("cannot write to standard output: {error}"))
    }
}

/// Writes a line to standard error; if that cannot be written, there is nobody to tell.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// How explanations look on standard output: dimmed where a terminal shows them.
pub fn shade() -> fn(&str) -> String {
    if io::stdout().is_terminal() && colours() { dimmed } else { str::to_owned }
}

fn dimmed(line: &str) -> String {
    format!("\x1b[2m{line}\x1b[0m")
}

fn colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard error may be coloured.
pub fn colour() -> bool {
    io::stderr().is_terminal() && colours()
}
