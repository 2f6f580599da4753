//! Places: where components are, what is told of a place, and places by their index.

use rulehound_interpreter::model::AreaKind;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{FamilyCode, IndexCode, NodeId};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Local};
use crate::map::{Lies, PlaceBits};

impl<'p> Emitter<'p> {
    /// Leaves where a component is; none of none.
    pub(super) fn place_of_local(&self, f: &mut Fun, component: Local) {
        self.in_range(f, component, self.fixed.components);
        let lying = self.program.layout.lying * 4;
        f.either_number(
            |f| {
                f.get(component).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(lying);
            },
            |f| {
                f.number(NONE);
            },
        );
    }

    /// The same of a component that surely is one.
    pub(super) fn lies_at(&self, f: &mut Fun, component: Local) {
        let lying = self.program.layout.lying * 4;
        f.get(component).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(lying);
    }

    /// Lays a component somewhere, but counts it nowhere.
    pub(super) fn lay(&self, f: &mut Fun, component: Local, place: Local) {
        if let Some(Lies::Bits(words)) = self.map.lies {
            self.lay_bit(f, (component, place), words);
        }
        let lying = self.program.layout.lying * 4;
        f.get(component).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).get(place).store(lying);
        if let Some(Lies::Bytes(first)) = self.map.lies {
            f.get(component).get(BASE).put(I::I32Add).get(place).store_byte(first);
        }
    }

    /// The bit of a component goes from the words of the place where it is to those of another.
    fn lay_bit(&self, f: &mut Fun, (component, place): (Local, Local), words: PlaceBits) {
        let (bit, word, old) = (f.wide(), f.local(), f.local());
        self.lies_at(f, component);
        f.set(old).put(I::I64Const(1)).get(component).put(I::I64ExtendI32U).put(I::I64Shl).set(bit);
        for (at, sets) in [(old, false), (place, true)] {
            f.get(at).number(words.shift.cast_signed()).put(I::I32Shl).get(BASE).put(I::I32Add);
            if !words.one_word() {
                f.get(component).number(6).put(I::I32ShrU).number(3).put(I::I32Shl).put(I::I32Add);
            }
            f.tee(word).get(word).load_wide(words.first).get(bit);
            if sets {
                f.put(I::I64Or);
            } else {
                f.put(I::I64Const(-1)).put(I::I64Xor).put(I::I64And);
            }
            f.store_wide(words.first);
        }
    }

    /// Leaves whether a local lies from 0 to below `count`.
    pub(super) fn in_range(&self, f: &mut Fun, local: Local, count: i32) {
        f.get(local).number(count).put(I::I32LtU);
    }

    pub(super) fn of_place(&mut self, f: &mut Fun, of: NodeId, table: u32) -> Emit {
        let inside = self.range(f, of).is_some_and(|it| it.0 >= 0 && it.1 < self.fixed.places);
        let place = self.kept_number(f, of)?;
        if inside {
            f.get(place).number(2).put(I::I32Shl).load(table);
            return Ok(());
        }
        self.in_range(f, place, self.fixed.places);
        f.either_number(
            |f| {
                f.get(place).number(2).put(I::I32Shl).load(table);
            },
            |f| {
                f.number(0);
            },
        );
        Ok(())
    }

    pub(super) fn family(&mut self, f: &mut Fun, family: &'p FamilyCode) -> Emit {
        match &family.owner {
            Some(code) if !self.never_none(f, code.value) => {
                let owner = self.kept(f, code.value)?;
                f.get(owner).number(NONE).put(I::I32Eq);
                let (none, some) = f.either_number(
                    |f| {
                        f.number(NONE);
                        Ok(())
                    },
                    |f| {
                        self.step_of(f, code, owner, true);
                        self.steps(f, &family.indices)?;
                        f.put(I::I32Add).number(family.first).put(I::I32Add);
                        Ok(())
                    },
                );
                none.and(some)
            }
            Some(code) => {
                let owner = self.kept(f, code.value)?;
                self.step_of(f, code, owner, true);
                self.steps(f, &family.indices)?;
                f.put(I::I32Add).number(family.first).put(I::I32Add);
                Ok(())
            }
            None => {
                self.steps(f, &family.indices)?;
                f.number(family.first).put(I::I32Add);
                Ok(())
            }
        }
    }

    /// Which places of a board bear a mark.
    pub(super) fn marks(&self, board: u32, mark: u32) -> Vec<bool> {
        let area = self.program.instance.model.areas.get(board as usize).map(|area| &area.kind);
        let on = match area {
            Some(AreaKind::Board(board)) => board.marks.get(mark as usize).map(|mark| mark.on.clone()),
            Some(AreaKind::Zone(_)) | None => None,
        };
        on.unwrap_or_default()
    }

    pub(super) fn marked(&mut self, f: &mut Fun, board: u32, first: i32, mark: u32, place: NodeId) -> Emit {
        let on = self.marks(board, mark);
        let count = i32::try_from(on.len()).unwrap_or(0);
        let table = self.tables.bytes(on);
        let inside = self.range(f, place).is_some_and(|it| it.0 >= first && it.1 < first + count);
        let place = self.kept(f, place)?;
        let offset = f.local();
        f.get(place).number(first).put(I::I32Sub).set(offset);
        if inside {
            f.get(offset).load_byte(table);
            return Ok(());
        }
        f.get(offset).number(count).put(I::I32LtU);
        f.either_number(
            |f| {
                f.get(offset).load_byte(table);
            },
            |f| {
                f.number(0);
            },
        );
        Ok(())
    }

    pub(super) fn table(&mut self, f: &mut Fun, table: u32, indices: &'p [IndexCode]) -> Emit {
        let entries = self.program.instance.model.tables.get(table as usize).map(|table| table.entries.as_slice());
        let entries = entries.unwrap_or_default();
        let at = self.tables.words(entries);
        self.steps(f, indices)?;
        let offset = f.local();
        let count = i32::try_from(entries.len()).unwrap_or(0);
        f.tee(offset).number(count).put(I::I32GeU).trap_if();
        f.get(offset).number(2).put(I::I32Shl).load(at);
        Ok(())
    }
}
