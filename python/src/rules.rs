//! Rules: read, checked, put on a table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::pythonize;
use rulehound_cli::shipped;

use crate::failure;
use crate::game::Game;

/// Rules that were checked and can be played.
#[pyclass(module = "rulehound", frozen)]
#[derive(Clone)]
pub struct Rules(pub rulehound::Rules);

/// How somebody says who plays.
#[derive(FromPyObject)]
pub enum Players {
    /// So many.
    Count(usize),
    /// Of these names.
    Names(Vec<String>),
}

#[pymethods]
impl Rules {
    /// Reads a file of rules, or a shipped game by its name. A file comes first.
    #[staticmethod]
    fn load(py: Python<'_>, name: PathBuf) -> PyResult<Self> {
        let words = name.to_string_lossy().into_owned();
        if !name.exists()
            && let Some((entry, _)) = shipped::text(&words)
        {
            let texts: Vec<(String, &str)> =
                shipped::GAMES.iter().map(|(name, text)| (format!("{name}.rules"), *text)).collect();
            let read = py.detach(|| rulehound::Rules::from_texts(&format!("{entry}.rules"), texts));
            return read.map(Self).map_err(|found| failure::wrong_rules(py, &found));
        }
        py.detach(|| rulehound::Rules::read(&name)).map(Self).map_err(|found| failure::wrong_rules(py, &found))
    }

    /// Rules that are one text. The name stands in messages.
    #[staticmethod]
    #[pyo3(signature = (text, name = "game.rules"))]
    fn from_text(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let read = py.detach(|| rulehound::Rules::from_text(name, text));
        read.map(Self).map_err(|found| failure::wrong_rules(py, &found))
    }

    /// Rules that are several texts: the one to play by its name, and what it extends.
    #[staticmethod]
    fn from_texts(py: Python<'_>, entry: &str, texts: BTreeMap<String, String>) -> PyResult<Self> {
        let read = py.detach(|| rulehound::Rules::from_texts(entry, texts));
        read.map(Self).map_err(|found| failure::wrong_rules(py, &found))
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    /// What the rules say of themselves in a sentence.
    #[getter]
    fn doc(&self) -> Option<&str> {
        self.0.doc()
    }

    /// The fewest and the most who may play.
    #[getter]
    fn seats(&self) -> (usize, usize) {
        let seats = self.0.seats();
        (*seats.start(), *seats.end())
    }

    /// What the seats are called, if the rules say so.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        self.0.seat_names().to_vec()
    }

    /// What the table may agree on.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.0.settings())?)
    }

    /// What is likely to be wrong although the game can be played, as data.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found: Vec<_> = self.0.warnings().iter().collect();
        Ok(pythonize(py, &found)?)
    }

    /// The texts they were read from, by name; the one to play is the first.
    #[getter]
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let texts = PyDict::new(py);
        for (name, text) in self.0.texts() {
            texts.set_item(name, text)?;
        }
        Ok(texts)
    }

    /// Puts the rules on a table.
    #[pyo3(signature = (players = None, **settings))]
    fn game(&self, players: Option<Players>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        let mut agreed = BTreeMap::new();
        for (name, value) in settings.into_iter().flatten() {
            let value = match value.extract::<bool>() {
                Ok(yes) => if yes { "yes" } else { "no" }.to_owned(),
                Err(_) => value.str()?.to_string(),
            };
            agreed.insert(name.extract::<String>()?, value);
        }
        Game::new(self, players, &agreed)
    }

    fn __repr__(&self) -> String {
        format!("<Rules {:?}>", self.0.title())
    }

    /// The name of the text to play, and all texts by the names that `from_texts` finds them by: wherever they are, these are the rules.
    fn portable<'py>(&self, py: Python<'py>) -> PyResult<(String, Bound<'py, PyDict>)> {
        let texts = PyDict::new(py);
        let mut entry = None;
        for (name, text) in self.0.texts() {
            // What is extended is called as the text calls that extends it: by where it lies beside that.
            let path = Path::new(name);
            let folder = entry.as_ref().map_or_else(|| path.parent(), |entry: &PathBuf| entry.parent());
            let short = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
            texts.set_item(short.to_string_lossy(), text)?;
            entry.get_or_insert_with(|| path.to_path_buf());
        }
        let entry = entry.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        Ok((entry, texts))
    }

    #[expect(clippy::type_complexity, reason = "what pickling asks for")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Bound<'py, PyDict>))> {
        Ok((py.get_type::<Self>().getattr("from_texts")?, self.portable(py)?))
    }
}

/// The names of the games that the package carries.
#[pyfunction]
pub fn shipped_games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, shipped::GAMES.iter().map(|(name, _)| *name))
}
