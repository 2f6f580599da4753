//! Rules at a table.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;
use rulehound::workshop;
use rulehound_interpreter::play;

use crate::actions::{Actions, Many};
use crate::failure;
use crate::layout::Layout;
use crate::rules::{Players, Rules};
use crate::state::{Origin, State};

/// Rules at a table: who plays, with which settings.
#[pyclass(module = "rulehound", frozen)]
#[derive(Clone)]
pub struct Game(pub Arc<Table>);

/// What is worked out once for a table.
pub struct Table {
    /// The library's game.
    pub game: rulehound::Game,
    rules: Rules,
    agreed: BTreeMap<String, String>,
    actions: OnceLock<Result<Actions, Many>>,
    layout: OnceLock<Layout>,
}

impl Table {
    /// The engine's game.
    pub fn engine(&self) -> &play::Game {
        workshop::engine_game(&self.game)
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.game.seats().len()
    }

    /// The numbers of all answers.
    ///
    /// # Errors
    /// There are too many.
    pub fn actions(&self) -> PyResult<&Actions> {
        let found = self.actions.get_or_init(|| Actions::of(self.engine()));
        found.as_ref().map_err(|many| failure::TooManyActions::new_err(many.to_string()))
    }

    /// Where everything stands in observations.
    pub fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::of(self.engine()))
    }

    /// The seat of this number.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn seat(&self, number: usize) -> PyResult<rulehound::Seat> {
        let seats = self.seats();
        self.game
            .seats()
            .nth(number)
            .ok_or_else(|| failure::said(format!("there is no seat {number}: the table has {seats}, counted from 0")))
    }
}

impl Game {
    /// Puts rules on a table.
    ///
    /// # Errors
    /// The number of players, a name or a setting does not fit.
    pub fn new(rules: &Rules, players: Option<Players>, agreed: &BTreeMap<String, String>) -> PyResult<Self> {
        let mut builder = rules.0.game();
        builder = match players {
            Some(Players::Count(count)) => builder.seats(count),
            Some(Players::Names(names)) => builder.players(names),
            None => builder,
        };
        for (name, value) in agreed {
            builder = builder.set(name, value);
        }
        let game = builder.build().map_err(failure::misuse)?;
        let (actions, layout) = (OnceLock::new(), OnceLock::new());
        Ok(Self(Arc::new(Table { game, rules: rules.clone(), agreed: agreed.clone(), actions, layout })))
    }
}

#[pymethods]
impl Game {
    /// Its rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.0.rules.clone()
    }

    /// What the players are called, by seat.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.0.engine().instance().players.clone()
    }

    /// The settings with the values agreed on.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = PyDict::new(py);
        for (name, value) in self.0.game.settings() {
            settings.set_item(name, value)?;
        }
        Ok(settings)
    }

    /// A fingerprint of the rules at this table, as studies and saves carry it: 16 digits.
    #[getter]
    fn hash(&self) -> String {
        format!("{:016x}", self.0.engine().hash())
    }

    /// Whether everybody always sees everything and nobody decides in secret.
    #[getter]
    fn is_open(&self) -> bool {
        self.0.engine().is_open()
    }

    /// All places that do not belong to a component, as data.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let places: Vec<_> = self.0.game.places().map(rulehound::Place::info).collect();
        Ok(pythonize(py, &places)?)
    }

    /// Begins a game. All chance comes from the seed. Without `history` nothing is kept of what happens: no story, no events, and bots forget.
    #[pyo3(signature = (seed, history = true))]
    fn start(&self, py: Python<'_>, seed: u64, history: bool) -> PyResult<State> {
        State::begin(py, self, Origin::Seed(seed), history)
    }

    /// Begins a game that stops wherever chance is asked; the caller says what it gives.
    #[pyo3(signature = (history = true))]
    fn start_by_hand(&self, py: Python<'_>, history: bool) -> PyResult<State> {
        State::begin(py, self, Origin::ByHand, history)
    }

    /// The state that was saved.
    fn resume(&self, py: Python<'_>, save: Vec<u8>) -> PyResult<State> {
        State::begin(py, self, Origin::Save(save.into()), true)
    }

    /// How many fixed numbers of answers there are.
    #[getter]
    fn num_actions(&self) -> PyResult<usize> {
        Ok(self.0.actions()?.len())
    }

    /// What an answer of this number means to whoever decides.
    fn action_name(&self, action: usize) -> PyResult<String> {
        let actions = self.0.actions()?;
        actions.name(self.0.engine(), action).ok_or_else(|| {
            failure::said(format!("there is no action {action}: there are {}, counted from 0", actions.len()))
        })
    }

    /// The number of the answer of this name.
    fn action_of(&self, name: &str) -> PyResult<usize> {
        let found = self.0.actions()?.named(self.0.engine(), name);
        found.ok_or_else(|| failure::said(format!("no action is called `{name}`")))
    }

    /// The decisions of the rules, with the numbers of their answers: name, first number, how many.
    #[getter]
    fn action_blocks(&self) -> PyResult<Vec<(String, usize, usize)>> {
        Ok(self.0.actions()?.blocks())
    }

    /// How long an observation is.
    #[getter]
    fn observation_size(&self) -> usize {
        self.0.layout().size()
    }

    /// How long an information state is.
    #[getter]
    fn information_state_size(&self) -> usize {
        self.0.layout().information_size()
    }

    /// The parts of an observation by name: first index, shape.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let slices = PyDict::new(py);
        for slice in self.0.layout().slices() {
            slices.set_item(&slice.name, (slice.first, slice.shape.clone()))?;
        }
        Ok(slices)
    }

    fn __repr__(&self) -> String {
        format!("<Game {:?} of {}>", self.0.game.rules().title(), self.players().join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let rebuild = py.import("rulehound._rulehound")?.getattr("rebuild_game")?;
        Ok((rebuild, (self.rules(), self.players(), self.0.agreed.clone())))
    }
}

/// What a game is pickled as.
type Pickled = (Rules, Vec<String>, BTreeMap<String, String>);

/// A game as it was pickled.
#[pyfunction]
pub fn rebuild_game(
    rules: &Bound<'_, Rules>,
    players: Vec<String>,
    agreed: BTreeMap<String, String>,
) -> PyResult<Game> {
    Game::new(rules.get(), Some(Players::Names(players)), &agreed)
}
