//! What can be known before a game begins: definitions that read nothing of a position.

use std::collections::BTreeSet;

use super::Log;
use super::machine::Machine;
use crate::program::{CLEARED, Program};
use rulehound_rules::facts::reads::{Reading, Reads};
use rulehound_rules::model::Shape;

/// Answers definitions that give one value or none and depend on nothing but their arguments.
pub struct Beforehand<'p> {
    machine: Machine<'p>,
    fixed: BTreeSet<u32>,
}

impl<'p> Beforehand<'p> {
    /// Of a program at a table.
    pub fn new(program: &'p Program) -> Self {
        let model = &program.instance.model;
        let reading = Reading::new(model);
        let fixed = |clauses: &[rulehound_rules::model::DefinitionClause]| {
            clauses.iter().all(|clause| reading.of(model, &clause.body) == Reads::default())
        };
        let definitions = (0..).zip(&model.definitions).filter(|(_, it)| !matches!(it.of.shape, Shape::Set { .. }));
        let fixed = definitions.filter(|(_, it)| fixed(&it.clauses)).map(|(id, _)| id).collect();
        let cells = vec![CLEARED; program.layout.size as usize];
        Self { machine: Machine::new(program, &cells, Log::silent()), fixed }
    }

    /// Whether a definition gives one value or none and depends on nothing but its arguments.
    pub fn is_fixed(&self, definition: u32) -> bool {
        self.fixed.contains(&definition)
    }

    /// What it then gives, and how much work that is at most; `None` if it fails, or takes long. The arguments must be admitted by its
    /// parameters.
    pub fn ask(&mut self, definition: u32, arguments: &[i32]) -> Option<(i32, u64)> {
        self.machine.asked_alone(definition, arguments).ok()
    }
}
