//! Options of a decision.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::pythonize;
use rulehound::Value;

/// A value as Python has it: numbers, truth values and lists as they are, the rest as dictionaries.
fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::None => py.None().into_bound(py),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::YesNo(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::Several(values) => {
            let values: PyResult<Vec<_>> = values.iter().map(|value| plain(py, value)).collect();
            PyList::new(py, values?)?.into_any()
        }
        other => pythonize(py, other)?,
    })
}

/// Something that somebody may do now.
#[pyclass(module = "rulehound", frozen)]
#[derive(Clone)]
pub struct Choice(pub rulehound::Choice);

#[pymethods]
impl Choice {
    /// Who may choose it.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat().index()
    }

    /// Its number among the options of its seat, from 0.
    #[getter]
    fn number(&self) -> usize {
        self.0.number()
    }

    /// Its words.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The same in every process and at every position where the same is offered: 16 digits.
    #[getter]
    fn key(&self) -> String {
        self.0.key().to_string()
    }

    /// The names that it binds, with their values: numbers, truth values, words, or dictionaries for places, players and components.
    #[getter]
    fn bindings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bindings = PyDict::new(py);
        for (name, value) in self.0.bindings() {
            bindings.set_item(name.as_str(), plain(py, value)?)?;
        }
        Ok(bindings)
    }

    fn __str__(&self) -> &str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Choice {:?} of seat {}>", self.0.text(), self.0.seat().index())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        self.0.key().number()
    }
}
