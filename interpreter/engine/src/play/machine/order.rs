//! Sorting tuples by keys.

use super::{Machine, Try};
use crate::program::{BinderCode, KeyCode, NodeId, SelectionCode};

impl<'p> Machine<'p> {
    /// All tuples of a selection, flat, in order; only the first so many if it says so.
    pub fn selection(&mut self, selection: &'p SelectionCode, out: &mut Vec<i32>) -> Try<()> {
        let most = selection.first.map(|first| self.number(first)).transpose()?;
        if selection.keys.is_empty() {
            self.flat_tuples(&selection.binders, out)?;
        } else {
            self.sorted_tuples(&selection.binders, &selection.keys, out)?;
        }
        if let Some(most) = most {
            out.truncate(usize::try_from(most).unwrap_or(0).saturating_mul(selection.binders.len()));
        }
        Ok(())
    }

    fn flat_tuples(&mut self, binders: &'p [BinderCode], out: &mut Vec<i32>) -> Try<()> {
        self.tuples(binders, &mut |machine| {
            out.extend(binders.iter().map(|binder| machine.read(binder.local)));
            Ok(true)
        })
    }

    /// All tuples sorted by keys; ties keep their order.
    pub(super) fn sorted_tuples(
        &mut self,
        binders: &'p [BinderCode],
        keys: &'p [KeyCode],
        out: &mut Vec<i32>,
    ) -> Try<()> {
        let mut rows: Vec<(Vec<i64>, Vec<i32>)> = Vec::new();
        self.tuples(binders, &mut |machine| {
            let sorted_by = machine.key_values(keys)?;
            rows.push((sorted_by, binders.iter().map(|binder| machine.read(binder.local)).collect()));
            Ok(true)
        })?;
        rows.sort_by(|left, right| left.0.cmp(&right.0));
        out.extend(rows.into_iter().flat_map(|(_, tuple)| tuple));
        Ok(())
    }

    /// The keys of the tuple that is bound, turned so that the least comes first.
    pub fn key_values(&mut self, keys: &'p [KeyCode]) -> Try<Vec<i64>> {
        keys.iter()
            .map(|key| {
                let value = i64::from(self.number(key.value)?);
                Ok(if key.best { -value } else { value })
            })
            .collect()
    }

    /// What is asked of the first tuple by keys.
    pub(super) fn first_by(
        &mut self,
        binders: &'p [BinderCode],
        keys: &'p [KeyCode],
        value: NodeId,
    ) -> Try<Option<i32>> {
        let mut best: Option<(Vec<i64>, i32)> = None;
        self.tuples(binders, &mut |machine| {
            let sorted_by = machine.key_values(keys)?;
            if best.as_ref().is_none_or(|(least, _)| sorted_by < *least) {
                best = Some((sorted_by, machine.value(value)?));
            }
            Ok(true)
        })?;
        Ok(best.map(|(_, value)| value))
    }
}
