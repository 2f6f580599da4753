//! What depends on nothing but few possible arguments: all answers are worked out beforehand and lie in a table.

use std::collections::BTreeMap;
use std::rc::Rc;

use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::program::{ArgumentCode, CLEARED, NodeId};
use wasm_encoder::Instruction as I;

use super::ranges::Range;
use super::{Emit, Emitter, Fun, Local};
use crate::Pass;

/// The most answers that are worked out beforehand.
pub const MOST_ANSWERS: i64 = 4_096;

/// Where there is no answer, for asking fails.
const FAILS: i32 = UNSET;

/// What is given for each combination of arguments; the last changes fastest.
pub struct Answers {
    values: Vec<i32>,
    /// Whether it fails for some.
    fails: bool,
    /// From where to where they go, if none of them is none.
    pub range: Option<Range>,
    /// The most work that an answer is.
    work: i32,
}

/// What has been worked out so far, by definition and ranges of its arguments.
pub type Known = BTreeMap<(u32, Vec<Range>), Rc<Answers>>;

impl Answers {
    /// For each combination of arguments from these ranges what is given, or nothing where that fails.
    fn of(ranges: &[Range], mut answer: impl FnMut(&[i32]) -> Option<i32>) -> Self {
        let mut answers = Self { values: Vec::new(), fails: false, range: None, work: 0 };
        let mut arguments: Vec<i32> = ranges.iter().map(|(least, _)| *least).collect();
        loop {
            let given = answer(&arguments);
            answers.fails |= given.is_none();
            answers.values.push(given.unwrap_or(FAILS));
            if !next(&mut arguments, ranges) {
                break;
            }
        }
        let given = || answers.values.iter().copied().filter(|value| *value != FAILS);
        answers.range = given().min().zip(given().max()).filter(|(least, _)| *least > CLEARED);
        answers
    }
}

/// The next combination, as an odometer goes; tells whether there is one.
fn next(arguments: &mut [i32], ranges: &[Range]) -> bool {
    for (argument, (least, greatest)) in arguments.iter_mut().zip(ranges).rev() {
        if *argument < *greatest {
            *argument += 1;
            return true;
        }
        *argument = *least;
    }
    false
}

/// How many values a range has.
pub fn length((least, greatest): Range) -> i64 {
    i64::from(greatest) - i64::from(least) + 1
}

/// Whether these ranges have few combinations.
fn few(ranges: &[Range]) -> bool {
    let all = ranges.iter().try_fold(1i64, |product, range| product.checked_mul(length(*range)));
    all.is_some_and(|all| all <= MOST_ANSWERS)
}

impl<'p> Emitter<'p> {
    /// All answers of a definition, if they can be known beforehand.
    pub(super) fn answers(&self, f: &Fun, definition: u32, arguments: &'p [ArgumentCode]) -> Option<Rc<Answers>> {
        if !self.passes.has(Pass::ConstantEvaluation) || !self.beforehand.borrow().is_fixed(definition) {
            return None;
        }
        let ranges: Option<Vec<Range>> = arguments.iter().map(|argument| self.range(f, argument.value)).collect();
        let ranges = ranges.filter(|ranges| few(ranges))?;
        let key = (definition, ranges);
        if let Some(known) = self.known_answers.borrow().get(&key) {
            return Some(known.clone());
        }
        let answers = Rc::new(self.work_out(definition, arguments, &key.1));
        self.known_answers.borrow_mut().insert(key, answers.clone());
        Some(answers)
    }

    fn work_out(&self, definition: u32, arguments: &'p [ArgumentCode], ranges: &[Range]) -> Answers {
        let mut beforehand = self.beforehand.borrow_mut();
        let mut work = 0;
        let mut answers = Answers::of(ranges, |values| {
            let admitted = values.iter().zip(arguments).all(|(value, it)| self.passes((*value, *value), it.check));
            if !admitted {
                // Nobody asks that.
                return Some(FAILS);
            }
            let (value, spent) = beforehand.ask(definition, values)?;
            work = work.max(i32::try_from(spent).unwrap_or(i32::MAX));
            Some(value)
        });
        answers.work = work;
        answers
    }

    /// Leaves what a built-in word gives, from a table, if few arguments are possible; tells whether that is so.
    pub(super) fn built_in_by_table(
        &mut self,
        f: &mut Fun,
        arguments: &'p [NodeId],
        answer: impl Fn(&[i32]) -> Option<i32>,
    ) -> Emit<bool> {
        let ranges: Option<Vec<Range>> = arguments.iter().map(|argument| self.range(f, *argument)).collect();
        let Some(ranges) = ranges.filter(|ranges| few(ranges)) else { return Ok(false) };
        let answers = Answers::of(&ranges, answer);
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.kept(f, *argument)?);
        }
        self.answer(f, &answers, &ranges, &values)?;
        Ok(true)
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
