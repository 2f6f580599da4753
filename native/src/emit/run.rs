//! Instructions: one function that runs from where a position stands to its next stop.
//!
//! Every instruction begins behind the end of a block of its own, the blocks lie around each other, and a table at the beginning jumps to
//! any of them. Jumps forward that are known go straight; all others go through the table.

use std::cell::RefCell;

use rulehound_interpreter::model::RunnableId;
use rulehound_interpreter::program::{
    Addr, BinderCode, CLEARED, FrameId, Instruction, LeaveCode, ListCode, ListPlace, NodeId, Pc, RegionKind,
    SelectionCode,
};
use wasm_encoder::Instruction as I;

use super::fun::Label;
use super::set::Order;
use super::work::INSTRUCTION;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::map::Extra;
use crate::{Pause, Unsupported};

/// Where control goes in the function that runs.
struct Flow {
    labels: Vec<Label>,
    again: Label,
    pc: Local,
    here: Pc,
    /// Where this instruction goes straight.
    ahead: RefCell<Vec<Pc>>,
}

/// Whether the next instruction may follow without a jump.
fn goes_on(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Halt
            | Instruction::Jump(_)
            | Instruction::Call(..)
            | Instruction::Return(_)
            | Instruction::Leave(_)
            | Instruction::Choose(_)
            | Instruction::DrawLot(..)
            | Instruction::Roll(..)
            | Instruction::Win(_)
            | Instruction::Gather(_)
            | Instruction::PrivateEnd(_)
    )
}

/// The work of each instruction and where it goes straight.
#[derive(Default)]
struct Ahead(Vec<(i32, Vec<Pc>)>);

impl Ahead {
    fn add(&mut self, work: i32, mut to: Vec<Pc>, goes_on: bool) {
        if goes_on {
            to.push(Pc::try_from(self.0.len() + 1).unwrap_or(Pc::MAX));
        }
        self.0.push((work, to));
    }

    /// The most work from each instruction until control goes through the table again. All straight ways lead forward.
    fn most(&self) -> Vec<i32> {
        let mut most = vec![0; self.0.len()];
        for (here, (work, to)) in self.0.iter().enumerate().rev() {
            let after = to.iter().filter_map(|to| most.get(*to as usize)).max().copied().unwrap_or(0);
            if let Some(slot) = most.get_mut(here) {
                *slot = work.saturating_add(after);
            }
        }
        most
    }
}

fn value_of(pc: Pc) -> i32 {
    i32::try_from(pc).unwrap_or(0)
}

impl Flow {
    /// Goes on at a known instruction.
    fn go(&self, f: &mut Fun, to: Pc) {
        match self.labels.get(to as usize) {
            Some(label) if to > self.here => {
                self.ahead.borrow_mut().push(to);
                f.jump(*label);
            }
            _ => {
                f.number(value_of(to)).set(self.pc).jump(self.again);
            }
        }
    }

    /// Goes on where the position stands.
    fn go_where_it_stands(&self, f: &mut Fun, pc: Addr) {
        f.cell(pc);
        self.go_there(f);
    }

    /// Goes on at the instruction whose number lies on top.
    fn go_there(&self, f: &mut Fun) {
        f.set(self.pc).jump(self.again);
    }
}

