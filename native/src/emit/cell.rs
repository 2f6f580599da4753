//! Names, variables and features: where they lie, and who must see them.

use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{KindId, OwnerSort};
use rulehound_interpreter::program::{Addr, AttributeCode, CellCode, IndexCode, OfNone};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::ground::{Laid, laid};
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    pub(super) fn load(&mut self, f: &mut Fun, at: Addr) -> Emit {
        match f.names.get(&at) {
            Some(name) => {
                let local = name.local;
                f.get(local);
                Ok(())
            }
            None if at < self.map.size => {
                f.cell(at);
                Ok(())
            }
            None => Err(Unsupported::new("a name from elsewhere")),
        }
    }

    /// Binds a name of an expression to what a local holds, or writes it into its cell.
    pub(super) fn bind(&self, f: &mut Fun, at: Addr, value: Local, range: Option<(i32, i32)>) {
        if at < self.map.size {
            f.write_local(at, value);
        } else {
            f.names.insert(at, Name { local: value, range, some: true });
        }
    }

    /// Gives up if a variable that lies on top has no value yet.
    pub(super) fn demand_set(&self, f: &mut Fun, variable: u32) {
        if self.program.first_values.get(variable as usize).copied().flatten().is_none() {
            let value = f.local();
            f.tee(value).number(UNSET).put(I::I32Eq).trap_if().get(value);
        }
    }

    pub(super) fn load_cell(&mut self, f: &mut Fun, cell: &'p CellCode) -> Emit {
        let optional = cell.of_none != OfNone::Fault;
        match &cell.owner {
            Some(owner) if optional && !self.never_none(f, owner.value) => {
                let whose = self.kept(f, owner.value)?;
                f.get(whose).number(NONE).put(I::I32Eq);
                let default = if cell.of_none == OfNone::No { 0 } else { NONE };
                let (none, some) = f.either_number(
                    |f| {
                        f.number(default);
                        Ok(())
                    },
                    |f| {
                        self.cell_address(f, cell, Some(whose), true)?;
                        f.load(cell.first * 4);
                        self.demand_set(f, cell.variable);
                        Ok(())
                    },
                );
                none.and(some)
            }
            _ => {
                self.cell_address(f, cell, None, true)?;
                f.load(cell.first * 4);
                self.demand_set(f, cell.variable);
                Ok(())
            }
        }
    }

    /// Leaves where a variable lies, but for its first cell, which goes into the offset of what reads or writes it.
    pub(super) fn cell_address(&mut self, f: &mut Fun, cell: &'p CellCode, owner: Option<Local>, reads: bool) -> Emit {
        let mut whose = owner;
        let mut pieces = cell.indices.len();
        if let Some(code) = &cell.owner {
            let value = match owner {
                Some(value) => value,
                None => self.kept_number(f, code.value)?,
            };
            whose = Some(value);
            self.step_of(f, code, value, owner.is_none());
            pieces += 1;
        }
        for code in &cell.indices {
            let value = self.kept_number(f, code.value)?;
            self.step_of(f, code, value, true);
        }
        for _ in 1..cell.indices.len() {
            f.put(I::I32Add);
        }
        // Which cell of the family may tell who sees it.
        let which = (reads && names_indices(self, cell)).then(|| f.local());
        if let Some(which) = which {
            f.tee(which);
        }
        if pieces > cell.indices.len() && !cell.indices.is_empty() {
            f.put(I::I32Add);
        }
        if pieces > 0 {
            f.number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
        } else {
            f.get(BASE);
        }
        if let (true, Some(audience)) = (reads, cell.audience) {
            self.guard(f, |emitter, f| {
                f.get(BASE).number(i32::try_from(audience.0).unwrap_or(0));
                match whose {
                    Some(whose) => f.get(whose),
                    None => f.number(0),
                };
                match which {
                    Some(which) => f.get(which),
                    None => f.number(0),
                };
                emitter.call(f, Function::Audience);
                // What belongs to a component is seen only by those who see the component.
                if let (Some(whose), Some(OwnerSort::Kind(kind))) =
                    (whose, emitter.program.audiences.get(audience.0 as usize).map(|it| it.whose))
                    && !emitter.is_open_everywhere(&[kind])
                {
                    f.get(BASE).get(whose);
                    emitter.call(f, Function::ComponentSeen);
                    f.put(I::I32And);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// With somebody who must see what is read, gives up unless what `sees` leaves is 1.
    pub(super) fn guard(&mut self, f: &mut Fun, sees: impl FnOnce(&mut Self, &mut Fun) -> Emit) -> Emit {
        Self::global(f, Global::Reader).number(0).put(I::I32GeS);
        f.when(|f| {
            sees(self, f)?;
            f.put(I::I32Eqz).trap_if();
            Ok(())
        })
    }

    /// Leaves how many cells an index or owner leads on; gives up if it is outside.
    pub(super) fn step_of(&self, f: &mut Fun, code: &IndexCode, value: Local, known: bool) {
        let inside = known
            && self.range(f, code.value).is_some_and(|(least, greatest)| {
                least >= code.least && i64::from(greatest) < i64::from(code.least) + i64::from(code.count)
            });
        let step = if code.least == 0 {
            value
        } else {
            let step = f.local();
            f.get(value).number(code.least).put(I::I32Sub).set(step);
            step
        };
        if !inside {
            f.get(step).number(code.count).put(I::I32GeU).trap_if();
        }
        f.get(step);
        if code.stride != 1 {
            f.number(code.stride).put(I::I32Mul);
        }
    }

    /// Leaves the sum of the steps of some indices.
    pub(super) fn steps(&mut self, f: &mut Fun, indices: &'p [IndexCode]) -> Emit {
        f.number(0);
        for code in indices {
            let value = self.kept_number(f, code.value)?;
            self.step_of(f, code, value, true);
            f.put(I::I32Add);
        }
        Ok(())
    }

    pub(super) fn load_attribute(&mut self, f: &mut Fun, cell: &'p AttributeCode) -> Emit {
        let component = self.kept(f, cell.component)?;
        if cell.of_none == OfNone::Fault || self.never_none(f, cell.component) {
            return self.load_attribute_of(f, cell, component);
        }
        let default = if cell.of_none == OfNone::No { 0 } else { NONE };
        f.get(component).number(NONE).put(I::I32Eq);
        let (none, some) = f.either_number(
            |f| {
                f.number(default);
                Ok(())
            },
            |f| self.load_attribute_of(f, cell, component),
        );
        none.and(some)
    }

    pub(super) fn load_attribute_of(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit {
        self.guard_attribute(f, cell, component)?;
        let first = self.attribute_address(f, cell, component)?;
        f.load(first);
        Ok(())
    }

    /// Leaves where a feature of a component lies, but for the offset it gives.
    pub(super) fn attribute_address(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit<u32> {
        let ground = self.program.ground.kinds.get(cell.kind.index()).ok_or(Unsupported::new("a kind"))?;
        let number = f.local();
        f.get(component).number(ground.first).put(I::I32Sub).set(number);
        let inside = self.range(f, cell.component).is_some_and(|it| {
            it.0 >= ground.first && i64::from(it.1) < i64::from(ground.first) + i64::from(ground.count)
        });
        if !inside {
            f.get(number).number(ground.count).put(I::I32GeU).trap_if();
        }
        let count = cell.indices.iter().fold(1usize, |count, index| count * usize::try_from(index.count).unwrap_or(1));
        let found = laid(self.program, &mut self.tables, cell.kind, cell.first as usize, count);
        let (first, width, printed) = match found.ok_or(Unsupported::new("features laid unevenly"))? {
            Laid::Cells(first, width) => (first * 4, width * 4, false),
            Laid::Printed(first, width) => (first, width, true),
        };
        if cell.indices.is_empty() {
            f.get(number).number(2).put(I::I32Shl);
        } else {
            self.steps(f, &cell.indices)?;
            f.number(i32::try_from(width).unwrap_or(0)).put(I::I32Mul);
            f.get(number).number(2).put(I::I32Shl).put(I::I32Add);
        }
        if !printed {
            f.get(BASE).put(I::I32Add);
        }
        Ok(first)
    }

    /// The features' own audience, or where the component lies.
    pub(super) fn guard_attribute(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit {
        let own = self.program.attribute_audiences.get(cell.kind.index());
        let own = own.and_then(|audiences| audiences.get(cell.attribute as usize)).copied().flatten();
        match own {
            Some(audience) => self.guard(f, |emitter, f| {
                f.get(BASE).number(i32::try_from(audience.0).unwrap_or(0)).get(component);
                emitter.call(f, Function::FeatureSeen);
                Ok(())
            }),
            None if self.is_open_everywhere(&[cell.kind]) => Ok(()),
            None => self.guard(f, |emitter, f| {
                f.get(BASE).get(component);
                emitter.call(f, Function::ComponentSeen);
                Ok(())
            }),
        }
    }

    /// Whether everybody always sees components of these kinds wherever they lie.
    pub(super) fn is_open_everywhere(&self, kinds: &[KindId]) -> bool {
        let places = self.program.ground.places.iter();
        places.filter(|place| kinds.iter().any(|kind| place.kinds.contains(kind))).all(|place| place.open)
    }
}

/// Whether who sees a cell depends on its indices.
fn names_indices(emitter: &Emitter<'_>, cell: &CellCode) -> bool {
    let audience = cell.audience.and_then(|id| emitter.program.audiences.get(id.0 as usize));
    audience.is_some_and(|audience| !audience.indices.is_empty()) && !cell.indices.is_empty()
}
