//! `any` and `all` inside a condition, and definitions that are asked of the place.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{ArgumentCode, BinderCode, NodeId, OfNone};

use super::{Bits, MOST_COPIES, Sweep};
use crate::emit::fun::Name;
use crate::emit::work::{NODE, ROUND};
use crate::emit::{DEEPEST, Emit, Emitter, Fun};

impl<'p> Emitter<'p> {
    /// A definition that is asked of the place.
    pub(super) fn bits_called(
        &mut self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let Some(code) = self.program.definitions.get(definition as usize) else { return Ok(None) };
        // What comes back to itself would be written out again and again.
        let declared = self.program.instance.model.definitions.get(definition as usize);
        let is_plain = self.depth < DEEPEST && declared.is_some_and(|declared| declared.within.is_none());
        let ([(None, parameters, body)], true) = (&code.clauses[..], is_plain) else {
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
                } else if sweep.asked & !some != 0 {
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
        if sweep.asked & !asked != 0 && code.of_none != OfNone::No {
            return Ok(None);
        }
        let outside: Vec<_> =
            bound.into_iter().map(|(name, values)| (name, sweep.stand_for(name, Some(values)))).collect();
        self.depth += 1;
        let bits = self.bits(f, *body, sweep);
        self.depth -= 1;
        for (name, before) in outside {
            sweep.stand_for(name, before);
        }
        f.restore_names(&mark);
        Ok(bits?.map(|bits| Self::bits_both(f, Bits::Known(asked), bits, true)))
    }

    /// `any` and `all` over few elements that are known, or over a place that is known by place.
    pub(super) fn bits_any(
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
        let outside = sweep.stand_for(binder.local, Some(values));
        let bits = self.bits_of_element(f, (binder, rest), (body, any), there, sweep);
        sweep.stand_for(binder.local, outside);
        bits
    }

    /// What an element says where it is there.
    pub(in crate::emit) fn bits_of_element(
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
}
