//! `note position`, `forget positions` and `noted`: the list of positions lies with the host.

use rulehound_interpreter::cells::noting_steps;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Global, Import, Local};

/// Notes the position, for a value if there is one.
pub fn note<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, value: Option<&'p NodeId>) -> Emit {
    let value = kept(emitter, f, value)?;
    f.get(BASE).get(value);
    Emitter::ask(f, Import::Note);
    f.put(I::Drop);
    Ok(())
}

/// Forgets those that were noted. A search may take that back, so it is told.
pub fn forget(emitter: &Emitter<'_>, f: &mut Fun) {
    count(emitter, f);
    f.get(BASE);
    Emitter::global(f, Global::Search).number(0).put(I::I32GeS);
    Emitter::ask(f, Import::Forget);
    f.put(I::Drop);
}

/// Leaves how often this position was noted, for a value if there is one.
pub fn noted<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, values: &'p [NodeId]) -> Emit {
    let value = kept(emitter, f, values.first())?;
    f.get(BASE).get(value);
    Emitter::ask(f, Import::Noted);
    Ok(())
}

/// The value, or none, in a local.
fn kept<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, value: Option<&'p NodeId>) -> Emit<Local> {
    count(emitter, f);
    match value {
        Some(value) => emitter.kept_number(f, *value),
        None => {
            let none = f.local();
            f.number(NONE).set(none);
            Ok(none)
        }
    }
}

fn count(emitter: &Emitter<'_>, f: &mut Fun) {
    let steps = i32::try_from(noting_steps(emitter.program)).unwrap_or(i32::MAX);
    f.work = f.work.saturating_add(steps);
}
