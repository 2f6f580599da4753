//! Effects that move components.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{ListCode, MoveCode, MoveWhat, Node, NodeId, PlaceCode};
use wasm_encoder::Instruction as I;

use super::lying::MOST_AT_ONCE;
use super::work::{NODE, ROUND};
use super::{Emit, Emitter, Fun, Local, by_number};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    /// One effect that moves components, all at once.
    pub(super) fn move_components(&mut self, f: &mut Fun, code: &'p MoveCode) -> Emit {
        let list = code.list.as_ref();
        match &code.what {
            MoveWhat::One(what, to) => {
                let component = self.kept_number(f, *what)?;
                let place = self.kept_number(f, to.place)?;
                self.begin_watched(f, list);
                let sure = self.surely_moved(f, *what, to);
                self.relocate_one(f, (component, sure), place, to.beneath, list);
                Ok(())
            }
            MoveWhat::Set(what, to) => {
                let start = self.pushed(f, *what)?;
                let place = self.kept_number(f, to.place)?;
                self.begin_watched(f, list);
                self.move_listed(f, start, place, to, list, None)
            }
            MoveWhat::Swap(one, other) => {
                let (one, other) = (self.kept_number(f, *one)?, self.kept_number(f, *other)?);
                let (first, second) = (f.local(), f.local());
                // Both places are known before anything moves.
                self.place_of_local(f, other);
                f.set(first);
                self.place_of_local(f, one);
                f.set(second);
                self.begin_watched(f, list);
                self.relocate_one(f, (one, None), first, false, list);
                self.relocate_one(f, (other, None), second, false, list);
                Ok(())
            }
            MoveWhat::All(from, to) if by_number::serves(self, *from) => by_number::all(self, f, *from, to),
            MoveWhat::All(from, to) => self.move_all(f, *from, to, list),
            MoveWhat::Each(selection, to) => {
                let start = self.selection(f, selection)?;
                let width = selection.binders.len();
                let (cursor, end, pairs) = (f.local(), f.local(), f.local());
                f.get(start).set(cursor);
                Self::global(f, self.top()).tee(end).set(pairs);
                // All places are worked out before anything moves.
                let out = self.top();
                self.rows(f, (cursor, end), width, &mut |emitter, f, row| {
                    for (binder, value) in selection.binders.iter().zip(row) {
                        emitter.bind(f, binder.local, *value, None);
                    }
                    let place = emitter.kept_number(f, *to)?;
                    let component = row.first().copied().ok_or(Unsupported::new("an empty tuple"))?;
                    Self::push(f, out, component);
                    Self::push(f, out, place);
                    Ok(())
                })?;
                self.begin_watched(f, list);
                Self::global(f, out).set(end);
                self.rows(f, (pairs, end), 2, &mut |emitter, f, row| {
                    if let [component, place] = row {
                        emitter.relocate_one(f, (*component, None), *place, false, list);
                    }
                    Ok(())
                })?;
                f.get(start);
                Self::set_global(f, out);
                Ok(())
            }
            MoveWhat::Some(amount, components, from, to) => {
                if let (true, Node::Components(kind, owner)) =
                    (by_number::serves(self, *components), self.at(*components))
                {
                    return by_number::some(self, f, *amount, (*kind, *owner), (*from, to));
                }
                let all = amount.is_none();
                let amount = match amount {
                    Some(amount) => self.kept_number(f, *amount)?,
                    None => {
                        let every = f.local();
                        f.number(i32::MAX).set(every);
                        every
                    }
                };
                let from = self.kept_number(f, *from)?;
                // What goes as a whole keeps the order of a pile.
                let turned = all && self.fixed.piles && !to.beneath;
                if !turned && let Node::Components(kind, owner) = self.at(*components) {
                    return self.move_some_at(f, (amount, from), (*kind, *owner), to, list);
                }
                let start = self.pushed(f, *components)?;
                let place = self.kept_number(f, to.place)?;
                let (cursor, end) = (f.local(), f.local());
                f.get(start).set(cursor);
                Self::global(f, self.top()).set(end);
                let chosen = f.local();
                f.get(end).set(chosen);
                let out = self.top();
                // Those at the place are picked before any of them moves.
                self.walk(f, (cursor, end), 0, &mut |emitter, f, element| {
                    emitter.place_of_local(f, element.local);
                    f.get(from).put(I::I32Eq).get(amount).number(0).put(I::I32GtS).put(I::I32And);
                    f.when(|f| {
                        f.step(amount, -1);
                        Self::push(f, out, element.local);
                    });
                    Ok(())
                })?;
                self.begin_watched(f, list);
                if turned {
                    self.is_ordered(f, from);
                    f.when(|f| self.turn_round(f, chosen));
                }
                self.move_listed(f, chosen, place, to, list, None)?;
                f.get(start);
                Self::set_global(f, out);
                Ok(())
            }
        }
    }

    /// The first so many of a kind at a place: those elsewhere need not be put in order.
    pub(super) fn move_some_at(
        &mut self,
        f: &mut Fun,
        (amount, from): (Local, Local),
        (kind, owner): (KindId, Option<NodeId>),
        to: &'p PlaceCode,
        list: Option<&'p ListCode>,
    ) -> Emit {
        if let Some(each) = self.alike_of_an_owner(kind, owner) {
            return self.move_some_alike(f, (amount, from), (kind, owner, each), to, list);
        }
        let start = self.here(f);
        let out = self.top();
        let so = self.stands_so(&[kind]);
        // They are listed even if none is wanted.
        f.work += NODE + 4 * self.looking(&[kind]);
        f.block(|f, enough| {
            if so {
                f.get(amount).number(0).put(I::I32LeS).jump_if(enough);
            }
            self.owned_at_place(f, kind, owner, from, &mut |_, f, element| {
                Self::push(f, out, element.local);
                if so {
                    f.step(amount, -1).get(amount).put(I::I32Eqz).jump_if(enough);
                }
                Ok(())
            })
        })?;
        if !so {
            self.sort_kinds(f, start, &[kind]);
        }
        let place = self.kept_number(f, to.place)?;
        if !so {
            // No more than there are, and none below 0.
            let count = f.local();
            Self::length_from(f, out, start);
            f.set(count);
            f.get(amount).number(0).get(amount).number(0).put(I::I32GtS).put(I::Select).set(amount);
            f.get(amount).get(count).get(amount).get(count).put(I::I32LtS).put(I::Select);
            f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
            Self::set_global(f, out);
        }
        self.begin_watched(f, list);
        let sure = self.fits_surely(f, &[kind], to);
        self.move_listed(f, start, place, to, list, sure)
    }

    /// How many components of a kind, of one owner if given, there are, if they are so few that one word has a bit for each and only names
    /// that hold them tell them apart.
    fn alike_of_an_owner(&self, kind: KindId, owner: Option<NodeId>) -> Option<i32> {
        let ground = self.program.ground.kinds.get(kind.index())?;
        let owners = if owner.is_some() { ground.owners.max(1) } else { 1 };
        let each = ground.count / owners;
        let first = usize::try_from(ground.first).ok()?;
        let all = self.program.ground.components.get(first..first + usize::try_from(ground.count).ok()?)?;
        let alike = all
            .chunks(usize::try_from(each).ok()?.max(1))
            .all(|some| some.iter().all(|it| Some(it.rank) == some.first().map(|first| first.rank)));
        (alike && (1..=MOST_AT_ONCE).contains(&each) && self.is_plain(&[kind])).then_some(each)
    }

    /// The first so many of components that are alike: those that no name holds first.
    fn move_some_alike(
        &mut self,
        f: &mut Fun,
        (amount, from): (Local, Local),
        (kind, owner, each): (KindId, Option<NodeId>, i32),
        to: &'p PlaceCode,
        list: Option<&'p ListCode>,
    ) -> Emit {
        f.work += NODE + 5 * self.looking(&[kind]) + ROUND * each;
        let sure = self.fits_surely(f, &[kind], to);
        let (at, end) = self.components(f, kind, owner)?;
        let free = self.lying_in(f, from, (at, end), each);
        let held = f.wide();
        f.put(I::I64Const(0)).set(held);
        if self.may_hold() {
            f.get(free).get(free).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).put(I::I64Eqz).put(I::I32Eqz);
            f.when(|f| self.held_among(f, (free, held), at));
        }
        let place = self.kept_number(f, to.place)?;
        self.begin_watched(f, list);
        let component = f.local();
        // All are picked before any of them moves.
        f.block(|f, enough| {
            f.repeat(|f, again| {
                f.get(amount).number(0).put(I::I32LeS).jump_if(enough);
                f.get(free).put(I::I64Eqz);
                f.when(|f| {
                    f.get(held).put(I::I64Eqz).jump_if(enough);
                    f.get(held).set(free).put(I::I64Const(0)).set(held);
                });
                Self::first_of(f, free, at, component);
                self.relocate_one(f, (component, sure), place, to.beneath, list);
                f.step(amount, -1).jump(again);
            });
        });
        Ok(())
    }

    pub(super) fn begin_watched(&self, f: &mut Fun, list: Option<&'p ListCode>) {
        if let Some(list) = list {
            self.begin_list(f, list);
        }
    }

    /// Moves what lies on the stack of lists from `start` on, and takes it off.
    pub(super) fn move_listed(
        &mut self,
        f: &mut Fun,
        start: Local,
        place: Local,
        to: &'p PlaceCode,
        list: Option<&'p ListCode>,
        sure: Option<KindId>,
    ) -> Emit {
        let (cursor, end) = (f.local(), f.local());
        f.get(start).set(cursor);
        Self::global(f, self.top()).set(end);
        self.walk(f, (cursor, end), 0, &mut |emitter, f, element| {
            emitter.relocate_one(f, (element.local, sure), place, to.beneath, list);
            Ok(())
        })?;
        f.get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    /// A pile is moved bottom first, so that it keeps its order; beneath another it is moved top first for the same reason.
    pub(super) fn move_all(
        &mut self,
        f: &mut Fun,
        from: NodeId,
        to: &'p PlaceCode,
        list: Option<&'p ListCode>,
    ) -> Emit {
        if let Node::Contents(place, _) = self.at(from) {
            self.a_number(f, *place)?;
            f.put(I::Drop);
        }
        if self.moves_by_number(from, to) {
            return self.move_all_lying(f, from, to, list);
        }
        let reader = self.unguarded(f);
        let start = self.pushed(f, from)?;
        self.guarded_again(f, reader);
        let place = self.kept_number(f, to.place)?;
        self.begin_watched(f, list);
        if !to.beneath && self.fixed.piles {
            let (first, lies) = (f.local(), f.local());
            Self::global(f, self.top()).get(start).put(I::I32GtU);
            f.when(|f| {
                f.get(start).load(0).set(first);
                self.place_of_local(f, first);
                f.set(lies);
                self.is_ordered(f, lies);
                f.when(|f| self.turn_round(f, start));
            });
        }
        self.move_listed(f, start, place, to, list, None)
    }

    /// Whether what lies at a place can be moved one by one as it is found: it stands by number and never lies in a pile.
    fn moves_by_number(&self, from: NodeId, to: &PlaceCode) -> bool {
        let Node::Contents(_, kinds) = self.at(from) else { return false };
        let few =
            |kind: &KindId| self.program.ground.kinds.get(kind.index()).is_some_and(|it| it.count <= MOST_AT_ONCE);
        !to.beneath && self.stands_so(kinds) && self.is_plain(kinds) && kinds.iter().all(few)
    }

    /// Moves all components of few plain kinds that lie at a place.
    fn move_all_lying(&mut self, f: &mut Fun, from: NodeId, to: &'p PlaceCode, list: Option<&'p ListCode>) -> Emit {
        let Node::Contents(from, kinds) = self.at(from) else { return Ok(()) };
        let from = self.kept_number(f, *from)?;
        let mut found = Vec::new();
        for kind in kinds {
            f.work += NODE + 2 * self.looking(&[*kind]);
            let (at, end) = self.components(f, *kind, None)?;
            let count = self.program.ground.kinds.get(kind.index()).map_or(0, |it| it.count);
            found.push((*kind, at, self.lying_in(f, from, (at, end), count), count));
        }
        let place = self.kept_number(f, to.place)?;
        self.begin_watched(f, list);
        for (kind, at, bits, count) in found {
            let sure = self.fits_surely(f, &[kind], to);
            let component = f.local();
            f.block(|f, done| {
                f.get(bits).put(I::I64Eqz).jump_if(done);
                f.number(count);
                let mut rounds = Self::begin_rounds(f, Some(count));
                f.repeat(|f, again| {
                    Self::round(f, &mut rounds);
                    Self::first_of(f, bits, at, component);
                    self.relocate_one(f, (component, sure), place, to.beneath, list);
                    f.get(bits).put(I::I64Eqz).put(I::I32Eqz).jump_if(again);
                });
                Self::end_rounds(f, rounds);
            });
        }
        Ok(())
    }

    pub(super) fn turn_round(&self, f: &mut Fun, start: Local) {
        let (low, high, kept) = (f.local(), f.local(), f.local());
        f.get(start).set(low);
        Self::global(f, self.top()).number(4).put(I::I32Sub).set(high);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(low).get(high).put(I::I32GeU).jump_if(done);
                f.get(low).load(0).set(kept);
                f.get(low).get(high).load(0).store(0);
                f.get(high).get(kept).store(0);
                f.step(low, 4).step(high, -4).jump(again);
            });
        });
    }
}
