//! Tuples of sets, and what is asked of all of them.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{BinderCode, CLEARED, FirstCode, KeyCode, MostCode, Node, NodeId, SelectionCode};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::once::Hoisted;
use super::pushing::passing_in_order;
use super::set::{Element, Order, Visit};
use super::work::MOST_TIMES;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local, list};
use crate::Pass;

/// What is done with each tuple, its names bound; written once, or once for each element that is known.
pub type VisitTuple<'v, 'p> = &'v mut dyn FnMut(&mut Emitter<'p>, &mut Fun) -> Emit;

/// What is done with each row of a list.
type VisitRow<'v, 'p> = &'v mut dyn FnMut(&mut Emitter<'p>, &mut Fun, &[Local]) -> Emit;

impl<'p> Emitter<'p> {
    /// Goes through all tuples that pass.
    pub(super) fn tuples(
        &mut self,
        f: &mut Fun,
        binders: &'p [BinderCode],
        order: Order,
        visit: VisitTuple<'_, 'p>,
    ) -> Emit {
        let Some((binder, rest)) = binders.split_first() else { return visit(self, f) };
        self.passing(f, binder, order, &mut |emitter, f, element| {
            emitter.bind(f, binder.local, element.local, element.range);
            emitter.tuples(f, rest, order, visit)
        })?;
        unbind(self, f, binder);
        Ok(())
    }

    /// Goes through those elements of the set of a name that pass its condition.
    pub(super) fn passing(&mut self, f: &mut Fun, binder: &'p BinderCode, order: Order, visit: Visit<'_, 'p>) -> Emit {
        let Some(condition) = binder.condition else {
            return match self.passing_places(f, binder, &[], &[])? {
                Some(places) => self.each_place(f, places, visit),
                None => self.elements(f, binder, order, visit),
            };
        };
        if self.each_of_row(f, binder, visit)? {
            return Ok(());
        }
        if let Some(places) = self.passing_places(f, binder, &[condition], &[])? {
            return self.each_place(f, places, visit);
        }
        let before = f.hoisted.clone();
        self.hoist(f, binder, condition)?;
        let passed = self.elements(f, binder, order, &mut |emitter, f, element| {
            emitter.bind(f, binder.local, element.local, element.range);
            emitter.holds(f, condition)?;
            f.when(|f| visit(emitter, f, element))
        });
        f.hoisted = before;
        passed
    }

    /// Works out beforehand what definitions give that are asked the same for each element.
    fn hoist(&mut self, f: &mut Fun, binder: &'p BinderCode, condition: NodeId) -> Emit {
        let (Node::Compare(_, left, right), None, true) =
            (self.at(condition), binder.from, self.passes.has(Pass::Hoisting))
        else {
            return Ok(());
        };
        let known = self.known_elements(binder.set, MOST_TIMES as usize).map_or(0, |elements| elements.len());
        for id in [*left, *right] {
            if !matches!(self.at(id), Node::Call(_, arguments) if !arguments.is_empty()) {
                continue;
            }
            let (mark, nobody, value) = (f.mark(), f.local(), f.local());
            f.names.insert(binder.local, Name { local: nobody, range: None, some: false });
            let work = f.work;
            Self::instead_of(self, f, i32::try_from(known).unwrap_or(0).max(1), &mut |emitter, f| {
                emitter.value(f, id)?;
                f.set(value);
                Ok(())
            })?;
            let each = f.work.saturating_sub(work);
            f.restore_names(&mark);
            // Where there may be no element to ask it for, or where it is not asked first, it must not fail.
            let sure = f.unsure == mark.unsure && f.unbounded == mark.unbounded;
            if f.reads(&mark, nobody) || !sure && (known == 0 || id != *left) {
                f.go_back(mark);
                continue;
            }
            f.hoisted.insert(id.0, Hoisted::Before(value, each));
        }
        Ok(())
    }

