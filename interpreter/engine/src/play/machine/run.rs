//! Running instructions from stop to stop.

use super::{Machine, Try, counting, noting};
use crate::cells;
use crate::play::EventKind;
use crate::program::{Addr, BinderCode, CLEARED, Instruction, ListPlace, NodeId, Pc, ending};
use rulehound_rules::model::RunnableId;
use rulehound_rules::model::value::NONE;

/// Why the machine paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// Somebody decides.
    Decision,
    /// Several decide at once, in this `simultaneous`.
    Gathering(u32),
    /// Chance decides.
    Chance,
    /// The game is over.
    Over,
    /// A private block has ended.
    PrivateEnd,
    /// The path of a plan is complete.
    PathEnd,
    /// The path of a plan fails.
    PathFails,
}

impl<'p> Machine<'p> {
    /// Runs to the next pause.
    pub fn run(&mut self) -> Try<Pause> {
        loop {
            counting::runs(self);
            if let Some(pause) = self.profiled(Self::one_step)? {
                return Ok(pause);
            }
        }
    }

    fn one_step(&mut self) -> Try<Option<Pause>> {
        self.burn(1)?;
        self.step()
    }

    /// Does something of the statement at hand, and counts its steps if a profile is wanted.
    pub(super) fn profiled<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(profile) = &self.program.profile else { return work(self) };
        let (pc, steps, before) = (self.pc, self.spent, profile.before());
        let result = work(self);
        profile.statement(pc, self.spent.saturating_sub(steps), before);
        result
    }

    /// Once the game is over nothing runs any more and no name holds anything, so that equal ends are equal.
    pub fn rest(&mut self, pause: Pause) {
        if pause == Pause::Over {
            cells::rest(self.program, self);
            self.pc = 0;
        }
    }

    fn go(&mut self, pc: Pc) -> Try<Option<Pause>> {
        self.pc = pc;
        Ok(None)
    }

    fn next(&mut self) -> Try<Option<Pause>> {
        self.pc += 1;
        Ok(None)
    }

    fn step(&mut self) -> Try<Option<Pause>> {
        match self.instruction() {
            Instruction::Halt => {
                let over = self.program.layout.over;
                match self.read(over) {
                    ending::GAME_OVER => {}
                    ending::PART => {
                        self.write(over, ending::PART_OVER);
                        self.tell(EventKind::PhaseOver {});
                    }
                    _ => self.win(&crate::program::WinCode::Nobody)?,
                }
                Ok(Some(Pause::Over))
            }
            Instruction::Jump(to) => self.go(*to),
            Instruction::Unless(test, to) => {
                if self.holds(*test)? {
                    self.next()
                } else {
                    self.go(*to)
                }
            }
            Instruction::Require(requirement) => {
                if counting::required(self, requirement)? {
                    self.next()
                } else {
                    Ok(Some(Pause::PathFails))
                }
            }
            Instruction::Let(to, value) => {
                let value = self.value(*value)?;
                self.write(*to, value);
                self.next()
            }
            Instruction::LetSet(to, capacity, set) => {
                let mut values = self.take();
                self.set(*set, &mut values)?;
                self.write_set(*to, *capacity, &values)?;
                self.give(values);
                self.next()
            }
            Instruction::Clear(from, to) => {
                self.clear(*from..*to);
                self.next()
            }
            Instruction::Count(counter, times) => {
                let times = self.number(*times)?.max(0);
                self.write(*counter, times);
                self.next()
            }
            Instruction::CountDown(counter, end) => {
                let left = self.read(*counter);
                if left <= 0 {
                    return self.go(*end);
                }
                self.write(*counter, left - 1);
                self.next()
            }
            Instruction::ForStart(..) | Instruction::ForNext(..) | Instruction::RoundNext(..) => self.step_loop(),
            Instruction::TurnStart(kept, player) => {
                let player = self.number(*player)?;
                self.write(*kept, player);
                self.write(self.program.layout.decider, player);
                self.pass_the_turn();
                self.next()
            }
            Instruction::TurnEnd(_) => {
                self.restore_decider();
                self.pass_the_turn();
                self.next()
            }
            Instruction::Call(runnable, arguments) => self.call_rule(*runnable, arguments),
            Instruction::Begin(frame, fresh) => {
                self.tell_begin(*frame);
                self.reset(fresh)?;
                self.next()
            }
            Instruction::End(id) => {
                if let Some(frame) = self.program.frames.get(id.0 as usize) {
                    self.clear(frame.inner.clone());
                    let decider = self.read(frame.return_to + 1);
                    self.write(self.program.layout.decider, decider);
                }
                self.next()
            }
            Instruction::Return(frame) => {
                self.go_back(*frame);
                Ok(None)
            }
            Instruction::Leave(target) => {
                self.leave(*target);
                Ok(self.plan_left().then_some(Pause::PathEnd))
            }
            Instruction::Choose(choice) => self.step_choose(*choice),
            Instruction::Move(code) => {
                self.move_components(code)?;
                self.next()
            }
            Instruction::DrawStart { counter, list, amount, places, from, to } => {
                let (amount, from, to) = (self.number(*amount)?, self.number(*from)?, self.number(*to)?);
                self.write(*counter, amount);
                self.write(*places, from);
                self.write(places + 1, to);
                cells::begin_list(self, list);
                self.next()
            }
            Instruction::Draw(draw) => Ok(self.draw(draw)?.then_some(Pause::Chance)),
            Instruction::DrawLot(..) => {
                let mut values = Vec::new();
                self.weigh(&mut values)?;
                if values.is_empty() {
                    return Err(self.fault_here("empty-choice", "there is nothing to draw from"));
                }
                Ok(Some(Pause::Chance))
            }
            Instruction::Roll(..) => Ok(Some(Pause::Chance)),
            Instruction::ShuffleStart(counter) => {
                self.write(*counter, 0);
                self.next()
            }
            Instruction::Shuffle(counter, pile, end) => {
                Ok(self.shuffle(*counter, *pile, *end)?.then_some(Pause::Chance))
            }
            Instruction::Set(target, operator, value) => {
                self.set_target(target, *operator, *value)?;
                self.next()
            }
            Instruction::Show(code) => {
                self.show(code)?;
                self.next()
            }
            Instruction::Note(value) => {
                noting::note(self, *value)?;
                self.next()
            }
            Instruction::Forget => {
                noting::forget(self)?;
                self.next()
            }
            Instruction::Win(code) => {
                self.win(code)?;
                Ok(Some(Pause::Over))
            }
            Instruction::AfterMove(list, trigger, end) => {
                self.after_move(list, *trigger, *end)?;
                Ok(None)
            }
            Instruction::MovedEnd(list) => {
                self.clear(list.cells());
                self.next()
            }
            Instruction::AfterRule(watch) => {
                self.after_rule(watch)?;
                Ok(None)
            }
            Instruction::MarkWhens => {
                self.write(self.program.layout.pending, 1);
                self.next()
            }
            Instruction::Whens => {
                self.whens()?;
                Ok(None)
            }
            Instruction::WhenEnd => {
                self.write(self.program.layout.in_when, 0);
                self.write(self.program.layout.pending, 1);
                self.next()
            }
            Instruction::GatherStart(id) => {
                self.gather_start(*id)?;
                self.next()
            }
            Instruction::GatherNext(id, end) => {
                if self.gather_next(*id) {
                    self.pass_the_turn();
                    self.next()
                } else {
                    self.go(*end)
                }
            }
            Instruction::Gather(id) => {
                if self.gather_done(*id)? {
                    Ok(None)
                } else {
                    Ok(Some(Pause::Gathering(*id)))
                }
            }
            Instruction::PrivateEnd(_) => Ok(Some(Pause::PrivateEnd)),
            Instruction::PlanStart(plan) => self.plan_start(*plan),
            Instruction::PlanEnd(plan) => {
                if self.search == Some(*plan) {
                    Ok(Some(Pause::PathEnd))
                } else {
                    self.next()
                }
            }
        }
    }

    /// Another `turn of` or `simultaneous` begins, or a `turn of` is over: what is decided next is decided in another turn.
    fn pass_the_turn(&mut self) {
        self.write(self.program.layout.turns, 1);
    }

    /// What is kept of the way from the last answer to here, and is no part of the position.
    pub fn forget_the_way(&mut self) {
        self.write(self.program.layout.chances, 0);
        self.write(self.program.layout.turns, 0);
    }

    /// Whoever is on turn behind a `turn of`: the one of the block around, else whoever was on turn when the body was entered.
    fn restore_decider(&mut self) {
        let Some(id) = self.frame_of(self.pc) else { return };
        let Some(frame) = self.program.frames.get(id.0 as usize) else { return };
        let pc = self.pc;
        let around = frame.regions.iter().find(|region| {
            region.kind == crate::program::RegionKind::Turn && region.code.contains(&pc) && region.landing != pc
        });
        let decider = match around.map(|region| self.program.code.get(region.landing as usize)) {
            Some(Some(Instruction::TurnEnd(kept))) => self.player_at(*kept),
            Some(_) | None => self.player_at(frame.return_to + 1),
        };
        self.write(self.program.layout.decider, decider);
    }

    /// Stores a set in a name.
    pub(super) fn write_set(&mut self, to: Addr, capacity: u32, values: &[i32]) -> Try<()> {
        if values.len() > capacity as usize {
            return Err(self.fault_here("too-large", format!("this set has more than {capacity} elements")));
        }
        self.write(to, i32::try_from(values.len()).unwrap_or(0));
        for (step, value) in (1u32..).zip(values) {
            self.write(to + step, *value);
        }
        Ok(())
    }

    fn step_loop(&mut self) -> Try<Option<Pause>> {
        match self.instruction() {
            Instruction::ForStart(place, selection) => {
                let mut tuples = self.take();
                self.selection(selection, &mut tuples)?;
                match place {
                    ListPlace::Kept(list) => {
                        cells::begin_list(self, list);
                        for tuple in tuples.chunks(list.width.max(1) as usize) {
                            self.push_row(list, tuple)?;
                        }
                        self.give(tuples);
                    }
                    ListPlace::Passing(number) => {
                        let number = *number as usize;
                        if self.lists.len() <= number {
                            self.lists.resize_with(number + 1, Default::default);
                        }
                        let before = self.lists.get_mut(number).map(|list| std::mem::replace(list, (0, tuples)));
                        if let Some((_, before)) = before {
                            self.give(before);
                        }
                    }
                }
                self.next()
            }
            Instruction::ForNext(place, locals, end) => {
                if self.bind_next(place, locals) {
                    self.next()
                } else {
                    self.go(*end)
                }
            }
            Instruction::RoundNext(last, binder, end) => {
                if self.next_of_round(*last, binder)? {
                    self.next()
                } else {
                    self.go(*end)
                }
            }
            _ => self.next(),
        }
    }

    /// Binds the next tuple of a loop; no more is a no.
    fn bind_next(&mut self, place: &ListPlace, locals: &[Addr]) -> bool {
        match place {
            ListPlace::Kept(list) => {
                let cursor = self.read(list.at + 1);
                self.write(list.at + 1, cursor + 1);
                if cursor >= self.read(list.at) {
                    return false;
                }
                let row = list.at + 2 + u32::try_from(cursor).unwrap_or(0) * list.width;
                for (from, local) in (row..).zip(locals) {
                    self.write(*local, self.read(from));
                }
                true
            }
            ListPlace::Passing(number) => {
                let number = *number as usize;
                let Some((cursor, tuples)) = self.lists.get_mut(number) else { return false };
                let tuples = std::mem::take(tuples);
                let start = *cursor;
                *cursor += locals.len();
                let row = tuples.get(start..start + locals.len());
                for (local, value) in locals.iter().zip(row.unwrap_or_default()) {
                    self.write(*local, *value);
                }
                let found = row.is_some();
                if let Some((_, list)) = self.lists.get_mut(number) {
                    *list = tuples;
                }
                found
            }
        }
    }

    /// Binds the first for whom the condition holds now: from the beginning, later behind the last, all the way round and that one last.
    fn next_of_round(&mut self, last: Addr, binder: &'p BinderCode) -> Try<bool> {
        let mut set = self.take();
        self.set(binder.set, &mut set)?;
        let before = self.read(last);
        if before != CLEARED {
            let at = set.iter().position(|value| *value == before);
            set.rotate_left(at.map_or(0, |at| at + 1));
        } else if let Some(from) = binder.from {
            let first = self.value(from)?;
            match set.iter().position(|value| *value == first) {
                Some(at) => set.rotate_left(at),
                None => return Err(self.fault_here("not-in-set", "where the round begins is not in the set")),
            }
        }
        let mut found = false;
        for value in &set {
            self.write(binder.local, *value);
            if binder.condition.map_or(Ok(true), |condition| self.holds(condition))? {
                self.write(last, *value);
                found = true;
                break;
            }
        }
        self.give(set);
        if !found {
            self.write(binder.local, CLEARED);
        }
        Ok(found)
    }

    fn call_rule(&mut self, runnable: RunnableId, arguments: &'p [NodeId]) -> Try<Option<Pause>> {
        let mut values = self.take();
        for argument in arguments {
            values.push(self.value(*argument)?);
        }
        let frame = self.bind_parameters(runnable, &values, arguments)?;
        self.give(values);
        let back = self.pc + 1;
        self.enter(frame, back);
        Ok(None)
    }

    /// Checks and stores the values of a rule's parameters; gives the body of the clause that fits.
    pub fn bind_parameters(
        &mut self,
        runnable: RunnableId,
        values: &[i32],
        arguments: &[NodeId],
    ) -> Try<crate::program::FrameId> {
        let Some(code) = self.program.runnables.get(runnable.index()) else {
            return Err(self.fault_here("range-left", "there is no such rule"));
        };
        for (index, value) in values.iter().enumerate() {
            if let Some(check) = code.checks.get(index).copied().flatten() {
                let at = arguments.get(index).copied().unwrap_or(NodeId(u32::MAX));
                self.check(check, *value, at)?;
            }
        }
        let chosen = code.selector.and_then(|selector| values.get(selector)).copied().unwrap_or(NONE);
        let clause = code.clauses.iter().find(|(value, ..)| *value == Some(chosen));
        let clause = clause.or_else(|| code.clauses.iter().find(|(value, ..)| value.is_none()));
        let Some((_, parameters, frame)) = clause else {
            return Err(self.fault_here("range-left", "no clause fits this value"));
        };
        for (parameter, value) in parameters.iter().zip(values) {
            if let Some(at) = parameter {
                self.write(*at, *value);
            }
        }
        Ok(*frame)
    }
}
