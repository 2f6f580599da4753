//! Which statement does what is done, and who may know that.

use rulehound_grammar::span::Location;

use super::Machine;
use crate::play::{By, Origin, Reason, Seen};
use crate::program::{Frame, Pc, Veil};

impl Machine<'_> {
    /// The statement that runs. Others than those who may know it are told the innermost body around it that all know to run.
    pub fn origin(&mut self) -> Origin {
        let running = self.running();
        let everybody = self.everybody();
        let (mut seen, mut exact, mut open) = (everybody, By::default(), By::default());
        for (index, (id, pc)) in running.iter().enumerate().rev() {
            // Of the bodies around, what is kept is where they go on: right behind what they run.
            let pc = if index == 0 { *pc } else { pc.saturating_sub(1) };
            let Some(frame) = self.program.frames.get(id.0 as usize) else { continue };
            if frame.secret {
                seen = Seen::NOBODY;
            }
            let here = seen.and(self.seen_to_run(pc));
            exact = By { body: Some(*id), at: self.program.code_at.get(pc as usize).copied().unwrap_or_default() };
            if seen == everybody {
                open = if here == everybody { exact } else { By { at: self.beginning(frame), ..exact } };
            }
            seen = here;
        }
        if seen == everybody { Origin::open(exact) } else { Origin { exact, seen, open } }
    }

    /// Who may know that this instruction runs.
    fn seen_to_run(&mut self, pc: Pc) -> Seen {
        let everybody = self.everybody();
        let program = self.program;
        let veil = program.veil_at.get(pc as usize).and_then(|veil| program.veils.get(*veil as usize));
        let Some(Veil { hidden, private, components }) = veil else { return everybody };
        let mut seen = if *hidden { Seen::NOBODY } else { everybody };
        if *private {
            seen = seen.and(usize::try_from(self.decider()).map_or(Seen::NOBODY, Seen::only));
        }
        for cell in components {
            let component = self.read(*cell);
            let known = self.kind_of(component).is_some();
            seen = if known { seen.and(self.wholly_seen(component)) } else { Seen::NOBODY };
        }
        seen
    }

    /// Where the declaration of a body stands.
    fn beginning(&self, frame: &Frame) -> Location {
        self.program.code_at.get(frame.code.start as usize).copied().unwrap_or_default()
    }

    /// A reason of the statement at hand.
    pub fn reason_here(&self, sentence: String) -> Reason {
        self.reason_at(sentence, self.place_here())
    }

    /// A reason of the body at hand that stands here.
    pub fn reason_at(&self, sentence: String, at: Location) -> Reason {
        let (rule, reference) = self.rule_here();
        Reason { sentence, rule, reference, at }
    }

    /// Where the statement at hand stands.
    pub fn place_here(&self) -> Location {
        self.program.code_at.get(self.pc as usize).copied().unwrap_or_default()
    }
}
