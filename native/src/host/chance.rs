//! Chance: what may come out, and taking an outcome.

use rulehound_interpreter::program::{ALONE, DrawCode, Instruction};

use super::cells::Cells;
use crate::map::{Extra, MOST_CHANCES};

impl Cells<'_> {
    fn is_drawn(&self, draw: &DrawCode, component: i32) -> bool {
        let count = u32::try_from(self.read(draw.list.at)).unwrap_or(0);
        (0..count).any(|row| self.read(draw.list.at + 2 + row * draw.list.width) == component)
    }

    /// What can still be drawn, by number.
    fn drawable(&self, draw: &DrawCode, out: &mut Vec<i32>) {
        out.clear();
        self.lying(self.read(draw.places), &draw.kinds, |component| out.push(component));
        if self.read(draw.list.at) > 0 {
            out.retain(|component| !self.is_drawn(draw, *component));
        }
    }

    fn any_drawable(&self, draw: &DrawCode, from: i32) -> bool {
        draw.kinds.iter().filter_map(|kind| self.program.ground.kinds.get(kind.index())).any(|kind| {
            let components = kind.first..kind.first + kind.count;
            components.into_iter().any(|component| self.place_of(component) == from && !self.is_drawn(draw, component))
        })
    }

    /// The next of a draw: 0 if there is no more, 1 if one was taken from a pile, 2 if chance decides.
    pub fn draw(&mut self, pc: u32, others: &mut Vec<i32>) -> Option<i32> {
        let program = self.program;
        let Instruction::Draw(draw) = program.code.get(pc as usize)? else { return None };
        if self.read(draw.counter) <= 0 {
            return Some(0);
        }
        let from = self.read(draw.places);
        if !self.ordered(from) {
            return Some(if self.any_drawable(draw, from) { 2 } else { 0 });
        }
        self.drawable(draw, others);
        let Some(first) = others.first().copied() else { return Some(0) };
        let top = others.iter().copied().max_by_key(|component| self.height(*component)).unwrap_or(first);
        self.take_drawn(draw, top, others)?;
        Some(1)
    }

    fn take_drawn(&mut self, draw: &DrawCode, component: i32, others: &mut Vec<i32>) -> Option<()> {
        let from = self.place_of(component);
        let to = self.read(draw.places + 1);
        self.relocate(component, to, draw.beneath, others)?;
        self.push_row(&draw.list, &[component, from, to])?;
        let left = self.read(draw.counter) - 1;
        self.write(draw.counter, left);
        Some(())
    }

    /// Keeps the components of a pile that are not yet placed anew, from the top; gives how many they are.
    pub fn unshuffled(&self, pc: u32, part: &mut [i32]) -> Option<i32> {
        let Some(Instruction::Shuffle(counter, ..)) = self.program.code.get(pc as usize) else { return None };
        let placed = self.read(*counter);
        let mut kept = 0;
        for index in 0..part.len() {
            let component = part.get(index).copied()?;
            if self.height(component) > placed {
                *part.get_mut(kept)? = component;
                kept += 1;
            }
        }
        i32::try_from(kept).ok()
    }

    fn listed(&self) -> Option<&[i32]> {
        let at = usize::try_from(self.read(self.map.extra(Extra::Values) / 4)).ok()? / 4;
        let count = usize::try_from(self.read(self.map.extra(Extra::Outcome) / 4)).ok()?;
        self.words.get(at..at.checked_add(count)?)
    }

    /// Weighs what can be drawn if it stands in the order of its numbers, as it mostly does; tells whether that was so.
    fn outcomes_in_a_row(&self, draw: &DrawCode, held: &mut Vec<i32>, out: &mut Vec<(i32, u32)>) -> bool {
        let from = self.read(draw.places);
        if self.ordered(from) {
            return false;
        }
        held.clear();
        self.held(held);
        let some_drawn = self.read(draw.list.at) > 0;
        let mut last = (i32::MIN, ALONE);
        let mut in_a_row = true;
        self.lying(from, &draw.kinds, |component| {
            let Some(ground) = self.ground(component) else { return };
            if some_drawn && self.is_drawn(draw, component) {
                return;
            }
            let changes = self.program.ground.kinds.get(ground.kind.index()).is_some_and(|kind| kind.changes);
            in_a_row &= ground.rank >= last.0 && !changes && !held.contains(&component);
            match out.last_mut() {
                Some((_, weight)) if ground.group != ALONE && ground.group == last.1 => *weight += 1,
                _ => out.push((component, 1)),
            }
            last = (ground.rank, ground.group);
        });
        in_a_row
    }

    /// Adds the values that may come out where the position stands, with their weights, in order.
    pub fn outcomes(&self, lists: &mut [Vec<i32>; 2], out: &mut Vec<(i32, u32)>) -> Option<()> {
        let pc = u32::try_from(self.read(self.program.layout.pc)).ok()?;
        let [found, held] = lists;
        match self.program.code.get(pc as usize)? {
            Instruction::Roll(_, roll) => out.extend(roll.values.iter().map(|value| (*value, 1))),
            Instruction::Draw(draw) if self.outcomes_in_a_row(draw, held, out) => {}
            Instruction::Draw(draw) => {
                out.clear();
                self.drawable(draw, found);
                self.sort_standing(found, held);
                self.weigh(found, held, out);
            }
            Instruction::DrawLot(_, binder, _) if binder.components => self.weigh(self.listed()?, held, out),
            Instruction::DrawLot(..) | Instruction::Shuffle(..) => {
                out.extend(self.listed()?.iter().map(|value| (*value, 1)));
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes what came out and stands behind it. Chance alone must not go on for ever, so it is counted.
    pub fn take_outcome(&mut self, value: i32, others: &mut Vec<i32>) -> Option<()> {
        let program = self.program;
        let layout = &program.layout;
        let asked = self.read(layout.chances).saturating_add(1);
        if asked > MOST_CHANCES {
            return None;
        }
        self.write(layout.chances, asked);
        let pc = self.read(layout.pc);
        match program.code.get(usize::try_from(pc).ok()?)? {
            Instruction::Roll(..) => {
                let at = usize::try_from(self.read(self.map.extra(Extra::Outcome) / 4)).ok()? / 4;
                *self.words.get_mut(at)? = value;
                self.write(layout.pc, pc + 1);
            }
            Instruction::Draw(draw) => self.take_drawn(draw, value, others)?,
            Instruction::DrawLot(local, ..) => {
                self.write(*local, value);
                self.write(layout.pc, pc + 1);
            }
            Instruction::Shuffle(counter, ..) => {
                let placed = self.read(*counter) + 1;
                self.place_at(value, placed, others);
                self.write(*counter, placed);
            }
            _ => return None,
        }
        Some(())
    }

    /// Moves a component of a pile down to a height; those between go up by one.
    fn place_at(&mut self, component: i32, height: i32, others: &mut Vec<i32>) {
        let place = self.place_of(component);
        let old = self.height(component);
        others.clear();
        self.lying(place, self.kinds_at(place), |other| others.push(other));
        for other in others.iter() {
            let at = self.height(*other);
            if at >= height && at < old {
                self.set_height(*other, at + 1);
            }
        }
        self.set_height(component, height);
    }
}
