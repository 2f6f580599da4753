//! Where an option of a search leads to the end of the plan without another decision, told without doing it: of all that happens on the way
//! only what the keys need is done, on the spot, and undone. Most positions of a search are such ends.
//!
//! What moves is left out. So nothing on the way may ask where components lie, no move may fail, no trigger may do more than move, and no
//! `when` may come true; else nothing is told, and the option is tried as any other.

mod harmless;
mod may;
mod reads;

use std::collections::BTreeSet;

use rulehound_interpreter::program::{Instruction, MeantCode, Pc, PlanCode, WayCode};
use wasm_encoder::Instruction as I;

use super::candidate::width;
use super::fun::{Later, Name};
use super::work::{FUEL, INSTRUCTION, NODE};
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local};
use crate::map::Extra;

/// The most instructions that are gone through on all ways together.
const MOST_INSTRUCTIONS: usize = 200;

/// The most work of the interpreter on all ways together, which is far from what there is for each.
const MOST_WORK: i32 = 1_000_000;

/// A way from an option on.
#[derive(Clone, Default)]
struct Way {
    /// Its instructions.
    path: Vec<Pc>,
    /// What has been written: where, so many bytes behind, and what was there.
    undo: Vec<(Local, u32, Local)>,
    /// The variables that have been written.
    written: BTreeSet<u32>,
    /// How many components have moved at most.
    moved: i32,
    /// Whether any `when` is looked at.
    whens: bool,
}

/// What is known of all ways.
#[derive(Default)]
struct Ways {
    steps: usize,
    /// Where it stands how much work is left behind an end.
    ends: Vec<Later>,
}

