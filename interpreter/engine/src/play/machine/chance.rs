//! Chance: what may come out at the instruction that asks, and taking an outcome.

use super::{Machine, Try};
use crate::cells::{self, Drawn, NotDrawn};
use crate::play::{ChanceKind, EventKind};
use crate::program::{Addr, DrawCode, Instruction, NodeId};
use rulehound_rules::limits::OUTCOMES;
use rulehound_rules::model::{Sort, value};

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
                self.look_through(self.read(draw.places), &draw.kinds)?;
                self.with_room(|program, machine, room| cells::weigh_draw(program, machine, draw, room, out));
            }
            Instruction::DrawLot(_, binder, _) => {
                self.tuples(std::slice::from_ref(binder), &mut |machine| {
                    found.push(machine.read(binder.local));
                    Ok(true)
                })?;
                if binder.components {
                    self.with_room(|program, machine, room| {
                        cells::weigh(program, machine, &found, &mut room.held, out);
                    });
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

    /// The next of a draw. Tells whether chance is needed; a pile gives its top, and nothing left ends the draw.
    pub(super) fn draw(&mut self, draw: &'p DrawCode) -> Try<bool> {
        if self.read(draw.counter) > 0 {
            self.look_through(self.read(draw.places), &draw.kinds)?;
        }
        match self.with_room(|program, machine, room| cells::draw_next(program, machine, draw, &mut room.others)) {
            Drawn::NoMore => {
                self.pc = draw.end;
                Ok(false)
            }
            Drawn::Top(top) => {
                self.take_drawn(draw, top)?;
                Ok(false)
            }
            Drawn::Chance => Ok(true),
        }
    }

    fn take_drawn(&mut self, draw: &'p DrawCode, component: i32) -> Try<()> {
        let told = self.before_move(component);
        let (from, to) = (self.place_of(component), self.read(draw.places + 1));
        let sinks = self.sinks(component, to, draw.beneath);
        let taken = self
            .with_room(|program, machine, room| cells::take_drawn(program, machine, draw, component, &mut room.others));
        let elsewhere = match taken {
            Ok(elsewhere) => elsewhere,
            Err(NotDrawn::Misplaced(misplaced)) => return Err(self.misplaced(misplaced, component, to)),
            Err(NotDrawn::Full) => return Err(self.full_list()),
        };
        self.has_looked_through_piles(elsewhere || draw.beneath, [from, to])?;
        if elsewhere || sinks {
            self.tell_moves(&[(component, from, to)], vec![told], draw.beneath, true);
        }
        Ok(())
    }

    /// The components of a pile that are not yet placed anew, from the top.
    fn unshuffled(&mut self, counter: Addr, pile: NodeId, out: &mut Vec<i32>) -> Try<()> {
        self.set(pile, out)?;
        out.retain(|component| cells::is_unshuffled(self.program, self, counter, *component));
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
                let the = crate::words::Words::new(&self.program.instance).takes_the(place, &pile);
                self.tell(EventKind::Shuffled { pile, the });
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
        if !cells::count_outcome(self.program, self) {
            let message = format!("the rules did not come to a decision within {OUTCOMES} outcomes of chance");
            return Err(self.fault_here("budget", message));
        }
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
                // Finding what is rolled belongs to the work before the stop.
                let before = (self.fuel, self.spent);
                let (at, component) = self.target(target)?;
                (self.fuel, self.spent) = before;
                self.write(at, value);
                self.tell_set(target, (at, component), value, None);
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
                self.look_through(self.place_of(value), self.kinds_at(self.place_of(value)))?;
                self.with_room(|program, machine, room| {
                    cells::take_shuffled(program, machine, *counter, value, &mut room.others);
                });
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn local_name(&self, at: Addr) -> String {
        self.program.names.iter().find(|name| name.at == at).map(|name| name.name.clone()).unwrap_or_default()
    }
}
