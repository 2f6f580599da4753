//! `play --full`: table, options, log and rule text side by side, on the whole terminal.

mod draw;
mod screen;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use screen::Pressed;
pub use screen::{Choice, Log, Says, Screen, Shown};

use crate::exit::{Done, Failure};
use crate::output::colours;

/// Whether the screen is ours.
static ACTIVE: AtomicBool = AtomicBool::new(false);

/// What was to be said on standard error meanwhile.
static LATER: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The full screen of a terminal.
pub struct Full {
    /// What it shows.
    pub screen: Screen,
    terminal: DefaultTerminal,
    colours: bool,
}

/// What somebody said.
pub enum Said {
    /// A line.
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Full {
    /// Takes the whole terminal; `None` where there is none that can be drawn on.
    pub fn open(title: &str, log: Log) -> Option<Self> {
        let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        let terminal = ratatui::try_init().ok()?;
        ACTIVE.store(true, Ordering::SeqCst);
        Some(Self { screen: Screen::new(title, log), terminal, colours: colours() })
    }

    /// Draws it as it is now.
    pub fn draw(&mut self) -> Done<()> {
        self.screen.trim();
        let (screen, colours) = (&self.screen, self.colours);
        self.terminal.draw(|frame| draw::draw(screen, colours, frame)).map(|_| ()).map_err(|error| failure(&error))
    }

    /// Waits for a line.
    pub fn line(&mut self, prompt: &str) -> Done<Said> {
        prompt.clone_into(&mut self.screen.prompt);
        loop {
            self.draw()?;
            // Whatever else happens, such as another size, it is drawn anew.
            let Event::Key(key) = event::read().map_err(|error| failure(&error))? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match self.screen.press(key) {
                Pressed::Again => {}
                Pressed::Line(line) => return Ok(Said::Line(line)),
                Pressed::End => return Ok(Said::End),
                Pressed::Interrupted => return Ok(Said::Interrupted),
            }
        }
    }
}

impl Drop for Full {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back as it was, if it was taken, and says what was to be said meanwhile.
pub fn leave() {
    if ACTIVE.swap(false, Ordering::SeqCst) {
        ratatui::restore();
        let words = std::mem::take(&mut *LATER.lock().unwrap_or_else(PoisonError::into_inner));
        words.iter().for_each(|words| crate::output::complain(words));
    }
}

/// Keeps a word for standard error until the screen is given back; whether it is to be kept.
pub fn later(words: &str) -> bool {
    let active = ACTIVE.load(Ordering::SeqCst);
    if active {
        LATER.lock().unwrap_or_else(PoisonError::into_inner).push(words.to_owned());
    }
    active
}

fn failure(error: &io::Error) -> Failure {
    Failure::file(format!("cannot use the terminal: {error}"))
}
