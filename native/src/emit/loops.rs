//! Loops and sets of names.

use std::cell::RefCell;

use rulehound_interpreter::program::{Addr, BinderCode, CLEARED, ListCode, ListPlace, NodeId, Pc, SelectionCode};
use wasm_encoder::Instruction as I;

use super::flow::{Flow, value_of};
use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Global, Local};

impl<'p> Emitter<'p> {
    pub(super) fn let_set(&mut self, f: &mut Fun, to: Addr, capacity: u32, set: NodeId) -> Emit {
        let start = self.pushed(f, set)?;
        let count = f.local();
        Self::length_from(f, self.top(), start);
        f.tee(count).number(value_of(capacity)).put(I::I32GtU).trap_if();
        f.write_local(to, count);
        self.keep_words(f, start, (to + 1) * 4);
        Ok(())
    }

    /// Puts what lies on the stack of lists from `start` on into the cells that lie so many bytes on, and takes it off.
    fn keep_words(&self, f: &mut Fun, start: Local, to: u32) {
        let (from, into) = (f.local(), f.local());
        f.get(start).set(from).get(BASE).set(into);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(from);
                Self::global(f, self.top()).put(I::I32GeU).jump_if(done);
                f.get(into).get(from).load(0).store(to);
                f.step(from, 4).step(into, 4).jump(again);
            });
        });
        f.get(start);
        Self::set_global(f, self.top());
    }

    pub(super) fn for_start(&mut self, f: &mut Fun, place: &'p ListPlace, selection: &'p SelectionCode) -> Emit {
        if self.begin_members(f, place, selection)? {
            return Ok(());
        }
        // What lies in a list of components is held, so such lists are not kept before all is found.
        let plain = selection.binders.iter().all(|binder| !binder.components);
        if let (ListPlace::Kept(list), None, [], true) = (place, selection.first, &selection.keys[..], plain) {
            return self.keep_tuples(f, list, &selection.binders);
        }
        let start = self.selection(f, selection)?;
        match place {
            ListPlace::Kept(list) => {
                self.begin_list(f, list);
                let words = f.local();
                Self::length_from(f, self.top(), start);
                f.tee(words).number(value_of(list.width.max(1))).put(I::I32DivU).tee(words);
                f.number(value_of(list.capacity)).put(I::I32GtU).trap_if();
                f.write_local(list.at, words);
                self.keep_words(f, start, (list.at + 2) * 4);
            }
            ListPlace::Passing(number) => {
                let at = self.map.passing(*number);
                f.get(BASE).get(start).store(at);
                f.get(BASE).get(start).store(at + 4);
                f.get(BASE);
                Self::global(f, self.top()).store(at + 8);
            }
        }
        Ok(())
    }

    /// Tuples whose order is that in which they are found need not be put anywhere else first.
    fn keep_tuples(&mut self, f: &mut Fun, list: &'p ListCode, binders: &'p [BinderCode]) -> Emit {
        self.begin_list(f, list);
        self.tuples(f, binders, Order::Own, &mut |emitter, f| {
            let row: Vec<Local> = binders.iter().map(|binder| emitter.bound(f, binder)).collect();
            emitter.push_row(f, list, &row);
            Ok(())
        })
    }

    pub(super) fn for_next(&mut self, f: &mut Fun, flow: &Flow<'_>, place: &'p ListPlace, locals: &'p [Addr], end: Pc) {
        if Self::next_member(f, flow, place, locals, end) {
            return;
        }
        let cursor = f.local();
        match place {
            ListPlace::Kept(list) => {
                let row = f.local();
                f.cell(list.at + 1).set(cursor);
                f.get(BASE).get(cursor).number(1).put(I::I32Add).store((list.at + 1) * 4);
                f.get(cursor).cell(list.at).put(I::I32GeS);
                f.when(|f| flow.go(f, end));
                f.get(cursor).number(value_of(list.width * 4)).put(I::I32Mul).get(BASE).put(I::I32Add).set(row);
                for (offset, local) in (0..).step_by(4).zip(locals) {
                    f.get(BASE).get(row).load((list.at + 2) * 4 + offset).store(local * 4);
                }
            }
            ListPlace::Passing(number) => {
                let at = self.map.passing(*number);
                f.get(BASE).load(at + 4).tee(cursor);
                f.get(BASE).load(at + 8).put(I::I32GeU);
                f.when(|f| {
                    // The list is at an end: it leaves the stack.
                    f.get(BASE).load(at);
                    Self::set_global(f, Global::Top);
                    flow.go(f, end);
                });
                for (offset, local) in (0..).step_by(4).zip(locals) {
                    f.get(BASE).get(cursor).load(offset).store(local * 4);
                }
                let bytes = value_of(u32::try_from(locals.len()).unwrap_or(1) * 4);
                f.get(BASE).get(cursor).number(bytes).put(I::I32Add).store(at + 4);
            }
        }
    }

    /// Binds the first for whom the condition holds now: from the beginning, later behind the last, all the way round and that one last.
    pub(super) fn round_next(
        &mut self,
        f: &mut Fun,
        flow: &Flow<'_>,
        last: Addr,
        binder: &'p BinderCode,
        end: Pc,
    ) -> Emit {
        let start = self.pushed(f, binder.set)?;
        let (stop, cursor, left, before, element) = (f.local(), f.local(), f.local(), f.local(), f.local());
        Self::global(f, self.top()).set(stop);
        f.get(start).set(cursor);
        f.cell(last).tee(before).number(CLEARED).put(I::I32Ne);
        let (behind, from) = {
            let emitter = RefCell::new(&mut *self);
            f.either(
                |f| {
                    emitter.borrow_mut().find(f, (start, stop), before, cursor);
                    // Behind the last; one that is no longer there stands before all.
                    f.get(start).get(cursor).number(4).put(I::I32Add);
                    f.get(cursor).get(stop).put(I::I32GeU).put(I::Select).set(cursor);
                    Ok(())
                },
                |f| match binder.from {
                    Some(from) => {
                        let mut emitter = emitter.borrow_mut();
                        let first = emitter.kept(f, from)?;
                        emitter.find(f, (start, stop), first, cursor);
                        f.get(cursor).get(stop).put(I::I32GeU).trap_if();
                        Ok(())
                    }
                    None => Ok(()),
                },
            )
        };
        behind.and(from)?;
        let found = f.local();
        f.number(0).set(found);
        f.get(stop).get(start).put(I::I32Sub).tee(left).number(2).put(I::I32ShrU);
        let mut rounds = Self::begin_rounds(f, None);
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(left).put(I::I32Eqz).jump_if(done);
                f.get(start).get(cursor).get(cursor).get(stop).put(I::I32GeU).put(I::Select).set(cursor);
                f.get(cursor).load(0).set(element);
                f.step(cursor, 4).step(left, -4);
                self.bind(f, binder.local, element, None);
                match binder.condition {
                    Some(condition) => self.holds(f, condition)?,
                    None => {
                        f.number(1);
                    }
                }
                f.put(I::I32Eqz).jump_if(again);
                f.write_local(last, element).number(1).set(found);
                Ok(())
            })
        });
        Self::end_rounds(f, rounds);
        written?;
        f.get(start);
        Self::set_global(f, self.top());
        f.get(found).put(I::I32Eqz);
        f.when(|f| {
            if binder.local < self.map.size {
                f.write(binder.local, CLEARED);
            }
            flow.go(f, end);
        });
        Ok(())
    }
}
