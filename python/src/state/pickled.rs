//! States as bytes for Python's `pickle`.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Origin, State, Step};
use crate::game::Game;

/// What a state is pickled as.
pub type Pickled<'py> = (Game, String, u64, Bound<'py, PyBytes>, Vec<Step>, bool);

/// How Python makes a state again.
pub fn pickled<'py>(state: &State, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
    let rebuild = py.import("rulehound._rulehound")?.getattr("rebuild_state")?;
    let (kind, seed, bytes) = match &state.origin {
        Origin::Seed(seed) => ("seed", *seed, PyBytes::new(py, &[])),
        Origin::ByHand => ("by hand", 0, PyBytes::new(py, &[])),
        Origin::Save(bytes) => ("save", 0, PyBytes::new(py, bytes)),
        Origin::Imagined(_) => ("imagined", 0, PyBytes::new(py, &state.position.save())),
    };
    let steps = if kind == "imagined" { Vec::new() } else { state.steps.clone() };
    Ok((rebuild, (Game(state.table.clone()), kind.to_owned(), seed, bytes, steps, state.keeps)))
}

/// A state as it was pickled: from its origin it goes the same way again, so that story and memories are there.
#[pyfunction]
pub fn rebuild_state(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    kind: &str,
    seed: u64,
    save: Vec<u8>,
    steps: Vec<Step>,
    keeps: bool,
) -> PyResult<State> {
    let origin = match kind {
        "seed" => Origin::Seed(seed),
        "by hand" => Origin::ByHand,
        "save" => Origin::Save(save.into()),
        _ => Origin::Imagined(save.into()),
    };
    let mut state = State::begin(py, game.get(), origin, keeps)?;
    for (seat, number) in steps {
        match seat {
            Some(seat) => {
                let seat = state.table.seat(seat)?;
                state.take(py, seat, number)?;
            }
            None => state.resolve(py, number)?,
        }
    }
    Ok(state)
}
