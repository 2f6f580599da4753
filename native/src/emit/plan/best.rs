//! Which options lead to the best that can be reached.

use wasm_encoder::Instruction as I;

use crate::emit::{BASE, Emit, Emitter, Fun, Function, Global, Local};
use crate::map::{ENOUGH, Extra};

use crate::candidate_width;

/// More words of a candidate are copied by a call.
const MOST_WORDS: u32 = 8;

impl Emitter<'_> {
    /// Of so many allowed candidates those that reach the greatest keys come first; leaves how many they are: plan, how many.
    pub(in crate::emit) fn best_of_plan(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (plan, count) = (1, 2);
        let (block, option, passed) = (f.local(), f.local(), f.local());
        let most = self.most_keys()?;
        self.by_plan(&mut f, plan, |_, f, code| {
            for (step, at) in (0..most).zip((ENOUGH..).step_by(4)) {
                f.number(0);
                if (step as usize) < code.keys.len() {
                    f.cell(code.best + step);
                } else {
                    f.number(0);
                }
                f.store(at);
            }
            Ok(())
        })?;
        f.number(i32::try_from(self.map.search).unwrap_or(0)).set(block);
        let left = Self::begin_work(&mut f);
        let reader = self.begin_search(&mut f, plan);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(option).get(count).put(I::I32GeS).jump_if(done);
                self.reach_by(f, (option, block), Some(plan), |f| {
                    f.number(0);
                })?;
                f.when(|f| {
                    f.get(BASE);
                    self.call(f, Function::IsEnough);
                    f.when(|f| {
                        let (numbers, most) = self.map.numbers();
                        f.get(passed).number(i32::try_from(most).unwrap_or(0)).put(I::I32GeS).trap_if();
                        f.get(passed).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).get(option).store(numbers);
                        f.get(option).get(passed).put(I::I32Ne);
                        f.when(|f| self.move_candidate(f, option, passed));
                        f.step(passed, 1);
                    });
                });
                f.step(option, 1).jump(again);
                Ok(())
            })
        })?;
        self.end_search(&mut f, reader);
        f.get(left);
        Self::set_global(&mut f, Global::Fuel);
        f.get(passed);
        Ok(f)
    }

    /// Copies a candidate over another.
    fn move_candidate(&self, f: &mut Fun, from: Local, to: Local) {
        let choice = f.local();
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        for (id, code) in (0..).zip(&self.program.choices) {
            f.get(choice).number(id).put(I::I32Eq);
            f.when(|f| self.move_words(f, from, to, candidate_width(code)));
        }
    }

    /// Copies a candidate of so many words over one that does not lie behind it.
    fn move_words(&self, f: &mut Fun, from: Local, to: Local, width: u32) {
        let places = [to, from].map(|which| {
            let at = f.local();
            f.get(which).number((width * 4).cast_signed()).put(I::I32Mul).get(BASE).put(I::I32Add).set(at);
            at
        });
        let [to, from] = places;
        if width <= MOST_WORDS {
            for at in (self.map.legal..).step_by(4).take(width as usize) {
                f.get(to).get(from).load(at).store(at);
            }
            return;
        }
        for at in [to, from] {
            f.get(at).number(self.map.legal.cast_signed()).put(I::I32Add);
        }
        f.number((width * 4).cast_signed()).put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
    }
}
