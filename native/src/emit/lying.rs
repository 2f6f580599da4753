//! Which components lie at a place: one bit for each of up to 64 that follow each other.

use wasm_encoder::{Instruction as I, MemArg};

use super::{BASE, Emitter, Fun, Local};
use crate::map::{Lies, PlaceBits};

/// The most components that are looked at together.
pub const MOST_AT_ONCE: i32 = 64;

/// How many bytes are compared at once.
const BYTES: i32 = 16;

/// The byte of no place.
const NOWHERE: i32 = 255;

/// How many cells are compared at once.
const LANES: i32 = 4;

/// How many comparisons become bits together.
const TOGETHER: i32 = 4;

impl Emitter<'_> {
    /// Which of the components from `at` to below `end`, not more than `most` and of these the first 64, lie at a place: a bit for each.
    pub(super) fn lying_in(&self, f: &mut Fun, place: Local, (at, end): (Local, Local), most: i32) -> Local {
        match self.map.lies {
            Some(Lies::Bytes(bytes)) => return self.same_bytes(f, place, bytes, (at, end), most),
            Some(Lies::Bits(words)) => return self.bits_of_place(f, place, words, (at, end), most),
            None => {}
        }
        let first = f.local();
        f.get(at).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).set(first);
        self.same_in(f, (place, first, self.program.layout.lying * 4), (at, end), most)
    }

    /// The same where bits tell which components lie at a place.
    fn bits_of_place(
        &self,
        f: &mut Fun,
        place: Local,
        words: PlaceBits,
        (at, end): (Local, Local),
        most: i32,
    ) -> Local {
        let bits = f.wide();
        // Nothing lies at what is no place.
        f.get(place).number(self.fixed.places);
        self.in_range(f, place, self.fixed.places);
        f.put(I::Select).number(words.shift.cast_signed()).put(I::I32Shl).get(BASE).put(I::I32Add);
        if words.one_word() {
            f.load_wide(words.first).get(at).put(I::I64ExtendI32U).put(I::I64ShrU);
        } else {
            let word = f.local();
            // What is shifted out of a word comes in from the next one.
            f.get(at).number(6).put(I::I32ShrU).number(3).put(I::I32Shl).put(I::I32Add).tee(word);
            f.load_wide(words.first).get(at).put(I::I64ExtendI32U).put(I::I64ShrU);
            f.get(word).load_wide(words.first + 8).put(I::I64Const(1)).put(I::I64Shl);
            f.get(at).put(I::I64ExtendI32U).put(I::I64Const(63)).put(I::I64Xor).put(I::I64Shl).put(I::I64Or);
        }
        f.set(bits);
        Self::none_beyond(f, bits, (at, end), most);
        bits
    }

    /// The same where a byte tells where a component lies.
    fn same_bytes(&self, f: &mut Fun, place: Local, bytes: u32, (at, end): (Local, Local), most: i32) -> Local {
        let (first, same, bits) = (f.local(), f.four(), f.wide());
        f.get(at).get(BASE).put(I::I32Add).set(first);
        // Nothing lies at what is no place.
        f.get(place).number(NOWHERE);
        self.in_range(f, place, self.fixed.places);
        f.put(I::Select).put(I::I8x16Splat).set(same);
        for from in (0..most.min(MOST_AT_ONCE)).step_by(BYTES as usize) {
            let at = MemArg { offset: u64::from(bytes + from.unsigned_abs()), align: 0, memory_index: 0 };
            f.get(first).put(I::V128Load(at)).get(same).put(I::I8x16Eq).put(I::I8x16Bitmask).put(I::I64ExtendI32U);
            if from > 0 {
                f.put(I::I64Const(i64::from(from))).put(I::I64Shl).get(bits).put(I::I64Or);
            }
            f.set(bits);
        }
        Self::none_beyond(f, bits, (at, end), most);
        bits
    }

    /// Which of them a look has marked.
    pub(super) fn marked_in(&self, f: &mut Fun, look: Local, (at, end): (Local, Local), most: i32) -> Local {
        let first = f.local();
        f.get(at).number(2).put(I::I32Shl).set(first);
        self.same_in(f, (look, first, self.map.looked.0), (at, end), most)
    }

    /// Which words, so many bytes behind the first, are the same as a value.
    fn same_in(
        &self,
        f: &mut Fun,
        (value, first, offset): (Local, Local, u32),
        (at, end): (Local, Local),
        most: i32,
    ) -> Local {
        let (same, bits) = (f.four(), f.wide());
        f.get(value).put(I::I32x4Splat).set(same);
        let vectors = (most.min(MOST_AT_ONCE) + LANES - 1) / LANES;
        for from in (0..vectors).step_by(TOGETHER as usize) {
            Self::compare_some(f, (same, first, offset), from, (vectors - from).min(TOGETHER));
            if from > 0 {
                f.put(I::I64Const(i64::from(from * LANES))).put(I::I64Shl).get(bits).put(I::I64Or);
            }
            f.set(bits);
        }
        Self::none_beyond(f, bits, (at, end), most);
        bits
    }

    /// Only those below the end.
    fn none_beyond(f: &mut Fun, bits: Local, (at, end): (Local, Local), most: i32) {
        let count = f.local();
        f.get(end).get(at).put(I::I32Sub).set(count);
        if most > MOST_AT_ONCE {
            f.get(count).number(MOST_AT_ONCE).get(count).number(MOST_AT_ONCE).put(I::I32LtS).put(I::Select).set(count);
        }
        f.get(bits).put(I::I64Const(-1)).number(MOST_AT_ONCE).get(count).put(I::I32Sub).put(I::I64ExtendI32S);
        // A shift by all bits would be none.
        f.put(I::I64ShrU).put(I::I64Const(0)).get(count).number(0).put(I::I32GtS).put(I::Select);
        f.put(I::I64And).set(bits);
    }

    /// Leaves a bit for each of up to 16 cells, from some vector on, that are the same.
    fn compare_some(f: &mut Fun, (same, first, offset): (Local, Local, u32), from: i32, count: i32) {
        let compare = |f: &mut Fun, vector: i32| {
            let at = u64::from(offset) + u64::from(vector.unsigned_abs()) * 16;
            let at = MemArg { offset: at, align: 2, memory_index: 0 };
            f.get(first).put(I::V128Load(at)).get(same).put(I::I32x4Eq);
        };
        compare(f, from);
        if count == 1 {
            f.put(I::I32x4Bitmask).put(I::I64ExtendI32U);
            return;
        }
        compare(f, from + 1);
        f.put(I::I16x8NarrowI32x4S);
        if count == 2 {
            f.put(I::I16x8Bitmask).put(I::I64ExtendI32U);
            return;
        }
        compare(f, from + 2);
        if count == TOGETHER {
            compare(f, from + 3);
        } else {
            f.put(I::V128Const(0));
        }
        f.put(I::I16x8NarrowI32x4S).put(I::I8x16NarrowI16x8S).put(I::I8x16Bitmask).put(I::I64ExtendI32U);
    }

    /// Takes the lowest bit out and puts the component it stands for into a local.
    pub(super) fn first_of(f: &mut Fun, bits: Local, at: Local, component: Local) {
        f.get(bits).put(I::I64Ctz).put(I::I32WrapI64).get(at).put(I::I32Add).set(component);
        f.get(bits).get(bits).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).set(bits);
    }
}
