//! Leaving bodies and blocks, and the plan that runs.

use rulehound_interpreter::program::{Frame, FrameId, Instruction, Pc, RegionKind};

use super::cells::Cells;
use crate::leaving::left_in_body;

impl Cells<'_> {
    fn frame_at(&self, pc: Pc) -> Option<(FrameId, &Frame)> {
        let id = self.program.frame_at.get(pc as usize).copied().flatten()?;
        Some((id, self.program.frames.get(id.0 as usize)?))
    }

    /// Drops what is left between this instruction and the target; gives where to go on.
    pub fn leave(&mut self, pc: Pc) -> Pc {
        let program = self.program;
        let Some(Instruction::Leave(target)) = program.code.get(pc as usize) else { return 0 };
        let mut at = pc;
        for _ in 0..=program.frames.len() {
            if let Some((cells, landing)) = left_in_body(program, at, *target) {
                self.clear(cells);
                return landing;
            }
            let Some(id) = program.frame_at.get(at as usize).copied().flatten() else { break };
            let Some(frame) = program.frames.get(id.0 as usize) else { break };
            at = self.drop_frame(frame);
            if at == 0 {
                break;
            }
        }
        0
    }

    fn drop_frame(&mut self, frame: &Frame) -> Pc {
        if frame.when {
            self.write(self.program.layout.in_when, 0);
        }
        let back = Pc::try_from(self.read(frame.return_to)).unwrap_or(0);
        self.clear(frame.inner.clone());
        self.clear(frame.names.clone());
        self.clear(frame.cells.clone());
        back
    }

    /// The plan that runs, if any.
    pub fn running_plan(&self, pc: Pc) -> Option<u32> {
        let mut at = pc;
        for _ in 0..=self.program.frames.len() {
            let (_, frame) = self.frame_at(at)?;
            for region in &frame.regions {
                if let RegionKind::Plan(plan) = region.kind
                    && region.code.contains(&at)
                {
                    return Some(plan);
                }
            }
            at = Pc::try_from(self.read(frame.return_to)).ok().filter(|back| *back > 0)?;
        }
        None
    }
}
