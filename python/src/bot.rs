//! Bots that think, from what a seat may know.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulehound_bots::{Budget, Level, ONE, Strength, Thought};
use rulehound_interpreter::play::{Knowledge, Seeded};

use crate::failure;
use crate::game::{Game, Table};
use crate::state::State;

/// A player for any seat of a game. It is given what its seat may know and never a position.
#[pyclass(module = "rulehound", frozen)]
pub struct Bot {
    table: Arc<Table>,
    level: Level,
    /// Made when it is first asked, since machine code is made with it.
    thinker: Mutex<Option<rulehound_bots::Bot>>,
}

#[pymethods]
impl Bot {
    /// `level` is `random`, `easy`, `medium`, `strong`, `mcts:10000` for so many imagined games a move, or `mcts:200ms` for so long.
    #[new]
    #[pyo3(signature = (game, level = "medium"))]
    fn new(game: &Bound<'_, Game>, level: &str) -> PyResult<Self> {
        let level: Level = level.parse().map_err(|unknown| failure::said(format!("{unknown}")))?;
        Ok(Self { table: game.get().0.clone(), level, thinker: Mutex::new(None) })
    }

    /// How strong it is.
    #[getter]
    fn level(&self) -> String {
        self.level.to_string()
    }

    /// The number of the option it takes for a seat, or for the one that is to decide. The same state, seed and level give the same, unless the
    /// level is a time.
    #[pyo3(signature = (state, seat = None, seed = 0))]
    fn choose(&self, py: Python<'_>, state: &State, seat: Option<usize>, seed: u64) -> PyResult<usize> {
        Ok(self.thought(py, state, seat, seed)?.option)
    }

    /// What it thinks: the option it takes, what that is worth (0 to 1), how many games it imagined, and for each option it considered its
    /// number, how often it was tried, its worth, and whether that is proven.
    #[pyo3(signature = (state, seat = None, seed = 0))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        seat: Option<usize>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let thought = self.thought(py, state, seat, seed)?;
        let share = |worth: u32| f64::from(worth) / f64::from(ONE);
        let told = PyDict::new(py);
        told.set_item("option", thought.option)?;
        told.set_item("value", thought.value().map(share))?;
        told.set_item("iterations", thought.iterations)?;
        let considered = thought.considered.iter().map(|it| (it.option, it.visits, share(it.value), it.proven));
        told.set_item("considered", considered.collect::<Vec<_>>())?;
        Ok(told)
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} for {:?}>", self.level, self.table.game.rules().title())
    }
}

impl Bot {
    fn thought(&self, py: Python<'_>, state: &State, seat: Option<usize>, seed: u64) -> PyResult<Thought> {
        if state.table.engine().hash() != self.table.engine().hash() {
            return Err(failure::said("this bot plays another game"));
        }
        let seat = state.decider(seat)?.index();
        let known = Knowledge::of(state.engine(), seat, state.memory(seat)).map_err(failure::engine)?;
        let Some(known) = known else { return Err(failure::said(format!("seat {seat} is not to decide now"))) };
        let Strength::Thinks { iterations, milliseconds } = self.level.strength() else {
            return Ok(Thought::plain(Seeded::new(seed, 0).below(known.options())));
        };
        py.detach(|| {
            let mut thinker = self.thinker.lock().map_err(|_| failure::said("this bot has broken down"))?;
            let game = self.table.engine();
            let bot = thinker.get_or_insert_with(|| rulehound_bots::Bot::new(game).having_learned(game));
            // What is made once is no part of thinking about a move.
            let begun = Instant::now();
            let until = milliseconds.map(Duration::from_millis);
            let mut go_on = || until.is_none_or(|until| begun.elapsed() < until);
            Ok(bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on)))
        })
    }
}
