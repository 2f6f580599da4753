//! Rulehound in Python: rules, games and states; answers and what is seen of them as numbers; batches of games; bots; the program itself.
//!
//! The classes are written here; what stands on top of them (environments, clusters) is Python in `rulehound/`.

mod actions;
mod batch;
mod bot;
mod choice;
mod class;
mod domain;
mod failure;
mod game;
mod layout;
mod observation;
mod rules;
mod selection;
mod state;
mod vec_game;
mod worth;

use std::ffi::OsString;

use pyo3::prelude::*;

/// What a command line of the program `rulehound` does, without its name; gives its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let words = std::iter::once(OsString::from("rulehound")).chain(arguments).collect();
    py.detach(|| rulehound_cli::run(words))
}

#[pymodule]
fn _rulehound(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("STICKS", rulehound::STICKS)?;
    module.add("RulehoundError", py.get_type::<failure::RulehoundError>())?;
    module.add("RulesError", py.get_type::<failure::RulesError>())?;
    module.add("Misuse", py.get_type::<failure::MisuseError>())?;
    module.add("Fault", py.get_type::<failure::FaultError>())?;
    module.add("TooManyActions", py.get_type::<failure::TooManyActions>())?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<choice::Choice>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<vec_game::VecGame>()?;
    module.add_function(wrap_pyfunction!(rules::shipped_games, module)?)?;
    module.add_function(wrap_pyfunction!(game::rebuild_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::rebuild_state, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    Ok(())
}
