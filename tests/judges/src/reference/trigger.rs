//! What happens by itself: after moves, after rules, when something becomes true.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{
    Binder, Expression, KindId, Leave, LocalId, RunnableId, Shape, Sort, Trigger, TriggerId, Watch, WatchedArgument,
    WatchedPlace,
};

use super::Fault;
use super::effect::Moved;
use super::names::Value;
use super::run::{Flow, Halt, Run};

/// What is asked of a move.
struct Pattern<'g> {
    component: LocalId,
    kind: KindId,
    owner: Option<&'g Expression>,
    from: Option<&'g WatchedPlace>,
    to: Option<&'g WatchedPlace>,
    condition: Option<&'g Expression>,
}

impl<'g> Run<'g> {
    fn triggers(&self) -> impl Iterator<Item = (TriggerId, &'g Trigger)> + use<'g> {
        self.model().triggers.iter().enumerate().map(|(id, trigger)| (TriggerId::from(id), trigger))
    }

    /// The body of a trigger; its names are bound already.
    fn fire(&mut self, id: TriggerId, trigger: &'g Trigger) -> Result<Flow, Halt> {
        let flow = self.block(&trigger.body)?;
        self.landed(flow, Leave::Trigger(id))
    }

    /// Triggers in written order, each for every component that moved, in order.
    pub(super) fn after_moves(&mut self, moved: &[Moved]) -> Result<Flow, Halt> {
        self.waiting.push(moved.iter().map(|moved| moved.component).collect());
        for (id, trigger) in self.triggers() {
            let Watch::Move { component, kind, owner, from, to, condition } = &trigger.watch else { continue };
            let pattern = Pattern {
                component: *component,
                kind: *kind,
                owner: owner.as_ref(),
                from: from.as_ref(),
                to: to.as_ref(),
                condition: condition.as_ref(),
            };
            for moved in moved {
                let mark = self.names.mark();
                let mut flow = Flow::Continue;
                if self.unguarded(|run| run.matches(&pattern, moved))? {
                    flow = self.fire(id, trigger)?;
                }
                self.names.release(mark);
                if flow != Flow::Continue {
                    self.waiting.pop();
                    return Ok(flow);
                }
            }
        }
        self.waiting.pop();
        Ok(Flow::Continue)
    }

    /// The pattern is about what happened, the condition about what is. Binds the names.
    fn matches(&mut self, pattern: &Pattern<'g>, moved: &Moved) -> Result<bool, Fault> {
        let component = &self.game.instance.components[moved.component as usize];
        if component.kind != pattern.kind {
            return Ok(false);
        }
        self.names.bind(pattern.component, Value::One(moved.component));
        if let Some(owner) = pattern.owner
            && self.value(owner)? != component.owner
        {
            return Ok(false);
        }
        Ok(self.is_there(pattern.from, moved.from)?
            && self.is_there(pattern.to, moved.to)?
            && self.holds(pattern.condition)?)
    }

    fn is_there(&mut self, watched: Option<&WatchedPlace>, place: i32) -> Result<bool, Fault> {
        let Some(watched) = watched else { return Ok(true) };
        let fits = match watched.place.of.shape {
            Shape::Set { .. } => self.set(&watched.place)?.contains(&place),
            Shape::One | Shape::OneOrNone => self.value(&watched.place)? == place,
        };
        if let (Some(local), true) = (watched.local, fits) {
            self.names.bind(local, Value::One(place));
        }
        Ok(fits)
    }

    /// Triggers on the end of a phase or rule, in written order.
    pub(super) fn after_rule(&mut self, finished: RunnableId, values: &[i32]) -> Result<Flow, Halt> {
        for (id, trigger) in self.triggers() {
            let Watch::Rule { runnable, arguments, condition } = &trigger.watch else { continue };
            if *runnable != finished {
                continue;
            }
            let mark = self.names.mark();
            let mut flow = Flow::Continue;
            if self.unguarded(|run| Ok(run.fit(arguments, values)? && run.holds(condition.as_ref())?))? {
                flow = self.fire(id, trigger)?;
            }
            self.names.release(mark);
            if flow != Flow::Continue {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    /// Binds fresh names, compares known values.
    fn fit(&mut self, arguments: &[WatchedArgument], values: &[i32]) -> Result<bool, Fault> {
        for (argument, value) in arguments.iter().zip(values) {
            match argument {
                WatchedArgument::Bound(local) => self.names.bind(*local, Value::One(*value)),
                WatchedArgument::Equal(expression) => {
                    if self.value(expression)? != *value {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// What is true at the start does not fire.
    pub(super) fn first_bits(&mut self) -> Result<(), Fault> {
        for (id, trigger) in self.triggers() {
            if let Watch::When { binder, condition } = &trigger.watch {
                let mut bits = Vec::new();
                for element in self.fixed(binder.as_ref())? {
                    bits.push(self.is_true(binder.as_ref(), element, condition)?);
                }
                self.world.bits[id.index()] = bits;
            }
        }
        Ok(())
    }

    /// Looks at every `when` until nothing becomes true any more.
    pub(super) fn settle(&mut self) -> Result<Flow, Halt> {
        if self.settling || self.private {
            return Ok(Flow::Continue);
        }
        while let Some((id, trigger, element)) = self.became_true()? {
            let mark = self.names.mark();
            if let Watch::When { binder: Some(binder), .. } = &trigger.watch {
                self.names.bind(binder.local, Value::One(element));
            }
            self.settling = true;
            let flow = self.fire(id, trigger)?;
            self.settling = false;
            self.names.release(mark);
            if flow != Flow::Continue {
                self.unsettled = true;
                return Ok(flow);
            }
        }
        self.unsettled = false;
        Ok(Flow::Continue)
    }

    /// The first `when` that has become true since it was looked at last; all before it are up to date.
    fn became_true(&mut self) -> Result<Option<(TriggerId, &'g Trigger, i32)>, Fault> {
        self.step()?;
        for (id, trigger) in self.triggers() {
            let Watch::When { binder, condition } = &trigger.watch else { continue };
            // As they stand now; but each keeps its bit, wherever it goes.
            let mut elements = vec![NONE];
            let fixed = self.fixed(binder.as_ref())?;
            if let Some(binder) = binder {
                elements = self.elements(binder)?;
            }
            for element in elements {
                let number = fixed.iter().position(|other| *other == element).expect("the set is fixed");
                let new = self.unguarded(|run| run.is_true(binder.as_ref(), element, condition))?;
                let old = std::mem::replace(&mut self.world.bits[id.index()][number], new);
                if new && !old {
                    return Ok(Some((id, trigger, element)));
                }
            }
        }
        Ok(None)
    }

    /// The bindings of a `when` in the order of their bits; one that means nothing without a name. Components go by number.
    fn fixed(&mut self, binder: Option<&Binder>) -> Result<Vec<i32>, Fault> {
        let Some(binder) = binder else { return Ok(vec![NONE]) };
        let mut elements = self.elements(binder)?;
        if let Sort::Component { .. } = binder.set.of.sort {
            elements.sort_unstable();
        }
        Ok(elements)
    }

    fn is_true(&mut self, binder: Option<&Binder>, element: i32, condition: &Expression) -> Result<bool, Fault> {
        let mark = self.names.mark();
        if let Some(binder) = binder {
            self.names.bind(binder.local, Value::One(element));
        }
        let meant = self.holds(binder.and_then(|binder| binder.condition.as_ref()))?;
        let result = meant && self.truth(condition)?;
        self.names.release(mark);
        Ok(result)
    }
}
