//! Definitions that depend on nothing but few possible arguments: all answers are worked out beforehand and lie in a table.

use std::rc::Rc;

use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::program::{ArgumentCode, CLEARED};
use wasm_encoder::Instruction as I;

use super::ranges::Range;
use super::{Emit, Emitter, Fun, Local};

/// The most answers that are worked out beforehand.
pub const MOST_ANSWERS: i64 = 4_096;

/// Where there is no answer: the definition fails.
const FAILS: i32 = UNSET;

/// What a definition gives, for each combination of arguments; the last changes fastest.
pub struct Answers {
    values: Vec<i32>,
    /// Whether it fails for some.
    fails: bool,
    /// From where to where they go, if none of them is none.
    pub range: Option<Range>,
    /// The most work that an answer is.
    work: i32,
}

/// How many values a range has.
pub fn length((least, greatest): Range) -> i64 {
    i64::from(greatest) - i64::from(least) + 1
}

impl<'p> Emitter<'p> {
    /// All answers of a definition, if they can be known beforehand.
    pub(super) fn answers(&self, f: &Fun, definition: u32, arguments: &'p [ArgumentCode]) -> Option<Rc<Answers>> {
        if !self.beforehand.borrow().is_fixed(definition) {
            return None;
        }
        let ranges: Option<Vec<Range>> = arguments.iter().map(|argument| self.range(f, argument.value)).collect();
        let ranges = ranges?;
        if ranges.iter().try_fold(1i64, |product, range| product.checked_mul(length(*range)))? > MOST_ANSWERS {
            return None;
        }
        let key = (definition, ranges);
        if let Some(known) = self.known_answers.borrow().get(&key) {
            return Some(known.clone());
        }
        let answers = Rc::new(self.work_out(definition, arguments, &key.1));
        self.known_answers.borrow_mut().insert(key, answers.clone());
        Some(answers)
    }

    fn work_out(&self, definition: u32, arguments: &'p [ArgumentCode], ranges: &[Range]) -> Answers {
        let mut answers = Answers { values: Vec::new(), fails: false, range: None, work: 0 };
        let mut beforehand = self.beforehand.borrow_mut();
        let mut values: Vec<i32> = ranges.iter().map(|(least, _)| *least).collect();
        loop {
            let admitted = values.iter().zip(arguments).all(|(value, it)| self.passes((*value, *value), it.check));
            let answer = if admitted { beforehand.ask(definition, &values) } else { None };
            answers.fails |= admitted && answer.is_none();
            answers.work = answers.work.max(answer.map_or(0, |(_, work)| i32::try_from(work).unwrap_or(i32::MAX)));
            answers.values.push(answer.map_or(FAILS, |(value, _)| value));
            // One further, as an odometer goes.
            let Some(at) = values.iter().zip(ranges).rposition(|(value, (_, greatest))| value < greatest) else {
                break;
            };
            for (slot, (least, _)) in values.iter_mut().zip(ranges).skip(at + 1) {
                *slot = *least;
            }
            if let Some(slot) = values.get_mut(at) {
                *slot += 1;
            }
        }
        let given = || answers.values.iter().copied().filter(|value| *value != FAILS);
        answers.range = given().min().zip(given().max()).filter(|(least, _)| *least > CLEARED);
        answers
    }

    /// Leaves an answer; the arguments are in locals, and have been checked.
    pub(super) fn answer(&mut self, f: &mut Fun, answers: &Answers, ranges: &[Range], arguments: &[Local]) -> Emit {
        f.work = f.work.saturating_add(answers.work);
        if let [value] = answers.values[..]
            && value != FAILS
        {
            f.number(value);
            return Ok(());
        }
        let table = self.tables.words(&answers.values);
        f.number(0);
        for (argument, range) in arguments.iter().zip(ranges) {
            f.number(i32::try_from(length(*range)).unwrap_or(0)).put(I::I32Mul);
            f.get(*argument).number(range.0).put(I::I32Sub).put(I::I32Add);
        }
        f.number(2).put(I::I32Shl).load(table);
        if answers.fails {
            let value = f.local();
            f.tee(value).number(FAILS).put(I::I32Eq).trap_if().get(value);
        }
        Ok(())
    }

    /// What a definition gives for arguments that are known.
    pub(super) fn answer_of(&self, definition: u32, arguments: &[i32]) -> Option<(i32, i32)> {
        let mut beforehand = self.beforehand.borrow_mut();
        if !beforehand.is_fixed(definition) || arguments.contains(&NONE) {
            return None;
        }
        let (value, work) = beforehand.ask(definition, arguments)?;
        Some((value, i32::try_from(work).ok()?))
    }
}
