//! Sorting tuples by their keys.

use wasm_encoder::Instruction as I;

use super::{Emit, Emitter, Fun, Import, Local};

/// The most rows that are put in order here, one after the other; more are sorted by the host.
const FEW: i32 = 24;

impl Emitter<'_> {
    /// Sorts rows of so many keys and so many words behind them, least keys first and ties in the order in which they lie; then the keys
    /// are taken out. Takes where the rows begin and how many words they are; leaves how many words are left.
    pub(super) fn sort_rows(&mut self, keys: u32, width: u32) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (start, words) = (1, 2);
        let bytes = ((keys + width) * 4).cast_signed();
        let end = f.local();
        f.get(words).number((keys + width).cast_signed() * FEW).put(I::I32GtU);
        f.when(|f| {
            f.get(start).get(words).number(keys.cast_signed()).number(width.cast_signed());
            Self::ask(f, Import::SortRows);
            f.put(I::Return);
        });
        f.get(words).number(2).put(I::I32Shl).get(start).put(I::I32Add).set(end);
        Self::insert_rows(&mut f, (start, end), keys, bytes);
        Ok(Self::without_keys(f, (start, end), keys, bytes))
    }

    /// Each row goes before those in front of it that have greater keys.
    fn insert_rows(f: &mut Fun, (start, end): (Local, Local), keys: u32, bytes: i32) {
        let row: Vec<(u32, Local)> = (0..bytes.unsigned_abs()).step_by(4).map(|offset| (offset, f.local())).collect();
        let (next, to, before) = (f.local(), f.local(), f.local());
        f.get(start).number(bytes).put(I::I32Add).set(next);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(next).get(end).put(I::I32GeU).jump_if(done);
                for (offset, word) in &row {
                    f.get(next).load(*offset).set(*word);
                }
                f.get(next).set(to);
                f.block(|f, placed| {
                    f.repeat(|f, further| {
                        f.get(to).get(start).put(I::I32LeU).jump_if(placed);
                        f.get(to).number(bytes).put(I::I32Sub).set(before);
                        f.block(|f, greater| {
                            for (offset, word) in row.iter().take(keys as usize) {
                                f.get(before).load(*offset).get(*word).put(I::I32GtS).jump_if(greater);
                                f.get(before).load(*offset).get(*word).put(I::I32LtS).jump_if(placed);
                            }
                            f.jump(placed);
                        });
                        for (offset, _) in &row {
                            f.get(to).get(before).load(*offset).store(*offset);
                        }
                        f.get(before).set(to).jump(further);
                    });
                });
                for (offset, word) in &row {
                    f.get(to).get(*word).store(*offset);
                }
                f.step(next, bytes).jump(again);
            });
        });
    }

    /// Takes the keys out of the rows; leaves how many words are left.
    fn without_keys(mut f: Fun, (start, end): (Local, Local), keys: u32, bytes: i32) -> Fun {
        let (from, to) = (f.local(), f.local());
        f.get(start).tee(from).set(to);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(from).get(end).put(I::I32GeU).jump_if(done);
                for (step, offset) in (keys * 4..bytes.unsigned_abs()).step_by(4).enumerate() {
                    f.get(to).get(from).load(offset).store(u32::try_from(step).unwrap_or(0) * 4);
                }
                f.step(from, bytes).step(to, bytes - (keys * 4).cast_signed()).jump(again);
            });
        });
        f.get(to).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
        f
    }
}
