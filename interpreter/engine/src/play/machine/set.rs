//! Expressions that give a set, and walks through tuples of sets.

use std::ops::Range;

use super::memo::Asked;
use super::{Machine, Try, reach};
use crate::program::{ArgumentCode, BinderCode, CLEARED, EachCode, FamilyOfCode, Node, NodeId};
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{BuiltIn, KindId, Sort};

/// The most elements of a set.
const MOST: usize = rulehound_rules::limits::ELEMENTS;

/// The most numbers of a range.
const RANGE: usize = rulehound_rules::limits::RANGE;

/// A set that took fewer steps is worked out again as fast as it is remembered.
const WORTH_REMEMBERING: u64 = 200;

impl<'p> Machine<'p> {
    /// Works out a set, in its order, behind what `out` holds already.
    pub fn set(&mut self, id: NodeId, out: &mut Vec<i32>) -> Try<()> {
        self.burn(1)?;
        match self.at(id) {
            Node::Span(first, count) => out.extend(*first..first.saturating_add(*count)),
            Node::LoadSet(at) => {
                let length = self.read(*at).max(0);
                for step in 0..u32::try_from(length).unwrap_or(0) {
                    out.push(self.read(at + 1 + step));
                }
            }
            Node::Range(from, to) => {
                let (from, to) = (self.number(*from)?, self.number(*to)?);
                if i64::from(to) - i64::from(from) >= RANGE as i64 {
                    return Err(self.fault("too-large", format!("a range holds at most {RANGE} numbers"), id));
                }
                out.extend(from..=to);
                // A plain range may be longer than other sets.
                return self.burn(out.len() as u64 / 4);
            }
            Node::FamilyOf(code) => {
                let FamilyOfCode { first, size, owner } = &**code;
                let value = self.value(owner.value)?;
                if value != NONE {
                    let start = first + (value - owner.least) * size;
                    out.extend(start..start + size);
                }
            }
            Node::Components(kind, owner) => {
                let start = out.len();
                out.extend(self.components(*kind, *owner)?);
                self.sort_standing(out, start);
            }
            Node::Contents(place, kinds) => {
                let place = self.value(*place)?;
                self.guard_contents(place, id)?;
                self.contents(place, kinds, out)?;
            }
            Node::Listed(values) => {
                for value in values.iter() {
                    let value = self.value(*value)?;
                    if value != NONE && !out.contains(&value) {
                        out.push(value);
                    }
                }
            }
            Node::Union(left, right) => {
                let start = out.len();
                self.set(*left, out)?;
                let mut other = self.take();
                self.set(*right, &mut other)?;
                append(out, start, &other);
                self.give(other);
            }
            Node::Each(each) => match each.first {
                Some(first) => {
                    // What is gathered are the elements themselves, one for each tuple.
                    let most = self.number(first)?;
                    let start = out.len();
                    self.each(each, out)?;
                    out.truncate(start + usize::try_from(most).unwrap_or(0));
                }
                None => self.each(each, out)?,
            },
            Node::If(arms, otherwise) => {
                for (test, value) in arms.iter() {
                    if self.holds(*test)? {
                        return self.set(*value, out);
                    }
                }
                self.set(*otherwise, out)?;
            }
            Node::Call(definition, arguments) => {
                self.called_set(*definition, arguments, id, out)?;
            }
            Node::BuiltIn(word, arguments) => self.built_in_set(*word, arguments, id, out)?,
            Node::Reach(code) => reach::closure(self, *code, out)?,
            Node::Flood(from, inside) => reach::flood(self, *from, *inside, out)?,
            Node::OneOrNothing(of) => {
                let value = self.value(*of)?;
                if value != NONE {
                    out.push(value);
                }
            }
            _ => {
                let value = self.value(id)?;
                if value != NONE {
                    out.push(value);
                }
            }
        }
        self.burn(out.len() as u64 / 4)?;
        if out.len() > MOST * 2 {
            return Err(self.fault("too-large", format!("a set holds at most {MOST} elements"), id));
        }
        Ok(())
    }

