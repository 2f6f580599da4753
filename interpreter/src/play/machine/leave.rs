//! Leaving: bodies and blocks between here and the target are dropped.

use super::{Machine, Try};
use crate::program::{Frame, FrameId, FrameOf, LeaveCode, Pc, Region, RegionKind};

impl<'p> Machine<'p> {
    /// Goes on behind the innermost running target.
    pub(super) fn leave(&mut self, target: LeaveCode) -> Try<()> {
        let mut at = self.pc;
        let mut left = 0;
        while let Some((id, frame)) = self.frame_at(at) {
            if let Some(region) = region_to_leave(frame, target, at) {
                self.clear(region.cells.clone());
                self.pc = region.landing;
                return Ok(());
            }
            if body_to_leave(frame, id, target) {
                self.clear(frame.inner.clone());
                self.pc = frame.end;
                return Ok(());
            }
            at = self.drop_frame(frame);
            left += 1;
            if at == 0 || left > self.program.frames.len() {
                break;
            }
        }
        // A part of the rules that runs alone may leave what is not running: the run ends.
        self.pc = 0;
        Ok(())
    }

    fn frame_at(&self, pc: Pc) -> Option<(FrameId, &'p Frame)> {
        let id = self.frame_of(pc)?;
        Some((id, self.program.frames.get(id.0 as usize)?))
    }

    /// Drops a body; gives where its caller is.
    fn drop_frame(&mut self, frame: &'p Frame) -> Pc {
        // All `when` are still to be looked at: only looking at all of them in vain changes that, and none does while a body of theirs runs.
        if frame.when {
            self.write(self.program.layout.in_when, 0);
        }
        // Who is on turn is told where the `leave` lands: behind a `turn of`, or at the end of a body.
        let back = Pc::try_from(self.read(frame.return_to)).unwrap_or(0);
        self.clear(frame.inner.clone());
        self.clear(frame.names.clone());
        self.clear(frame.cells.clone());
        back
    }

    /// Returns from a body.
    pub(super) fn go_back(&mut self, id: FrameId) {
        if let Some(frame) = self.program.frames.get(id.0 as usize) {
            let back = Pc::try_from(self.read(frame.return_to)).unwrap_or(0);
            let decider = self.read(frame.return_to + 1);
            self.write(self.program.layout.decider, decider);
            self.clear(frame.names.clone());
            self.clear(frame.cells.clone());
            self.pc = back;
        }
    }

    /// The plan that runs, if any: its number.
    pub fn running_plan(&self) -> Option<u32> {
        if self.program.plans.is_empty() {
            return None;
        }
        let mut pc = self.pc;
        for _ in 0..=self.program.frames.len() {
            let (_, frame) = self.frame_at(pc)?;
            for region in &frame.regions {
                match region.kind {
                    RegionKind::Plan(plan) if region.code.contains(&pc) => return Some(plan),
                    RegionKind::Plan(_) | RegionKind::Turn | RegionKind::Private(_) => {}
                }
            }
            pc = Pc::try_from(self.read(frame.return_to)).ok().filter(|back| *back > 0)?;
        }
        None
    }
}

fn region_to_leave(frame: &Frame, target: LeaveCode, at: Pc) -> Option<&Region> {
    let wanted = |region: &&Region| match (target, region.kind) {
        (LeaveCode::Turn, RegionKind::Turn) | (LeaveCode::Plan, RegionKind::Plan(_)) => region.code.contains(&at),
        (LeaveCode::Turn | LeaveCode::Plan | LeaveCode::Runnable(_) | LeaveCode::Trigger(_), _) => false,
    };
    frame.regions.iter().find(wanted)
}

fn body_to_leave(frame: &Frame, id: FrameId, target: LeaveCode) -> bool {
    match (target, frame.of) {
        (LeaveCode::Runnable(wanted), FrameOf::Clause(runnable, _)) => wanted == runnable,
        (LeaveCode::Trigger(wanted), FrameOf::Trigger(_)) => wanted == id,
        (LeaveCode::Turn | LeaveCode::Plan, _)
        | (LeaveCode::Runnable(_), FrameOf::Trigger(_))
        | (LeaveCode::Trigger(_), FrameOf::Clause(..)) => false,
    }
}
