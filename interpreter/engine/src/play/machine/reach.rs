//! `reach`: sets that grow by what their elements lead to.

use super::{Machine, Try};
use crate::program::{CLEARED, NodeId, ReachCode};

/// `reach x from A to e`: x goes through the set as it grows.
pub(super) fn closure(machine: &mut Machine<'_>, code: ReachCode, out: &mut Vec<i32>) -> Try<()> {
    let start = out.len();
    machine.set(code.from, out)?;
    let mut next = start;
    while let Some(element) = out.get(next).copied() {
        machine.burn(1)?;
        machine.write(code.local, element);
        machine.gather(code.to, code.set, start, out)?;
        next += 1;
    }
    machine.write(code.local, CLEARED);
    Ok(())
}

/// The same along joined places inside a set, which is worked out only if it is asked for at all.
pub(super) fn flood(machine: &mut Machine<'_>, from: NodeId, inside: NodeId, out: &mut Vec<i32>) -> Try<()> {
    let (mut start, mut within, mut marks) = (machine.take(), machine.take(), machine.take());
    machine.set(from, &mut start)?;
    let instance = &machine.program.instance;
    if start.iter().any(|place| !instance.around(*place).is_empty()) {
        machine.set(inside, &mut within)?;
    }
    let before = out.len();
    machine.program.instance.flood(&start, &within, &mut marks, out);
    for room in [start, within, marks] {
        machine.give(room);
    }
    machine.burn(8 * (out.len() - before) as u64)
}
