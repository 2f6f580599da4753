//! Components by kind and by place.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{KindGround, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::lying::MOST_AT_ONCE;
use super::set::{Element, Visit};
use super::{BASE, Emit, Emitter, Fun, Function, Local};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    /// The components of these kinds at a place, by number.
    pub(super) fn lying(&mut self, f: &mut Fun, place: Local, from: i32, to: i32, visit: Visit<'_, 'p>) -> Emit {
        let (at, end) = (f.local(), f.local());
        f.number(from).set(at).number(to).set(end);
        let counted = self.counted(from, to);
        let kinds: Vec<KindId> = self.kinds_between(from, to).map(|(kind, _)| KindId::from(kind)).collect();
        let ordered = self.stands_by_number(&kinds);
        // Looking takes as long wherever they lie.
        f.work += self.looking(&kinds);
        self.lying_between(f, place, (at, end), (from, to), (counted, ordered), visit)
    }

    /// The kinds whose components have these numbers.
    pub(super) fn kinds_between(&self, from: i32, to: i32) -> impl Iterator<Item = (usize, &'p KindGround)> {
        let kinds = self.program.ground.kinds.iter().enumerate();
        kinds.filter(move |(_, kind)| kind.first >= from && kind.first < to && kind.count > 0)
    }

    /// What counts the components with these numbers, each kind for itself.
    pub(super) fn counted(&self, from: i32, to: i32) -> Option<Vec<u32>> {
        let counter = |kind: usize| {
            let counters = self.map.counters.iter();
            counters.filter(|it| !it.by_owner).find(|it| it.kind.index() == kind).map(|it| it.at)
        };
        self.kinds_between(from, to).map(|(kind, _)| counter(kind)).collect()
    }

    /// Those from number to number, which may be the order in which they stand. Where they are counted the search ends with the last.
    pub(super) fn lying_between(
        &mut self,
        f: &mut Fun,
        place: Local,
        (at, end): (Local, Local),
        (from, to): (i32, i32),
        (counted, ordered): (Option<Vec<u32>>, bool),
        visit: Visit<'_, 'p>,
    ) -> Emit {
        // Nothing lies at none: components always lie somewhere.
        let element = Element { local: f.local(), range: Some((from, to - 1)) };
        if self.map.lies.is_some() && to - from <= MOST_AT_ONCE {
            let found = self.lying_in(f, place, (at, end), to - from);
            return self.each_found(f, (found, at), (to - from, ordered), element, visit);
        }
        let left = f.local();
        f.block(|f, done| {
            f.get(at).get(end).put(I::I32GeS).jump_if(done);
            if let Some(counters) = &counted {
                f.number(0).set(left);
                self.in_range(f, place, self.fixed.places);
                f.when(|f| {
                    for counter in counters {
                        self.counter(f, place, *counter);
                        f.get(left).put(I::I32Add).set(left);
                    }
                });
                f.get(left).number(0).put(I::I32LeS).jump_if(done).get(left);
            } else {
                f.get(end).get(at).put(I::I32Sub);
            }
            let mut rounds = Self::begin_rounds(f, Some(to - from));
            let written = f.repeat(|f, further| {
                let found = self.lying_in(f, place, (at, end), to - from);
                f.block(|f, looked| {
                    f.repeat(|f, again| {
                        f.get(found).put(I::I64Eqz).jump_if(looked);
                        Self::first_of(f, found, at, element.local);
                        if ordered {
                            Self::round(f, &mut rounds);
                        }
                        visit(self, f, element)?;
                        if counted.is_some() {
                            f.step(left, -1).get(left).put(I::I32Eqz).jump_if(done);
                        }
                        f.jump(again);
                        Ok::<_, Unsupported>(())
                    })
                })?;
                if to - from > MOST_AT_ONCE {
                    f.step(at, MOST_AT_ONCE).get(at).get(end).put(I::I32LtS).jump_if(further);
                }
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// Goes through components that were found, as bits of those from `at` on, which may be the order in which they stand.
    pub(super) fn each_found(
        &mut self,
        f: &mut Fun,
        (found, at): (Local, Local),
        (most, ordered): (i32, bool),
        element: Element,
        visit: Visit<'_, 'p>,
    ) -> Emit {
        f.block(|f, done| {
            f.get(found).put(I::I64Eqz).jump_if(done);
            f.get(found).put(I::I64Popcnt).put(I::I32WrapI64);
            let mut rounds = Self::begin_rounds(f, Some(most));
            let written = f.repeat(|f, again| {
                Self::first_of(f, found, at, element.local);
                if ordered {
                    Self::round(f, &mut rounds);
                }
                visit(self, f, element)?;
                f.get(found).put(I::I64Eqz).put(I::I32Eqz).jump_if(again);
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
        let numbers = self.numbers_of(&[kind]).ok_or(Unsupported::new("a kind"))?;
        self.lying_between(f, place, (at, end), numbers, (None, false), visit)
    }

    /// The components of one kind at a place.
    pub(super) fn at_place(&mut self, f: &mut Fun, kind: KindId, place: Local, visit: Visit<'_, 'p>) -> Emit {
        let (from, to) = self.numbers_of(&[kind]).ok_or(Unsupported::new("a kind"))?;
        self.lying(f, place, from, to, visit)
    }

    pub(super) fn contents_numbers(&self, id: NodeId) -> Option<(i32, i32)> {
        match self.at(id) {
            Node::Contents(_, kinds) => self.numbers_of(kinds),
            _ => None,
        }
    }

    /// Where the numbers of a kind's components begin and end, of one owner if given.
    pub(super) fn components(&mut self, f: &mut Fun, kind: KindId, owner: Option<NodeId>) -> Emit<(Local, Local)> {
        let ground = self.program.ground.kinds.get(kind.index()).ok_or(Unsupported::new("a kind"))?;
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
    pub(super) fn numbers_of(&self, kinds: &[KindId]) -> Option<(i32, i32)> {
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

    /// All kinds of components.
    pub(super) fn all_kinds(&self) -> Vec<KindId> {
        (0..self.program.ground.kinds.len()).map(KindId::from).collect()
    }

    /// Gives up if the reader does not see what lies at a place, which is kept in a local.
    pub(super) fn guard_contents(&mut self, f: &mut Fun, (id, place): (NodeId, Local), kinds: &[KindId]) -> Emit {
        if self.is_open_everywhere(kinds) || self.is_open_there(f, id) {
            return Ok(());
        }
        self.guard(f, |emitter, f| {
            f.get(BASE).get(place);
            emitter.call(f, Function::PlaceSeen);
            Ok(())
        })
    }

    /// Whether everybody always sees what lies wherever this place may be.
    fn is_open_there(&self, f: &Fun, place: NodeId) -> bool {
        let Some((first, last)) = self.range(f, place) else { return false };
        let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else { return false };
        let places = self.program.ground.places.get(first..=last);
        places.is_some_and(|places| places.iter().all(|place| place.open))
    }

    /// Leaves the top or bottom of a pile, or none.
    pub(super) fn end_of_pile(&mut self, f: &mut Fun, of: NodeId, top: bool) -> Emit {
        let place = self.kept(f, of)?;
        let piled = self.all_kinds();
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
        if !self.is_open_everywhere(&self.all_kinds()) {
            self.guard(f, |emitter, f| {
                f.get(BASE).get(place);
                emitter.call(f, if top { Function::TopSeen } else { Function::PlaceSeen });
                // That nothing lies there everybody sees.
                f.get(found).number(NONE).put(I::I32Eq).put(I::I32Or);
                Ok(())
            })?;
        }
        f.get(found);
        Ok(())
    }
}
