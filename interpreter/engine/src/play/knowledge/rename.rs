//! The same position with other numbers of components: what lies where, what lies on what, and whatever names them.

use crate::cells::{self, Cells};
use crate::instance::Instance;
use crate::play::machine::Veiled;
use crate::program::{Addr, CLEARED, Holder, Program};
use rulehound_rules::model::{AreaKind, OwnerSort, PlaceClass, Sort};

/// A new number for each component, and so for each place that belongs to one.
pub struct Renaming {
    components: Vec<i32>,
    changed: bool,
}

impl Renaming {
    /// Everything keeps its number.
    pub fn none(program: &Program) -> Self {
        let count = i32::try_from(program.instance.components.len()).unwrap_or(0);
        Self { components: (0..count).collect(), changed: false }
    }

    /// A component gets the number of another of its kind. All together must be an exchange.
    pub fn set(&mut self, old: i32, new: i32) {
        if let Some(slot) = usize::try_from(old).ok().and_then(|old| self.components.get_mut(old)) {
            *slot = new;
            self.changed |= old != new;
        }
    }

    /// The new number of a component; anything else is itself.
    pub fn of(&self, old: i32) -> i32 {
        usize::try_from(old).ok().and_then(|old| self.components.get(old)).copied().unwrap_or(old)
    }

    /// The new number of a place.
    fn place(&self, instance: &Instance, old: i32) -> i32 {
        let Some(place) = instance.place(old).filter(|_| self.changed) else { return old };
        let sort = match place.class {
            PlaceClass::Box(sort) => sort,
            PlaceClass::Area(area) => match instance.model.areas.get(area.index()).map(|area| &area.kind) {
                Some(AreaKind::Zone(zone)) => zone.owner,
                Some(AreaKind::Board(_)) | None => return old,
            },
        };
        let OwnerSort::Kind(kind) = sort else { return old };
        let (Some(class), Some(owners)) = (instance.classes.get(&place.class), instance.kinds.get(kind.index())) else {
            return old;
        };
        let count = i32::try_from(owners.len()).unwrap_or(1).max(1);
        let each = i32::try_from(class.len()).unwrap_or(0) / count;
        old + (self.of(place.owner) - place.owner) * each
    }

    /// The same cells of other components.
    pub fn cells(&self, program: &Program, mut veiled: Vec<Veiled>) -> Vec<Veiled> {
        if !self.changed {
            return veiled;
        }
        let mut moved = std::collections::BTreeMap::new();
        for component in 0..i32::try_from(self.components.len()).unwrap_or(0) {
            let (from, to) = (own(program, component), own(program, self.of(component)));
            moved.extend(from.into_iter().zip(to));
        }
        for one in &mut veiled {
            one.at = moved.get(&one.at).copied().unwrap_or(one.at);
        }
        veiled
    }
}

/// The cells that belong to a component: what changes of it, and its variables.
fn own(program: &Program, component: i32) -> Vec<Addr> {
    let mut cells: Vec<Addr> = cells::changing(program, component).collect();
    let instance = &program.instance;
    for (declared, first) in instance.model.variables.iter().zip(&program.layout.variables) {
        let OwnerSort::Kind(kind) = declared.owner else { continue };
        let Some(owners) = instance.kinds.get(kind.index()).filter(|owners| owners.contains(&component)) else {
            continue;
        };
        let size = Addr::try_from(instance.family_size(&declared.index)).unwrap_or(0);
        let step = (component - owners.start).unsigned_abs();
        cells.extend(first + step * size..first + (step + 1) * size);
    }
    cells
}

/// What a cell may name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// A component that is held by what runs.
    Held,
    /// A component, told of by a variable or feature.
    Component,
    Place,
}

