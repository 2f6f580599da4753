//! Statements: which is which, branches, loops, turns.

use rulehound_interpreter::model::{
    Binder, Block, Expression, Leave, Selection, Sort, Statement, StatementKind as Kind,
};

use super::Fault;
use super::names::Value;
use super::run::{Flow, Halt, Run};

impl<'g> Run<'g> {
    /// One statement.
    pub(super) fn statement(&mut self, statement: &'g Statement) -> Result<Flow, Halt> {
        let at = statement.at;
        match &statement.kind {
            Kind::Choose(choose) => self.choose(choose, at),
            Kind::ChooseOption { options, if_none } => self.choose_option(options, if_none.as_ref(), at),
            Kind::May(may) => self.may(may, at),
            Kind::Require(requirement) => {
                if self.truth(&requirement.condition)? {
                    Ok(Flow::Continue)
                } else {
                    Err(Halt::Failed)
                }
            }
            Kind::If { arms, otherwise } => {
                for (condition, block) in arms {
                    if self.truth(condition)? {
                        return self.block(block);
                    }
                }
                otherwise.as_ref().map_or(Ok(Flow::Continue), |block| self.block(block))
            }
            Kind::For(selection, body) => self.for_each(selection, body),
            Kind::Repeat { times, condition, body } => self.repeat(times.as_ref(), condition.as_ref(), body),
            Kind::RepeatFor { binder, condition, body } => self.repeat_for(binder, condition.as_ref(), body),
            Kind::Simultaneous { binder, keys, body, reveal } => self.simultaneous(binder, keys, body, reveal.as_ref()),
            Kind::Plan { keys, body, if_none } => self.carry_out(keys, body, if_none.as_ref(), at),
            Kind::Turn(player, body) => self.turn(player, body),
            Kind::LayOut(_, body) => self.block(body),
            Kind::Leave(target) => Ok(Flow::Leave(*target)),
            Kind::Let(local, value) => {
                let value = self.evaluate(value)?;
                self.names.bind(*local, value);
                Ok(Flow::Continue)
            }
            Kind::MoveEach(selection, to) => self.move_each(selection, to),
            Kind::Swap(one, other) => self.change_places(one, other, at),
            Kind::MoveAll { from, to } => self.move_all(from, to),
            Kind::MoveSome { amount, components, from, to } => self.move_some(amount.as_ref(), components, from, to),
            Kind::Move(what, to) => self.move_given(what, to),
            Kind::DrawFrom { amount, from, to } => self.draw_from(amount, from, to),
            Kind::DrawOne(binder) => self.draw_one(binder, at),
            Kind::Roll(target) => self.roll(target, at),
            Kind::Shuffle(pile) => self.shuffle(pile),
            Kind::Set { target, operator, value } => self.assign(target, *operator, value, at),
            Kind::Remember(what) => self.remember(what, at),
            Kind::Show { what, to } => self.show(what, to.as_ref(), at),
            Kind::Do { runnable, arguments } => {
                let values = self.arguments(*runnable, arguments)?;
                self.call(*runnable, values)
            }
            Kind::Win(win) => Err(self.win(win)),
        }
    }

    /// A snapshot of tuples; what waits is held.
    fn for_each(&mut self, selection: &'g Selection, body: &'g Block) -> Result<Flow, Halt> {
        let tuples = self.select(selection)?;
        self.waiting.push(Vec::new());
        for (done, tuple) in tuples.iter().enumerate() {
            let waiting = self.components_in(&selection.binders, &tuples[done + 1..]);
            *self.waiting.last_mut().expect("just pushed") = waiting;
            let mark = self.names.mark();
            self.bind_tuple(&selection.binders, tuple);
            let flow = self.block(body)?;
            self.names.release(mark);
            if flow != Flow::Continue {
                self.waiting.pop();
                return Ok(flow);
            }
        }
        self.waiting.pop();
        Ok(Flow::Continue)
    }

    fn components_in(&self, binders: &[Binder], tuples: &[Vec<i32>]) -> Vec<i32> {
        let is_component =
            |binder: &Binder| matches!(self.model().locals[binder.local.index()].of.sort, Sort::Component { .. });
        let of_tuple = |tuple: &Vec<i32>| -> Vec<i32> {
            binders.iter().zip(tuple).filter(|(binder, _)| is_component(binder)).map(|(_, value)| *value).collect()
        };
        tuples.iter().flat_map(of_tuple).collect()
    }

    /// `repeat 3 while C`: the number is worked out once, the condition before each round.
    fn repeat(
        &mut self,
        times: Option<&'g Expression>,
        condition: Option<&'g Expression>,
        body: &'g Block,
    ) -> Result<Flow, Halt> {
        let times = times.map(|times| self.some(times)).transpose()?;
        let mut done = 0;
        while times.is_none_or(|times| done < times) && self.holds(condition)? {
            self.step()?;
            let flow = self.block(body)?;
            if flow != Flow::Continue {
                return Ok(flow);
            }
            done += 1;
        }
        Ok(Flow::Continue)
    }

    /// Round and round: only the last one is remembered.
    fn repeat_for(
        &mut self,
        binder: &'g Binder,
        condition: Option<&'g Expression>,
        body: &'g Block,
    ) -> Result<Flow, Halt> {
        let mut last = None;
        while self.holds(condition)? {
            self.step()?;
            let order = match last {
                None => self.round_from(binder)?,
                Some(last) => self.round_after(binder, last)?,
            };
            let Some(next) = self.first_passing(binder, &order)? else { break };
            last = Some(next);
            let mark = self.names.mark();
            self.names.bind(binder.local, Value::One(next));
            let flow = self.block(body)?;
            self.names.release(mark);
            if flow != Flow::Continue {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    /// Once all the way round, beginning where the binder says.
    fn round_from(&mut self, binder: &Binder) -> Result<Vec<i32>, Fault> {
        let mut order = self.set(&binder.set)?;
        if let Some(from) = &binder.from {
            let first = self.some(from)?;
            let outside = || Fault::new("not-in-set", "the order cannot begin there", from.at);
            let position = order.iter().position(|element| *element == first).ok_or_else(outside)?;
            order.rotate_left(position);
        }
        Ok(order)
    }

    /// Once all the way round, beginning behind `last` and ending with it.
    fn round_after(&mut self, binder: &Binder, last: i32) -> Result<Vec<i32>, Fault> {
        let mut order = self.set(&binder.set)?;
        if let Some(position) = order.iter().position(|element| *element == last) {
            order.rotate_left(position + 1);
        }
        Ok(order)
    }

    fn first_passing(&mut self, binder: &Binder, order: &[i32]) -> Result<Option<i32>, Fault> {
        for element in order {
            let mark = self.names.mark();
            self.names.bind(binder.local, Value::One(*element));
            let passes = self.holds(binder.condition.as_ref())?;
            self.names.release(mark);
            if passes {
                return Ok(Some(*element));
            }
        }
        Ok(None)
    }

    fn turn(&mut self, player: &'g Expression, body: &'g Block) -> Result<Flow, Halt> {
        let player = self.some(player)?;
        let before = self.decider.replace(player);
        let flow = self.block(body)?;
        self.decider = before;
        self.landed(flow, Leave::Turn)
    }

    /// Behind something that may have been left: if it was, what the leaving has skipped is looked at now.
    pub(super) fn landed(&mut self, flow: Flow, here: Leave) -> Result<Flow, Halt> {
        if flow != Flow::Leave(here) {
            return Ok(flow);
        }
        if self.unsettled { self.settle() } else { Ok(Flow::Continue) }
    }
}
