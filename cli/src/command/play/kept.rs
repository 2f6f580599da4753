//! Games are kept while they are played, so that nothing is lost when the program is stopped; the next start offers to go on.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rulehound_interpreter::hash;

use super::input::Input;
use super::save::{self, Saved};
use super::session::Session;
use crate::exit::Done;
use crate::files::{self, Held};
use crate::full;
use crate::output::{Output, complain};
use crate::shipped;

/// So many games of one name are kept at most.
const MOST: usize = 9;

/// What is said when a signal ends the program.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// Where a game is kept while it is played.
pub struct Kept {
    /// Where; the best place last. None where it is not kept.
    places: Vec<Held>,
    /// What was written last.
    text: String,
    /// How the person named what is played, for words.
    start: String,
    /// Whether it is known that the game is kept nowhere.
    told: bool,
}

impl Kept {
    /// Nowhere: nobody answers.
    pub fn nowhere() -> Self {
        Self { places: Vec::new(), text: String::new(), start: String::new(), told: true }
    }

    /// At the first free places.
    pub fn new(named: &Named) -> Self {
        let free = |places: Vec<PathBuf>| places.into_iter().find(|path| std::fs::symlink_metadata(path).is_err());
        let (beside, apart) = named.places();
        let places = [apart, beside].into_iter().filter_map(free).map(Held::free).collect();
        Self { places, text: String::new(), start: named.start(), told: false }
    }

    /// Where the game was kept already.
    pub fn again(held: Held, named: &Named) -> Self {
        Self { places: vec![held], text: String::new(), start: named.start(), told: false }
    }

    /// Whether something is kept.
    pub fn is_written(&self) -> bool {
        self.places.last().is_some_and(Held::is_written)
    }

    /// Where.
    fn path(&self) -> Option<&Path> {
        self.places.last().map(Held::path)
    }

    /// `The game is kept …`.
    pub fn words(&self) -> String {
        format!("The game is kept. `rulehound play {}` offers to go on with it.", self.start)
    }

    /// Writes it where it can be written; if it can be nowhere, that is said once, and playing goes on.
    fn write(&mut self, text: impl Fn(&Path) -> String) {
        while let Some(held) = self.places.last_mut() {
            let now = text(held.path());
            if now == self.text {
                return;
            }
            held.make_its_folder();
            match held.write(&now) {
                Ok(()) => {
                    self.text = now;
                    let words = self.words();
                    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
                    return;
                }
                // What was kept once must not be left behind as it was.
                Err(failure) if held.is_written() || self.places.len() == 1 => {
                    self.places.clear();
                    self.tell(&failure.message.unwrap_or_default());
                }
                Err(_) => drop(self.places.pop()),
            }
        }
        self.tell("there is no place for it");
    }

    fn tell(&mut self, why: &str) {
        if !std::mem::replace(&mut self.told, true) {
            complain(&format!("warning: this game is not kept while it is played; `s FILE` saves it ({why})"));
        }
    }

    /// The game is over, or saved.
    pub fn remove(&mut self) {
        if let Some(held) = self.places.last_mut() {
            held.remove();
        }
        self.text.clear();
        LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Session {
    /// Keeps the game as it stands.
    pub fn keep(&mut self) {
        if self.humans.is_empty() || self.record.is_empty() {
            return;
        }
        let mut kept = std::mem::replace(&mut self.kept, Kept::nowhere());
        kept.write(|path| save::text(self, path));
        self.kept = kept;
    }

    /// Where it is kept, for somebody who cannot save it.
    pub fn kept_words(&self) -> Option<String> {
        let path = self.kept.path().filter(|_| self.kept.is_written())?;
        Some(format!("{} It lies in `{}`.", self.kept.words(), path.display()))
    }
}

/// What a game is started with.
pub struct Named<'n> {
    /// A file or the name of a shipped game.
    pub name: &'n str,
    /// Whether it is a saved game.
    pub resumed: bool,
}

impl Named<'_> {
    /// What goes behind `rulehound play`.
    fn start(&self) -> String {
        if self.resumed { format!("--resume {}", self.name) } else { self.name.to_owned() }
    }

