//! Going through sets with names: tuples, orders, selections.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use rulehound_interpreter::model::{Binder, Key, Selection};

use super::Fault;
use super::names::Value;
use super::run::Run;

/// A tuple with its keys before it.
pub(super) type Keyed = (Vec<i32>, Vec<i32>);

/// What is done with each tuple, while its names are bound.
type Visit<'v, 'g> = &'v mut dyn FnMut(&mut Run<'g>) -> Result<ControlFlow<()>, Fault>;

impl<'g> Run<'g> {
    /// The elements a binder goes through, before its condition.
    pub(super) fn elements(&mut self, binder: &Binder) -> Result<Vec<i32>, Fault> {
        let mut elements = self.set(&binder.set)?;
        if let Some(from) = &binder.from {
            let first = self.some(from)?;
            let outside = || Fault::new("not-in-set", "the order cannot begin there", from.at);
            let position = elements.iter().position(|element| *element == first).ok_or_else(outside)?;
            elements.rotate_left(position);
            if !binder.round {
                elements.truncate(elements.len() - position);
            }
        }
        Ok(elements)
    }

    /// Visits every tuple that passes all conditions, the first name outermost, until told to stop.
    pub(super) fn tuples(&mut self, binders: &[Binder], visit: Visit<'_, 'g>) -> Result<ControlFlow<()>, Fault> {
        let Some((binder, inner)) = binders.split_first() else { return visit(self) };
        for element in self.elements(binder)? {
            let mark = self.names.mark();
            self.names.bind(binder.local, Value::One(element));
            let flow = if self.holds(binder.condition.as_ref())? {
                self.tuples(inner, visit)?
            } else {
                ControlFlow::Continue(())
            };
            self.names.release(mark);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What the names of binders hold.
    pub(super) fn tuple(&self, binders: &[Binder]) -> Vec<i32> {
        let value = |binder: &Binder| match self.names.get(binder.local) {
            Some(Value::One(value)) => *value,
            Some(Value::Set(_)) | None => panic!("a binder holds one value"),
        };
        binders.iter().map(value).collect()
    }

    /// Binds the names again to a tuple.
    pub(super) fn bind_tuple(&mut self, binders: &[Binder], tuple: &[i32]) {
        for (binder, value) in binders.iter().zip(tuple) {
            self.names.bind(binder.local, Value::One(*value));
        }
    }

    /// The keys of the tuple that is bound.
    pub(super) fn keys(&mut self, keys: &[Key]) -> Result<Vec<i32>, Fault> {
        keys.iter().map(|key| self.some(&key.value)).collect()
    }

    /// All tuples in order of their keys; equals keep their order.
    pub(super) fn sorted(&mut self, binders: &[Binder], keys: &[Key]) -> Result<Vec<Keyed>, Fault> {
        let mut tuples = Vec::new();
        let _ = self.tuples(binders, &mut |run| {
            tuples.push((run.keys(keys)?, run.tuple(binders)));
            Ok(ControlFlow::Continue(()))
        })?;
        tuples.sort_by(|(one, _), (other, _)| in_order(keys, one, other));
        Ok(tuples)
    }

    /// `first n of x in S by k`.
    pub(super) fn select(&mut self, selection: &Selection) -> Result<Vec<Vec<i32>>, Fault> {
        let most = selection.first.as_ref().map(|most| self.some(most)).transpose()?;
        let tuples = self.sorted(&selection.binders, &selection.keys)?;
        let most = most.map_or(usize::MAX, |most| most.max(0) as usize);
        Ok(tuples.into_iter().take(most).map(|(_, tuple)| tuple).collect())
    }
}

/// The least first, or the greatest where a key says `best`.
pub(super) fn in_order(keys: &[Key], one: &[i32], other: &[i32]) -> Ordering {
    for (key, (one, other)) in keys.iter().zip(one.iter().zip(other)) {
        let order = if key.best { other.cmp(one) } else { one.cmp(other) };
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}
