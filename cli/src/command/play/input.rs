//! Lines from the keyboard or a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use crate::exit::{Done, Failure};

/// The longest line that is read; the rest of a longer one is the next line.
const MOST_BYTES: u64 = 64 << 10;

/// Standard input.
pub struct Input {
    /// Whether somebody types.
    pub terminal: bool,
    /// A line that was read and is still to be heard.
    pending: Option<String>,
}

impl Input {
    /// Opens it.
    pub fn new() -> Self {
        Self { terminal: io::stdin().is_terminal(), pending: None }
    }

    /// Leaves a line for whoever asks next.
    pub fn take_back(&mut self, line: String) {
        self.pending = Some(line);
    }

    /// The next line without its end; `None` at the end of input.
    pub fn line(&mut self) -> Done<Option<String>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let mut bounded = io::stdin().lock().take(MOST_BYTES);
        match bounded.read_until(b'\n', &mut bytes) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
            Err(error) => Err(Failure::file(format!("cannot read standard input: {error}"))),
        }
    }
}
