//! Leaving, and returning from bodies.

use super::Machine;
use crate::cells;
use crate::program::{FrameId, LeaveCode, Pc};

impl Machine<'_> {
    /// Goes on behind the innermost running target.
    pub(super) fn leave(&mut self, target: LeaveCode) {
        self.pc = cells::leave(self.program, self, self.pc, target);
    }

    /// Returns from a body.
    pub(super) fn go_back(&mut self, id: FrameId) {
        if let Some(frame) = self.program.frames.get(id.0 as usize) {
            let back = Pc::try_from(self.read(frame.return_to)).unwrap_or(0);
            let decider = self.player_at(frame.return_to + 1);
            self.write(self.program.layout.decider, decider);
            self.clear(frame.names.clone());
            self.clear(frame.cells.clone());
            self.pc = back;
        }
    }

    /// The plan that runs, if any: its number.
    pub fn running_plan(&self) -> Option<u32> {
        cells::running_plan(self.program, self, self.pc)
    }
}