    /// Goes through the set of a name, from where its order begins.
    pub(super) fn elements(&mut self, f: &mut Fun, binder: &'p BinderCode, order: Order, visit: Visit<'_, 'p>) -> Emit {
        let Some(from) = binder.from else { return self.each(f, binder.set, order, visit) };
        let start = self.pushed(f, binder.set)?;
        let (end, at) = (f.local(), f.local());
        Self::global(f, self.top()).set(end);
        let first = self.kept(f, from)?;
        self.find(f, (start, end), first, at);
        f.get(at).get(end).put(I::I32Eq).trap_if();
        // Once round: from there to the end, then from the beginning to there.
        let (cursor, left, element) = (f.local(), f.local(), f.local());
        f.get(at).set(cursor);
        f.get(end).get(if binder.round { start } else { at }).put(I::I32Sub).tee(left).number(2).put(I::I32ShrU);
        let mut rounds = Self::begin_rounds(f, None);
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(left).put(I::I32Eqz).jump_if(done);
                f.get(cursor).load(0).set(element);
                f.step(left, -4).step(cursor, 4);
                f.get(start).get(cursor).get(cursor).get(end).put(I::I32GeU).put(I::Select).set(cursor);
                visit(self, f, Element { local: element, range: None })?;
                f.jump(again);
                Ok(())
            })
        });
        Self::end_rounds(f, rounds);
        written?;
        f.get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    /// Goes through rows of so many words.
    pub(super) fn rows(
        &mut self,
        f: &mut Fun,
        (cursor, end): (Local, Local),
        width: usize,
        visit: VisitRow<'_, 'p>,
    ) -> Emit {
        let row: Vec<Local> = (0..width).map(|_| f.local()).collect();
        let bytes = i32::try_from(width * 4).unwrap_or(4).max(4);
        f.get(end).get(cursor).put(I::I32Sub).number(bytes).put(I::I32DivU);
        let mut rounds = Self::begin_rounds(f, None);
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(cursor).get(end).put(I::I32GeU).jump_if(done);
                for (offset, local) in (0..).step_by(4).zip(&row) {
                    f.get(cursor).load(offset).set(*local);
                }
                f.step(cursor, bytes);
                visit(self, f, &row)?;
                f.jump(again);
                Ok(())
            })
        });
        Self::end_rounds(f, rounds);
        written
    }

    /// Pushes the names of a tuple that are bound.
    pub(super) fn push_bound(&mut self, f: &mut Fun, out: Global, binders: &'p [BinderCode]) {
        for binder in binders {
            let value = self.bound(f, binder);
            Self::push(f, out, value);
        }
    }

    /// What a name of a tuple is bound to.
    pub(super) fn bound(&self, f: &mut Fun, binder: &BinderCode) -> Local {
        match f.names.get(&binder.local).map(|name| name.local) {
            Some(local) if binder.local >= self.map.size => local,
            _ => {
                let value = f.local();
                f.cell(binder.local).set(value);
                value
            }
        }
    }

    /// Puts all tuples of a selection onto the stack of lists, flat, in order; gives where they begin.
    pub(super) fn selection(&mut self, f: &mut Fun, selection: &'p SelectionCode) -> Emit<Local> {
        let most = selection.first.map(|first| self.kept_number(f, first)).transpose()?;
        let binders = &selection.binders;
        let start = if let Some((_, start)) = passing_in_order(self, f, binders, &selection.keys)? {
            start
        } else if selection.keys.is_empty() {
            let start = self.here(f);
            self.aside(|emitter, out| {
                emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                    emitter.push_bound(f, out, binders);
                    Ok(())
                })
            })?;
            start
        } else {
            self.sorted_tuples(f, &selection.binders, &selection.keys)?
        };
        if let Some(most) = most {
            let width = i32::try_from(selection.binders.len()).unwrap_or(1);
            list::keep_first(f, self.top(), (start, most), width);
        }
        Ok(start)
    }

    /// Pushes the keys of the tuple that is bound, turned so that the least comes first.
    pub(super) fn push_keys(&mut self, f: &mut Fun, out: Global, keys: &'p [KeyCode]) -> Emit {
        for key in keys {
            let value = self.kept_number(f, key.value)?;
            if key.best {
                f.number(0).get(value).put(I::I32Sub).set(value);
            }
            Self::push(f, out, value);
        }
        Ok(())
    }

    /// Puts all tuples, sorted by keys, onto the stack of lists; gives where they begin.
    pub(super) fn sorted_tuples(&mut self, f: &mut Fun, binders: &'p [BinderCode], keys: &'p [KeyCode]) -> Emit<Local> {
        let start = self.here(f);
        self.aside(|emitter, out| {
            emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                emitter.push_keys(f, out, keys)?;
                emitter.push_bound(f, out, binders);
                Ok(())
            })
        })?;
        f.get(BASE).get(start);
        Self::length_from(f, self.top(), start);
        let (keys, width) = (u32::try_from(keys.len()), u32::try_from(binders.len()));
        // Gives how many words are left when the keys are gone.
        self.call(f, Function::SortRows(keys.unwrap_or(0), width.unwrap_or(0)));
        f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
        Self::set_global(f, self.top());
        Ok(start)
    }

    /// `any` and `all`. They end early, so in another order than the interpreter's they might miss a fault or do less work than it: then
    /// nothing of that kind must be inside.
    pub(super) fn any(&mut self, f: &mut Fun, binders: &'p [BinderCode], body: NodeId, any: bool) -> Emit {
        if self.any_of_row(f, binders, (body, any))? {
            return Ok(());
        }
        if self.any_by_bits(f, binders, (body, any))? || any && self.any_lying(f, binders, body)? {
            return Ok(());
        }
        let mark = f.mark();
        let loops = mark.loops + binders.len();
        let unsure = mark.unsure;
        self.any_in(f, binders, (body, any), Order::Any)?;
        if f.unsure > unsure || f.loops > loops {
            f.go_back(mark);
            self.any_in(f, binders, (body, any), Order::Own)?;
        }
        Ok(())
    }

    fn any_in(&mut self, f: &mut Fun, binders: &'p [BinderCode], (body, any): (NodeId, bool), order: Order) -> Emit {
        let found = f.local();
        f.number(i32::from(!any)).set(found);
        self.swept(f, |emitter, f| {
            f.block(|f, end| {
                emitter.tuples(f, binders, order, &mut |emitter, f| {
                    emitter.holds(f, body)?;
                    if any {
                        f.tee(found).jump_if(end);
                    } else {
                        f.tee(found).put(I::I32Eqz).jump_if(end);
                    }
                    Ok(())
                })
            })
        })?;
        f.get(found);
        Ok(())
    }

    pub(super) fn count_tuples(&mut self, f: &mut Fun, binders: &'p [BinderCode]) -> Emit {
        if self.count_of_row(f, binders)? || self.count_by_bits(f, binders)? {
            return Ok(());
        }
        let count = f.local();
        f.number(0).set(count);
        self.tuples(f, binders, Order::Any, &mut |_, f| {
            f.step(count, 1);
            Ok(())
        })?;
        f.get(count);
        Ok(())
    }

    pub(super) fn sum(&mut self, f: &mut Fun, binders: &'p [BinderCode], value: NodeId) -> Emit {
        if self.sum_of_row(f, binders, value)? || self.sum_printed(f, binders, value)? {
            return Ok(());
        }
        // Beyond 32 bits on the way is too large, in whatever order.
        let sum = f.local();
        f.number(0).set(sum);
        self.tuples(f, binders, Order::Own, &mut |emitter, f| {
            let value = emitter.kept_number(f, value)?;
            emitter.reckon(f, rulehound_interpreter::model::Arithmetic::Plus, sum, value);
            f.set(sum);
            Ok(())
        })?;
        f.get(sum);
        Ok(())
    }

    /// `max` and `min`.
    pub(super) fn most(&mut self, f: &mut Fun, code: &'p MostCode) -> Emit {
        let (best, found) = (f.local(), f.local());
        f.number(NONE).set(best).number(0).set(found);
        if self.most_by_bits(f, code, (best, found))? {
            return self.or_else(f, found, best, code.otherwise);
        }
        self.tuples(f, &code.binders, Order::Any, &mut |emitter, f| {
            let value = emitter.kept_number(f, code.value)?;
            f.get(value).get(best).put(if code.greatest { I::I32GtS } else { I::I32LtS });
            f.get(found).put(I::I32Eqz).put(I::I32Or);
            f.when(|f| {
                f.get(value).set(best).number(1).set(found);
            });
            Ok(())
        })?;
        self.or_else(f, found, best, code.otherwise)
    }

    /// Leaves what was found, else what comes instead.
    fn or_else(&mut self, f: &mut Fun, found: Local, value: Local, otherwise: Option<NodeId>) -> Emit {
        f.get(found);
        let (yes, no) = f.either_number(
            |f| {
                f.get(value);
                Ok(())
            },
            |f| match otherwise {
                Some(otherwise) => self.value(f, otherwise),
                None => {
                    f.number(NONE);
                    Ok(())
                }
            },
        );
        yes.and(no)
    }

    /// `first`.
    pub(super) fn first(&mut self, f: &mut Fun, code: &'p FirstCode) -> Emit {
        let (found, value) = (f.local(), f.local());
        f.number(0).set(found);
        let top = self.here(f);
        if code.keys.is_empty() {
            f.block(|f, end| {
                self.tuples(f, &code.binders, Order::Own, &mut |emitter, f| {
                    emitter.value(f, code.value)?;
                    f.set(value).number(1).set(found).jump(end);
                    Ok(())
                })
            })?;
        } else {
            let best: Vec<Local> = code.keys.iter().map(|_| f.local()).collect();
            self.tuples(f, &code.binders, Order::Own, &mut |emitter, f| {
                let mut keys = Vec::new();
                for key in &code.keys {
                    keys.push(emitter.kept_number(f, key.value)?);
                }
                f.block(|f, worse| {
                    f.block(|f, better| {
                        f.get(found).put(I::I32Eqz).jump_if(better);
                        for (key, (new, old)) in code.keys.iter().zip(keys.iter().zip(&best)) {
                            let (first, last) = if key.best { (I::I32GtS, I::I32LtS) } else { (I::I32LtS, I::I32GtS) };
                            f.get(*new).get(*old).put(first).jump_if(better);
                            f.get(*new).get(*old).put(last).jump_if(worse);
                        }
                        f.jump(worse);
                    });
                    for (new, old) in keys.iter().zip(&best) {
                        f.get(*new).set(*old);
                    }
                    emitter.value(f, code.value)?;
                    f.set(value).number(1).set(found);
                    Ok(())
                })
            })?;
        }
        f.get(top);
        Self::set_global(f, self.top());
        self.or_else(f, found, value, code.otherwise)
    }
}

/// A name is over.
pub(super) fn unbind(emitter: &Emitter<'_>, f: &mut Fun, binder: &BinderCode) {
    if binder.local < emitter.map.size {
        f.write(binder.local, CLEARED);
    }
}