impl<'p> Emitter<'p> {
    /// Sets who runs, answers if there is an answer, and runs: whether in secret, the reader, the answer or -1, whether all work is still
    /// to be done. A secret run that is answered has left what it had when it stopped.
    pub(super) fn go(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(5);
        let (private, reader, answer, fresh, pause) = (1, 2, 3, 4, f.local());
        for (global, local) in [(Global::Private, private), (Global::Reader, reader)] {
            f.get(local);
            Self::set_global(&mut f, global);
        }
        Self::empty_stacks(&mut f);
        f.number(-1);
        Self::set_global(&mut f, Global::Search);
        f.number(0);
        Self::set_global(&mut f, Global::Playing);
        let left = self.map.extra(Extra::Fuel);
        f.get(fresh);
        f.when(Self::refuel);
        f.get(private).number(0).put(I::I32GeS).get(answer).number(0).put(I::I32GeS).put(I::I32And);
        f.when(|f| {
            f.get(BASE).load(left);
            Self::set_global(f, Global::Fuel);
        });
        f.get(answer).number(0).put(I::I32GeS);
        f.when(|f| {
            f.write(self.program.layout.chances, 0).write(self.program.layout.turns, 0);
            f.get(BASE).get(BASE).get(answer);
            self.call(f, Function::Take);
        });
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause).get(BASE);
        Self::global(&mut f, Global::Fuel).store(left).get(pause);
        Ok(f)
    }

    /// Runs to the next stop.
    pub(super) fn run(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let pc = f.local();
        let works = self.tables.later(self.program.code.len());
        let mut ahead = Ahead::default();
        f.cell(self.program.layout.pc).set(pc);
        f.repeat(|f, again| {
            let bad = f.open_many(1);
            let labels = f.open_many(self.program.code.len());
            f.get(pc).number(2).put(I::I32Shl).load(works);
            Self::burn(f);
            f.get(pc);
            if let Some(bad) = bad.first() {
                f.jump_table(&labels, *bad);
            }
            let mut flow = Flow { labels, again, pc, here: 0, ahead: RefCell::default() };
            for (here, instruction) in (0..).zip(&self.program.code) {
                f.close_one();
                flow.here = here;
                f.names.clear();
                self.step(f, &flow)?;
                let work = std::mem::take(&mut f.work) + INSTRUCTION;
                ahead.add(work, flow.ahead.take(), goes_on(instruction));
            }
            f.trap();
            f.close_one();
            f.trap();
            Ok(())
        })?;
        f.trap();
        self.tables.fill(works, &ahead.most());
        Ok(f)
    }

    /// Stops here.
    fn stop(&self, f: &mut Fun, at: Pc, pause: Pause) {
        f.write(self.program.layout.pc, value_of(at)).number(pause as i32).put(I::Return);
    }

    fn extra(&self, f: &mut Fun, which: Extra, value: Local) {
        let at = self.map.extra(which);
        f.get(BASE).get(value).store(at);
    }

    fn step(&mut self, f: &mut Fun, flow: &Flow) -> Emit {
        let here = flow.here;
        let layout = &self.program.layout;
        let Some(instruction) = self.program.code.get(here as usize) else { return Ok(()) };
        match instruction {
            Instruction::Halt => {
                f.cell(layout.over).number(1).put(I::I32Ne);
                f.when(|f| {
                    f.get(BASE).number(value_of(here)).number(0).number(0);
                    Self::ask(f, Import::Win);
                    f.put(I::Drop);
                });
                self.stop(f, here, Pause::Over);
            }
            Instruction::Jump(to) => flow.go(f, *to),
            Instruction::Unless(test, to) => {
                self.holds(f, *test)?;
                f.put(I::I32Eqz);
                f.when(|f| flow.go(f, *to));
            }
            Instruction::Require(requirement) => {
                self.holds(f, requirement.condition)?;
                f.put(I::I32Eqz);
                f.when(|f| self.stop(f, here, Pause::PathFails));
            }
            Instruction::Let(to, value) => {
                let value = self.kept(f, *value)?;
                f.write_local(*to, value);
            }
            Instruction::LetSet(to, capacity, set) => self.let_set(f, *to, *capacity, *set)?,
            Instruction::Clear(from, to) => self.clear(f, *from, *to),
            Instruction::Count(counter, times) => {
                let times = self.kept_number(f, *times)?;
                f.get(BASE).get(times).number(0).get(times).number(0).put(I::I32GtS).put(I::Select);
                f.store(counter * 4);
            }
            Instruction::CountDown(counter, end) => {
                f.cell(*counter).number(0).put(I::I32LeS);
                f.when(|f| flow.go(f, *end));
                f.get(BASE).cell(*counter).number(1).put(I::I32Sub).store(counter * 4);
            }
            Instruction::ForStart(place, selection) => self.for_start(f, place, selection)?,
            Instruction::ForNext(place, locals, end) => self.for_next(f, flow, place, locals, *end),
            Instruction::RoundNext(last, binder, end) => self.round_next(f, flow, *last, binder, *end)?,
            Instruction::TurnStart(kept, player) => {
                let player = self.kept_number(f, *player)?;
                f.write_local(*kept, player).write_local(layout.decider, player).write(layout.turns, 1);
            }
            Instruction::TurnEnd(_) => {
                self.restore_decider(f, here);
                f.write(layout.turns, 1);
            }
            Instruction::Call(runnable, arguments) => self.call_rule(f, flow, *runnable, arguments)?,
            Instruction::Begin(_, fresh) => self.reset(f, fresh)?,
            Instruction::End(id) => {
                if let Some(frame) = self.program.frames.get(id.0 as usize) {
                    self.clear(f, frame.inner.start, frame.inner.end);
                    f.get(BASE).cell(frame.return_to + 1).store(layout.decider * 4);
                }
            }
            Instruction::Return(id) => self.go_back(f, flow, *id),
            Instruction::Leave(target) => self.leave(f, flow, *target),
            Instruction::Choose(choice) => self.step_choose(f, flow, *choice)?,
            Instruction::Move(code) => self.move_components(f, code)?,
            Instruction::DrawStart { counter, list, amount, places, from, to } => {
                let amount = self.kept_number(f, *amount)?;
                let from = self.kept_number(f, *from)?;
                let to = self.kept_number(f, *to)?;
                f.write_local(*counter, amount).write_local(*places, from).write_local(places + 1, to);
                self.begin_list(f, list);
            }
            Instruction::Draw(draw) => {
                f.work += self.looking(&draw.kinds);
                // 0: nothing more; 1: one was taken from the top of a pile; 2: chance decides.
                let found = f.local();
                f.get(BASE).number(value_of(here));
                Self::ask(f, Import::Draw);
                f.tee(found).put(I::I32Eqz);
                f.when(|f| flow.go(f, draw.end));
                f.get(found).number(1).put(I::I32Eq);
                f.when(|f| flow.go(f, here));
                self.chance_now(f, here, |f| flow.go_where_it_stands(f, layout.pc));
                self.stop(f, here, Pause::Chance);
            }
            Instruction::DrawLot(_, binder, _) => {
                let start = self.here(f);
                let binders = std::slice::from_ref(binder);
                self.aside(|emitter, out| {
                    emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                        emitter.push_bound(f, out, binders);
                        Ok(())
                    })
                })?;
                let count = f.local();
                Self::length_from(f, self.top(), start);
                f.tee(count).put(I::I32Eqz).trap_if();
                self.extra(f, Extra::Values, start);
                self.extra(f, Extra::Outcome, count);
                self.chance_now(f, here, |f| flow.go_where_it_stands(f, layout.pc));
                self.stop(f, here, Pause::Chance);
            }
            Instruction::Roll(target, roll) => {
                let at = f.local();
                let offset = self.target(f, target)?;
                f.number(i32::try_from(offset).unwrap_or(0)).put(I::I32Add).set(at);
                self.roll_now(f, roll, at, |f| flow.go(f, here + 1));
                self.extra(f, Extra::Outcome, at);
                self.stop(f, here, Pause::Chance);
            }
            Instruction::ShuffleStart(counter) => {
                f.write(*counter, 0);
            }
            Instruction::Shuffle(_, pile, end) => {
                let start = self.pushed(f, *pile)?;
                let count = f.local();
                f.get(BASE).number(value_of(here)).get(start);
                Self::length_from(f, self.top(), start);
                Self::ask(f, Import::Unshuffled);
                f.tee(count).put(I::I32Eqz);
                f.when(|f| {
                    f.get(start);
                    Self::set_global(f, self.top());
                    flow.go(f, *end);
                });
                self.extra(f, Extra::Values, start);
                self.extra(f, Extra::Outcome, count);
                self.chance_now(f, here, |f| flow.go_where_it_stands(f, layout.pc));
                self.stop(f, here, Pause::Chance);
            }
            Instruction::Set(target, sign, value) => self.set_target(f, target, *sign, *value)?,
            Instruction::Show(code) => self.show(f, code)?,
            Instruction::Win(code) => {
                self.win(f, code, here)?;
                self.stop(f, here, Pause::Over);
            }
            Instruction::AfterMove(list, trigger, end) => self.after_move(f, flow, list, *trigger, *end)?,
            Instruction::MovedEnd(list) => self.end_list(f, list),
            Instruction::AfterRule(watch) => {
                self.fits_rule(f, watch)?;
                f.when(|f| {
                    let back = f.local();
                    f.number(value_of(here + 1)).set(back);
                    self.enter(f, watch.frame, back);
                    flow.go(f, self.start_of(watch.frame));
                });
            }
            Instruction::MarkWhens => {
                f.write(layout.pending, 1);
            }
            Instruction::Whens => self.step_whens(f, flow),
            Instruction::WhenEnd => {
                f.write(layout.in_when, 0).write(layout.pending, 1);
            }
            Instruction::GatherStart(id) => self.gather_start(f, *id)?,
            Instruction::GatherNext(id, end) => {
                f.get(BASE).number(value_of(*id));
                Self::ask(f, Import::GatherNext);
                f.put(I::I32Eqz);
                f.when(|f| flow.go(f, *end));
                f.write(layout.turns, 1);
            }
            Instruction::Gather(id) => {
                Self::global(f, Global::Search).number(0).put(I::I32GeS).trap_if();
                let next = self.program.gatherings.get(*id as usize).map(|code| code.next);
                Self::global(f, Global::Playing);
                f.when(|f| {
                    f.get(BASE);
                    self.call(f, Function::PlaySecrets(*id));
                    f.put(I::I32Eqz);
                    f.when(|f| flow.go(f, next.unwrap_or(0)));
                });
                self.stop(f, here, Pause::Gathering);
            }
            Instruction::PrivateEnd(_) => self.stop(f, here, Pause::PrivateEnd),
            Instruction::PlanStart(plan) => self.step_plan(f, flow, *plan),
            Instruction::PlanEnd(plan) => {
                Self::global(f, Global::Search).number(value_of(*plan)).put(I::I32Eq);
                f.when(|f| self.stop(f, here, Pause::PathEnd));
            }
        }
        Ok(())
    }

    fn start_of(&self, frame: FrameId) -> Pc {
        self.program.frames.get(frame.0 as usize).map_or(0, |frame| frame.code.start)
    }

    fn let_set(&mut self, f: &mut Fun, to: Addr, capacity: u32, set: NodeId) -> Emit {
        let start = self.pushed(f, set)?;
        let count = f.local();
        Self::length_from(f, self.top(), start);
        f.tee(count).number(value_of(capacity)).put(I::I32GtU).trap_if();
        f.write_local(to, count);
        f.get(BASE).number(value_of((to + 1) * 4)).put(I::I32Add).get(start);
        f.get(count).number(2).put(I::I32Shl).put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
        f.get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    fn for_start(&mut self, f: &mut Fun, place: &'p ListPlace, selection: &'p SelectionCode) -> Emit {
        let start = self.selection(f, selection)?;
        match place {
            ListPlace::Kept(list) => {
                self.begin_list(f, list);
                let words = f.local();
                Self::length_from(f, self.top(), start);
                f.tee(words).number(value_of(list.width.max(1))).put(I::I32DivU).tee(words);
                f.number(value_of(list.capacity)).put(I::I32GtU).trap_if();
                f.write_local(list.at, words);
                f.get(BASE).number(value_of((list.at + 2) * 4)).put(I::I32Add).get(start);
                f.get(words).number(value_of(list.width * 4)).put(I::I32Mul);
                f.put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
                f.get(start);
                Self::set_global(f, self.top());
            }
            ListPlace::Passing(number) => {
                let at = self.map.passing(*number);
                f.get(BASE).get(start).store(at);
                f.get(BASE).get(start).store(at + 4);
                f.get(BASE);
                Self::global(f, self.top()).store(at + 8);
            }
        }
        Ok(())
    }

    fn for_next(&mut self, f: &mut Fun, flow: &Flow, place: &'p ListPlace, locals: &'p [Addr], end: Pc) {
        let cursor = f.local();
        match place {
            ListPlace::Kept(list) => {
                let row = f.local();
                f.cell(list.at + 1).set(cursor);
                f.get(BASE).get(cursor).number(1).put(I::I32Add).store((list.at + 1) * 4);
                f.get(cursor).cell(list.at).put(I::I32GeS);
                f.when(|f| flow.go(f, end));
                f.get(cursor).number(value_of(list.width * 4)).put(I::I32Mul).get(BASE).put(I::I32Add).set(row);
                for (offset, local) in (0..).step_by(4).zip(locals) {
                    f.get(BASE).get(row).load((list.at + 2) * 4 + offset).store(local * 4);
                }
            }
            ListPlace::Passing(number) => {
                let at = self.map.passing(*number);
                f.get(BASE).load(at + 4).tee(cursor);
                f.get(BASE).load(at + 8).put(I::I32GeU);
                f.when(|f| {
                    // The list is at an end: it leaves the stack.
                    f.get(BASE).load(at);
                    Self::set_global(f, Global::Top);
                    flow.go(f, end);
                });
                for (offset, local) in (0..).step_by(4).zip(locals) {
                    f.get(BASE).get(cursor).load(offset).store(local * 4);
                }
                let bytes = value_of(u32::try_from(locals.len()).unwrap_or(1) * 4);
                f.get(BASE).get(cursor).number(bytes).put(I::I32Add).store(at + 4);
            }
        }
    }

    /// Binds the first for whom the condition holds now: from the beginning, later behind the last, all the way round and that one last.
    fn round_next(&mut self, f: &mut Fun, flow: &Flow, last: Addr, binder: &'p BinderCode, end: Pc) -> Emit {
        let start = self.pushed(f, binder.set)?;
        let (stop, cursor, left, before, element) = (f.local(), f.local(), f.local(), f.local(), f.local());
        Self::global(f, self.top()).set(stop);
        f.get(start).set(cursor);
        f.cell(last).tee(before).number(CLEARED).put(I::I32Ne);
        let (behind, from) = {
            let emitter = RefCell::new(&mut *self);
            f.either(
                |f| {
                    emitter.borrow_mut().find(f, (start, stop), before, cursor);
                    // Behind the last; one that is no longer there stands before all.
                    f.get(start).get(cursor).number(4).put(I::I32Add);
                    f.get(cursor).get(stop).put(I::I32GeU).put(I::Select).set(cursor);
                    Ok(())
                },
                |f| match binder.from {
                    Some(from) => {
                        let mut emitter = emitter.borrow_mut();
                        let first = emitter.kept(f, from)?;
                        emitter.find(f, (start, stop), first, cursor);
                        f.get(cursor).get(stop).put(I::I32GeU).trap_if();
                        Ok(())
                    }
                    None => Ok(()),
                },
            )
        };
        behind.and(from)?;
        let found = f.local();
        f.number(0).set(found);
        f.get(stop).get(start).put(I::I32Sub).tee(left).number(2).put(I::I32ShrU);
        let mut rounds = Self::begin_rounds(f);
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(left).put(I::I32Eqz).jump_if(done);
                f.get(start).get(cursor).get(cursor).get(stop).put(I::I32GeU).put(I::Select).set(cursor);
                f.get(cursor).load(0).set(element);
                f.step(cursor, 4).step(left, -4);
                self.bind(f, binder.local, element, None);
                match binder.condition {
                    Some(condition) => self.holds(f, condition)?,
                    None => {
                        f.number(1);
                    }
                }
                f.put(I::I32Eqz).jump_if(again);
                f.write_local(last, element).number(1).set(found);
                Ok(())
            })
        });
        Self::end_rounds(f, rounds);
        written?;
        f.get(start);
        Self::set_global(f, self.top());
        f.get(found).put(I::I32Eqz);
        f.when(|f| {
            if binder.local < self.map.size {
                f.write(binder.local, CLEARED);
            }
            flow.go(f, end);
        });
        Ok(())
    }

    /// Whoever is on turn behind a `turn of`: the one of the block around, else whoever was on turn when the body was entered.
    fn restore_decider(&self, f: &mut Fun, pc: Pc) {
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

    fn call_rule(&mut self, f: &mut Fun, flow: &Flow, runnable: RunnableId, arguments: &'p [NodeId]) -> Emit {
        let code = self.program.runnables.get(runnable.index()).ok_or(Unsupported("a rule"))?;
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
                f.when(|f| self.enter_clause(f, flow, parameters, &values, *frame));
            }
        }
        match code.clauses.iter().find(|(value, ..)| value.is_none()) {
            Some((_, parameters, frame)) => self.enter_clause(f, flow, parameters, &values, *frame),
            None => {
                f.trap();
            }
        }
        Ok(())
    }

    fn enter_clause(&self, f: &mut Fun, flow: &Flow, parameters: &[Option<Addr>], values: &[Local], frame: FrameId) {
        for (parameter, value) in parameters.iter().zip(values) {
            if let Some(at) = parameter {
                f.write_local(*at, *value);
            }
        }
        let back = f.local();
        f.number(value_of(flow.here + 1)).set(back);
        self.enter(f, frame, back);
        flow.go(f, self.start_of(frame));
    }

    fn go_back(&self, f: &mut Fun, flow: &Flow, id: FrameId) {
        let Some(frame) = self.program.frames.get(id.0 as usize) else { return };
        let back = f.local();
        f.cell(frame.return_to).set(back);
        f.get(BASE).cell(frame.return_to + 1).store(self.program.layout.decider * 4);
        self.clear(f, frame.names.start, frame.names.end);
        self.clear(f, frame.cells.start, frame.cells.end);
        f.get(back);
        flow.go_there(f);
    }

    /// Goes on behind what is left; if that ends the plan that is searched, its path is complete.
    fn leave(&self, f: &mut Fun, flow: &Flow, _target: LeaveCode) {
        let landing = f.local();
        f.get(BASE).number(value_of(flow.here));
        Self::ask(f, Import::Leave);
        f.set(landing);
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
        f.get(landing);
        flow.go_there(f);
    }

    fn step_choose(&mut self, f: &mut Fun, flow: &Flow, id: u32) -> Emit {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported("a decision"))?;
        let (number, count) = (f.local(), f.local());
        f.number(value_of(id)).set(number);
        self.extra(f, Extra::Choice, number);
        if !self.program.plans.is_empty() {
            Self::global(f, Global::Search).number(0).put(I::I32GeS);
            f.when(|f| self.stop(f, flow.here, Pause::Decision));
        }
        f.cell(self.program.layout.decider).number(0).put(I::I32LtS).trap_if();
        let reader = self.as_decider(f);
        f.get(BASE);
        self.call(f, Function::Allowed(id));
        f.set(count);
        if !self.program.plans.is_empty() {
            let (plan, planned) = (f.local(), f.local());
            f.get(BASE).number(value_of(flow.here));
            Self::ask(f, Import::RunningPlan);
            f.tee(plan).number(0).put(I::I32GeS).set(planned);
            self.extra(f, Extra::Planned, planned);
            f.get(planned);
            f.when(|f| {
                f.write(self.program.layout.pc, value_of(flow.here));
                f.get(BASE).get(plan).get(count);
                self.call(f, Function::BestOfPlan);
                f.set(count);
            });
        }
        self.guarded_again(f, reader);
        self.extra(f, Extra::Count, count);
        f.get(count).put(I::I32Eqz);
        f.when(|f| match choice.if_none {
            Some(pc) => flow.go(f, pc),
            None => {
                f.trap();
            }
        });
        let pc = self.program.layout.pc;
        self.bot_decides(f, count, |f| flow.go_where_it_stands(f, pc));
        self.stop(f, flow.here, Pause::Decision);
        Ok(())
    }

    fn after_move(&mut self, f: &mut Fun, flow: &Flow, list: &'p ListCode, trigger: u32, end: Pc) -> Emit {
        let (cursor, row) = (f.local(), f.local());
        f.cell(list.at);
        let mut rounds = Self::begin_rounds(f);
        let written = f.block(|f, done| {
            f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.cell(list.at + 1).tee(cursor).cell(list.at).put(I::I32GeS).jump_if(done);
                f.get(cursor).number(value_of(list.width * 4)).put(I::I32Mul).get(BASE).put(I::I32Add).set(row);
                f.get(BASE).get(cursor).number(1).put(I::I32Add).store((list.at + 1) * 4);
                self.fits_move(f, trigger, list, row)?;
                f.put(I::I32Eqz).jump_if(again);
                let frame = self.program.triggers.get(trigger as usize).copied().unwrap_or(FrameId(0));
                let back = f.local();
                f.number(value_of(flow.here)).set(back);
                self.enter(f, frame, back);
                flow.go(f, self.start_of(frame));
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
    fn step_whens(&mut self, f: &mut Fun, flow: &Flow) {
        let layout = &self.program.layout;
        let next = f.local();
        f.block(|f, over| {
            Self::global(f, Global::Private).number(0).put(I::I32GeS).jump_if(over);
            f.cell(layout.in_when).number(1).put(I::I32Eq).jump_if(over);
            f.cell(layout.pending).number(1).put(I::I32Ne).jump_if(over);
            f.get(BASE).number(value_of(flow.here));
            self.call(f, Function::Whens);
            f.tee(next).number(0).put(I::I32GeS);
            f.when(|f| {
                f.get(next);
                flow.go_there(f);
            });
            f.write(layout.pending, 0);
        });
    }

    fn gather_start(&mut self, f: &mut Fun, id: u32) -> Emit {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported("a `simultaneous`"))?;
        let start = self.here(f);
        let binders = std::slice::from_ref(&code.binder);
        self.aside(|emitter, out| {
            emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                emitter.push_keys(f, out, &code.keys)?;
                emitter.push_bound(f, out, binders);
                Ok(())
            })
        })?;
        f.get(BASE).number(value_of(id)).get(start);
        Self::length_from(f, self.top(), start);
        Self::ask(f, Import::GatherStart);
        f.put(I::Drop).get(start);
        Self::set_global(f, self.top());
        Ok(())
    }

    fn step_plan(&mut self, f: &mut Fun, flow: &Flow, plan: u32) {
        let code = self.program.plans.get(plan as usize);
        Self::global(f, Global::Search).number(0).put(I::I32LtS);
        f.when(|f| {
            f.write(self.program.layout.pc, value_of(flow.here));
            f.get(BASE).number(value_of(plan));
            self.call(f, Function::PlanStart);
            f.put(I::I32Eqz);
            f.when(|f| match code.and_then(|code| code.if_none) {
                Some(pc) => flow.go(f, pc),
                None => {
                    f.trap();
                }
            });
        });
    }
}
