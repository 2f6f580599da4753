//! Positions that differ in nothing that a viewer may know.

use rulehound_interpreter::instance::Place;
use rulehound_interpreter::model::{AreaKind, OwnerSort, PlaceClass};
use rulehound_interpreter::play::{Game, Position, Seeded, Viewer};
use rulehound_interpreter::program::{Holder, Program};

use super::knowledge::{Knowledge, step};

/// A position and the cells of its save.
struct Exchange<'k> {
    known: &'k Knowledge<'k>,
    program: &'k Program,
    viewer: Viewer,
    cells: Vec<i32>,
    /// Components that names hold.
    held: Vec<i32>,
    /// Which component stands now where each stood.
    stands: Vec<usize>,
    changed: bool,
}

impl Knowledge<'_> {
    /// The same position to this viewer, but with what it may not know exchanged at random: which hidden component lies where, which of those that
    /// look alike to it is which, the hidden features, the hidden values of variables. `None` if there is nothing to exchange.
    #[must_use]
    pub fn twin(&self, position: &Position, viewer: Viewer, chance: &mut Seeded) -> Option<Position> {
        let game: &Game = position.game();
        let cells = position.cells();
        let held = held(game.program(), &cells);
        let stands = (0..self.instance.components.len()).collect();
        let mut exchange =
            Exchange { known: self, program: game.program(), viewer, cells, held, stands, changed: false };
        exchange.components(chance);
        exchange.features(chance);
        exchange.values(chance);
        exchange.contents(chance);
        if !exchange.changed {
            return None;
        }
        // Read as a save of the format that has no checksum.
        let mut twin = b"RULEHND\x01".to_vec();
        twin.extend(game.program().hash.to_le_bytes());
        exchange.cells.iter().for_each(|cell| twin.extend(cell.to_le_bytes()));
        twin.extend(position.notes().hashes().flat_map(u128::to_le_bytes));
        // What is hidden may decide whether somebody is asked at all: where that comes out otherwise, no game stands there.
        game.restore(&twin).ok()
    }
}

/// Everything that a name may hold; of lists also what is done with.
fn held(program: &Program, cells: &[i32]) -> Vec<i32> {
    let mut held = Vec::new();
    for holder in &program.holders {
        match holder {
            Holder::One(at) => held.extend(cells.get(*at as usize)),
            Holder::Set(at, count) => held.extend(cells.iter().skip(*at as usize + 1).take(*count as usize)),
            Holder::List(list, _) | Holder::Rows(list, _) => {
                let range = list.cells();
                held.extend(cells.iter().skip(range.start as usize).take(range.len()));
            }
        }
    }
    held
}

