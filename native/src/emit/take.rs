//! Taking a candidate that is allowed.

use rulehound_interpreter::program::{ChoiceCode, ChoiceKind};
use wasm_encoder::Instruction as I;

use super::candidate::width;
use super::{BASE, Emit, Emitter, Fun, Local};
use crate::map::Extra;

impl<'p> Emitter<'p> {
    /// Takes a candidate that is allowed in the block given second: its number comes third.
    pub(super) fn take(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (source, option) = (1, 2);
        let (choice, at) = (f.local(), f.local());
        f.get(source).load(self.map.extra(Extra::Choice)).set(choice);
        for (id, code) in (0..).zip(&self.program.choices) {
            f.get(choice).number(id).put(I::I32Eq);
            f.when(|f| {
                f.get(option).number(i32::try_from(width(code) * 4).unwrap_or(4)).put(I::I32Mul);
                f.get(source).put(I::I32Add).set(at);
                self.take_of(f, code, at);
                f.put(I::Return);
            });
        }
        f.trap();
        Ok(f)
    }

    fn take_of(&self, f: &mut Fun, choice: &'p ChoiceCode, at: Local) {
        let (legal, pc) = (self.map.legal, self.program.layout.pc);
        let next = |f: &mut Fun, to: u32| {
            f.write(pc, i32::try_from(to).unwrap_or(0));
        };
        self.bind_taken(f, choice, at);
        match &choice.kind {
            ChoiceKind::Tuple(_) | ChoiceKind::Several { .. } => next(f, choice.next),
            ChoiceKind::Options(ways) => {
                for (way, (.., to)) in (0..).zip(ways) {
                    f.get(at).load(legal).number(way).put(I::I32Eq);
                    f.when(|f| next(f, *to));
                }
            }
            ChoiceKind::May(_, doing, leaving) => {
                f.get(at).load(legal);
                f.either(|f| next(f, *leaving), |f| next(f, *doing));
            }
        }
    }

    /// Binds what a candidate names.
    pub(super) fn bind_taken(&self, f: &mut Fun, choice: &'p ChoiceCode, at: Local) {
        let legal = self.map.legal;
        match &choice.kind {
            ChoiceKind::Tuple(binders) => {
                for (offset, named) in (0..).step_by(4).zip(binders) {
                    f.get(BASE).get(at).load(legal + offset).store(named.binder.local * 4);
                }
            }
            ChoiceKind::Several { set, .. } => {
                let (length, step) = (f.local(), f.local());
                f.get(at).load(legal).set(length).write_local(*set, length).number(0).set(step);
                f.block(|f, done| {
                    f.repeat(|f, again| {
                        f.get(step).get(length).put(I::I32GeS).jump_if(done);
                        f.get(step).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
                        f.get(step).number(2).put(I::I32Shl).get(at).put(I::I32Add).load(legal + 4);
                        f.store((set + 1) * 4);
                        f.step(step, 1).jump(again);
                    });
                });
            }
            ChoiceKind::Options(_) | ChoiceKind::May(..) => {}
        }
    }
}
