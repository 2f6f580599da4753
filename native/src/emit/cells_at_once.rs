//! Variables that lie in a row, asked all at once: four cells a step.

use rulehound_interpreter::model::{Arithmetic, Comparison};
use rulehound_interpreter::program::{Addr, BinderCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::arithmetic::sign_of;
use super::set::{Element, Visit};
use super::work::{NODE, ROUND};
use super::{BASE, Emit, Emitter, Fun, Local};
use crate::Pass;

/// The fewest and most cells that are worth it.
const FEWEST: usize = 2;
const MOST: usize = 16;

/// No more cells than these are read one by one.
const SHORT: usize = 8;

/// How many cells are read at once.
const TOGETHER: usize = 4;

/// More than the interpreter does to ask one of them.
const A_CELL: i32 = 10 * NODE;

/// Cells in a row, one for each element.
struct Row {
    first: Addr,
    elements: Vec<i32>,
    /// From where to where their values go.
    range: (i32, i32),
}

impl Row {
    /// Whether its cells are read one by one: where one of them has just been written, reading four at once would wait for that.
    fn is_short(&self) -> bool {
        self.elements.len() <= SHORT
    }

    fn cells(&self) -> impl Iterator<Item = Addr> {
        (self.first..).take(self.elements.len())
    }

    /// From which cell on four are read, and which of them were not read before.
    fn steps(&self) -> Vec<(usize, [bool; TOGETHER])> {
        let count = self.elements.len();
        let whole = (0..count / TOGETHER).map(|step| (step * TOGETHER, [true; TOGETHER]));
        let rest = count % TOGETHER;
        let last = (rest > 0).then(|| (count - TOGETHER, std::array::from_fn(|lane| lane >= TOGETHER - rest)));
        whole.chain(last).collect()
    }
}

impl<'p> Emitter<'p> {
    /// Leaves whether any or all cells of a row compare so with something fixed; tells whether that is asked.
    pub(super) fn any_of_row(
        &mut self,
        f: &mut Fun,
        binders: &'p [BinderCode],
        (body, any): (NodeId, bool),
    ) -> Emit<bool> {
        let ([binder], Some((sign, cell, with))) = (binders, self.compared_with(body)) else { return Ok(false) };
        let (Some(row), None) = (self.row(binder, cell), binder.condition) else { return Ok(false) };
        self.count_row(f, binder, &row);
        if row.is_short() {
            for (number, cell) in row.cells().enumerate() {
                Self::compare_one(f, cell, (sign, with));
                if number > 0 {
                    f.put(if any { I::I32Or } else { I::I32And });
                }
            }
            return Ok(true);
        }
        for (number, (step, _)) in row.steps().into_iter().enumerate() {
            Self::compare_four(f, &row, step, (sign, with));
            if number > 0 {
                f.put(if any { I::V128Or } else { I::V128And });
            }
        }
        f.put(if any { I::V128AnyTrue } else { I::I32x4AllTrue });
        Ok(true)
    }

    /// Leaves for how many elements a cell of a row compares so with something fixed; tells whether that is asked.
    pub(super) fn count_of_row(&mut self, f: &mut Fun, binders: &'p [BinderCode]) -> Emit<bool> {
        let [binder] = binders else { return Ok(false) };
        let Some((sign, cell, with)) = binder.condition.and_then(|condition| self.compared_with(condition)) else {
            return Ok(false);
        };
        let Some(row) = self.row(binder, cell) else { return Ok(false) };
        self.count_row(f, binder, &row);
        if row.is_short() {
            for (number, cell) in row.cells().enumerate() {
                Self::compare_one(f, cell, (sign, with));
                if number > 0 {
                    f.put(I::I32Add);
                }
            }
            return Ok(true);
        }
        Self::add_up(f, &row, &mut |f, step, fresh| {
            Self::compare_four(f, &row, step, (sign, with));
            f.put(I::V128Const(lanes(fresh.map(i32::from)))).put(I::V128And);
        });
        Ok(true)
    }

    /// Goes through the elements for which a cell of a row compares so with something fixed; tells whether that is asked.
    pub(super) fn each_of_row(&mut self, f: &mut Fun, binder: &'p BinderCode, visit: Visit<'_, 'p>) -> Emit<bool> {
        let Some(bits) = self.bits_of_row(f, binder) else { return Ok(false) };
        let elements = self.known_elements(binder.set, MOST).unwrap_or_default();
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else { return Ok(false) };
        let at = f.local();
        f.number(*first).set(at);
        let element = Element { local: f.local(), range: Some((*first, *last)) };
        let most = i32::try_from(elements.len()).unwrap_or(i32::MAX);
        self.each_found(f, (bits, at), (most, true), element, visit)?;
        Ok(true)
    }

    /// For which elements a cell of a row compares so with something fixed, if that is asked: a bit for each, in order.
    pub(super) fn bits_of_row(&mut self, f: &mut Fun, binder: &'p BinderCode) -> Option<Local> {
        let (sign, cell, with) = self.compared_with(binder.condition?)?;
        let row = self.row(binder, cell)?;
        self.count_row(f, binder, &row);
        let bits = f.wide();
        f.put(I::I64Const(0)).set(bits);
        if row.is_short() {
            for (number, cell) in row.cells().enumerate() {
                Self::compare_one(f, cell, (sign, with));
                if number > 0 {
                    f.number(i32::try_from(number).unwrap_or(0)).put(I::I32Shl).put(I::I32Or);
                }
            }
            f.put(I::I64ExtendI32U).set(bits);
            return Some(bits);
        }
        for (step, _) in row.steps() {
            Self::compare_four(f, &row, step, (sign, with));
            f.put(I::I32x4Bitmask).put(I::I64ExtendI32U).put(I::I64Const(step as i64)).put(I::I64Shl);
            f.get(bits).put(I::I64Or).set(bits);
        }
        Some(bits)
    }

    /// Leaves the sum of the cells of a row, or of each times its element; tells whether that is asked.
    pub(super) fn sum_of_row(&mut self, f: &mut Fun, binders: &'p [BinderCode], value: NodeId) -> Emit<bool> {
        let [binder] = binders else { return Ok(false) };
        let element = |id: &NodeId| matches!(self.at(*id), Node::Load(name) if *name == binder.local);
        let (cell, times) = match self.at(value) {
            Node::Arithmetic(Arithmetic::Times, left, right) if element(left) => (*right, true),
            Node::Arithmetic(Arithmetic::Times, left, right) if element(right) => (*left, true),
            _ => (value, false),
        };
        let (Some(row), None) = (self.row(binder, cell), binder.condition) else { return Ok(false) };
        let weight = |element: i32| if times { element } else { 1 };
        let greatest = i64::from(row.range.0.unsigned_abs().max(row.range.1.unsigned_abs()));
        let all: i64 = row.elements.iter().map(|it| greatest * i64::from(weight(*it).unsigned_abs())).sum();
        if all >= i64::from(i32::MAX) {
            return Ok(false);
        }
        self.count_row(f, binder, &row);
        if row.is_short() {
            for (number, (cell, element)) in row.cells().zip(&row.elements).enumerate() {
                f.cell(cell);
                if weight(*element) != 1 {
                    f.number(weight(*element)).put(I::I32Mul);
                }
                if number > 0 {
                    f.put(I::I32Add);
                }
            }
            return Ok(true);
        }
        Self::add_up(f, &row, &mut |f, step, fresh| {
            let element = |lane: usize| row.elements.get(step + lane).copied().unwrap_or(0);
            let weights =
                std::array::from_fn(|lane| if fresh.get(lane) == Some(&true) { weight(element(lane)) } else { 0 });
            f.get(BASE).load_four((row.first + step as u32) * 4).put(I::V128Const(lanes(weights))).put(I::I32x4Mul);
        });
        Ok(true)
    }

    /// A comparison with something fixed.
    fn compared_with(&self, id: NodeId) -> Option<(Comparison, NodeId, i32)> {
        match self.at(id) {
            Node::Holds(of) => self.compared_with(*of),
            Node::CompareWith(sign, left, right) => Some((*sign, *left, *right)),
            Node::Compare(sign, left, right) => Some((*sign, *left, self.known(*right)?)),
            _ => None,
        }
    }

    /// The cells that a name leads to as it goes through its set, if they lie in a row and everybody always may read them.
    fn row(&self, binder: &BinderCode, cell: NodeId) -> Option<Row> {
        let (Node::Cell(cell), true) = (self.at(cell), self.passes.has(Pass::RowsAtOnce)) else { return None };
        let ([index], None, None, None) = (&cell.indices[..], &cell.owner, cell.audience, binder.from) else {
            return None;
        };
        let led = matches!(self.at(index.value), Node::Load(name) if *name == binder.local) && index.stride == 1;
        let elements = self.known_elements(binder.set, MOST)?;
        let (first, last) = (*elements.first()?, *elements.last()?);
        let in_a_row = elements.iter().copied().eq(first..=last) && elements.len() >= FEWEST;
        let inside = first >= index.least && i64::from(last) < i64::from(index.least) + i64::from(index.count);
        let set = self.program.first_values.get(cell.variable as usize).copied().flatten().is_some();
        let range = self.range_of_variable(cell.variable)?;
        let first = cell.first.checked_add(u32::try_from(first.checked_sub(index.least)?).ok()?)?;
        (led && in_a_row && inside && set).then_some(Row { first, elements, range })
    }

    /// Counts the work of asking all of them.
    fn count_row(&self, f: &mut Fun, binder: &BinderCode, row: &Row) {
        let count = i32::try_from(row.elements.len()).unwrap_or(i32::MAX);
        let all = (ROUND + A_CELL).saturating_mul(count).saturating_add(NODE + self.listing(binder.set));
        f.work = f.work.saturating_add(all);
    }

    fn compare_one(f: &mut Fun, cell: Addr, (sign, with): (Comparison, i32)) {
        f.cell(cell).number(with).put(sign_of(sign));
    }

    fn compare_four(f: &mut Fun, row: &Row, step: usize, (sign, with): (Comparison, i32)) {
        f.get(BASE).load_four((row.first + step as u32) * 4).put(I::V128Const(lanes([with; TOGETHER])));
        f.put(match sign {
            Comparison::Equal => I::I32x4Eq,
            Comparison::Unequal => I::I32x4Ne,
            Comparison::Less => I::I32x4LtS,
            Comparison::AtMost => I::I32x4LeS,
            Comparison::Greater => I::I32x4GtS,
            Comparison::AtLeast => I::I32x4GeS,
        });
    }

    /// Leaves the sum of what is left for each step.
    fn add_up(f: &mut Fun, row: &Row, each: &mut dyn FnMut(&mut Fun, usize, [bool; TOGETHER])) {
        for (number, (step, fresh)) in row.steps().into_iter().enumerate() {
            each(f, step, fresh);
            if number > 0 {
                f.put(I::I32x4Add);
            }
        }
        let all: Local = f.four();
        f.set(all);
        for lane in 0..TOGETHER as u8 {
            f.get(all).put(I::I32x4ExtractLane(lane));
            if lane > 0 {
                f.put(I::I32Add);
            }
        }
    }
}

/// Four words as one.
fn lanes(words: [i32; TOGETHER]) -> i128 {
    words.into_iter().rev().fold(0, |all, word| all << 32 | i128::from(word.cast_unsigned()))
}
