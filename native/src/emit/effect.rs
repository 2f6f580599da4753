//! Effects on components and variables.

use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{Arithmetic, KindId};
use rulehound_interpreter::program::{
    Addr, CLEARED, ListCode, MoveCode, MoveWhat, Node, NodeId, PlaceCode, ShowCode, ShowWhat, TargetCode, WinCode,
};
use wasm_encoder::Instruction as I;

use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::Unsupported;

/// More cells than these are cleared by a loop.
const CLEARED_IN_A_ROW: u32 = 24;

impl<'p> Emitter<'p> {
    /// Names end.
    pub(super) fn clear(&self, f: &mut Fun, from: Addr, to: Addr) {
        let pair = (i64::from(CLEARED) << 32) | (i64::from(CLEARED) & 0xffff_ffff);
        if to.saturating_sub(from) > CLEARED_IN_A_ROW {
            let (at, end) = (f.local(), f.local());
            let bytes = |at: Addr| i32::try_from(at * 4).unwrap_or(0);
            f.get(BASE).number(bytes(from)).put(I::I32Add).set(at);
            f.get(BASE).number(bytes(from + (to - from) / 2 * 2)).put(I::I32Add).set(end);
            f.repeat(|f, again| {
                f.get(at).put(I::I64Const(pair)).store_wide(0);
                f.step(at, 8).get(at).get(end).put(I::I32LtU).jump_if(again);
            });
            if (to - from) % 2 == 1 {
                f.write(to - 1, CLEARED);
            }
            return;
        }
        let mut at = from;
        while at < to {
            if at + 1 < to {
                f.get(BASE).put(I::I64Const(pair)).store_wide(at * 4);
                at += 2;
            } else {
                f.write(at, CLEARED);
                at += 1;
            }
        }
    }

    /// An empty list; what lay in it has been cleared when it ended.
    pub(super) fn begin_list(&self, f: &mut Fun, list: &ListCode) {
        f.write(list.at, 0).write(list.at + 1, 0);
    }

