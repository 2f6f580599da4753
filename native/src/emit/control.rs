//! Entering and leaving bodies, decisions, triggers, and what is done at once.

use rulehound_interpreter::cells::left_in_body;
use rulehound_interpreter::model::RunnableId;
use rulehound_interpreter::program::{
    Addr, CLEARED, ChoiceCode, FrameId, GatheringCode, Instruction, LeaveCode, ListCode, Node, NodeId, Pc, Progress,
    RegionKind,
};
use wasm_encoder::Instruction as I;

use super::candidate::{Lying, width};
use super::flow::{Flow, Way, value_of};
use super::fun::Label;
use super::plan::plan_around;
use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local, Within, lot};
use crate::map::Extra;
use crate::{Pause, Unsupported};

impl<'p> Emitter<'p> {
    pub(super) fn start_of(&self, frame: FrameId) -> Pc {
        self.program.frames.get(frame.0 as usize).map_or(0, |frame| frame.code.start)
    }

    /// Whoever is on turn behind a `turn of`: the one of the block around, else whoever was on turn when the body was entered.
    pub(super) fn restore_decider(&self, f: &mut Fun, pc: Pc) {
        let frame = self.program.frame_at.get(pc as usize).copied().flatten();
        let Some(frame) = frame.and_then(|id| self.program.frames.get(id.0 as usize)) else { return };
        let around = frame
            .regions
            .iter()
            .find(|region| region.kind == RegionKind::Turn && region.code.contains(&pc) && region.landing != pc);
        let kept = match around.and_then(|region| self.program.code.get(region.landing as usize)) {
            Some(Instruction::TurnEnd(kept)) => *kept,
            Some(_) | None => frame.return_to + 1,
        };
        f.get(BASE).cell(kept).store(self.program.layout.decider * 4);
    }

