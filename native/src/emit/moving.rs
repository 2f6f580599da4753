//! Effects that move components.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{ListCode, MoveCode, MoveWhat, Node, NodeId, PlaceCode};
use wasm_encoder::Instruction as I;

use super::lying::MOST_AT_ONCE;
use super::work::NODE;
use super::{BASE, Emit, Emitter, Fun, Function, Import, Local};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    /// Puts a component somewhere and leaves whether it is elsewhere now: component, place, whether beneath.
    pub(super) fn relocate(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(4);
        let (component, to, beneath) = (1, 2, 3);
        let (kind, from) = (f.local(), f.local());
        f.get(component).number(self.fixed.components).put(I::I32GeU);
        f.get(to).number(self.fixed.places).put(I::I32GeU).put(I::I32Or).trap_if();
        f.get(component).number(2).put(I::I32Shl).load(self.fixed.kind).set(kind);
        f.get(kind).number(self.fixed.places).put(I::I32Mul).get(to).put(I::I32Add).load_byte(self.fixed.fits);
        f.put(I::I32Eqz).trap_if();
        self.lies_at(&mut f, component);
        f.set(from);
        if self.fixed.piles {
            // Those of both piles are looked for.
            f.work += self.fixed.components / 2;
            f.get(from).get(to).put(I::I32Eq);
            f.when(|f| {
                f.get(beneath);
                self.is_ordered(f, to);
                f.put(I::I32And).put(I::I32Eqz);
                f.when(|f| {
                    f.number(0).put(I::Return);
                });
            });
            self.is_ordered(&mut f, from);
            f.when(|f| {
                f.get(BASE).get(component).get(from);
                Self::ask(f, Import::Lift);
                f.put(I::Drop);
            });
            self.is_ordered(&mut f, to);
            f.either(
                |f| {
                    f.get(BASE).get(component).get(to).get(beneath);
                    Self::ask(f, Import::Put);
                    f.put(I::Drop);
                },
                |f| self.lay(f, component, to),
            );
        } else {
            self.lay(&mut f, component, to);
        }
        self.count_move(&mut f, component, from, to);
        f.get(from).get(to).put(I::I32Ne);
        Ok(f)
    }

    /// Counts that a component went from place to place.
    pub(super) fn count_move(&self, f: &mut Fun, component: Local, from: Local, to: Local) {
        let at = f.local();
        for (by_owner, table) in [false, true].into_iter().zip(self.fixed.counted) {
            if !self.map.counters.iter().any(|counter| counter.by_owner == by_owner) {
                continue;
            }
            f.get(component).number(2).put(I::I32Shl).load(table).tee(at);
            f.when(|f| {
                f.get(at).get(BASE).put(I::I32Add).set(at);
                for (place, change) in [(from, -1), (to, 1)] {
                    let cell = f.local();
                    if self.map.counter == 0 {
                        f.get(place).get(at).put(I::I32Add).tee(cell);
                        f.get(cell).load_byte(0).number(change).put(I::I32Add).store_byte(0);
                    } else {
                        f.get(place).number(2).put(I::I32Shl).get(at).put(I::I32Add).tee(cell);
                        f.get(cell).load(0).number(change).put(I::I32Add).store(0);
                    }
                }
            });
        }
    }

    /// Moves one component and keeps that it moved, if somebody watches.
    pub(super) fn relocate_one(
        &mut self,
        f: &mut Fun,
        component: Local,
        to: Local,
        beneath: bool,
        list: Option<&'p ListCode>,
    ) {
        let from = f.local();
        if list.is_some() {
            self.place_of_local(f, component);
            f.set(from);
        }
        f.get(BASE).get(component).get(to).number(i32::from(beneath));
        self.call(f, Function::Relocate);
        match list {
            Some(list) => f.when(|f| self.push_row(f, list, &[component, from, to])),
            None => {
                f.put(I::Drop);
            }
        }
    }

    /// One effect that moves components, all at once.
    pub(super) fn move_components(&mut self, f: &mut Fun, code: &'p MoveCode) -> Emit {
        let list = code.list.as_ref();
        match &code.what {
            MoveWhat::One(what, to) => {
                let component = self.kept_number(f, *what)?;
                let place = self.kept_number(f, to.place)?;
                self.begin_watched(f, list);
                self.relocate_one(f, component, place, to.beneath, list);
                Ok(())
            }
            MoveWhat::Set(what, to) => {
                let start = self.pushed(f, *what)?;
                let place = self.kept_number(f, to.place)?;
                self.begin_watched(f, list);
                self.move_listed(f, start, place, to, list)
            }
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
                    let component = row.first().copied().ok_or(Unsupported("an empty tuple"))?;
                    Self::push(f, out, component);
                    Self::push(f, out, place);
                    Ok(())
                })?;
                self.begin_watched(f, list);
                Self::global(f, out).set(end);
                self.rows(f, (pairs, end), 2, &mut |emitter, f, row| {
                    if let [component, place] = row {
                        emitter.relocate_one(f, *component, *place, false, list);
                    }
                    Ok(())
                })?;
                f.get(start);
                Self::set_global(f, out);
                Ok(())
            }
            MoveWhat::Some(amount, components, from, to) => {
                let amount = self.kept_number(f, *amount)?;
                let from = self.kept_number(f, *from)?;
                if let Node::Components(kind, owner) = self.at(*components) {
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
                self.move_listed(f, chosen, place, to, list)?;
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
        self.move_listed(f, start, place, to, list)
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
        f.work += NODE + 5 * self.looking(&[kind]);
        let start = self.here(f);
        let out = self.top();
        let (at, end) = self.components(f, kind, owner)?;
        let component = f.local();
        f.block(|f, none| {
            f.get(at).get(end).put(I::I32GeS).jump_if(none);
            let free = self.lying_in(f, from, (at, end), each);
            let held = f.wide();
            f.put(I::I64Const(0)).set(held);
            if !self.program.holders.is_empty() {
                f.get(free).get(free).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).put(I::I64Eqz).put(I::I32Eqz);
                f.when(|f| self.held_among(f, (free, held), at));
            }
            f.block(|f, enough| {
                f.repeat(|f, again| {
                    f.get(amount).number(0).put(I::I32LeS).jump_if(enough);
                    f.get(free).put(I::I64Eqz);
                    f.when(|f| {
                        f.get(held).put(I::I64Eqz).jump_if(enough);
                        f.get(held).set(free).put(I::I64Const(0)).set(held);
                    });
                    Self::first_of(f, free, at, component);
                    Self::push(f, out, component);
                    f.step(amount, -1).jump(again);
                });
            });
        });
        let place = self.kept_number(f, to.place)?;
        self.begin_watched(f, list);
        self.move_listed(f, start, place, to, list)
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
    ) -> Emit {
        let (cursor, end) = (f.local(), f.local());
        f.get(start).set(cursor);
        Self::global(f, self.top()).set(end);
        self.walk(f, (cursor, end), 0, &mut |emitter, f, element| {
            emitter.relocate_one(f, element.local, place, to.beneath, list);
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
        self.move_listed(f, start, place, to, list)
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
