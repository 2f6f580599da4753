//! `plan`: looking ahead on copies of the position, one block for each decision of a path.

use rulehound_interpreter::play::MOST_POSITIONS;
use rulehound_interpreter::program::{PlanCode, PlanKey};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::map::{ENOUGH, Extra, KEYS, MOST_KEYS, SEARCH_DEPTH};
use crate::{Pause, Unsupported, candidate_width};

/// More bytes than these are copied by a call.
const MOST_INLINE: u32 = 640;

/// More words of a candidate are copied by a call.
const MOST_WORDS: u32 = 8;

/// How many positions a search looks at before it remembers them.
const NOT_REMEMBERED: i32 = 32;

impl<'p> Emitter<'p> {
    fn most_keys(&self) -> Emit<u32> {
        let most = self.program.plans.iter().map(|plan| plan.keys.len()).max().unwrap_or(0);
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        if most > MOST_KEYS { Err(Unsupported("so many keys")) } else { Ok(most) }
    }

    /// One thing for each plan, by the number in a local.
    fn by_plan(
        &mut self,
        f: &mut Fun,
        plan: Local,
        mut write: impl FnMut(&mut Self, &mut Fun, &'p PlanCode) -> Emit,
    ) -> Emit {
        for (id, code) in (0..).zip(&self.program.plans) {
            f.get(plan).number(id).put(I::I32Eq);
            f.when(|f| write(self, f, code))?;
        }
        Ok(())
    }

    /// Copies the cells of one block into another.
    pub(super) fn copy(&self, f: &mut Fun, to: Local, from: Local) {
        Self::copy_bytes(f, (to, from), 0, self.map.size.next_multiple_of(2) * 4);
        let (counted, length) = self.map.counted;
        Self::copy_bytes(f, (to, from), counted, length);
        // A path that failed may have left something lying.
        for list in &self.map.lists {
            f.get(to).number(0).store(list * 4);
        }
    }

    /// Copies so many bytes that lie so far behind where the blocks begin: few without a call, the last overlapping those before.
    fn copy_bytes(f: &mut Fun, (to, from): (Local, Local), at: u32, length: u32) {
        if (16..=MOST_INLINE).contains(&length) {
            let last = length - 16;
            for step in (0..last).step_by(16).chain([last]) {
                f.get(to).get(from).load_four(at + step).store_four(at + step);
            }
        } else if length > 0 {
            for block in [to, from] {
                f.get(block).number(at.cast_signed()).put(I::I32Add);
            }
            f.number(length.cast_signed()).put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
        }
    }

    /// Searches in the first block of the search: gives who looked on before.
    fn begin_search(&mut self, f: &mut Fun, plan: Local) -> Local {
        f.get(plan);
        Self::set_global(f, Global::Search);
        self.as_decider(f)
    }

    fn end_search(&mut self, f: &mut Fun, reader: Local) {
        f.number(-1);
        Self::set_global(f, Global::Search);
        self.guarded_again(f, reader);
    }

    /// A search has work of its own and counts the positions it looks at; gives how much was left before.
    fn begin_work(f: &mut Fun) -> Local {
        let left = f.local();
        Self::global(f, Global::Fuel).set(left);
        Self::refuel(f);
        f.number(0);
        Self::set_global(f, Global::Looked);
        left
    }

    /// Looks at one more position; gives whether what it leads to is remembered: most searches end before that pays.
    fn look(&self, f: &mut Fun) -> Local {
        let (looked, remembers) = (f.local(), f.local());
        Self::global(f, Global::Looked).number(1).put(I::I32Add).tee(looked);
        Self::set_global(f, Global::Looked);
        f.get(looked).number(i32::try_from(MOST_POSITIONS).unwrap_or(0)).put(I::I32GtS).trap_if();
        f.get(looked).number(NOT_REMEMBERED).put(I::I32GtS).set(remembers);
        remembers
    }

    /// The cells for the greatest keys hold nothing while a path is tried.
    fn clear_best(&mut self, f: &mut Fun, plan: Local, block: Local) -> Emit {
        self.by_plan(f, plan, |_, f, code| {
            for step in (0..).take(code.keys.len()) {
                f.get(block).number(rulehound_interpreter::program::CLEARED).store((code.best + step) * 4);
            }
            Ok(())
        })
    }

    /// Looks ahead from the beginning of a plan, whose number comes second; leaves whether it can be carried out.
    pub(super) fn plan_start(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let plan = 1;
        let (block, found) = (f.local(), f.local());
        let most = self.most_keys()?;
        f.get(BASE);
        Self::ask(&mut f, Import::MemoClear);
        f.put(I::Drop);
        f.number(i32::try_from(self.map.search).unwrap_or(0)).set(block);
        self.copy(&mut f, block, BASE);
        let pc = self.program.layout.pc * 4;
        f.get(block).get(BASE).load(pc).number(1).put(I::I32Add).store(pc);
        self.clear_best(&mut f, plan, block)?;
        self.by_plan(&mut f, plan, |_, f, code| {
            for (at, key) in (ENOUGH..ENOUGH + most * 4).step_by(4).zip(goodnesses(code, most)) {
                f.number(0).number(key).store(at);
            }
            Ok(())
        })?;
        let left = Self::begin_work(&mut f);
        let reader = self.begin_search(&mut f, plan);
        f.get(block).number(0);
        self.call(&mut f, Function::Reach);
        f.set(found);
        self.end_search(&mut f, reader);
        // What is left is what was left before, or less if the last path had less.
        let after = f.local();
        Self::global(&mut f, Global::Fuel).set(after);
        f.get(left).get(after).get(left).get(after).put(I::I32LtS).put(I::Select);
        Self::set_global(&mut f, Global::Fuel);
        f.get(found);
        f.when(|f| {
            self.by_plan(f, plan, |_, f, code| {
                for (step, at) in (0..).zip((KEYS..).step_by(4)).take(code.keys.len()) {
                    f.get(BASE).number(0).load(at).store((code.best + step) * 4);
                }
                Ok(())
            })
        })?;
        f.get(found);
        Ok(f)
    }

    /// Runs on and leaves whether the path comes to an end; the keys it reaches are then written.
    pub(super) fn reach(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let depth = 1;
        let (pause, top, other) = (f.local(), f.local(), f.local());
        Self::global(&mut f, Global::Top).set(top);
        Self::global(&mut f, Global::OtherTop).set(other);
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause);
        let take_off = |f: &mut Fun| {
            f.get(top);
            Self::set_global(f, Global::Top);
            f.get(other);
            Self::set_global(f, Global::OtherTop);
        };
        take_off(&mut f);
        let is = |f: &mut Fun, which: Pause| {
            f.get(pause).number(which as i32).put(I::I32Eq);
        };
        is(&mut f, Pause::Decision);
        f.when(|f| {
            f.get(BASE).get(depth);
            self.call(f, Function::ReachChoice);
            // Listing what is allowed may have left something lying.
            take_off(f);
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

    /// Writes the keys of the plan that is searched.
    pub(super) fn plan_keys(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let plan = f.local();
        Self::global(&mut f, Global::Search).set(plan);
        self.by_plan(&mut f, plan, |emitter, f, code| emitter.write_keys(f, code))?;
        Ok(f)
    }

    /// Writes the keys of a plan.
    pub(super) fn write_keys(&mut self, f: &mut Fun, code: &'p PlanCode) -> Emit {
        let most = self.most_keys()?;
        let mut values = Vec::new();
        for key in &code.keys {
            let value = self.kept_number(f, key.value)?;
            if !key.best {
                f.number(0).get(value).put(I::I32Sub).set(value);
            }
            values.push(value);
        }
        for (step, at) in (0..most as usize).zip((KEYS..).step_by(4)) {
            f.number(0);
            match values.get(step) {
                Some(value) => f.get(*value),
                None => f.number(0),
            };
            f.store(at);
        }
        Ok(())
    }

    /// Whether the keys that are written are enough.
    pub(super) fn is_enough(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        for step in 0..self.most_keys()? {
            f.number(0).load(KEYS + step * 4).number(0).load(ENOUGH + step * 4).put(I::I32GtS);
            f.when(|f| {
                f.number(1).put(I::Return);
            });
            f.number(0).load(KEYS + step * 4).number(0).load(ENOUGH + step * 4).put(I::I32LtS);
            f.when(|f| {
                f.number(0).put(I::Return);
            });
        }
        f.number(1);
        Ok(f)
    }

    /// The best that can be reached from a decision.
    pub(super) fn reach_choice(&mut self) -> Emit<Fun> {
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
            f.put(I::Drop);
        });
        f.get(found);
        Ok(f)
    }

    /// Leaves whether an option leads to the end of the plan, with the keys it reaches written: tells that, or else takes it in the next
    /// block, at the depth that is left on top.
    fn reach_by(
        &mut self,
        f: &mut Fun,
        (option, next): (Local, Local),
        plan: Option<Local>,
        depth: impl FnOnce(&mut Fun),
    ) -> Emit {
        let told = self.told(f, option)?;
        let tried = |f: &mut Fun| {
            self.copy(f, next, BASE);
            if let Some(plan) = plan {
                self.clear_best(f, plan, next)?;
            }
            f.get(next).get(BASE).get(option);
            self.call(f, Function::Take);
            Self::refuel(f);
            f.get(next);
            depth(f);
            self.call(f, Function::Reach);
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

    /// Of so many allowed candidates those that reach the greatest keys come first; leaves how many they are: plan, how many.
    pub(super) fn best_of_plan(&mut self) -> Emit<Fun> {
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
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(option).get(count).put(I::I32GeS).jump_if(done);
                let reader = self.begin_search(f, plan);
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
                        self.move_candidate(f, option, passed);
                        f.step(passed, 1);
                    });
                });
                self.end_search(f, reader);
                f.step(option, 1).jump(again);
                Ok(())
            })
        })?;
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

/// The best that each key can be, as goodness.
fn goodnesses(code: &PlanCode, most: u32) -> Vec<i32> {
    let goodness = |key: &PlanKey| if key.best { key.bound } else { key.bound.saturating_neg() };
    let mut keys: Vec<i32> = code.keys.iter().map(goodness).collect();
    keys.resize(most as usize, 0);
    keys
}
