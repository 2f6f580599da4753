//! Taking a candidate that is allowed.

use std::convert::Infallible;

use rulehound_interpreter::program::{Addr, ChoiceCode, MeantCode};
use wasm_encoder::Instruction as I;

use super::candidate::{Lying, width};
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
        self.bind_taken(f, choice, at);
        let Ok::<(), Infallible>(()) = Lying { at, legal: self.map.legal }.its_way(f, choice, |f, way| {
            f.write(self.program.layout.pc, way.goal.cast_signed());
            Ok(())
        });
    }

    /// Binds what a candidate names.
    pub(super) fn bind_taken(&self, f: &mut Fun, choice: &'p ChoiceCode, at: Local) {
        if choice.ways.iter().all(|way| way.meant.names().is_empty()) {
            return;
        }
        let lying = Lying { at, legal: self.map.legal };
        let values = lying.values(choice);
        let Ok::<(), Infallible>(()) = lying.its_way(f, choice, |f, way| {
            match &way.meant {
                MeantCode::Tuple(names) => {
                    for (offset, named) in (values..).step_by(4).zip(names) {
                        f.get(BASE).get(at).load(offset).store(named.binder.local * 4);
                    }
                }
                MeantCode::Several { set, .. } => bind_set(f, *set, at, values),
            }
            Ok(())
        });
    }
}

/// Binds the set of a candidate whose length and elements lie so many bytes behind an address.
pub fn bind_set(f: &mut Fun, set: Addr, at: Local, values: u32) {
    let (length, step) = (f.local(), f.local());
    f.get(at).load(values).set(length).write_local(set, length).number(0).set(step);
    f.block(|f, done| {
        f.repeat(|f, again| {
            f.get(step).get(length).put(I::I32GeS).jump_if(done);
            f.get(step).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
            f.get(step).number(2).put(I::I32Shl).get(at).put(I::I32Add).load(values + 4);
            f.store((set + 1) * 4);
            f.step(step, 1).jump(again);
        });
    });
}
