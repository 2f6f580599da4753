//! Where control goes in the function that runs, and how much work may follow.

use std::cell::RefCell;

use rulehound_interpreter::program::{Addr, Instruction, Pc};

use super::fun::Label;
use super::{Fun, Local};

/// Where control goes in the function that runs.
pub struct Flow {
    pub labels: Vec<Label>,
    pub again: Label,
    pub pc: Local,
    pub here: Pc,
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
    /// Goes on at a known instruction.
    pub fn go(&self, f: &mut Fun, to: Pc) {
        match self.labels.get(to as usize) {
            Some(label) if to > self.here => {
                self.ahead.borrow_mut().push(to);
                f.jump(*label);
            }
            _ => {
                f.number(value_of(to)).set(self.pc).jump(self.again);
            }
        }
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
