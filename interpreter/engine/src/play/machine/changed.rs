//! Keeps how numbers of players go up and down, where somebody asks.

use super::Machine;
use crate::play::{By, Change};
use crate::program::{Node, TargetCode};
use rulehound_rules::model::{OwnerSort, VariableId};

/// The number in a cell has become another.
pub(super) fn count(machine: &mut Machine<'_>, target: &TargetCode, address: u32, (before, after): (i32, i32)) {
    // Paths of a plan are tried out, not played.
    if !machine.log.counts() || machine.search.is_some() {
        return;
    }
    let (Node::Cell(cell), program) = (machine.at(target.node), machine.program) else { return };
    let declared = program.instance.model.variables.get(cell.variable as usize);
    if !declared.is_some_and(|variable| variable.owner == OwnerSort::Player && variable.index.is_empty()) {
        return;
    }
    let first = program.layout.variables.get(cell.variable as usize).copied().unwrap_or(0);
    let at = |pc: u32| program.code_at.get(pc as usize).copied().unwrap_or_default();
    // Of the bodies around, what is kept is where they go on: right behind what they run.
    let bodies = machine.running().into_iter().enumerate();
    let did = bodies
        .map(|(number, (id, pc))| By { body: Some(id), at: at(if number == 0 { pc } else { pc.saturating_sub(1) }) })
        .collect();
    machine.log.count(Change {
        variable: VariableId(cell.variable),
        seat: address.saturating_sub(first) as usize,
        by: i64::from(after) - i64::from(before),
        did,
    });
}
