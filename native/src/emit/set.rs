//! Sets: gone through as they are worked out where their order does not matter or is known, else put onto the stack of lists first.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{BuiltIn, KindId};
use rulehound_interpreter::program::{EachCode, KindGround, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::work::{NODE, ROUND, Rounds};
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::Unsupported;
use crate::map::{Counter, MOST_ASIDE};

/// How often the same may be written for elements that are known.
const MOST_COPIES: i32 = 16;

/// The most numbers of a range.
const MOST: i32 = 4_096;

/// In which order a set is gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// In any.
    Any,
    /// In its own.
    Own,
}

/// An element of a set that is gone through.
#[derive(Clone, Copy)]
pub struct Element {
    /// Where it is.
    pub local: Local,
    /// From where to where elements go, if that is known.
    pub range: Option<(i32, i32)>,
}

/// What is done with each element; written once, or once for each.
pub type Visit<'v, 'p> = &'v mut dyn FnMut(&mut Emitter<'p>, &mut Fun, Element) -> Emit;

impl<'p> Emitter<'p> {
    /// Goes through a set.
    pub(super) fn each(&mut self, f: &mut Fun, id: NodeId, order: Order, visit: Visit<'_, 'p>) -> Emit {
        self.each_of(f, id, order, true, visit)
    }