impl Exchange<'_> {
    fn swap(&mut self, one: usize, other: usize) {
        if self.cells[one] != self.cells[other] {
            self.cells.swap(one, other);
            self.changed = true;
        }
    }

    /// The cells of a component that change.
    fn addresses(&self, component: usize) -> Vec<usize> {
        let (step, kind) = step(self.known.instance, component);
        let layout = &self.program.layout;
        let features = layout.attributes[kind].iter().flatten().chain(layout.heights[kind].iter());
        let own = features.map(|first| *first as usize + step);
        std::iter::once(layout.lying as usize + component).chain(own).collect()
    }

    /// What is printed on a component as far as the viewer sees it where another stood.
    fn printed(&self, component: usize, where_stood: usize) -> Vec<Option<i32>> {
        let known = self.known;
        let mut seen = Vec::new();
        for (index, attribute) in known.kind(component).attributes.iter().enumerate() {
            let shown = attribute.printed && known.sees_attribute(self.viewer, where_stood, index);
            for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                seen.push(shown.then(|| known.world.attributes[component][cell]));
            }
        }
        seen
    }

    /// Whether two components may change places, standing where these two stood.
    fn may_swap(&self, (one, stood_one): (usize, usize), (other, stood_other): (usize, usize)) -> bool {
        let known = self.known;
        let owners = known.instance.components[one].owner == known.instance.components[other].owner;
        let held = [one, other].iter().any(|it| self.held.contains(&(*it as i32)));
        let unseen = [stood_one, stood_other].iter().all(|stood| !known.sees_component(self.viewer, *stood));
        let (_, kind) = step(known.instance, one);
        // Whose they are is hidden with them, unless it says who sees what of them.
        let plain = known.kind(one).attributes.iter().all(|it| it.audience.is_none());
        if held || !(owners || (unseen && plain)) {
            return false;
        }
        let alike = |stood: usize| self.printed(one, stood) == self.printed(other, stood);
        if !alike(stood_one) || !alike(stood_other) {
            return false;
        }
        let named = known.world.variables.iter().flatten().any(|value| [one, other].contains(&(*value as usize)));
        if unseen {
            // Words for what belongs to them tell what all see of them.
            return !known.owns(kind)
                || known.kind(one).attributes.iter().all(|it| it.printed || it.audience.is_none());
        }
        !known.owns(kind) && !named
    }

    fn components(&mut self, chance: &mut Seeded) {
        for kind in self.known.instance.kinds.clone() {
            let (first, count) = (kind.start as usize, kind.len());
            for last in (1..count).rev() {
                let (stood_one, stood_other) = (first + last, first + chance.below(last + 1));
                let (one, other) = (self.stands[stood_one], self.stands[stood_other]);
                if one != other && self.may_swap((one, stood_one), (other, stood_other)) {
                    self.stands.swap(stood_one, stood_other);
                    for (at, to) in self.addresses(one).into_iter().zip(self.addresses(other)) {
                        self.swap(at, to);
                    }
                }
            }
        }
    }

    /// Features that change and that the viewer does not see, among components of a kind.
    fn features(&mut self, chance: &mut Seeded) {
        for (number, kind) in self.known.instance.kinds.clone().into_iter().enumerate() {
            let attributes = &self.known.instance.model.kinds[number].attributes;
            for (index, attribute) in attributes.iter().enumerate() {
                let cells = attribute.first_cell..attribute.first_cell + attribute.cells;
                for at in cells.filter_map(|cell| self.program.layout.attributes[number][cell]) {
                    let hidden = (kind.start as usize..kind.end as usize)
                        .filter(|stood| !self.known.sees_attribute(self.viewer, *stood, index))
                        .map(|stood| at as usize + step(self.known.instance, self.stands[stood]).0);
                    self.shuffle(&hidden.collect::<Vec<_>>(), chance);
                }
            }
        }
    }

    fn values(&mut self, chance: &mut Seeded) {
        let instance = self.known.instance;
        for (id, variable) in instance.model.variables.iter().enumerate() {
            let first = self.program.layout.variables[id] as usize;
            let size = instance.family_size(&variable.index).max(1);
            for offset in 0..size {
                let slots = (offset..self.known.world.variables[id].len()).step_by(size);
                let hidden = slots.filter(|slot| !self.known.sees_variable(self.viewer, id, *slot));
                self.shuffle(&hidden.map(|slot| first + slot).collect::<Vec<_>>(), chance);
            }
        }
    }

    /// What lies on hidden components, where it is hidden too.
    fn contents(&mut self, chance: &mut Seeded) {
        let places = &self.known.instance.places;
        for (number, place) in places.iter().enumerate() {
            let other = chance.below(number + 1);
            if other != number && self.is_on(number) && self.are_alike(place, &places[other]) && self.is_on(other) {
                self.exchange(number as i32, other as i32);
            }
        }
    }

    /// Whether this is a place of a hidden component of which nothing may be seen, and nothing that lies there is held by a name.
    fn is_on(&self, place: usize) -> bool {
        let instance = self.known.instance;
        let PlaceClass::Area(area) = instance.places[place].class else { return false };
        let AreaKind::Zone(zone) = &instance.model.areas[area.index()].kind else { return false };
        let OwnerSort::Kind(kind) = zone.owner else { return false };
        let plain = instance.model.kinds[kind.index()].attributes.iter().all(|attribute| attribute.audience.is_none());
        let held = |component: &i32| self.cells[self.lying(*component as usize)] == place as i32;
        let bears = usize::try_from(instance.places[place].owner).ok();
        plain
            && bears.is_some_and(|component| !self.known.sees_component(self.viewer, component))
            && !self.known.sees_place(self.viewer, place)
            && zone.top.is_none()
            && !self.held.iter().filter(|it| (0..instance.components.len() as i32).contains(*it)).any(held)
    }

    fn are_alike(&self, one: &Place, other: &Place) -> bool {
        one.class == other.class && one.offset == other.offset
    }

    fn lying(&self, component: usize) -> usize {
        self.program.layout.lying as usize + component
    }

    fn exchange(&mut self, one: i32, other: i32) {
        for component in 0..self.known.instance.components.len() {
            let at = self.lying(component);
            let to = match self.cells[at] {
                place if place == one => other,
                place if place == other => one,
                _ => continue,
            };
            self.cells[at] = to;
            self.changed = true;
        }
    }

    fn shuffle(&mut self, addresses: &[usize], chance: &mut Seeded) {
        for last in (1..addresses.len()).rev() {
            let other = chance.below(last + 1);
            self.swap(addresses[last], addresses[other]);
        }
    }
}
