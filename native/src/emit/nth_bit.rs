//! Picking one of the bits of a word by number, without going through those before it.

use wasm_encoder::Instruction as I;

use super::{Emitter, Fun, Local};

/// One in the lowest bit of each byte.
const EACH: i64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
const HIGHEST: i64 = EACH << 7;

/// How many bits a byte has, and how many bytes there are.
const BITS: i32 = 8;
const BYTES: i32 = 256;

impl Emitter<'_> {
    /// Leaves which bit of a word is the one with so many below it; there must be one.
    pub(super) fn nth_bit(&mut self, f: &mut Fun, bits: Local, number: Local) {
        let table = self.nth_of_bytes();
        let (sums, wanted, shift) = (f.wide(), f.wide(), f.wide());
        Self::sums_of_bytes(f, bits, sums);
        // How many bytes have no more bits up to their end than come before the wanted one: as many lie below its own.
        f.get(number).put(I::I64ExtendI32U).tee(wanted).put(I::I64Const(EACH)).put(I::I64Mul);
        f.put(I::I64Const(HIGHEST)).put(I::I64Or).get(sums).put(I::I64Sub).put(I::I64Const(HIGHEST)).put(I::I64And);
        f.put(I::I64Popcnt).put(I::I64Const(3)).put(I::I64Shl).set(shift);
        // How many of its own byte lie below it, and that byte.
        f.get(wanted).get(sums).put(I::I64Const(8)).put(I::I64Shl).get(shift).put(I::I64ShrU);
        f.put(I::I64Const(255)).put(I::I64And).put(I::I64Sub).put(I::I32WrapI64).number(BYTES).put(I::I32Mul);
        f.get(bits).get(shift).put(I::I64ShrU).put(I::I32WrapI64).number(BYTES - 1).put(I::I32And).put(I::I32Add);
        f.load_byte(table).get(shift).put(I::I32WrapI64).put(I::I32Add);
    }

    /// How many bits there are up to the end of each byte.
    fn sums_of_bytes(f: &mut Fun, bits: Local, sums: Local) {
        let part = |f: &mut Fun, mask: i64| {
            f.put(I::I64Const(mask)).put(I::I64And);
        };
        let shifted = |f: &mut Fun, by: i64| {
            f.get(sums).put(I::I64Const(by)).put(I::I64ShrU);
        };
        f.get(bits).tee(sums);
        shifted(f, 1);
        part(f, 0x5555_5555_5555_5555);
        f.put(I::I64Sub).tee(sums);
        part(f, 0x3333_3333_3333_3333);
        shifted(f, 2);
        part(f, 0x3333_3333_3333_3333);
        f.put(I::I64Add).tee(sums);
        shifted(f, 4);
        f.put(I::I64Add);
        part(f, 0x0F0F_0F0F_0F0F_0F0F);
        f.put(I::I64Const(EACH)).put(I::I64Mul).set(sums);
    }

    /// For each number and each byte which of its bits has so many below it.
    fn nth_of_bytes(&mut self) -> u32 {
        let nth = |number: i32, byte: i32| {
            let mut set = (0..BITS).filter(|bit| byte >> bit & 1 == 1);
            usize::try_from(number).ok().and_then(|number| set.nth(number)).unwrap_or(0)
        };
        let all = (0..BITS).flat_map(|number| (0..BYTES).map(move |byte| nth(number, byte) as u8));
        self.tables.numbers(all.collect())
    }
}
