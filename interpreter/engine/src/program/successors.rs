//! Where control goes from an instruction: asked by whoever writes, walks or translates a program.

use smallvec::{SmallVec, smallvec};

use super::{Instruction, Pc, Program};

/// Where control may go from an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Successors {
    /// Whether the next instruction may follow without a jump.
    pub next: bool,
    /// The instructions that it may jump to.
    pub targets: SmallVec<[Pc; 2]>,
}

impl Instruction {
    /// Where control may go from here. Calls and what is left go elsewhere and are not told.
    pub fn successors(&self, program: &Program) -> Successors {
        let next = Successors { next: true, ..Successors::default() };
        let to = |targets: SmallVec<[Pc; 2]>| Successors { targets, ..Successors::default() };
        let next_or = |target: Pc| Successors { next: true, targets: smallvec![target] };
        match self {
            Self::Halt | Self::Call(..) | Self::Return(_) | Self::Leave(_) | Self::Win(_) => Successors::default(),
            // What came out is written before it goes on.
            Self::DrawLot(..) | Self::Roll(..) => Successors::default(),
            Self::Jump(target) => to(smallvec![*target]),
            Self::Unless(_, target)
            | Self::CountDown(_, target)
            | Self::ForNext(_, _, target)
            | Self::RoundNext(_, _, target)
            | Self::Shuffle(_, _, target)
            | Self::AfterMove(_, _, target)
            | Self::GatherNext(_, target) => next_or(*target),
            Self::Draw(draw) => next_or(draw.end),
            Self::Choose(id) => to(choices(program, *id)),
            Self::GatherStart(id) => Successors { next: true, targets: gathering(program, *id) },
            Self::Gather(id) | Self::PrivateEnd(id) => to(gathering(program, *id)),
            Self::PlanStart(id) => {
                let otherwise = program.plans.get(*id as usize).and_then(|plan| plan.if_none);
                Successors { next: true, targets: otherwise.into_iter().collect() }
            }
            Self::Require(_)
            | Self::Let(..)
            | Self::LetSet(..)
            | Self::Clear(..)
            | Self::Count(..)
            | Self::ForStart(..)
            | Self::TurnStart(..)
            | Self::TurnEnd(_)
            | Self::Begin(..)
            | Self::End(_)
            | Self::Move(_)
            | Self::DrawStart { .. }
            | Self::ShuffleStart(_)
            | Self::Set(..)
            | Self::Note(_)
            | Self::Forget
            | Self::Show(_)
            | Self::MovedEnd(_)
            | Self::AfterRule(_)
            | Self::MarkWhens
            | Self::Whens
            | Self::WhenEnd
            | Self::PlanEnd(_) => next,
        }
    }

    /// The target that is not known when the instruction is written, but once what lies between has been.
    pub fn open_target(&mut self) -> Option<&mut Pc> {
        match self {
            Self::Jump(target)
            | Self::Unless(_, target)
            | Self::CountDown(_, target)
            | Self::ForNext(_, _, target)
            | Self::RoundNext(_, _, target)
            | Self::Shuffle(_, _, target)
            | Self::AfterMove(_, _, target)
            | Self::GatherNext(_, target) => Some(target),
            Self::Draw(draw) => Some(&mut draw.end),
            Self::Halt
            | Self::Require(_)
            | Self::Let(..)
            | Self::LetSet(..)
            | Self::Clear(..)
            | Self::Count(..)
            | Self::ForStart(..)
            | Self::TurnStart(..)
            | Self::TurnEnd(_)
            | Self::Call(..)
            | Self::Begin(..)
            | Self::End(_)
            | Self::Return(_)
            | Self::Leave(_)
            | Self::Choose(_)
            | Self::Move(_)
            | Self::DrawStart { .. }
            | Self::DrawLot(..)
            | Self::Roll(..)
            | Self::ShuffleStart(_)
            | Self::Set(..)
            | Self::Note(_)
            | Self::Forget
            | Self::Show(_)
            | Self::Win(_)
            | Self::MovedEnd(_)
            | Self::AfterRule(_)
            | Self::MarkWhens
            | Self::Whens
            | Self::WhenEnd
            | Self::GatherStart(_)
            | Self::Gather(_)
            | Self::PrivateEnd(_)
            | Self::PlanStart(_)
            | Self::PlanEnd(_) => None,
        }
    }
}

fn choices(program: &Program, id: u32) -> SmallVec<[Pc; 2]> {
    let Some(choice) = program.choices.get(id as usize) else { return SmallVec::new() };
    let mut targets: SmallVec<[Pc; 2]> = choice.if_none.into_iter().collect();
    targets.extend(choice.ways.iter().map(|way| way.goal));
    targets
}

fn gathering(program: &Program, id: u32) -> SmallVec<[Pc; 2]> {
    program.gatherings.get(id as usize).map_or_else(SmallVec::new, |code| smallvec![code.body, code.next])
}
