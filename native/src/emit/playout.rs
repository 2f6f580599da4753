//! Random games that never leave the machine code but for what is rare: bots and chance decide where a game would stop.

use rulehound_interpreter::program::RollCode;
use wasm_encoder::Instruction as I;

use super::fun::Label;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::map::{CURSORS, MOST_CHANCES, Tally};

impl<'p> Emitter<'p> {
    /// Plays from where the position stands until the game is over or as many decisions were made as there may be.
    pub(super) fn playout(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        for (global, value) in [(Global::Private, -1), (Global::Reader, -1), (Global::Search, -1), (Global::Playing, 1)]
        {
            f.number(value);
            Self::set_global(&mut f, global);
        }
        Self::empty_stacks(&mut f);
        Self::refuel(&mut f);
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.number(0);
        Self::set_global(&mut f, Global::Playing);
        Ok(f)
    }

    /// The next number of the generator whose cursor lies here, below what comes second, evenly; the same as `Seeded` gives.
    pub(super) fn below(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let (cursor, total, at) = (0, 1, f.local());
        let (number, wide, rest) = (f.wide(), f.wide(), f.wide());
        f.get(total).put(I::I64ExtendI32U).set(wide);
        f.repeat(|f, again| {
            f.get(cursor).load(0).tee(at).get(cursor).load(4).put(I::I32Eq);
            f.when(|f| {
                f.get(cursor);
                Self::ask(f, Import::Refill);
                f.set(at);
            });
            f.get(at).load_wide(0).set(number);
            f.get(cursor).get(at).number(8).put(I::I32Add).store(0);
            f.get(number).get(wide).put(I::I64RemU).set(rest);
            // Numbers beyond the greatest multiple are left out.
            f.block(|f, fine| {
                f.get(number).put(I::I64Const(-1)).get(wide).put(I::I64Sub).put(I::I64LeU).jump_if(fine);
                f.get(number).put(I::I64Const(-1)).put(I::I64Const(-1)).get(wide).put(I::I64RemU).put(I::I64Sub);
                f.put(I::I64GeU).jump_if(again);
            });
        });
        f.get(rest).put(I::I32WrapI64);
        Ok(f)
    }

    /// Behind a stop there is all work to do, and no list is left.
    pub(super) fn begin_anew(f: &mut Fun) {
        Self::refuel(f);
        Self::empty_stacks(f);
    }

    /// Counts a stop; goes there if there may be no more decisions.
    pub(super) fn count_stop(f: &mut Fun, enough: Label) {
        f.number(0).load(Tally::Decisions.at()).number(0).load(Tally::Most.at()).put(I::I32GeS).jump_if(enough);
        Self::tally(f, Tally::Stops, 1);
    }

    fn tally(f: &mut Fun, which: Tally, by: i32) {
        f.number(0).number(0).load(which.at()).number(by).put(I::I32Add).store(which.at());
    }

    /// Lets a bot decide, if bots play: it takes one of so many options, whose number is then handed on.
    pub(super) fn bot_decides(&mut self, f: &mut Fun, count: Local, take: impl FnOnce(&mut Self, &mut Fun, Local)) {
        let option = f.local();
        Self::global(f, Global::Playing);
        f.when(|f| {
            f.block(|f, enough| {
                Self::count_stop(f, enough);
                Self::tally(f, Tally::Decisions, 1);
                f.number(0).set(option);
                f.get(count).number(1).put(I::I32GtS);
                f.when(|f| {
                    Self::tally(f, Tally::Free, 1);
                    f.number(0)
                        .number(0)
                        .load(Tally::Options.at())
                        .get(count)
                        .put(I::I32Add)
                        .store(Tally::Options.at());
                    // More than fits is counted by the interpreter.
                    f.number(0).load(Tally::Options.at()).number(0).put(I::I32LtS).stop_if();
                    f.number(0).load(Tally::Bots.at()).get(count);
                    self.call(f, Function::Below);
                    f.set(option);
                });
                let layout = &self.program.layout;
                f.write(layout.chances, 0).write(layout.turns, 0);
                // Somebody's secret run has no more work before it than the whole.
                Self::global(f, Global::Private).number(0).put(I::I32LtS);
                f.when(Self::begin_anew);
                take(self, f, option);
            });
        });
    }

    /// Leaves whether chance decides at once: if bots play, but neither on a path that is only tried nor in secret, where there is none.
    pub(super) fn chance_may_decide(f: &mut Fun) {
        Self::global(f, Global::Playing);
        for only_outside in [Global::Search, Global::Private] {
            Self::global(f, only_outside).number(0).put(I::I32LtS).put(I::I32And);
        }
    }

    /// A roll, if bots play: what comes out is written where `at` tells. Then goes on there.
    pub(super) fn roll_now(&mut self, f: &mut Fun, roll: &RollCode, at: Local, go_on: impl FnOnce(&mut Fun)) {
        let table = self.tables.words(&roll.values);
        let values = i32::try_from(roll.values.len()).unwrap_or(0);
        Self::chance_may_decide(f);
        f.when(|f| {
            f.block(|f, enough| {
                Self::count_stop(f, enough);
                self.count_chance(f);
                f.get(at);
                if values > 1 {
                    f.number(CURSORS[0].cast_signed()).number(values);
                    self.call(f, Function::Below);
                    f.number(2).put(I::I32Shl).load(table);
                } else {
                    f.number(0).load(table);
                }
                f.store(0);
                Self::begin_anew(f);
                go_on(f);
            });
        });
    }

    /// Chance alone must not go on for ever.
    pub(super) fn count_chance(&self, f: &mut Fun) {
        let chances = self.program.layout.chances;
        let asked = f.local();
        f.cell(chances).number(1).put(I::I32Add).tee(asked).number(MOST_CHANCES).put(I::I32GtS).trap_if();
        f.write_local(chances, asked);
    }

    /// Other chance, if bots play: the host lets it decide. The position then stands behind it; goes on there.
    pub(super) fn chance_now(&mut self, f: &mut Fun, here: u32, go_on: impl FnOnce(&mut Fun)) {
        Self::chance_may_decide(f);
        f.when(|f| {
            f.block(|f, enough| {
                Self::count_stop(f, enough);
                f.write(self.program.layout.pc, here.cast_signed());
                f.get(BASE);
                Self::ask(f, Import::Chance);
                f.put(I::Drop);
                Self::begin_anew(f);
                go_on(f);
            });
        });
    }
}
