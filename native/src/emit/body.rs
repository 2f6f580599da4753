//! Bodies played whole while bots decide: nothing is come back to, so control goes as the rules are written, without a table. A body that is
//! run from one place is written there; others are functions.

use std::collections::BTreeMap;

use rulehound_interpreter::program::{FrameId, GatheringCode, Instruction, Pc, Program};
use wasm_encoder::Instruction as I;

use super::flow::{Flow, Way, Written, value_of};
use super::fun::Label;
use super::ways::{landings, loops, reached};
use super::{BASE, Emit, Emitter, Fun, Function, Import, Local, Within};
use crate::{Pause, Unsupported};

/// What a body gives that came to its end; below it stands where a `leave` goes on, at 0 and above is a pause.
const ENDED: i32 = -1;

/// Bodies of no more instructions than these are written wherever they are run, if those places are few.
const SHORT: usize = 24;
const FEW: usize = 3;

/// How deep bodies are written into each other.
const DEEPEST: usize = 12;

/// From how many places each body is run.
pub fn places(program: &Program) -> BTreeMap<FrameId, usize> {
    let mut places = BTreeMap::new();
    for instruction in &program.code {
        for frame in run_by(program, instruction) {
            *places.entry(frame).or_default() += 1;
        }
    }
    places
}

/// The bodies that an instruction may run.
pub fn run_by(program: &Program, instruction: &Instruction) -> Vec<FrameId> {
    match instruction {
        Instruction::Call(id, _) => {
            let clauses = program.runnables.get(id.index()).map(|code| code.clauses.iter());
            clauses.into_iter().flatten().map(|(.., frame)| *frame).collect()
        }
        Instruction::AfterMove(_, trigger, _) => program.triggers.get(*trigger as usize).copied().into_iter().collect(),
        Instruction::AfterRule(watch) => vec![watch.frame],
        Instruction::Whens => program.whens.iter().map(|when| when.frame).collect(),
        Instruction::Halt
        | Instruction::Jump(_)
        | Instruction::Unless(..)
        | Instruction::Require(_)
        | Instruction::Let(..)
        | Instruction::LetSet(..)
        | Instruction::Clear(..)
        | Instruction::Count(..)
        | Instruction::CountDown(..)
        | Instruction::ForStart(..)
        | Instruction::ForNext(..)
        | Instruction::RoundNext(..)
        | Instruction::TurnStart(..)
        | Instruction::TurnEnd(_)
        | Instruction::Begin(..)
        | Instruction::End(_)
        | Instruction::Return(_)
        | Instruction::Leave(_)
        | Instruction::Choose(_)
        | Instruction::Move(_)
        | Instruction::DrawStart { .. }
        | Instruction::Draw(_)
        | Instruction::DrawLot(..)
        | Instruction::Roll(..)
        | Instruction::ShuffleStart(_)
        | Instruction::Shuffle(..)
        | Instruction::Set(..)
        | Instruction::Note(_)
        | Instruction::Forget
        | Instruction::Show(_)
        | Instruction::Win(_)
        | Instruction::MovedEnd(_)
        | Instruction::MarkWhens
        | Instruction::WhenEnd
        | Instruction::GatherStart(_)
        | Instruction::GatherNext(..)
        | Instruction::Gather(_)
        | Instruction::PrivateEnd(_)
        | Instruction::PlanStart(_)
        | Instruction::PlanEnd(_) => Vec::new(),
    }
}

impl<'p> Emitter<'p> {
    /// A body whole, as a function: see [`ENDED`] for what it gives.
    pub(super) fn body_alone(&mut self, frame: FrameId) -> Emit<Fun> {
        let mut f = Fun::new(1);
        self.within = Within::Game;
        self.where_it_is_played(&mut f);
        let written = Written::default();
        f.block(|f, end| self.write_body(f, frame, None, &written, (end, None)))?;
        f.number(ENDED);
        Self::all_written(f, written)
    }

    /// What is played from the beginning: the phase `play`, then there is nothing more to do.
    pub(super) fn play_whole(&mut self, mut f: Fun) -> Emit<Fun> {
        let play = self.program.runnables.get(self.program.instance.model.play.index());
        let (.., first) = play.and_then(|code| code.clauses.first()).ok_or(Unsupported::new("a game without play"))?;
        let written = Written::default();
        f.block(|f, end| self.write_body(f, *first, None, &written, (end, None)))?;
        self.halt(&mut f, 0);
        f.write(self.program.layout.pc, 0).number(Pause::Over as i32);
        Self::all_written(f, written)
    }

    /// The game that is played lies where it always lies.
    pub(super) fn where_it_is_played(&self, f: &mut Fun) {
        f.number(self.map.block(0).cast_signed()).set(BASE);
    }

    pub(super) fn all_written(mut f: Fun, written: Written) -> Emit<Fun> {
        if written.is_lost() {
            return Err(Unsupported::new("a way through a body"));
        }
        written.finish(&mut f);
        Ok(f)
    }

