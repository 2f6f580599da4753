//! A `simultaneous`, from decision to decision: secret runs on copies, and joining what they wrote.

use rulehound_interpreter::cells::{self, Cells};
use rulehound_interpreter::program::{GatheringCode, Progress};

use super::Player;
use crate::host::Block;
use crate::{Lost, Pause};

impl Player {
    /// The number of the `simultaneous` that is on.
    pub(super) fn gathering(&mut self) -> Result<u32, Lost> {
        let pc = self.game.program().layout.pc;
        let pc = usize::try_from(self.read(0, pc)?).map_err(|_| Lost)?;
        match self.game.program().code.get(pc) {
            Some(rulehound_interpreter::program::Instruction::Gather(id)) => Ok(*id),
            _ => Err(Lost),
        }
    }

    /// Works on the cells of a block with the code of a `simultaneous`.
    pub(super) fn with_gathering<T>(
        &mut self,
        block: u32,
        id: u32,
        work: impl FnOnce(&mut Block<'_>, &GatheringCode) -> T,
    ) -> Result<T, Lost> {
        self.block(block, |block| {
            let program = block.program;
            program.gatherings.get(id as usize).map(|code| work(block, code))
        })?
        .ok_or(Lost)
    }

    pub(super) fn block_of(seat: i32) -> u32 {
        1 + seat.unsigned_abs()
    }

    /// Lets everybody of the group come to a decision; if all have finished, joins what they wrote and stands at the reveal.
    pub(super) fn gathered(&mut self) -> Result<bool, Lost> {
        let id = self.gathering()?;
        let mut group = std::mem::take(&mut self.group);
        self.with_gathering(0, id, |block, code| cells::gathered(block, code, &mut group))?;
        let mut waits = false;
        for seat in &group {
            let mut progress = self.with_gathering(0, id, |block, code| cells::progress(block, code, *seat))?;
            if progress == Progress::NotBegun {
                let finished = self.begin_secret(id, *seat)?;
                progress = if finished { Progress::Finished(0) } else { Progress::Waits(0) };
                self.with_gathering(0, id, |block, code| cells::set_progress(block, code, *seat, progress))?;
            }
            waits |= !matches!(progress, Progress::Finished(_));
        }
        if !waits {
            self.join(id, &group)?;
        }
        self.group = group;
        Ok(!waits)
    }

    /// Runs somebody's secret block on a copy to its first decision; tells whether there is none.
    pub(super) fn begin_secret(&mut self, id: u32, seat: i32) -> Result<bool, Lost> {
        let block = Self::block_of(seat);
        let (from, to) = (self.map.block(0) as usize / 4, self.map.block(block) as usize / 4);
        let counted = (self.map.counted.0 as usize / 4, self.map.counted.1 as usize / 4);
        let size = self.map.size as usize;
        self.with_gathering(block, id, |block, code| {
            block.words.copy_within(from..from + size, to);
            block.words.copy_within(from + counted.0..from + counted.0 + counted.1, to + counted.0);
            let layout = &block.program.layout;
            block.clear(code.cells.0..code.cells.1);
            block.write(code.binder.local, seat);
            block.write(layout.decider, seat);
            block.write(layout.pc, i32::try_from(code.body).unwrap_or(0));
        })?;
        self.clear_lists(block)?;
        let pause = self.call(block, i32::try_from(id).unwrap_or(0), seat, -1, false)?;
        Self::finished(pause)
    }

    pub(super) fn finished(pause: Pause) -> Result<bool, Lost> {
        match pause {
            Pause::Decision => Ok(false),
            Pause::PrivateEnd => Ok(true),
            Pause::Gathering | Pause::Chance | Pause::Over | Pause::PathEnd | Pause::PathFails => Err(Lost),
        }
    }

    pub(super) fn join(&mut self, id: u32, group: &[i32]) -> Result<(), Lost> {
        let layout = &self.game.program().layout;
        let seats = u32::try_from(self.game.instance().seats()).unwrap_or(0);
        let (first, last) = ((layout.places + seats) as usize, layout.bits as usize);
        let (pending, pc) = (layout.pending, layout.pc);
        let stride = self.map.stride as usize / 4;
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        self.with_gathering(0, id, |block, code| {
            let base = block.base;
            before.extend_from_slice(block.words.get(base + first..base + last).unwrap_or_default());
            let mut moved = false;
            for seat in group {
                let start = Self::block_of(*seat) as usize * stride - stride;
                let Some((own, others)) = block.words.split_at_mut_checked(base + stride) else { continue };
                let theirs = others.get(start + first..start + last).unwrap_or_default();
                if theirs == before {
                    continue;
                }
                let ours = own.get_mut(base + first..base + last).unwrap_or_default();
                for (at, ((cell, new), old)) in (first..).zip(ours.iter_mut().zip(theirs).zip(&before)) {
                    if new != old {
                        *cell = *new;
                        moved |= at >= block.program.layout.lying as usize;
                    }
                }
            }
            if moved {
                block.count_all();
            }
            block.write(pending, 1);
            block.write(pc, i32::try_from(code.next).unwrap_or(0));
        })?;
        self.before = before;
        Ok(())
    }
}