    pub(super) fn call_rule(
        &mut self,
        f: &mut Fun,
        flow: &Flow<'_>,
        runnable: RunnableId,
        arguments: &'p [NodeId],
    ) -> Emit {
        let code = self.program.runnables.get(runnable.index()).ok_or(Unsupported::new("a rule"))?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.kept(f, *argument)?);
        }
        for (check, value) in code.checks.iter().zip(&values) {
            if let Some(check) = check {
                self.check(f, *check, *value)?;
            }
        }
        let chosen = code.selector.and_then(|selector| values.get(selector)).copied();
        let exact = code.clauses.iter().filter(|(value, ..)| value.is_some() && chosen.is_some());
        for (value, parameters, frame) in exact {
            if let (Some(chosen), Some(value)) = (chosen, value) {
                f.get(chosen).number(*value).put(I::I32Eq);
                f.when(|f| self.enter_clause(f, flow, parameters, &values, *frame))?;
            }
        }
        match code.clauses.iter().find(|(value, ..)| value.is_none()) {
            Some((_, parameters, frame)) => self.enter_clause(f, flow, parameters, &values, *frame),
            None => {
                f.trap();
                Ok(())
            }
        }
    }

    fn enter_clause(
        &mut self,
        f: &mut Fun,
        flow: &Flow<'_>,
        parameters: &[Option<Addr>],
        values: &[Local],
        frame: FrameId,
    ) -> Emit {
        for (parameter, value) in parameters.iter().zip(values) {
            if let Some(at) = parameter {
                f.write_local(*at, *value);
            }
        }
        self.enter(f, frame, flow.here + 1);
        self.go_into(f, flow, frame, Some(flow.here + 1))
    }

    /// Goes on in a body that is entered; where it is played whole it goes on behind it there, unless nothing is known to follow.
    pub(super) fn go_into(&mut self, f: &mut Fun, flow: &Flow<'_>, frame: FrameId, behind: Option<Pc>) -> Emit {
        match flow.way {
            Way::Table(..) => {
                flow.go(f, self.start_of(frame));
                Ok(())
            }
            Way::Body(..) | Way::Secret(..) | Way::Search => self.run_body(f, flow, frame, behind),
        }
    }

    pub(super) fn go_back(&self, f: &mut Fun, flow: &Flow<'_>, id: FrameId) {
        let Some(frame) = self.program.frames.get(id.0 as usize) else { return };
        let back = f.local();
        let played = matches!(flow.way, Way::Body(..));
        if !played {
            f.cell(frame.return_to).set(back);
        }
        f.get(BASE).cell(frame.return_to + 1).store(self.program.layout.decider * 4);
        self.clear(f, frame.names.start, frame.names.end);
        self.clear(f, frame.cells.start, frame.cells.end);
        match flow.way {
            Way::Body(end, follows) => {
                if let Some(number) = follows {
                    flow.follows(number);
                }
                f.jump(end);
            }
            Way::Table(..) | Way::Secret(..) | Way::Search => {
                f.get(back);
                flow.go_there(f);
            }
        }
    }

    /// Goes on behind what is left; if that ends the plan that is searched, its path is complete.
    pub(super) fn leave(&mut self, f: &mut Fun, flow: &Flow<'_>, target: LeaveCode) {
        let here = left_in_body(self.program, flow.here, target);
        if let Some((cells, _)) = &here {
            self.clear(f, cells.start, cells.end);
        }
        match (here, self.within) {
            (Some((_, to)), Within::Game | Within::Secret) => flow.go(f, to),
            (None, Within::Game | Within::Secret) => self.leave_far(f, flow),
            (here, Within::Any | Within::Search) => self.leave_or_end_path(f, flow, here.map(|(_, to)| to)),
        }
    }

    /// The same where a path may be tried; where it goes on, if that is known.
    fn leave_or_end_path(&self, f: &mut Fun, flow: &Flow<'_>, to: Option<Pc>) {
        let landing = f.local();
        match to {
            Some(to) => {
                f.number(value_of(to)).set(landing);
            }
            None => {
                f.get(BASE).number(value_of(flow.here));
                Self::ask(f, Import::Leave);
                f.set(landing);
            }
        }
        if !self.program.plans.is_empty() {
            let search = f.local();
            Self::global(f, Global::Search).tee(search).number(0).put(I::I32GeS);
            f.when(|f| {
                f.get(BASE).get(landing);
                Self::ask(f, Import::RunningPlan);
                f.get(search).put(I::I32Ne);
                f.when(|f| {
                    f.get(BASE).get(landing).store(self.program.layout.pc * 4);
                    f.number(Pause::PathEnd as i32).put(I::Return);
                });
            });
        }
        match to {
            Some(to) => flow.go(f, to),
            None => {
                f.get(landing);
                flow.go_there(f);
            }
        }
    }

    pub(super) fn step_choose(&mut self, f: &mut Fun, flow: &Flow<'_>, id: u32) -> Emit {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported::new("a decision"))?;
        let (number, count) = (f.local(), f.local());
        let (stops, plans) = (self.within == Within::Any, !self.program.plans.is_empty());
        if stops || plans {
            f.number(value_of(id)).set(number);
            self.extra(f, Extra::Choice, number);
        }
        if self.within == Within::Search {
            self.stop(f, flow, Pause::Decision);
            return Ok(());
        }
        if stops && plans {
            Self::global(f, Global::Search).number(0).put(I::I32GeS);
            f.when(|f| self.stop(f, flow, Pause::Decision));
        }
        f.cell(self.program.layout.decider).number(0).put(I::I32LtS).trap_if();
        lot::decide(self, f, flow, (id, choice))?;
        let reader = self.as_decider(f);
        f.get(BASE);
        self.call(f, Function::Allowed(id));
        f.set(count);
        if plans {
            self.keep_planned(f, flow, count);
        }
        self.guarded_again(f, reader);
        if stops {
            self.extra(f, Extra::Count, count);
        }
        f.get(count).put(I::I32Eqz);
        f.when(|f| match lot::if_none(self.program, choice, flow.here) {
            Some(pc) => flow.go(f, pc),
            None => {
                f.trap();
            }
        });
        self.bot_decides(f, count, |emitter, f, option| emitter.take_and_go(f, flow, choice, option));
        self.stop(f, flow, Pause::Decision);
        Ok(())
    }

    /// If a plan runs, only what is best for it is left of what is allowed.
    fn keep_planned(&mut self, f: &mut Fun, flow: &Flow<'_>, count: Local) {
        let (plan, planned) = (f.local(), f.local());
        match plan_around(self.program, flow.here) {
            Some(plan) => {
                f.number(value_of(plan));
            }
            None => {
                f.get(BASE).number(value_of(flow.here));
                Self::ask(f, Import::RunningPlan);
            }
        }
        f.tee(plan).number(0).put(I::I32GeS).set(planned);
        if self.within == Within::Any {
            self.extra(f, Extra::Planned, planned);
        }
        f.get(planned);
        f.when(|f| {
            f.write(self.program.layout.pc, value_of(flow.here));
            f.get(BASE).get(plan).get(count);
            self.call(f, Function::BestOfPlan);
            f.set(count);
        });
    }

    /// Takes an option that lies here, and goes on with it.
    pub(super) fn take_and_go(&mut self, f: &mut Fun, flow: &Flow<'_>, choice: &'p ChoiceCode, option: Local) {
        let at = f.local();
        f.get(option).number(value_of(width(choice) * 4)).put(I::I32Mul).get(BASE).put(I::I32Add).set(at);
        self.bind_taken(f, choice, at);
        Lying { at, legal: self.map.legal }.go(f, choice, |f, goal| flow.go_anew(f, goal));
    }

    pub(super) fn after_move(
        &mut self,
        f: &mut Fun,
        flow: &Flow<'_>,
        list: &'p ListCode,
        trigger: u32,
        end: Pc,
    ) -> Emit {
        let (cursor, row) = (f.local(), f.local());
        f.cell(list.at);
        let mut rounds = Self::begin_rounds(f, i32::try_from(list.capacity).ok());
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.cell(list.at + 1).tee(cursor).cell(list.at).put(I::I32GeS).jump_if(done);
                f.get(cursor).number(value_of(list.width * 4)).put(I::I32Mul).get(BASE).put(I::I32Add).set(row);
                f.get(BASE).get(cursor).number(1).put(I::I32Add).store((list.at + 1) * 4);
                self.fits_move(f, trigger, list, row)?;
                f.put(I::I32Eqz).jump_if(again);
                let frame = self.program.triggers.get(trigger as usize).copied().unwrap_or(FrameId(0));
                self.enter(f, frame, flow.here);
                self.go_into(f, flow, frame, None)?;
                flow.work_from(f, flow.here);
                f.jump(again);
                Ok(())
            })
        });
        Self::end_rounds(f, rounds);
        written?;
        f.write(list.at + 1, 0);
        flow.go(f, end);
        Ok(())
    }

    /// Looks at all `when`, if they must be.
    pub(super) fn step_whens(&mut self, f: &mut Fun, flow: &Flow<'_>) -> Emit {
        if self.within == Within::Secret {
            return Ok(());
        }
        let layout = &self.program.layout;
        let next = f.local();
        f.block(|f, over| {
            if matches!(self.within, Within::Any | Within::Search) {
                Self::global(f, Global::Private).number(0).put(I::I32GeS).jump_if(over);
            }
            f.repeat(|f, again| {
                f.cell(layout.in_when).number(1).put(I::I32Eq).jump_if(over);
                f.cell(layout.pending).number(1).put(I::I32Ne).jump_if(over);
                f.get(BASE).number(value_of(flow.here));
                self.call(f, Function::Whens);
                f.tee(next).number(0).put(I::I32GeS);
                f.when(|f| self.run_when(f, flow, (next, again)))?;
                f.write(layout.pending, 0);
                Ok(())
            })
        })
    }

    /// Runs the body of a `when` that begins at an instruction; then all are looked at again.
    fn run_when(&mut self, f: &mut Fun, flow: &Flow<'_>, (next, again): (Local, Label)) -> Emit {
        if matches!(self.within, Within::Any | Within::Search) {
            f.get(next);
            flow.go_there(f);
            return Ok(());
        }
        for when in &self.program.whens {
            f.get(next).number(value_of(self.start_of(when.frame))).put(I::I32Eq);
            f.when(|f| {
                self.go_into(f, flow, when.frame, None)?;
                flow.work_from(f, flow.here);
                f.jump(again);
                Ok(())
            })?;
        }
        f.trap();
        Ok(())
    }

    pub(super) fn step_gather(&mut self, f: &mut Fun, flow: &Flow<'_>, id: u32) {
        let code = self.program.gatherings.get(id as usize);
        if let (Within::Game, Some(code)) = (self.within, code) {
            f.get(BASE);
            self.those_who_gather(f, code);
            self.call(f, Function::PlaySecrets(id));
            f.put(I::I32Eqz);
            f.when(|f| flow.go_anew(f, code.next));
        } else {
            Self::global(f, Global::Search).number(0).put(I::I32GeS).trap_if();
        }
        self.stop(f, flow, Pause::Gathering);
    }

    pub(super) fn private_end(&self, f: &mut Fun, flow: &Flow<'_>) {
        match flow.way {
            Way::Secret(end, _) => {
                f.jump(end);
            }
            Way::Table(..) | Way::Body(..) | Way::Search => self.stop(f, flow, Pause::PrivateEnd),
        }
    }

    pub(super) fn gather_start(&mut self, f: &mut Fun, id: u32) -> Emit {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported::new("a `simultaneous`"))?;
        if self.within == Within::Game && self.gathers_bits(code) {
            f.write(code.group, 0);
            return self.gather_bits(f, code);
        }
        if code.keys.is_empty() && code.binder.from.is_none() && self.goes_up(code.binder.set) {
            return self.gather_in_order(f, code);
        }
        let start = self.here(f);
        let binders = std::slice::from_ref(&code.binder);
        self.aside(|emitter, out| {
            emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                emitter.push_keys(f, out, &code.keys)?;
                emitter.push_bound(f, out, binders);
                Ok(())
            })
        })?;
        if code.keys.is_empty() {
            self.gather_all(f, code, start);
        } else {
            f.get(BASE).number(value_of(id)).get(start);
            Self::length_from(f, self.top(), start);
            Self::ask(f, Import::GatherStart);
            f.put(I::Drop);
        }
        f.get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    /// Whether the elements of a set come in ascending order.
    fn goes_up(&self, set: NodeId) -> bool {
        matches!(self.at(set), Node::Span(..))
    }

    /// Without keys all are one group; they come in seat order.
    fn gather_in_order(&mut self, f: &mut Fun, code: &'p GatheringCode) -> Emit {
        let group = f.local();
        self.begin_list(f, &code.list);
        f.write(code.group, 0).number(1).set(group);
        self.tuples(f, std::slice::from_ref(&code.binder), Order::Own, &mut |emitter, f| {
            let seat = f.local();
            emitter.load(f, code.binder.local)?;
            f.set(seat);
            emitter.push_row(f, &code.list, &[seat, group]);
            Ok(())
        })
    }

    /// Without keys all are one group, in seat order.
    fn gather_all(&mut self, f: &mut Fun, code: &'p GatheringCode, start: Local) {
        let (seat, at, end, group) = (f.local(), f.local(), f.local(), f.local());
        self.begin_list(f, &code.list);
        f.write(code.group, 0).number(1).set(group).number(0).set(seat);
        Self::global(f, self.top()).set(end);
        f.repeat(|f, further| {
            f.get(start).set(at);
            f.block(|f, done| {
                f.repeat(|f, again| {
                    f.get(at).get(end).put(I::I32GeU).jump_if(done);
                    f.get(at).load(0).get(seat).put(I::I32Eq);
                    f.when(|f| self.push_row(f, &code.list, &[seat, group]));
                    f.step(at, 4).jump(again);
                });
            });
            let seats = i32::try_from(self.program.instance.seats()).unwrap_or(0);
            f.step(seat, 1).get(seat).number(seats).put(I::I32LtS).jump_if(further);
        });
    }

    /// Goes to the next group; leaves whether there is one.
    pub(super) fn gather_next(&mut self, f: &mut Fun, id: u32) -> Emit {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported::new("a `simultaneous`"))?;
        let (group, last) = (f.local(), f.local());
        f.cell(code.group).number(1).put(I::I32Add).set(group).write_local(code.group, group);
        if self.within == Within::Game && code.keys.is_empty() {
            // Nothing is kept of answers that nobody waits for.
            f.get(group).number(1).put(I::I32LeS);
            return Ok(());
        }
        for seat in 0..i32::try_from(self.program.instance.seats()).unwrap_or(0) {
            let at = code.answers_of(seat);
            self.clear(f, at, at + code.depth + 1);
            f.write(at, Progress::NotBegun.cell());
        }
        // The group of the last; without anybody there may be one without keys.
        f.number(i32::from(code.keys.is_empty())).set(last);
        f.cell(code.list.at);
        f.when(|f| {
            f.cell(code.list.at).number(1).put(I::I32Sub).number((code.list.width * 4).cast_signed()).put(I::I32Mul);
            f.get(BASE).put(I::I32Add).load((code.list.at + 3) * 4).set(last);
        });
        f.get(group).get(last).put(I::I32LeS);
        Ok(())
    }

    pub(super) fn step_plan(&mut self, f: &mut Fun, flow: &Flow<'_>, plan: u32) {
        let Some(code) = self.program.plans.get(plan as usize) else { return };
        if self.within == Within::Game && code.if_none.is_none() && !code.keys.is_empty() {
            // The first decision tells what can be reached. If nothing can, that is a fault there as it is here.
            f.write(code.best, CLEARED);
            return;
        }
        Self::global(f, Global::Search).number(0).put(I::I32LtS);
        lot::unless_drawn(self, f, flow.here);
        f.when(|f| {
            f.write(self.program.layout.pc, value_of(flow.here));
            f.get(BASE).number(value_of(plan));
            self.call(f, Function::PlanStart);
            f.put(I::I32Eqz);
            f.when(|f| match code.if_none {
                Some(pc) => flow.go(f, pc),
                None => {
                    f.trap();
                }
            });
        });
    }
}
