//! Whether cells that came from outside are a position: nothing in them may lead where no game could have come.

use std::collections::{BTreeMap, BTreeSet};

use super::Machine;
use crate::instance::to_value;
use crate::program::{Addr, CLEARED, Instruction, ListCode, NameCode, Progress, ending};
use rulehound_rules::model::value::{NONE, UNSET};
use rulehound_rules::model::{Shape, Sort, Type};

impl Machine<'_> {
    /// Whether these cells can be run: lists no longer than their room, values that their variables and features may have, seats, places
    /// and instructions that exist.
    pub fn is_sound(&self) -> bool {
        self.control_is_sound()
            && self.lists_are_sound()
            && self.gatherings_are_sound()
            && self.lying_is_sound()
            && self.bodies_are_sound()
            && self.turns_are_sound()
            && self.moved_are_sound()
            && self.names_are_sound()
            && self.variables_are_sound()
            && self.features_are_sound()
    }

    fn control_is_sound(&self) -> bool {
        let layout = &self.program.layout;
        let seats = to_value(self.program.instance.seats());
        let decider = self.read(layout.decider);
        let placed = (layout.places..).take(self.program.instance.seats());
        (ending::GOES_ON..=ending::PART_OVER).contains(&self.read(layout.over))
            && (decider == NONE || (0..seats).contains(&decider))
            && placed.into_iter().all(|at| (0..=seats).contains(&self.read(at)))
            && (self.pc as usize) < self.program.code.len()
    }

    /// Bodies go back to instructions that there are, and to players at the table.
    fn bodies_are_sound(&self) -> bool {
        self.program.frames.iter().all(|frame| {
            let back = self.read(frame.return_to);
            let there = usize::try_from(back).is_ok_and(|back| back < self.program.code.len());
            (back == CLEARED || there) && self.may_decide(frame.return_to + 1)
        })
    }

    /// Who was on turn before is a player at the table, too.
    fn turns_are_sound(&self) -> bool {
        self.program.code.iter().map(Instruction::keeps).all(|keeps| {
            let last = keeps.last.is_none_or(|(kept, binder)| {
                let last = self.read(kept);
                let name = self.name_at(binder.local);
                last == CLEARED || name.is_none_or(|name| may_name(self, &name.of, last))
            });
            let placed = keeps.placed.is_none_or(|counter| {
                let placed = self.read(counter);
                placed == CLEARED || (0..=to_value(self.program.instance.components.len())).contains(&placed)
            });
            last && placed && keeps.on_turn.is_none_or(|kept| self.may_decide(kept))
        })
    }

    /// Whether a cell holds somebody who may be on turn, or nobody.
    fn may_decide(&self, at: Addr) -> bool {
        let seat = self.read(at);
        [NONE, CLEARED].contains(&seat) || (0..to_value(self.program.instance.seats())).contains(&seat)
    }

    /// What is kept of moves names components and places that there are.
    fn moved_are_sound(&self) -> bool {
        let is_end = |at: Addr| {
            let place = self.read(at);
            place == CLEARED || self.is_place(place)
        };
        self.program.code.iter().map(Instruction::keeps).all(|keeps| {
            keeps.list.is_none_or(|list| !keeps.moves || self.rows_are_moves(list))
                && keeps.ends.is_none_or(|ends| [ends, ends + 1].into_iter().all(is_end))
        })
    }

    fn rows_are_moves(&self, list: &ListCode) -> bool {
        let count = u32::try_from(self.read(list.at)).unwrap_or(0);
        (0..count).all(|row| {
            let at = list.at + 2 + row * list.width;
            self.program.instance.component(self.read(at)).is_some()
                && self.is_place(self.read(at + 1))
                && self.is_place(self.read(at + 2))
        })
    }

    fn is_place(&self, place: i32) -> bool {
        self.program.instance.place(place).is_some()
    }

    fn lists_are_sound(&self) -> bool {
        self.program.code.iter().all(|instruction| instruction.keeps().list.is_none_or(|list| self.fits(list)))
    }

    fn fits(&self, list: &ListCode) -> bool {
        let (count, cursor) = (self.read(list.at), self.read(list.at + 1));
        let most = i32::try_from(list.capacity).unwrap_or(i32::MAX);
        let (counts, points) = ((0..=most).contains(&count), (0..=most.saturating_add(1)).contains(&cursor));
        // A list that points before its first row would be gone through from there.
        counts && points || count == CLEARED && (points || cursor == CLEARED)
    }

    fn gatherings_are_sound(&self) -> bool {
        self.program.gatherings.iter().all(|gathering| {
            let seats = (0..).take(self.program.instance.seats());
            let mut answers = seats.map(|seat| self.read(gathering.answers_of(seat)));
            self.fits(&gathering.list)
                && self.are_seats(&gathering.list)
                && answers.all(|cell| Progress::of(cell).answers() <= gathering.depth)
        })
    }

    /// Whether only seats of the table stand in a list that is in use.
    fn are_seats(&self, list: &ListCode) -> bool {
        let seats = 0..to_value(self.program.instance.seats());
        let count = u32::try_from(self.read(list.at)).unwrap_or(0);
        (0..count).all(|row| seats.contains(&self.read(list.at + 2 + row * list.width)))
    }

    /// Every component lies at a place, and in a pile each has a height of its own, from 1 on without a gap.
    fn lying_is_sound(&self) -> bool {
        let count = to_value(self.program.instance.components.len());
        let mut piles: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
        let sound = (0..count).all(|component| {
            let (place, height) = (self.place_of(component), self.height(component));
            let new = !self.ordered(place) || piles.entry(place).or_default().insert(height);
            self.is_place(place) && (0..=count).contains(&height) && new
        });
        sound && piles.into_values().all(|heights| (1..).zip(&heights).all(|(wanted, height)| wanted == *height))
    }

    /// Names hold what their types say, or nothing; and so do the tuples of loops that names are still to hold.
    fn names_are_sound(&self) -> bool {
        let may_hold = |name: &NameCode, at: Addr| {
            let value = self.read(at);
            value == CLEARED || may_name(self, &name.of, value)
        };
        let bound = self.program.names.iter().all(|name| match name.capacity {
            None => may_hold(name, name.at),
            Some(capacity) => {
                let length = u32::try_from(self.read(name.at)).unwrap_or(0);
                length <= capacity && (0..length).all(|step| may_hold(name, name.at + 1 + step))
            }
        });
        bound
            && self.program.code.iter().filter_map(|instruction| instruction.keeps().tuples).all(|(list, cells)| {
                let count = u32::try_from(self.read(list.at)).unwrap_or(0);
                let named = (0..list.width).zip(cells).filter_map(|(column, at)| Some((column, self.name_at(*at)?)));
                let columns: Vec<_> = named.collect();
                (0..count).all(|row| {
                    columns.iter().all(|(column, name)| may_hold(name, list.at + 2 + row * list.width + column))
                })
            })
    }

    fn name_at(&self, at: Addr) -> Option<&NameCode> {
        self.program.names.iter().find(|name| name.at == at)
    }

    fn variables_are_sound(&self) -> bool {
        let instance = &self.program.instance;
        instance.model.variables.iter().zip(&self.program.layout.variables).all(|(variable, first)| {
            let cells = instance.owners(variable.owner).len() * instance.family_size(&variable.index);
            (*first..).take(cells).all(|at| self.may_be(&variable.of, self.read(at)))
        })
    }

    fn features_are_sound(&self) -> bool {
        let instance = &self.program.instance;
        instance.model.kinds.iter().zip(&instance.kinds).all(|(kind, components)| {
            kind.attributes.iter().all(|attribute| {
                let cells = attribute.first_cell..attribute.first_cell + attribute.cells;
                cells.into_iter().all(|cell| {
                    let mut held = components.clone().filter_map(|component| self.attribute_address(component, cell));
                    held.all(|at| self.may_be(&attribute.of, self.read(at)))
                })
            })
        })
    }

    /// Whether a variable or feature of this type may hold this.
    pub fn may_be(&self, of: &Type, value: i32) -> bool {
        let instance = &self.program.instance;
        match value {
            UNSET => return true,
            NONE => return of.shape != Shape::One || of.sort == Sort::Nothing,
            _ => {}
        }
        match &of.sort {
            Sort::Number { least, greatest } => (*least..=*greatest).contains(&value),
            Sort::YesNo => (0..=1).contains(&value),
            Sort::Value { allowed, .. } => allowed.contains(&value),
            Sort::Player => (0..to_value(instance.seats())).contains(&value),
            Sort::Component { kinds } => {
                instance.component(value).is_some_and(|component| kinds.contains(&component.kind))
            }
            Sort::Place { classes } => instance.place(value).is_some_and(|place| classes.contains(&place.class)),
            Sort::Direction => (0..8).contains(&value),
            Sort::Nothing => false,
        }
    }
}

/// Whether a name of this type may hold this: unlike a variable, always something.
fn may_name(machine: &Machine<'_>, of: &Type, value: i32) -> bool {
    value != UNSET && machine.may_be(of, value)
}
