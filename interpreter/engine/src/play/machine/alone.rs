//! Whether only one statement could have done what was done: then it is no secret which one it was.

use super::Machine;
use crate::play::By;
use crate::program::{FrameId, Instruction, Node};
use rulehound_rules::model::KindId;

/// What anybody can tell of an effect or a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// To this value, if it is always the same.
    SetVariable(u32, Option<i32>),
    SetFeature(KindId, u32, Option<i32>),
    Roll,
    Choose,
    Move,
    DrawLot,
    Shuffle,
    Show,
    Win,
}

impl Sign {
    /// Whether another may leave the same sign.
    fn may_be(self, other: Self) -> bool {
        let values = |one: Option<i32>, two: Option<i32>| one.is_none() || two.is_none() || one == two;
        match (self, other) {
            (Self::SetVariable(one, value), Self::SetVariable(two, other)) => one == two && values(value, other),
            (Self::SetFeature(kind, one, value), Self::SetFeature(same, two, other)) => {
                (kind, one) == (same, two) && values(value, other)
            }
            (one, two) => one == two,
        }
    }
}

impl Machine<'_> {
    /// Whether the statement that runs is the only one in all that a body runs and sets off that does such a thing.
    pub(super) fn does_it_alone(&self, body: By) -> bool {
        let (program, mine) = (self.program, self.place_here());
        let Some(sign) = self.sign(self.instruction()) else { return false };
        // Any trigger may be set off.
        let mut bodies: Vec<FrameId> = body.body.into_iter().chain(program.triggers.iter().copied()).collect();
        let mut next = 0;
        while let Some(frame) = bodies.get(next).and_then(|id| program.frames.get(id.0 as usize)) {
            next += 1;
            for pc in frame.code.clone() {
                let Some(instruction) = program.code.get(pc as usize) else { break };
                if self.sign(instruction).is_some_and(|other| sign.may_be(other))
                    && program.code_at.get(pc as usize) != Some(&mine)
                {
                    return false;
                }
                if let Instruction::Call(runnable, _) = instruction {
                    let clauses = program.runnables.get(runnable.index()).into_iter().flat_map(|it| &it.clauses);
                    for (.., clause) in clauses {
                        if !bodies.contains(clause) {
                            bodies.push(*clause);
                        }
                    }
                }
            }
        }
        body.body.is_some()
    }

    /// What anybody can tell of an effect or a decision, whoever and whatever it is about.
    fn sign(&self, instruction: &Instruction) -> Option<Sign> {
        match instruction {
            Instruction::Set(target, operator, value) => {
                let value = match self.at(*value) {
                    Node::Constant(value) if operator.is_none() => Some(*value),
                    _ => None,
                };
                match self.at(target.node) {
                    Node::Cell(cell) => Some(Sign::SetVariable(cell.variable, value)),
                    Node::Attribute(cell) => Some(Sign::SetFeature(cell.kind, cell.attribute, value)),
                    _ => None,
                }
            }
            Instruction::Roll(..) => Some(Sign::Roll),
            Instruction::Choose(_) => Some(Sign::Choose),
            Instruction::Move(_) | Instruction::Draw(_) => Some(Sign::Move),
            Instruction::DrawLot(..) => Some(Sign::DrawLot),
            Instruction::Shuffle(..) => Some(Sign::Shuffle),
            Instruction::Show(_) => Some(Sign::Show),
            Instruction::Win(_) => Some(Sign::Win),
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
            | Instruction::Call(..)
            | Instruction::Begin(..)
            | Instruction::End(_)
            | Instruction::Return(_)
            | Instruction::Note(_)
            | Instruction::Forget
            | Instruction::Leave(_)
            | Instruction::DrawStart { .. }
            | Instruction::ShuffleStart(_)
            | Instruction::AfterMove(..)
            | Instruction::MovedEnd(_)
            | Instruction::AfterRule(_)
            | Instruction::MarkWhens
            | Instruction::Whens
            | Instruction::WhenEnd
            | Instruction::GatherStart(_)
            | Instruction::GatherNext(..)
            | Instruction::Gather(_)
            | Instruction::PrivateEnd(_)
            | Instruction::PlanStart(_)
            | Instruction::PlanEnd(_) => None,
        }
    }
}
