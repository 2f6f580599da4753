//! Where control goes in the function that runs, and how much work may follow.

use std::cell::RefCell;

use rulehound_interpreter::program::{Addr, ChoiceKind, Instruction, Pc, Program};

use super::fun::Label;
use super::{Emitter, Fun, Local};

/// Where control goes in the function that runs.
pub struct Flow {
    pub labels: Vec<Label>,
    pub again: Label,
    pub pc: Local,
    pub here: Pc,
    /// Where it stands how much work may follow each instruction.
    pub works: u32,
    /// The loop that runs now: its first instruction and its beginning.
    pub around: Option<(Pc, Label)>,
    /// Where this instruction goes straight.
    pub ahead: RefCell<Vec<Pc>>,
}

/// Whether the next instruction may follow without a jump.
pub fn goes_on(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Halt
            | Instruction::Jump(_)
            | Instruction::Call(..)
            | Instruction::Return(_)
            | Instruction::Leave(_)
            | Instruction::Choose(_)
            | Instruction::DrawLot(..)
            | Instruction::Roll(..)
            | Instruction::Win(_)
            | Instruction::Gather(_)
            | Instruction::PrivateEnd(_)
    )
}

/// The work of each instruction and where it goes straight.
#[derive(Default)]
pub struct Ahead(Vec<(i32, Vec<Pc>)>);

impl Ahead {
    pub fn add(&mut self, work: i32, mut to: Vec<Pc>, goes_on: bool) {
        if goes_on {
            to.push(Pc::try_from(self.0.len() + 1).unwrap_or(Pc::MAX));
        }
        self.0.push((work, to));
    }

    /// The most work from each instruction until control goes through the table again. All straight ways lead forward.
    pub fn most(&self) -> Vec<i32> {
        let mut most = vec![0; self.0.len()];
        for (here, (work, to)) in self.0.iter().enumerate().rev() {
            let after = to.iter().filter_map(|to| most.get(*to as usize)).max().copied().unwrap_or(0);
            if let Some(slot) = most.get_mut(here) {
                *slot = work.saturating_add(after);
            }
        }
        most
    }
}

pub fn value_of(pc: Pc) -> i32 {
    i32::try_from(pc).unwrap_or(0)
}

impl Flow {
    /// Some instructions begin behind these blocks.
    pub fn set_labels(labels: &mut [Label], blocks: impl Iterator<Item = (Pc, Label)>) {
        for (pc, label) in blocks {
            if let Some(slot) = labels.get_mut(pc as usize) {
                *slot = label;
            }
        }
    }

    /// Goes on at a known instruction.
    pub fn go(&self, f: &mut Fun, to: Pc) {
        match (self.labels.get(to as usize), self.around) {
            (Some(label), _) if to > self.here => {
                self.ahead.borrow_mut().push(to);
                f.jump(*label);
            }
            (_, Some((first, label))) if to == first => {
                self.work_from(f, to);
                f.jump(label);
            }
            _ => {
                f.number(value_of(to)).set(self.pc).jump(self.again);
            }
        }
    }

    /// The same where all work is still to be done.
    pub fn go_anew(&self, f: &mut Fun, to: Pc) {
        match self.labels.get(to as usize) {
            Some(label) if to > self.here => {
                self.work_from(f, to);
                f.jump(*label);
            }
            _ => self.go(f, to),
        }
    }

    /// Uses up what may follow an instruction.
    fn work_from(&self, f: &mut Fun, to: Pc) {
        f.number(0).load(self.works + to * 4);
        Emitter::burn(f);
    }

    /// Goes on where the position stands.
    pub fn go_where_it_stands(&self, f: &mut Fun, pc: Addr) {
        f.cell(pc);
        self.go_there(f);
    }

    /// Goes on at the instruction whose number lies on top.
    pub fn go_there(&self, f: &mut Fun) {
        f.set(self.pc).jump(self.again);
    }
}

/// Loops that nothing enters or leaves but at their beginning or by a jump that is known: the first and the last instruction of each.
pub fn loops(program: &Program) -> Vec<(Pc, Pc)> {
    let mut found: Vec<(Pc, Pc)> = Vec::new();
    for (last, instruction) in (0..).zip(&program.code) {
        let Instruction::Jump(first) = instruction else { continue };
        let inside = |pc: Pc| pc > *first && pc <= last;
        let plain = (*first..last).all(|pc| program.code.get(pc as usize).is_some_and(is_plain));
        let entered = (0..)
            .zip(&program.code)
            .any(|(pc, other)| !(*first..=last).contains(&pc) && targets(program, other).into_iter().any(inside));
        let landed = program.frames.iter().any(|frame| {
            inside(frame.end) || inside(frame.code.start) || frame.regions.iter().any(|region| inside(region.landing))
        });
        if *first <= last && plain && !entered && !landed {
            found.push((*first, last));
        }
    }
    found
}

/// Whether an instruction surely goes on itself: nothing else runs and comes back to it or behind it.
fn is_plain(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Unless(..)
            | Instruction::Let(..)
            | Instruction::Clear(..)
            | Instruction::Count(..)
            | Instruction::CountDown(..)
            | Instruction::ForStart(..)
            | Instruction::ForNext(..)
            | Instruction::Set(..)
            | Instruction::MarkWhens
            | Instruction::Move(_)
            | Instruction::MovedEnd(_)
    )
}

/// Where an instruction may jump to, besides the next.
pub fn targets(program: &Program, instruction: &Instruction) -> Vec<Pc> {
    match instruction {
        Instruction::Jump(to)
        | Instruction::Unless(_, to)
        | Instruction::CountDown(_, to)
        | Instruction::ForNext(_, _, to)
        | Instruction::RoundNext(_, _, to)
        | Instruction::Shuffle(_, _, to)
        | Instruction::AfterMove(_, _, to)
        | Instruction::GatherNext(_, to) => vec![*to],
        Instruction::Draw(draw) => vec![draw.end],
        Instruction::Choose(id) => program.choices.get(*id as usize).map_or_else(Vec::new, |choice| {
            let ways = match &choice.kind {
                ChoiceKind::Tuple(_) | ChoiceKind::Several { .. } => Vec::new(),
                ChoiceKind::Options(ways) => ways.iter().map(|(.., to)| *to).collect(),
                ChoiceKind::May(_, doing, leaving) => vec![*doing, *leaving],
            };
            choice.if_none.into_iter().chain([choice.next]).chain(ways).collect()
        }),
        Instruction::GatherStart(id) | Instruction::Gather(id) | Instruction::PrivateEnd(id) => {
            program.gatherings.get(*id as usize).map_or_else(Vec::new, |code| vec![code.body, code.next])
        }
        Instruction::PlanStart(id) => {
            program.plans.get(*id as usize).and_then(|plan| plan.if_none).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
