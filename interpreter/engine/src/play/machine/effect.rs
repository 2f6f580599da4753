//! Effects: moving, setting, showing, winning.

use super::events::{BySet, is_of_a_name, note_shown};
use super::{Machine, Trouble, Try, changed};
use crate::cells::{self, Full, Winners};
use crate::play::{EventKind, Seen};
use crate::program::{
    Addr, CLEARED, ListCode, MoveCode, MoveWhat, Node, PlaceCode, ShowCode, ShowWhat, TargetCode, TextCode, WinCode,
};
use crate::words::listed;
use rulehound_rules::model::value::{NONE, UNSET};

impl<'p> Machine<'p> {
    /// One effect that moves components, all at once.
    pub(super) fn move_components(&mut self, code: &'p MoveCode) -> Try<()> {
        let mut wanted = self.take();
        let mut beneath = false;
        match &code.what {
            MoveWhat::One(what, to) => {
                let component = self.number(*what)?;
                wanted.extend([component, self.number(to.place)?]);
                beneath = to.beneath;
            }
            MoveWhat::Set(what, to) => {
                self.move_set(*what, to, &mut wanted)?;
                beneath = to.beneath;
            }
            MoveWhat::Each(selection, to) => {
                let mut tuples = self.take();
                self.selection(selection, &mut tuples)?;
                for tuple in tuples.chunks(selection.binders.len().max(1)) {
                    for (binder, value) in selection.binders.iter().zip(tuple) {
                        self.write(binder.local, *value);
                    }
                    let component = tuple.first().copied().unwrap_or(NONE);
                    wanted.extend([component, self.number(*to)?]);
                }
                self.give(tuples);
            }
            MoveWhat::Swap(one, other) => {
                let (one, other) = (self.number(*one)?, self.number(*other)?);
                wanted.extend([one, self.place_of(other), other, self.place_of(one)]);
            }
            MoveWhat::All(from, to) => {
                self.move_all(*from, to, &mut wanted)?;
                beneath = to.beneath;
            }
            MoveWhat::Some(amount, components, from, to) => {
                let amount = amount.map(|amount| self.number(amount)).transpose()?;
                let from = self.number(*from)?;
                let mut set = self.take();
                self.set(*components, &mut set)?;
                let to_place = self.number(to.place)?;
                set.retain(|component| self.place_of(*component) == from);
                match amount {
                    Some(amount) => set.truncate(usize::try_from(amount).unwrap_or(0)),
                    None if self.ordered(from) && !to.beneath => set.reverse(),
                    None => {}
                }
                wanted.extend(set.iter().flat_map(|component| [*component, to_place]));
                self.give(set);
                beneath = to.beneath;
            }
        }
        self.move_wanted(&wanted, beneath, code.list.as_ref())?;
        self.give(wanted);
        Ok(())
    }

    fn move_set(&mut self, what: crate::program::NodeId, to: &PlaceCode, wanted: &mut Vec<i32>) -> Try<()> {
        let mut set = self.take();
        self.set(what, &mut set)?;
        let place = self.number(to.place)?;
        wanted.extend(set.iter().flat_map(|component| [*component, place]));
        self.give(set);
        Ok(())
    }

    /// A pile is moved bottom first, so that it keeps its order; beneath another it is moved top first for the same reason.
    fn move_all(&mut self, from: crate::program::NodeId, to: &PlaceCode, wanted: &mut Vec<i32>) -> Try<()> {
        let mut set = self.take();
        if let Node::Contents(place, _) = self.at(from) {
            self.number(*place)?;
        }
        self.unguarded(|machine| machine.set(from, &mut set))?;
        let place = self.number(to.place)?;
        let pile = set.first().is_some_and(|component| self.ordered(self.place_of(*component)));
        if pile && !to.beneath {
            set.reverse();
        }
        wanted.extend(set.iter().flat_map(|component| [*component, place]));
        self.give(set);
        Ok(())
    }

    /// Moves components, each followed by its place.
    fn move_wanted(&mut self, wanted: &[i32], beneath: bool, list: Option<&'p ListCode>) -> Try<()> {
        // Nothing is kept of what moved unless somebody watches or listens.
        let (listens, mut told, mut before) = (self.listens(), Vec::new(), Vec::new());
        if let Some(list) = list {
            cells::begin_list(self, list);
        }
        for pair in wanted.chunks(2) {
            let [component, to] = pair else { continue };
            let from = self.place_of(*component);
            let sinks = self.sinks(*component, *to, beneath);
            let words = listens.then(|| self.before_move(*component));
            let elsewhere = self.relocate(*component, *to, beneath)?;
            if let (Some(list), true) = (list, elsewhere) {
                self.push_row(list, &[*component, from, *to])?;
            }
            if let (Some(words), true) = (words, elsewhere || sinks) {
                told.push((*component, from, *to));
                before.push(words);
            }
        }
        self.burn(wanted.len() as u64 / 2)?;
        self.tell_moves(&told, before, beneath, false);
        Ok(())
    }

