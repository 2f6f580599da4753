//! Where a game stands.

mod methods;
mod numbers;
mod pickled;

use std::sync::Arc;

use pyo3::prelude::*;
use rulehound::workshop;
use rulehound::{Position, Seat};
use rulehound_interpreter::play::{self, Memory};

use crate::choice::Choice;
use crate::failure;
use crate::game::{Game, Table};
use crate::observation::Sight;
use crate::worth::Worth;

pub use pickled::rebuild_state;

/// Where a game came from.
#[derive(Clone)]
pub enum Origin {
    /// All chance comes from this.
    Seed(u64),
    /// The caller says what chance gives.
    ByHand,
    /// It was saved.
    Save(Arc<[u8]>),
    /// It was imagined from what a seat knew: nobody can say again how.
    Imagined(Arc<[u8]>),
}

/// What was done: an option of a seat, or an outcome of chance.
type Step = (Option<usize>, usize);

/// How options are given: by themselves, by number, by words or key.
#[derive(FromPyObject)]
enum Wanted<'py> {
    Choice(Bound<'py, Choice>),
    Number(usize),
    Words(String),
}

/// Where a game stands: somebody decides, chance is asked, or it is over. A value; its clone is a game of its own.
#[pyclass(module = "rulehound")]
pub struct State {
    /// Rules at a table.
    pub table: Arc<Table>,
    /// Where it stands.
    pub position: Position,
    /// What each seat remembers; nothing where nothing is kept.
    memories: Vec<Memory>,
    /// All positions up to here, with what has happened before each.
    history: Vec<Arc<Position>>,
    keeps: bool,
    origin: Origin,
    steps: Vec<Step>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            table: self.table.clone(),
            position: self.position.clone(),
            memories: self.memories.clone(),
            history: self.history.clone(),
            keeps: self.keeps,
            origin: self.origin.clone(),
            steps: self.steps.clone(),
        }
    }
}

impl State {
    /// Begins, or goes on from a save.
    ///
    /// # Errors
    /// A fault of the rules, or bytes that are no save.
    pub fn begin(py: Python<'_>, game: &Game, origin: Origin, keeps: bool) -> PyResult<Self> {
        let table = &game.0.game;
        let position = match &origin {
            Origin::Seed(seed) => py.detach(|| table.start(*seed)).map_err(|fault| failure::fault(py, &fault))?,
            Origin::ByHand => py.detach(|| table.start_by_hand()).map_err(|fault| failure::fault(py, &fault))?,
            Origin::Save(bytes) | Origin::Imagined(bytes) => table.resume(bytes).map_err(failure::misuse)?,
        };
        let position = if keeps { position } else { position.silent() };
        let engine = game.0.engine();
        let remembers = keeps && !engine.is_open() && matches!(origin, Origin::Seed(_) | Origin::ByHand);
        let memories = (0..game.0.seats()).filter(|_| remembers).map(|seat| Memory::new(engine, seat)).collect();
        let (history, steps) = (Vec::new(), Vec::new());
        let mut state = Self { table: game.0.clone(), position, memories, history, keeps, origin, steps };
        state.keep();
        Ok(state)
    }

    /// Keeps what has happened.
    fn keep(&mut self) {
        if self.keeps {
            let (log, engine) = (workshop::log(&self.position), workshop::engine(&self.position));
            self.memories.iter_mut().for_each(|memory| memory.take_in(log, engine));
            self.history.push(Arc::new(self.position.clone()));
        }
    }

    /// The engine's position.
    pub fn engine(&self) -> &play::Position {
        workshop::engine(&self.position)
    }

    /// What a seat remembers.
    pub fn memory(&self, seat: usize) -> Option<&Memory> {
        self.memories.get(seat)
    }

    /// Takes the option of this number.
    ///
    /// # Errors
    /// The seat is not to decide or has no such option, or a fault of the rules.
    pub fn take(&mut self, py: Python<'_>, seat: Seat, number: usize) -> PyResult<()> {
        self.position.play_nth(seat, number).map_err(|error| failure::play(py, error))?;
        self.steps.push((Some(seat.index()), number));
        self.keep();
        Ok(())
    }

    /// The seat that is meant: this one, or the one that is to decide.
    pub fn decider(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.table.seat(seat),
            None => match self.position.deciders().as_slice() {
                [one, ..] => Ok(*one),
                [] => Err(failure::said("nobody is to decide now")),
            },
        }
    }

    fn found(&self, py: Python<'_>, wanted: &Wanted<'_>, seat: Option<usize>) -> PyResult<(Seat, usize)> {
        let list = |seat: Seat| self.position.options(seat).map_err(|error| failure::play(py, error));
        match wanted {
            Wanted::Number(number) => Ok((self.decider(seat)?, *number)),
            Wanted::Words(words) => {
                let seat = self.decider(seat)?;
                let options = list(seat)?;
                let same = |option: &&rulehound::Choice| option.text() == words || option.key().to_string() == *words;
                if let Some(option) = options.iter().find(same) {
                    return Ok((seat, option.number()));
                }
                let why = self.position.why_not(seat, words).map_err(|error| failure::play(py, error))?;
                Err(failure::said(format!("`{words}` cannot be done: {why}")))
            }
            Wanted::Choice(choice) => {
                let choice = &choice.get().0;
                // The library says in its own words why an option is none of this position.
                let same = list(choice.seat())?.get(choice.number()).is_some_and(|here| here == choice);
                if !same {
                    self.position.clone().play(choice).map_err(|error| failure::play(py, error))?;
                }
                Ok((choice.seat(), choice.number()))
            }
        }
    }

    /// What the sights of this state are taken from.
    pub fn sight(&self, seat: usize) -> PyResult<Sight<'_>> {
        self.table.seat(seat)?;
        Ok(Sight::of(self.table.engine(), self.table.layout(), self.engine(), seat))
    }

    fn worth(&self) -> Vec<f32> {
        let outcome = self.position.outcome();
        let places = outcome.map(|outcome| outcome.places);
        Worth::of(self.table.engine()).returns(places.as_deref(), self.table.seats())
    }
}
