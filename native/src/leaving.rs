//! Where a `leave` goes on if it leads no further than to the end of a body.

use std::ops::Range;

use rulehound_interpreter::program::{Addr, FrameId, FrameOf, LeaveCode, Pc, Program, RegionKind};

/// The cells that end, and where it goes on, if what is left from an instruction lies in the instruction's own body.
pub fn left_in_body(program: &Program, pc: Pc, target: LeaveCode) -> Option<(Range<Addr>, Pc)> {
    let id: FrameId = program.frame_at.get(pc as usize).copied().flatten()?;
    let frame = program.frames.get(id.0 as usize)?;
    let region = frame.regions.iter().find(|region| match (target, region.kind) {
        (LeaveCode::Turn, RegionKind::Turn) | (LeaveCode::Plan, RegionKind::Plan(_)) => region.code.contains(&pc),
        _ => false,
    });
    if let Some(region) = region {
        return Some((region.cells.clone(), region.landing));
    }
    let body = match (target, frame.of) {
        (LeaveCode::Runnable(wanted), FrameOf::Clause(runnable, _)) => wanted == runnable,
        (LeaveCode::Trigger(wanted), FrameOf::Trigger(_)) => wanted == id,
        _ => false,
    };
    body.then(|| (frame.inner.clone(), frame.end))
}
