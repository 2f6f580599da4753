//! How far the ways from a position lead.

use wasm_encoder::Instruction as I;

use crate::Pause;
use crate::emit::{BASE, Emit, Emitter, Fun, Function, Import, Local};
use crate::map::{Extra, KEYS, REMEMBERED, SEARCH_DEPTH};

impl Emitter<'_> {
    /// Runs on and leaves whether the path comes to an end; the keys it reaches are then written.
    pub(in crate::emit) fn reach(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let (depth, pause) = (1, f.local());
        let tops = Self::tops(&mut f);
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause);
        Self::take_off(&mut f, tops);
        f.get(BASE).get(depth).get(pause);
        self.call(&mut f, Function::ReachFrom);
        Ok(f)
    }

    /// The same from where a path has stopped: the depth, then what stopped it.
    pub(in crate::emit) fn reach_from(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (depth, pause) = (1, 2);
        let is = |f: &mut Fun, which: Pause| {
            f.get(pause).number(which as i32).put(I::I32Eq);
        };
        is(&mut f, Pause::Decision);
        f.when(|f| {
            let tops = Self::tops(f);
            f.get(BASE).get(depth);
            self.call(f, Function::ReachChoice);
            // Listing what is allowed may have left something lying.
            Self::take_off(f, tops);
            f.put(I::Return);
        });
        is(&mut f, Pause::PathFails);
        f.when(|f| {
            f.number(0).put(I::Return);
        });
        is(&mut f, Pause::PathEnd);
        is(&mut f, Pause::Over);
        f.put(I::I32Or).put(I::I32Eqz).trap_if();
        f.get(BASE);
        self.call(&mut f, Function::PlanKeys);
        f.number(1);
        Ok(f)
    }

    /// The best that can be reached from a decision.
    pub(in crate::emit) fn reach_choice(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let depth = 1;
        let most = self.most_keys()?;
        let best: Vec<Local> = (0..most).map(|_| f.local()).collect();
        let (found, known, count, option, next) = (f.local(), f.local(), f.local(), f.local(), f.local());
        let remembers = self.look(&mut f);
        f.get(depth).number(i32::try_from(SEARCH_DEPTH).unwrap_or(0)).put(I::I32GeS).trap_if();
        f.get(remembers);
        f.when(|f| {
            if !self.program.groups.is_empty() {
                f.get(BASE);
                self.call(f, Function::Normalize);
            }
            f.get(BASE);
            Self::ask(f, Import::MemoFind);
            f.tee(known).number(0).put(I::I32GeS);
            f.when(|f| {
                f.get(known).put(I::Return);
            });
        });
        let alone = self.list_first(&mut f, count)?;
        f.get(BASE).number(i32::try_from(self.map.stride).unwrap_or(0)).put(I::I32Add).set(next);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(option).get(count).put(I::I32GeS);
                f.when(|f| {
                    // The first alone was not enough.
                    f.get(alone).put(I::I32Eqz).jump_if(done);
                    f.number(0).set(alone).get(BASE);
                    self.call(f, Function::Legal);
                    f.tee(count).get(option).put(I::I32LeS).jump_if(done);
                });
                self.reach_by(f, (option, next), None, |f| {
                    f.get(depth).number(1).put(I::I32Add);
                })?;
                f.when(|f| {
                    self.keep_better(f, found, &best);
                    f.get(BASE);
                    self.call(f, Function::IsEnough);
                    f.jump_if(done);
                });
                f.step(option, 1).jump(again);
                Ok(())
            })
        })?;
        f.get(found).put(I::I32Eqz);
        f.when(|f| self.reach_none(f, (depth, next), found, &best));
        for (at, key) in (KEYS..).step_by(4).zip(&best) {
            f.number(0).get(*key).store(at);
        }
        f.get(remembers);
        f.when(|f| {
            f.get(BASE).get(found);
            Self::ask(f, Import::MemoKeep);
            f.put(I::Drop).number(0).number(1).store(REMEMBERED);
        });
        f.get(found);
        Ok(f)
    }

    /// Leaves whether an option leads to the end of the plan, with the keys it reaches written: tells that, or else takes it in the next
    /// block, at the depth that is left on top. From the options of a plan goes one number: whether they still are to be told.
    pub(super) fn reach_by(
        &mut self,
        f: &mut Fun,
        (option, next): (Local, Local),
        plan: Option<(Local, Local)>,
        depth: impl FnOnce(&mut Fun),
    ) -> Emit {
        let told = self.told(f, option, plan.map(|(_, tells)| tells))?;
        let tried = |f: &mut Fun| {
            self.copy(f, next, BASE);
            if let Some((plan, _)) = plan {
                self.clear_best(f, plan, next)?;
            }
            Self::end_path(f);
            let (tops, pause) = (Self::tops(f), f.local());
            self.run_option(f, (option, next));
            f.set(pause);
            Self::take_off(f, tops);
            f.get(next);
            depth(f);
            f.get(pause);
            self.call(f, Function::ReachFrom);
            Ok(())
        };
        match told {
            Some(told) => {
                f.get(told).put(I::I32Eqz);
                f.when(|f| {
                    tried(f)?;
                    f.set(told);
                    Ok(())
                })?;
                f.get(told);
                Ok(())
            }
            None => tried(f),
        }
    }

    /// Lists what is allowed, or only the first of it where that can be had alone; gives whether that is so.
    fn list_first(&mut self, f: &mut Fun, count: Local) -> Emit<Local> {
        let (choice, alone) = (f.local(), f.local());
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        f.block(|f, listed| {
            for id in (0..).take(self.program.choices.len()) {
                let Some(work) = self.first_alone(id)? else { continue };
                f.work = f.work.max(work);
                f.get(choice).number(id.cast_signed()).put(I::I32Eq);
                f.when(|f| {
                    f.get(BASE);
                    self.call(f, Function::First(id));
                    f.tee(count).set(alone).jump(listed);
                });
            }
            f.get(BASE);
            self.call(f, Function::Legal);
            f.set(count);
            Ok(())
        })?;
        Ok(alone)
    }

    /// Keeps the keys that are written if they are better than the best so far.
    fn keep_better(&self, f: &mut Fun, found: Local, best: &[Local]) {
        f.block(|f, worse| {
            f.block(|f, better| {
                f.get(found).put(I::I32Eqz).jump_if(better);
                for (at, key) in (KEYS..).step_by(4).zip(best) {
                    f.number(0).load(at).get(*key).put(I::I32GtS).jump_if(better);
                    f.number(0).load(at).get(*key).put(I::I32LtS).jump_if(worse);
                }
                f.jump(worse);
            });
            for (at, key) in (KEYS..).step_by(4).zip(best) {
                f.number(0).load(at).set(*key);
            }
            f.number(1).set(found);
        });
    }

    /// Without anything that leads to an end, where nothing to choose leads.
    fn reach_none(&mut self, f: &mut Fun, (depth, next): (Local, Local), found: Local, best: &[Local]) {
        let choice = f.local();
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        for (id, code) in (0..).zip(&self.program.choices) {
            let Some(pc) = code.if_none else { continue };
            f.get(choice).number(id).put(I::I32Eq);
            f.when(|f| {
                self.copy(f, next, BASE);
                f.get(next).number(i32::try_from(pc).unwrap_or(0)).store(self.program.layout.pc * 4);
                f.get(next).get(depth).number(1).put(I::I32Add);
                self.call(f, Function::Reach);
                f.when(|f| self.keep_better(f, found, best));
            });
        }
    }
}
