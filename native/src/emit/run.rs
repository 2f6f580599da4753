//! Instructions: one function that runs from where a position stands to its next stop.
//!
//! Every instruction begins behind the end of a block of its own, the blocks lie around each other, and a table at the beginning jumps to
//! any of them. Jumps forward that are known go straight; all others go through the table.

use std::cell::RefCell;

use rulehound_interpreter::program::{Instruction, Pc};
use wasm_encoder::Instruction as I;

use super::flow::{Ahead, Flow, goes_on, loops, value_of};
use super::fun::Label;
use super::set::Order;
use super::work::INSTRUCTION;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::Pause;
use crate::map::Extra;

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
            let loops = loops(self.program);
            let inside = |pc: Pc| loops.iter().any(|(first, last)| pc > *first && pc <= *last);
            let ends = 0..u32::try_from(self.program.code.len()).unwrap_or(0);
            // What lies inside a loop has its blocks there.
            let mut labels: Vec<Label> = ends.clone().filter_map(|_| bad.first().copied()).collect();
            let open: Vec<Pc> = ends.filter(|pc| !inside(*pc)).collect();
            let outside = f.open_many(open.len());
            Flow::set_labels(&mut labels, open.into_iter().zip(outside));
            f.get(pc).number(2).put(I::I32Shl).load(works);
            Self::burn(f);
            f.get(pc);
            if let Some(bad) = bad.first() {
                f.jump_table(&labels, *bad);
            }
            let mut flow = Flow { labels, again, pc, here: 0, works, around: None, ahead: RefCell::default() };
            for (here, instruction) in (0..).zip(&self.program.code) {
                f.close_one();
                flow.here = here;
                let begins = loops.iter().find(|(first, _)| *first == here);
                if let Some((first, last)) = begins {
                    let label = f.open_loop();
                    flow.around = Some((*first, label));
                    let inner: Vec<Pc> = (first + 1..=*last).collect();
                    let blocks = f.open_many(inner.len());
                    Flow::set_labels(&mut flow.labels, inner.into_iter().zip(blocks));
                }
                f.names.clear();
                self.running = Some(here);
                self.step(f, &flow)?;
                let work = std::mem::take(&mut f.work) + INSTRUCTION;
                ahead.add(work, flow.ahead.take(), goes_on(instruction));
                if loops.iter().any(|(_, last)| *last == here) {
                    f.close_one();
                    flow.around = None;
                }
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
    pub(super) fn stop(&self, f: &mut Fun, at: Pc, pause: Pause) {
        f.write(self.program.layout.pc, value_of(at)).number(pause as i32).put(I::Return);
    }

    pub(super) fn extra(&self, f: &mut Fun, which: Extra, value: Local) {
        let at = self.map.extra(which);
        f.get(BASE).get(value).store(at);
    }

    pub(super) fn step(&mut self, f: &mut Fun, flow: &Flow) -> Emit {
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
            Instruction::Draw(draw) => self.step_draw(f, flow, draw),
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
                self.roll_now(f, roll, at, |f| flow.go_anew(f, here + 1));
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
                self.gather_next(f, *id)?;
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
}
