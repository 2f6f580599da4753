//! Conditions on places, worked out for all places of a board at once, one bit for each: as bit boards are by hand. Only what can neither
//! fail nor loop is worked out so; everything else goes from place to place.

use std::collections::BTreeMap;

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{BuiltIn, Comparison};
use rulehound_interpreter::program::{Addr, ArgumentCode, BinderCode, Node, NodeId, OfNone};
use wasm_encoder::Instruction as I;

use super::bits_counted::Counted;
use super::fun::Name;
use super::work::{NODE, ROUND};
use super::{Emit, Emitter, Fun, Local};

/// The most places: one word.
pub const MOST_PLACES: i32 = 64;

/// Fewer places are looked at one by one.
const WORTH_BITS: i32 = 5;

/// How often the same may be written for elements that are known.
const MOST_COPIES: usize = 128;

/// The most work for all places together.
const MOST_WORK: i32 = 1_000_000;

/// So much work is used up at once.
const MUCH_WORK: i32 = 1_000;

/// What holds at which places: the first place is the lowest bit.
#[derive(Clone, Copy)]
pub enum Bits {
    Known(u64),
    /// A local of 64 bits; beyond the places its bits are 0.
    Held(Local),
}

/// Places that are gone through together.
pub struct Sweep {
    /// The number of the first place.
    pub first: i32,
    /// How many there are.
    pub count: i32,
    /// A value by place for each name that depends on it.
    names: BTreeMap<Addr, Vec<i32>>,
    /// What has been worked out from counters.
    pub counted: Vec<Counted>,
    copies: usize,
}

impl Sweep {
    pub fn all(&self) -> u64 {
        u64::MAX >> (MOST_PLACES - self.count)
    }

    /// Whether a name depends on the place.
    pub fn depends_on(&self, name: Addr) -> bool {
        self.names.contains_key(&name)
    }

    /// The places for which something holds that is known of each.
    pub fn where_known(&self, holds: impl Fn(usize) -> bool) -> u64 {
        (0..self.count as usize).filter(|at| holds(*at)).fold(0, |bits, at| bits | 1 << at)
    }
}

impl<'p> Emitter<'p> {
    /// Where all of some conditions hold among the places of a set that a name goes through; `None` if they are not worked out so.
    pub(super) fn places_where(
        &mut self,
        f: &mut Fun,
        (name, set): (Addr, NodeId),
        conditions: &mut dyn FnMut(&mut Self, &mut Fun, &mut Sweep) -> Emit<Option<Bits>>,
    ) -> Emit<Option<(Bits, Sweep)>> {
        let Node::Span(first, count) = *self.at(set) else { return Ok(None) };
        let places = first >= 0 && first.checked_add(count).is_some_and(|end| end <= self.fixed.places);
        if !places || !(WORTH_BITS..=MOST_PLACES).contains(&count) {
            return Ok(None);
        }
        let mut sweep = Sweep { first, count, names: BTreeMap::new(), counted: Vec::new(), copies: 1 };
        sweep.names.insert(name, (first..first + count).collect());
        let mark = f.mark();
        let before = std::mem::take(&mut f.work);
        let bits = conditions(self, f, &mut sweep)?;
        let work = f.work.saturating_add(ROUND).saturating_mul(count);
        match bits {
            Some(bits) if work <= MOST_WORK => {
                f.restore_names(&mark);
                f.work = before;
                if work > MUCH_WORK {
                    f.number(work);
                    Self::burn(f);
                } else {
                    f.work = f.work.saturating_add(work);
                }
                Ok(Some((bits, sweep)))
            }
            _ => {
                f.go_back(mark);
                Ok(None)
            }
        }
    }

    /// Where a condition holds.
    pub(super) fn bits(&mut self, f: &mut Fun, id: NodeId, sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let (mark, counted) = (f.mark(), sweep.counted.len());
        f.work += NODE;
        let found = self.bits_of(f, id, sweep)?;
        if found.is_none() {
            f.go_back(mark);
            sweep.counted.truncate(counted);
            return self.same_everywhere(f, id, sweep);
        }
        Ok(found)
    }

