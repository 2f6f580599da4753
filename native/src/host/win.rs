//! How a game ends.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Instruction, KeyCode, WinCode};

use super::cells::Cells;

impl Cells<'_> {
    /// Ends the game: the list holds the winners, or rows of keys and a seat.
    pub fn win(&mut self, pc: u32, list: &[i32], places: &mut Vec<i32>, order: &mut Vec<i32>) -> Option<i32> {
        let program = self.program;
        places.clear();
        places.resize(program.instance.seats(), 0);
        match program.code.get(pc as usize)? {
            Instruction::Win(WinCode::These(_)) if !list.is_empty() => {
                let behind = i32::try_from(list.len()).ok()? + 1;
                for (seat, place) in (0..).zip(places.iter_mut()) {
                    *place = if list.contains(&seat) { 1 } else { behind };
                }
            }
            Instruction::Win(WinCode::Ranked(_, keys)) => self.rank(keys, list, places, order)?,
            _ => {}
        }
        let layout = &program.layout;
        for (at, place) in (layout.places..).zip(places.iter()) {
            self.write(at, *place);
        }
        self.write(layout.over, 1);
        Some(0)
    }

    fn rank(&mut self, keys: &[KeyCode], list: &[i32], places: &mut [i32], order: &mut Vec<i32>) -> Option<()> {
        let layout = &self.program.layout;
        let width = keys.len() + 1;
        let row = |number: i32| {
            let first = number.unsigned_abs() as usize * width;
            list.get(first..first + width).unwrap_or_default()
        };
        order.clear();
        order.extend(0..i32::try_from(list.len() / width).ok()?);
        order.sort_unstable_by(|left, right| row(*left).cmp(row(*right)));
        self.write(layout.keys_used, i32::try_from(keys.len()).ok()?);
        let mut shared = 0;
        let mut before: Option<&[i32]> = None;
        for (rank, number) in (1..).zip(order.iter()) {
            let (seat, sorted_by) = row(*number).split_last()?;
            if before != Some(sorted_by) {
                shared = rank;
                before = Some(sorted_by);
            }
            if let Some(place) = usize::try_from(*seat).ok().and_then(|seat| places.get_mut(seat)) {
                *place = shared;
            }
            let first = layout.keys + seat.unsigned_abs() * layout.keys_each;
            for (at, (value, key)) in (first..).zip(sorted_by.iter().zip(keys)) {
                self.write(at, if key.best { -value } else { *value });
            }
        }
        Some(())
    }

    /// Once the game is over nothing runs any more and no name holds anything, so that equal ends are equal.
    pub fn rest(&mut self) {
        let layout = &self.program.layout;
        self.clear(layout.turns + 1..layout.size);
        for at in [layout.in_when, layout.pending, layout.chances, layout.turns, layout.pc] {
            self.write(at, 0);
        }
        self.write(layout.decider, NONE);
    }
}
