//! What goes wrong, as exceptions of Python: with what there is to say as text, and as data beside it.

use pyo3::prelude::*;
use pythonize::pythonize;
use rulehound::{Diagnostics, Fault, Misuse, PlayError};

/// By the names that they have in Python, where some of ours are taken.
mod named {
    use pyo3::create_exception;
    use pyo3::exceptions::PyException;

    create_exception!(rulehound, RulehoundError, PyException, "Whatever goes wrong in Rulehound.");
    create_exception!(
        rulehound,
        RulesError,
        RulehoundError,
        "Rules that are wrong. Its text underlines what is; `findings` holds the same as a list of dictionaries."
    );
    create_exception!(
        rulehound,
        Misuse,
        RulehoundError,
        "Something was asked for that is not there. Nothing has changed by it."
    );
    create_exception!(
        rulehound,
        Fault,
        RulehoundError,
        "The rules misbehaved while they were played; the position is as it was. `code` and `place` say what and where."
    );
    create_exception!(
        rulehound,
        TooManyActions,
        Misuse,
        "A decision has more answers than there are fixed numbers for; `State.listing` gives what is on offer as rows instead."
    );
}

pub use named::{Fault as FaultError, Misuse as MisuseError, RulehoundError, RulesError, TooManyActions};

/// How wide messages are.
const WIDTH: usize = 100;

/// Rules that are wrong.
pub fn wrong_rules(py: Python<'_>, found: &Diagnostics) -> PyErr {
    let error = RulesError::new_err(found.render(WIDTH, false));
    let findings: Vec<_> = found.iter().collect();
    attach(py, error, "findings", pythonize(py, &findings).ok())
}

/// A mistake of whoever asked.
pub fn misuse(wrong: Misuse) -> PyErr {
    MisuseError::new_err(wrong.to_string())
}

/// The same in words of our own.
pub fn said(words: impl Into<String>) -> PyErr {
    MisuseError::new_err(words.into())
}

/// Rules that misbehaved.
pub fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    let error = FaultError::new_err(fault.render(WIDTH, false));
    let error = attach(py, error, "code", pythonize(py, fault.code).ok());
    attach(py, error, "place", pythonize(py, &fault.place).ok())
}

/// Either.
pub fn play(py: Python<'_>, error: PlayError) -> PyErr {
    match error {
        PlayError::Misuse(wrong) => misuse(wrong),
        PlayError::Fault(found) => fault(py, &found),
    }
}

/// The engine's own errors, which tell no place.
pub fn engine(wrong: rulehound_interpreter::play::PlayError) -> PyErr {
    use rulehound_interpreter::play::PlayError;
    let code = match &wrong {
        PlayError::Fault(fault) => fault.code,
        PlayError::Misuse(_) => "misuse",
    };
    let error = FaultError::new_err(wrong.to_string());
    Python::attach(|py| {
        let error = attach(py, error, "code", pythonize(py, code).ok());
        attach(py, error, "place", Some(py.None().into_bound(py)))
    })
}

fn attach(py: Python<'_>, error: PyErr, name: &str, value: Option<Bound<'_, PyAny>>) -> PyErr {
    if let Some(value) = value {
        // The exception says it in words, too.
        let _ = error.value(py).setattr(name, value);
    }
    error
}
