//! Expressions that give one value: it is left on top.

use rulehound_interpreter::model::Arithmetic;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{CLEARED, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::once::{self, Hoisted};
use super::work::NODE;
use super::{Emit, Emitter, Fun, Local};

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

    /// Leaves a value that must not be none.
    pub(super) fn a_number(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        self.value(f, id)?;
        if !self.never_none(f, id) {
            self.demand(f);
        }
        Ok(())
    }

    /// Gives up if what lies on top is none.
    pub(super) fn demand(&self, f: &mut Fun) {
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
        match f.hoisted.get(&id.0).copied() {
            Some(Hoisted::Before(value, work)) => {
                f.work = f.work.saturating_add(work);
                f.get(value);
                return Ok(());
            }
            Some(Hoisted::Once(once)) => return once::leave(self, f, once, |emitter, f| emitter.value_of_node(f, id)),
            None => {}
        }
        f.work += NODE;
        let written = if f.is_full() { Err(super::TOO_MUCH) } else { self.value_of_node(f, id) };
        written.map_err(|missing| missing.or_at(self.program.node_at.get(id.0 as usize).copied()))
    }

    fn value_of_node(&mut self, f: &mut Fun, id: NodeId) -> Emit {
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
                let inside = self.range(f, *of).is_some_and(|it| it.0 >= 0 && it.1 < self.fixed.components);
                let component = self.kept_number(f, *of)?;
                let table = self.fixed.owner;
                if inside {
                    f.get(component).number(4).put(I::I32Mul).load(table);
                    return Ok(());
                }
                self.in_range(f, component, self.fixed.components);
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
            Node::TooDeep(_) => {
                f.number(1).trap_if();
                f.number(0);
            }
            Node::LoadSet(_)
            | Node::Range(..)
            | Node::Span(..)
            | Node::FamilyOf(_)
            | Node::Components(..)
            | Node::Contents(..)
            | Node::Listed(_)
            | Node::Union(..)
            | Node::Each(_)
            | Node::Reach(_)
            | Node::Flood(..)
            | Node::OneOrNothing(_) => self.only(f, id)?,
        }
        Ok(())
    }
}
