//! Decisions with names: which values of them are allowed together.

use rulehound_interpreter::model::{KindId, Sort};
use rulehound_interpreter::program::{CLEARED, NamedBinder, NodeId, RequirementCode};

use super::bits::Passing;
use super::candidate::Written;
use super::fun::Name;
use super::ranges;
use super::set::{Element, Order};
use super::{Emit, Emitter, Fun, Local};
use crate::Unsupported;

/// The elements of a name that are known before those of the names before it.
#[derive(Clone)]
pub enum Known {
    /// On the stack of lists: where they begin and end.
    List(Local, Local),
    Places(Passing),
}

impl<'p> Emitter<'p> {
    pub(super) fn tuple_candidates(
        &mut self,
        f: &mut Fun,
        asked: &'p [RequirementCode],
        binders: &'p [NamedBinder],
        written: &Written,
    ) -> Emit {
        // What does not depend on the names before is worked out once.
        let mut known = Vec::new();
        for (index, named) in binders.iter().enumerate() {
            known.push(if named.independent && index > 0 { Some(self.known_beforehand(f, named)?) } else { None });
        }
        self.tuple_level(f, asked, binders, &known, &mut Vec::new(), written)
    }

    pub(super) fn tuple_level(
        &mut self,
        f: &mut Fun,
        asked: &'p [RequirementCode],
        binders: &'p [NamedBinder],
        known: &[Option<Known>],
        tuple: &mut Vec<Local>,
        written: &Written,
    ) -> Emit {
        let Some(named) = binders.get(tuple.len()) else {
            Self::count_candidate(f, written);
            return self.tuple_allowed(f, asked, tuple, written);
        };
        let range = self.range_of(named);
        let known_here = known.get(tuple.len()).cloned().flatten();
        // What is forbidden must be counted where too much may be looked at.
        let last = tuple.len() + 1 == binders.len() && written.visited.is_none();
        let mut visit = |emitter: &mut Self, f: &mut Fun, element: Element, taken: usize| {
            emitter.bind_here(f, named, element.local, element.range.or(range));
            tuple.push(element.local);
            let result = match asked.get(taken..) {
                Some(left) if taken > 0 => emitter.tuple_allowed(f, left, tuple, written),
                _ => emitter.tuple_level(f, asked, binders, known, tuple, written),
            };
            tuple.pop();
            result
        };
        let conditions: Vec<NodeId> = named.binder.condition.into_iter().collect();
        let more = if last { asked.iter().map(|it| it.condition).collect() } else { Vec::new() };
        let mut by_bits = |emitter: &mut Self, f: &mut Fun, all: bool| {
            // Whatever comes behind would be written as often.
            let told = if last { &conditions[..] } else { &[] };
            let conditions_told: Vec<NodeId> = told.iter().chain(&more).copied().collect();
            emitter.told_apart(f, &named.binder, (&conditions_told, more.len()), all, &mut |emitter, f| {
                let Some(places) = emitter.passing_places(f, &named.binder, &conditions, &more)? else {
                    return Ok(None);
                };
                let taken = places.taken;
                emitter.each_place(f, places, &mut |emitter, f, element| visit(emitter, f, element, taken))?;
                Ok(Some(taken))
            })
        };
        let list = match known_here {
            Some(Known::List(start, end)) => Some((start, end)),
            Some(Known::Places(places)) => {
                // All that is asked of them may be worked out at once with them.
                if last && by_bits(self, f, true)? {
                    return Ok(());
                }
                return self.each_place(f, places, &mut |emitter, f, element| visit(emitter, f, element, 0));
            }
            None if self.must_be_listed(named)? => Some(self.meant(f, named)?),
            None => {
                if by_bits(self, f, false)?
                    || self.each_of_row(f, &named.binder, &mut |emitter, f, element| visit(emitter, f, element, 0))?
                {
                    return Ok(());
                }
                None
            }
        };
        match list {
            Some((start, end)) => {
                let cursor = f.local();
                f.get(start).set(cursor);
                self.walk(f, (cursor, end), 0, &mut |emitter, f, element| visit(emitter, f, element, 0))?;
                if known_here.is_none() {
                    f.get(start);
                    Self::set_global(f, self.top());
                }
            }
            None => self.elements(f, &named.binder, Order::Own, &mut |emitter, f, element| {
                let Some(condition) = named.binder.condition else { return visit(emitter, f, element, 0) };
                emitter.bind_here(f, named, element.local, element.range.or(range));
                emitter.holds(f, condition)?;
                f.when(|f| visit(emitter, f, element, 0))
            })?,
        }
        self.forget_here(f, named);
        Ok(())
    }

