//! What is told at the table of what is worked out.

use super::{BUDGET, Machine};
use crate::play::Seen;
use crate::program::ShownCode;

/// What definitions give that are shown, and who sees all that is read for it; what cannot be worked out now is left out.
///
/// Together they have one budget, in equal parts: how far one comes depends on nothing that another reads.
pub(in crate::play) fn shown<'p>(machine: &mut Machine<'p>) -> Vec<(&'p ShownCode, i32, Seen)> {
    let all = &machine.program.shown;
    let budget = BUDGET / u64::try_from(all.len()).unwrap_or(1).max(1);
    let mut found = Vec::new();
    for one in all {
        machine.fuel = budget;
        let (value, seen) = machine.noting(|machine| machine.value(one.value));
        found.extend(value.ok().map(|value| (one, value, seen)));
    }
    machine.refuel();
    found
}
