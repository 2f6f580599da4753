//! Lines from the keyboard or a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use crate::exit::{Done, Failure};

/// The longest line that is read; the rest of a longer one is the next line.
const MOST_BYTES: u64 = 64 << 10;

/// Standard input.
pub struct Input {
    /// Whether somebody types.
    pub terminal: bool,
}

impl Input {
    /// Opens it.
    pub fn new() -> Self {
        Self { terminal: io::stdin().is_terminal() }
    }

    /// The next line without its end; `None` at the end of input.
    pub fn line(&self) -> Done<Option<String>> {
        let mut bytes = Vec::new();
        let mut bounded = io::stdin().lock().take(MOST_BYTES);
        match bounded.read_until(b'\n', &mut bytes) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
            Err(error) => Err(Failure::file(format!("cannot read standard input: {error}"))),
        }
    }
}
