//! Random games that never leave the machine code but for what is rare: bots and chance decide where a game would stop.

use rulehound_interpreter::program::{Addr, Pc, RollCode};
use wasm_encoder::Instruction as I;

use super::flow::{Flow, value_of};
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local, Within};
use crate::Pause;
use crate::map::{CURSORS, MOST_CHANCES, Tally};

impl<'p> Emitter<'p> {
    /// Plays a game from its beginning until it is over or as many decisions were made as there may be.
    pub(super) fn playout(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        self.within = Within::Game;
        self.where_it_is_played(&mut f);
        for (global, value) in [(Global::Private, -1), (Global::Reader, -1), (Global::Search, -1), (Global::Playing, 1)]
        {
            f.number(value);
            Self::set_global(&mut f, global);
        }
        Self::empty_stacks(&mut f);
        Self::refuel_all(&mut f);
        self.play_whole(f)
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
        Self::refuel_all(f);
        Self::empty_stacks(f);
    }

    /// Counts a stop.
    pub(super) fn count_stop(f: &mut Fun) {
        tally(f, Tally::Stops, 1);
    }

    /// Lets a bot decide, if bots play: it takes one of so many options, whose number is then handed on.
    pub(super) fn bot_decides(&mut self, f: &mut Fun, count: Local, take: impl FnOnce(&mut Self, &mut Fun, Local)) {
        if self.within == Within::Any {
            // Elsewhere than in a game that is played whole only in secret.
            Self::global(f, Global::Playing);
            f.when(|f| self.decide(f, count, take));
        } else {
            self.decide(f, count, take);
        }
    }

    fn decide(&mut self, f: &mut Fun, count: Local, take: impl FnOnce(&mut Self, &mut Fun, Local)) {
        let option = f.local();
        f.block(|f, enough| {
            // Chance behind the last that there may be still comes out: it may end the game.
            f.number(0).load(Tally::Decisions.at()).number(0).load(Tally::Most.at()).put(I::I32GeS).jump_if(enough);
            f.number(0).set(option);
            f.get(count).number(1).put(I::I32GtS);
            f.when(|f| {
                tally(f, Tally::Free, 1);
                f.number(0).number(0).load(Tally::Options.at()).get(count).put(I::I32Add).store(Tally::Options.at());
                // More than fits is counted by the interpreter.
                f.number(0).load(Tally::Options.at()).number(0).put(I::I32LtS).stop_if();
                f.number(0).load(Tally::Bots.at()).get(count);
                self.call(f, Function::Below);
                f.set(option);
            });
            made(self, f);
            take(self, f, option);
        });
    }

    /// A roll, if bots play: what comes out is written where `at` tells. Then goes on behind it.
    pub(super) fn roll_now(&mut self, f: &mut Fun, flow: &Flow<'_>, roll: &RollCode, at: Local) {
        if self.within != Within::Game {
            return;
        }
        let table = self.tables.words(&roll.values);
        let values = i32::try_from(roll.values.len()).unwrap_or(0);
        Self::count_stop(f);
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
        flow.go_anew(f, flow.here + 1);
    }

    /// A lot among so many values that lie from some address on: all are as likely.
    pub(super) fn draw_lot_now(&mut self, f: &mut Fun, flow: &Flow<'_>, to: Addr, (start, count): (Local, Local)) {
        let number = f.local();
        Self::count_stop(f);
        self.count_chance(f);
        f.number(0).set(number).get(count).number(1).put(I::I32GtS);
        f.when(|f| {
            f.number(CURSORS[0].cast_signed()).get(count);
            self.call(f, Function::Below);
            f.set(number);
        });
        f.get(BASE).get(number).number(2).put(I::I32Shl).get(start).put(I::I32Add).load(0).store(to * 4);
        Self::begin_anew(f);
        flow.go_anew(f, flow.here + 1);
    }

    /// Chance alone must not go on for ever.
    pub(super) fn count_chance(&self, f: &mut Fun) {
        let chances = self.program.layout.chances;
        let asked = f.local();
        f.cell(chances).number(1).put(I::I32Add).tee(asked).number(MOST_CHANCES).put(I::I32GtS).trap_if();
        f.write_local(chances, asked);
    }

    /// Other chance: if bots play the host lets it decide and goes on at an instruction, else this is a stop. On a path that is only tried
    /// and in secret chance never decides.
    pub(super) fn chance_now(&mut self, f: &mut Fun, flow: &Flow<'_>, next: Pc) {
        if self.within == Within::Game {
            Self::count_stop(f);
            f.write(self.program.layout.pc, value_of(flow.here)).get(BASE);
            Self::ask(f, Import::Chance);
            f.put(I::Drop);
            Self::begin_anew(f);
            flow.go_anew(f, next);
        } else {
            self.stop(f, flow, Pause::Chance);
        }
    }
}

/// Plays on from wherever the game stands until it is over, several decide at once, or as many decisions were made as there may be.
pub fn onward(emitter: &mut Emitter<'_>) -> Emit<Fun> {
    let mut f = Fun::new(1);
    let pause = f.local();
    emitter.where_it_is_played(&mut f);
    for (global, value) in [(Global::Private, -1), (Global::Reader, -1), (Global::Search, -1), (Global::Playing, 1)] {
        f.number(value);
        Emitter::set_global(&mut f, global);
    }
    Emitter::begin_anew(&mut f);
    f.repeat(|f, again| {
        f.get(BASE);
        emitter.call(f, Function::Run);
        f.tee(pause).number(Pause::Chance as i32).put(I::I32Eq);
        f.when(|f| {
            Emitter::count_stop(f);
            f.get(BASE);
            Emitter::ask(f, Import::Chance);
            f.put(I::Drop);
            Emitter::begin_anew(f);
            f.jump(again);
        });
    });
    f.get(pause);
    Ok(f)
}

fn tally(f: &mut Fun, which: Tally, by: i32) {
    f.number(0).number(0).load(which.at()).number(by).put(I::I32Add).store(which.at());
}

/// A decision is made: it counts, and the way from here is counted anew.
pub fn made(emitter: &Emitter<'_>, f: &mut Fun) {
    Emitter::count_stop(f);
    tally(f, Tally::Decisions, 1);
    let layout = &emitter.program.layout;
    f.write(layout.chances, 0).write(layout.turns, 0);
    // Somebody's secret run has no more work before it than the whole.
    match emitter.within {
        Within::Game => Emitter::begin_anew(f),
        Within::Any => {
            Emitter::global(f, Global::Private).number(0).put(I::I32LtS);
            f.when(Emitter::begin_anew);
        }
        Within::Secret | Within::Search => {}
    }
}
