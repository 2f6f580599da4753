//! `VecGame`: a batch of games whose arrays Python sees and Rust fills.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::batch::{Batch, Buffers};
use crate::failure;
use crate::game::Game;

/// The arrays of a step: observations, masks, who decides, rewards, terminated, truncated.
type Arrays<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

/// Many games of one table side by side.
///
/// A step answers in every game for the seat that is to decide, lets chance decide, and stands where somebody decides next. A game that is
/// over is followed by the next at once; what was seen at its end lies in `final_observations`. The arrays are the same ones in every step.
#[pyclass(module = "rulehound")]
pub struct VecGame {
    batch: Batch,
    game: Game,
    count: usize,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<u8>>,
    deciders: Py<PyArray1<i32>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    last: Py<PyArray2<f32>>,
}

impl VecGame {
    /// Lets the batch write into the arrays, without Python's lock.
    fn write<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, Buffers<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(busy)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut deciders = self.deciders.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(busy)?;
        let mut last = self.last.bind(py).try_readwrite().map_err(busy)?;
        let buffers = Buffers {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            deciders: deciders.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            last: last.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        Ok(py.detach(|| work(batch, buffers)))
    }

    fn arrays<'py>(&self, py: Python<'py>) -> Arrays<'py> {
        (
            self.observations.bind(py).clone(),
            self.masks.bind(py).clone(),
            self.deciders.bind(py).clone(),
            self.rewards.bind(py).clone(),
            self.terminated.bind(py).clone(),
            self.truncated.bind(py).clone(),
        )
    }
}

fn busy(error: numpy::BorrowError) -> PyErr {
    failure::said(format!("the arrays of this batch are in use: {error}"))
}

#[pymethods]
impl VecGame {
    /// `count` games; game `i` plays the games `i`, `i + count`, ... of the seed, whatever the threads. One that takes more than `most`
    /// decisions is broken off.
    #[new]
    #[pyo3(signature = (game, count, seed = 0, threads = 1, most = 10_000))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        count: usize,
        seed: u64,
        threads: usize,
        most: u64,
    ) -> PyResult<Self> {
        let game = game.get().clone();
        if count == 0 || count > 1 << 20 {
            return Err(failure::said("a batch has 1 to 1,048,576 games"));
        }
        let (actions, size, seats) = (game.0.actions()?.len(), game.0.layout().size(), game.0.seats());
        let table = game.0.clone();
        let batch = py.detach(|| Batch::new(table, count, seed, threads, most)).map_err(failure::said)?;
        let mut made = Self {
            batch,
            game,
            count,
            observations: PyArray2::zeros(py, [count, size], false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            deciders: PyArray1::zeros(py, [count], false).unbind(),
            rewards: PyArray2::zeros(py, [count, seats], false).unbind(),
            terminated: PyArray1::zeros(py, [count], false).unbind(),
            truncated: PyArray1::zeros(py, [count], false).unbind(),
            last: PyArray2::zeros(py, [count, size], false).unbind(),
        };
        made.write(py, Batch::reset)?;
        Ok(made)
    }

    /// Begins all games anew, each with the next of its numbers.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.write(py, Batch::reset)?;
        Ok(self.arrays(py))
    }

    /// Answers in every game with a fixed number: `int64`, one for each game.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Arrays<'py>> {
        let actions = actions.as_slice()?;
        if actions.len() != self.count {
            return Err(failure::said(format!("{} answers for {} games", actions.len(), self.count)));
        }
        if let Err(game) = self.write(py, |batch, buffers| batch.step(actions, buffers))? {
            let action = actions.get(game).copied().unwrap_or(0);
            return Err(failure::said(format!("action {action} is not legal in game {game}; nothing was done")));
        }
        Ok(self.arrays(py))
    }

    /// For each game an answer at random, each that is on offer as likely.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.count];
        let batch = &mut self.batch;
        py.detach(|| batch.random(&mut actions));
        PyArray1::from_vec(py, actions)
    }

    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What whoever decides sees: `float32`, a row for each game.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.observations.bind(py).clone()
    }

    /// What may be answered: `uint8`, a row for each game.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.masks.bind(py).clone()
    }

    /// Who decides: `int32`.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.deciders.bind(py).clone()
    }

    /// What the last answer brought each seat: `float32`, a row for each game.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.rewards.bind(py).clone()
    }

    /// Whether the game before has ended.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.terminated.bind(py).clone()
    }

    /// Whether the game before was broken off: it was too long, or the rules failed.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.truncated.bind(py).clone()
    }

    /// Where a game has ended or was broken off, what whoever decided last saw then.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.last.bind(py).clone()
    }

    /// Whether machine code plays.
    #[getter]
    fn is_native(&self) -> bool {
        self.batch.is_native()
    }

    /// How many games have come to an end.
    #[getter]
    fn finished(&self) -> u64 {
        self.batch.finished()
    }

    /// How many met a fault of the rules and were broken off.
    #[getter]
    fn faults(&self) -> u64 {
        self.batch.faults()
    }

    fn __len__(&self) -> usize {
        self.count
    }
}