    /// The same; unguarded what lies at a place is not read, only counted.
    fn each_of(&mut self, f: &mut Fun, id: NodeId, order: Order, guarded: bool, visit: Visit<'_, 'p>) -> Emit {
        f.work += NODE + self.listing(id);
        if let Some(elements) = self.few_known(id) {
            return self.each_known(f, &elements, visit);
        }
        match self.at(id) {
            Node::Span(first, count) => {
                let (at, end) = (f.local(), f.local());
                f.number(*first).set(at).number(first.saturating_add(*count)).set(end);
                let range = Some((*first, first.saturating_add(*count) - 1));
                self.count_up(f, at, end, &mut |emitter, f| visit(emitter, f, Element { local: at, range }))
            }
            Node::Range(from, to) if self.known(*from).is_some() && self.known(*to).is_some() => {
                let (first, last) = (self.known(*from).unwrap_or(0), self.known(*to).unwrap_or(-1));
                if i64::from(last) - i64::from(first) >= i64::from(MOST) {
                    return Err(Unsupported("a range so long"));
                }
                let (at, end) = (f.local(), f.local());
                f.number(first).set(at).number(last + 1).set(end);
                let range = Some((first, last));
                self.count_up(f, at, end, &mut |emitter, f| visit(emitter, f, Element { local: at, range }))
            }
            Node::Listed(values) if values.iter().all(|value| self.known(*value).is_some()) => {
                let mut words: Vec<i32> = Vec::new();
                for value in values.iter().filter_map(|value| self.known(*value)) {
                    if !words.contains(&value) {
                        words.push(value);
                    }
                }
                let table = self.tables.words(&words);
                let (cursor, end, element) = (f.local(), f.local(), f.local());
                let range = words.iter().min().copied().zip(words.iter().max().copied());
                f.number(0).set(cursor).number(i32::try_from(words.len()).unwrap_or(0)).set(end);
                self.count_up(f, cursor, end, &mut |emitter, f| {
                    f.get(cursor).number(2).put(I::I32Shl).load(table).set(element);
                    visit(emitter, f, Element { local: element, range })
                })
            }
            Node::OneOrNothing(of) => self.one_or_nothing(f, *of, visit),
            Node::Range(from, to) => {
                let at = self.kept_number(f, *from)?;
                let last = self.kept_number(f, *to)?;
                let wide = f.wide();
                f.get(last).put(I::I64ExtendI32S).get(at).put(I::I64ExtendI32S).put(I::I64Sub).tee(wide);
                f.put(I::I64Const(i64::from(MOST))).put(I::I64GeS).trap_if();
                let end = f.local();
                f.get(last).number(1).put(I::I32Add).set(end);
                self.count_up(f, at, end, &mut |emitter, f| visit(emitter, f, Element { local: at, range: None }))
            }
            Node::LoadSet(at) => {
                if *at >= self.map.size {
                    return Err(Unsupported("a set in a name from elsewhere"));
                }
                let (cursor, end) = (f.local(), f.local());
                let first = (at + 1) * 4;
                f.get(BASE).set(cursor);
                f.cell(*at).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).set(end);
                self.walk(f, (cursor, end), first, visit)
            }
            Node::FamilyOf(code) => {
                let owner = self.kept(f, code.owner.value)?;
                let (at, end) = (f.local(), f.local());
                f.number(0).set(at).number(0).set(end);
                f.get(owner).number(NONE).put(I::I32Ne);
                f.when(|f| {
                    f.get(owner).number(code.owner.least).put(I::I32Sub).number(code.size).put(I::I32Mul);
                    f.number(code.first).put(I::I32Add).tee(at).number(code.size).put(I::I32Add).set(end);
                });
                self.count_up(f, at, end, &mut |emitter, f| visit(emitter, f, Element { local: at, range: None }))
            }
            Node::Components(kind, owner) if order == Order::Any => {
                let (at, end) = self.components(f, *kind, *owner)?;
                let range = Some((0, self.fixed.components - 1));
                self.count_up_in(f, (at, end), false, &mut |emitter, f, _| {
                    visit(emitter, f, Element { local: at, range })
                })
            }
            Node::Contents(place, kinds) => match self.numbers_of(kinds) {
                Some((from, to)) if order == Order::Any || self.stands_by_number(kinds) => {
                    let place = self.kept(f, *place)?;
                    if guarded {
                        self.guard_contents(f, place, kinds)?;
                    }
                    self.lying(f, place, from, to, visit)
                }
                Some(_) | None => self.each_pushed(f, id, visit),
            },
            Node::Call(..)
            | Node::If(..)
            | Node::Components(..)
            | Node::Listed(_)
            | Node::Union(..)
            | Node::Each(_) => self.each_pushed(f, id, visit),
            Node::BuiltIn(BuiltIn::Around | BuiltIn::Reach, _) => self.each_pushed(f, id, visit),
            // What is no set is one value, or none.
            _ => self.one_or_nothing(f, id, visit),
        }
    }

    /// The elements of a set, in order, if they never change and are so few that what is done with each can be written for itself.
    fn few_known(&self, id: NodeId) -> Option<Vec<i32>> {
        let elements: Vec<i32> = match self.at(id) {
            Node::Span(first, count) if *count <= MOST_COPIES => (*first..first.checked_add(*count)?).collect(),
            Node::Range(from, to) => {
                let (from, to) = (self.known(*from)?, self.known(*to)?);
                if i64::from(to) - i64::from(from) >= i64::from(MOST_COPIES) {
                    return None;
                }
                (from..=to).collect()
            }
            Node::Listed(values) => {
                let mut elements = Vec::new();
                for value in values {
                    let value = self.known(*value)?;
                    if !elements.contains(&value) {
                        elements.push(value);
                    }
                }
                elements
            }
            _ => return None,
        };
        let copies = i32::try_from(elements.len()).ok()?.checked_mul(self.copies)?;
        (copies <= MOST_COPIES).then_some(elements)
    }

    /// Writes what is done with each element for itself: all that depends on it is then known.
    fn each_known(&mut self, f: &mut Fun, elements: &[i32], visit: Visit<'_, 'p>) -> Emit {
        let before = self.copies;
        self.copies *= i32::try_from(elements.len()).unwrap_or(1).max(1);
        let mut written = Ok(());
        for value in elements {
            f.work += ROUND;
            let local = f.local();
            f.number(*value).set(local);
            written = written.and_then(|()| visit(self, f, Element { local, range: Some((*value, *value)) }));
        }
        self.copies = before;
        written
    }

    /// What it takes to list a set beforehand, even if it is not gone through to its end.
    fn listing(&self, id: NodeId) -> i32 {
        match self.at(id) {
            Node::Range(from, to) => match (self.known(*from), self.known(*to)) {
                (Some(from), Some(to)) => to.saturating_sub(from).clamp(0, MOST) / 4 + 1,
                _ => MOST / 4,
            },
            Node::Listed(values) => i32::try_from(values.len() * 2).unwrap_or(MOST),
            Node::FamilyOf(code) => code.size / 4 + 1,
            Node::Components(kind, owner) => {
                let ground = self.program.ground.kinds.get(kind.index());
                let owners = if owner.is_some() { ground.map_or(1, |kind| kind.owners.max(1)) } else { 1 };
                ground.map_or(0, |kind| kind.count / owners) + 1
            }
            Node::Contents(_, kinds) => 2 * self.looking(kinds) + 1,
            _ => 0,
        }
    }

    fn one_or_nothing(&mut self, f: &mut Fun, id: NodeId, visit: Visit<'_, 'p>) -> Emit {
        f.work += ROUND;
        let value = self.kept(f, id)?;
        f.get(value).number(NONE).put(I::I32Ne);
        f.when(|f| visit(self, f, Element { local: value, range: None }))
    }

    /// The value of an expression that never changes, if it is not none.
    fn known(&self, id: NodeId) -> Option<i32> {
        match self.at(id) {
            Node::Constant(value) if *value > rulehound_interpreter::program::CLEARED => Some(*value),
            _ => None,
        }
    }

    /// The components of these kinds at a place, by number.
    fn lying(&mut self, f: &mut Fun, place: Local, from: i32, to: i32, visit: Visit<'_, 'p>) -> Emit {
        let (at, end) = (f.local(), f.local());
        f.number(from).set(at).number(to).set(end);
        let counted = self.counted(from, to);
        let kinds: Vec<KindId> = self.kinds_between(from, to).map(|(kind, _)| KindId::from(kind)).collect();
        let ordered = self.stands_by_number(&kinds);
        self.lying_between(f, place, (at, end), (from, to), (counted, ordered), visit)
    }

    /// The kinds whose components have these numbers.
    fn kinds_between(&self, from: i32, to: i32) -> impl Iterator<Item = (usize, &'p KindGround)> {
        let kinds = self.program.ground.kinds.iter().enumerate();
        kinds.filter(move |(_, kind)| kind.first >= from && kind.first < to && kind.count > 0)
    }

    /// What counts the components with these numbers, each kind for itself.
    fn counted(&self, from: i32, to: i32) -> Option<Vec<u32>> {
        let counter = |kind: usize| {
            let counters = self.map.counters.iter();
            counters.filter(|it| !it.by_owner).find(|it| it.kind.index() == kind).map(|it| it.at)
        };
        self.kinds_between(from, to).map(|(kind, _)| counter(kind)).collect()
    }

    /// Those from number to number, which may be the order in which they stand. Where they are counted the search ends with the last.
    fn lying_between(
        &mut self,
        f: &mut Fun,
        place: Local,
        (at, end): (Local, Local),
        (from, to): (i32, i32),
        (counted, ordered): (Option<Vec<u32>>, bool),
        visit: Visit<'_, 'p>,
    ) -> Emit {
        // Nothing lies at none: components always lie somewhere.
        let range = Some((from, to - 1));
        let Some(counters) = counted else {
            return self.count_up_in(f, (at, end), false, &mut |emitter, f, rounds| {
                emitter.lies_at(f, at);
                f.get(place).put(I::I32Eq);
                f.when(|f| {
                    if ordered {
                        Self::round(f, rounds);
                    }
                    visit(emitter, f, Element { local: at, range })
                })
            });
        };
        let left = f.local();
        f.number(0).set(left);
        self.in_range(f, place, self.fixed.places);
        f.when(|f| {
            for counter in counters {
                f.get(place).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(counter);
                f.get(left).put(I::I32Add).set(left);
            }
        });
        f.block(|f, done| {
            f.get(left).number(0).put(I::I32LeS).jump_if(done);
            f.get(left);
            let mut rounds = Self::begin_rounds(f);
            let written = f.repeat(|f, again| {
                self.lies_at(f, at);
                f.get(place).put(I::I32Eq);
                f.when(|f| {
                    if ordered {
                        Self::round(f, &mut rounds);
                    }
                    visit(self, f, Element { local: at, range })?;
                    f.step(left, -1).get(left).put(I::I32Eqz).jump_if(done);
                    Ok::<_, Unsupported>(())
                })?;
                f.step(at, 1).get(at).get(end).put(I::I32LtS).jump_if(again);
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// The components of a kind, of one owner if given, at a place, by number.
    pub(super) fn owned_at_place(
        &mut self,
        f: &mut Fun,
        kind: KindId,
        owner: Option<NodeId>,
        place: Local,
        visit: Visit<'_, 'p>,
    ) -> Emit {
        let (at, end) = self.components(f, kind, owner)?;
        let numbers = self.numbers_of(&[kind]).ok_or(Unsupported("a kind"))?;
        self.lying_between(f, place, (at, end), numbers, (None, false), visit)
    }

    /// The components of one kind at a place.
    pub(super) fn at_place(&mut self, f: &mut Fun, kind: KindId, place: Local, visit: Visit<'_, 'p>) -> Emit {
        let (from, to) = self.numbers_of(&[kind]).ok_or(Unsupported("a kind"))?;
        self.lying(f, place, from, to, visit)
    }

    /// From a number to below another.
    fn count_up(
        &mut self,
        f: &mut Fun,
        at: Local,
        end: Local,
        body: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit {
        self.count_up_in(f, (at, end), true, &mut |emitter, f, _| body(emitter, f))
    }

    /// The same; if that is not the order in which the interpreter goes through them, the work of all rounds counts beforehand: it may find
    /// what it looks for later.
    fn count_up_in(
        &mut self,
        f: &mut Fun,
        (at, end): (Local, Local),
        ordered: bool,
        body: &mut dyn FnMut(&mut Self, &mut Fun, &mut Rounds) -> Emit,
    ) -> Emit {
        f.block(|f, done| {
            f.get(at).get(end).put(I::I32GeS).jump_if(done);
            f.get(end).get(at).put(I::I32Sub);
            let mut rounds = Self::begin_rounds(f);
            let written = f.repeat(|f, again| {
                if ordered {
                    Self::round(f, &mut rounds);
                }
                body(self, f, &mut rounds)?;
                f.step(at, 1).get(at).get(end).put(I::I32LtS).jump_if(again);
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// The words from a cursor to an end.
    pub(super) fn walk(
        &mut self,
        f: &mut Fun,
        (cursor, end): (Local, Local),
        offset: u32,
        visit: Visit<'_, 'p>,
    ) -> Emit {
        let element = f.local();
        f.block(|f, done| {
            f.get(cursor).get(end).put(I::I32GeU).jump_if(done);
            f.get(end).get(cursor).put(I::I32Sub).number(2).put(I::I32ShrU);
            let mut rounds = Self::begin_rounds(f);
            let written = f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(cursor).load(offset).set(element);
                f.step(cursor, 4);
                visit(self, f, Element { local: element, range: None })?;
                f.get(cursor).get(end).put(I::I32LtU).jump_if(again);
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// Puts a set onto the stack of lists, goes through it, and takes it off.
    fn each_pushed(&mut self, f: &mut Fun, id: NodeId, visit: Visit<'_, 'p>) -> Emit {
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
                self.count_up(f, at, end, &mut |_, f| {
                    Self::push(f, out, at);
                    Ok(())
                })?;
                self.sort_kinds(f, start, std::slice::from_ref(kind));
                Ok(())
            }
            Node::Contents(place, kinds) => {
                let place = self.kept(f, *place)?;
                self.guard_contents(f, place, kinds)?;
                let start = self.here(f);
                for kind in kinds {
                    let (from, to) = self.numbers_of(std::slice::from_ref(kind)).ok_or(Unsupported("a kind"))?;
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
            Node::Each(each) => self.push_each(f, each),
            Node::If(arms, otherwise) => self.choose(f, arms, *otherwise, true),
            Node::Call(definition, arguments) => self.call_definition(f, *definition, arguments, true),
            Node::BuiltIn(BuiltIn::Around, arguments) => {
                let place = arguments.first().copied().ok_or(Unsupported("an argument"))?;
                let place = self.kept(f, place)?;
                let (direction, end, to) = (f.local(), f.local(), f.local());
                f.number(0).set(direction).number(8).set(end);
                self.count_up(f, direction, end, &mut |emitter, f| {
                    emitter.beside(f, place, direction);
                    f.set(to);
                    Self::push_some(f, out, to);
                    Ok(())
                })
            }
            Node::BuiltIn(BuiltIn::Reach, arguments) => {
                let [from, within] = &arguments[..] else { return Err(Unsupported("`reach`")) };
                if self.fixed.places > MOST_ASIDE {
                    return Err(Unsupported("`reach` over so many places"));
                }
                let start = self.pushed(f, *from)?;
                let middle = self.pushed(f, *within)?;
                f.get(start).get(middle).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
                f.get(middle);
                Self::length_from(f, out, middle);
                f.get(start);
                // What was found comes where the two sets were.
                Self::ask(f, Import::Flood);
                f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
                Self::set_global(f, out);
                Ok(())
            }
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
    fn push_all_new(&mut self, f: &mut Fun, out: Global, start: Local, id: NodeId) -> Emit {
        self.each(f, id, Order::Own, &mut |_, f, element| {
            Self::push_new(f, out, start, element.local);
            Ok(())
        })
    }

    fn push_each(&mut self, f: &mut Fun, each: &'p EachCode) -> Emit {
        let start = self.here(f);
        self.aside(|emitter, out| {
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

    fn gather(&mut self, f: &mut Fun, each: &'p EachCode, out: Global, start: Local) -> Emit {
        if each.set {
            return self.push_all_new(f, out, start, each.value);
        }
        let value = self.kept(f, each.value)?;
        f.get(value).number(NONE).put(I::I32Ne);
        f.when(|f| Self::push_new(f, out, start, value));
        Ok(())
    }

    /// Leaves whether a set holds what is in a local.
    pub(super) fn set_holds(&mut self, f: &mut Fun, id: NodeId, element: Local) -> Emit {
        match self.at(id) {
            Node::Span(first, count) => {
                f.get(element).number(*first).put(I::I32Sub).number(*count).put(I::I32LtU);
                Ok(())
            }
            Node::Range(from, to) => {
                let from = self.kept_number(f, *from)?;
                let to = self.kept_number(f, *to)?;
                f.get(from).get(element).put(I::I32LeS).get(element).get(to).put(I::I32LeS).put(I::I32And);
                Ok(())
            }
            Node::Contents(place, kinds) => {
                let place = self.kept(f, *place)?;
                self.guard_contents(f, place, kinds)?;
                self.place_of_local(f, element);
                f.get(place).put(I::I32Eq).get(place).number(NONE).put(I::I32Ne).put(I::I32And);
                Ok(())
            }
            Node::Listed(values) => {
                let found = f.local();
                f.number(0).set(found);
                for value in values {
                    self.value(f, *value)?;
                    f.get(element).put(I::I32Eq).get(found).put(I::I32Or).set(found);
                }
                f.get(found);
                Ok(())
            }
            Node::Union(left, right) => {
                self.set_holds(f, *left, element)?;
                self.set_holds(f, *right, element)?;
                f.put(I::I32Or);
                Ok(())
            }
            _ => {
                let found = f.local();
                f.number(0).set(found);
                let top = self.here(f);
                f.block(|f, end| {
                    self.each(f, id, Order::Any, &mut |_, f, other| {
                        f.get(other.local).get(element).put(I::I32Eq).tee(found).jump_if(end);
                        Ok(())
                    })
                })?;
                f.get(top);
                Self::set_global(f, self.top());
                f.get(found);
                Ok(())
            }
        }
    }

    /// Leaves how many there are. Counting is open to everybody.
    pub(super) fn count_of(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        let count = f.local();
        f.number(0).set(count);
        if let Node::Contents(place, kinds) = self.at(id)
            && let Some(counters) = self.counters_of(kinds)
        {
            f.work += self.looking(kinds);
            let place = self.kept(f, *place)?;
            self.in_range(f, place, self.fixed.places);
            f.when(|f| {
                for counter in counters {
                    f.get(place).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(counter);
                    f.get(count).put(I::I32Add).set(count);
                }
            });
            f.get(count);
            return Ok(());
        }
        let guarded = !matches!(self.at(id), Node::Contents(..));
        if let (Node::Contents(place, kinds), None) = (self.at(id), self.contents_numbers(id)) {
            let place = self.kept(f, *place)?;
            for kind in kinds {
                let (from, to) = self.numbers_of(std::slice::from_ref(kind)).ok_or(Unsupported("a kind"))?;
                self.lying(f, place, from, to, &mut |_, f, _| {
                    f.step(count, 1);
                    Ok(())
                })?;
            }
        } else {
            self.each_of(f, id, Order::Any, guarded, &mut |_, f, _| {
                f.step(count, 1);
                Ok(())
            })?;
        }
        f.get(count);
        Ok(())
    }

    /// How much it takes to look for components of these kinds at a place.
    pub(super) fn looking(&self, kinds: &[KindId]) -> i32 {
        let kinds = kinds.iter().filter_map(|kind| self.program.ground.kinds.get(kind.index()));
        kinds.map(|kind| kind.count / 4 + 1).sum()
    }

    /// Where some kinds are counted, if all of them are.
    fn counters_of(&self, kinds: &[KindId]) -> Option<Vec<u32>> {
        let counter = |kind: &KindId| {
            let counters = self.map.counters.iter();
            counters.filter(|it| !it.by_owner).find(|it| it.kind == *kind).map(|it| it.at)
        };
        kinds.iter().map(counter).collect()
    }

    fn contents_numbers(&self, id: NodeId) -> Option<(i32, i32)> {
        match self.at(id) {
            Node::Contents(_, kinds) => self.numbers_of(kinds),
            _ => None,
        }
    }

    /// Leaves how many of these components lie at a place. Counting is open to everybody.
    pub(super) fn count_on(&mut self, f: &mut Fun, components: NodeId, place: NodeId) -> Emit {
        let inside = self.range(f, place).is_some_and(|(least, most)| least >= 0 && most < self.fixed.places);
        let place = self.kept(f, place)?;
        let count = f.local();
        if let Node::Components(kind, owner) = self.at(components)
            && let Some(counter) =
                self.map.counters.iter().find(|it| it.kind == *kind && it.by_owner == owner.is_some()).cloned()
        {
            return self.counted_on(f, &counter, *owner, (place, inside));
        }
        f.number(0).set(count);
        f.get(place).number(NONE).put(I::I32Ne);
        f.when(|f| {
            self.each(f, components, Order::Any, &mut |emitter, f, element| {
                emitter.place_of_local(f, element.local);
                f.get(place).put(I::I32Eq).get(count).put(I::I32Add).set(count);
                Ok(())
            })
        })?;
        f.get(count);
        Ok(())
    }

    /// Leaves what a counter tells of a place.
    fn counted_on(
        &mut self,
        f: &mut Fun,
        counter: &Counter,
        owner: Option<NodeId>,
        (place, inside): (Local, bool),
    ) -> Emit {
        let ground = self.program.ground.kinds.get(counter.kind.index()).ok_or(Unsupported("a kind"))?;
        let number = f.local();
        let (first_owner, owners) = (i64::from(ground.first_owner), i64::from(ground.owners));
        let owned = owner.is_none_or(|owner| {
            self.range(f, owner)
                .is_some_and(|it| i64::from(it.0) >= first_owner && i64::from(it.1) < first_owner + owners)
        });
        f.work += ground.count / 2;
        if let Some(owner) = owner {
            self.value(f, owner)?;
            f.number(ground.first_owner).put(I::I32Sub).set(number);
        }
        match (inside, owned) {
            (true, true) => {
                f.number(1);
            }
            (true, false) => self.in_range(f, number, ground.owners),
            (false, true) => self.in_range(f, place, self.fixed.places),
            (false, false) => {
                self.in_range(f, place, self.fixed.places);
                self.in_range(f, number, ground.owners);
                f.put(I::I32And);
            }
        }
        let places = self.fixed.places;
        f.either_number(
            |f| {
                f.get(place);
                if owner.is_some() {
                    f.get(number).number(places).put(I::I32Mul).put(I::I32Add);
                }
                f.number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(counter.at);
            },
            |f| {
                f.number(0);
            },
        );
        Ok(())
    }

    /// Leaves the first member of a set; gives up without one.
    pub(super) fn only(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        let found = f.local();
        let top = self.here(f);
        f.block(|f, end| {
            self.each(f, id, Order::Own, &mut |_, f, element| {
                f.get(element.local).set(found).jump(end);
                Ok(())
            })?;
            f.trap();
            Ok(())
        })?;
        f.get(top);
        Self::set_global(f, self.top());
        f.get(found);
        Ok(())
    }

    /// Where the numbers of a kind's components begin and end, of one owner if given.
    fn components(&mut self, f: &mut Fun, kind: KindId, owner: Option<NodeId>) -> Emit<(Local, Local)> {
        let ground = self.program.ground.kinds.get(kind.index()).ok_or(Unsupported("a kind"))?;
        let (first, count, owners, first_owner) = (ground.first, ground.count, ground.owners, ground.first_owner);
        let (at, end) = (f.local(), f.local());
        let Some(owner) = owner else {
            f.number(first).set(at).number(first + count).set(end);
            return Ok((at, end));
        };
        let owner = self.kept(f, owner)?;
        let each = count.checked_div(owners).unwrap_or(0);
        f.number(0).set(at).number(0).set(end);
        let number = f.local();
        f.get(owner).number(first_owner).put(I::I32Sub).tee(number).number(owners).put(I::I32LtU);
        f.when(|f| {
            f.get(number).number(each).put(I::I32Mul).number(first).put(I::I32Add).tee(at);
            f.number(each).put(I::I32Add).set(end);
        });
        Ok((at, end))
    }

    /// The numbers of the components of some kinds, if they follow each other.
    fn numbers_of(&self, kinds: &[KindId]) -> Option<(i32, i32)> {
        let mut all: Option<(i32, i32)> = None;
        for kind in kinds {
            let ground = self.program.ground.kinds.get(kind.index())?;
            let (from, to) = (ground.first, ground.first + ground.count);
            all = match all {
                None => Some((from, to)),
                Some((first, last)) if last == from => Some((first, to)),
                Some(_) => return None,
            };
        }
        all
    }

    /// Whether components of these kinds at one place always stand in order of their numbers: they lie in no pile, and no two are the same.
    pub(super) fn stands_by_number(&self, kinds: &[KindId]) -> bool {
        let Some((from, to)) = self.numbers_of(kinds) else { return false };
        let places = self.program.ground.places.iter();
        let piled =
            places.filter(|place| place.ordered).any(|place| kinds.iter().any(|kind| place.kinds.contains(kind)));
        let components = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        let components = components.and_then(|(from, to)| self.program.ground.components.get(from..to));
        !piled && components.is_some_and(|all| all.windows(2).all(|pair| matches!(pair, [a, b] if a.rank < b.rank)))
    }

    fn guard_contents(&mut self, f: &mut Fun, place: Local, kinds: &[KindId]) -> Emit {
        if self.is_open_everywhere(kinds) {
            return Ok(());
        }
        self.guard(f, |emitter, f| {
            f.get(BASE).get(place);
            emitter.call(f, Function::PlaceSeen);
            Ok(())
        })
    }

    /// Leaves the top or bottom of a pile, or none.
    pub(super) fn end_of_pile(&mut self, f: &mut Fun, of: NodeId, top: bool) -> Emit {
        let place = self.kept(f, of)?;
        let piled: Vec<KindId> = (0..self.program.ground.kinds.len()).map(KindId::from).collect();
        if !self.is_open_everywhere(&piled) {
            self.guard(f, |emitter, f| {
                f.get(BASE).get(place);
                emitter.call(f, if top { Function::TopSeen } else { Function::PlaceSeen });
                Ok(())
            })?;
        }
        let (found, best, height) = (f.local(), f.local(), f.local());
        f.number(NONE).set(found).number(if top { i32::MIN } else { i32::MAX }).set(best);
        f.get(place).number(NONE).put(I::I32Ne);
        f.when(|f| {
            for kind in piled {
                let Some((from, to)) = self.numbers_of(&[kind]) else { continue };
                let heights = self.program.layout.heights.get(kind.index()).copied().flatten();
                self.lying(f, place, from, to, &mut |_, f, element| {
                    match heights {
                        Some(first) => {
                            f.get(element.local).number(from).put(I::I32Sub).number(2).put(I::I32Shl);
                            f.get(BASE).put(I::I32Add).load(first * 4);
                        }
                        None => {
                            f.number(0);
                        }
                    }
                    // Of equal ones the last is the top and the first the bottom.
                    f.tee(height).get(best).put(if top { I::I32GeS } else { I::I32LtS });
                    f.when(|f| {
                        f.get(height).set(best).get(element.local).set(found);
                    });
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        f.get(found);
        Ok(())
    }
}
