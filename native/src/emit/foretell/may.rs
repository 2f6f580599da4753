//! Whether a `when` may come true on a way on which so many components move somewhere.

use std::collections::BTreeSet;

use rulehound_interpreter::model::Comparison;
use rulehound_interpreter::program::{Node, NodeId};
use wasm_encoder::Instruction as I;

use super::Way;
use crate::emit::set::Order;
use crate::emit::{Emit, Emitter, Fun, Local};

impl<'p> Emitter<'p> {
    /// Adds to a local whether any `when` may come true.
    pub(super) fn when_may(&mut self, f: &mut Fun, way: &Way, may: Local) -> Emit {
        for when in &self.program.whens {
            match when.binder {
                Some((name, set)) => {
                    if when.components || self.reads_no_place(set, &mut BTreeSet::new()).is_none() {
                        f.number(1).set(may);
                        continue;
                    }
                    self.each(f, set, Order::Any, &mut |emitter, f, element| {
                        let before = f.names.get(&name).copied();
                        let range = element.range;
                        f.names.insert(name, crate::emit::fun::Name { local: element.local, range, some: true });
                        emitter.add_may(f, when.condition, way, may)?;
                        match before {
                            Some(before) => f.names.insert(name, before),
                            None => f.names.remove(&name),
                        };
                        Ok(())
                    })?;
                }
                None => self.add_may(f, when.condition, way, may)?,
            }
        }
        Ok(())
    }

    fn add_may(&mut self, f: &mut Fun, condition: NodeId, way: &Way, may: Local) -> Emit {
        self.may_be(f, condition, way)?;
        f.get(may).put(I::I32Or).set(may);
        Ok(())
    }

    /// Leaves 0 only if a condition certainly does not hold anywhere on the way.
    fn may_be(&mut self, f: &mut Fun, id: NodeId, way: &Way) -> Emit {
        match self.at(id) {
            Node::Holds(of) => self.may_be(f, *of, way),
            Node::And(left, right) | Node::Or(left, right) => {
                self.may_be(f, *left, way)?;
                self.may_be(f, *right, way)?;
                f.put(if matches!(self.at(id), Node::And(..)) { I::I32And } else { I::I32Or });
                Ok(())
            }
            Node::CompareWith(sign, left, right) => self.count_may(f, *sign, (*left, *right), id, way),
            Node::Compare(sign, left, right) => match self.known(*right) {
                Some(right) => self.count_may(f, *sign, (*left, right), id, way),
                None => self.same_all_the_way(f, id, way),
            },
            _ => self.same_all_the_way(f, id, way),
        }
    }

    /// What neither where components lie nor what is set on the way has to do with is as it is now.
    fn same_all_the_way(&mut self, f: &mut Fun, id: NodeId, way: &Way) -> Emit {
        let mut variables = BTreeSet::new();
        let same = self.reads_no_place(id, &mut variables).is_some() && variables.is_disjoint(&way.written);
        let mark = f.mark();
        if same {
            self.holds(f, id)?;
            if f.unsure == mark.unsure && f.unbounded == mark.unbounded {
                return Ok(());
            }
        }
        f.go_back(mark);
        f.number(1);
        Ok(())
    }

    /// How many lie somewhere changes by no more than have moved.
    fn count_may(
        &mut self,
        f: &mut Fun,
        sign: Comparison,
        (left, right): (NodeId, i32),
        id: NodeId,
        way: &Way,
    ) -> Emit {
        let place = match self.at(left) {
            Node::CountOn(components, place) => match self.at(*components) {
                Node::Components(_, None) => Some(vec![*place]),
                Node::Components(_, Some(owner)) => Some(vec![*place, *owner]),
                _ => None,
            },
            Node::CountOf(set) => match self.at(*set) {
                Node::Contents(place, _) => Some(vec![*place]),
                _ => None,
            },
            _ => None,
        };
        let Some(asked) = place else { return self.same_all_the_way(f, id, way) };
        let mut variables = BTreeSet::new();
        let fixed = asked.iter().all(|id| self.reads_no_place(*id, &mut variables).is_some());
        let mark = f.mark();
        let (count, far) = (f.local(), i64::from(right));
        let bound = |by: i64| i32::try_from(far + by).ok();
        let (Some(low), Some(high)) = (bound(-i64::from(way.moved)), bound(i64::from(way.moved))) else {
            f.number(1);
            return Ok(());
        };
        if fixed && variables.is_disjoint(&way.written) {
            self.value(f, left)?;
            f.set(count);
            if f.unsure == mark.unsure && f.unbounded == mark.unbounded {
                match sign {
                    Comparison::Equal => {
                        f.get(count).number(low).put(I::I32GeS).get(count).number(high).put(I::I32LeS).put(I::I32And)
                    }
                    Comparison::Unequal => f.number(1),
                    Comparison::Less => f.get(count).number(high).put(I::I32LtS),
                    Comparison::AtMost => f.get(count).number(high).put(I::I32LeS),
                    Comparison::Greater => f.get(count).number(low).put(I::I32GtS),
                    Comparison::AtLeast => f.get(count).number(low).put(I::I32GeS),
                };
                return Ok(());
            }
        }
        f.go_back(mark);
        f.number(1);
        Ok(())
    }
}
