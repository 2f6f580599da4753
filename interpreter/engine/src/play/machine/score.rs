//! How far everybody is, in a game that is won by rank.

use super::Machine;
use crate::program::{BinderCode, Instruction, KeyCode, Program, WinCode};

/// The first `win … by` of a program: who is ranked, and by what.
pub fn ranking(program: &Program) -> Option<(&BinderCode, &[KeyCode])> {
    program.code.iter().find_map(|instruction| {
        let Instruction::Win(WinCode::Ranked(binder, keys)) = instruction else { return None };
        (!keys.is_empty()).then_some((binder, &**keys))
    })
}

/// What each seat would be ranked by first if the game ended now, the more the better; nothing for who would not be ranked, or if that cannot be
/// told from outside of where it is written.
pub fn scores(machine: &mut Machine<'_>) -> Option<Vec<Option<i64>>> {
    let (binder, keys) = ranking(machine.program)?;
    let mut scores = vec![None; machine.program.instance.seats()];
    let ranked = machine.tuples(std::slice::from_ref(binder), &mut |machine| {
        let first = machine.key_values(keys.get(..1).unwrap_or_default())?.first().copied();
        let seat = usize::try_from(machine.read(binder.local)).ok();
        if let Some(slot) = seat.and_then(|seat| scores.get_mut(seat)) {
            // Keys are turned so that the least comes first.
            *slot = first.map(|first| -first);
        }
        Ok(true)
    });
    ranked.ok().map(|_| scores)
}