    /// Writes a body; at its end goes behind the block of the label, where what has that number follows straight. The work of its straight
    /// way counts as soon as something is known to follow; else it is used up here.
    fn write_body(
        &mut self,
        f: &mut Fun,
        id: FrameId,
        around: Option<&Flow<'_>>,
        written: &Written,
        (end, follows): (Label, Option<usize>),
    ) -> Emit {
        let frame = self.program.frames.get(id.0 as usize).ok_or(Unsupported::new("a body"))?;
        let first = frame.code.start;
        let left = landings(frame, None);
        let pcs = reached(self.program, left.into_iter().chain([first]));
        let way = Way::Body(end, follows);
        let flow = Flow::new(written, around, way, &pcs);
        match around {
            Some(around) if follows.is_some() => around.follows(flow.number(first)),
            _ => flow.work_from(f, first),
        }
        self.write_whole(f, flow, &pcs)
    }

    /// The secret block of whoever decides, as far as nothing but decisions and variables are in it. Goes behind the block of a label at its
    /// end; where there were as many decisions as there may be, behind that of the other.
    pub(super) fn write_secret(
        &mut self,
        f: &mut Fun,
        code: &GatheringCode,
        written: &Written,
        (end, enough): (Label, Label),
    ) -> Emit {
        let pcs = reached(self.program, [code.body]);
        let flow = Flow::new(written, None, Way::Secret(end, enough), &pcs);
        flow.work_from(f, code.body);
        self.write_whole(f, flow, &pcs)
    }

    fn write_whole(&mut self, f: &mut Fun, mut flow: Flow<'_>, pcs: &[Pc]) -> Emit {
        let loops = loops(self.program, pcs).ok_or(Unsupported::new("a way into a loop"))?;
        let (running, names, work) = (self.running, std::mem::take(&mut f.names), std::mem::take(&mut f.work));
        self.write_code(f, &mut flow, (pcs, &loops), |_, _| {})?;
        (self.running, f.names, f.work) = (running, names, work);
        Ok(())
    }

    /// Runs a body from an instruction, in place or as a function, and goes on behind: straight there, if that is known.
    pub(super) fn run_body(&mut self, f: &mut Fun, flow: &Flow<'_>, frame: FrameId, straight: Option<Pc>) -> Emit {
        if self.is_in_place(flow, frame) {
            let follows = straight.map(|to| flow.number(to));
            f.block(|f, end| self.write_body(f, frame, Some(flow), flow.written, (end, follows)))?;
        } else if self.within == Within::Search {
            f.number(value_of(self.start_of(frame)));
            flow.go_there(f);
            return Ok(());
        } else {
            let gave = f.local();
            f.get(BASE);
            self.call(f, Function::Body(frame));
            f.tee(gave).number(ENDED).put(I::I32Ne);
            f.when(|f| self.go_further(f, flow, gave));
            if let Some(to) = straight {
                flow.work_from(f, to);
            }
        }
        if let Some(to) = straight {
            flow.go(f, to);
        }
        Ok(())
    }

    /// Whether a body is written where it is run: if that is the only place, or one of few for a short one. In a body that is written in
    /// several places nothing else is, for that would multiply; nor behind the decisions of a search, which may all come to the same place.
    fn is_in_place(&self, flow: &Flow<'_>, frame: FrameId) -> bool {
        let Some(code) = self.program.frames.get(frame.0 as usize).map(|frame| frame.code.clone()) else {
            return false;
        };
        let around: Vec<Pc> = std::iter::successors(Some(flow), |flow| flow.around).map(|flow| flow.here).collect();
        let places_of = |frame: FrameId| self.places.get(&frame).copied().unwrap_or(0);
        let frame_of = |pc: &Pc| self.program.frame_at.get(*pc as usize).copied().flatten();
        let often = around.iter().filter_map(frame_of).any(|frame| places_of(frame) > 1);
        let places = places_of(frame);
        let short = code.len() <= SHORT;
        let (small, deepest) = match self.within {
            Within::Search => (short, 1),
            _ => (places == 1 || places <= FEW && short && !often, DEEPEST),
        };
        small && around.len() <= deepest && !around.iter().any(|pc| code.contains(pc))
    }

    /// A body gave a pause, or where a `leave` goes on: somewhere in a body that is written here, or further out.
    fn go_further(&mut self, f: &mut Fun, flow: &Flow<'_>, gave: Local) {
        let landing = f.local();
        f.get(gave).number(0).put(I::I32GeS);
        f.when(|f| {
            f.get(gave).put(I::Return);
        });
        f.number(ENDED - 1).get(gave).put(I::I32Sub).set(landing);
        self.land(f, flow, landing);
    }

    /// Goes on where a `leave` lands.
    pub(super) fn land(&mut self, f: &mut Fun, flow: &Flow<'_>, landing: Local) {
        for flow in std::iter::successors(Some(flow), |flow| flow.around) {
            let frame = self.program.frame_at.get(flow.here as usize).copied().flatten();
            let Some(frame) = frame.and_then(|id| self.program.frames.get(id.0 as usize)) else { continue };
            for to in landings(frame, Some(flow.here)).into_iter().filter(|to| flow.is_ahead(*to)) {
                f.get(landing).number(value_of(to)).put(I::I32Eq);
                f.when(|f| flow.go_anew(f, to));
            }
        }
        f.number(ENDED - 1).get(landing).put(I::I32Sub).put(I::Return);
    }

    /// Leaves further than the end of the body: the host ends what lies between.
    pub(super) fn leave_far(&mut self, f: &mut Fun, flow: &Flow<'_>) {
        let landing = f.local();
        f.get(BASE).number(value_of(flow.here));
        Self::ask(f, Import::Leave);
        f.set(landing);
        self.land(f, flow, landing);
    }
}
