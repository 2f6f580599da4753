//! Random numbers and chance while bots play.

use rulehound_interpreter::play::weighted;
use wasmtime::{Caller, Error, Linker};

use super::{Host, Work, on};
use crate::map::{CURSORS, FIRST_NUMBERS, MOST_NUMBERS, NUMBERS};

pub fn link(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "refill", |mut caller: Caller<'_, Host>, cursor: i32| {
        on(&mut caller, 0, |work| work.refill(CURSORS.iter().position(|at| at.cast_signed() == cursor)?))
    })?;
    linker.func_wrap("host", "chance", |mut caller: Caller<'_, Host>, base: i32| {
        on(&mut caller, base, |work| work.chance().map(|()| 0))
    })?;
    Ok(())
}

impl Work<'_> {
    /// Draws numbers beforehand; gives where the first lies.
    fn refill(&mut self, which: usize) -> Option<i32> {
        let (at, cursor) = (*NUMBERS.get(which)?, *CURSORS.get(which)?);
        let generator = self.random.get_mut(which)?.as_mut()?;
        let first = at as usize / 4;
        let count = if *self.block.words.get(cursor as usize / 4)? == 0 { FIRST_NUMBERS } else { MOST_NUMBERS };
        let words = self.block.words.get_mut(first..first + 2 * count as usize)?;
        for pair in words.chunks_exact_mut(2) {
            let number = generator.next_number();
            pair.copy_from_slice(&[number as i32, (number >> 32) as i32]);
        }
        self.set(cursor, at)?;
        self.set(cursor + 4, at + 8 * count)?;
        Some(at.cast_signed())
    }

    fn set(&mut self, at: u32, value: u32) -> Option<()> {
        *self.block.words.get_mut(at as usize / 4)? = value.cast_signed();
        Some(())
    }

    /// The next number of chance.
    fn next_number(&mut self) -> Option<u64> {
        let [cursor, _] = CURSORS.map(|at| at as usize / 4);
        let (mut at, end) = (*self.block.words.get(cursor)?, *self.block.words.get(cursor + 1)?);
        if at == end {
            at = self.refill(0)?;
        }
        let word = |at: usize| self.block.words.get(at).map(|word| u64::from(word.cast_unsigned()));
        let first = at.unsigned_abs() as usize / 4;
        let number = word(first)? | (word(first + 1)? << 32);
        self.set(CURSORS[0], at.cast_unsigned() + 8)?;
        Some(number)
    }

    /// Lets chance decide where the position stands.
    fn chance(&mut self) -> Option<()> {
        let mut outcomes = std::mem::take(self.outcomes);
        outcomes.clear();
        self.block.outcomes(self.room, &mut outcomes)?;
        let mut there_are = true;
        let weights = outcomes.iter().map(|(_, weight)| u64::from(*weight));
        let number = weighted(weights, || {
            self.next_number().unwrap_or_else(|| {
                there_are = false;
                0
            })
        });
        let (value, _) = outcomes.get(number).copied().filter(|_| there_are)?;
        self.block.take_outcome(value, &mut self.room.others)?;
        *self.outcomes = outcomes;
        Some(())
    }
}