    /// Beside the file, and, for shipped games and where that cannot be written, in a folder of our own.
    fn places(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let path = Path::new(self.name);
        let file = path.exists();
        let apart = folder().map(|folder| {
            let whole = path.canonicalize().unwrap_or_default();
            let number = format!("{:016x}", hash::hash(whole.as_os_str().as_encoded_bytes()));
            match shipped::text(self.name).filter(|_| !file) {
                Some((name, _)) => folder.join(name),
                None => folder.join(format!("{}-{number}", path.file_name().unwrap_or_default().to_string_lossy())),
            }
        });
        let numbered = |path: &Path| -> Vec<PathBuf> {
            let end =
                |number: usize| if number == 1 { ".kept.json".to_owned() } else { format!(".kept-{number}.json") };
            (1..=MOST).map(|number| files::beside(path, &end(number))).collect()
        };
        let beside = if file { numbered(path) } else { Vec::new() };
        (beside, apart.map(|path| numbered(&path)).unwrap_or_default())
    }
}

/// Where programs keep what they would go on with another time.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = set("XDG_STATE_HOME").or_else(|| set("LOCALAPPDATA"));
    let state = state.or_else(|| set("HOME").map(|home| home.join(".local").join("state")));
    state.map(|state| state.join("rulehound"))
}

/// Offers the games of this name that were not finished, one after the other, until one is taken up. A game that somebody is playing at
/// this moment is not among them, nor is anything that is no saved game.
pub fn offered(named: &Named, input: &mut Input, output: &mut Output) -> Done<Option<(Held, Saved)>> {
    let (beside, apart) = named.places();
    for path in beside.into_iter().chain(apart) {
        let Some(mut held) = Held::existing(path) else { continue };
        let Ok(saved) = save::read(held.path()) else { continue };
        match ask(&saved, input, output)? {
            Some(true) => return Ok(Some((held, saved))),
            Some(false) => held.remove(),
            None => {
                let words =
                    format!("It stays kept; `rulehound play --resume {}` goes on with it.", held.path().display());
                output.prose(&words)?;
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Yes or no. What a pipe says instead is for the game to hear.
fn ask(saved: &Saved, input: &mut Input, output: &mut Output) -> Done<Option<bool>> {
    let players = saved.players.join(", ");
    output.prose(&format!("A game was not finished (at the table: {players})."))?;
    loop {
        let question = "Go on with it? (yes, or no to let it go) > ";
        let answers = ["yes", "no"].map(str::to_owned).to_vec();
        let Some(line) = input.ask(question, answers, output)? else { return output.line("").map(|()| None) };
        if !input.terminal {
            output.line(&line)?;
        }
        match line.to_lowercase().as_str() {
            "y" | "yes" => return Ok(Some(true)),
            "n" | "no" => return Ok(Some(false)),
            _ if input.terminal => output.line("Write `yes` or `no`.")?,
            _ => {
                input.take_back(line);
                return Ok(None);
            }
        }
    }
}

/// From now on Ctrl-C, SIGTERM and SIGHUP end the program only when nothing is half written, and say that the game is kept.
pub fn watch_signals() {
    let ended = ctrlc::set_handler(|| interrupted());
    // Where signals cannot be watched, they end the program as ever, and what is kept is kept.
    drop(ended);
}

/// The end of the program by Ctrl-C or a signal.
pub fn interrupted() -> ! {
    let _whole = files::nothing_half_written();
    full::leave();
    let words = LAST_WORDS.lock().map(|words| words.clone()).unwrap_or_default();
    if !words.is_empty() {
        complain(&format!("\n{words}"));
    }
    std::process::exit(INTERRUPTED)
}

/// What shells take for the end by Ctrl-C.
const INTERRUPTED: i32 = 130;
