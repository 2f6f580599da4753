//! `simultaneous`: who takes part, how far each is, and joining what they wrote.

use rulehound_interpreter::program::{GatheringCode, Progress};

use super::cells::Cells;

impl Cells<'_> {
    /// Keeps who takes part: rows of keys and a seat. Groups of equal keys, within a group seat order.
    pub fn gather_start(&mut self, id: u32, rows: &[i32], order: &mut Vec<i32>) -> Option<()> {
        let program = self.program;
        let code = program.gatherings.get(id as usize)?;
        let width = code.keys.len() + 1;
        let row = |number: i32| {
            let first = number.unsigned_abs() as usize * width;
            rows.get(first..first + width).unwrap_or_default()
        };
        order.clear();
        order.extend(0..i32::try_from(rows.len() / width).ok()?);
        order.sort_unstable_by(|left, right| row(*left).cmp(row(*right)));
        self.write(code.list.at, 0);
        self.write(code.list.at + 1, 0);
        self.write(code.group, 0);
        let mut group = 0;
        let mut before: Option<&[i32]> = None;
        for number in order {
            let (seat, keys) = row(*number).split_last()?;
            if before != Some(keys) {
                group += 1;
                before = Some(keys);
            }
            self.push_row(&code.list, &[*seat, group])?;
        }
        Some(())
    }

    /// The seats of the group that is on, in seat order.
    pub fn gathered(&self, code: &GatheringCode, out: &mut Vec<i32>) {
        out.clear();
        let group = self.read(code.group);
        let count = u32::try_from(self.read(code.list.at)).unwrap_or(0);
        for row in 0..count {
            let at = code.list.at + 2 + row * code.list.width;
            if self.read(at + 1) == group {
                out.push(self.read(at));
            }
        }
        out.sort_unstable();
    }

    /// How far somebody is.
    pub fn progress(&self, code: &GatheringCode, seat: i32) -> Progress {
        Progress::of(self.read(code.answers_of(seat)))
    }

    /// Notes whether somebody has anything to decide.
    pub fn begin_answers(&mut self, code: &GatheringCode, seat: i32, progress: Progress) {
        self.write(code.answers_of(seat), progress.cell());
    }

    /// Keeps an answer; `None` if there is no room.
    pub fn keep_answer(&mut self, code: &GatheringCode, seat: i32, option: usize, finished: bool) -> Option<()> {
        let at = code.answers_of(seat);
        let count = Progress::of(self.read(at)).answers();
        if count >= code.depth {
            return None;
        }
        self.write(at + 1 + count, i32::try_from(option).unwrap_or(i32::MAX));
        let progress = if finished { Progress::Finished(count + 1) } else { Progress::Waits(count + 1) };
        self.write(at, progress.cell());
        Some(())
    }
}
