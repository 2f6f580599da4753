//! The positions that were noted: machine code has only the length of their list.

use rulehound_interpreter::cells;
use rulehound_interpreter::program::Program;
use wasmtime::{Caller, Error, Linker};

use super::{Host, Work, on};

/// The imports that work on the list.
pub fn link(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "note", |mut caller: Caller<'_, Host>, base: i32, value: i32| {
        on(&mut caller, base, |work| {
            let Work { block, notes, .. } = work;
            cells::note(block.program, block, value, notes).ok().map(|()| 0)
        })
    })?;
    linker.func_wrap("host", "forget", |mut caller: Caller<'_, Host>, base: i32, searches: i32| {
        on(&mut caller, base, |work| {
            let Work { block, notes, .. } = work;
            cells::forget(block.program, block, notes);
            if searches == 0 {
                // Nothing is taken back any more.
                cells::settle_notes(block.program, block, notes);
            }
            Some(0)
        })
    })?;
    linker.func_wrap("host", "noted", |mut caller: Caller<'_, Host>, base: i32, value: i32| {
        on(&mut caller, base, |work| {
            let Work { block, notes, .. } = work;
            Some(cells::noted(block.program, block, value, notes))
        })
    })?;
    Ok(())
}

/// What a search remembers a position by, of which the cells are given: where positions are noted, by those as well.
pub fn known_by<'k>(program: &Program, position: &'k [i32], notes: &cells::Notes, key: &'k mut Vec<i32>) -> &'k [i32] {
    if program.notes.is_none() {
        return position;
    }
    key.clear();
    key.extend_from_slice(position);
    key.extend(cells::words(cells::notes_digest(program, position, notes)));
    key
}
