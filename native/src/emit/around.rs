//! `around(s)`: the places that are joined to one.

use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::set::{Element, Visit};
use super::{Emit, Emitter, Fun, Local};
use crate::Unsupported;

/// Puts the place whose neighbours are asked for into a local.
fn middle<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId]) -> Emit<Local> {
    let place = arguments.first().copied().ok_or(Unsupported::new("an argument"))?;
    emitter.kept(f, place)
}

/// Goes through them, one after the other.
pub fn each<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId], visit: Visit<'_, 'p>) -> Emit {
    let place = middle(emitter, f, arguments)?;
    let (count, at, to) = (f.local(), f.local(), f.local());
    let range = Some((0, emitter.fixed.places - 1));
    how_many(emitter, f, place);
    f.tee(count);
    let mut rounds = Emitter::begin_rounds(f, None);
    let written = f.block(|f, done| {
        f.get(count).put(I::I32Eqz).jump_if(done);
        f.get(place).number(5).put(I::I32Shl).set(at);
        f.repeat(|f, again| {
            Emitter::round(f, &mut rounds);
            f.get(at).load(emitter.fixed.around).set(to);
            visit(emitter, f, Element { local: to, range })?;
            f.step(at, 4).step(count, -1).get(count).jump_if(again);
            Ok(())
        })
    });
    Emitter::end_rounds(f, rounds);
    written
}

/// A table of how many they are, a byte for each place.
pub fn counts(emitter: &mut Emitter<'_>) -> u32 {
    let instance = &emitter.program.instance;
    let counts = (0..emitter.fixed.places).map(|place| u8::try_from(instance.around(place).len()).unwrap_or(u8::MAX));
    emitter.tables.numbers(counts.collect())
}

/// Leaves how many they are: only those are work.
fn how_many(emitter: &mut Emitter<'_>, f: &mut Fun, place: Local) {
    let table = counts(emitter);
    emitter.in_range(f, place, emitter.fixed.places);
    f.either_number(
        |f| {
            f.get(place).load_byte(table);
        },
        |f| {
            f.number(0);
        },
    );
}

/// Leaves 1 if a place, which is not none, is one of them. They lie in a row of eight words.
pub fn holds<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId], element: Local) -> Emit {
    let (place, row, same) = (middle(emitter, f, arguments)?, f.local(), f.four());
    emitter.in_range(f, place, emitter.fixed.places);
    f.either_number(
        |f| {
            f.get(place).number(5).put(I::I32Shl).set(row);
            f.get(element).put(I::I32x4Splat).set(same);
            let around = emitter.fixed.around;
            f.get(row).load_four(around).get(same).put(I::I32x4Eq);
            f.get(row).load_four(around + 16).get(same).put(I::I32x4Eq).put(I::V128Or).put(I::V128AnyTrue);
        },
        |f| {
            f.number(0);
        },
    );
    Ok(())
}
