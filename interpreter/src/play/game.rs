//! Rules at a table.

use std::sync::Arc;

use super::{Fault, Position};
use crate::instance::{Instance, Table, TableError};
use crate::model::{Model, RunnableId};

/// Rules at a table, ready to be played. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Game {
    instance: Arc<Instance>,
}

/// Where play begins, if not at the beginning.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// What to run instead of `play`, with its arguments.
    pub run: Option<(RunnableId, Vec<i32>)>,
    /// Values of variables: which, owner and index cell, value.
    pub variables: Vec<(crate::model::VariableId, usize, i32)>,
    /// Where components lie, from the bottom of a pile: component, place. Those not named stay in their box.
    pub components: Vec<(i32, i32)>,
    /// Values of attributes: component, cell of its kind, value.
    pub attributes: Vec<(i32, usize, i32)>,
}

impl Game {
    /// Puts checked rules on a table.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn load(model: Arc<Model>, table: &Table) -> Result<Self, TableError> {
        Ok(Self { instance: Arc::new(Instance::new(model, table)?) })
    }

    /// The table: seats, settings, numbers of components and places.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// A hash of program and layout, not of texts, comments or places in files. Saves carry it.
    pub fn hash(&self) -> u64 {
        0
    }

    /// Runs from the beginning to the first stop.
    ///
    /// # Errors
    /// A fault of the rules before the first stop.
    pub fn start(&self, log: &mut super::Log) -> Result<Position, Fault> {
        self.start_from(&Setup::default(), log)
    }

    /// Runs from a given setup to the first stop.
    ///
    /// # Errors
    /// A fault of the rules before the first stop.
    pub fn start_from(&self, _setup: &Setup, _log: &mut super::Log) -> Result<Position, Fault> {
        Err(Fault {
            code: "not-yet",
            message: "the engine is still to come".to_owned(),
            at: Default::default(),
            chain: Vec::new(),
        })
    }

    /// Reads a saved position.
    ///
    /// # Errors
    /// The bytes are no save, or were made under other rules or at another table; the sentence says which.
    pub fn restore(&self, _bytes: &[u8]) -> Result<Position, String> {
        Err("the engine is still to come".to_owned())
    }
}