    fn bits_of(&mut self, f: &mut Fun, id: NodeId, sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let node = self.at(id);
        match node {
            Node::Constant(value) => Ok(Some(Bits::Known(if *value == 1 { sweep.all() } else { 0 }))),
            Node::Holds(of) => self.bits(f, *of, sweep),
            Node::Not(of) => Ok(self.bits(f, *of, sweep)?.map(|bits| Self::bits_without(f, bits, sweep))),
            Node::And(left, right) | Node::Or(left, right) => {
                let Some(left) = self.bits(f, *left, sweep)? else { return Ok(None) };
                let Some(right) = self.bits(f, *right, sweep)? else { return Ok(None) };
                Ok(Some(Self::bits_both(f, left, right, matches!(node, Node::And(..)))))
            }
            Node::If(arms, otherwise) => self.bits_if(f, arms, *otherwise, sweep),
            Node::CompareWith(sign, left, right) => self.bits_compared(f, *sign, *left, *right, sweep),
            Node::Compare(sign, left, right) => match self.known_here(f, *right, sweep) {
                Some(right) => self.bits_compared(f, *sign, *left, right, sweep),
                None => self.bits_of_two(f, *sign, (*left, *right), sweep),
            },
            Node::Marked { board, first, mark, place } => {
                let Some(places) = self.by_place(f, *place, sweep) else { return Ok(None) };
                let on = self.marks(*board, *mark);
                let marked = |place: i32| usize::try_from(place - first).ok().and_then(|at| on.get(at)) == Some(&true);
                let bits = sweep.where_known(|at| places.get(at).is_some_and(|place| marked(*place)));
                Ok(Some(Bits::Known(bits)))
            }
            Node::Among { element, set, negated } => {
                let (Some(elements), Node::Span(first, count)) = (self.by_place(f, *element, sweep), self.at(*set))
                else {
                    return Ok(None);
                };
                let held = |place: i32| (*first..first + count).contains(&place) != *negated;
                Ok(Some(Bits::Known(sweep.where_known(|at| elements.get(at).is_some_and(|place| held(*place))))))
            }
            Node::Call(definition, arguments) => self.bits_called(f, *definition, arguments, sweep),
            Node::Any(binders, body) => self.bits_any(f, binders, (*body, true), sweep),
            Node::All(binders, body) => self.bits_any(f, binders, (*body, false), sweep),
            _ => Ok(None),
        }
    }

    /// What does not depend on the place holds everywhere or nowhere.
    fn same_everywhere(&mut self, f: &mut Fun, id: NodeId, sweep: &Sweep) -> Emit<Option<Bits>> {
        let mark = f.mark();
        self.apart_from_places(f, sweep, &mut |emitter, f| {
            emitter.holds(f, id)?;
            Ok(())
        })
        .map(|apart| {
            if !apart {
                f.go_back(mark);
                return None;
            }
            let (held, bits) = (f.local(), f.wide());
            f.set(held);
            f.put(I::I64Const(sweep.all().cast_signed())).put(I::I64Const(0)).get(held).put(I::Select).set(bits);
            Some(Bits::Held(bits))
        })
    }

