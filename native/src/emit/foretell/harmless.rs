//! Moves and triggers that do nothing but move components, and cannot fail: they need not be done to know where a way ends.

use rulehound_interpreter::program::{Instruction, ListCode, MoveCode, MoveWhat, Node, NodeId};

use crate::emit::work::INSTRUCTION;
use crate::emit::{Emit, Emitter, Fun, Local};

/// The most components that are moved at once.
const MOST_MOVED: i32 = 8;

/// More than the interpreter does for a component that moves, besides looking for it.
const A_MOVE: i32 = 200;

impl<'p> Emitter<'p> {
    /// How many components a move moves at most, if it can neither fail nor moves many.
    pub(super) fn harmless_move(&mut self, f: &mut Fun, code: &'p MoveCode) -> Emit<Option<i32>> {
        let (kinds, asked, to, most) = match &code.what {
            MoveWhat::One(what, to) => {
                let Some(kinds) = self.kinds_of(f, *what) else { return Ok(None) };
                (kinds, vec![*what], to, 1)
            }
            MoveWhat::Some(Some(amount), components, from, to) => {
                let (Node::Constant(most @ 0..=MOST_MOVED), Node::Components(kind, owner)) =
                    (self.at(*amount), self.at(*components))
                else {
                    return Ok(None);
                };
                f.work = f.work.saturating_add(5 * self.looking(&[*kind]));
                (vec![*kind], owner.iter().copied().chain([*from]).collect(), to, *most)
            }
            MoveWhat::Some(None, ..)
            | MoveWhat::Set(..)
            | MoveWhat::Swap(..)
            | MoveWhat::All(..)
            | MoveWhat::Each(..) => return Ok(None),
        };
        let fits = self.fits_everywhere(f, &kinds, to);
        let room = code.list.as_ref().is_none_or(|list| i64::from(list.capacity) >= i64::from(most));
        let asked: Vec<NodeId> = asked.into_iter().chain([to.place]).collect();
        let sure =
            self.is_sure(f, &mut |emitter, f| asked.iter().try_for_each(|id| emitter.kept_number(f, *id).map(|_| ())))?;
        f.work = f.work.saturating_add(A_MOVE * (most + 1));
        Ok((fits && room && sure).then_some(most))
    }

    /// How many components a trigger moves at most for each that has moved, if it does nothing else and cannot fail.
    pub(super) fn harmless_trigger(&mut self, f: &mut Fun, list: &'p ListCode, trigger: u32) -> Emit<Option<i32>> {
        let row: Local = f.local();
        let before = f.work;
        let sure = self.is_sure(f, &mut |emitter, f| emitter.fits_move(f, trigger, list, row))?;
        let frame = self.program.triggers.get(trigger as usize);
        let Some(frame) = frame.and_then(|id| self.program.frames.get(id.0 as usize)).filter(|_| sure) else {
            return Ok(None);
        };
        let mut moved = 0;
        for instruction in self.program.code.get(frame.code.start as usize..).unwrap_or_default() {
            f.work = f.work.saturating_add(INSTRUCTION);
            match instruction {
                Instruction::Begin(_, fresh) if fresh.is_empty() => {}
                Instruction::Move(code) if code.list.is_none() => {
                    let Some(most) = self.harmless_move(f, code)? else { return Ok(None) };
                    moved += most;
                }
                Instruction::Clear(..) | Instruction::MarkWhens | Instruction::Whens | Instruction::End(_) => {}
                Instruction::Return(_) => {
                    let each = f.work.saturating_sub(before);
                    f.work = f.work.saturating_add(each.saturating_mul(MOST_MOVED * MOST_MOVED));
                    return Ok(Some(moved));
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Whether something can neither fail nor goes on for long; nothing of it stays but its work.
    fn is_sure(&mut self, f: &mut Fun, write: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit) -> Emit<bool> {
        let mark = f.mark();
        write(self, f)?;
        let sure = f.unsure == mark.unsure && f.unbounded == mark.unbounded;
        let work = f.work;
        f.go_back(mark);
        f.work = work;
        Ok(sure)
    }
}
