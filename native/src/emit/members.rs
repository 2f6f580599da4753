//! Loops over a few numbers, players most of all, in a game that is played whole: a bit for each that is still to come.

use rulehound_interpreter::program::{Addr, BinderCode, CLEARED, GatheringCode, ListPlace, Node, Pc, SelectionCode};
use wasm_encoder::Instruction as I;

use super::flow::Flow;
use super::plan::plan_around;
use super::set::Order;
use super::work::NODE;
use super::{Emit, Emitter, Fun, Local, Within};

/// The most numbers.
const MOST: i32 = 64;

/// Those that are still to come: the lowest bit stands for the first number.
#[derive(Clone, Copy)]
pub struct Members {
    bits: Local,
    first: i32,
}

impl<'p> Emitter<'p> {
    /// Begins a loop so; tells whether it can be gone through so. Nothing comes back to it then, so what is left needs no cells.
    pub(super) fn begin_members(&mut self, f: &mut Fun, place: &ListPlace, selection: &'p SelectionCode) -> Emit<bool> {
        f.members.remove(&key(place));
        let ([binder], [], None) = (&selection.binders[..], &selection.keys[..], selection.first) else {
            return Ok(false);
        };
        let (Node::Span(first, count @ 1..=MOST), None, Within::Game) = (self.at(binder.set), binder.from, self.within)
        else {
            return Ok(false);
        };
        if matches!(place, ListPlace::Kept(_)) && self.may_be_planned() {
            return Ok(false);
        }
        let bits = f.wide();
        let members = Members { bits, first: *first };
        match binder.condition {
            None => {
                f.work += NODE + self.listing(binder.set) + count * super::work::ROUND;
                f.put(I::I64Const((u64::MAX >> (MOST - count)).cast_signed())).set(bits);
            }
            Some(_) => self.those_who_pass(f, binder, members)?,
        }
        f.members.insert(key(place), members);
        Ok(true)
    }

    /// Whether what is written may run within a plan: then a search may go on from a decision inside the loop, on a copy of the cells.
    fn may_be_planned(&self) -> bool {
        self.running.is_none_or(|pc| {
            let frame = self.program.frame_at.get(pc as usize).copied().flatten();
            plan_around(self.program, pc).is_some() || frame.is_none_or(|frame| self.planned.contains(&frame))
        })
    }

    /// Whether those who take part in a `simultaneous` are known by a bit each: all decide at once, where the game stands.
    pub(super) fn gathers_bits(&self, code: &GatheringCode) -> bool {
        let few = matches!(self.at(code.binder.set), Node::Span(0, count) if (1..32).contains(count));
        few && code.keys.is_empty() && code.binder.from.is_none() && self.written_in_secret(code).is_some()
    }

    /// Finds who takes part.
    pub(super) fn gather_bits(&mut self, f: &mut Fun, code: &'p GatheringCode) -> Emit {
        let members = Members { bits: f.wide(), first: 0 };
        match (self.at(code.binder.set), code.binder.condition) {
            (Node::Span(_, count), None) => {
                f.work += NODE + self.listing(code.binder.set) + count * super::work::ROUND;
                f.put(I::I64Const((1 << count) - 1)).set(members.bits);
            }
            _ => self.those_who_pass(f, &code.binder, members)?,
        }
        f.members.insert((true, code.list.at), members);
        Ok(())
    }

    /// Leaves a bit for each of those who take part, if they are known so.
    pub(super) fn those_who_gather(&self, f: &mut Fun, code: &GatheringCode) {
        match f.members.get(&(true, code.list.at)).copied() {
            Some(members) => f.get(members.bits).put(I::I32WrapI64),
            None => f.number(0),
        };
    }

    fn those_who_pass(&mut self, f: &mut Fun, binder: &'p BinderCode, members: Members) -> Emit {
        if let Some(bits) = self.bits_of_row(f, binder) {
            f.get(bits).set(members.bits);
            return Ok(());
        }
        f.put(I::I64Const(0)).set(members.bits);
        let (Some(elements), Some(condition)) = (self.few_known(binder.set), binder.condition) else {
            let binders = std::slice::from_ref(binder);
            return self.tuples(f, binders, Order::Own, &mut |emitter, f| {
                let member = emitter.bound(f, binder);
                f.put(I::I64Const(1)).get(member).number(members.first).put(I::I32Sub).put(I::I64ExtendI32U);
                f.put(I::I64Shl).get(members.bits).put(I::I64Or).set(members.bits);
                Ok(())
            });
        };
        f.work += NODE + self.listing(binder.set);
        let mut shift = 0;
        self.each_known(f, &elements, &mut |emitter, f, element| {
            emitter.bind(f, binder.local, element.local, element.range);
            emitter.holds(f, condition)?;
            f.put(I::I64ExtendI32U).put(I::I64Const(shift)).put(I::I64Shl);
            f.get(members.bits).put(I::I64Or).set(members.bits);
            shift += 1;
            Ok(())
        })?;
        if binder.local < self.map.size {
            f.write(binder.local, CLEARED);
        }
        Ok(())
    }

    /// Binds the next of a loop that was begun so, or goes on behind it; tells whether it was.
    pub(super) fn next_member(f: &mut Fun, flow: &Flow<'_>, place: &ListPlace, locals: &[Addr], end: Pc) -> bool {
        let (Some(members), [local]) = (f.members.get(&key(place)).copied(), locals) else { return false };
        let next = f.local();
        f.get(members.bits).put(I::I64Eqz);
        f.when(|f| flow.go(f, end));
        f.number(members.first).set(next);
        Self::first_of(f, members.bits, next, next);
        f.write_local(*local, next);
        true
    }
}

/// Tells the lists of loops apart.
fn key(place: &ListPlace) -> (bool, u32) {
    match place {
        ListPlace::Kept(list) => (true, list.at),
        ListPlace::Passing(number) => (false, *number),
    }
}
