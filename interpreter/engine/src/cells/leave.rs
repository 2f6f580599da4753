//! Leaving: bodies and blocks between an instruction and its target are dropped; and the plan that runs.

use std::ops::Range;

use super::Cells;
use crate::program::{Addr, Frame, FrameId, FrameOf, LeaveCode, Pc, Program, RegionKind};

/// The body an instruction belongs to.
fn frame_at(program: &Program, pc: Pc) -> Option<(FrameId, &Frame)> {
    let id = program.frame_at.get(pc as usize).copied().flatten()?;
    Some((id, program.frames.get(id.0 as usize)?))
}

/// The cells that end, and where it goes on, if what is left from an instruction lies in the instruction's own body.
pub fn left_in_body(program: &Program, pc: Pc, target: LeaveCode) -> Option<(Range<Addr>, Pc)> {
    let (id, frame) = frame_at(program, pc)?;
    let region = frame.regions.iter().find(|region| match (target, region.kind) {
        (LeaveCode::Turn, RegionKind::Turn) | (LeaveCode::Plan, RegionKind::Plan(_)) => region.code.contains(&pc),
        (LeaveCode::Turn | LeaveCode::Plan | LeaveCode::Runnable(_) | LeaveCode::Trigger(_), _) => false,
    });
    if let Some(region) = region {
        return Some((region.cells.clone(), region.landing));
    }
    let body = match (target, frame.of) {
        (LeaveCode::Runnable(wanted), FrameOf::Clause(runnable, _)) => wanted == runnable,
        (LeaveCode::Trigger(wanted), FrameOf::Trigger(_)) => wanted == id,
        (LeaveCode::Turn | LeaveCode::Plan, _)
        | (LeaveCode::Runnable(_), FrameOf::Trigger(_))
        | (LeaveCode::Trigger(_), FrameOf::Clause(..)) => false,
    };
    body.then(|| (frame.inner.clone(), frame.end))
}

/// Drops what is left between an instruction and the innermost running target; gives where to go on. A part of the rules that runs alone
/// may leave what is not running: then it goes on at 0, and the run ends.
pub fn leave(program: &Program, cells: &mut (impl Cells + ?Sized), pc: Pc, target: LeaveCode) -> Pc {
    let mut at = pc;
    for _ in 0..=program.frames.len() {
        if let Some((ending, landing)) = left_in_body(program, at, target) {
            cells.clear(ending);
            return landing;
        }
        let Some((_, frame)) = frame_at(program, at) else { break };
        at = drop_frame(program, cells, frame);
        if at == 0 {
            break;
        }
    }
    0
}

/// Drops a body; gives where its caller is.
fn drop_frame(program: &Program, cells: &mut (impl Cells + ?Sized), frame: &Frame) -> Pc {
    // All `when` are still to be looked at: only looking at all of them in vain changes that, and none does while a body of theirs runs.
    if frame.when {
        cells.write(program.layout.in_when, 0);
    }
    // Who is on turn is told where the `leave` lands: behind a `turn of`, or at the end of a body.
    let back = Pc::try_from(cells.read(frame.return_to)).unwrap_or(0);
    cells.clear(frame.inner.clone());
    cells.clear(frame.names.clone());
    cells.clear(frame.cells.clone());
    back
}

/// The plan that runs at an instruction, if any: its number.
pub fn running_plan(program: &Program, cells: &(impl Cells + ?Sized), pc: Pc) -> Option<u32> {
    if program.plans.is_empty() {
        return None;
    }
    let mut at = pc;
    for _ in 0..=program.frames.len() {
        let (_, frame) = frame_at(program, at)?;
        for region in &frame.regions {
            match region.kind {
                RegionKind::Plan(plan) if region.code.contains(&at) => return Some(plan),
                RegionKind::Plan(_) | RegionKind::Turn | RegionKind::Private(_) => {}
            }
        }
        at = Pc::try_from(cells.read(frame.return_to)).ok().filter(|back| *back > 0)?;
    }
    None
}
