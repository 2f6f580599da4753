//! Exchanging what a seat does not see.

use std::collections::BTreeMap;

use super::Machine;
use super::secret::cells_seen;
use crate::cells;
use crate::play::Seeded;
use crate::program::{Addr, Instruction, Node, Program};
use rulehound_rules::model::KindId;
use rulehound_rules::model::value::UNSET;

impl Machine<'_> {
    /// Exchanges the components of each kind that a seat does not see, by their places, and the values of each variable that it does not see,
    /// by their owners; what was rolled where it does not see it is rolled anew. What a name holds stays where it is.
    pub fn exchange_hidden(&mut self, seat: usize, chance: &mut Seeded) {
        self.exchange_values(seat, chance);
        let held = self.held();
        for kind in self.program.instance.kinds.clone() {
            let hidden: Vec<i32> =
                kind.filter(|component| !held.has(*component) && !self.component_seen(*component).by(seat)).collect();
            // What is seen of a component wherever it lies tells it from others.
            let mut looks: BTreeMap<Vec<i32>, Vec<i32>> = BTreeMap::new();
            for component in hidden {
                looks.entry(seen_anywhere(self, component, seat)).or_default().push(component);
            }
            looks.into_values().for_each(|alike| exchange_places(self, alike, chance));
        }
        roll_hidden(self, seat, chance);
    }

    fn exchange_values(&mut self, seat: usize, chance: &mut Seeded) {
        let instance = &self.program.instance;
        for (variable, (declared, first)) in
            (0..).zip(instance.model.variables.iter().zip(&self.program.layout.variables))
        {
            let size = instance.family_size(&declared.index).max(1);
            let seen = cells_seen(self, variable);
            for cell in 0..size {
                let cells = seen.iter().enumerate().skip(cell).step_by(size);
                let hidden = cells.filter(|(_, seen)| !seen.by(seat)).map(|(cell, _)| cell);
                let addresses: Vec<Addr> = hidden.filter_map(|cell| Some(first + Addr::try_from(cell).ok()?)).collect();
                let mut values: Vec<i32> = addresses.iter().map(|at| self.read(*at)).collect();
                for last in (1..values.len()).rev() {
                    values.swap(last, chance.below(last + 1));
                }
                for (at, value) in addresses.into_iter().zip(values) {
                    self.write(at, value);
                }
            }
        }
    }
}

/// What a cell holds that nothing but `roll` changes: these values, all equally likely; nothing of what is rolled in several ways.
pub(super) struct Rolled<'p> {
    pub features: BTreeMap<(KindId, u32), Option<&'p [i32]>>,
    pub variables: BTreeMap<u32, Option<&'p [i32]>>,
}

impl<'p> Rolled<'p> {
    pub fn of(program: &'p Program) -> Self {
        let mut rolled = Self { features: BTreeMap::new(), variables: BTreeMap::new() };
        for instruction in &program.code {
            // What a rule sets is nobody's roll.
            let (target, values) = match instruction {
                Instruction::Roll(target, roll) => (target, Some(roll.values.as_slice())),
                Instruction::Set(target, ..) => (target, None),
                _ => continue,
            };
            let known = match program.nodes.get(target.node.0 as usize) {
                Some(Node::Attribute(cell)) => rolled.features.entry((cell.kind, cell.attribute)).or_insert(values),
                Some(Node::Cell(cell)) => rolled.variables.entry(cell.variable).or_insert(values),
                Some(Node::Plain(_, variable)) => rolled.variables.entry(*variable).or_insert(values),
                _ => continue,
            };
            if *known != values {
                *known = None;
            }
        }
        rolled
    }
}

/// Rolls anew what was rolled where a seat does not see it.
fn roll_hidden(machine: &mut Machine<'_>, seat: usize, chance: &mut Seeded) {
    let program = machine.program;
    let rolled = Rolled::of(program);
    for ((kind, number), values) in rolled.features.iter().filter_map(|(at, values)| Some((*at, (*values)?))) {
        let feature = program.instance.model.kinds.get(kind.index()).and_then(|it| it.attributes.get(number as usize));
        let components = program.instance.kinds.get(kind.index()).cloned().unwrap_or_default();
        for (component, feature) in components.flat_map(|component| feature.map(|feature| (component, feature))) {
            if machine.attribute_seen(component, number as usize).by(seat) {
                continue;
            }
            for cell in feature.first_cell..feature.first_cell + feature.cells {
                if let (Some(at), Some(value)) =
                    (machine.attribute_address(component, cell), values.get(chance.below(values.len())))
                {
                    machine.write(at, *value);
                }
            }
        }
    }
    for (variable, values) in rolled.variables.iter().filter_map(|(variable, values)| Some((*variable, (*values)?))) {
        let Some(declared) = program.instance.model.variables.get(variable as usize) else { continue };
        // What begins anew each round may not have been rolled yet.
        let first = program.layout.variables.get(variable as usize).copied().unwrap_or(0);
        for (seen, at) in cells_seen(machine, variable).into_iter().zip(first..).filter(|_| declared.each.is_none()) {
            if seen.by(seat) {
                continue;
            }
            if let Some(value) = values.get(chance.below(values.len())).filter(|_| machine.read(at) != UNSET) {
                machine.write(at, *value);
            }
        }
    }
}

/// The values of the features that a seat sees wherever a component lies.
fn seen_anywhere(machine: &mut Machine<'_>, component: i32, seat: usize) -> Vec<i32> {
    let kind = machine.kind_of(component).and_then(|kind| machine.program.instance.model.kinds.get(kind.index()));
    let mut seen = Vec::new();
    for (number, feature) in kind.into_iter().flat_map(|kind| kind.attributes.iter().enumerate()) {
        if feature.audience.is_some() && machine.attribute_seen(component, number).by(seat) {
            let cells = feature.first_cell..feature.first_cell + feature.cells;
            seen.extend(cells.map(|cell| machine.attribute_value(component, cell)));
        }
    }
    seen
}

fn exchange_places(machine: &mut Machine<'_>, hidden: Vec<i32>, chance: &mut Seeded) {
    let mut stands: Vec<(i32, i32)> =
        hidden.iter().map(|component| (machine.place_of(*component), machine.height(*component))).collect();
    for last in (1..stands.len()).rev() {
        stands.swap(last, chance.below(last + 1));
    }
    for (component, (place, height)) in hidden.into_iter().zip(stands) {
        cells::set_place(machine.program, machine, component, place);
        cells::set_height(machine.program, machine, component, height);
    }
}
