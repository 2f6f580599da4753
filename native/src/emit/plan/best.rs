//! Which options lead to the best that can be reached.

use rulehound_interpreter::program::CLEARED;
use wasm_encoder::Instruction as I;

use super::goodnesses;
use crate::emit::fun::Label;
use crate::emit::{BASE, Emit, Emitter, Fun, Global, Local};
use crate::map::{ENOUGH, Extra, KEYS};

use crate::candidate_width;

/// More words of a candidate are copied by a call.
const MOST_WORDS: u32 = 8;

impl Emitter<'_> {
    /// Of so many allowed candidates those that reach the greatest keys come first; leaves how many they are: plan, how many. Where no keys
    /// are known to be reached from the beginning of the plan, they are found here.
    pub(in crate::emit) fn best_of_plan(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (plan, count) = (1, 2);
        let (block, option, passed, unknown) = (f.local(), f.local(), f.local(), f.local());
        let most = self.most_keys()?;
        let best: Vec<Local> = (0..most).map(|_| f.local()).collect();
        self.by_plan(&mut f, plan, |_, f, code| {
            f.cell(code.best).number(CLEARED).put(I::I32Eq).set(unknown);
            for (step, (bound, local)) in (0..).zip(goodnesses(code, most).into_iter().zip(&best)) {
                if (step as usize) < code.keys.len() {
                    f.number(bound).cell(code.best + step).get(unknown).put(I::Select);
                } else {
                    f.number(0);
                }
                f.set(*local);
            }
            Ok(())
        })?;
        f.get(unknown);
        f.when(Self::forget);
        for (at, key) in (ENOUGH..).step_by(4).zip(&best) {
            f.number(0).get(*key).store(at);
        }
        f.number(i32::try_from(self.map.search).unwrap_or(0)).set(block);
        let left = Self::begin_work(&mut f);
        let reader = self.begin_search(&mut f, plan);
        let tells = f.local();
        f.number(1).set(tells);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(option).get(count).put(I::I32GeS).jump_if(done);
                self.reach_by(f, (option, block), Some((plan, tells)), |f| {
                    f.number(0);
                })?;
                f.when(|f| {
                    f.block(|f, worse| {
                        Self::compare_keys(f, &best, (unknown, passed), worse);
                        self.let_pass(f, option, passed);
                    });
                });
                f.step(option, 1).jump(again);
                Ok(())
            })
        })?;
        self.end_search(&mut f, reader);
        f.get(unknown).get(passed).put(I::I32And);
        f.when(|f| {
            self.by_plan(f, plan, |_, f, code| {
                for (step, key) in (0..).zip(&best).take(code.keys.len()) {
                    f.write_local(code.best + step, *key);
                }
                Ok(())
            })
        })?;
        Self::end_path(&mut f);
        f.get(left);
        Self::set_global(&mut f, Global::Fuel);
        f.get(passed);
        Ok(f)
    }

    /// Goes where those go that reach less than the best so far. Who reaches more, or is the first to reach anything where nothing is known,
    /// leaves behind all those before.
    fn compare_keys(f: &mut Fun, best: &[Local], (unknown, passed): (Local, Local), worse: Label) {
        f.block(|f, same| {
            f.block(|f, better| {
                f.get(unknown).get(passed).put(I::I32Eqz).put(I::I32And).jump_if(better);
                for (at, key) in (KEYS..).step_by(4).zip(best) {
                    f.number(0).load(at).get(*key).put(I::I32GtS).jump_if(better);
                    f.number(0).load(at).get(*key).put(I::I32LtS).jump_if(worse);
                }
                f.jump(same);
            });
            f.get(unknown).put(I::I32Eqz).jump_if(same);
            f.number(0).set(passed);
            for (at, key) in (KEYS..).step_by(4).zip(best) {
                f.number(0).load(at).set(*key);
            }
        });
    }

    /// A candidate is among those that are left.
    fn let_pass(&self, f: &mut Fun, option: Local, passed: Local) {
        let (numbers, most) = self.map.numbers();
        f.get(passed).number(i32::try_from(most).unwrap_or(0)).put(I::I32GeS).trap_if();
        f.get(passed).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).get(option).store(numbers);
        f.get(option).get(passed).put(I::I32Ne);
        f.when(|f| self.move_candidate(f, option, passed));
        f.step(passed, 1);
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
