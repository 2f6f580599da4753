//! One game from its beginning: every answer is tried on a copy, so that it can be kept before it counts.

#[cfg(test)]
mod again;
mod change;
mod step;

use rulehound_interpreter::play::{Game, Position, Seeded};
use rulehound_interpreter::script::Entry;

pub use change::Kept;
pub use step::{Happened, Step};

use crate::Wrong;
use step::Way;

/// An answer that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Who gave it.
    pub seat: usize,
    /// The number of the option among those that were offered.
    pub option: usize,
    /// The option in words.
    pub text: String,
}

/// A game in progress.
pub struct Course {
    position: Position,
    chance: Seeded,
    given: Vec<Given>,
    /// What was decided, as a script says it; of a game that was played again it is worked out when somebody asks.
    record: Recorded,
    /// Whether the rules were changed on the way.
    changed: bool,
    /// Whether the last answer may be taken back by whoever gave it: nothing was revealed or rolled since.
    free: bool,
}

/// What was decided.
#[derive(Clone)]
enum Recorded {
    /// This.
    So(Vec<Entry>),
    /// What the answers lead to that were given in this game of this seed.
    By(u64, u64),
}

impl Course {
    /// A new game, and what happened before anybody decided. `number` counts the games that were played at a table by one seed.
    pub fn begin(game: &Game, seed: u64, number: u64) -> Result<(Self, Vec<Happened>), Wrong> {
        Self::begin_by(game, seed, number, Way::Whole)
    }

    fn begin_by(game: &Game, seed: u64, number: u64, way: Way) -> Result<(Self, Vec<Happened>), Wrong> {
        let step = Step::begin(game, Seeded::new(seed, number), way)?;
        let record = if way == Way::Whole { Recorded::So(step.record) } else { Recorded::By(seed, number) };
        let (position, chance) = (step.position, step.chance);
        let course = Self { position, chance, given: Vec::new(), record, changed: false, free: false };
        Ok((course, step.happened))
    }

    /// The same game up to where these answers lead, and what happened on the way. `goes_on` is called before each of them.
    ///
    /// # Errors
    /// One of them is not on offer, or is worded otherwise than it was.
    pub fn again(
        game: &Game,
        (seed, number): (u64, u64),
        answers: &[Given],
        mut goes_on: impl FnMut(),
    ) -> Result<(Self, Vec<Happened>), Wrong> {
        let (mut course, mut happened) = Self::begin_by(game, seed, number, Way::Again)?;
        let Some((last, before)) = answers.split_last() else { return Ok((course, happened)) };
        for answer in before {
            goes_on();
            let step = Step::again(&course.position, &course.chance, answer)?;
            happened.extend(course.take(step));
        }
        // Whether it can be taken back is asked of the last one alone.
        let step = course.try_out(last.seat, last.option)?;
        if step.given.as_ref() != Some(last) {
            return Err(Wrong(format!("`{}` is not on offer any more", last.text)));
        }
        happened.extend(course.take(step));
        Ok((course, happened))
    }

    /// What was decided, as a script says it.
    fn record(&self) -> Vec<Entry> {
        let (seed, number) = match &self.record {
            Recorded::So(record) => return record.clone(),
            Recorded::By(seed, number) => (*seed, *number),
        };
        let whole = || {
            let (mut course, _) = Self::begin(self.position.game(), seed, number)?;
            for answer in &self.given {
                let step = course.try_out(answer.seat, answer.option)?;
                course.take(step);
            }
            Ok::<_, Wrong>(course.record())
        };
        // It was played so before.
        whole().unwrap_or_default()
    }

    /// What would follow from an answer; nothing has changed by it.
    pub fn try_out(&self, seat: usize, option: usize) -> Result<Step, Wrong> {
        Step::answer(&self.position, &self.chance, seat, option)
    }

    /// An answer counts from now on.
    pub fn take(&mut self, step: Step) -> Vec<Happened> {
        self.position = step.position;
        self.chance = step.chance;
        self.free = step.free;
        self.given.extend(step.given);
        if let Recorded::So(record) = &mut self.record {
            record.extend(step.record);
        }
        step.happened
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The answers, in order.
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// How many answers are left if this seat takes back its last one, and whether it may do so without asking anybody.
    pub fn back(&self, seat: usize) -> Option<(usize, bool)> {
        let last = self.given.iter().rposition(|given| given.seat == seat)?;
        Some((last, self.free && last + 1 == self.given.len()))
    }
}
