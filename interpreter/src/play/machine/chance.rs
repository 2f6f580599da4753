//! Chance: what may come out at the instruction that asks, and taking an outcome.

use super::{Machine, Try};
use crate::model::{Sort, value};
use crate::play::{ChanceKind, EventKind};
use crate::program::{Addr, DrawCode, Instruction, NodeId};

/// The most outcomes of chance between two decisions.
const MOST_CHANCES: i32 = crate::limits::OUTCOMES;

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
        let mut values = Vec::new();
        self.weigh(&mut values)?;
        let component = || Sort::Component { kinds: std::collections::BTreeSet::new() };
        let (kind, sort) = match self.instruction() {
            Instruction::Roll(target, _) => (ChanceKind::Roll, target.sort.clone()),
            Instruction::Draw(_) => (ChanceKind::Draw, component()),
            Instruction::DrawLot(_, _, sort) => (ChanceKind::Draw, sort.clone()),
            Instruction::Shuffle(..) => (ChanceKind::Shuffle, component()),
            _ => (ChanceKind::Roll, Sort::Nothing),
        };
        Ok(Outcomes { kind, sort, values })
    }

    /// The values that may come out here, with their weights, in order; none if the rules go wrong.
    pub fn weights(&mut self) -> Vec<(i32, u32)> {
        self.refuel();
        let mut values = Vec::new();
        match self.weigh(&mut values) {
            Ok(()) => values,
            Err(_) => Vec::new(),
        }
    }

    /// Adds the values that may come out here, with their weights, in order.
    pub fn weigh(&mut self, out: &mut Vec<(i32, u32)>) -> Try<()> {
        let mut found = self.take();
        match self.instruction() {
            Instruction::Roll(_, roll) => out.extend(roll.values.iter().map(|value| (*value, 1))),
            Instruction::Draw(draw) => {
                self.drawable(draw, &mut found)?;
                self.weigh_components(&found, out);
            }
            Instruction::DrawLot(_, binder, _) => {
                self.tuples(std::slice::from_ref(binder), &mut |machine| {
                    found.push(machine.read(binder.local));
                    Ok(true)
                })?;
                if binder.components {
                    self.weigh_components(&found, out);
                } else {
                    out.extend(found.iter().map(|value| (*value, 1)));
                }
            }
            Instruction::Shuffle(counter, pile, _) => {
                self.unshuffled(*counter, *pile, &mut found)?;
                out.extend(found.iter().map(|component| (*component, 1)));
            }
            _ => {}
        }
        self.give(found);
        Ok(())
    }

    /// Alike components are one outcome, weighted by their number.
    fn weigh_components(&mut self, components: &[i32], found: &mut Vec<(i32, u32)>) {
        let mut held = self.take();
        self.held(&mut held);
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
    }

    /// What can still be drawn, in standing order.
    fn drawable(&mut self, draw: &'p DrawCode, out: &mut Vec<i32>) -> Try<()> {
        let from = self.read(draw.places);
        self.contents(from, &draw.kinds, out)?;
        out.retain(|component| !self.is_drawn(draw, *component));
        Ok(())
    }

    /// The top of a pile, or of what lies about any that can be drawn.
    fn first_drawable(&mut self, draw: &'p DrawCode) -> Try<Option<i32>> {
        let from = self.read(draw.places);
        let mut set = self.take();
        if self.ordered(from) {
            self.drawable(draw, &mut set)?;
        } else {
            // Which one chance decides, so their order does not matter yet.
            self.lying(from, &draw.kinds, &mut set)?;
            set.retain(|component| !self.is_drawn(draw, *component));
        }
        let first = set.first().copied();
        self.give(set);
        Ok(first)
    }

    fn is_drawn(&self, draw: &DrawCode, component: i32) -> bool {
        let count = u32::try_from(self.read(draw.list.at)).unwrap_or(0);
        (0..count).any(|row| self.read(draw.list.at + 2 + row * draw.list.width) == component)
    }

    /// The next of a draw. Tells whether chance is needed; a pile gives its top, and nothing left ends the draw.
    pub(super) fn draw(&mut self, draw: &'p DrawCode) -> Try<bool> {
        if self.read(draw.counter) <= 0 {
            self.pc = draw.end;
            return Ok(false);
        }
        match self.first_drawable(draw)? {
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
        let sinks = self.sinks(component, to, draw.beneath);
        let elsewhere = self.relocate(component, to, draw.beneath)?;
        self.push_row(&draw.list, &[component, from, to])?;
        let left = self.read(draw.counter) - 1;
        self.write(draw.counter, left);
        if elsewhere || sinks {
            self.tell_moves(&[(component, from, to)], vec![told], draw.beneath, true);
        }
        Ok(())
    }

    /// The components of a pile that are not yet placed anew, from the top.
    fn unshuffled(&mut self, counter: Addr, pile: NodeId, out: &mut Vec<i32>) -> Try<()> {
        let placed = self.read(counter);
        self.set(pile, out)?;
        out.retain(|component| self.height(*component) > placed);
        Ok(())
    }

    /// Whether a shuffle still needs chance; the last one takes no number but is asked for too.
    pub(super) fn shuffle(&mut self, counter: Addr, pile: NodeId, end: u32) -> Try<bool> {
        let mut rest = self.take();
        self.unshuffled(counter, pile, &mut rest)?;
        let done = rest.is_empty();
        self.give(rest);
        if done {
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
        let mut found = self.take();
        self.set(set, &mut found)?;
        let first = found.first().copied();
        self.give(found);
        Ok(first.unwrap_or(value::NONE))
    }

    /// Takes the outcome of this number. Chance alone must not go on for ever, so it is counted from decision to decision.
    /// `known` are the values that may come out, if they have been worked out.
    pub fn take_outcome(&mut self, outcome: usize, known: Option<&[(i32, u32)]>) -> Try<()> {
        let chances = self.program.layout.chances;
        let asked = self.read(chances).saturating_add(1);
        if asked > MOST_CHANCES {
            let message = format!("the rules did not come to a decision within {MOST_CHANCES} outcomes of chance");
            return Err(self.fault_here("budget", message));
        }
        self.write(chances, asked);
        let chosen = match known {
            Some(known) => known.get(outcome).copied(),
            None => {
                let mut values = Vec::new();
                self.weigh(&mut values)?;
                values.get(outcome).copied()
            }
        };
        let Some((value, _)) = chosen else {
            return Err(self.fault_here(super::NO_OPTION, format!("there is no outcome number {outcome}")));
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
        let mut others = self.take();
        self.lying(place, kinds, &mut others)?;
        for other in &others {
            let at = self.height(*other);
            if at >= height && at < old {
                self.set_height(*other, at + 1);
            }
        }
        self.give(others);
        self.set_height(component, height);
        Ok(())
    }

    fn local_name(&self, at: Addr) -> String {
        self.program.names.iter().find(|(cell, _)| *cell == at).map(|(_, name)| name.clone()).unwrap_or_default()
    }
}
