//! `note position`, `forget positions` and `noted`.

use super::{Machine, Try};
use crate::cells;
use crate::program::NodeId;
use rulehound_rules::limits::NOTES;
use rulehound_rules::model::value::NONE;

/// Notes the position, for a value if there is one.
pub(super) fn note(machine: &mut Machine<'_>, value: Option<NodeId>) -> Try<()> {
    let value = value.map_or(Ok(NONE), |value| machine.number(value))?;
    machine.burn(cells::noting_steps(machine.program))?;
    let mut notes = std::mem::take(&mut machine.notes);
    let noted = cells::note(machine.program, machine, value, &mut notes);
    machine.notes = notes;
    machine.epoch += 1;
    noted.map_err(|cells::TooMany| {
        machine.fault_here("too-many-notes", format!("more than {NOTES} positions were noted and none forgotten"))
    })
}

/// Forgets all that were noted.
pub(super) fn forget(machine: &mut Machine<'_>) -> Try<()> {
    machine.burn(cells::noting_steps(machine.program))?;
    let mut notes = std::mem::take(&mut machine.notes);
    cells::forget(machine.program, machine, &mut notes);
    machine.notes = notes;
    machine.epoch += 1;
    Ok(())
}

/// How often this position was noted, for a value if there is one.
pub(super) fn noted<'p>(machine: &mut Machine<'p>, values: &'p [NodeId]) -> Try<i32> {
    let value = values.first().map_or(Ok(NONE), |value| machine.number(*value))?;
    machine.burn(cells::noting_steps(machine.program))?;
    let notes = std::mem::take(&mut machine.notes);
    let count = cells::noted(machine.program, machine, value, &notes);
    machine.notes = notes;
    Ok(count)
}

/// Drops what no cells need any more: at every stop.
pub(crate) fn settle(machine: &mut Machine<'_>) {
    let mut notes = std::mem::take(&mut machine.notes);
    cells::settle_notes(machine.program, machine, &mut notes);
    machine.notes = notes;
}

/// What a look ahead knows a position by: its cells, and which positions were noted before it.
pub(super) fn known_by(machine: &mut Machine<'_>) -> Vec<i32> {
    let digest = cells::notes_digest(machine.program, &*machine, &machine.notes);
    let mut known_by = machine.take();
    known_by.extend_from_slice(machine.cells());
    if machine.program.notes.is_some() {
        known_by.extend(cells::words(digest));
    }
    known_by
}