    /// A list ends: the rows it has are cleared.
    pub(super) fn end_list(&self, f: &mut Fun, list: &ListCode) {
        let (at, end) = (f.local(), f.local());
        f.get(BASE).set(at);
        f.cell(list.at).number(i32::try_from(list.width * 4).unwrap_or(4)).put(I::I32Mul);
        f.get(BASE).put(I::I32Add).set(end);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(end).put(I::I32GeU).jump_if(done);
                f.get(at).number(CLEARED).store((list.at + 2) * 4);
                f.step(at, 4).jump(again);
            });
        });
        self.clear(f, list.at, list.at + 2);
    }

    /// Adds a tuple to a list.
    pub(super) fn push_row(&self, f: &mut Fun, list: &ListCode, row: &[Local]) {
        let at = f.local();
        let capacity = i32::try_from(list.capacity).unwrap_or(0);
        f.cell(list.at).number(capacity).put(I::I32GeU).trap_if();
        f.cell(list.at).number(i32::try_from(list.width * 4).unwrap_or(4)).put(I::I32Mul);
        f.get(BASE).put(I::I32Add).set(at);
        for (offset, value) in (0..).step_by(4).zip(row) {
            f.get(at).get(*value).store((list.at + 2) * 4 + offset);
        }
        f.get(BASE).cell(list.at).number(1).put(I::I32Add).store(list.at * 4);
    }

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
        let lying = self.program.layout.lying * 4;
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
                |f| {
                    f.get(component).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).get(to).store(lying);
                },
            );
        } else {
            f.get(component).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).get(to).store(lying);
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
                    f.get(place).number(2).put(I::I32Shl).get(at).put(I::I32Add).tee(cell);
                    f.get(cell).load(0).number(change).put(I::I32Add).store(0);
                }
            });
        }
    }

    /// Moves one component and keeps that it moved, if somebody watches.
    fn relocate_one(&mut self, f: &mut Fun, component: Local, to: Local, beneath: bool, list: Option<&'p ListCode>) {
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
    fn move_some_at(
        &mut self,
        f: &mut Fun,
        (amount, from): (Local, Local),
        (kind, owner): (KindId, Option<NodeId>),
        to: &'p PlaceCode,
        list: Option<&'p ListCode>,
    ) -> Emit {
        let start = self.here(f);
        let out = self.top();
        let so = self.stands_so(&[kind]);
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

    fn begin_watched(&self, f: &mut Fun, list: Option<&'p ListCode>) {
        if let Some(list) = list {
            self.begin_list(f, list);
        }
    }

    /// Moves what lies on the stack of lists from `start` on, and takes it off.
    fn move_listed(
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
    fn move_all(&mut self, f: &mut Fun, from: NodeId, to: &'p PlaceCode, list: Option<&'p ListCode>) -> Emit {
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

    fn turn_round(&self, f: &mut Fun, start: Local) {
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

    /// Nobody looks over the shoulder; gives who did.
    pub(super) fn unguarded(&self, f: &mut Fun) -> Local {
        let reader = f.local();
        Self::global(f, Global::Reader).set(reader);
        f.number(-1);
        Self::set_global(f, Global::Reader);
        reader
    }

    pub(super) fn guarded_again(&self, f: &mut Fun, reader: Local) {
        f.get(reader);
        Self::set_global(f, Global::Reader);
    }

    /// Leaves where a target lies, but for the offset it gives.
    pub(super) fn target(&mut self, f: &mut Fun, target: &'p TargetCode) -> Emit<u32> {
        match self.at(target.node) {
            Node::Cell(cell) => {
                self.cell_address(f, cell, None, false)?;
                Ok(cell.first * 4)
            }
            Node::Plain(at, _) => {
                f.get(BASE);
                Ok(at * 4)
            }
            Node::Attribute(cell) => {
                let component = self.kept_number(f, cell.component)?;
                self.attribute_address(f, cell, component)
            }
            _ => Err(Unsupported("a target")),
        }
    }

    /// `set`: target, then value, then write.
    pub(super) fn set_target(
        &mut self,
        f: &mut Fun,
        target: &'p TargetCode,
        sign: Option<Arithmetic>,
        value: NodeId,
    ) -> Emit {
        let at = f.local();
        let offset = self.target(f, target)?;
        f.set(at);
        let mut stored = self.kept(f, value)?;
        if let Some(sign) = sign {
            let old = f.local();
            f.get(at).load(offset).tee(old).number(UNSET).put(I::I32LeS).trap_if();
            f.get(stored).number(NONE).put(I::I32Eq).trap_if();
            self.reckon(f, sign, old, stored);
            stored = f.local();
            f.set(stored);
        }
        if let Some(check) = target.check {
            self.check(f, check, stored)?;
        }
        f.get(at).get(stored).store(offset);
        Ok(())
    }

    /// Variables get their first value again.
    pub(super) fn reset(&mut self, f: &mut Fun, variables: &[u32]) -> Emit {
        for variable in variables {
            let node = self.program.first_values.get(*variable as usize).copied().flatten();
            let first = self.program.layout.variables.get(*variable as usize).copied().unwrap_or(0);
            let id = rulehound_interpreter::model::VariableId(*variable);
            let count = u32::try_from(self.program.instance.variable_cells(id)).unwrap_or(0);
            let value = match node {
                Some(node) => self.kept(f, node)?,
                None => {
                    let unset = f.local();
                    f.number(UNSET).set(unset);
                    unset
                }
            };
            let check = self.program.first_checks.get(*variable as usize).copied().flatten();
            if let (Some(_), Some(check)) = (node, check) {
                self.check(f, check, value)?;
            }
            if count <= 32 {
                (first..first + count).for_each(|at| {
                    f.write_local(at, value);
                });
                continue;
            }
            let (at, end) = (f.local(), f.local());
            f.get(BASE).set(at).get(BASE).number(i32::try_from(count * 4).unwrap_or(0)).put(I::I32Add).set(end);
            f.repeat(|f, again| {
                f.get(at).get(value).store(first * 4);
                f.step(at, 4).get(at).get(end).put(I::I32LtU).jump_if(again);
            });
        }
        Ok(())
    }

    /// `show` changes nothing; what it reads must be there.
    pub(super) fn show(&mut self, f: &mut Fun, code: &'p ShowCode) -> Emit {
        let mut looked_at: Vec<(NodeId, bool)> = code.to.iter().copied().collect();
        match &code.what {
            ShowWhat::Components(set) => looked_at.push((*set, true)),
            ShowWhat::Cell(node, _) => {
                if let Node::Cell(cell) = self.at(*node) {
                    self.cell_address(f, cell, None, false)?;
                    f.put(I::Drop);
                }
            }
            ShowWhat::Cells(_, owner, _) => {
                if let Some(owner) = owner {
                    self.a_number(f, *owner)?;
                    f.put(I::Drop);
                }
            }
        }
        for (node, set) in looked_at {
            if set {
                self.each(f, node, Order::Any, &mut |_, _, _| Ok(()))?;
            } else {
                self.value(f, node)?;
                f.put(I::Drop);
            }
        }
        Ok(())
    }

    /// Ends the game. What was worked out lies on the stack of lists: the winners, or keys and seats.
    pub(super) fn win(&mut self, f: &mut Fun, code: &'p WinCode, pc: u32) -> Emit {
        let start = self.here(f);
        match code {
            WinCode::Nobody => {}
            WinCode::These(set) => self.push_set(f, *set)?,
            WinCode::Ranked(binder, keys) => self.aside(|emitter, out| {
                let binders = std::slice::from_ref(binder);
                emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                    emitter.push_keys(f, out, keys)?;
                    emitter.push_bound(f, out, binders);
                    Ok(())
                })
            })?,
        }
        f.get(BASE).number(i32::try_from(pc).unwrap_or(0)).get(start);
        Self::length_from(f, self.top(), start);
        Self::ask(f, Import::Win);
        f.put(I::Drop);
        Ok(())
    }
}
