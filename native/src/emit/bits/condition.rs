//! What a condition says of all places.

use rulehound_interpreter::model::Comparison;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Node, NodeId};
use wasm_encoder::Instruction as I;

use super::{Bits, Sweep, among};
use crate::emit::fun::Name;
use crate::emit::work::NODE;
use crate::emit::{Emit, Emitter, Fun, Global};

/// What is so much work and the same everywhere is worked out only if it matters anywhere.
const WORTH_ASKING: i32 = 40;

/// Values beyond are not compared by shifting.
const MOST_FAR: i32 = 1 << 20;

impl<'p> Emitter<'p> {
    /// Where a condition holds.
    pub(in crate::emit) fn bits(&mut self, f: &mut Fun, id: NodeId, sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let (mark, counted, copies) = (f.mark(), sweep.counted.len(), sweep.copies);
        f.work += NODE;
        let found = self.bits_of(f, id, sweep)?;
        if found.is_none() {
            f.go_back(mark);
            sweep.counted.truncate(counted);
            sweep.copies = copies;
            return self.same_everywhere(f, id, sweep);
        }
        Ok(found)
    }

    /// Where a condition holds that matters only at some places.
    pub(super) fn bits_only(&mut self, f: &mut Fun, id: NodeId, places: u64, sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let before = sweep.ask_only(places);
        let bits = if sweep.asked == 0 { Ok(Some(Bits::Known(0))) } else { self.bits(f, id, sweep) };
        sweep.asked = before;
        bits
    }

    pub(super) fn bits_of(&mut self, f: &mut Fun, id: NodeId, sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let node = self.at(id);
        match node {
            Node::Constant(value) => Ok(Some(Bits::Known(if *value == 1 { sweep.all() } else { 0 }))),
            Node::Holds(of) => self.bits(f, *of, sweep),
            Node::Not(of) => Ok(self.bits(f, *of, sweep)?.map(|bits| Self::bits_without(f, bits, sweep))),
            Node::And(left, right) | Node::Or(left, right) => {
                let and = matches!(node, Node::And(..));
                let Some(left) = self.bits(f, *left, sweep)? else { return Ok(None) };
                let open = if and { left.may() } else { left.may_not() };
                let Some(right) = self.bits_only(f, *right, open, sweep)? else { return Ok(None) };
                Ok(Some(Self::bits_both(f, left, right, and)))
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
                let there = among::bits(self, f, (*element, *set), sweep)?;
                Ok(there.map(|bits| if *negated { Self::bits_without(f, bits, sweep) } else { bits }))
            }
            Node::Call(definition, arguments) => self.bits_called(f, *definition, arguments, sweep),
            Node::Any(binders, body) => self.bits_any(f, binders, (*body, true), sweep),
            Node::All(binders, body) => self.bits_any(f, binders, (*body, false), sweep),
            _ => Ok(None),
        }
    }

    /// What does not depend on the place holds everywhere or nowhere.
    pub(super) fn same_everywhere(&mut self, f: &mut Fun, id: NodeId, sweep: &Sweep) -> Emit<Option<Bits>> {
        let (mark, held, bits) = (f.mark(), f.local(), f.wide());
        let apart = self.once_for_all(f, sweep, &mut |emitter, f| {
            emitter.holds(f, id)?;
            f.set(held);
            Ok(())
        })?;
        if !apart {
            f.go_back(mark);
            return Ok(None);
        }
        f.put(I::I64Const(sweep.all().cast_signed())).put(I::I64Const(0)).get(held).put(I::Select).set(bits);
        Ok(Some(Bits::Held(bits)))
    }