    /// Whether a component goes beneath its own pile: that is told, but it has not gone anywhere else.
    pub(super) fn sinks(&self, component: i32, to: i32, beneath: bool) -> bool {
        beneath && self.place_of(component) == to && self.ordered(to) && self.height(component) > 1
    }

    /// Adds a tuple to a list.
    pub(super) fn push_row(&mut self, list: &ListCode, row: &[i32]) -> Try<()> {
        cells::push_row(self, list, row).map_err(|Full| self.full_list())
    }

    pub(super) fn full_list(&self) -> Trouble {
        self.fault_here("too-large", "more components move here than there is room for")
    }

    /// A tuple of a list.
    pub(super) fn row(&self, list: &ListCode, row: u32) -> Vec<i32> {
        (0..list.width).map(|column| self.read(list.at + 2 + row * list.width + column)).collect()
    }

    /// Where a target lies, and the component it belongs to.
    pub(super) fn target(&mut self, target: &'p TargetCode) -> Try<(Addr, Option<i32>)> {
        match self.at(target.node) {
            Node::Cell(cell) => Ok((self.cell_address(cell, target.node, false)?, None)),
            Node::Attribute(cell) => {
                let component = self.number(cell.component)?;
                let index = self.attribute_cell(cell, component)?;
                match self.attribute_address(component, index) {
                    Some(at) => Ok((at, Some(component))),
                    None => Err(self.fault_here("range-left", "this feature is printed and cannot change")),
                }
            }
            _ => Err(self.fault_here("range-left", "this cannot be set")),
        }
    }

    /// `set`: target, then value, then write.
    pub(super) fn set_target(
        &mut self,
        target: &'p TargetCode,
        operator: Option<rulehound_rules::model::Arithmetic>,
        value: crate::program::NodeId,
    ) -> Try<()> {
        let (at, component) = self.target(target)?;
        let mut stored = self.value(value)?;
        if let Some(sign) = operator {
            let old = self.read(at);
            if old == UNSET || old == NONE || stored == NONE {
                let code = if old == UNSET { "unset" } else { "none-used" };
                return Err(self.fault_here(code, "there is no number to reckon with"));
            }
            stored = self
                .reckoned(sign, old, stored)
                .ok_or_else(|| self.fault_here("too-large", "this number is beyond 32 bits"))?;
        }
        // A save can lie: a name that is bound wherever play leads may hold nothing.
        if stored == CLEARED {
            return Err(self.fault("none-used", "there is none here, but one is needed", value));
        }
        if let Some(check) = target.check {
            self.check(check, stored, value)?;
        }
        let before = self.read(at);
        let again = before == stored;
        self.write(at, stored);
        if operator.is_some() {
            changed::count(self, target, at, (before, stored));
        }
        let named = operator.is_none() && is_of_a_name(self, value);
        self.tell_set(target, (at, component), stored, Some(BySet { named, again }));
        Ok(())
    }

    /// Variables get their first value again, all as one effect.
    pub fn reset(&mut self, variables: &[u32]) -> Try<()> {
        for variable in variables {
            let node = self.program.first_values.get(*variable as usize).copied().flatten();
            let first = self.program.layout.variables.get(*variable as usize).copied().unwrap_or(0);
            let count = self.program.instance.variable_cells(rulehound_rules::model::VariableId(*variable));
            let value = node.map(|node| self.value(node)).transpose()?.unwrap_or(UNSET);
            if let (Some(node), Some(check)) =
                (node, self.program.first_checks.get(*variable as usize).copied().flatten())
            {
                self.check(check, value, node)?;
            }
            for step in 0..u32::try_from(count).unwrap_or(0) {
                self.write(first + step, value);
            }
        }
        Ok(())
    }

