//! `reach`: sets that grow on the stack of lists by what their elements lead to.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{CLEARED, ReachCode};
use wasm_encoder::Instruction as I;

use super::work::{begin_growing, end_growing, growing_round};
use super::{Emit, Emitter, Fun};

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
