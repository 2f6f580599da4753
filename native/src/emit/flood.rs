//! `reach` along joined places inside a set: flood fill, with a bit for each place that may still be come to.

use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::bits::{MOST_PLACES, places_of};
use super::set::Order;
use super::work::{begin_growing, end_growing, growing_round};
use super::{Emit, Emitter, Fun, Local, around};

/// What a place that was come to costs, as the interpreter counts it.
pub const FOUND: i32 = 8;

/// A bit for each of so many places from a first on: whether it may be come to and has not been. They are written when everything is worked
/// out that is asked on the way, so that nothing else of the kind comes between.
struct Open {
    at: u32,
    first: i32,
    count: i32,
}

/// Puts onto the stack of lists where one comes from, and behind it what is come to, one step after the other.
pub fn push(emitter: &mut Emitter<'_>, f: &mut Fun, from: NodeId, inside: NodeId) -> Emit {
    let start = emitter.pushed(f, from)?;
    f.get(start);
    Emitter::global(f, emitter.top()).put(I::I32LtU);
    f.when(|f| {
        let open = match places_of(emitter, f, inside)? {
            Some(places) => {
                let open = Open::new(emitter, places.board());
                for (offset, bits) in (open.at..).step_by(8).zip(places.words()) {
                    f.number(0);
                    Emitter::put_bits(f, bits);
                    f.store_wide(offset);
                }
                open
            }
            None => listed(emitter, f, inside)?,
        };
        grow(emitter, f, &open, start);
        Ok(())
    })
}

/// Opens the places of a set by listing it first.
fn listed(emitter: &mut Emitter<'_>, f: &mut Fun, inside: NodeId) -> Emit<Open> {
    let middle = emitter.here(f);
    emitter.aside(|emitter, out| {
        // They are only marked, so their order is no matter.
        emitter.each(f, inside, Order::Any, &mut |_, f, element| {
            Emitter::push(f, out, element.local);
            Ok(())
        })
    })?;
    let open = Open::new(emitter, (0, emitter.fixed.places));
    for offset in (open.at..).step_by(8).take(words(open.count)) {
        f.number(0).put(I::I64Const(0)).store_wide(offset);
    }
    each_listed(emitter, f, middle, |f, place| {
        open.with_bit(f, place, |f, word, bit| {
            f.get(word).get(word).load_wide(open.at).get(bit).put(I::I64Or).store_wide(open.at);
        });
    });
    f.get(middle);
    Emitter::set_global(f, emitter.top());
    Ok(open)
}

/// Goes through what lies on the stack of lists from somewhere on, what is pushed meanwhile included.
fn each_listed(emitter: &Emitter<'_>, f: &mut Fun, start: Local, work: impl FnOnce(&mut Fun, Local)) {
    let (cursor, element) = (f.local(), f.local());
    f.get(start).set(cursor);
    f.block(|f, done| {
        f.repeat(|f, again| {
            f.get(cursor);
            Emitter::global(f, emitter.top()).put(I::I32GeU).jump_if(done);
            f.get(cursor).load(0).set(element);
            f.step(cursor, 4);
            work(f, element);
            f.jump(again);
        });
    });
}

/// From where the list begins, steps are made to what is open, until there is nothing left.
fn grow(emitter: &mut Emitter<'_>, f: &mut Fun, open: &Open, start: Local) {
    each_listed(emitter, f, start, |f, place| open.close(f, place, |_| {}));
    let out = emitter.top();
    let (count, at, to) = (f.local(), f.local(), f.local());
    let counts = around::counts(emitter);
    let around = emitter.fixed.around;
    let before = begin_growing(f);
    let mut round = None;
    each_listed(emitter, f, start, |f, place| {
        round = Some(growing_round(f));
        emitter.in_range(f, place, emitter.fixed.places);
        f.when(|f| {
            f.get(place).load_byte(counts).set(count);
            f.get(place).number(5).put(I::I32Shl).set(at);
            f.block(|f, done| {
                f.repeat(|f, again| {
                    f.get(count).put(I::I32Eqz).jump_if(done);
                    f.get(at).load(around).set(to);
                    f.step(at, 4).step(count, -1);
                    open.close(f, to, |f| Emitter::push(f, out, to));
                    f.jump(again);
                });
            });
        });
    });
    if let Some(round) = round {
        f.work += FOUND;
        end_growing(f, before, round);
    }
}

impl Open {
    fn new(emitter: &mut Emitter<'_>, (first, count): (i32, i32)) -> Self {
        Self { at: emitter.tables.later(2 * words(count)), first, count }
    }

    /// Does something with the word in which the bit of a place is and with the bit, if it has one.
    fn with_bit(&self, f: &mut Fun, place: Local, work: impl FnOnce(&mut Fun, Local, Local)) {
        let (number, word, bit) = (f.local(), f.local(), f.wide());
        f.get(place).number(self.first).put(I::I32Sub).tee(number).number(self.count).put(I::I32LtU);
        f.when(|f| {
            f.get(number).number(6).put(I::I32ShrU).number(3).put(I::I32Shl).set(word);
            f.put(I::I64Const(1)).get(number).put(I::I64ExtendI32U).put(I::I64Shl).set(bit);
            work(f, word, bit);
        });
    }

    /// Closes a place, and does something if it was open.
    fn close(&self, f: &mut Fun, place: Local, found: impl FnOnce(&mut Fun)) {
        self.with_bit(f, place, |f, word, bit| {
            let there = f.wide();
            f.get(word).load_wide(self.at).tee(there).get(bit).put(I::I64And).put(I::I64Eqz).put(I::I32Eqz);
            f.when(|f| {
                f.get(word).get(there).get(bit).put(I::I64Xor).store_wide(self.at);
                found(f);
            });
        });
    }
}

/// The words that have a bit for each of so many places.
fn words(places: i32) -> usize {
    usize::try_from(places).unwrap_or(0).div_ceil(MOST_PLACES as usize)
}