    /// Writes a tuple if nothing stands against it.
    fn tuple_allowed(
        &mut self,
        f: &mut Fun,
        requirements: &'p [RequirementCode],
        tuple: &[Local],
        written: &Written,
    ) -> Emit {
        self.if_allowed(f, requirements, &mut |emitter, f| {
            emitter.write_candidate(f, written, tuple);
            Ok(())
        })
    }

    /// The elements of a name that does not depend on others.
    fn known_beforehand(&mut self, f: &mut Fun, named: &'p NamedBinder) -> Emit<Known> {
        if let Some(condition) = named.binder.condition
            && let Some(places) = self.passing_places(f, &named.binder, &[condition], &[])?
        {
            return Ok(Known::Places(places));
        }
        let (start, end) = self.meant(f, named)?;
        Ok(Known::List(start, end))
    }

    /// From where to where the elements of a name of the decision go.
    pub(super) fn range_of(&self, named: &NamedBinder) -> Option<(i32, i32)> {
        ranges::of_set(self.program, named.binder.set).or_else(|| ranges::of_sort(self.program, &named.sort))
    }

    /// A name of the decision holds nothing.
    pub(super) fn forget_here(&self, f: &mut Fun, named: &NamedBinder) {
        if named.binder.components {
            f.write(named.binder.local, CLEARED);
        }
    }

    /// Binds a name of the decision for what is asked here, and, if it is a component, in its cell, where others look for what is held.
    pub(super) fn bind_here(&self, f: &mut Fun, named: &'p NamedBinder, value: Local, range: Option<(i32, i32)>) {
        if named.binder.components {
            f.write_local(named.binder.local, value);
        }
        f.names.insert(named.binder.local, Name { local: value, range, some: true });
    }

    /// Whether the elements of a name must be told apart before they are gone through.
    pub(super) fn must_be_listed(&self, named: &NamedBinder) -> Emit<bool> {
        let Sort::Component { kinds } = &named.sort else { return Ok(false) };
        if !named.binder.components {
            return Ok(false);
        }
        let hidden = |kind: &KindId| {
            let audiences = self.program.attribute_audiences.get(kind.index());
            audiences.is_some_and(|audiences| audiences.iter().any(Option::is_some))
        };
        if kinds.iter().any(hidden) {
            return Err(Unsupported::new("choosing among components with features of their own audience"));
        }
        Ok(self.has_groups(kinds.iter().copied()))
    }

    pub(super) fn has_groups(&self, kinds: impl Iterator<Item = KindId> + Clone) -> bool {
        let of = |component: &i32| {
            let ground = usize::try_from(*component).ok().and_then(|at| self.program.ground.components.get(at));
            ground.is_some_and(|it| kinds.clone().any(|kind| kind == it.kind))
        };
        self.program.groups.iter().filter_map(|group| group.first()).any(of)
    }

    /// Puts the elements of a name that pass its `where` onto the stack of lists, of those alike only the first; gives where they begin and
    /// end.
    pub(super) fn meant(&mut self, f: &mut Fun, named: &'p NamedBinder) -> Emit<(Local, Local)> {
        let listed = self.must_be_listed(named)?;
        let (start, end) = (self.here(f), f.local());
        let out = self.top();
        if named.binder.from.is_some() {
            self.aside(|emitter, out| {
                emitter.elements(f, &named.binder, Order::Own, &mut |_, f, element| {
                    Self::push(f, out, element.local);
                    Ok(())
                })
            })?;
        } else {
            self.push_set(f, named.binder.set)?;
        }
        if let (true, Sort::Component { kinds }) = (listed, &named.sort) {
            let kinds: Vec<KindId> = kinds.iter().copied().collect();
            self.keep_unlike(f, start, &kinds);
        }
        let range = self.range_of(named);
        if let Some(condition) = named.binder.condition {
            // What passes moves down over what does not.
            let (cursor, last, write) = (f.local(), f.local(), f.local());
            f.get(start).tee(cursor).set(write);
            Self::global(f, out).set(last);
            self.walk(f, (cursor, last), 0, &mut |emitter, f, element| {
                emitter.bind_here(f, named, element.local, range);
                emitter.holds(f, condition)?;
                f.when(|f| {
                    f.get(write).get(element.local).store(0);
                    f.step(write, 4);
                });
                Ok(())
            })?;
            self.forget_here(f, named);
            f.get(write);
            Self::set_global(f, out);
        }
        Self::global(f, out).set(end);
        Ok((start, end))
    }
}
