//! Expressions that give one value: it is left on top.

use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{Arithmetic, BuiltIn, Comparison, KindId, Sort};
use rulehound_interpreter::program::{
    Addr, ArgumentCode, AttributeCode, CLEARED, CellCode, CheckId, FamilyCode, IndexCode, Node, NodeId, OfNone,
};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::ground::{Laid, laid};
use super::ranges;
use super::work::NODE;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local};
use crate::Unsupported;

/// The most answers that are worked out beforehand.
const MOST_ANSWERS: i64 = 4_096;

impl<'p> Emitter<'p> {
    pub(super) fn at(&self, id: NodeId) -> &'p Node {
        self.program.nodes.get(id.0 as usize).unwrap_or(&Node::Constant(NONE))
    }

    /// Leaves 1 if an expression holds, else 0.
    pub(super) fn holds(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        self.value(f, id)?;
        if !self.is_yes_or_no(id) {
            f.number(1).put(I::I32Eq);
        }
        Ok(())
    }

    /// Whether an expression gives nothing but 0 and 1.
    fn is_yes_or_no(&self, id: NodeId) -> bool {
        match self.at(id) {
            Node::Constant(value) => (0..=1).contains(value),
            Node::Not(_)
            | Node::Holds(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Compare(..)
            | Node::CompareWith(..)
            | Node::Among { .. }
            | Node::Any(..)
            | Node::All(..)
            | Node::Marked { .. } => true,
            Node::If(arms, otherwise) => {
                arms.iter().all(|(_, value)| self.is_yes_or_no(*value)) && self.is_yes_or_no(*otherwise)
            }
            _ => false,
        }
    }

    /// From where to where the values of an expression go, if that is known; then it is never none.
    pub(super) fn range(&self, f: &Fun, id: NodeId) -> Option<(i32, i32)> {
        let seats = i32::try_from(self.program.instance.seats()).ok()?;
        match self.at(id) {
            Node::Constant(value) if *value > CLEARED => Some((*value, *value)),
            Node::Load(at) => match f.names.get(at) {
                Some(name) => name.range,
                None => self.ranges.get(at).copied(),
            },
            Node::Plain(_, variable) => self.range_of_variable(*variable),
            Node::Cell(cell) if cell.owner.as_ref().is_none_or(|owner| self.never_none(f, owner.value)) => {
                self.range_of_variable(cell.variable)
            }
            Node::Attribute(cell) if self.never_none(f, cell.component) => {
                let kind = self.program.instance.model.kinds.get(cell.kind.index())?;
                let attribute = kind.attributes.get(cell.attribute as usize)?;
                ranges::of_type(self.program, &attribute.of)
            }
            Node::PlaceOf(of) => {
                let (least, greatest) = self.range(f, *of)?;
                (least >= 0 && greatest < self.fixed.components).then_some((0, self.fixed.places - 1))
            }
            Node::Table(table, _) => {
                let entries = &self.program.instance.model.tables.get(*table as usize)?.entries;
                entries.iter().min().copied().zip(entries.iter().max().copied()).filter(|(least, _)| *least > CLEARED)
            }
            Node::BuiltIn(BuiltIn::Next, _) => Some((0, seats - 1)),
            Node::BuiltIn(BuiltIn::Beside, arguments) => self.range(f, self.stays(f, arguments)?),
            Node::Arithmetic(sign, left, right) => {
                let (left, right) = (self.range(f, *left)?, self.range(f, *right)?);
                match sign {
                    Arithmetic::Plus => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
                    Arithmetic::Minus => Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?)),
                    Arithmetic::Times | Arithmetic::Divided | Arithmetic::Modulo => None,
                }
            }
            Node::CountOn(..) => Some((0, 1_000)),
            Node::Not(_) | Node::Holds(_) | Node::And(..) | Node::Or(..) | Node::Compare(..) => Some((0, 1)),
            _ => None,
        }
    }

    fn range_of_variable(&self, variable: u32) -> Option<(i32, i32)> {
        ranges::of_type(self.program, &self.program.instance.model.variables.get(variable as usize)?.of)
    }

    /// Whether an expression is surely never none.
    pub(super) fn never_none(&self, f: &Fun, id: NodeId) -> bool {
        if self.range(f, id).is_some() {
            return true;
        }
        match self.at(id) {
            Node::Constant(value) => *value > CLEARED,
            Node::Load(at) => f.names.get(at).is_some_and(|name| name.some),
            Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Compare(..)
            | Node::CompareWith(..)
            | Node::Not(_)
            | Node::Holds(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Among { .. }
            | Node::Any(..)
            | Node::All(..)
            | Node::CountTuples(_)
            | Node::CountOf(_)
            | Node::CountOn(..)
            | Node::Sum(..)
            | Node::Marked { .. }
            | Node::Table(..)
            | Node::BoardPlace { .. }
            | Node::IndexOf(_)
            | Node::ColumnOf(_)
            | Node::RowOf(_)
            | Node::Only(_) => true,
            Node::BuiltIn(word, _) => !matches!(word, BuiltIn::Ahead | BuiltIn::Beside),
            Node::If(arms, otherwise) => {
                arms.iter().all(|(_, value)| self.never_none(f, *value)) && self.never_none(f, *otherwise)
            }
            _ => false,
        }
    }

    /// Leaves a value that must not be none.
    pub(super) fn a_number(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        self.value(f, id)?;
        if !self.never_none(f, id) {
            self.demand(f);
        }
        Ok(())
    }

    /// Gives up if what lies on top is none.
    fn demand(&self, f: &mut Fun) {
        let value = f.local();
        f.tee(value).number(CLEARED).put(I::I32LeS).trap_if().get(value);
    }

    /// Puts what must not be none into a local.
    pub(super) fn kept_number(&mut self, f: &mut Fun, id: NodeId) -> Emit<Local> {
        self.a_number(f, id)?;
        let local = f.local();
        f.set(local);
        Ok(local)
    }

    /// Puts a value into a local.
    pub(super) fn kept(&mut self, f: &mut Fun, id: NodeId) -> Emit<Local> {
        self.value(f, id)?;
        let local = f.local();
        f.set(local);
        Ok(local)
    }

    /// Leaves the value of an expression.
    pub(super) fn value(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        f.work += NODE;
        match self.at(id) {
            Node::Constant(value) => {
                f.number(*value);
            }
            Node::Load(at) => self.load(f, *at)?,
            Node::Plain(at, variable) => {
                f.cell(*at);
                self.demand_set(f, *variable);
            }
            Node::Cell(cell) => self.load_cell(f, cell)?,
            Node::Attribute(cell) => self.load_attribute(f, cell)?,
            Node::Not(of) => {
                self.holds(f, *of)?;
                f.put(I::I32Eqz);
            }
            Node::Holds(of) => self.holds(f, *of)?,
            Node::And(left, right) => {
                self.holds(f, *left)?;
                let (right, no) = f.either_number(
                    |f| self.holds(f, *right),
                    |f| {
                        f.number(0);
                        Ok(())
                    },
                );
                right.and(no)?;
            }
            Node::Or(left, right) => {
                self.holds(f, *left)?;
                f.put(I::I32Eqz);
                let (right, yes) = f.either_number(
                    |f| self.holds(f, *right),
                    |f| {
                        f.number(1);
                        Ok(())
                    },
                );
                right.and(yes)?;
            }
            Node::Compare(sign, left, right) => self.compare(f, *sign, *left, *right)?,
            Node::CompareWith(sign, left, right) => self.compare_with(f, *sign, *left, *right)?,
            Node::Arithmetic(sign, left, right) => {
                let small = |id: NodeId| self.range(f, id).is_some_and(|it| it.0 > -10_000 && it.1 < 10_000);
                let small = small(*left) && small(*right);
                let left = self.kept_number(f, *left)?;
                let right = self.kept_number(f, *right)?;
                match sign {
                    Arithmetic::Plus if small => {
                        f.get(left).get(right).put(I::I32Add);
                    }
                    Arithmetic::Minus if small => {
                        f.get(left).get(right).put(I::I32Sub);
                    }
                    Arithmetic::Times if small => {
                        f.get(left).get(right).put(I::I32Mul);
                    }
                    _ => self.reckon(f, *sign, left, right),
                }
            }
            Node::Negative(of) => {
                // The least number there may be has an opposite.
                f.number(0);
                self.a_number(f, *of)?;
                f.put(I::I32Sub);
            }
            Node::If(arms, otherwise) => self.choose(f, arms, *otherwise, false)?,
            Node::Call(definition, arguments) => self.call_definition(f, *definition, arguments, false)?,
            Node::PlaceOf(of) => {
                let inside = self.range(f, *of).is_some_and(|it| it.0 >= 0 && it.1 < self.fixed.components);
                let component = self.kept(f, *of)?;
                if inside {
                    self.lies_at(f, component);
                } else {
                    self.place_of_local(f, component);
                }
            }
            Node::Owner(of) => {
                let component = self.kept_number(f, *of)?;
                self.in_range(f, component, self.fixed.components);
                let table = self.fixed.owner;
                f.either_number(
                    |f| {
                        f.get(component).number(4).put(I::I32Mul).load(table);
                    },
                    |f| {
                        f.number(NONE);
                    },
                );
            }
            Node::IndexOf(of) => self.of_place(f, *of, self.fixed.index)?,
            Node::ColumnOf(of) => self.of_place(f, *of, self.fixed.column)?,
            Node::RowOf(of) => self.of_place(f, *of, self.fixed.row)?,
            Node::Top(of) => self.end_of_pile(f, *of, true)?,
            Node::Bottom(of) => self.end_of_pile(f, *of, false)?,
            Node::Marked { board, first, mark, place } => self.marked(f, *board, *first, *mark, *place)?,
            Node::Family(family) => self.family(f, family)?,
            Node::BoardPlace { first, count, number } => {
                self.a_number(f, *number)?;
                let number = f.local();
                f.tee(number).number(1).put(I::I32Sub).number(*count).put(I::I32GeU).trap_if();
                f.get(number).number(first - 1).put(I::I32Add);
            }
            Node::Table(table, indices) => self.table(f, *table, indices)?,
            Node::BuiltIn(word, arguments) => self.built_in(f, *word, arguments, id)?,
            Node::Among { element, set, negated } => {
                let element = self.kept(f, *element)?;
                f.get(element).number(NONE).put(I::I32Ne);
                let (held, no) = f.either_number(
                    |f| self.set_holds(f, *set, element),
                    |f| {
                        f.number(0);
                        Ok(())
                    },
                );
                held.and(no)?;
                if *negated {
                    f.put(I::I32Eqz);
                }
            }
            Node::Any(binders, body) => self.any(f, binders, *body, true)?,
            Node::All(binders, body) => self.any(f, binders, *body, false)?,
            Node::CountTuples(binders) => self.count_tuples(f, binders)?,
            Node::CountOf(set) => self.count_of(f, *set)?,
            Node::CountOn(components, place) => self.count_on(f, *components, *place)?,
            Node::Sum(binders, value) => self.sum(f, binders, *value)?,
            Node::Most(code) => self.most(f, code)?,
            Node::First(code) => self.first(f, code)?,
            Node::Only(set) => self.only(f, *set)?,
            Node::LoadSet(_)
            | Node::Range(..)
            | Node::Span(..)
            | Node::FamilyOf(_)
            | Node::Components(..)
            | Node::Contents(..)
            | Node::Listed(_)
            | Node::Union(..)
            | Node::Each(_)
            | Node::OneOrNothing(_) => self.only(f, id)?,
        }
        Ok(())
    }

    fn load(&mut self, f: &mut Fun, at: Addr) -> Emit {
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
            None => Err(Unsupported("a name from elsewhere")),
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
    fn demand_set(&self, f: &mut Fun, variable: u32) {
        if self.program.first_values.get(variable as usize).copied().flatten().is_none() {
            let value = f.local();
            f.tee(value).number(UNSET).put(I::I32Eq).trap_if().get(value);
        }
    }

    fn load_cell(&mut self, f: &mut Fun, cell: &'p CellCode) -> Emit {
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
        let mut pieces = 0;
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
            pieces += 1;
        }
        for _ in 1..pieces {
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
                emitter.call(f, Function::Audience);
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
    fn step_of(&self, f: &mut Fun, code: &IndexCode, value: Local, known: bool) {
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
    fn steps(&mut self, f: &mut Fun, indices: &'p [IndexCode]) -> Emit {
        f.number(0);
        for code in indices {
            let value = self.kept_number(f, code.value)?;
            self.step_of(f, code, value, true);
            f.put(I::I32Add);
        }
        Ok(())
    }

    fn load_attribute(&mut self, f: &mut Fun, cell: &'p AttributeCode) -> Emit {
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

    fn load_attribute_of(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit {
        self.guard_attribute(f, cell, component)?;
        let first = self.attribute_address(f, cell, component)?;
        f.load(first);
        Ok(())
    }

    /// Leaves where a feature of a component lies, but for the offset it gives.
    pub(super) fn attribute_address(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit<u32> {
        let ground = self.program.ground.kinds.get(cell.kind.index()).ok_or(Unsupported("a kind"))?;
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
        let (first, width, printed) = match found.ok_or(Unsupported("features laid unevenly"))? {
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

    /// Leaves whether a local lies from 0 to below `count`.
    pub(super) fn in_range(&self, f: &mut Fun, local: Local, count: i32) {
        f.get(local).number(count).put(I::I32LtU);
    }

    fn of_place(&mut self, f: &mut Fun, of: NodeId, table: u32) -> Emit {
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

    fn compare(&mut self, f: &mut Fun, sign: Comparison, left: NodeId, right: NodeId) -> Emit {
        let ordered = !matches!(sign, Comparison::Equal | Comparison::Unequal);
        if !ordered || self.never_none(f, left) && self.never_none(f, right) {
            self.value(f, left)?;
            self.value(f, right)?;
            f.put(sign_of(sign));
            return Ok(());
        }
        let left = self.kept(f, left)?;
        let right = self.kept(f, right)?;
        f.get(left).get(right).put(sign_of(sign));
        f.get(left).number(NONE).put(I::I32Ne).put(I::I32And);
        f.get(right).number(NONE).put(I::I32Ne).put(I::I32And);
        Ok(())
    }

    fn compare_with(&mut self, f: &mut Fun, sign: Comparison, left: NodeId, right: i32) -> Emit {
        let ordered = !matches!(sign, Comparison::Equal | Comparison::Unequal);
        if !ordered || self.never_none(f, left) && right != NONE {
            self.value(f, left)?;
            f.number(right).put(sign_of(sign));
            return Ok(());
        }
        let left = self.kept(f, left)?;
        f.get(left).number(right).put(sign_of(sign));
        f.get(left).number(NONE).put(I::I32Ne).put(I::I32And);
        if right == NONE {
            f.put(I::Drop).number(0);
        }
        Ok(())
    }

    /// Leaves what two numbers give together; gives up beyond 32 bits and by zero.
    pub(super) fn reckon(&self, f: &mut Fun, sign: Arithmetic, left: Local, right: Local) {
        let result = f.local();
        match sign {
            Arithmetic::Plus => {
                f.get(left).get(right).put(I::I32Add).set(result);
                f.get(left).get(result).put(I::I32Xor).get(right).get(result).put(I::I32Xor).put(I::I32And);
                f.number(0).put(I::I32LtS).trap_if();
            }
            Arithmetic::Minus => {
                f.get(left).get(right).put(I::I32Sub).set(result);
                f.get(left).get(right).put(I::I32Xor).get(left).get(result).put(I::I32Xor).put(I::I32And);
                f.number(0).put(I::I32LtS).trap_if();
            }
            Arithmetic::Times => {
                let wide = f.wide();
                f.get(left).put(I::I64ExtendI32S).get(right).put(I::I64ExtendI32S).put(I::I64Mul).tee(wide);
                f.put(I::I32WrapI64).tee(result).put(I::I64ExtendI32S).get(wide).put(I::I64Ne).trap_if();
            }
            // Dividing by zero is a trap of its own.
            Arithmetic::Divided => {
                f.unsure += 1;
                let rest = f.local();
                f.get(left).get(right).put(I::I32DivS).set(result);
                f.get(left).get(right).put(I::I32RemS).set(rest);
                // Rounded down, so one less if the signs differ and something is left.
                f.get(result);
                f.get(rest).number(0).put(I::I32Ne);
                f.get(left).get(right).put(I::I32Xor).number(0).put(I::I32LtS).put(I::I32And);
                f.put(I::I32Sub).set(result);
            }
            Arithmetic::Modulo => {
                f.unsure += 1;
                f.get(left).get(right).put(I::I32RemS).set(result);
                f.get(result).number(0).put(I::I32Ne);
                f.get(result).get(right).put(I::I32Xor).number(0).put(I::I32LtS).put(I::I32And);
                f.when(|f| {
                    f.get(result).get(right).put(I::I32Add).set(result);
                });
            }
        }
        f.get(result);
    }

    /// `if`: of a value, or of a set that goes onto the stack of lists.
    pub(super) fn choose(&mut self, f: &mut Fun, arms: &'p [(NodeId, NodeId)], otherwise: NodeId, set: bool) -> Emit {
        let Some(((test, value), rest)) = arms.split_first() else {
            return if set { self.push_set(f, otherwise) } else { self.value(f, otherwise) };
        };
        self.holds(f, *test)?;
        let (yes, no) = if set {
            let cell = std::cell::RefCell::new(self);
            f.either(|f| cell.borrow_mut().push_set(f, *value), |f| cell.borrow_mut().choose(f, rest, otherwise, set))
        } else {
            let cell = std::cell::RefCell::new(self);
            f.either_number(
                |f| cell.borrow_mut().value(f, *value),
                |f| cell.borrow_mut().choose(f, rest, otherwise, set),
            )
        };
        yes.and(no)
    }

    /// A call of a definition: of a value, or of a set that goes onto the stack of lists.
    pub(super) fn call_definition(
        &mut self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        set: bool,
    ) -> Emit {
        let code = self.program.definitions.get(definition as usize).ok_or(Unsupported("a definition"))?;
        let default = match code.of_none {
            OfNone::No => Some(0),
            OfNone::None => Some(NONE),
            OfNone::Fault => None,
        };
        let result = f.local();
        f.block(|f, end| {
            let mut values = Vec::new();
            for argument in arguments {
                let stops = argument.stops && !self.never_none(f, argument.value);
                let value = self.kept(f, argument.value)?;
                if stops {
                    match (default, set) {
                        (_, true) => {
                            f.get(value).number(NONE).put(I::I32Eq).jump_if(end);
                        }
                        (Some(default), false) => {
                            f.number(default).set(result);
                            f.get(value).number(NONE).put(I::I32Eq).jump_if(end);
                        }
                        (None, false) => {
                            f.get(value).number(NONE).put(I::I32Eq).trap_if();
                        }
                    }
                }
                if let Some(check) = argument.check {
                    self.check(f, check, value)?;
                }
                values.push(value);
            }
            f.get(BASE);
            for value in values {
                f.get(value);
            }
            self.call(f, if set { Function::Set(definition, self.other_side) } else { Function::Value(definition) });
            if !set {
                f.set(result);
            }
            Ok(())
        })?;
        if !set {
            f.get(result);
        }
        Ok(())
    }

    /// The function of a definition: the clause that fits the arguments.
    pub(super) fn definition(&mut self, definition: u32, set: bool) -> Emit<Fun> {
        let code = self.program.definitions.get(definition as usize).ok_or(Unsupported("a definition"))?;
        let parameters = self.program.instance.model.definitions.get(definition as usize);
        let parameters = parameters.map_or(&[][..], |it| it.parameters.as_slice());
        let mut f = Fun::new(1 + u32::try_from(parameters.len()).unwrap_or(0));
        let clause = |emitter: &mut Self, f: &mut Fun, names: &[Option<Addr>], body: NodeId| {
            for (parameter, (at, of)) in (1..).zip(names.iter().zip(parameters)) {
                if let Some(at) = at {
                    let some = of.shape == rulehound_interpreter::model::Shape::One;
                    let range = ranges::of_type(emitter.program, of);
                    f.names.insert(*at, Name { local: parameter, range, some });
                }
            }
            if set { emitter.push_set(f, body) } else { emitter.value(f, body) }
        };
        if let Some(selector) = code.selector {
            let chosen = 1 + u32::try_from(selector).unwrap_or(0);
            for (value, names, body) in code.clauses.iter().filter(|(value, ..)| value.is_some()) {
                f.get(chosen).number(value.unwrap_or(NONE)).put(I::I32Eq);
                f.when(|f| {
                    clause(self, f, names, *body)?;
                    f.put(I::Return);
                    Ok(())
                })?;
            }
        }
        let rest = match code.selector {
            Some(_) => code.clauses.iter().find(|(value, ..)| value.is_none()),
            None => code.clauses.first(),
        };
        match rest {
            Some((_, names, body)) => clause(self, &mut f, names, *body)?,
            None => {
                f.trap();
            }
        }
        Ok(f)
    }

    /// Gives up if a value may not be stored.
    pub(super) fn check(&mut self, f: &mut Fun, check: CheckId, value: Local) -> Emit {
        let Some(check) = self.program.checks.get(check.0 as usize) else { return Ok(()) };
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(0);
        f.block(|f, fine| {
            f.get(value).number(NONE).put(I::I32Eq);
            if check.none {
                f.jump_if(fine);
            } else {
                f.trap_if();
            }
            match &check.sort {
                Sort::Number { least, greatest } => {
                    f.get(value).number(*least).put(I::I32GeS).get(value).number(*greatest).put(I::I32LeS);
                    f.put(I::I32And).jump_if(fine);
                }
                Sort::Value { allowed, .. } => {
                    for allowed in allowed {
                        f.get(value).number(*allowed).put(I::I32Eq).jump_if(fine);
                    }
                }
                Sort::Component { .. } | Sort::Place { .. } => {
                    for (from, to) in &check.ranges {
                        f.get(value).number(*from).put(I::I32Sub).number(to - from).put(I::I32LtU).jump_if(fine);
                    }
                }
                Sort::Player => {
                    f.get(value).number(seats).put(I::I32LtU).jump_if(fine);
                }
                Sort::YesNo | Sort::Direction | Sort::Nothing => {
                    f.jump(fine);
                }
            }
            f.trap();
        });
        Ok(())
    }

    fn family(&mut self, f: &mut Fun, family: &'p FamilyCode) -> Emit {
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

    fn marked(&mut self, f: &mut Fun, board: u32, first: i32, mark: u32, place: NodeId) -> Emit {
        use rulehound_interpreter::model::AreaKind;
        let area = self.program.instance.model.areas.get(board as usize).map(|area| &area.kind);
        let on = match area {
            Some(AreaKind::Board(board)) => board.marks.get(mark as usize).map(|mark| mark.on.clone()),
            Some(AreaKind::Zone(_)) | None => None,
        };
        let on = on.unwrap_or_default();
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

    fn table(&mut self, f: &mut Fun, table: u32, indices: &'p [IndexCode]) -> Emit {
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

    fn built_in(&mut self, f: &mut Fun, word: BuiltIn, arguments: &'p [NodeId], id: NodeId) -> Emit {
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(1).max(1);
        let argument = |index: usize| arguments.get(index).copied().ok_or(Unsupported("an argument"));
        match word {
            BuiltIn::Next => {
                let seat = self.kept_number(f, argument(0)?)?;
                match arguments.get(1) {
                    None => {
                        // One seat on is no division.
                        let next = f.local();
                        f.get(seat).number(1).put(I::I32Add).set(next);
                        f.number(0).get(next).get(next).number(seats).put(I::I32GeS).put(I::Select);
                    }
                    Some(steps) => {
                        let steps = self.kept_number(f, *steps)?;
                        let sum = f.local();
                        f.get(seat).put(I::I64ExtendI32S).get(steps).put(I::I64ExtendI32S).put(I::I64Add);
                        f.put(I::I64Const(i64::from(seats))).put(I::I64RemS).put(I::I32WrapI64).set(sum);
                        f.get(sum).number(seats).put(I::I32Add).get(sum);
                        f.get(sum).number(0).put(I::I32LtS).put(I::Select);
                    }
                }
            }
            BuiltIn::Other => {
                f.number(1);
                self.a_number(f, argument(0)?)?;
                f.put(I::I32Sub);
                if seats != 2 {
                    f.trap();
                }
            }
            BuiltIn::Seat => {
                self.a_number(f, argument(0)?)?;
                f.number(1).put(I::I32Add);
            }
            BuiltIn::Max | BuiltIn::Min => {
                let most = self.kept_number(f, argument(0)?)?;
                for other in arguments.get(1..).unwrap_or_default() {
                    let value = self.kept_number(f, *other)?;
                    f.get(value).get(most).get(value).get(most);
                    f.put(if word == BuiltIn::Max { I::I32GtS } else { I::I32LtS }).put(I::Select).set(most);
                }
                f.get(most);
            }
            BuiltIn::Ahead => {
                let place = self.kept(f, argument(0)?)?;
                let steps = self.distance(f, arguments.get(1))?;
                self.ahead(f, place, steps);
            }
            BuiltIn::Steps => {
                let from = self.kept_number(f, argument(0)?)?;
                let to = self.kept_number(f, argument(1)?)?;
                self.steps_between(f, from, to);
            }
            BuiltIn::Beside => {
                f.work += 1;
                if let Some(place) = self.stays(f, arguments) {
                    return self.value(f, place);
                }
                if let Some(known) = self.beside_by_table(f, arguments)? {
                    f.load(known);
                    return Ok(());
                }
                let place = self.kept(f, argument(0)?)?;
                let direction = self.kept_number(f, argument(1)?)?;
                match arguments.get(2) {
                    None => self.beside(f, place, direction),
                    Some(steps) => {
                        let steps = self.kept_number(f, *steps)?;
                        self.far_beside(f, place, direction, steps);
                    }
                }
            }
            BuiltIn::Around | BuiltIn::Reach => self.only(f, id)?,
        }
        Ok(())
    }

    /// Where few places, directions and distances are possible, all answers lie in a table: leaves where in it, gives where it begins.
    fn beside_by_table(&mut self, f: &mut Fun, arguments: &'p [NodeId]) -> Emit<Option<u32>> {
        let [place, direction, steps] = arguments else { return Ok(None) };
        let ranges = (self.range(f, *place), self.range(f, *direction), self.range(f, *steps));
        let (Some(places), Some(directions), Some(distances)) = ranges else { return Ok(None) };
        let length = |(from, to): (i32, i32)| i64::from(to) - i64::from(from) + 1;
        if length(places) * length(directions) * length(distances) > MOST_ANSWERS {
            return Ok(None);
        }
        let mut answers = Vec::new();
        for place in places.0..=places.1 {
            for direction in directions.0..=directions.1 {
                answers.extend((distances.0..=distances.1).map(|steps| self.far_from(place, direction, steps)));
            }
        }
        let table = self.tables.words(&answers);
        f.work = f.work.saturating_add(distances.0.saturating_abs().max(distances.1.saturating_abs()));
        let word = |length: i64| i32::try_from(length).unwrap_or(0);
        self.value(f, *place)?;
        f.number(places.0).put(I::I32Sub).number(word(length(directions))).put(I::I32Mul);
        self.value(f, *direction)?;
        f.number(directions.0).put(I::I32Sub).put(I::I32Add).number(word(length(distances))).put(I::I32Mul);
        self.value(f, *steps)?;
        f.number(distances.0).put(I::I32Sub).put(I::I32Add).number(2).put(I::I32Shl);
        Ok(Some(table))
    }

    /// The place, if no step is made from it in a direction.
    fn stays(&self, f: &Fun, arguments: &'p [NodeId]) -> Option<NodeId> {
        let [place, direction, steps] = arguments else { return None };
        let (places, directions) = (self.range(f, *place)?, self.range(f, *direction)?);
        let few = places.1 - places.0 < self.fixed.places && directions.0 >= 0 && directions.1 < 8;
        let stays = self.range(f, *steps)? == (0, 0) && few;
        (stays && (places.0..=places.1).all(|from| self.far_from(from, 0, 0) == from)).then_some(*place)
    }

    /// The place so many steps from another in a direction, or none.
    fn far_from(&self, place: i32, direction: i32, steps: i32) -> i32 {
        use rulehound_interpreter::model::{AreaKind, PlaceClass};
        let instance = &self.program.instance;
        let Some(found) = instance.place(place) else { return NONE };
        let PlaceClass::Area(area) = found.class else { return NONE };
        let Some(AreaKind::Board(board)) = instance.model.areas.get(area.index()).map(|area| &area.kind) else {
            return NONE;
        };
        let direction = if steps < 0 { (direction + 4).rem_euclid(8) } else { direction };
        let mut offset = found.offset;
        for _ in 0..steps.unsigned_abs() {
            let joined = board.points.get(offset).map(|point| point.joined).unwrap_or_default();
            let next = usize::try_from(direction).ok().and_then(|direction| joined.get(direction).copied()).flatten();
            match next {
                Some(next) => offset = usize::from(next),
                None => return NONE,
            }
        }
        let first = i64::from(place) - i64::try_from(found.offset).unwrap_or(0);
        i32::try_from(first + i64::try_from(offset).unwrap_or(0)).unwrap_or(NONE)
    }

    /// Puts a distance into a local: 1 if none is given.
    fn distance(&mut self, f: &mut Fun, steps: Option<&NodeId>) -> Emit<Local> {
        match steps {
            Some(steps) => self.kept_number(f, *steps),
            None => {
                let one = f.local();
                f.number(1).set(one);
                Ok(one)
            }
        }
    }

    fn ahead(&self, f: &mut Fun, place: Local, steps: Local) {
        let (first, length, at) = (f.local(), f.local(), f.local());
        f.number(NONE).set(at);
        f.block(|f, end| {
            f.get(place).number(self.fixed.places).put(I::I32GeU).jump_if(end);
            f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_first).set(first);
            f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_length).tee(length);
            f.put(I::I32Eqz).jump_if(end);
            // Far beyond any board is as far as the board's own length goes round.
            f.get(steps).number(-1_000_000).put(I::I32LtS).get(steps).number(1_000_000).put(I::I32GtS);
            f.put(I::I32Or).trap_if();
            let to = f.local();
            f.get(place).get(first).put(I::I32Sub).get(steps).put(I::I32Add).set(to);
            f.get(length).number(0).put(I::I32GtS);
            f.either(
                |f| {
                    f.get(to).get(length).put(I::I32GeU).jump_if(end);
                },
                |f| {
                    f.number(0).get(length).put(I::I32Sub).set(length);
                    f.get(to).get(length).put(I::I32RemS).set(to);
                    f.get(to).get(length).put(I::I32Add).get(to);
                    f.get(to).number(0).put(I::I32LtS).put(I::Select).set(to);
                },
            );
            f.get(first).get(to).put(I::I32Add).set(at);
        });
        f.get(at);
    }

    fn steps_between(&self, f: &mut Fun, from: Local, to: Local) {
        let (length, steps) = (f.local(), f.local());
        f.get(from).number(self.fixed.places).put(I::I32GeU).get(to).number(self.fixed.places).put(I::I32GeU);
        f.put(I::I32Or).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_first);
        f.get(to).number(2).put(I::I32Shl).load(self.fixed.board_first).put(I::I32Ne).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_first).number(NONE).put(I::I32Eq).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_length).set(length);
        f.get(to).get(from).put(I::I32Sub).set(steps);
        // Of a ring the length is negative; the distance is less than once round.
        f.get(length).number(0).put(I::I32LtS).get(steps).number(0).put(I::I32LtS).put(I::I32And);
        f.when(|f| {
            f.get(steps).get(length).put(I::I32Sub).set(steps);
        });
        f.get(steps);
    }

    /// Leaves the place beside another, or none.
    pub(super) fn beside(&self, f: &mut Fun, place: Local, direction: Local) {
        self.in_range(f, place, self.fixed.places);
        self.in_range(f, direction, 8);
        f.put(I::I32And);
        f.either_number(
            |f| {
                f.get(place).number(3).put(I::I32Shl).get(direction).put(I::I32Add);
                f.number(2).put(I::I32Shl).load(self.fixed.joined);
            },
            |f| {
                f.number(NONE);
            },
        );
    }

    fn far_beside(&self, f: &mut Fun, from: Local, direction: Local, steps: Local) {
        let (place, way, left) = (f.local(), f.local(), f.local());
        f.get(from).set(place).get(direction).set(way).get(steps).set(left);
        // What is no place of a board has nothing beside it, not even itself.
        self.in_range(f, place, self.fixed.places);
        f.either(
            |f| {
                f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_first).number(NONE).put(I::I32Eq);
                f.when(|f| {
                    f.number(NONE).set(place);
                });
            },
            |f| {
                f.number(NONE).set(place);
            },
        );
        f.get(left).number(0).put(I::I32LtS);
        f.when(|f| {
            f.number(0).get(left).put(I::I32Sub).set(left);
            f.get(way).number(4).put(I::I32Add).number(7).put(I::I32And).set(way);
        });
        // The least number has no opposite, and is far more work than there is.
        f.get(left).number(0).put(I::I32LtS).trap_if();
        f.get(left);
        Self::burn(f);
        f.block(|f, end| {
            f.repeat(|f, again| {
                f.get(left).number(0).put(I::I32LeS).jump_if(end);
                f.get(place).number(NONE).put(I::I32Eq).jump_if(end);
                self.beside(f, place, way);
                f.set(place).step(left, -1).jump(again);
            });
        });
        f.get(place);
    }

    /// The features' own audience, or where the component lies.
    fn guard_attribute(&mut self, f: &mut Fun, cell: &'p AttributeCode, component: Local) -> Emit {
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

fn sign_of(sign: Comparison) -> I<'static> {
    match sign {
        Comparison::Equal => I::I32Eq,
        Comparison::Unequal => I::I32Ne,
        Comparison::Less => I::I32LtS,
        Comparison::AtMost => I::I32LeS,
        Comparison::Greater => I::I32GtS,
        Comparison::AtLeast => I::I32GeS,
    }
}