    /// Writes something; tells whether it neither depends on the place nor can fail nor loops.
    pub(super) fn apart_from_places(
        &mut self,
        f: &mut Fun,
        sweep: &Sweep,
        write: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit<bool> {
        let (mark, nobody) = (f.mark(), f.local());
        for name in sweep.names.keys() {
            f.names.insert(*name, Name { local: nobody, range: None, some: false });
        }
        write(self, f)?;
        f.restore_names(&mark);
        let bounded = f.unsure == mark.unsure && f.unbounded == mark.unbounded;
        Ok(bounded && !f.reads(&mark, nobody))
    }

    pub(super) fn bits_without(f: &mut Fun, bits: Bits, sweep: &Sweep) -> Bits {
        match bits {
            Bits::Known(bits) => Bits::Known(!bits & sweep.all()),
            Bits::Held(held) => {
                let without = f.wide();
                f.get(held).put(I::I64Const(sweep.all().cast_signed())).put(I::I64Xor).set(without);
                Bits::Held(without)
            }
        }
    }

    /// Where both hold, or one of them.
    pub(super) fn bits_both(f: &mut Fun, left: Bits, right: Bits, and: bool) -> Bits {
        match (left, right) {
            (Bits::Known(left), Bits::Known(right)) => Bits::Known(if and { left & right } else { left | right }),
            (Bits::Known(0), _) | (_, Bits::Known(0)) if and => Bits::Known(0),
            (Bits::Known(0), other) | (other, Bits::Known(0)) => other,
            _ => {
                let both = f.wide();
                Self::put_bits(f, left);
                Self::put_bits(f, right);
                f.put(if and { I::I64And } else { I::I64Or }).set(both);
                Bits::Held(both)
            }
        }
    }

    /// Leaves bits on top.
    pub(super) fn put_bits(f: &mut Fun, bits: Bits) {
        match bits {
            Bits::Known(bits) => f.put(I::I64Const(bits.cast_signed())),
            Bits::Held(held) => f.get(held),
        };
    }

    fn bits_if(
        &mut self,
        f: &mut Fun,
        arms: &'p [(NodeId, NodeId)],
        otherwise: NodeId,
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let Some(((test, value), rest)) = arms.split_first() else { return self.bits(f, otherwise, sweep) };
        let Some(test) = self.bits(f, *test, sweep)? else { return Ok(None) };
        let Some(value) = self.bits(f, *value, sweep)? else { return Ok(None) };
        let Some(rest) = self.bits_if(f, rest, otherwise, sweep)? else { return Ok(None) };
        let else_where = Self::bits_without(f, test, sweep);
        let (yes, no) = (Self::bits_both(f, test, value, true), Self::bits_both(f, else_where, rest, true));
        Ok(Some(Self::bits_both(f, yes, no, false)))
    }

    fn bits_compared(
        &mut self,
        f: &mut Fun,
        sign: Comparison,
        left: NodeId,
        right: i32,
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        if let Some(values) = self.by_place(f, left, sweep) {
            let bits = sweep.where_known(|at| values.get(at).is_some_and(|value| sign.holds(*value, right)));
            return Ok(Some(Bits::Known(bits)));
        }
        match self.at(left) {
            Node::CountOn(components, place) => {
                f.work += NODE;
                let Node::Components(kind, owner) = *self.at(*components) else { return Ok(None) };
                self.bits_counted(f, (kind, owner), *place, (sign, right), sweep)
            }
            Node::CountOf(set) => {
                f.work += NODE;
                let Node::Contents(place, kinds) = self.at(*set) else { return Ok(None) };
                let [kind] = kinds[..] else { return Ok(None) };
                self.bits_counted(f, (kind, None), *place, (sign, right), sweep)
            }
            _ => Ok(None),
        }
    }

    /// Compares two values of which one is known by place; so far only whether they are the same.
    fn bits_of_two(
        &mut self,
        f: &mut Fun,
        sign: Comparison,
        (left, right): (NodeId, NodeId),
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let (values, other) = match (self.by_place(f, left, sweep), self.by_place(f, right, sweep)) {
            (Some(left), Some(right)) => {
                let both = |at: usize| left.get(at).zip(right.get(at));
                let bits = sweep.where_known(|at| both(at).is_some_and(|(left, right)| sign.holds(*left, *right)));
                return Ok(Some(Bits::Known(bits)));
            }
            (Some(values), None) => (values, right),
            (None, Some(values)) => (values, left),
            (None, None) => return Ok(None),
        };
        let first = values.first().copied().unwrap_or(NONE);
        let in_a_row = (0..).zip(&values).all(|(step, value)| first.checked_add(step) == Some(*value));
        if !in_a_row || first < 0 || !matches!(sign, Comparison::Equal | Comparison::Unequal) {
            return Ok(None);
        }
        let (step, one) = (f.local(), f.wide());
        let apart = self.apart_from_places(f, sweep, &mut |emitter, f| {
            emitter.value(f, other)?;
            f.number(first).put(I::I32Sub).set(step);
            Ok(())
        })?;
        if !apart {
            return Ok(None);
        }
        f.put(I::I64Const(1)).get(step).put(I::I64ExtendI32U).put(I::I64Shl).put(I::I64Const(0));
        f.get(step).number(sweep.count).put(I::I32LtU).put(I::Select).set(one);
        let same = Bits::Held(one);
        Ok(Some(if sign == Comparison::Equal { same } else { Self::bits_without(f, same, sweep) }))
    }

    /// A definition that is asked of the place.
    fn bits_called(
        &mut self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let Some(code) = self.program.definitions.get(definition as usize) else { return Ok(None) };
        let ([(None, parameters, body)], true) = (&code.clauses[..], self.depth < super::DEEPEST) else {
            return Ok(None);
        };
        let mark = f.mark();
        let mut asked = sweep.all();
        let mut bound = Vec::new();
        for (argument, parameter) in arguments.iter().zip(parameters) {
            f.work += NODE;
            if let Some(values) = self.by_place(f, argument.value, sweep) {
                let fits = |value: &i32| *value == NONE || self.passes((*value, *value), argument.check);
                if !values.iter().all(fits) {
                    return Ok(None);
                }
                let some = sweep.where_known(|at| values.get(at).is_some_and(|value| *value != NONE));
                if argument.stops {
                    asked &= some;
                } else if some != sweep.all() {
                    return Ok(None);
                }
                bound.extend(parameter.map(|parameter| (parameter, values)));
                continue;
            }
            let Some(range) = self.range(f, argument.value).filter(|range| self.passes(*range, argument.check)) else {
                return Ok(None);
            };
            let value = f.local();
            let apart = self.apart_from_places(f, sweep, &mut |emitter, f| {
                emitter.value(f, argument.value)?;
                f.set(value);
                Ok(())
            })?;
            if !apart {
                return Ok(None);
            }
            if let Some(parameter) = parameter {
                f.names.insert(*parameter, Name { local: value, range: Some(range), some: true });
            }
        }
        if asked != sweep.all() && code.of_none != OfNone::No {
            return Ok(None);
        }
        let outside: Vec<_> =
            bound.into_iter().map(|(name, values)| (name, sweep.names.insert(name, values))).collect();
        self.depth += 1;
        let bits = self.bits(f, *body, sweep);
        self.depth -= 1;
        for (name, before) in outside {
            match before {
                Some(values) => sweep.names.insert(name, values),
                None => sweep.names.remove(&name),
            };
        }
        f.restore_names(&mark);
        Ok(bits?.map(|bits| Self::bits_both(f, Bits::Known(asked), bits, true)))
    }

    /// `any` and `all` over few elements that are known, or over a place that is known by place.
    fn bits_any(
        &mut self,
        f: &mut Fun,
        binders: &'p [BinderCode],
        (body, any): (NodeId, bool),
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let Some((binder, rest)) = binders.split_first() else { return self.bits(f, body, sweep) };
        if binder.from.is_some() {
            return Ok(None);
        }
        f.work += NODE + self.listing(binder.set);
        let mut result = Bits::Known(if any { 0 } else { sweep.all() });
        if let Some(elements) = self.known_elements(binder.set, MOST_COPIES / sweep.copies) {
            let before = sweep.copies;
            sweep.copies *= elements.len().max(1);
            for value in elements {
                let element = f.local();
                f.number(value).set(element);
                f.names.insert(binder.local, Name { local: element, range: Some((value, value)), some: true });
                let Some(one) = self.bits_of_element(f, (binder, rest), (body, any), u64::MAX, sweep)? else {
                    return Ok(None);
                };
                result = Self::bits_both(f, result, one, !any);
            }
            sweep.copies = before;
            return Ok(Some(result));
        }
        let Some(values) = self.by_place(f, binder.set, sweep) else { return Ok(None) };
        let there = sweep.where_known(|at| values.get(at).is_some_and(|value| *value != NONE));
        let outside = sweep.names.insert(binder.local, values);
        let bits = self.bits_of_element(f, (binder, rest), (body, any), there, sweep);
        match outside {
            Some(values) => sweep.names.insert(binder.local, values),
            None => sweep.names.remove(&binder.local),
        };
        bits
    }

    /// What an element says where it is there.
    pub(super) fn bits_of_element(
        &mut self,
        f: &mut Fun,
        (binder, rest): (&'p BinderCode, &'p [BinderCode]),
        (body, any): (NodeId, bool),
        there: u64,
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        f.work += ROUND;
        let mut there = Bits::Known(there & sweep.all());
        if let Some(condition) = binder.condition {
            let Some(condition) = self.bits(f, condition, sweep)? else { return Ok(None) };
            there = Self::bits_both(f, there, condition, true);
        }
        let Some(says) = self.bits_any(f, rest, (body, any), sweep)? else { return Ok(None) };
        Ok(Some(if any {
            Self::bits_both(f, there, says, true)
        } else {
            let elsewhere = Self::bits_without(f, there, sweep);
            Self::bits_both(f, elsewhere, says, false)
        }))
    }

    /// The value of an expression, if it is always the same here.
    fn known_here(&self, f: &Fun, id: NodeId, sweep: &Sweep) -> Option<i32> {
        if let Node::Load(name) = self.at(id)
            && sweep.depends_on(*name)
        {
            return None;
        }
        self.range(f, id).filter(|(least, greatest)| least == greatest).map(|(value, _)| value)
    }

    /// The value of an expression for each place, if it is known and depends on the place; none included.
    pub(super) fn by_place(&self, f: &mut Fun, id: NodeId, sweep: &Sweep) -> Option<Vec<i32>> {
        f.work += NODE;
        match self.at(id) {
            Node::Load(name) => sweep.names.get(name).cloned(),
            Node::OneOrNothing(of) => self.by_place(f, *of, sweep),
            Node::BuiltIn(BuiltIn::Beside, arguments) => {
                let places = self.by_place(f, *arguments.first()?, sweep)?;
                let direction = self.known_here(f, *arguments.get(1)?, sweep)?;
                let steps = arguments.get(2).map_or(Some(1), |steps| self.known_here(f, *steps, sweep))?;
                f.work = f.work.saturating_add(steps.saturating_abs()).saturating_add(2 * NODE);
                let to = |place: &i32| self.program.instance.beside(*place, direction, steps);
                Some(places.iter().map(to).collect())
            }
            Node::Call(definition, arguments) => self.called_by_place(f, *definition, arguments, sweep),
            Node::BuiltIn(BuiltIn::Ahead, arguments) => {
                let places = self.by_place(f, *arguments.first()?, sweep)?;
                let steps = arguments.get(1).map_or(Some(1), |steps| self.known_here(f, *steps, sweep))?;
                f.work = f.work.saturating_add(2 * NODE);
                Some(places.iter().map(|place| self.program.instance.ahead(*place, steps)).collect())
            }
            Node::IndexOf(of) => self.told_by_place(f, *of, sweep, |told| told.index),
            Node::ColumnOf(of) => self.told_by_place(f, *of, sweep, |told| told.column),
            Node::RowOf(of) => self.told_by_place(f, *of, sweep, |told| told.row),
            _ => None,
        }
    }

    /// What a definition gives for each place that depends on nothing else.
    fn called_by_place(
        &self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        sweep: &Sweep,
    ) -> Option<Vec<i32>> {
        let mut rows = vec![Vec::new(); sweep.count as usize];
        let mut depends = false;
        for argument in arguments {
            let by_place = self.by_place(f, argument.value, sweep);
            let known = if by_place.is_none() { Some(self.known_here(f, argument.value, sweep)?) } else { None };
            depends |= by_place.is_some();
            for (at, row) in rows.iter_mut().enumerate() {
                let value = by_place.as_ref().map_or(known, |values| values.get(at).copied())?;
                if !self.passes((value, value), argument.check) {
                    return None;
                }
                row.push(value);
            }
        }
        if !depends {
            return None;
        }
        let answers: Option<Vec<(i32, i32)>> = rows.iter().map(|row| self.answer_of(definition, row)).collect();
        let answers = answers?;
        f.work = f.work.saturating_add(answers.iter().map(|(_, work)| *work).max().unwrap_or(0));
        Some(answers.into_iter().map(|(value, _)| value).collect())
    }

    fn told_by_place(
        &self,
        f: &mut Fun,
        of: NodeId,
        sweep: &Sweep,
        tell: impl Fn(&super::ground::Told) -> i32,
    ) -> Option<Vec<i32>> {
        let places = self.by_place(f, of, sweep)?;
        let told = |place: &i32| usize::try_from(*place).ok().and_then(|at| self.fixed.told.get(at)).map(&tell);
        places.iter().map(told).collect()
    }
}
