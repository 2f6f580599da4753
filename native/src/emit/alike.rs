//! Components that are alike: which of them names hold, in which order they stand, which are offered, and in which places they lie when
//! numbers must not matter.
//!
//! What is held is marked by the number of the look at it, so nothing must be wiped out between looks. What is rare, piles and features that
//! change, is asked of the host.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{ALONE, Holder, ListCode};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Function, Import, Local};
use crate::Unsupported;
use crate::map::{LAST_LOOK, LOOK};

/// More elements than these are sorted by the host.
const FEW: i32 = 32;

impl Emitter<'_> {
    /// Whether components of these kinds stand by place, then by number but for those that names hold: they lie in no pile, nothing of them
    /// changes, and their numbers go by owner and print.
    pub(super) fn is_plain(&self, kinds: &[KindId]) -> bool {
        let ground = &self.program.ground;
        let of_kinds = || ground.components.iter().filter(|it| kinds.contains(&it.kind));
        kinds.is_sorted()
            && of_kinds().all(|it| it.height.is_none())
            && of_kinds().is_sorted_by_key(|it| it.rank)
            && kinds.iter().all(|kind| ground.kinds.get(kind.index()).is_some_and(|kind| !kind.changes))
    }

    /// Whether components of these kinds that lie at one place stand by number, whatever happens.
    pub(super) fn stands_so(&self, kinds: &[KindId]) -> bool {
        self.stands_by_number(kinds) || self.is_plain(kinds) && !self.may_hold()
    }

    /// Another look begins: leaves its number.
    fn look_again(&self, f: &mut Fun) {
        let look = f.local();
        f.number(0).load(LOOK).number(1).put(I::I32Add).set(look);
        f.get(look).number(LAST_LOOK).put(I::I32GtS);
        f.when(|f| {
            let (at, bytes) = self.map.looked;
            f.number(at.cast_signed()).number(0).number(bytes.cast_signed()).put(I::MemoryFill(0));
            f.number(1).set(look);
        });
        f.number(0).get(look).store(LOOK).get(look);
    }

    /// Marks the components that a running name or a waiting loop holds; leaves by which number.
    pub(super) fn hold(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let look = f.local();
        self.look_again(&mut f);
        f.set(look);
        let component = f.local();
        for holder in &self.program.holders {
            match holder {
                Holder::One(at) => {
                    f.cell(*at).set(component);
                    self.mark(&mut f, component, look);
                }
                Holder::Set(at, capacity) => {
                    let list = ListCode { at: at.wrapping_sub(1), width: 1, capacity: *capacity };
                    self.mark_rows(&mut f, (*at, list), None, &[true], look);
                }
                Holder::List(list, columns) => {
                    self.mark_rows(&mut f, (list.at, list.clone()), Some(list.at + 1), columns, look);
                }
                Holder::Rows(list, columns) => self.mark_rows(&mut f, (list.at, list.clone()), None, columns, look),
            }
        }
        f.get(look);
        Ok(f)
    }

    /// Marks a component, if it is one and there are others like it: of what is alone it does not matter whether a name holds it.
    fn mark(&mut self, f: &mut Fun, component: Local, look: Local) {
        self.in_range(f, component, self.fixed.components);
        f.when(|f| {
            self.has_group(f, component);
            f.when(|f| {
                f.get(component).number(2).put(I::I32Shl).get(look).store(self.map.looked.0);
            });
        });
    }

    /// Marks what lies in some columns of a list, from the row that a cell tells on.
    fn mark_rows(
        &mut self,
        f: &mut Fun,
        (count, list): (u32, ListCode),
        from: Option<u32>,
        columns: &[bool],
        look: Local,
    ) {
        let (row, end, component) = (f.local(), f.local(), f.local());
        let (width, capacity) = ((list.width * 4).cast_signed(), list.capacity.cast_signed());
        // A list that is not there has no rows, and no cursor.
        let rows = |f: &mut Fun, at: u32, to: Local| {
            f.cell(at).number(0).cell(at).number(0).put(I::I32GtS).put(I::Select).set(to);
            f.get(to).number(capacity).get(to).number(capacity).put(I::I32LtS).put(I::Select);
            f.number(width).put(I::I32Mul).get(BASE).put(I::I32Add).set(to);
        };
        rows(f, count, end);
        match from {
            Some(cursor) => rows(f, cursor, row),
            None => {
                f.get(BASE).set(row);
            }
        }
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(row).get(end).put(I::I32GeS).jump_if(done);
                for (column, holds) in (0..).zip(columns) {
                    if *holds {
                        f.get(row).load((list.at + 2 + column) * 4).set(component);
                        self.mark(f, component, look);
                    }
                }
                f.step(row, width).jump(again);
            });
        });
    }

    /// Leaves whether a component was marked by this look.
    pub(super) fn is_marked(&self, f: &mut Fun, component: Local, look: Local) {
        f.get(component).number(2).put(I::I32Shl).load(self.map.looked.0).get(look).put(I::I32Eq);
    }

    /// Takes those that a name holds out of some bits, which stand for components from `at` on, and gives them as bits of their own.
    pub(super) fn held_among(&mut self, f: &mut Fun, (free, held): (Local, Local), at: Local) {
        let (look, left, component, one) = (f.local(), f.wide(), f.local(), f.wide());
        f.get(BASE);
        self.call(f, Function::Hold);
        f.set(look).get(free).set(left);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(left).put(I::I64Eqz).jump_if(done);
                f.get(left).put(I::I64Const(0)).get(left).put(I::I64Sub).put(I::I64And).set(one);
                Self::first_of(f, left, at, component);
                self.is_marked(f, component, look);
                f.put(I::I32Eqz).jump_if(again);
                f.get(held).get(one).put(I::I64Or).set(held);
                f.get(free).get(one).put(I::I64Xor).set(free).jump(again);
            });
        });
    }

    /// Puts components of these kinds, which lie on the stack of lists from `start` on by number, in standing order.
    pub(super) fn sort_kinds(&mut self, f: &mut Fun, start: Local, kinds: &[KindId]) {
        let sort = match kinds {
            _ if self.is_plain(kinds) => Function::SortPlain,
            [kind] if self.standing(*kind).is_some() => Function::Stand(number_of(*kind), self.may_hold()),
            _ => return self.sort_standing(f, start),
        };
        let count = f.local();
        Self::length_from(f, self.top(), start);
        f.tee(count).number(1).put(I::I32GtU);
        f.when(|f| {
            f.get(BASE).get(start).get(count);
            self.call(f, sort);
        });
    }

    /// Where the ranks of components lie.
    pub(super) fn ranks(&mut self) -> u32 {
        let ranks: Vec<i32> = self.program.ground.components.iter().map(|it| it.rank).collect();
        self.tables.words(&ranks)
    }

    /// Where the groups of components lie; -1 of what is like nothing else.
    pub(super) fn groups(&mut self) -> u32 {
        let groups: Vec<i32> = self.program.ground.components.iter().map(|it| group_number(it.group)).collect();
        self.tables.words(&groups)
    }

    /// Leaves whether there are others like a component.
    pub(super) fn has_group(&mut self, f: &mut Fun, component: Local) {
        let groups = self.groups();
        f.get(component).number(2).put(I::I32Shl).load(groups).number(0).put(I::I32GeS);
    }

    /// Sorts plain components, which come by number: where they begin, how many.
    pub(super) fn sort_plain(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (start, count) = (1, 2);
        let (look, at, end, slot) = (f.local(), f.local(), f.local(), f.local());
        let (component, place, other, lies, held) = (f.local(), f.local(), f.local(), f.local(), f.local());
        let ranks = self.ranks();
        let rank = |f: &mut Fun, component: Local| {
            f.get(component).number(2).put(I::I32Shl).load(ranks);
        };
        f.get(BASE);
        self.call(&mut f, Function::Hold);
        f.set(look).get(start).get(count).number(2).put(I::I32Shl).put(I::I32Add).set(end);
        f.block(|f, ask| {
            f.get(count).number(FEW).put(I::I32GtU).jump_if(ask);
            f.get(start).set(at);
            f.repeat(|f, again| {
                f.get(at).load(0).set(component);
                self.is_marked(f, component, look);
                f.set(held);
                self.lies_at(f, component);
                f.set(place).get(at).set(slot);
                f.block(|f, found| {
                    f.repeat(|f, down| {
                        f.get(slot).get(start).put(I::I32LeU).jump_if(found);
                        f.get(slot).number(4).put(I::I32Sub).load(0).set(other);
                        self.lies_at(f, other);
                        f.tee(lies).get(place).put(I::I32LtS).jump_if(found);
                        // Of those alike at one place the held come last.
                        f.get(lies).get(place).put(I::I32Eq);
                        f.when(|f| {
                            f.get(held).jump_if(found);
                            self.is_marked(f, other, look);
                            f.put(I::I32Eqz).jump_if(found);
                            rank(f, other);
                            rank(f, component);
                            f.put(I::I32Ne).jump_if(found);
                        });
                        f.get(slot).get(other).store(0).step(slot, -4).jump(down);
                    });
                });
                f.get(slot).get(component).store(0);
                f.step(at, 4).get(at).get(end).put(I::I32LtU).jump_if(again);
            });
            f.put(I::Return);
        });
        f.get(BASE).get(start).get(count);
        Self::ask(&mut f, Import::SortStanding);
        f.put(I::Drop);
        Ok(f)
    }

    /// Of components of these kinds on the stack of lists from `start` on keeps those that are not alike to one before.
    pub(super) fn keep_unlike(&mut self, f: &mut Fun, start: Local, kinds: &[KindId]) {
        let out = self.top();
        f.get(BASE).get(start);
        Self::length_from(f, out, start);
        match kinds {
            _ if self.is_plain(kinds) && self.map.met.is_some() => self.call(f, Function::Unlike),
            [kind] if self.standing(*kind).is_some() => self.call(f, Function::UnlikeStates(number_of(*kind))),
            _ => Self::ask(f, Import::OfferAlike),
        }
        f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
        Self::set_global(f, out);
    }

    /// Keeps of plain components that are alike only the first: where they begin, how many; leaves how many are left.
    pub(super) fn unlike(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (start, count) = (1, 2);
        let met = self.map.met.ok_or(Unsupported::new("so many places of groups"))?;
        let table = self.groups();
        let (look, at, end, write) = (f.local(), f.local(), f.local(), f.local());
        let (component, group, slot) = (f.local(), f.local(), f.local());
        f.get(BASE);
        self.call(&mut f, Function::Hold);
        f.set(look).get(start).tee(at).tee(write).get(count).number(2).put(I::I32Shl).put(I::I32Add).set(end);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(end).put(I::I32GeU).jump_if(done);
                f.get(at).load(0).set(component);
                f.step(at, 4);
                f.get(component).number(2).put(I::I32Shl).load(table).tee(group).number(0).put(I::I32GeS);
                f.when(|f| {
                    self.is_marked(f, component, look);
                    f.put(I::I32Eqz);
                    f.when(|f| {
                        f.get(group).number(self.fixed.places).put(I::I32Mul);
                        self.lies_at(f, component);
                        f.put(I::I32Add).number(2).put(I::I32Shl).tee(slot).load(met).get(look).put(I::I32Eq);
                        f.jump_if(again);
                        f.get(slot).get(look).store(met);
                    });
                });
                f.get(write).get(component).store(0).step(write, 4).jump(again);
            });
        });
        f.get(write).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
        Ok(f)
    }

    /// Puts the components of plain kinds that no name holds into ascending order among their like.
    pub(super) fn normalize(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let look = f.local();
        let bare = self.bare_groups();
        if bare.iter().any(Option::is_some) {
            f.get(BASE);
            self.call(&mut f, Function::Hold);
            f.set(look);
        }
        for group in bare.iter().flatten() {
            self.normalize_group(&mut f, group.clone(), look);
        }
        if bare.iter().any(Option::is_none) {
            f.get(BASE);
            Self::ask(&mut f, Import::Normalize);
            f.put(I::Drop);
        }
        Ok(f)
    }

    /// The groups of which only the place matters, as numbers in a row.
    fn bare_groups(&self) -> Vec<Option<std::ops::Range<i32>>> {
        let ground = &self.program.ground;
        let bare = |group: &Vec<i32>| {
            let (first, last) = (*group.first()?, *group.last()?);
            let it = ground.components.get(usize::try_from(first).ok()?)?;
            let changes = ground.kinds.get(it.kind.index()).is_none_or(|kind| kind.changes);
            let in_a_row = group.iter().copied().eq(first..=last);
            (it.height.is_none() && !changes && in_a_row).then_some(first..last + 1)
        };
        self.program.groups.iter().map(bare).collect()
    }

    /// Sorts by insertion: mostly one component has moved since.
    fn normalize_group(&self, f: &mut Fun, group: std::ops::Range<i32>, look: Local) {
        let (at, slot, other) = (f.local(), f.local(), f.local());
        let (place, lies) = (f.local(), f.local());
        f.number(group.start).set(at);
        f.repeat(|f, again| {
            self.is_marked(f, at, look);
            f.put(I::I32Eqz);
            f.when(|f| {
                self.lies_at(f, at);
                f.set(place).get(at).tee(slot).set(other);
                f.block(|f, found| {
                    f.repeat(|f, down| {
                        f.step(other, -1).get(other).number(group.start).put(I::I32LtS).jump_if(found);
                        self.is_marked(f, other, look);
                        f.jump_if(down);
                        self.lies_at(f, other);
                        f.tee(lies).get(place).put(I::I32LeS).jump_if(found);
                        self.lay(f, slot, lies);
                        f.get(other).set(slot).jump(down);
                    });
                });
                self.lay(f, slot, place);
            });
            f.step(at, 1).get(at).number(group.end).put(I::I32LtS).jump_if(again);
        });
    }
}

fn number_of(kind: KindId) -> u32 {
    u32::try_from(kind.index()).unwrap_or(u32::MAX)
}

fn group_number(group: u32) -> i32 {
    if group == ALONE { -1 } else { group.cast_signed() }
}
