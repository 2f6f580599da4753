//! Sets: gone through as they are worked out where their order does not matter or is known, else put onto the stack of lists first.

use rulehound_interpreter::model::BuiltIn;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Node, NodeId};
use wasm_encoder::Instruction as I;

use super::bits::among;
use super::work::{NODE, ROUND, Rounds};
use super::{BASE, Emit, Emitter, Fun, Local, around};
use crate::Unsupported;

/// The most numbers of a range.
pub const MOST: i32 = 4_096;

/// The most numbers of a range.
const RANGE: i64 = rulehound_interpreter::limits::RANGE as i64;

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
    pub(super) fn each_of(
        &mut self,
        f: &mut Fun,
        id: NodeId,
        order: Order,
        guarded: bool,
        visit: Visit<'_, 'p>,
    ) -> Emit {
        f.work += NODE + self.listing(id);
        if let Some(elements) = self.few_known(id) {
            return self.each_known(f, &elements, visit);
        }
        match self.at(id) {
            Node::Span(first, count) => {
                let (at, end) = (f.local(), f.local());
                f.number(*first).set(at).number(first.saturating_add(*count)).set(end);
                let range = Some((*first, first.saturating_add(*count) - 1));
                self.count_up(f, (at, end, Some(*count)), &mut |emitter, f| {
                    visit(emitter, f, Element { local: at, range })
                })
            }
            Node::Range(from, to) if self.known(*from).is_some() && self.known(*to).is_some() => {
                let (first, last) = (self.known(*from).unwrap_or(0), self.known(*to).unwrap_or(-1));
                if i64::from(last) - i64::from(first) >= RANGE {
                    return Err(Unsupported::new("a range so long"));
                }
                let (at, end) = (f.local(), f.local());
                f.number(first).set(at).number(last + 1).set(end);
                let range = Some((first, last));
                self.count_up(f, (at, end, Some((last - first + 1).max(0))), &mut |emitter, f| {
                    visit(emitter, f, Element { local: at, range })
                })
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
                self.count_up(f, (cursor, end, i32::try_from(words.len()).ok()), &mut |emitter, f| {
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
                f.put(I::I64Const(RANGE)).put(I::I64GeS).trap_if();
                let end = f.local();
                f.get(last).number(1).put(I::I32Add).set(end);
                self.count_up(f, (at, end, None), &mut |emitter, f| {
                    visit(emitter, f, Element { local: at, range: None })
                })
            }
            Node::LoadSet(at) => {
                if *at >= self.map.size {
                    return Err(Unsupported::new("a set in a name from elsewhere"));
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
                self.count_up(f, (at, end, Some(code.size)), &mut |emitter, f| {
                    visit(emitter, f, Element { local: at, range: None })
                })
            }
            Node::Components(kind, owner) if order == Order::Any => {
                let (at, end) = self.components(f, *kind, *owner)?;
                let range = Some((0, self.fixed.components - 1));
                let most = self.program.ground.kinds.get(kind.index()).map(|kind| kind.count);
                self.count_up_in(f, (at, end, most), false, &mut |emitter, f, _| {
                    visit(emitter, f, Element { local: at, range })
                })
            }
            Node::Contents(place, kinds) => match self.numbers_of(kinds) {
                Some((from, to)) if order == Order::Any || self.stands_by_number(kinds) => {
                    let (id, place) = (*place, self.kept(f, *place)?);
                    if guarded {
                        self.guard_contents(f, (id, place), kinds)?;
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
            | Node::Each(_)
            | Node::Reach(_)
            | Node::Flood(..) => self.each_pushed(f, id, visit),
            Node::BuiltIn(BuiltIn::Around, arguments) => around::each(self, f, arguments, visit),
            // What is no set is one value, or none.
            _ => self.one_or_nothing(f, id, visit),
        }
    }

    pub(super) fn one_or_nothing(&mut self, f: &mut Fun, id: NodeId, visit: Visit<'_, 'p>) -> Emit {
        f.work += ROUND;
        let value = self.kept(f, id)?;
        f.get(value).number(NONE).put(I::I32Ne);
        f.when(|f| visit(self, f, Element { local: value, range: None }))
    }

    /// From a number to below another; how many they are at most, if that is known.
    pub(super) fn count_up(
        &mut self,
        f: &mut Fun,
        span: (Local, Local, Option<i32>),
        body: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit {
        self.count_up_in(f, span, true, &mut |emitter, f, _| body(emitter, f))
    }

    /// The same; if that is not the order in which the interpreter goes through them, the work of all rounds counts beforehand: it may find
    /// what it looks for later.
    pub(super) fn count_up_in(
        &mut self,
        f: &mut Fun,
        (at, end, most): (Local, Local, Option<i32>),
        ordered: bool,
        body: &mut dyn FnMut(&mut Self, &mut Fun, &mut Rounds) -> Emit,
    ) -> Emit {
        f.block(|f, done| {
            f.get(at).get(end).put(I::I32GeS).jump_if(done);
            f.get(end).get(at).put(I::I32Sub);
            let mut rounds = Self::begin_rounds(f, most);
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
            let mut rounds = Self::begin_rounds(f, None);
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
                let (id, place) = (*place, self.kept(f, *place)?);
                self.guard_contents(f, (id, place), kinds)?;
                self.place_of_local(f, element);
                f.get(place).put(I::I32Eq).get(place).number(NONE).put(I::I32Ne).put(I::I32And);
                Ok(())
            }
            Node::BuiltIn(BuiltIn::Around, arguments) => around::holds(self, f, arguments, element),
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
            Node::Call(..) | Node::Each(_) if among::holds(self, f, id, element)? => Ok(()),
            _ => {
                let found = f.local();
                f.number(0).set(found);
                self.swept(f, |emitter, f| {
                    f.block(|f, end| {
                        emitter.each(f, id, Order::Any, &mut |_, f, other| {
                            f.get(other.local).get(element).put(I::I32Eq).tee(found).jump_if(end);
                            Ok(())
                        })
                    })
                })?;
                f.get(found);
                Ok(())
            }
        }
    }

    /// Leaves the first member of a set; gives up without one.
    pub(super) fn only(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        let found = f.local();
        self.swept(f, |emitter, f| {
            f.block(|f, end| {
                emitter.each(f, id, Order::Own, &mut |_, f, element| {
                    f.get(element.local).set(found).jump(end);
                    Ok(())
                })?;
                f.trap();
                Ok(())
            })
        })?;
        f.get(found);
        Ok(())
    }
}
