//! Chance: what may come out at the instruction that asks, and taking an outcome.

use super::{Machine, Try};
use crate::model::{Sort, value};
use crate::play::{ChanceKind, EventKind};
use crate::program::{Addr, DrawCode, Instruction, NodeId};

/// The most outcomes of chance between two decisions.
const MOST_CHANCES: i32 = 20_000;

/// What may come out: values with their weights, in order.
pub(crate) struct Outcomes {
    /// Which statement asks.
    pub kind: ChanceKind,
    /// The sort of the values.
    pub sort: Sort,
    /// Values with weights.
    pub values: Vec<(i32, u32)>,
}

impl<'p> Machine<'p> {
    /// What may come out here; empty if the instruction asks for nothing.
    pub fn outcomes(&mut self) -> Try<Outcomes> {
        let component = || Sort::Component { kinds: std::collections::BTreeSet::new() };
        match self.instruction() {
            Instruction::Roll(target, roll) => {
                let values = roll.values.iter().map(|value| (*value, 1)).collect();
                Ok(Outcomes { kind: ChanceKind::Roll, sort: target.sort.clone(), values })
            }
            Instruction::Draw(draw) => {
                let set = self.drawable(draw)?;
                Ok(Outcomes { kind: ChanceKind::Draw, sort: component(), values: self.weighed(&set) })
            }
            Instruction::DrawLot(_, binder, sort) => {
                let mut values = Vec::new();
                self.tuples(std::slice::from_ref(binder), &mut |machine| {
                    values.push(machine.read(binder.local));
                    Ok(true)
                })?;
                let values = if binder.components {
                    self.weighed(&values)
                } else {
                    values.into_iter().map(|it| (it, 1)).collect()
                };
                Ok(Outcomes { kind: ChanceKind::Draw, sort: sort.clone(), values })
            }
            Instruction::Shuffle(counter, pile, _) => {
                let rest = self.unshuffled(*counter, *pile)?;
                let values = rest.into_iter().map(|component| (component, 1)).collect();
                Ok(Outcomes { kind: ChanceKind::Shuffle, sort: component(), values })
            }
            _ => Ok(Outcomes { kind: ChanceKind::Roll, sort: Sort::Nothing, values: Vec::new() }),
        }
    }

    /// Alike components are one outcome, weighted by their number.
    fn weighed(&mut self, components: &[i32]) -> Vec<(i32, u32)> {
        let mut held = self.take();
        self.held(&mut held);
        let mut found: Vec<(i32, u32)> = Vec::new();
        for component in components {
            let alike = |first: i32| self.has_like(first, &held) && self.alike(first, *component);
            let like =
                if self.has_like(*component, &held) { found.iter_mut().find(|(first, _)| alike(*first)) } else { None };
            match like {
                Some((_, weight)) => *weight += 1,
                None => found.push((*component, 1)),
            }
        }
        self.give(held);
        found
    }

    /// What can still be drawn, in standing order.
    fn drawable(&mut self, draw: &'p DrawCode) -> Try<Vec<i32>> {
        let mut set = Vec::new();
        let from = self.read(draw.places);
        self.contents(from, &draw.kinds, &mut set)?;
        let count = u32::try_from(self.read(draw.list.at)).unwrap_or(0);
        let drawn: Vec<i32> = (0..count).filter_map(|row| self.row(&draw.list, row).first().copied()).collect();
        set.retain(|component| !drawn.contains(component));
        Ok(set)
    }

    /// The next of a draw. Tells whether chance is needed; a pile gives its top, and nothing left ends the draw.
    pub(super) fn draw(&mut self, draw: &'p DrawCode) -> Try<bool> {
        if self.read(draw.counter) <= 0 {
            self.pc = draw.end;
            return Ok(false);
        }
        let set = self.drawable(draw)?;
        match set.first().copied() {
            None => {
                self.pc = draw.end;
                Ok(false)
            }
            Some(top) if self.ordered(self.place_of(top)) => {
                self.take_drawn(draw, top)?;
                Ok(false)
            }
            Some(_) => Ok(true),
        }
    }