/// Goes through the cells that name components or places, other than where components lie.
fn each_name(program: &Program, cells: &[i32], visit: &mut impl FnMut(Addr, Names)) {
    for holder in &program.holders {
        match holder {
            Holder::One(at) => visit(*at, Names::Held),
            Holder::Set(at, capacity) => {
                let length = u32::try_from(cells.read(*at)).unwrap_or(0).min(*capacity);
                (0..length).for_each(|step| visit(at + 1 + step, Names::Held));
            }
            Holder::List(list, columns) | Holder::Rows(list, columns) => {
                let count = u32::try_from(cells.read(list.at)).unwrap_or(0).min(list.capacity);
                for row in 0..count {
                    for (column, _) in (0..).zip(columns).filter(|(_, holds)| **holds) {
                        visit(list.at + 2 + row * list.width + column, Names::Held);
                    }
                }
            }
        }
    }
    let sort = |sort: &Sort| match sort {
        Sort::Component { .. } => Some(Names::Component),
        Sort::Place { .. } => Some(Names::Place),
        Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing => None,
    };
    for name in program.names.iter().filter(|name| matches!(name.of.sort, Sort::Place { .. })) {
        match name.capacity {
            None => visit(name.at, Names::Place),
            Some(capacity) => {
                let length = u32::try_from(cells.read(name.at)).unwrap_or(0).min(capacity);
                (0..length).for_each(|step| visit(name.at + 1 + step, Names::Place));
            }
        }
    }
    let instance = &program.instance;
    for (declared, first) in instance.model.variables.iter().zip(&program.layout.variables) {
        let Some(names) = sort(&declared.of.sort) else { continue };
        let count = instance.owners(declared.owner).len().saturating_mul(instance.family_size(&declared.index));
        (*first..).take(count).for_each(|at| visit(at, names));
    }
    for (kind, firsts) in instance.model.kinds.iter().zip(&program.layout.attributes) {
        for attribute in &kind.attributes {
            let Some(names) = sort(&attribute.of.sort) else { continue };
            for first in firsts.iter().skip(attribute.first_cell).take(attribute.cells).flatten() {
                let kind = instance.model.kinds.iter().position(|other| std::ptr::eq(other, kind)).unwrap_or(0);
                let count = instance.kinds.get(kind).map_or(0, std::iter::ExactSizeIterator::len);
                (*first..).take(count).for_each(|at| visit(at, names));
            }
        }
    }
    for list in program.code.iter().filter_map(|it| it.keeps().list.filter(|_| it.keeps().moves)) {
        let count = u32::try_from(cells.read(list.at)).unwrap_or(0).min(list.capacity);
        for row in 0..count {
            visit(list.at + 2 + row * list.width + 1, Names::Place);
            visit(list.at + 2 + row * list.width + 2, Names::Place);
        }
    }
}

/// The cells that hold a component.
pub fn holding(program: &Program, cells: &[i32], component: i32) -> Vec<Addr> {
    let mut found = Vec::new();
    each_name(program, cells, &mut |at, names| {
        if names == Names::Held && cells.read(at) == component {
            found.push(at);
        }
    });
    found
}

/// The cells of variables and features that tell of one of these components.
pub fn telling(program: &Program, cells: &[i32], components: &[i32]) -> Vec<Addr> {
    let mut found = Vec::new();
    each_name(program, cells, &mut |at, names| {
        if names == Names::Component && components.contains(&cells.read(at)) {
            found.push(at);
        }
    });
    found
}

/// The cells with these other numbers.
pub fn rename(program: &Program, cells: &[i32], renaming: &Renaming) -> Vec<i32> {
    let mut renamed = cells.to_vec();
    if !renaming.changed {
        return renamed;
    }
    let instance = &program.instance;
    let count = i32::try_from(instance.components.len()).unwrap_or(0);
    for old in 0..count {
        let new = renaming.of(old);
        let place = renaming.place(instance, cells::place_of(program, cells, old));
        cells::set_place(program, renamed.as_mut_slice(), new, place);
        cells::set_height(program, renamed.as_mut_slice(), new, cells::height(program, cells, old));
        if new != old {
            for (from, to) in own(program, old).into_iter().zip(own(program, new)) {
                renamed.as_mut_slice().write(to, cells.read(from));
            }
        }
    }
    // A cell may be found in two ways, so what is written is worked out from what it was.
    let mut written = Vec::new();
    each_name(program, &renamed, &mut |at, names| written.push((at, names)));
    written.sort_by_key(|(at, _)| *at);
    written.dedup_by_key(|(at, _)| *at);
    for (at, names) in written {
        let value = renamed.as_slice().read(at);
        if value == CLEARED {
            continue;
        }
        let new = match names {
            Names::Held | Names::Component => renaming.of(value),
            Names::Place => renaming.place(instance, value),
        };
        renamed.as_mut_slice().write(at, new);
    }
    renamed
}
