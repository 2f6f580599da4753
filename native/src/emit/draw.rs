//! Drawing: from a pile its highest, from elsewhere by chance. While bots play, chance decides here; what is rare is asked of the host.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{ALONE, DrawCode, Instruction, PlaceCode};
use wasm_encoder::Instruction as I;

use super::flow::{Flow, value_of};
use super::lying::MOST_AT_ONCE;
use super::{BASE, Emitter, Fun, Function, Import, Local, Within};
use crate::map::CURSORS;

impl<'p> Emitter<'p> {
    /// The next of a draw.
    pub(super) fn step_draw(&mut self, f: &mut Fun, flow: &Flow<'_>, draw: &'p DrawCode) {
        let here = flow.here;
        f.work += self.looking(&draw.kinds);
        if let (Within::Game, Some(numbers)) = (self.within, self.drawn_here(draw)) {
            self.draw_now(f, flow, draw, numbers);
        }
        // 0: nothing more; 1: one was taken from the top of a pile; 2: chance decides.
        let found = f.local();
        f.get(BASE).number(value_of(here));
        Self::ask(f, Import::Draw);
        f.tee(found).put(I::I32Eqz);
        f.when(|f| flow.go(f, draw.end));
        f.get(found).number(1).put(I::I32Eq);
        f.when(|f| flow.go(f, here));
        self.chance_now(f, flow, here);
    }

    /// The numbers of what may be drawn, if it is drawn here: few components that stand by number, of which nothing changes.
    fn drawn_here(&self, draw: &DrawCode) -> Option<(i32, i32)> {
        let numbers = self.numbers_of(&draw.kinds).filter(|(from, to)| (1..=MOST_AT_ONCE).contains(&(to - from)))?;
        let plain =
            draw.kinds.iter().all(|kind| self.program.ground.kinds.get(kind.index()).is_some_and(|it| !it.changes));
        let first = usize::try_from(numbers.0).ok()?;
        let all = self.program.ground.components.get(first..usize::try_from(numbers.1).ok()?)?;
        (plain && all.is_sorted_by_key(|it| it.rank)).then_some(numbers)
    }

    /// Draws what lies there, if that is told apart by print alone; else goes on behind.
    fn draw_now(&mut self, f: &mut Fun, flow: &Flow<'_>, draw: &'p DrawCode, (from, to): (i32, i32)) {
        let (place, at, end) = (f.local(), f.local(), f.local());
        f.cell(draw.counter).number(0).put(I::I32LeS);
        f.when(|f| flow.go(f, draw.end));
        f.cell(draw.places).set(place);
        f.block(|f, host| {
            if self.fixed.piles {
                self.is_ordered(f, place);
                f.jump_if(host);
            }
            f.number(from).set(at).number(to).set(end);
            let there = self.lying_in(f, place, (at, end), to - from);
            self.take_drawn_out(f, draw, (there, from));
            f.get(there).put(I::I64Eqz);
            f.when(|f| flow.go(f, draw.end));
            if self.may_hold() {
                f.get(BASE);
                self.call(f, Function::Hold);
                let look = f.local();
                f.set(look);
                let held = self.marked_in(f, look, (at, end), to - from);
                f.get(held).get(there).put(I::I64And).put(I::I64Eqz).put(I::I32Eqz).jump_if(host);
            }
            Self::count_stop(f);
            self.count_chance(f);
            let component = self.drawn_by_chance(f, there, (from, to));
            self.draw_one(f, draw, component, place);
            Self::begin_anew(f);
            f.cell(draw.counter).number(0).put(I::I32LeS);
            f.when(|f| flow.go_anew(f, draw.end));
            flow.go(f, flow.here);
        });
    }

