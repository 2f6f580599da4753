//! Effects on components and variables.

use rulehound_interpreter::model::Arithmetic;
use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::program::{Addr, CLEARED, ListCode, Node, NodeId, ShowCode, ShowWhat, TargetCode, WinCode};
use wasm_encoder::Instruction as I;

use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Global, Import, Local};
use crate::Unsupported;

/// More cells than these are cleared by a loop.
const CLEARED_IN_A_ROW: u32 = 64;

impl<'p> Emitter<'p> {
    /// Names end.
    pub(super) fn clear(&self, f: &mut Fun, from: Addr, to: Addr) {
        let mut at = from;
        let four = (u128::from(CLEARED.cast_unsigned()) * 0x1_0000_0001_0000_0001_0000_0001).cast_signed();
        if to.saturating_sub(from) > CLEARED_IN_A_ROW {
            let (cursor, end) = (f.local(), f.local());
            let bytes = |at: Addr| i32::try_from(at * 4).unwrap_or(0);
            at = from + (to - from) / 4 * 4;
            f.get(BASE).number(bytes(from)).put(I::I32Add).set(cursor);
            f.get(BASE).number(bytes(at)).put(I::I32Add).set(end);
            f.repeat(|f, again| {
                f.get(cursor).put(I::V128Const(four)).store_four(0);
                f.step(cursor, 16).get(cursor).get(end).put(I::I32LtU).jump_if(again);
            });
        }
        while at < to {
            if at + 4 <= to {
                f.get(BASE).put(I::V128Const(four)).store_four(at * 4);
                at += 4;
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
            _ => Err(Unsupported::new("a target")),
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
        let (at, offset, stored) = self.stored(f, target, sign, value)?;
        f.get(at).get(stored).store(offset);
        Ok(())
    }

    /// Where a target lies, so many bytes behind, and what is to be written there.
    pub(super) fn stored(
        &mut self,
        f: &mut Fun,
        target: &'p TargetCode,
        sign: Option<Arithmetic>,
        value: NodeId,
    ) -> Emit<(Local, u32, Local)> {
        let at = f.local();
        let offset = self.target(f, target)?;
        f.set(at);
        let mut stored = self.kept(f, value)?;
        if let Some(sign) = sign {
            let old = f.local();
            f.get(at).load(offset).set(old);
            // What has a range is a number, and has a value if it had one from the first.
            let small = |id: NodeId| self.range(f, id).is_some_and(|it| it.0 > -10_000 && it.1 < 10_000);
            let step = match sign {
                Arithmetic::Plus => Some(I::I32Add),
                Arithmetic::Minus => Some(I::I32Sub),
                Arithmetic::Times | Arithmetic::Divided | Arithmetic::Modulo => None,
            };
            match step.filter(|_| self.always_has_value(target.node) && small(target.node) && small(value)) {
                Some(step) => {
                    f.get(old).get(stored).put(step);
                }
                None => {
                    f.get(old).number(UNSET).put(I::I32LeS).trap_if();
                    f.get(stored).number(NONE).put(I::I32Eq).trap_if();
                    self.reckon(f, sign, old, stored);
                }
            }
            stored = f.local();
            f.set(stored);
        }
        if let Some(check) = target.check {
            self.check(f, check, stored)?;
        }
        Ok((at, offset, stored))
    }

    /// Whether what is set is a variable that has had a value from the first.
    fn always_has_value(&self, target: NodeId) -> bool {
        let variable = match self.at(target) {
            Node::Plain(_, variable) => *variable,
            Node::Cell(cell) => cell.variable,
            _ => return false,
        };
        self.program.first_values.get(variable as usize).copied().flatten().is_some()
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
            // Nobody listens to a game by machine code.
            ShowWhat::Words(_) => {}
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
