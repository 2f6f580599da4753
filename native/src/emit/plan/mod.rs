//! `plan`: looking ahead on copies of the position, one block for each decision of a path.

mod along;
mod best;
mod reach;

pub use along::{bodies, decisions, plan_around};

use rulehound_interpreter::play::MOST_POSITIONS;
use rulehound_interpreter::program::{PlanCode, PlanKey};
use wasm_encoder::Instruction as I;

use crate::Unsupported;
use crate::emit::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::map::{ENOUGH, KEYS, MOST_KEYS, REMEMBERED};

/// More bytes than these are copied by a call.
const MOST_INLINE: u32 = 640;

/// How many positions a search looks at before it remembers them.
const NOT_REMEMBERED: i32 = 32;

/// As many cells are compared or copied in the time of a step, as the interpreter reckons.
const CELLS_A_STEP: i32 = 16;

impl<'p> Emitter<'p> {
    fn most_keys(&self) -> Emit<u32> {
        let most = self.program.plans.iter().map(|plan| plan.keys.len()).max().unwrap_or(0);
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        if most > MOST_KEYS { Err(Unsupported::new("so many keys")) } else { Ok(most) }
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
    pub(in crate::emit) fn copy(&self, f: &mut Fun, to: Local, from: Local) {
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
        let size = i32::try_from(self.map.size).unwrap_or(i32::MAX);
        Self::global(f, Global::Ahead).number(size / CELLS_A_STEP).put(I::I32Sub);
        Self::set_global(f, Global::Ahead);
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

    /// What other searches have remembered does not hold for this one.
    fn forget(f: &mut Fun) {
        f.number(0).load(REMEMBERED);
        f.when(|f| {
            f.get(BASE);
            Self::ask(f, Import::MemoClear);
            f.put(I::Drop).number(0).number(0).store(REMEMBERED);
        });
    }

    /// Looks ahead from the beginning of a plan, whose number comes second; leaves whether it can be carried out.
    pub(in crate::emit) fn plan_start(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let plan = 1;
        let (block, found) = (f.local(), f.local());
        let most = self.most_keys()?;
        Self::forget(&mut f);
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
        Self::end_path(&mut f);
        f.get(left);
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

    /// Writes the keys of the plan that is searched.
    pub(in crate::emit) fn plan_keys(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let plan = f.local();
        Self::global(&mut f, Global::Search).set(plan);
        self.by_plan(&mut f, plan, |emitter, f, code| emitter.write_keys(f, code))?;
        Ok(f)
    }

    /// Writes the keys of a plan.
    pub(in crate::emit) fn write_keys(&mut self, f: &mut Fun, code: &'p PlanCode) -> Emit {
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
    pub(in crate::emit) fn is_enough(&mut self) -> Emit<Fun> {
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
}

/// The best that each key can be, as goodness.
fn goodnesses(code: &PlanCode, most: u32) -> Vec<i32> {
    let goodness = |key: &PlanKey| if key.best { key.bound } else { key.bound.saturating_neg() };
    let mut keys: Vec<i32> = code.keys.iter().map(goodness).collect();
    keys.resize(most as usize, 0);
    keys
}