    /// What has been drawn may lie where it came from.
    fn take_drawn_out(&self, f: &mut Fun, draw: &DrawCode, (there, from): (Local, i32)) {
        let (row, end) = (f.local(), f.local());
        let width = (draw.list.width * 4).cast_signed();
        f.get(BASE).set(row).cell(draw.list.at).number(width).put(I::I32Mul).get(BASE).put(I::I32Add).set(end);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(row).get(end).put(I::I32GeU).jump_if(done);
                f.get(there).put(I::I64Const(1));
                f.get(row)
                    .load((draw.list.at + 2) * 4)
                    .number(from)
                    .put(I::I32Sub)
                    .put(I::I64ExtendI32U)
                    .put(I::I64Shl);
                f.put(I::I64Const(-1)).put(I::I64Xor).put(I::I64And).set(there);
                f.step(row, width).jump(again);
            });
        });
    }

    /// One of those that lie there, alike ones being one outcome with their number as its weight: gives the first of its like.
    fn drawn_by_chance(&mut self, f: &mut Fun, there: Local, (from, to): (i32, i32)) -> Local {
        let alike = self.alike_among(from, to);
        let (component, number) = (f.local(), f.local());
        let like = |f: &mut Fun, lowest: &dyn Fn(&mut Fun)| {
            lowest(f);
            f.number(3).put(I::I32Shl).load_wide(alike);
        };
        f.number(0).set(number);
        // A single outcome takes no number.
        f.get(there);
        like(f, &|f| {
            f.get(there).put(I::I64Ctz).put(I::I32WrapI64);
        });
        f.put(I::I64Const(-1)).put(I::I64Xor).put(I::I64And).put(I::I64Eqz).put(I::I32Eqz);
        f.when(|f| {
            f.number(CURSORS[0].cast_signed()).get(there).put(I::I64Popcnt).put(I::I32WrapI64);
            self.call(f, Function::Below);
            f.set(number);
        });
        self.nth_bit(f, there, number);
        f.set(component).get(there);
        like(f, &|f| {
            f.get(component);
        });
        f.put(I::I64And).put(I::I64Ctz).put(I::I32WrapI64).number(from).put(I::I32Add).set(component);
        component
    }

    /// For each of so many components which of them are like it, itself included: a bit for each.
    fn alike_among(&mut self, from: i32, to: i32) -> u32 {
        let group = |number: i32| {
            let component = usize::try_from(number).ok().and_then(|at| self.program.ground.components.get(at));
            component.map(|it| it.group).filter(|group| *group != ALONE)
        };
        let like = |of: i32| {
            let same = |other: &i32| *other == of || group(of).is_some() && group(*other) == group(of);
            (from..to).filter(same).fold(0u64, |bits, other| bits | 1 << (other - from))
        };
        let words: Vec<i32> =
            (from..to).map(like).flat_map(|bits| [bits as u32, (bits >> 32) as u32]).map(u32::cast_signed).collect();
        self.tables.words(&words)
    }

    /// Takes what was drawn.
    fn draw_one(&mut self, f: &mut Fun, draw: &'p DrawCode, component: Local, from: Local) {
        let to = f.local();
        f.cell(draw.places + 1).set(to);
        match self.kind_drawn(f, draw) {
            Some(kind) => {
                self.lay(f, component, to);
                self.count_kind(f, kind, component, (from, to));
            }
            None => {
                f.get(BASE).get(component).get(to).number(i32::from(draw.beneath));
                self.call(f, Function::Relocate);
                f.put(I::Drop);
            }
        }
        self.push_row(f, &draw.list, &[component, from, to]);
        f.get(BASE).cell(draw.counter).number(1).put(I::I32Sub).store(draw.counter * 4);
    }

    /// The kind of what is drawn, if it surely may lie where it goes, and never lies in a pile.
    fn kind_drawn(&self, f: &Fun, draw: &DrawCode) -> Option<KindId> {
        let before = self.program.code.get(self.running?.checked_sub(1)? as usize)?;
        let goes = match before {
            Instruction::DrawStart { places, to, .. } if *places == draw.places => *to,
            _ => return None,
        };
        self.fits_surely(f, &draw.kinds, &PlaceCode { place: goes, beneath: draw.beneath })
    }
}
