//! Standing order, and which components are alike.

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::KindId;

use super::run::Run;

/// What components are sorted by; the least comes first.
type Rank = (i32, i32, KindId, i32, usize, Vec<i32>, i32, bool, i32);

/// For each component which of the made lines of its kind is the first with the same printed attributes: the printed order.
pub(super) fn printed_ranks(instance: &Instance) -> Vec<usize> {
    let printed = |kind: KindId, values: &[i32]| -> Vec<i32> {
        let kind = &instance.model.kinds[kind.index()];
        printed_cells(kind).map(|cell| values[cell]).collect()
    };
    let rank = |component: &rulehound_interpreter::instance::Component| {
        let made = &instance.model.kinds[component.kind.index()].made;
        let own = printed(component.kind, &made[component.made].values);
        made.iter().position(|line| printed(component.kind, &line.values) == own).unwrap_or(component.made)
    };
    instance.components.iter().map(rank).collect()
}

/// The cells of a kind that never change.
pub(super) fn printed_cells(kind: &rulehound_interpreter::model::Kind) -> impl Iterator<Item = usize> + '_ {
    let printed = kind.attributes.iter().filter(|attribute| attribute.printed);
    printed.flat_map(|attribute| attribute.first_cell..attribute.first_cell + attribute.cells)
}

/// The cells of a kind that may change.
pub(super) fn variable_cells(kind: &rulehound_interpreter::model::Kind) -> impl Iterator<Item = usize> + '_ {
    let variable = kind.attributes.iter().filter(|attribute| !attribute.printed);
    variable.flat_map(|attribute| attribute.first_cell..attribute.first_cell + attribute.cells)
}

impl Run<'_> {
    /// Puts components into standing order.
    pub(super) fn stand(&self, components: &mut [i32]) {
        let held = self.held();
        components.sort_by_cached_key(|component| self.rank(*component, &held));
    }

    fn rank(&self, number: i32, held: &[i32]) -> Rank {
        let instance = self.game.instance;
        let at = number as usize;
        let component = &instance.components[at];
        let kind = &instance.model.kinds[component.kind.index()];
        let attributes = &self.world.attributes[at];
        (
            self.world.places[at],
            -self.world.heights[at],
            component.kind,
            component.owner,
            self.game.printed_ranks[at],
            variable_cells(kind).map(|cell| attributes[cell]).collect(),
            if kind.plain { 0 } else { number },
            held.contains(&number),
            number,
        )
    }

    /// The components that a running name or loop holds.
    pub(super) fn held(&self) -> Vec<i32> {
        let mut held = self.names.held(&self.game.instance.model);
        held.extend(self.waiting.iter().flatten());
        held
    }

    /// Whether two components are alike now.
    pub(super) fn alike(&self, one: i32, other: i32, held: &[i32]) -> bool {
        let instance = self.game.instance;
        let (first, second) = (&instance.components[one as usize], &instance.components[other as usize]);
        let place = self.world.places[one as usize];
        one == other
            || (first.kind == second.kind
                && instance.model.kinds[first.kind.index()].plain
                && first.owner == second.owner
                && place == self.world.places[other as usize]
                && !instance.places[place as usize].ordered
                && self.world.attributes[one as usize] == self.world.attributes[other as usize]
                && !held.contains(&one)
                && !held.contains(&other))
    }

    /// The first of each group of alike components, with the size of the group.
    pub(super) fn groups(&self, components: &[i32]) -> Vec<(i32, u32)> {
        let held = self.held();
        let mut groups: Vec<(i32, u32)> = Vec::new();
        for component in components {
            match groups.iter_mut().find(|(first, _)| self.alike(*first, *component, &held)) {
                Some((_, count)) => *count += 1,
                None => groups.push((*component, 1)),
            }
        }
        groups
    }
}