impl<'p> Emitter<'p> {
    /// Leaves 1 if the option, whose number comes second, leads to the end of the plan, with its keys written; else 0.
    pub(super) fn foretell(&mut self, id: u32) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let option = 1;
        let mut ways = Ways::default();
        if let Some(choice) = self.program.choices.get(id as usize)
            && let [WayCode { meant: MeantCode::Tuple(binders), goal, .. }] = choice.ways.as_slice()
        {
            let at = f.local();
            f.get(option).number((width(choice) * 4).cast_signed()).put(I::I32Mul).get(BASE).put(I::I32Add).set(at);
            for (offset, named) in (0..).step_by(4).zip(binders) {
                let local = f.local();
                f.get(at).load(self.map.legal + offset).set(local);
                let range = self.range_of(named);
                f.names.insert(named.binder.local, Name { local, range, some: true });
            }
            self.go_along(&mut f, *goal, &mut Way::default(), &mut ways)?;
        }
        f.number(0);
        if !ways.ends.is_empty() && f.unbounded == 0 && f.work <= MOST_WORK {
            self.foretold.insert(id);
            for end in ways.ends {
                f.fill(end, FUEL - f.work);
            }
        }
        // Only what is told takes work, and that is as if it had been done.
        f.work = 0;
        Ok(f)
    }

    /// Leaves in a local whether an option has been told; none if no decision's can be. Where one of several cannot be told, those behind it
    /// are not tried: mostly all or none lead to the end.
    pub(super) fn told(&mut self, f: &mut Fun, option: Local, tells: Option<Local>) -> Emit<Option<Local>> {
        let mut tellers = Vec::new();
        for id in (0..).take(self.program.choices.len()) {
            let function = Function::Foretell(id);
            if !self.is_written(function) {
                self.write_function(function)?;
            }
            if self.foretold.contains(&id) {
                tellers.push(id);
            }
        }
        if tellers.is_empty() {
            return Ok(None);
        }
        let (told, choice) = (f.local(), f.local());
        f.number(0).set(told).get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        for id in tellers {
            f.get(choice).number(id.cast_signed()).put(I::I32Eq);
            if let Some(tells) = tells {
                f.get(tells).put(I::I32And);
            }
            f.when(|f| {
                f.get(BASE).get(option);
                self.call(f, Function::Foretell(id));
                f.set(told);
            });
        }
        if let Some(tells) = tells {
            f.get(told).set(tells);
        }
        Ok(Some(told))
    }

    /// Goes on from an instruction to the end, or to where nothing can be told.
    fn go_along(&mut self, f: &mut Fun, from: Pc, way: &mut Way, ways: &mut Ways) -> Emit {
        let mut pc = from;
        loop {
            ways.steps += 1;
            if ways.steps > MOST_INSTRUCTIONS || way.path.contains(&pc) {
                break;
            }
            way.path.push(pc);
            f.work = f.work.saturating_add(INSTRUCTION);
            match self.one_along(f, pc, way, ways)? {
                Some(next) => pc = next,
                None => break,
            }
        }
        Self::undo(f, way);
        f.number(0).put(I::Return);
        Ok(())
    }

    /// One instruction: where it goes on, if nothing stands against it.
    fn one_along(&mut self, f: &mut Fun, pc: Pc, way: &mut Way, ways: &mut Ways) -> Emit<Option<Pc>> {
        let Some(instruction) = self.program.code.get(pc as usize) else { return Ok(None) };
        match instruction {
            Instruction::Jump(to) => return Ok(Some(*to)),
            Instruction::Unless(test, to) => {
                let unsure = f.unsure;
                if self.reads_no_place(*test, &mut BTreeSet::new()).is_none() {
                    return Ok(None);
                }
                self.holds(f, *test)?;
                if f.unsure > unsure {
                    f.put(I::Drop);
                    return Ok(None);
                }
                f.put(I::I32Eqz);
                self.branch(f, *to, way, ways)?;
            }
            Instruction::CountDown(counter, end) => {
                f.cell(*counter).number(0).put(I::I32LeS);
                self.branch(f, *end, way, ways)?;
                let less = f.local();
                f.cell(*counter).number(1).put(I::I32Sub).set(less);
                Self::write_along(f, (BASE, counter * 4), less, way);
            }
            Instruction::Set(target, sign, value) => {
                let Some(variable) = self.variable_of(target.node, &mut BTreeSet::new()) else { return Ok(None) };
                if self.reads_no_place(*value, &mut BTreeSet::new()).is_none() {
                    return Ok(None);
                }
                let (at, offset, stored) = self.stored(f, target, *sign, *value)?;
                Self::write_along(f, (at, offset), stored, way);
                way.written.insert(variable);
            }
            Instruction::Clear(from, to) => f.names.retain(|name, _| !(*from..*to).contains(name)),
            Instruction::MovedEnd(_) | Instruction::MarkWhens => {}
            Instruction::Whens => way.whens = true,
            Instruction::Move(code) => {
                let Some(moved) = self.harmless_move(f, code)? else { return Ok(None) };
                way.moved += moved;
            }
            Instruction::AfterMove(list, trigger, end) => {
                let Some(moved) = self.harmless_trigger(f, list, *trigger)? else { return Ok(None) };
                // Each of those that have moved so far may have been watched.
                way.moved += way.moved * moved;
                way.whens = true;
                return Ok(Some(*end));
            }
            Instruction::PlanEnd(plan) => {
                if let Some(code) = self.program.plans.get(*plan as usize) {
                    self.told_at_end(f, (plan.cast_signed(), code), way, ways)?;
                }
                return Ok(None);
            }
            _ => return Ok(None),
        }
        Ok(Some(pc + 1))
    }

    /// If what lies on top holds, the way goes there.
    fn branch(&mut self, f: &mut Fun, to: Pc, way: &Way, ways: &mut Ways) -> Emit {
        let names = f.names.clone();
        f.when(|f| self.go_along(f, to, &mut way.clone(), ways))?;
        f.names = names;
        Ok(())
    }

    /// Writes something that is undone in the end.
    fn write_along(f: &mut Fun, (at, offset): (Local, u32), value: Local, way: &mut Way) {
        let before = f.local();
        f.get(at).load(offset).set(before).get(at).get(value).store(offset);
        way.undo.push((at, offset, before));
    }

    fn undo(f: &mut Fun, way: &Way) {
        for (at, offset, before) in way.undo.iter().rev() {
            f.get(*at).get(*before).store(*offset);
        }
    }

    /// The end of a plan: writes its keys, if it is the one that is searched and no `when` may have come true before.
    fn told_at_end(&mut self, f: &mut Fun, (plan, code): (i32, &'p PlanCode), way: &Way, ways: &mut Ways) -> Emit {
        let free = |emitter: &Self, key| emitter.reads_no_place(key, &mut BTreeSet::new()).is_some();
        if !code.keys.iter().all(|key| free(self, key.value)) {
            return Ok(());
        }
        let may = f.local();
        Self::global(f, Global::Search).number(plan).put(I::I32Ne).set(may);
        if way.whens {
            self.when_may(f, way, may)?;
        }
        f.get(may).put(I::I32Eqz);
        f.when(|f| {
            f.work += NODE;
            self.write_keys(f, code)?;
            Self::undo(f, way);
            ways.ends.push(f.number_later());
            Self::set_global(f, Global::Fuel);
            f.number(1).put(I::Return);
            Ok(())
        })
    }
}
