//! `reach`: sets that grow on the stack of lists by what their elements lead to.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{CLEARED, NodeId, ReachCode};
use wasm_encoder::Instruction as I;

use super::set::Order;
use super::work::{begin_growing, end_growing, growing_round};
use super::{Emit, Emitter, Fun, Import};
use crate::Unsupported;
use crate::map::MOST_ASIDE;

/// Goes through the list from its beginning, while what is new of what an element leads to is put behind it.
pub(super) fn push(emitter: &mut Emitter<'_>, f: &mut Fun, code: ReachCode) -> Emit {
    let start = emitter.pushed(f, code.from)?;
    let (cursor, element) = (f.local(), f.local());
    f.get(start).set(cursor);
    emitter.aside(|emitter, out| {
        f.block(|f, done| {
            let growing = begin_growing(f);
            let written = f.repeat(|f, again| {
                let round = growing_round(f);
                f.get(cursor);
                Emitter::global(f, out).put(I::I32GeU).jump_if(done);
                f.get(cursor).load(0).set(element);
                f.step(cursor, 4);
                emitter.bind(f, code.local, element, None);
                if code.set {
                    emitter.push_all_new(f, out, start, code.to)?;
                } else {
                    let value = emitter.kept(f, code.to)?;
                    f.get(value).number(NONE).put(I::I32Ne);
                    f.when(|f| Emitter::push_new(f, out, start, value));
                }
                f.jump(again);
                Ok(round)
            });
            written.map(|round| end_growing(f, growing, round))
        })
    })?;
    if code.local < emitter.map.size {
        f.write(code.local, CLEARED);
    }
    Ok(())
}

/// Along joined places inside a set, by marks.
pub(super) fn push_flood(emitter: &mut Emitter<'_>, f: &mut Fun, from: NodeId, inside: NodeId) -> Emit {
    if emitter.fixed.places > MOST_ASIDE {
        return Err(Unsupported::new("`reach` over so many places"));
    }
    let start = emitter.pushed(f, from)?;
    let out = emitter.top();
    // What lies inside is only marked, so its order is no matter.
    let middle = emitter.here(f);
    emitter.aside(|emitter, out| {
        emitter.each(f, inside, Order::Any, &mut |_, f, element| {
            Emitter::push(f, out, element.local);
            Ok(())
        })
    })?;
    f.get(start).get(middle).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
    f.get(middle);
    Emitter::length_from(f, out, middle);
    f.get(start);
    // What was found comes where the two sets were.
    Emitter::ask(f, Import::Flood);
    f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
    Emitter::set_global(f, out);
    Ok(())
}
