//! The declared part of the position, in normal form.

use rulehound_interpreter::instance::Instance;

use super::order::{printed_cells, variable_cells};
use super::world::World;

/// What normal form sorts: place, height, variable attributes.
type Standing = (i32, i32, Vec<i32>);

/// The cells of the declared part: result, variables, components, `when` bits.
pub(super) fn declared(instance: &Instance, world: &World, held: &[i32]) -> Vec<i32> {
    let mut cells = vec![i32::from(world.result.is_some())];
    let places = world.result.as_ref().map(|result| result.places.clone());
    let places = places.unwrap_or_else(|| vec![None; instance.seats()]);
    cells.extend(places.iter().map(|place| place.map_or(0, |place| place as i32)));
    cells.extend(world.variables.iter().flatten());
    for (component, (place, height, attributes)) in instance.components.iter().zip(normal_form(instance, world, held)) {
        cells.push(place);
        cells.extend(attributes);
        if instance.piled(component.kind) {
            cells.push(height);
        }
    }
    cells.extend(world.bits.iter().flatten().map(|bit| i32::from(*bit)));
    cells
}

/// How each component stands, after exchanging alike ones: within a group the least standing goes to the least number.
fn normal_form(instance: &Instance, world: &World, held: &[i32]) -> Vec<Standing> {
    let mut standings: Vec<Standing> =
        (0..world.places.len()).map(|number| standing(instance, world, number)).collect();
    for group in groups(instance, held) {
        let mut sorted: Vec<Standing> = group.iter().map(|number| standings[*number].clone()).collect();
        sorted.sort();
        for (number, standing) in group.iter().zip(sorted) {
            standings[*number] = standing;
        }
    }
    standings
}

fn standing(instance: &Instance, world: &World, number: usize) -> Standing {
    let kind = &instance.model.kinds[instance.components[number].kind.index()];
    let attributes = variable_cells(kind).map(|cell| world.attributes[number][cell]).collect();
    (world.places[number], world.heights[number], attributes)
}

/// Components that may be exchanged, by ascending number; those that are held may not.
fn groups(instance: &Instance, held: &[i32]) -> Vec<Vec<usize>> {
    let mut groups: std::collections::BTreeMap<_, Vec<usize>> = std::collections::BTreeMap::new();
    for (number, component) in instance.components.iter().enumerate() {
        let kind = &instance.model.kinds[component.kind.index()];
        if kind.plain && !held.contains(&(number as i32)) {
            let printed: Vec<i32> = printed_cells(kind).map(|cell| kind.made[component.made].values[cell]).collect();
            groups.entry((component.kind, component.owner, printed)).or_default().push(number);
        }
    }
    groups.into_values().collect()
}
