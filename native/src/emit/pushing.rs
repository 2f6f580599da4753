//! Sets in their own order, put onto the stack of lists.

use rulehound_interpreter::model::BuiltIn;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{BinderCode, EachCode, KeyCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::set::{MOST, Order, Visit};
use super::tuple::unbind;
use super::work::NODE;
use super::{Emit, Emitter, Fun, Global, Local, around, flood, list, reach};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    /// Puts a set onto the stack of lists, goes through it, and takes it off.
    pub(super) fn each_pushed(&mut self, f: &mut Fun, id: NodeId, visit: Visit<'_, 'p>) -> Emit {
        let start = self.pushed(f, id)?;
        let end = f.local();
        Self::global(f, self.top()).set(end);
        f.get(end).get(start).put(I::I32Sub).number(MOST * 8).put(I::I32GtU).trap_if();
        let cursor = f.local();
        f.get(start).set(cursor);
        // A jump out of the body leaves the list lying; whoever jumps takes it off.
        self.walk(f, (cursor, end), 0, visit)?;
        f.get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    /// Puts a set onto the stack of lists; gives where it begins.
    pub(super) fn pushed(&mut self, f: &mut Fun, id: NodeId) -> Emit<Local> {
        let start = self.here(f);
        self.push_set(f, id)?;
        Ok(start)
    }

    /// Puts a set onto the stack of lists in its own order.
    pub(super) fn push_set(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        let out = self.top();
        f.pushes += 1;
        f.work += NODE;
        match self.at(id) {
            Node::Span(..) | Node::Range(..) | Node::LoadSet(_) | Node::FamilyOf(_) => {
                self.each(f, id, Order::Own, &mut |_, f, element| {
                    Self::push(f, out, element.local);
                    Ok(())
                })
            }
            Node::Components(kind, owner) => {
                let (at, end) = self.components(f, *kind, *owner)?;
                let start = self.here(f);
                let most = self.program.ground.kinds.get(kind.index()).map(|kind| kind.count);
                self.count_up(f, (at, end, most), &mut |_, f| {
                    Self::push(f, out, at);
                    Ok(())
                })?;
                self.sort_kinds(f, start, std::slice::from_ref(kind));
                Ok(())
            }
            Node::Contents(place, kinds) => {
                let (id, place) = (*place, self.kept(f, *place)?);
                self.guard_contents(f, (id, place), kinds)?;
                let start = self.here(f);
                for kind in kinds {
                    let (from, to) = self.numbers_of(std::slice::from_ref(kind)).ok_or(Unsupported::new("a kind"))?;
                    self.lying(f, place, from, to, &mut |_, f, element| {
                        Self::push(f, out, element.local);
                        Ok(())
                    })?;
                }
                if !self.stands_so(kinds) {
                    self.sort_kinds(f, start, kinds);
                }
                Ok(())
            }
            Node::Listed(values) => {
                let start = self.here(f);
                for value in values {
                    let value = self.kept(f, *value)?;
                    f.get(value).number(NONE).put(I::I32Ne);
                    f.when(|f| Self::push_new(f, out, start, value));
                }
                Ok(())
            }
            Node::Union(left, right) => {
                let start = self.pushed(f, *left)?;
                self.aside(|emitter, out| emitter.push_all_new(f, out, start, *right))
            }
            Node::Each(each) => {
                let most = each.first.map(|first| self.kept_number(f, first)).transpose()?;
                let start = self.here(f);
                self.push_each(f, each)?;
                if let Some(most) = most {
                    // What is gathered are the elements themselves, one for each tuple.
                    list::keep_first(f, self.top(), (start, most), 1);
                }
                Ok(())
            }
            Node::If(arms, otherwise) => self.choose(f, arms, *otherwise, true),
            Node::Call(definition, arguments) => self.call_definition(f, *definition, arguments, true),
            Node::BuiltIn(BuiltIn::Around, arguments) => around::each(self, f, arguments, &mut |_, f, place| {
                Self::push(f, out, place.local);
                Ok(())
            }),
            Node::Reach(code) => reach::push(self, f, *code),
            Node::Flood(from, inside) => flood::push(self, f, *from, *inside),
            Node::OneOrNothing(of) => {
                let value = self.kept(f, *of)?;
                Self::push_some(f, out, value);
                Ok(())
            }
            _ => {
                let value = self.kept(f, id)?;
                Self::push_some(f, out, value);
                Ok(())
            }
        }
    }

    /// Pushes what is new of a set.
    pub(super) fn push_all_new(&mut self, f: &mut Fun, out: Global, start: Local, id: NodeId) -> Emit {
        self.each(f, id, Order::Own, &mut |_, f, element| {
            Self::push_new(f, out, start, element.local);
            Ok(())
        })
    }

    pub(super) fn push_each(&mut self, f: &mut Fun, each: &'p EachCode) -> Emit {
        let start = self.here(f);
        self.aside(|emitter, out| {
            if let Some((binder, rows)) = passing_in_order(emitter, f, &each.binders, &each.keys)? {
                let (cursor, end) = (f.local(), f.local());
                Self::global(f, emitter.top()).set(end);
                f.get(rows).set(cursor);
                emitter.walk(f, (cursor, end), 0, &mut |emitter, f, element| {
                    emitter.bind(f, binder.local, element.local, None);
                    emitter.gather(f, each, out, start)
                })?;
                unbind(emitter, f, binder);
                f.get(rows);
                Self::set_global(f, emitter.top());
                return Ok(());
            }
            if each.keys.is_empty() {
                return emitter
                    .tuples(f, &each.binders, Order::Own, &mut |emitter, f| emitter.gather(f, each, out, start));
            }
            let rows = emitter.sorted_tuples(f, &each.binders, &each.keys)?;
            let (cursor, end) = (f.local(), f.local());
            f.get(rows).set(cursor);
            Self::global(f, emitter.top()).set(end);
            emitter.rows(f, (cursor, end), each.binders.len(), &mut |emitter, f, row| {
                for (binder, value) in each.binders.iter().zip(row) {
                    emitter.bind(f, binder.local, *value, None);
                }
                emitter.gather(f, each, out, start)
            })?;
            f.get(rows);
            Self::set_global(f, emitter.top());
            Ok(())
        })
    }

    pub(super) fn gather(&mut self, f: &mut Fun, each: &'p EachCode, out: Global, start: Local) -> Emit {
        if each.set {
            return self.push_all_new(f, out, start, each.value);
        }
        let value = self.kept(f, each.value)?;
        if each.is_part(self.program) {
            Self::push(f, out, value);
            return Ok(());
        }
        f.get(value).number(NONE).put(I::I32Ne);
        f.when(|f| Self::push_new(f, out, start, value));
        Ok(())
    }
}

/// Of all components of a kind those that pass, sorted only then: fewer are sorted than there are. Gives their name, and where they begin
/// on the stack of lists; `None` if what is gathered is something else.
pub(super) fn passing_in_order<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    binders: &'p [BinderCode],
    keys: &[KeyCode],
) -> Emit<Option<(&'p BinderCode, Local)>> {
    let ([binder], []) = (binders, keys) else { return Ok(None) };
    let (Node::Components(kind, _), Some(_), None) = (emitter.at(binder.set), binder.condition, binder.from) else {
        return Ok(None);
    };
    let (rows, out) = (emitter.here(f), emitter.top());
    f.pushes += 1;
    emitter.passing(f, binder, Order::Any, &mut |_, f, element| {
        Emitter::push(f, out, element.local);
        Ok(())
    })?;
    // What is held by a name stands apart from what is like it, so the name is over before anything is put in order.
    unbind(emitter, f, binder);
    emitter.sort_kinds(f, rows, std::slice::from_ref(kind));
    Ok(Some((binder, rows)))
}
