//! What is told at the table of what is worked out.

use super::{BUDGET, Machine};
use crate::play::Seen;
use crate::program::{ShownCode, StruckCode};

/// What definitions give that are shown, and who sees all that is read for it; nothing of what cannot be worked out now.
///
/// Together they have one budget, in equal parts: how far one comes depends on nothing that another reads.
pub(in crate::play) fn shown<'p>(machine: &mut Machine<'p>) -> Vec<(&'p ShownCode, Option<i32>, Seen)> {
    let budget = share(machine);
    let mut found = Vec::new();
    for one in &machine.program.shown {
        machine.fuel = budget;
        let (value, seen) = machine.noting(|machine| machine.value(one.value));
        found.push((one, value.ok(), seen));
    }
    machine.refuel();
    found
}

/// The same of things that are struck through.
pub(in crate::play) fn struck<'p>(machine: &mut Machine<'p>) -> Vec<(&'p StruckCode, Vec<i32>, Seen)> {
    let budget = share(machine);
    let mut found = Vec::new();
    for one in &machine.program.struck {
        machine.fuel = budget;
        let mut things = Vec::new();
        let (done, seen) = machine.noting(|machine| machine.set(one.set, &mut things));
        found.extend(done.ok().map(|()| (one, things, seen)));
    }
    machine.refuel();
    found
}

/// The part of the budget that each has.
fn share(machine: &Machine<'_>) -> u64 {
    let all = machine.program.shown.len() + machine.program.struck.len();
    BUDGET / u64::try_from(all).unwrap_or(1).max(1)
}
