//! Chance: what may come out, and taking an outcome.

use rulehound_interpreter::cells::{self, Cells, Drawn, Room};
use rulehound_interpreter::program::Instruction;

use super::Block;
use crate::map::Extra;

impl Block<'_> {
    /// The next of a draw: 0 if there is no more, 1 if one was taken from a pile, 2 if chance decides.
    pub fn draw(&mut self, pc: u32, others: &mut Vec<i32>) -> Option<i32> {
        let program = self.program;
        let Instruction::Draw(draw) = program.code.get(pc as usize)? else { return None };
        match cells::draw_next(program, self, draw, others) {
            Drawn::NoMore => Some(0),
            Drawn::Top(top) => cells::take_drawn(program, self, draw, top, others).ok().map(|_| 1),
            Drawn::Chance => Some(2),
        }
    }

    /// Keeps the components of a pile that are not yet placed anew, from the top; gives how many they are.
    pub fn unshuffled(&self, pc: u32, part: &mut Vec<i32>) -> Option<i32> {
        let Some(Instruction::Shuffle(counter, ..)) = self.program.code.get(pc as usize) else { return None };
        part.retain(|component| cells::is_unshuffled(self.program, self, *counter, *component));
        i32::try_from(part.len()).ok()
    }

    fn listed(&self) -> Option<&[i32]> {
        let at = usize::try_from(self.read(self.map.extra(Extra::Values) / 4)).ok()? / 4;
        let count = usize::try_from(self.read(self.map.extra(Extra::Outcome) / 4)).ok()?;
        self.words.get(at..at.checked_add(count)?)
    }

    /// Adds the values that may come out where the position stands, with their weights, in order.
    pub fn outcomes(&self, room: &mut Room, out: &mut Vec<(i32, u32)>) -> Option<()> {
        let program = self.program;
        let pc = u32::try_from(self.read(program.layout.pc)).ok()?;
        match program.code.get(pc as usize)? {
            Instruction::Roll(_, roll) => out.extend(roll.values.iter().map(|value| (*value, 1))),
            Instruction::Draw(draw) => cells::weigh_draw(program, self, draw, room, out),
            Instruction::DrawLot(_, binder, _) if binder.components => {
                cells::weigh(program, self, self.listed()?, &mut room.held, out);
            }
            Instruction::DrawLot(..) | Instruction::Shuffle(..) => {
                out.extend(self.listed()?.iter().map(|value| (*value, 1)));
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes what came out and stands behind it. Chance alone must not go on for ever, so it is counted.
    pub fn take_outcome(&mut self, value: i32, others: &mut Vec<i32>) -> Option<()> {
        let program = self.program;
        let layout = &program.layout;
        if !cells::count_outcome(program, self) {
            return None;
        }
        let pc = self.read(layout.pc);
        match program.code.get(usize::try_from(pc).ok()?)? {
            Instruction::Roll(..) => {
                let at = usize::try_from(self.read(self.map.extra(Extra::Outcome) / 4)).ok()? / 4;
                *self.words.get_mut(at)? = value;
                self.write(layout.pc, pc + 1);
            }
            Instruction::Draw(draw) => {
                cells::take_drawn(program, self, draw, value, others).ok()?;
            }
            Instruction::DrawLot(local, ..) => {
                self.write(*local, value);
                self.write(layout.pc, pc + 1);
            }
            Instruction::Shuffle(counter, ..) => cells::take_shuffled(program, self, *counter, value, others),
            _ => return None,
        }
        Some(())
    }
}
