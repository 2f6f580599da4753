//! What bots decide in secret, all at once: each block runs as if nobody else decided, then what they wrote is joined.

use std::collections::BTreeSet;
use std::ops::Range;

use rulehound_interpreter::model::VariableId;
use rulehound_interpreter::program::{Addr, GatheringCode, Instruction, MeantCode, Node, NodeId, Pc, WayCode};
use wasm_encoder::Instruction as I;

use super::flow::Written;
use super::fun::Label;
use super::kept::Kept;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local, Within};
use crate::Pass;
use crate::map::Tally;
use crate::{Pause, Unsupported};

/// The most cells that are taken back one by one.
const MOST_WRITTEN: usize = 48;

/// What a secret block can write.
pub(super) struct Cells {
    /// What is joined in the end.
    joined: Vec<Addr>,
    /// What is as it was before.
    restored: Vec<Addr>,
}

impl<'p> Emitter<'p> {
    /// A `simultaneous`: every bot of the group runs to the end of its secret block on a copy, then what they wrote is joined. Leaves 1 if
    /// there were as many decisions as there may be on the way.
    pub(super) fn play_secrets(&mut self, id: u32) -> Emit<Fun> {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported::new("a `simultaneous`"))?;
        if let Some(written) = self.written_in_secret(code) {
            return self.play_secrets_here(id, code, &written);
        }
        let mut f = Fun::new(2);
        let (seat, block, before) = (f.local(), f.local(), f.local());
        let (fuel, least, decided) = (f.local(), f.local(), f.local());
        let (first, words) = self.joined();
        f.number(self.map.before.cast_signed()).set(before);
        for block in [before, BASE] {
            f.get(block).number(first.cast_signed()).put(I::I32Add);
        }
        f.number((words * 4).cast_signed()).put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
        Self::global(&mut f, Global::Fuel).tee(fuel).set(least);
        f.number(0).load(Tally::Decisions.at()).set(decided);
        self.group(&mut f, code, seat, block, &mut |emitter, f| {
            emitter.copy(f, block, BASE);
            f.get(fuel);
            Self::set_global(f, Global::Fuel);
            f.get(block).get(seat);
            emitter.call(f, Function::PlaySecret(id));
            f.when(|f| {
                f.number(1).put(I::Return);
            });
            Self::global(f, Global::Fuel).get(least);
            Self::global(f, Global::Fuel).get(least).put(I::I32LtS).put(I::Select).set(least);
        });
        f.get(least);
        Self::set_global(&mut f, Global::Fuel);
        self.group(&mut f, code, seat, block, &mut |emitter, f| emitter.join(f, block, before));
        self.end_secrets(&mut f, decided);
        Ok(f)
    }

    /// Behind all secret blocks; so many decisions had been made before.
    fn end_secrets(&self, f: &mut Fun, decided: Local) {
        let layout = &self.program.layout;
        f.get(decided).number(0).load(Tally::Decisions.at()).put(I::I32Ne);
        f.when(|f| {
            f.write(layout.chances, 0).write(layout.turns, 0);
        });
        f.write(layout.pending, 1).number(0);
    }

    /// The same where a block writes but few cells: it runs where the game stands, and what it wrote is taken back and kept.
    fn play_secrets_here(&mut self, id: u32, code: &'p GatheringCode, cells: &Cells) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let bits = self.gathers_bits(code).then_some(1);
        self.within = Within::Secret;
        self.where_it_is_played(&mut f);
        let (seat, block, least) = (f.local(), f.local(), f.local());
        let (fuel, decided) = (f.local(), f.local());
        let (restored, before) = (Kept::new(&mut f, &cells.restored), Kept::new(&mut f, &cells.joined));
        let joined = Kept::new(&mut f, &cells.joined);
        for kept in [&restored, &before, &joined] {
            kept.keep(&mut f);
        }
        Self::global(&mut f, Global::Fuel).tee(fuel).set(least);
        f.number(0).load(Tally::Decisions.at()).set(decided);
        f.number(id.cast_signed());
        Self::set_global(&mut f, Global::Private);
        let written = Written::default();
        let mut played = Ok(());
        f.block(|f, enough| {
            let mut each = |emitter: &mut Self, f: &mut Fun| {
                f.get(fuel);
                Self::set_global(f, Global::Fuel);
                let block = emitter.play_secret_here(f, code, seat, (&written, enough));
                played = std::mem::replace(&mut played, Ok(())).and(block);
                Self::global(f, Global::Fuel).get(least);
                Self::global(f, Global::Fuel).get(least).put(I::I32LtS).put(I::Select).set(least);
                joined.join(f, &before);
                before.take_back(f);
            };
            match bits {
                Some(bits) => self.seats_of(f, bits, seat, &mut each),
                None => self.group(f, code, seat, block, &mut each),
            }
            Self::nobody_secret(f);
            f.get(least);
            Self::set_global(f, Global::Fuel);
            restored.take_back(f);
            joined.take_back(f);
            self.end_secrets(f, decided);
            f.put(I::Return);
        });
        played?;
        Self::nobody_secret(&mut f);
        before.take_back(&mut f);
        restored.take_back(&mut f);
        f.number(1);
        Self::all_written(f, written)
    }

    /// One block, where the game stands.
    fn play_secret_here(
        &mut self,
        f: &mut Fun,
        code: &'p GatheringCode,
        seat: Local,
        (written, enough): (&Written, Label),
    ) -> Emit {
        self.begin_secret(f, code, seat);
        f.get(seat);
        Self::set_global(f, Global::Reader);
        let tops = Self::tops(f);
        let decided = f.local();
        f.number(0).load(Tally::Decisions.at()).set(decided);
        f.block(|f, end| self.write_secret(f, code, written, (end, enough)))?;
        Self::take_off(f, tops);
        Self::answers_fit(f, code, decided);
        Ok(())
    }

    /// The names of a secret block are not bound yet, and whoever decides is on turn.
    fn begin_secret(&self, f: &mut Fun, code: &GatheringCode, seat: Local) {
        self.clear(f, code.cells.0, code.cells.1);
        f.write_local(code.binder.local, seat).write_local(self.program.layout.decider, seat);
    }

    /// Nobody decides in secret.
    fn nobody_secret(f: &mut Fun) {
        for global in [Global::Private, Global::Reader] {
            f.number(-1);
            Self::set_global(f, global);
        }
    }

    /// Where both stacks of lists end.
    pub(super) fn tops(f: &mut Fun) -> [(Global, Local); 2] {
        [Global::Top, Global::OtherTop].map(|top| {
            let kept = f.local();
            Self::global(f, top).set(kept);
            (top, kept)
        })
    }

    pub(super) fn take_off(f: &mut Fun, tops: [(Global, Local); 2]) {
        for (top, kept) in tops {
            f.get(kept);
            Self::set_global(f, top);
        }
    }

    /// More answers than there is room for are none of ours.
    fn answers_fit(f: &mut Fun, code: &GatheringCode, decided: Local) {
        f.number(0).load(Tally::Decisions.at()).get(decided).put(I::I32Sub);
        f.number(code.depth.cast_signed()).put(I::I32GtS).trap_if();
    }

    /// What a secret block can write, if it does nothing but decide and set few variables.
    pub(super) fn written_in_secret(&self, code: &GatheringCode) -> Option<Cells> {
        if !self.passes.has(Pass::SecretsInPlace) {
            return None;
        }
        let layout = &self.program.layout;
        let mut joined = BTreeSet::new();
        let (mut seen, mut left) = (BTreeSet::new(), vec![code.body]);
        while let Some(pc) = left.pop() {
            if !seen.insert(pc) {
                continue;
            }
            let mut next = vec![pc + 1];
            match self.program.code.get(pc as usize)? {
                Instruction::PrivateEnd(_) => next.clear(),
                Instruction::Jump(to) => next = vec![*to],
                Instruction::Unless(_, to) => next.push(*to),
                Instruction::MarkWhens | Instruction::Whens => {}
                Instruction::Let(to, _) if (code.cells.0..code.cells.1).contains(to) => {}
                Instruction::Clear(from, to) if code.cells.0 <= *from && *to <= code.cells.1 => {}
                Instruction::Set(target, ..) => joined.extend(self.cells_of_target(target.node)?),
                Instruction::Choose(id) => next = self.ways_of_choice(*id, code)?,
                _ => return None,
            }
            left.extend(next);
        }
        let around = [layout.pc, layout.decider, layout.pending, layout.chances, layout.turns, code.binder.local];
        let restored: BTreeSet<Addr> = around.into_iter().chain(code.cells.0..code.cells.1).collect();
        let few = joined.len() + restored.len() <= MOST_WRITTEN;
        few.then(|| Cells { joined: joined.into_iter().collect(), restored: restored.into_iter().collect() })
    }

    /// All cells of the variable that is set.
    fn cells_of_target(&self, target: NodeId) -> Option<Range<Addr>> {
        let variable = match self.at(target) {
            Node::Plain(_, variable) => *variable,
            Node::Cell(cell) => cell.variable,
            _ => return None,
        };
        let first = self.program.layout.variables.get(variable as usize).copied()?;
        let count = u32::try_from(self.program.instance.variable_cells(VariableId(variable))).ok()?;
        Some(first..first.checked_add(count)?)
    }

    /// Where a decision of a secret block goes on, if its names are the block's own.
    fn ways_of_choice(&self, id: u32, code: &GatheringCode) -> Option<Vec<Pc>> {
        let choice = self.program.choices.get(id as usize)?;
        let own = code.cells.0..code.cells.1;
        let ends_inside = |way: &WayCode| match &way.meant {
            MeantCode::Tuple(names) => names.iter().all(|named| own.contains(&named.binder.local)),
            MeantCode::Several { .. } => false,
        };
        let mut next: Vec<Pc> =
            choice.ways.iter().all(ends_inside).then(|| choice.ways.iter().map(|way| way.goal).collect())?;
        next.extend(choice.if_none);
        Some(next)
    }

    /// Each seat of the group that is on, with its block.
    fn group(
        &mut self,
        f: &mut Fun,
        code: &GatheringCode,
        seat: Local,
        block: Local,
        each: &mut dyn FnMut(&mut Self, &mut Fun),
    ) {
        let (row, end) = (f.local(), f.local());
        if code.keys.is_empty() {
            return self.whole_group(f, code, (row, end), (seat, block), each);
        }
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(0);
        f.number(0).set(seat).get(BASE).set(block);
        f.repeat(|f, again| {
            f.step(block, self.map.stride.cast_signed()).get(BASE).set(row);
            f.cell(code.list.at).number((code.list.width * 4).cast_signed()).put(I::I32Mul);
            f.get(BASE).put(I::I32Add).set(end);
            f.block(|f, done| {
                f.repeat(|f, next| {
                    f.get(row).get(end).put(I::I32GeU).jump_if(done);
                    f.get(row).load((code.list.at + 2) * 4).get(seat).put(I::I32Eq);
                    f.get(row).load((code.list.at + 3) * 4).cell(code.group).put(I::I32Eq).put(I::I32And);
                    f.when(|f| {
                        each(self, f);
                        f.jump(done);
                    });
                    f.step(row, (code.list.width * 4).cast_signed()).jump(next);
                });
            });
            f.step(seat, 1).get(seat).number(seats).put(I::I32LtS).jump_if(again);
        });
    }

    /// Each seat whose bit is set.
    fn seats_of(&mut self, f: &mut Fun, bits: Local, seat: Local, each: &mut dyn FnMut(&mut Self, &mut Fun)) {
        f.block(|f, done| {
            f.repeat(|f, next| {
                f.get(bits).put(I::I32Eqz).jump_if(done);
                f.get(bits).put(I::I32Ctz).set(seat);
                f.get(bits).get(bits).number(1).put(I::I32Sub).put(I::I32And).set(bits);
                each(self, f);
                f.jump(next);
            });
        });
    }

    /// The same where all are one group: they lie in seat order.
    fn whole_group(
        &mut self,
        f: &mut Fun,
        code: &GatheringCode,
        (row, end): (Local, Local),
        (seat, block): (Local, Local),
        each: &mut dyn FnMut(&mut Self, &mut Fun),
    ) {
        let bytes = (code.list.width * 4).cast_signed();
        f.get(BASE).set(row).cell(code.list.at).number(bytes).put(I::I32Mul).get(BASE).put(I::I32Add).set(end);
        f.block(|f, done| {
            f.repeat(|f, next| {
                f.get(row).get(end).put(I::I32GeU).jump_if(done);
                f.get(row).load((code.list.at + 2) * 4).tee(seat).number(1).put(I::I32Add);
                f.number(self.map.stride.cast_signed()).put(I::I32Mul).get(BASE).put(I::I32Add).set(block);
                each(self, f);
                f.step(row, bytes).jump(next);
            });
        });
    }

    /// Runs the secret block of a seat, which comes second, to its end. Leaves 1 if there were as many decisions as there may be before.
    pub(super) fn play_secret(&mut self, id: u32) -> Emit<Fun> {
        let code = self.program.gatherings.get(id as usize).ok_or(Unsupported::new("a `simultaneous`"))?;
        let mut f = Fun::new(2);
        let (seat, pause, decided) = (1, f.local(), f.local());
        self.begin_secret(&mut f, code, seat);
        f.write(self.program.layout.pc, code.body.cast_signed());
        let tops = Self::tops(&mut f);
        f.number(id.cast_signed());
        Self::set_global(&mut f, Global::Private);
        f.get(seat);
        Self::set_global(&mut f, Global::Reader);
        f.number(0).load(Tally::Decisions.at()).set(decided);
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause);
        Self::take_off(&mut f, tops);
        Self::nobody_secret(&mut f);
        f.get(pause).number(Pause::Decision as i32).put(I::I32Eq);
        f.when(|f| {
            f.number(1).put(I::Return);
        });
        f.get(pause).number(Pause::PrivateEnd as i32).put(I::I32Ne).trap_if();
        Self::answers_fit(&mut f, code, decided);
        f.number(0);
        Ok(f)
    }

    /// Which cells are joined: the first, in bytes, and how many.
    fn joined(&self) -> (u32, u32) {
        let layout = &self.program.layout;
        let first = layout.places + u32::try_from(self.program.instance.seats()).unwrap_or(0);
        (first * 4, layout.bits.saturating_sub(first))
    }

    /// What somebody has changed of the cells as they were before.
    fn join(&mut self, f: &mut Fun, theirs: Local, before: Local) {
        let (first, words) = self.joined();
        let (at, end) = (f.local(), f.local());
        let (four, stop) = (words / 4 * 16, words * 4);
        f.number(0).set(at);
        if four > 0 {
            f.repeat(|f, again| {
                for block in [theirs, before] {
                    f.get(block).get(at).put(I::I32Add).load_four(first);
                }
                f.put(I::V128Xor).put(I::V128AnyTrue);
                f.when(|f| {
                    f.get(at).number(16).put(I::I32Add).set(end);
                    self.join_words(f, (theirs, before), (at, end), first);
                    f.step(at, -16);
                });
                f.step(at, 16).get(at).number(four.cast_signed()).put(I::I32LtU).jump_if(again);
            });
        }
        if four < stop {
            f.number(stop.cast_signed()).set(end);
            self.join_words(f, (theirs, before), (at, end), first);
        }
    }

    fn join_words(&mut self, f: &mut Fun, blocks: (Local, Local), (at, end): (Local, Local), first: u32) {
        f.repeat(|f, again| {
            self.join_word(f, blocks, at, first);
            f.step(at, 4).get(at).get(end).put(I::I32LtU).jump_if(again);
        });
    }

    fn join_word(&mut self, f: &mut Fun, (theirs, before): (Local, Local), at: Local, first: u32) {
        let (old, new) = (f.local(), f.local());
        f.get(theirs).get(at).put(I::I32Add).load(first).tee(new);
        f.get(before).get(at).put(I::I32Add).load(first).tee(old).put(I::I32Ne);
        f.when(|f| {
            let component = f.local();
            f.get(at).number((first / 4 * 4).cast_signed()).put(I::I32Add).number(2).put(I::I32ShrU);
            f.number(self.program.layout.lying.cast_signed()).put(I::I32Sub).tee(component);
            f.number(self.fixed.components).put(I::I32LtU);
            f.when(|f| {
                self.lay(f, component, new);
                self.count_move(f, component, old, new);
            });
            f.get(BASE).get(at).put(I::I32Add).get(new).store(first);
        });
    }
}
