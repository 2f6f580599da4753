//! Definitions asked by themselves.

use super::{Machine, Try};
use crate::program::NodeId;
use rulehound_rules::model::value::NONE;

/// The most work that is done for one answer.
const MOST_WORK: u64 = 10_000;

impl Machine<'_> {
    /// What a definition gives for these arguments, all of which it admits, and how much work that was with nothing remembered.
    pub fn asked_alone(&mut self, definition: u32, arguments: &[i32]) -> Try<(i32, u64)> {
        self.epoch += 1;
        self.depth = 0;
        self.fuel = MOST_WORK;
        let before = self.spent;
        let Some(code) = self.program.definitions.get(definition as usize) else { return Ok((NONE, 0)) };
        let body = self.bind_definition(code, arguments, NodeId(0))?;
        let value = self.value(body)?;
        Ok((value, self.spent - before))
    }
}