    /// Writes what is the same for all places, if it is much only for when it matters anywhere; tells whether it is the same and cannot
    /// fail.
    fn once_for_all(
        &mut self,
        f: &mut Fun,
        sweep: &Sweep,
        write: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit<bool> {
        let (mark, before) = (f.mark(), f.work);
        let apart = self.apart_from_places(f, sweep, write)?;
        let much = f.work.saturating_sub(before) >= WORTH_ASKING || f.unbounded > mark.unbounded;
        if !apart || !much || sweep.asked == sweep.all() && sweep.among.is_none() {
            return Ok(apart);
        }
        f.go_back(mark);
        f.put(I::I64Const(sweep.asked.cast_signed()));
        if let Some(among) = sweep.among {
            f.get(among).put(I::I64And);
        }
        f.put(I::I64Const(0)).put(I::I64Ne);
        f.when(|f| self.apart_from_places(f, sweep, write))
    }

    /// Writes something; tells whether it neither depends on the place nor can fail. The interpreter does it for each place.
    pub(in crate::emit) fn apart_from_places(
        &mut self,
        f: &mut Fun,
        sweep: &Sweep,
        write: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit<bool> {
        let (mark, nobody) = (f.mark(), f.local());
        for name in sweep.names.keys() {
            f.names.insert(*name, Name { local: nobody, range: None, some: false });
        }
        let fuel = f.local();
        let start = f.here();
        Self::global(f, Global::Fuel).set(fuel);
        let kept = start..f.here();
        write(self, f)?;
        f.restore_names(&mark);
        if f.unbounded == mark.unbounded {
            f.erase(kept);
        } else {
            // What was used up on the way; the rest counts with all that is worked out for each place.
            f.get(fuel);
            Self::global(f, Global::Fuel).put(I::I32Sub).number(sweep.count - 1).put(I::I32Mul);
            Self::burn(f);
        }
        Ok(f.unsure == mark.unsure && !f.reads(&mark, nobody))
    }

    pub(super) fn bits_if(
        &mut self,
        f: &mut Fun,
        arms: &'p [(NodeId, NodeId)],
        otherwise: NodeId,
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        let Some(((test, value), rest)) = arms.split_first() else { return self.bits(f, otherwise, sweep) };
        let Some(test) = self.bits(f, *test, sweep)? else { return Ok(None) };
        let Some(value) = self.bits_only(f, *value, test.may(), sweep)? else { return Ok(None) };
        let before = sweep.ask_only(test.may_not());
        let rest = self.bits_if(f, rest, otherwise, sweep);
        sweep.asked = before;
        let Some(rest) = rest? else { return Ok(None) };
        let else_where = Self::bits_without(f, test, sweep);
        let (yes, no) = (Self::bits_both(f, test, value, true), Self::bits_both(f, else_where, rest, true));
        Ok(Some(Self::bits_both(f, yes, no, false)))
    }

    pub(super) fn bits_compared(
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
    pub(super) fn bits_of_two(
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
        let Some((first, up)) = in_a_row(&values, sweep) else { return Ok(None) };
        if !matches!(sign, Comparison::Equal | Comparison::Unequal) {
            return Ok(None);
        }
        let (step, one) = (f.local(), f.wide());
        let apart = self.once_for_all(f, sweep, &mut |emitter, f| {
            if up {
                emitter.value(f, other)?;
                f.number(first).put(I::I32Sub).set(step);
            } else {
                f.number(first);
                emitter.value(f, other)?;
                f.put(I::I32Sub).set(step);
            }
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
}

/// From which value on values go up or down by one from place to place, where they matter, and whether they go up.
pub(super) fn in_a_row(values: &[i32], sweep: &Sweep) -> Option<(i32, bool)> {
    let asked = || (0..).zip(values).filter(|(at, _)| sweep.asks(*at as usize));
    let (at, value) = asked().next()?;
    let along = |up: bool| {
        let way = if up { 1 } else { -1 };
        let first = value.checked_sub(way * at)?;
        let in_a_row = asked().all(|(at, value)| *value != NONE && first.checked_add(way * at) == Some(*value));
        (in_a_row && first > -MOST_FAR && first < MOST_FAR).then_some((first, up))
    };
    along(true).or_else(|| along(false))
}
