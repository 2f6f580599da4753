//! The studio: an editor, a table with all seats, the rule document and scripted games side by side, for one folder and one author.

mod desk;
mod folder;
mod message;
mod scripts;
mod texts;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rulehound_interpreter::model::Source;

use crate::key::{Fingerprint, Key, fingerprint};
use crate::opening::Trouble;

pub use desk::Desk;
pub use folder::Paths;
pub use message::Message;

/// The one folder that is worked in. A name is that of a file in it, such as `my-game.rules`, or one below it, `games/other.rules`.
pub trait Shelf: Send {
    /// The rules and scripts in it, in order of their names.
    fn list(&mut self) -> Vec<String>;

    /// The text of a file.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn read(&mut self, name: &str) -> Result<String, String>;

    /// Writes a file whole, or not at all. `new`: only if there is none of this name.
    ///
    /// # Errors
    /// Why it cannot be written, in one line.
    fn write(&mut self, name: &str, text: &str, new: bool) -> Result<(), String>;

    /// The rules that a name means in the file `from`: a file of the folder, or what comes with the program.
    ///
    /// # Errors
    /// Why there are none, in one line.
    fn rules(&mut self, name: &str, from: &str) -> Result<Source, String>;
}

/// A studio that a server has open.
#[derive(Clone)]
pub struct Studio {
    key: Fingerprint,
    shelf: Arc<Mutex<Box<dyn Shelf>>>,
    /// The file it begins with.
    first: String,
    /// Why rules have stopped it before.
    stopped: Option<String>,
}

impl Studio {
    /// For the files of a shelf, with the key that opens it.
    ///
    /// # Errors
    /// The operating system gives no random numbers.
    pub fn new(shelf: Box<dyn Shelf>, first: String) -> Result<(Self, Key), Trouble> {
        let key = Key::new()?;
        Ok((Self::opened_by(key.as_str(), shelf, first, None), key))
    }

    /// The same with a key that was given out before. If rules have stopped it, whoever comes is told why, and nothing of them is played before
    /// they are changed.
    pub fn opened_by(key: &str, shelf: Box<dyn Shelf>, first: String, stopped: Option<String>) -> Self {
        Self { key: fingerprint(key), shelf: Arc::new(Mutex::new(shelf)), first, stopped }
    }

    /// Whether a key opens it.
    pub(crate) fn opens(&self, said: &str) -> bool {
        self.key == fingerprint(said)
    }

    /// Whether rules have stopped it before.
    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    fn shelf(&self) -> MutexGuard<'_, Box<dyn Shelf>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
