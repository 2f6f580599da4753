//! What each instruction does.

use std::ops::Range;

use rulehound_interpreter::program::{Addr, Instruction, Pc};
use wasm_encoder::Instruction as I;

use super::flow::{Flow, Way, value_of};
use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Global, Import, Local, Within, noting};
use crate::Pause;
use crate::map::Extra;

impl<'p> Emitter<'p> {
    /// Stops here.
    pub(super) fn stop(&self, f: &mut Fun, flow: &Flow<'_>, pause: Pause) {
        match flow.way {
            Way::Secret(_, enough) => {
                f.jump(enough);
            }
            Way::Table(..) | Way::Body(..) | Way::Search => {
                f.write(self.program.layout.pc, value_of(flow.here)).number(pause as i32).put(I::Return);
            }
        }
    }

    /// Whether the next instruction clears these cells too.
    fn cleared_next(&self, here: Pc, cells: &Range<Addr>) -> bool {
        let next = match self.program.code.get(here as usize + 1) {
            Some(Instruction::Clear(first, end)) => *first..*end,
            Some(Instruction::End(id)) => match self.program.frames.get(id.0 as usize) {
                Some(frame) => frame.inner.clone(),
                None => return false,
            },
            _ => return false,
        };
        next.start <= cells.start && cells.end <= next.end
    }

    /// Behind the end of play nobody wins, unless somebody has.
    pub(super) fn halt(&self, f: &mut Fun, here: Pc) {
        f.cell(self.program.layout.over).number(1).put(I::I32Ne);
        f.when(|f| {
            f.get(BASE).number(value_of(here)).number(0).number(0);
            Self::ask(f, Import::Win);
            f.put(I::Drop);
        });
    }

    pub(super) fn extra(&self, f: &mut Fun, which: Extra, value: Local) {
        let at = self.map.extra(which);
        f.get(BASE).get(value).store(at);
    }

    pub(super) fn step(&mut self, f: &mut Fun, flow: &Flow<'_>) -> Emit {
        let written = if f.is_full() { Err(super::TOO_MUCH) } else { self.step_by(f, flow) };
        written.map_err(|missing| missing.or_at(self.program.code_at.get(flow.here as usize).copied()))
    }

    fn step_by(&mut self, f: &mut Fun, flow: &Flow<'_>) -> Emit {
        let here = flow.here;
        let layout = &self.program.layout;
        let Some(instruction) = self.program.code.get(here as usize) else { return Ok(()) };
        match instruction {
            Instruction::Halt => {
                self.halt(f, here);
                self.stop(f, flow, Pause::Over);
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
                if self.within == Within::Game {
                    f.trap_if();
                } else {
                    f.when(|f| self.stop(f, flow, Pause::PathFails));
                }
            }
            Instruction::Let(to, value) => {
                let value = self.kept(f, *value)?;
                f.write_local(*to, value);
            }
            Instruction::LetSet(to, capacity, set) => self.let_set(f, *to, *capacity, *set)?,
            Instruction::Clear(from, to) if self.cleared_next(here, &(*from..*to)) => {}
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
            Instruction::DrawLot(local, binder, _) => {
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
                if self.within == Within::Game && !binder.components {
                    self.draw_lot_now(f, flow, *local, (start, count));
                } else {
                    self.extra(f, Extra::Values, start);
                    self.extra(f, Extra::Outcome, count);
                    self.chance_now(f, flow, here + 1);
                }
            }
            Instruction::Roll(target, roll) => {
                let at = f.local();
                let offset = self.target(f, target)?;
                f.number(i32::try_from(offset).unwrap_or(0)).put(I::I32Add).set(at);
                self.roll_now(f, flow, roll, at);
                self.extra(f, Extra::Outcome, at);
                self.stop(f, flow, Pause::Chance);
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
                self.chance_now(f, flow, here);
            }
            Instruction::Set(target, sign, value) => self.set_target(f, target, *sign, *value)?,
            Instruction::Note(value) => noting::note(self, f, value.as_ref())?,
            Instruction::Forget => noting::forget(self, f),
            Instruction::Show(code) => self.show(f, code)?,
            Instruction::Win(code) => {
                self.win(f, code, here)?;
                self.stop(f, flow, Pause::Over);
            }
            Instruction::AfterMove(list, trigger, end) => self.after_move(f, flow, list, *trigger, *end)?,
            Instruction::MovedEnd(list) if self.cleared_next(here, &list.cells()) => {}
            Instruction::MovedEnd(list) => self.end_list(f, list),
            Instruction::AfterRule(watch) => {
                self.fits_rule(f, watch)?;
                f.put(I::I32Eqz);
                f.when(|f| flow.go(f, here + 1));
                self.enter(f, watch.frame, here + 1);
                self.go_into(f, flow, watch.frame, Some(here + 1))?;
            }
            Instruction::MarkWhens => {
                f.write(layout.pending, 1);
            }
            Instruction::Whens => self.step_whens(f, flow)?,
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
            Instruction::Gather(id) => self.step_gather(f, flow, *id),
            Instruction::PrivateEnd(_) => self.private_end(f, flow),
            Instruction::PlanStart(plan) => self.step_plan(f, flow, *plan),
            Instruction::PlanEnd(_) if matches!(self.within, Within::Game | Within::Secret) => {}
            Instruction::PlanEnd(plan) => {
                Self::global(f, Global::Search).number(value_of(*plan)).put(I::I32Eq);
                f.when(|f| self.stop(f, flow, Pause::PathEnd));
            }
        }
        Ok(())
    }
}
