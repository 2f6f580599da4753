//! Lines from the keyboard or a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use super::editor::{Editor, Typed};
use super::kept;
use crate::exit::{Done, Failure};
use crate::full::{Full, Said};
use crate::output::Output;

/// The longest line that is read from a pipe; the rest of a longer one is the next line.
const MOST_BYTES: u64 = 64 << 10;

/// Standard input.
pub struct Input {
    /// Whether somebody types.
    pub terminal: bool,
    /// Where lines are edited, if somebody types and sees it.
    editor: Option<Editor>,
    /// The full screen, if the game is played on one.
    pub full: Option<Full>,
    /// A line that was read and is still to be heard.
    pending: Option<String>,
}

impl Input {
    /// Opens it.
    pub fn new() -> Self {
        let terminal = io::stdin().is_terminal();
        let seen = terminal && io::stdout().is_terminal();
        Self { terminal, editor: if seen { Editor::open() } else { None }, full: None, pending: None }
    }

    /// Leaves a line for whoever asks next.
    pub fn take_back(&mut self, line: String) {
        self.pending = Some(line);
    }

    /// Asks with these words and reads a line without its end; `None` at the end of input. At a terminal it can be completed to an answer.
    pub fn ask(&mut self, prompt: &str, answers: Vec<String>, output: &mut Output) -> Done<Option<String>> {
        if let Some(full) = self.full.as_mut().filter(|_| self.pending.is_none()) {
            return match full.line(&rulehound::workshop::visible(prompt))? {
                Said::Line(line) => Ok(Some(line)),
                Said::End => Ok(None),
                Said::Interrupted => kept::interrupted(),
            };
        }
        if let Some(editor) = self.editor.as_mut().filter(|_| self.pending.is_none()) {
            output.flush()?;
            return match editor.line(&rulehound::workshop::visible(prompt), answers)? {
                Typed::Line(line) => Ok(Some(line)),
                Typed::End => Ok(None),
                Typed::Interrupted => kept::interrupted(),
            };
        }
        output.text(prompt)?;
        output.flush()?;
        self.line()
    }

    /// Lets a line come back with the arrows.
    pub fn remember(&mut self, line: &str) {
        if let Some(editor) = &mut self.editor {
            editor.remember(line);
        }
    }

    /// Somebody else sits down.
    pub fn forget(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.forget();
        }
    }

    fn line(&mut self) -> Done<Option<String>> {
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
