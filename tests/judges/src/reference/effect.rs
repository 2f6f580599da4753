//! `move` in all its forms, `set`, `show`.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{
    AreaKind, Arithmetic, Destination, Expression, PlaceClass, Selection, Shown, Target, Type,
};

use super::Fault;
use super::arithmetic::reckon;
use super::lookup::Slot;
use super::run::{Flow, Halt, Run};

/// What has moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub component: i32,
    pub from: i32,
    pub to: i32,
}

/// A cell that is written: of a variable or of a component.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written {
    Variable(Slot),
    Attribute(Slot),
}

impl<'g> Run<'g> {
    /// Moves one component, if it is not there already.
    pub(super) fn shift(
        &mut self,
        component: i32,
        to: i32,
        beneath: bool,
        at: Location,
    ) -> Result<Option<Moved>, Fault> {
        let from = self.world.places[component as usize];
        if !self.accepts(to, component) {
            return Err(Fault::new("wrong-place", "that place does not take this kind", at));
        }
        let ordered = self.game.instance.places[to as usize].ordered;
        // Beneath its own pile a component changes its height, but not its place: nothing has moved.
        if from != to || (ordered && beneath) {
            self.world.put(component, to, ordered, beneath);
        }
        Ok((from != to).then_some(Moved { component, from, to }))
    }

    fn accepts(&self, place: i32, component: i32) -> bool {
        let kind = self.game.instance.components[component as usize].kind;
        match self.game.instance.places[place as usize].class {
            PlaceClass::Box(sort) => self.model().kinds[kind.index()].owner == sort,
            PlaceClass::Area(area) => match &self.model().areas[area.index()].kind {
                AreaKind::Board(_) => true,
                AreaKind::Zone(zone) => zone.holds.contains(&kind),
            },
        }
    }

    /// Moves components one after the other as one effect.
    fn shift_all(&mut self, moves: &[(i32, i32)], beneath: bool, at: Location) -> Result<Flow, Halt> {
        let mut moved = Vec::new();
        for (component, to) in moves {
            moved.extend(self.shift(*component, *to, beneath, at)?);
        }
        self.finish_effect(&moved)
    }

    pub(super) fn move_each(&mut self, selection: &'g Selection, to: &'g Expression) -> Result<Flow, Halt> {
        let tuples = self.select(selection)?;
        let mut moves = Vec::new();
        for tuple in &tuples {
            let mark = self.names.mark();
            self.bind_tuple(&selection.binders, tuple);
            moves.push((tuple[0], self.some(to)?));
            self.names.release(mark);
        }
        self.shift_all(&moves, false, to.at)
    }

    pub(super) fn change_places(
        &mut self,
        one: &'g Expression,
        other: &'g Expression,
        at: Location,
    ) -> Result<Flow, Halt> {
        let (one, other) = (self.some(one)?, self.some(other)?);
        let place = |component: i32| self.world.places[component as usize];
        let moves = [(one, place(other)), (other, place(one))];
        self.shift_all(&moves, false, at)
    }

    pub(super) fn move_all(&mut self, from: &'g Expression, to: &'g Destination) -> Result<Flow, Halt> {
        let source = self.some(from)?;
        let target = self.some(&to.place)?;
        let mut components = self.contents(source);
        if self.game.instance.places[source as usize].ordered && !to.beneath {
            // A pile keeps its order: on top of another the bottom goes first, beneath it the top.
            components.reverse();
        }
        let moves: Vec<(i32, i32)> = components.into_iter().map(|component| (component, target)).collect();
        self.shift_all(&moves, to.beneath, to.place.at)
    }

    pub(super) fn move_some(
        &mut self,
        amount: Option<&'g Expression>,
        components: &'g Expression,
        from: &'g Expression,
        to: &'g Destination,
    ) -> Result<Flow, Halt> {
        let amount = amount.map(|amount| self.some(amount)).transpose()?;
        let mut components = self.set(components)?;
        let source = self.some(from)?;
        let target = self.some(&to.place)?;
        components.retain(|component| self.world.places[*component as usize] == source);
        self.stand(&mut components);
        match amount {
            Some(amount) => components.truncate(amount.max(0) as usize),
            // As when everything goes: on top of a pile the bottom goes first, so that its order stays.
            None if self.game.instance.places[source as usize].ordered && !to.beneath => components.reverse(),
            None => {}
        }
        let moves: Vec<(i32, i32)> = components.into_iter().map(|component| (component, target)).collect();
        self.shift_all(&moves, to.beneath, to.place.at)
    }

