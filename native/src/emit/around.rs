//! `around(s)`: the places that are joined to one.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::set::{Element, Visit};
use super::{Emit, Emitter, Fun, Local};
use crate::Unsupported;

/// The directions of a board.
const DIRECTIONS: i32 = 8;

/// Puts the place whose neighbours are asked for into a local.
fn middle<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId]) -> Emit<Local> {
    let place = arguments.first().copied().ok_or(Unsupported::new("an argument"))?;
    emitter.kept(f, place)
}

/// Goes through them, one direction after the other.
pub fn each<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId], visit: Visit<'_, 'p>) -> Emit {
    let place = middle(emitter, f, arguments)?;
    let (direction, to) = (f.local(), f.local());
    let range = Some((0, emitter.fixed.places - 1));
    f.number(0).set(direction);
    how_many(emitter, f, place);
    let mut rounds = Emitter::begin_rounds(f, None);
    let written = f.repeat(|f, again| {
        joined(emitter, f, place, direction);
        f.tee(to).number(NONE).put(I::I32Ne);
        f.when(|f| {
            Emitter::round(f, &mut rounds);
            visit(emitter, f, Element { local: to, range })
        })?;
        f.step(direction, 1).get(direction).number(DIRECTIONS).put(I::I32LtS).jump_if(again);
        Ok(())
    });
    Emitter::end_rounds(f, rounds);
    written
}

/// Leaves the place joined to another by its number among them, or none. It is no direction on a net.
fn joined(emitter: &Emitter<'_>, f: &mut Fun, place: Local, number: Local) {
    emitter.in_range(f, place, emitter.fixed.places);
    f.either_number(
        |f| {
            f.get(place).number(3).put(I::I32Shl).get(number).put(I::I32Add);
            f.number(2).put(I::I32Shl).load(emitter.fixed.joined);
        },
        |f| {
            f.number(NONE);
        },
    );
}

/// Leaves how many they are: only those are work.
fn how_many(emitter: &mut Emitter<'_>, f: &mut Fun, place: Local) {
    let instance = &emitter.program.instance;
    let counts = (0..emitter.fixed.places).map(|place| u8::try_from(instance.around(place).count()).unwrap_or(u8::MAX));
    let table = emitter.tables.numbers(counts.collect());
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

/// Leaves 1 if a place, which is not none, is one of them. They lie in a row of as many words as there are directions.
pub fn holds<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, arguments: &'p [NodeId], element: Local) -> Emit {
    let (place, row, same) = (middle(emitter, f, arguments)?, f.local(), f.four());
    emitter.in_range(f, place, emitter.fixed.places);
    f.either_number(
        |f| {
            f.get(place).number(5).put(I::I32Shl).set(row);
            f.get(element).put(I::I32x4Splat).set(same);
            let joined = emitter.fixed.joined;
            f.get(row).load_four(joined).get(same).put(I::I32x4Eq);
            f.get(row).load_four(joined + 16).get(same).put(I::I32x4Eq).put(I::V128Or).put(I::V128AnyTrue);
        },
        |f| {
            f.number(0);
        },
    );
    Ok(())
}
