//! Where a game stands, as Python asks it.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pythonize::pythonize;
use rulehound::{Status, Story};

use super::pickled::{self, Pickled};
use super::{Origin, State, Wanted};
use crate::choice::Choice;
use crate::failure;
use crate::game::Game;
use crate::observation;

/// Rows of options: where each begins, and all of them.
type Rows<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

#[pymethods]
impl State {
    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.table.clone())
    }

    /// What it waits for: `decision`, `chance` or `over`.
    #[getter]
    fn status(&self) -> &'static str {
        match self.position.status() {
            Status::Decision(_) => "decision",
            Status::Chance => "chance",
            Status::Over(_) => "over",
        }
    }

    /// Who decides, in the order of the seats.
    #[getter]
    fn deciders(&self) -> Vec<usize> {
        self.position.deciders().iter().map(|seat| seat.index()).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Whether several decide at once, none knowing the others' answers.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.engine().is_gathering()
    }

    /// What somebody is asked, as data; `None` if not to decide.
    #[pyo3(signature = (seat = None))]
    fn question<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let asked = self.position.question(self.decider(seat)?).map_err(|error| failure::play(py, error))?;
        Ok(pythonize(py, &asked)?)
    }

    /// Everything a seat may do now; of whoever decides if no seat is named.
    #[pyo3(signature = (seat = None))]
    fn options(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<Vec<Choice>> {
        let Ok(seat) = self.decider(seat) else {
            return seat.map_or(Ok(Vec::new()), |seat| self.table.seat(seat).map(|_| Vec::new()));
        };
        let options = self.position.options(seat).map_err(|error| failure::play(py, error))?;
        Ok(options.into_iter().map(Choice).collect())
    }

    /// How many options there are, without wording them.
    #[pyo3(signature = (seat = None))]
    fn count(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<usize> {
        let Ok(seat) = self.decider(seat) else { return Ok(0) };
        self.position.count(seat).map_err(|error| failure::play(py, error))
    }

    /// Takes an option, by itself, its number, its words or its key, and goes on to where somebody decides next.
    #[pyo3(signature = (option, seat = None))]
    fn play(&mut self, py: Python<'_>, option: Wanted<'_>, seat: Option<usize>) -> PyResult<()> {
        let (seat, number) = self.found(py, &option, seat)?;
        self.take(py, seat, number)
    }

    /// The state behind an option; this one stays as it is.
    #[pyo3(signature = (option, seat = None))]
    fn after(&self, py: Python<'_>, option: Wanted<'_>, seat: Option<usize>) -> PyResult<Self> {
        let mut next = self.clone();
        next.play(py, option, seat)?;
        Ok(next)
    }

    /// Why a thing that somebody says in words cannot be done, as a sentence and as data. `None` if it can.
    #[pyo3(signature = (words, seat = None))]
    fn why_not<'py>(&self, py: Python<'py>, words: &str, seat: Option<usize>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let why = self.position.why_not(self.decider(seat)?, words).map_err(|error| failure::play(py, error))?;
        if matches!(why, rulehound::WhyNot::Legal(_)) {
            return Ok(None);
        }
        let told = PyDict::new(py);
        told.set_item("sentence", why.to_string())?;
        told.set_item("why", pythonize(py, &why)?)?;
        Ok(Some(told))
    }

    /// Everything a seat may not do now though the rules mean it, with the reasons.
    #[pyo3(signature = (seat = None))]
    fn refusals<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.position.refusals(self.decider(seat)?).map_err(|error| failure::play(py, error))?;
        Ok(pythonize(py, &found)?)
    }

    /// What a seat sees, as data; without one what all see. Nothing else is in it.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let view = match seat {
            Some(seat) => self.position.view(self.table.seat(seat)?).map_err(failure::misuse)?,
            None => self.position.public_view(),
        };
        Ok(pythonize(py, &view)?)
    }

    /// Everything, for referees and studies; never for players and their bots.
    fn referee_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.position.referee().view())?)
    }

    /// What has happened since the decision before, as a seat is told it; without one as all are.
    #[pyo3(signature = (seat = None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let events = match seat {
            Some(seat) => self.position.events(self.table.seat(seat)?).map_err(failure::misuse)?,
            None => self.position.public_events(),
        };
        Ok(pythonize(py, &events)?)
    }

    /// What has happened from the beginning, told to a seat like a story, in lines; without one as all are told it.
    #[pyo3(signature = (seat = None))]
    fn story(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        let mut story = match seat {
            Some(seat) => Story::of(&self.position, self.table.seat(seat)?).map_err(failure::misuse)?,
            None => Story::public(),
        };
        Ok(self.history.iter().flat_map(|position| story.tell(position)).collect())
    }

    /// A state that may be the true one as far as a seat can tell, as likely as any other; `None` if none was found. What the seat sees, and
    /// what is on offer to it, are the same there.
    fn imagined(&self, seat: usize, seed: u64) -> PyResult<Option<Self>> {
        let found = self.position.redealt(self.table.seat(seat)?, seed).map_err(failure::misuse)?;
        Ok(found.map(|position| {
            let origin = Origin::Imagined(position.save().into());
            let (table, memories) = (self.table.clone(), self.memories.clone());
            Self { table, position, memories, history: Vec::new(), keeps: false, origin, steps: Vec::new() }
        }))
    }

    /// How the game ended: places and what they were ranked by; `None` if it has not.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.position.outcome())?)
    }

    /// The seats that have won; none before the end, or if nobody has.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let outcome = self.position.outcome();
        outcome.map(|outcome| outcome.winners().iter().map(|seat| seat.index()).collect()).unwrap_or_default()
    }

    /// What the end is worth to each seat, from -1 to 1; 0 for all as long as the game goes on.
    fn returns(&self) -> Vec<f32> {
        self.worth()
    }

    /// What chance is asked for, with outcomes and their weights, as data; `None` if it is not.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.position.chance())?)
    }

    /// Lets chance give the outcome of this number.
    pub(super) fn resolve(&mut self, py: Python<'_>, outcome: usize) -> PyResult<()> {
        self.position.resolve(outcome).map_err(|error| failure::play(py, error))?;
        self.steps.push((None, outcome));
        self.keep();
        Ok(())
    }

    /// The fixed numbers of what a seat may do now, ascending.
    #[pyo3(signature = (seat = None))]
    fn legal_actions(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        self.ascending(seat)
    }

    /// For each fixed number whether it may be done now: `int8`, 0 or 1, as long as `Game.num_actions`.
    #[pyo3(signature = (seat = None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(PyArray1::from_vec(py, self.mask(seat)?))
    }

    /// Takes the answer of this fixed number.
    #[pyo3(signature = (action, seat = None))]
    fn apply_action(&mut self, py: Python<'_>, action: usize, seat: Option<usize>) -> PyResult<()> {
        let (seat, option) = self.numbered(action, seat)?;
        self.take(py, seat, option)
    }

    /// The fixed number of each option, in the order of `options`.
    #[pyo3(signature = (seat = None))]
    fn action_numbers(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        let Ok(seat) = self.decider(seat) else { return Ok(Vec::new()) };
        self.numbers(seat.index())
    }

    /// What is on offer as rows of numbers, for games with more answers than can be numbered: for each option which decision, which way,
    /// and its values. Ragged: the row of option `i` is `values[offsets[i]:offsets[i + 1]]`.
    #[pyo3(signature = (seat = None))]
    fn listing<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Rows<'py>> {
        let (offsets, values) = self.rows(self.decider(seat)?.index())?;
        Ok((PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, values)))
    }

    /// What a seat sees, as numbers: `float32`, from 0 to 1 but for counts. See `Game.layout`.
    fn observation<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut out = vec![0.0; self.table.layout().size()];
        self.sight(seat)?.write(&mut out).map_err(failure::engine)?;
        Ok(PyArray1::from_vec(py, out))
    }

    /// What a seat sees and was told lately, as numbers: an observation, and behind it the last events that the seat was told.
    fn information_state<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let layout = self.table.layout();
        let mut out = vec![0.0; layout.information_size()];
        let (observed, told) = out.split_at_mut(layout.size());
        self.sight(seat)?.write(observed).map_err(failure::engine)?;
        observation::events(layout, &self.history, seat, told);
        Ok(PyArray1::from_vec(py, out))
    }

    /// All that a seat was told from the beginning, one text: equal for states between which it cannot tell.
    fn information_state_string(&self, seat: usize) -> PyResult<String> {
        self.told_so_far(self.table.seat(seat)?)
    }

    /// What a seat cannot rule out: so many imagined states as observations of somebody who sees everything in them; `float32`, one row each.
    fn beliefs<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        count: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let layout = self.table.layout();
        let rows = PyArray2::<f32>::zeros(py, [count, layout.size()], false);
        let mut view = rows.readwrite();
        self.imagine_rows(self.table.seat(seat)?, seed, view.as_slice_mut()?)?;
        drop(view);
        Ok(rows)
    }

    /// The same state once more: both go on by themselves.
    fn clone(&self) -> Self {
        Clone::clone(self)
    }

    fn __copy__(&self) -> Self {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Clone::clone(self)
    }

    /// Bytes from which `Game.resume` goes on as it would have gone on here. They hold everything, also what is hidden.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.position.save())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position
    }

    fn __repr__(&self) -> String {
        let waits = match self.position.status() {
            Status::Decision(seats) => {
                let names: Vec<&str> = seats.iter().filter_map(|seat| self.table.game.name(*seat)).collect();
                format!("{} to decide", names.join(", "))
            }
            Status::Chance => "chance is asked".to_owned(),
            Status::Over(_) => "over".to_owned(),
        };
        format!("<State of {:?}: {waits}>", self.table.game.rules().title())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        pickled::pickled(self, py)
    }
}