    /// What a definition that gives a set gives. Where that was much work and holds no components, whose order depends on what names hold, it
    /// is remembered: mostly it is asked for again for the next candidate.
    fn called_set(
        &mut self,
        definition: u32,
        arguments: &'p [ArgumentCode],
        id: NodeId,
        out: &mut Vec<i32>,
    ) -> Try<()> {
        let Some(code) = self.program.definitions.get(definition as usize) else { return Ok(()) };
        let Some(values) = self.passed(arguments)? else { return Ok(()) };
        let declared = self.program.instance.model.definitions.get(definition as usize);
        let components = declared.is_none_or(|it| matches!(it.of.sort, Sort::Component { .. }));
        let asked = (code.remembered && !components).then(|| Asked::new(definition, &values));
        if let Some(known) = asked.as_ref().and_then(|asked| self.remembered_set(asked)) {
            out.extend_from_slice(known);
            return Ok(());
        }
        let (start, before) = (out.len(), self.spent);
        let body = self.bind_definition(code, &values, id)?;
        let result = self.set(body, out);
        self.depth -= 1;
        if let Some(profile) = &self.program.profile {
            profile.definition(definition, self.spent.saturating_sub(before));
        }
        self.blamed(result, &code.name, before)?;
        if let Some(asked) = asked.filter(|_| self.spent - before > WORTH_REMEMBERING) {
            self.remember_set(&asked, out.get(start..).unwrap_or_default());
        }
        Ok(())
    }

    fn each(&mut self, each: &'p EachCode, out: &mut Vec<i32>) -> Try<()> {
        let EachCode { first: _, binders, keys, value, set } = each;
        let (value, set) = (*value, *set);
        let start = out.len();
        if keys.is_empty() {
            let part = each.is_part(self.program);
            return self.tuples(binders, &mut |machine| {
                if part {
                    out.push(machine.value(value)?);
                } else {
                    machine.gather(value, set, start, out)?;
                }
                Ok(true)
            });
        }
        let mut tuples = self.take();
        self.sorted_tuples(binders, keys, &mut tuples)?;
        for tuple in tuples.chunks(binders.len().max(1)) {
            for (binder, element) in binders.iter().zip(tuple) {
                self.write(binder.local, *element);
            }
            self.gather(value, set, start, out)?;
        }
        self.give(tuples);
        Ok(())
    }

    pub(super) fn gather(&mut self, value: NodeId, set: bool, start: usize, out: &mut Vec<i32>) -> Try<()> {
        let mut found = self.take();
        if set {
            self.set(value, &mut found)?;
        } else {
            let value = self.value(value)?;
            if value != NONE {
                found.push(value);
            }
        }
        append(out, start, &found);
        self.give(found);
        Ok(())
    }

    /// Whether a set holds a value. Some sets need not be worked out for that.
    pub(super) fn set_holds(&mut self, id: NodeId, element: i32) -> Try<bool> {
        match self.at(id) {
            Node::Span(first, count) => Ok((*first..first.saturating_add(*count)).contains(&element)),
            Node::Range(from, to) => Ok(self.number(*from)? <= element && element <= self.number(*to)?),
            Node::Contents(place, _) => {
                let place = self.value(*place)?;
                self.guard_contents(place, id)?;
                Ok(place != NONE && self.place_of(element) == place)
            }
            Node::BuiltIn(BuiltIn::Around, arguments) => {
                let place = self.argument(arguments, 0)?;
                Ok(self.program.instance.around(place).contains(&element))
            }
            _ => {
                let mut set = self.take();
                self.set(id, &mut set)?;
                let found = set.contains(&element);
                self.give(set);
                Ok(found)
            }
        }
    }

    /// How many there are. Counting is open to everybody.
    pub(super) fn count_of(&mut self, id: NodeId) -> Try<i32> {
        let mut set = self.take();
        match self.at(id) {
            Node::Contents(place, kinds) => {
                let place = self.value(*place)?;
                self.lying(place, kinds, &mut set)?;
            }
            _ => self.set(id, &mut set)?,
        }
        let count = i32::try_from(set.len()).unwrap_or(i32::MAX);
        self.give(set);
        Ok(count)
    }