    /// `show`.
    pub(super) fn show(&mut self, code: &'p ShowCode) -> Try<()> {
        let seen = match &code.to {
            None => self.everybody(),
            Some((node, set)) => {
                let mut seats = Vec::new();
                if *set {
                    self.set(*node, &mut seats)?;
                } else {
                    seats.push(self.value(*node)?);
                }
                let seats = seats.into_iter().filter_map(|seat| usize::try_from(seat).ok());
                seats.fold(Seen::NOBODY, |seen, seat| seen.or(Seen::only(seat)))
            }
        };
        match &code.what {
            ShowWhat::Components(set) => {
                let mut components = Vec::new();
                self.set(*set, &mut components)?;
                let what = self.lying_words(&components);
                note_shown(self, &components, seen);
                self.tell(EventKind::Shown { what, seen });
            }
            ShowWhat::Words(text) => say(self, text, seen),
            ShowWhat::Cell(node, sort) => {
                if let Node::Cell(cell) = self.at(*node) {
                    let at = self.cell_address(cell, *node, false)?;
                    self.show_cell(cell.variable, at, sort, seen);
                }
            }
            ShowWhat::Cells(variable, owner, sort) => {
                let owner = owner.map(|owner| self.number(owner)).transpose()?;
                self.show_cells(*variable, owner, sort, seen);
            }
        }
        Ok(())
    }

    /// `2 × Chip and Coin in Ann's purse`: things with where they lie, in their order.
    fn lying_words(&mut self, components: &[i32]) -> String {
        let mut places: Vec<(String, Vec<(String, u32)>)> = Vec::new();
        for component in components {
            let (what, place) = (self.describe_all(*component), self.name_place(self.place_of(*component)));
            let things = match places.iter().position(|(other, _)| *other == place) {
                Some(at) => places.get_mut(at),
                None => {
                    places.push((place, Vec::new()));
                    places.last_mut()
                }
            };
            let Some((_, things)) = things else { continue };
            match things.iter_mut().find(|(other, _)| *other == what) {
                Some((_, count)) => *count += 1,
                None => things.push((what, 1)),
            }
        }
        let one = |(what, count): &(String, u32)| if *count == 1 { what.clone() } else { format!("{count} × {what}") };
        let words = places
            .iter()
            .map(|(place, things)| format!("{} in {place}", listed(&things.iter().map(one).collect::<Vec<_>>())));
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
    }

    fn show_cell(&mut self, variable: u32, at: Addr, sort: &rulehound_rules::model::Sort, seen: Seen) {
        let value = self.read(at);
        if value != UNSET {
            let (name, _) = self.variable_words(variable, at);
            let value = self.unguarded(|machine| machine.words_of(sort, value));
            self.tell(EventKind::Shown { what: format!("{name}: {value}"), seen });
        }
    }

    fn show_cells(&mut self, variable: u32, owner: Option<i32>, sort: &rulehound_rules::model::Sort, seen: Seen) {
        let instance = &self.program.instance;
        let Some(declared) = instance.model.variables.get(variable as usize) else { return };
        let size = instance.family_size(&declared.index);
        let owners = instance.owners(declared.owner);
        let first = self.program.layout.variables.get(variable as usize).copied().unwrap_or(0);
        for (step, value) in owners.enumerate() {
            if owner.is_none_or(|owner| owner == value) {
                for offset in 0..size {
                    let at = first + u32::try_from(step * size + offset).unwrap_or(0);
                    self.show_cell(variable, at, sort, seen);
                }
            }
        }
    }

    /// Ends the game.
    pub(super) fn win(&mut self, code: &'p WinCode) -> Try<()> {
        let mut list = Vec::new();
        let mut rows: Vec<i64> = Vec::new();
        let winners = match code {
            WinCode::Nobody => Winners::Nobody,
            WinCode::These(set) => {
                self.set(*set, &mut list)?;
                Winners::These(&list)
            }
            WinCode::Ranked(binder, keys) => {
                self.tuples(std::slice::from_ref(binder), &mut |machine| {
                    rows.extend(machine.key_values(keys)?);
                    rows.push(i64::from(machine.read(binder.local)));
                    Ok(true)
                })?;
                Winners::Ranked(keys, &rows)
            }
        };
        let places = cells::finish(self.program, self, winners);
        let places = places.into_iter().map(|place| u32::try_from(place).ok().filter(|place| *place > 0)).collect();
        self.tell(EventKind::Over { places });
        Ok(())
    }
}

/// Words for some, as far as they may know all that is read for them and that they are said here. It is no part of the game: where they
/// cannot be worked out nothing is said, and the work does not count.
fn say<'p>(machine: &mut Machine<'p>, text: &'p TextCode, to: Seen) {
    if !machine.listens() {
        return;
    }
    let fuel = machine.fuel;
    let (words, known) = machine.noting(|machine| machine.text(text));
    machine.fuel = fuel;
    if let Ok(words) = words {
        let seen = to.and(known).and(machine.veiled_origin().seen);
        machine.tell(EventKind::Said { words, seen });
    }
}
