//! Random games that never leave the machine code but for what is rare: bots and chance decide where a game would stop.

use rulehound_interpreter::program::{GatheringCode, RollCode};
use wasm_encoder::Instruction as I;

use super::fun::Label;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::map::{CURSORS, MOST_CHANCES, Tally};
use crate::{Pause, Unsupported};

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

    /// Lets a bot decide, if bots play: it takes one of so many options. Then goes on there.
    pub(super) fn bot_decides(&mut self, f: &mut Fun, count: Local, go_on: impl FnOnce(&mut Fun)) {
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
                f.get(BASE).get(BASE).get(option);
                self.call(f, Function::Take);
                go_on(f);
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

    /// A `simultaneous`: every bot of the group runs to the end of its secret block on a copy, then what they wrote is joined. Leaves 1 if
    /// there were as many decisions as there may be on the way.
    pub(super) fn play_secrets(&mut self, id: u32) -> Emit<Fun> {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported("a `simultaneous`"))?;
        let mut f = Fun::new(1);
        let (seat, block, before) = (f.local(), f.local(), f.local());
        let (fuel, least, decided) = (f.local(), f.local(), f.local());
        let (first, words) = self.joined();
        f.number(self.map.before.cast_signed()).set(before);
        for block in [before, BASE] {
            f.get(block).number(first.cast_signed()).put(I::I32Add);
        }
        f.number((words * 4).cast_signed()).put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
        Self::global(&mut f, Global::Fuel).tee(fuel).set(least);
        f.number(0).load(Tally::Decisions.at()).set(decided);
        self.group(&mut f, code, seat, block, &mut |emitter, f| {
            emitter.copy(f, block, BASE);
            f.get(fuel);
            Self::set_global(f, Global::Fuel);
            f.get(block).get(seat);
            emitter.call(f, Function::PlaySecret(id));
            f.when(|f| {
                f.number(1).put(I::Return);
            });
            Self::global(f, Global::Fuel).get(least);
            Self::global(f, Global::Fuel).get(least).put(I::I32LtS).put(I::Select).set(least);
        });
        f.get(least);
        Self::set_global(&mut f, Global::Fuel);
        self.group(&mut f, code, seat, block, &mut |emitter, f| emitter.join(f, block, before));
        let layout = &self.program.layout;
        f.get(decided).number(0).load(Tally::Decisions.at()).put(I::I32Ne);
        f.when(|f| {
            f.write(layout.chances, 0).write(layout.turns, 0);
        });
        f.write(layout.pending, 1).number(0);
        Ok(f)
    }

    /// Each seat of the group that is on, with its block.
    fn group(
        &mut self,
        f: &mut Fun,
        code: &GatheringCode,
        seat: Local,
        block: Local,
        each: &mut dyn FnMut(&mut Self, &mut Fun),
    ) {
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(0);
        let (row, end) = (f.local(), f.local());
        f.number(0).set(seat).get(BASE).set(block);
        f.repeat(|f, again| {
            f.step(block, self.map.stride.cast_signed()).get(BASE).set(row);
            f.cell(code.list.at).number((code.list.width * 4).cast_signed()).put(I::I32Mul);
            f.get(BASE).put(I::I32Add).set(end);
            f.block(|f, done| {
                f.repeat(|f, next| {
                    f.get(row).get(end).put(I::I32GeU).jump_if(done);
                    f.get(row).load((code.list.at + 2) * 4).get(seat).put(I::I32Eq);
                    f.get(row).load((code.list.at + 3) * 4).cell(code.group).put(I::I32Eq).put(I::I32And);
                    f.when(|f| {
                        each(self, f);
                        f.jump(done);
                    });
                    f.step(row, (code.list.width * 4).cast_signed()).jump(next);
                });
            });
            f.step(seat, 1).get(seat).number(seats).put(I::I32LtS).jump_if(again);
        });
    }

    /// Runs the secret block of a seat, which comes second, to its end. Leaves 1 if there were as many decisions as there may be before.
    pub(super) fn play_secret(&mut self, id: u32) -> Emit<Fun> {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported("a `simultaneous`"))?;
        let mut f = Fun::new(2);
        let (seat, pause, decided) = (1, f.local(), f.local());
        self.clear(&mut f, code.cells.0, code.cells.1);
        let layout = &self.program.layout;
        f.write_local(code.binder.local, seat).write_local(layout.decider, seat);
        f.write(layout.pc, code.body.cast_signed());
        let tops = [Global::Top, Global::OtherTop].map(|top| {
            let kept = f.local();
            Self::global(&mut f, top).set(kept);
            (top, kept)
        });
        f.number(id.cast_signed());
        Self::set_global(&mut f, Global::Private);
        f.get(seat);
        Self::set_global(&mut f, Global::Reader);
        f.number(0).load(Tally::Decisions.at()).set(decided);
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause);
        for (top, kept) in tops {
            f.get(kept);
            Self::set_global(&mut f, top);
        }
        for global in [Global::Private, Global::Reader] {
            f.number(-1);
            Self::set_global(&mut f, global);
        }
        f.get(pause).number(Pause::Decision as i32).put(I::I32Eq);
        f.when(|f| {
            f.number(1).put(I::Return);
        });
        f.get(pause).number(Pause::PrivateEnd as i32).put(I::I32Ne).trap_if();
        // More answers than there is room for are none of ours.
        f.number(0).load(Tally::Decisions.at()).get(decided).put(I::I32Sub);
        f.number(code.depth.cast_signed()).put(I::I32GtS).trap_if();
        f.number(0);
        Ok(f)
    }

    /// Which cells are joined: the first, in bytes, and how many.
    fn joined(&self) -> (u32, u32) {
        let layout = &self.program.layout;
        let first = layout.places + u32::try_from(self.program.instance.seats()).unwrap_or(0);
        (first * 4, layout.bits.saturating_sub(first))
    }

    /// What somebody has changed of the cells as they were before.
    fn join(&mut self, f: &mut Fun, theirs: Local, before: Local) {
        let (first, words) = self.joined();
        let (at, end) = (f.local(), f.local());
        let (four, stop) = (words / 4 * 16, words * 4);
        f.number(0).set(at);
        if four > 0 {
            f.repeat(|f, again| {
                for block in [theirs, before] {
                    f.get(block).get(at).put(I::I32Add).load_four(first);
                }
                f.put(I::V128Xor).put(I::V128AnyTrue);
                f.when(|f| {
                    f.get(at).number(16).put(I::I32Add).set(end);
                    self.join_words(f, (theirs, before), (at, end), first);
                    f.step(at, -16);
                });
                f.step(at, 16).get(at).number(four.cast_signed()).put(I::I32LtU).jump_if(again);
            });
        }
        if four < stop {
            f.number(stop.cast_signed()).set(end);
            self.join_words(f, (theirs, before), (at, end), first);
        }
    }

    fn join_words(&mut self, f: &mut Fun, blocks: (Local, Local), (at, end): (Local, Local), first: u32) {
        f.repeat(|f, again| {
            self.join_word(f, blocks, at, first);
            f.step(at, 4).get(at).get(end).put(I::I32LtU).jump_if(again);
        });
    }

    fn join_word(&mut self, f: &mut Fun, (theirs, before): (Local, Local), at: Local, first: u32) {
        let (old, new) = (f.local(), f.local());
        f.get(theirs).get(at).put(I::I32Add).load(first).tee(new);
        f.get(before).get(at).put(I::I32Add).load(first).tee(old).put(I::I32Ne);
        f.when(|f| {
            f.get(BASE).get(at).put(I::I32Add).get(new).store(first);
            let component = f.local();
            f.get(at).number((first / 4 * 4).cast_signed()).put(I::I32Add).number(2).put(I::I32ShrU);
            f.number(self.program.layout.lying.cast_signed()).put(I::I32Sub).tee(component);
            f.number(self.fixed.components).put(I::I32LtU);
            f.when(|f| {
                self.lay(f, component, new);
                self.count_move(f, component, old, new);
            });
        });
    }
}
