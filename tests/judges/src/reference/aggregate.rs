//! `any`, `all`, `count`, `sum`, `max`, `first`, `each`.

use std::ops::ControlFlow::{Break, Continue};

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{Arithmetic, Binder, Expression, ExpressionKind, Key};

use super::Fault;
use super::names::Value;
use super::run::Run;
use super::set::add_new;

impl Run<'_> {
    pub(super) fn any(&mut self, binders: &[Binder], condition: Option<&Expression>) -> Result<bool, Fault> {
        if let (None, Some(place)) = (condition, only_counted(binders)) {
            return self.value(place).map(|place| !self.contents(place).is_empty());
        }
        let flow = self.tuples(binders, &mut |run| Ok(if run.holds(condition)? { Break(()) } else { Continue(()) }))?;
        Ok(flow.is_break())
    }

    pub(super) fn all(&mut self, binders: &[Binder], condition: Option<&Expression>) -> Result<bool, Fault> {
        let flow = self.tuples(binders, &mut |run| Ok(if run.holds(condition)? { Continue(()) } else { Break(()) }))?;
        Ok(flow.is_continue())
    }

    pub(super) fn count(&mut self, binders: &[Binder]) -> Result<i32, Fault> {
        if let Some(place) = only_counted(binders) {
            return self.value(place).map(|place| self.contents(place).len() as i32);
        }
        let mut count = 0;
        let _ = self.tuples(binders, &mut |_| {
            count += 1;
            Ok(Continue(()))
        })?;
        Ok(count)
    }

    pub(super) fn sum(&mut self, binders: &[Binder], value: &Expression, at: Location) -> Result<i32, Fault> {
        let mut sum = 0;
        let _ = self.tuples(binders, &mut |run| {
            sum = super::arithmetic::reckon(Arithmetic::Plus, sum, run.some(value)?, at)?;
            Ok(Continue(()))
        })?;
        Ok(sum)
    }

    pub(super) fn most(
        &mut self,
        greatest: bool,
        binders: &[Binder],
        value: &Expression,
        otherwise: Option<&Expression>,
    ) -> Result<i32, Fault> {
        let mut values = Vec::new();
        let _ = self.tuples(binders, &mut |run| {
            values.push(run.some(value)?);
            Ok(Continue(()))
        })?;
        let most = if greatest { values.into_iter().max() } else { values.into_iter().min() };
        match (most, otherwise) {
            (Some(most), _) => Ok(most),
            (None, Some(otherwise)) => self.value(otherwise),
            (None, None) => Ok(NONE),
        }
    }

    /// `first x in S by k : e else d`.
    pub(super) fn first(&mut self, expression: &Expression) -> Result<Value, Fault> {
        let ExpressionKind::First { binders, keys, value, otherwise } = &*expression.kind else {
            panic!("only a first has a first")
        };
        let found = if keys.is_empty() { self.first_found(binders)? } else { self.first_by(binders, keys)? };
        match (found, otherwise) {
            (Some(tuple), _) => {
                let mark = self.names.mark();
                self.bind_tuple(binders, &tuple);
                let result = self.evaluate(value);
                self.names.release(mark);
                result
            }
            (None, Some(otherwise)) => self.evaluate(otherwise),
            (None, None) => Ok(Value::One(NONE)),
        }
    }

    /// Without keys nothing behind the first is looked at.
    fn first_found(&mut self, binders: &[Binder]) -> Result<Option<Vec<i32>>, Fault> {
        let mut found = None;
        let _ = self.tuples(binders, &mut |run| {
            found = Some(run.tuple(binders));
            Ok(Break(()))
        })?;
        Ok(found)
    }

    fn first_by(&mut self, binders: &[Binder], keys: &[Key]) -> Result<Option<Vec<i32>>, Fault> {
        Ok(self.sorted(binders, keys)?.into_iter().next().map(|(_, tuple)| tuple))
    }

    /// `each x in S by k : e`.
    pub(super) fn each(&mut self, binders: &[Binder], keys: &[Key], value: &Expression) -> Result<Vec<i32>, Fault> {
        let mut set = Vec::new();
        if keys.is_empty() {
            let _ = self.tuples(binders, &mut |run| {
                add_new(&mut set, run.gather(value)?);
                Ok(Continue(()))
            })?;
            return Ok(set);
        }
        for (_, tuple) in self.sorted(binders, keys)? {
            let mark = self.names.mark();
            self.bind_tuple(binders, &tuple);
            add_new(&mut set, self.gather(value)?);
            self.names.release(mark);
        }
        Ok(set)
    }
}

/// The place of which it is only asked how much lies there: anybody may know that.
fn only_counted(binders: &[Binder]) -> Option<&Expression> {
    let [Binder { set, condition: None, from: None, .. }] = binders else { return None };
    if let ExpressionKind::Contents(place) = &*set.kind { Some(place) } else { None }
}
