//! What the rules declare: how it ended, variables, components with their features and where they lie, what `when` has seen.

use super::{Carrying, Unfit, called};
use crate::instance::{Instance, to_value};
use crate::play::Log;
use crate::play::machine::Machine;
use crate::program::{Addr, Feature};
use rulehound_rules::model::{Attribute, Kind, Type, Variable};

pub(super) fn carry(carrying: &mut Carrying<'_>) -> Result<(), Unfit> {
    result(carrying);
    variables(carrying)?;
    features(carrying)?;
    lying(carrying)?;
    bits(carrying);
    Ok(())
}

fn result(carrying: &mut Carrying<'_>) {
    let (there, here) = (&carrying.there.layout, &carrying.here.layout);
    let seats = u32::try_from(carrying.here.instance.seats()).unwrap_or(0);
    carrying.copy(there.over, here.over, 1);
    carrying.copy(there.places, here.places, seats);
    if there.keys_each == here.keys_each {
        carrying.copy(there.keys, here.keys, there.keys_each.saturating_mul(seats));
        carrying.copy(there.keys_used, here.keys_used, 1);
    }
}

fn variables(carrying: &mut Carrying<'_>) -> Result<(), Unfit> {
    let (there, here) = (carrying.there, carrying.here);
    let old = there.instance.model.variables.iter().zip(&there.layout.variables);
    for (variable, first) in here.instance.model.variables.iter().zip(&here.layout.variables) {
        let same = |(before, _): &(&Variable, &Addr)| before.name == variable.name;
        let Some((before, from)) = old.clone().find(same) else { continue };
        let names = |instance: &Instance, variable: &Variable| called::cells(instance, variable.owner, &variable.index);
        let cells = names(&there.instance, before);
        for (at, name) in (*first..).zip(names(&here.instance, variable)) {
            let Some(cell) = cells.iter().position(|other| *other == name) else { continue };
            let value = carrying.read(from + u32::try_from(cell).unwrap_or(u32::MAX));
            let value = allowed(carrying, (&before.of, &variable.of), value)
                .ok_or_else(|| unfit(&variable.name, value, &variable.of).at(variable.at))?;
            carrying.write(at, value);
        }
    }
    Ok(())
}

/// A value as it is here, if it may be here.
fn allowed(carrying: &Carrying<'_>, (before, now): (&Type, &Type), value: i32) -> Option<i32> {
    let value = carrying.partners.value(&before.sort, value)?;
    let same = std::mem::discriminant(&before.sort) == std::mem::discriminant(&now.sort);
    let machine = Machine::new(carrying.here, &[], Log::silent());
    (same && machine.may_be(now, value)).then_some(value)
}

fn unfit(name: &str, value: i32, of: &Type) -> Unfit {
    match of.sort {
        rulehound_rules::model::Sort::Number { .. } => {
            Unfit::new(format!("`{name}` is {value} on the table, which it cannot be any more"))
        }
        _ => Unfit::new(format!("`{name}` holds what it cannot hold any more")),
    }
}

fn features(carrying: &mut Carrying<'_>) -> Result<(), Unfit> {
    let here = carrying.here;
    for (kind, components) in here.instance.model.kinds.iter().zip(&here.instance.kinds) {
        let there = carrying.there.instance.model.kinds.iter().find(|other| other.name == kind.name);
        let Some(before) = there else { continue };
        for component in components.clone() {
            let partner = carrying.partners.components.iter().position(|partner| *partner == Some(component));
            if let Some(partner) = partner {
                component_features(carrying, (before, to_value(partner)), (kind, component))?;
            }
        }
    }
    Ok(())
}

/// What changes of one component.
fn component_features(
    carrying: &mut Carrying<'_>,
    (before, from): (&Kind, i32),
    (kind, to): (&Kind, i32),
) -> Result<(), Unfit> {
    for attribute in &kind.attributes {
        let Some(old) = before.attributes.iter().find(|other| other.name == attribute.name) else { continue };
        for offset in 0..attribute.cells {
            let name = called::cell(&carrying.here.instance, &attribute.index, offset);
            let same = |other: &usize| called::cell(&carrying.there.instance, &old.index, *other) == name;
            let Some(other) = (0..old.cells).find(same) else { continue };
            let address = |program, component, attribute: &Attribute, offset: usize| {
                feature(program, component, attribute.first_cell + offset)
            };
            let there = address(carrying.there, from, old, other);
            let here = address(carrying.here, to, attribute, offset);
            let (Some(there), Some(here)) = (there, here) else { continue };
            let value = carrying.read(there);
            let value = allowed(carrying, (&old.of, &attribute.of), value)
                .ok_or_else(|| unfit(&attribute.name, value, &attribute.of).at(attribute.at))?;
            carrying.write(here, value);
        }
    }
    Ok(())
}

/// Where a feature that changes is held.
fn feature(program: &crate::program::Program, component: i32, cell: usize) -> Option<Addr> {
    let kind = program.instance.component(component)?.kind.index();
    let first = program.instance.kinds.get(kind)?.start;
    match program.ground.kinds.get(kind)?.features.get(cell)? {
        Feature::Cells(at) => Some(at + u32::try_from(component - first).ok()?),
        Feature::Printed(_) => None,
    }
}

fn lying(carrying: &mut Carrying<'_>) -> Result<(), Unfit> {
    let (there, here) = (carrying.there, carrying.here);
    let at = |layout: Addr, component: usize| layout + u32::try_from(component).unwrap_or(0);
    for (number, component) in there.instance.components.iter().enumerate() {
        let place = carrying.read(at(there.layout.lying, number));
        let Some(partner) = carrying.partners.components.get(number).copied().flatten() else {
            if there.instance.home_box(component.kind, component.owner) == Some(place) {
                continue;
            }
            let kind = there.instance.model.kinds.get(component.kind.index()).map_or("", |kind| &kind.name);
            return Err(Unfit::new(format!("a `{kind}` lies on the table that is not in the box any more")));
        };
        let place = usize::try_from(place).ok().and_then(|place| *carrying.partners.places.get(place)?);
        let place = place.ok_or_else(|| Unfit::new("something lies where there is no place any more"))?;
        let partner = usize::try_from(partner).unwrap_or(0);
        carrying.write(at(here.layout.lying, partner), place);
        let height = |program: &crate::program::Program, number: usize| program.ground.components.get(number)?.height;
        if let (Some(from), Some(to)) = (height(there, number), height(here, partner)) {
            carrying.copy(from, to, 1);
        }
    }
    Ok(())
}

/// What each `when` has seen, where it watches as many as before; elsewhere what holds now counts as seen.
fn bits(carrying: &mut Carrying<'_>) {
    let (there, here) = (carrying.there, carrying.here);
    let name = |program: &crate::program::Program, when: &crate::program::WhenCode| {
        program.instance.model.triggers.get(when.trigger.index()).map(|trigger| trigger.name.clone())
    };
    for when in &here.whens {
        let same = |other: &&crate::program::WhenCode| {
            name(there, other) == name(here, when) && other.count == when.count && !when.components
        };
        if let Some(before) = there.whens.iter().find(same) {
            carrying.copy(before.bits, when.bits, when.count);
        }
    }
}
