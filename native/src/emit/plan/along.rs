//! From an option of a search straight to the next stop: as the rules are written, without the table of all instructions.

use std::collections::BTreeSet;

use rulehound_interpreter::program::{ChoiceCode, FrameId, Instruction, Pc, Program, RegionKind};
use wasm_encoder::Instruction as I;

use crate::Unsupported;
use crate::emit::body::run_by;
use crate::emit::candidate::{Lying, width};
use crate::emit::flow::{Flow, Way, Written};
use crate::emit::ways::{along, loops_along};
use crate::emit::{BASE, Emit, Emitter, Fun, Function, Local, Within};
use crate::map::Extra;

/// More instructions than these, all together, are left to the table.
const MOST_INSTRUCTIONS: usize = 3_000;

/// The decisions within plans from which searches go along: the first, as far as what follows them is not too much.
pub fn decisions(program: &Program) -> BTreeSet<u32> {
    let mut left = MOST_INSTRUCTIONS;
    let mut decisions = BTreeSet::new();
    for (pc, instruction) in (0..).zip(&program.code) {
        let Instruction::Choose(id) = instruction else { continue };
        let (Some(choice), Some(_)) = (program.choices.get(*id as usize), plan_around(program, pc)) else { continue };
        let targets = targets(choice);
        let order = along(program, &targets);
        if order.len() <= left && loops_along(program, &order, &targets).is_some() {
            left -= order.len();
            decisions.insert(*id);
        }
    }
    decisions
}

/// The bodies that may run within a plan of another.
pub fn bodies(program: &Program) -> BTreeSet<FrameId> {
    let planned = |pc: Pc| plan_around(program, pc).is_some();
    let runs =
        |pc: Pc| program.code.get(pc as usize).map(|instruction| run_by(program, instruction)).unwrap_or_default();
    let all = 0..u32::try_from(program.code.len()).unwrap_or(0);
    let mut left: Vec<FrameId> = all.filter(|pc| planned(*pc)).flat_map(runs).collect();
    let mut bodies = BTreeSet::new();
    while let Some(frame) = left.pop() {
        if bodies.insert(frame)
            && let Some(frame) = program.frames.get(frame.0 as usize)
        {
            left.extend(frame.code.clone().flat_map(runs));
        }
    }
    bodies
}

/// The plan around an instruction, if it is one of its own body.
pub fn plan_around(program: &Program, pc: Pc) -> Option<u32> {
    let frame = program.frame_at.get(pc as usize).copied().flatten()?;
    let frame = program.frames.get(frame.0 as usize)?;
    frame.regions.iter().find_map(|region| match region.kind {
        RegionKind::Plan(plan) if region.code.contains(&pc) => Some(plan),
        _ => None,
    })
}

impl<'p> Emitter<'p> {
    /// Takes an option of a decision, whose block and number come second and third, and runs to the next stop; leaves what stops there.
    pub(in crate::emit) fn go_along_option(&mut self, id: u32) -> Emit<Fun> {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported::new("a decision"))?;
        let mut f = Fun::new(3);
        let (source, option, at) = (1, 2, f.local());
        self.within = Within::Search;
        let targets = targets(choice);
        let order = along(self.program, &targets);
        let loops = loops_along(self.program, &order, &targets).ok_or(Unsupported::new("a way into a loop"))?;
        f.get(option).number((width(choice) * 4).cast_signed()).put(I::I32Mul).get(source).put(I::I32Add).set(at);
        self.bind_taken(&mut f, choice, at);
        let written = Written::or_anywhere(self.function(Function::Run), self.program.layout.pc);
        let mut flow = Flow::new(&written, None, Way::Search, &order);
        let lying = Lying { at, legal: self.map.legal };
        let take = |f: &mut Fun, flow: &Flow<'_>| lying.go(f, choice, |f, goal| flow.go_first(f, goal));
        self.write_code(&mut f, &mut flow, (&order, &loops), take)?;
        drop(flow);
        f.trap();
        Self::all_written(f, written)
    }

    /// Takes an option in the block `next` and runs on there to the next stop; leaves what stops there.
    pub(super) fn run_option(&mut self, f: &mut Fun, (option, next): (Local, Local)) {
        let (choice, pause) = (f.local(), f.local());
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        f.block(|f, done| {
            for id in (0..).take(self.program.choices.len()) {
                if self.along.contains(&id) {
                    f.get(choice).number(id.cast_signed()).put(I::I32Eq);
                    f.when(|f| {
                        f.get(next).get(BASE).get(option);
                        self.call(f, Function::Along(id));
                        f.set(pause).jump(done);
                    });
                }
            }
            f.get(next).get(BASE).get(option);
            self.call(f, Function::Take);
            f.get(next);
            self.call(f, Function::Run);
            f.set(pause);
        });
        f.get(pause);
    }
}

/// Where a decision goes on.
fn targets(choice: &ChoiceCode) -> Vec<Pc> {
    choice.ways.iter().map(|way| way.goal).collect()
}