    pub(super) fn move_given(&mut self, what: &'g Expression, to: &'g Destination) -> Result<Flow, Halt> {
        let components = self.evaluate(what)?;
        if components.values().contains(&NONE) {
            return Err(Fault::new("none-used", "none is moved", what.at).into());
        }
        let target = self.some(&to.place)?;
        let moves: Vec<(i32, i32)> = components.values().iter().map(|component| (*component, target)).collect();
        self.shift_all(&moves, to.beneath, to.place.at)
    }

    /// `set x = e`, `set x += e`.
    pub(super) fn assign(
        &mut self,
        target: &'g Target,
        operator: Option<Arithmetic>,
        value: &'g Expression,
        at: Location,
    ) -> Result<Flow, Halt> {
        let (written, of) = self.written(target, at)?;
        let mut result = self.value(value)?;
        if let Some(operator) = operator {
            if result == NONE {
                return Err(Fault::new("none-used", "none is reckoned with", value.at).into());
            }
            let before = match written {
                Written::Variable(slot) => self.read_variable_slot(slot, at)?,
                Written::Attribute(slot) => self.read_attribute_slot(slot, at)?,
            };
            if before == NONE {
                return Err(Fault::new("none-used", "none is reckoned with", at).into());
            }
            result = reckon(operator, before, result, at)?;
        }
        let result = self.fitting(result, of, value)?;
        self.write(written, result);
        self.finish_effect(&[])
    }

    /// Which cell is written, and what it may hold.
    pub(super) fn written(&mut self, target: &'g Target, at: Location) -> Result<(Written, &'g Type), Fault> {
        let none = || Fault::new("none-used", "what belongs to none cannot be changed", at);
        match target {
            Target::Variable(cell) => {
                let slot = self.variable_slot(cell, at)?.ok_or_else(none)?;
                Ok((Written::Variable(slot), &self.model().variables[cell.variable.index()].of))
            }
            Target::Attribute(cell) => {
                let slot = self.attribute_slot(cell, at)?.ok_or_else(none)?;
                Ok((Written::Attribute(slot), &self.model().kinds[cell.kind.index()].attributes[cell.attribute].of))
            }
        }
    }

    pub(super) fn write(&mut self, written: Written, value: i32) {
        match written {
            Written::Variable((variable, slot)) => self.world.variables[variable][slot] = value,
            Written::Attribute((component, slot)) => self.world.attributes[component][slot] = value,
        }
    }

    /// Changes nothing; only its faults count.
    pub(super) fn show(&mut self, what: &'g Shown, to: Option<&'g Expression>, at: Location) -> Result<Flow, Halt> {
        match what {
            // Words are only told.
            Shown::Words(_) => {}
            Shown::Components(set) => drop(self.set(set)?),
            Shown::Variable(cell) => {
                let slot = self.variable_slot(cell, at)?;
                let none = || Fault::new("none-used", "what belongs to none cannot be shown", at);
                self.read_variable_slot(slot.ok_or_else(none)?, at)?;
            }
            Shown::Variables(variable, owner) => {
                for slot in self.cells_of(*variable, owner.as_ref())? {
                    self.read_variable_slot(slot, at)?;
                }
            }
        }
        if let Some(to) = to {
            self.evaluate(to)?;
        }
        Ok(Flow::Continue)
    }

    /// Behind an effect: first what watches moves, then what has become true.
    pub(super) fn finish_effect(&mut self, moved: &[Moved]) -> Result<Flow, Halt> {
        match self.after_moves(moved)? {
            Flow::Continue => self.settle(),
            leave @ Flow::Leave(_) => {
                self.unsettled = true;
                Ok(leave)
            }
        }
    }
}