    fn take_drawn(&mut self, draw: &'p DrawCode, component: i32) -> Try<()> {
        let from = self.place_of(component);
        let to = self.read(draw.places + 1);
        let told = self.before_move(component);
        self.relocate(component, to, draw.beneath)?;
        self.push_row(&draw.list, &[component, from, to])?;
        let left = self.read(draw.counter) - 1;
        self.write(draw.counter, left);
        self.tell_moves(&[(component, from, to)], vec![told], draw.beneath, true);
        Ok(())
    }

    /// The components of a pile that are not yet placed anew, from the top.
    fn unshuffled(&mut self, counter: Addr, pile: NodeId) -> Try<Vec<i32>> {
        let placed = self.read(counter);
        let mut set = Vec::new();
        self.set(pile, &mut set)?;
        set.retain(|component| self.height(*component) > placed);
        Ok(set)
    }

    /// Whether a shuffle still needs chance; the last one takes no number but is asked for too.
    pub(super) fn shuffle(&mut self, counter: Addr, pile: NodeId, end: u32) -> Try<bool> {
        if self.unshuffled(counter, pile)?.is_empty() {
            let first = self.first_of(pile)?;
            if self.log.listens() && first >= 0 {
                let place = self.place_of(first);
                let pile = self.name_place(place);
                self.tell(EventKind::Shuffled { pile });
            }
            self.pc = end;
            return Ok(false);
        }
        Ok(true)
    }

    fn first_of(&mut self, set: NodeId) -> Try<i32> {
        let mut found = Vec::new();
        self.set(set, &mut found)?;
        Ok(found.first().copied().unwrap_or(value::NONE))
    }

    /// Takes the outcome of this number. Chance alone must not go on for ever, so it is counted from decision to decision.
    pub fn take_outcome(&mut self, outcome: usize) -> Try<()> {
        let chances = self.program.layout.chances;
        let asked = self.read(chances).saturating_add(1);
        if asked > MOST_CHANCES {
            let message = format!("the rules did not come to a decision within {MOST_CHANCES} outcomes of chance");
            return Err(self.fault_here("budget", message));
        }
        self.write(chances, asked);
        let outcomes = self.outcomes()?;
        let Some((value, _)) = outcomes.values.get(outcome).copied() else {
            return Err(self.fault_here("not-in-set", format!("there is no outcome number {outcome}")));
        };
        match self.instruction() {
            Instruction::Roll(target, _) => {
                let (at, component) = self.target(target)?;
                self.write(at, value);
                self.tell_set(target, at, component, value, true);
                self.pc += 1;
            }
            Instruction::Draw(draw) => self.take_drawn(draw, value)?,
            Instruction::DrawLot(local, _, sort) => {
                self.write(*local, value);
                let name = self.local_name(*local);
                self.tell_lot(name, sort, value);
                self.pc += 1;
            }
            Instruction::Shuffle(counter, ..) => {
                let placed = self.read(*counter) + 1;
                self.place_at(value, placed)?;
                self.write(*counter, placed);
            }
            _ => {}
        }
        Ok(())
    }

    /// Moves a component of a pile down to a height; those between go up by one.
    fn place_at(&mut self, component: i32, height: i32) -> Try<()> {
        let place = self.place_of(component);
        let old = self.height(component);
        let kinds = self.kinds_at(place);
        let mut others = Vec::new();
        self.lying(place, kinds, &mut others)?;
        for other in others {
            let at = self.height(other);
            if at >= height && at < old {
                self.set_height(other, at + 1);
            }
        }
        self.set_height(component, height);
        Ok(())
    }

    fn local_name(&self, at: Addr) -> String {
        self.program.names.iter().find(|(cell, _)| *cell == at).map(|(_, name)| name.clone()).unwrap_or_default()
    }
}