    /// How many of these components lie at a place. Counting is open to everybody.
    pub(super) fn count_on(&mut self, components: NodeId, place: i32) -> Try<i32> {
        let lies = |machine: &Self, component: i32| place != NONE && machine.place_of(component) == place;
        let count = match self.at(components) {
            Node::Components(kind, owner) => {
                let range = self.components(*kind, *owner)?;
                let places = self.places_of(range.start, range.end - range.start);
                if place == NONE { 0 } else { places.iter().filter(|lies| **lies == place).count() }
            }
            _ => {
                let mut set = self.take();
                self.set(components, &mut set)?;
                let count = set.iter().filter(|component| lies(self, **component)).count();
                self.give(set);
                count
            }
        };
        Ok(i32::try_from(count).unwrap_or(i32::MAX))
    }

    /// All components of a kind, of one owner if given, by number.
    fn components(&mut self, kind: KindId, owner: Option<NodeId>) -> Try<Range<i32>> {
        let owner = owner.map(|owner| self.value(owner)).transpose()?;
        let Some(kind) = self.program.ground.kinds.get(kind.index()) else { return Ok(0..0) };
        let (first, count) = match owner {
            None => (kind.first, kind.count),
            Some(owner) => {
                let number = owner.wrapping_sub(kind.first_owner);
                if !(0..kind.owners).contains(&number) {
                    return Ok(0..0);
                }
                let each = kind.count / kind.owners;
                (kind.first + number * each, each)
            }
        };
        self.burn(count as u64 / 2)?;
        Ok(first..first + count)
    }

    /// The only member of a set.
    pub(super) fn only(&mut self, set: NodeId, id: NodeId) -> Try<i32> {
        let mut found = self.take();
        self.set(set, &mut found)?;
        let value = found.first().copied();
        self.give(found);
        value.ok_or_else(|| self.fault("none-used", "there is none here, but one is needed", id))
    }

    /// One binder's set, turned to where its order begins.
    pub fn binder_set(&mut self, binder: &'p BinderCode, out: &mut Vec<i32>) -> Try<()> {
        self.set(binder.set, out)?;
        if let Some(from) = binder.from {
            let first = self.value(from)?;
            let Some(at) = out.iter().position(|value| *value == first) else {
                let why = "where the order begins is not in the set: begin with one of those, or go through more and say with `where` who \
                           takes part";
                return Err(self.fault("not-in-set", why, from));
            };
            if binder.round {
                out.rotate_left(at);
            } else {
                out.drain(..at);
            }
        }
        Ok(())
    }

    /// Goes through all tuples that pass, until `visit` says no.
    pub fn tuples(&mut self, binders: &'p [BinderCode], visit: &mut dyn FnMut(&mut Self) -> Try<bool>) -> Try<()> {
        self.tuples_from(binders, visit).map(|_| ())
    }

    fn tuples_from(&mut self, binders: &'p [BinderCode], visit: &mut dyn FnMut(&mut Self) -> Try<bool>) -> Try<bool> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        if let (Node::Span(first, count), None) = (self.at(binder.set), binder.from) {
            return self.tuples_of_span(*first..first.saturating_add(*count), binder, rest, visit);
        }
        let mut set = self.take();
        self.binder_set(binder, &mut set)?;
        let mut go_on = true;
        for value in &set {
            self.burn(1)?;
            self.write(binder.local, *value);
            let passes = binder.condition.map_or(Ok(true), |condition| self.holds(condition))?;
            if passes && !self.tuples_from(rest, visit)? {
                go_on = false;
                break;
            }
        }
        self.write(binder.local, CLEARED);
        self.give(set);
        Ok(go_on)
    }
}

impl<'p> Machine<'p> {
    /// The same for a set that is known beforehand.
    fn tuples_of_span(
        &mut self,
        span: Range<i32>,
        binder: &'p BinderCode,
        rest: &'p [BinderCode],
        visit: &mut dyn FnMut(&mut Self) -> Try<bool>,
    ) -> Try<bool> {
        let mut go_on = true;
        for value in span {
            self.burn(1)?;
            self.write(binder.local, value);
            let passes = binder.condition.map_or(Ok(true), |condition| self.holds(condition))?;
            if passes && !self.tuples_from(rest, visit)? {
                go_on = false;
                break;
            }
        }
        self.write(binder.local, CLEARED);
        Ok(go_on)
    }
}

/// What is new goes behind; what stands before `start` is none of the set.
fn append(out: &mut Vec<i32>, start: usize, found: &[i32]) {
    for value in found {
        if !out.get(start..).unwrap_or_default().contains(value) {
            out.push(*value);
        }
    }
}
