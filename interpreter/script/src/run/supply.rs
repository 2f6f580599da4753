//! Which outcome of chance is given for which stop.
//!
//! What can come in one way only needs not be given, but may be, also on a line of its own, when the game has long gone past it. Therefore
//! what came because nothing else could is remembered up to the next answer. Where an outcome that is given could be meant for one of
//! those or for the stop at hand, it is meant so that everything that is given up to the next answer finds its stop.

use std::collections::VecDeque;

use super::super::matching::{Found, find, numbered};
use super::super::{Given, Script, StepKind, Word};
use super::names::Names;
use rulehound_engine::play::{Chance, ChanceKind, Log, Position, Seeded, Stop};

/// The most stops that are looked at to find out what is meant.
const MOST_AHEAD: usize = 3_000;

/// Outcomes to come, and those that came by themselves.
pub struct Supply<'s> {
    given: Open<'s>,
    seeded: Option<Seeded>,
}

/// The outcomes of one step that still wait, and what came by itself since the last answer.
#[derive(Clone, Default)]
struct Open<'s> {
    waiting: VecDeque<Pending<'s>>,
    passed: Vec<Passed>,
    /// The next answer makes all of that old.
    stale: bool,
}

/// One outcome that waits for its stop.
#[derive(Clone, Copy)]
struct Pending<'s> {
    kind: ChanceKind,
    /// The seat it is for; any if the step names none.
    owner: Option<usize>,
    word: &'s Word,
}

/// Something that came because nothing else could.
#[derive(Clone)]
struct Passed {
    kind: ChanceKind,
    owner: Option<usize>,
    text: String,
}

/// What may be done next with what is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance gives the only thing that can come.
    Forced,
    /// Something given is what came by itself before.
    Passed {
        /// Which of those that wait.
        given: usize,
        /// Which of those that came.
        passed: usize,
    },
    /// Something given comes now.
    Outcome {
        /// Which of those that wait.
        given: usize,
        /// The number of the outcome.
        outcome: usize,
    },
    /// Somebody gives the only answer there is.
    Answer,
}

/// The outcomes of the steps behind the one at hand, up to the next answer.
pub struct Later<'s> {
    steps: Vec<VecDeque<Pending<'s>>>,
    /// Whether the script goes on behind them.
    goes_on: bool,
}

/// What chance gives behind this step and before the next answer.
pub fn later<'s>(script: &'s Script, step: Option<usize>, names: &Names) -> Later<'s> {
    let mut steps = Vec::new();
    for step in script.steps.iter().skip(step.map_or(0, |step| step + 1)) {
        match &step.kind {
            StepKind::Chance(chance) => {
                let owner = |given: &Given| given.owner.as_ref().map(|owner| names.seat(owner)).transpose().ok();
                let pending =
                    |given: &'s Given| Some(Pending { kind: chance.kind, owner: owner(given)?, word: &given.outcome });
                steps.push(chance.given.iter().filter_map(pending).collect());
            }
            StepKind::Answers(_) => return Later { steps, goes_on: true },
            StepKind::Refuse(_) | StepKind::Expect(_) | StepKind::Say(_) => {}
        }
    }
    Later { steps, goes_on: false }
}

impl<'s> Supply<'s> {
    /// With nothing given yet.
    pub fn new(seed: Option<u64>) -> Self {
        Self { given: Open::default(), seeded: seed.map(|seed| Seeded::new(seed, 0)) }
    }

    /// Gives an outcome.
    pub fn give(&mut self, kind: ChanceKind, owner: Option<usize>, word: &'s Word) {
        self.given.waiting.push_back(Pending { kind, owner, word });
    }

    /// Notes that something came because nothing else could.
    pub fn pass(&mut self, kind: ChanceKind, owner: Option<usize>, text: &str) {
        self.given.passed.push(Passed { kind, owner, text: text.to_owned() });
    }

    /// A step with answers begins.
    pub fn answers_begin(&mut self) {
        self.given.stale = true;
    }

    /// Somebody answers. What came before the first answer of a step needs not be given any more.
    pub fn answered(&mut self) {
        if std::mem::take(&mut self.given.stale) {
            self.given.passed.clear();
        }
    }

    /// The first outcome that still waits.
    pub fn first(&self) -> Option<&'s Word> {
        self.given.waiting.front().map(|pending| pending.word)
    }

    /// Whether it is said whose the first is.
    pub fn first_has_owner(&self) -> bool {
        self.given.waiting.front().is_some_and(|pending| pending.owner.is_some())
    }

    /// Whether one that waits means this outcome.
    pub fn is_named(&self, outcome: &str) -> bool {
        let mut waiting = self.given.waiting.iter();
        waiting.any(|pending| find(&pending.word.text, std::iter::once(outcome)) != Found::Nothing)
    }

    /// The outcome that waits for a stop.
    pub fn waiting(&self, chance: &Chance) -> Option<&'s Word> {
        self.given.waiting.get(self.given.for_stop(chance)?).map(|pending| pending.word)
    }

    /// An outcome from the seed.
    pub fn seeded(&mut self, chance: &Chance) -> Option<usize> {
        self.seeded.as_mut().map(|seeded| seeded.pick(chance))
    }

    /// One of those that wait is what came by itself.
    pub fn use_passed(&mut self, given: usize, passed: usize) {
        self.given.use_passed(given, passed);
    }

    /// One of those that wait comes.
    pub fn use_outcome(&mut self, given: usize) {
        self.given.use_outcome(given);
    }

    /// What to do next at this position; `None` if nothing that is given fits.
    pub fn next(&self, position: &Position, later: &Later<'s>) -> Option<Move> {
        let ways = self.given.ways(position);
        let [first, others @ ..] = ways.as_slice() else { return None };
        if others.is_empty() {
            return Some(*first);
        }
        let mut ahead = Ahead { later, seeded: self.seeded.is_some(), left: MOST_AHEAD };
        let comes_out = ways.iter().find(|way| {
            let mut branch = Branch { position: position.clone(), given: self.given.clone(), step: 0 };
            branch.go(**way) && ahead.comes_out(branch)
        });
        Some(*comes_out.unwrap_or(first))
    }
}

impl Open<'_> {
    /// Which of those that wait this stop takes: the first, or the first of those given by owner that is for its owner.
    fn for_stop(&self, chance: &Chance) -> Option<usize> {
        let first = self.waiting.front()?;
        if first.owner.is_none() {
            return (first.kind == chance.kind).then_some(0);
        }
        self.waiting.iter().position(|pending| pending.kind == chance.kind && pending.owner == chance.owner)
    }

    /// Which of those that came by themselves one that waits can be.
    fn passed_for(&self, given: usize) -> Option<Move> {
        let pending = self.waiting.get(given)?;
        let fits = |passed: &Passed| {
            passed.kind == pending.kind
                && (pending.owner.is_none() || pending.owner == passed.owner)
                && find(&pending.word.text, std::iter::once(passed.text.as_str())) != Found::Nothing
        };
        self.passed.iter().position(fits).map(|passed| Move::Passed { given, passed })
    }

    /// The first that waits and came by itself; of those given by owner any.
    fn any_passed(&self) -> Option<Move> {
        let by_owner = self.waiting.front().is_some_and(|pending| pending.owner.is_some());
        let most = if by_owner { self.waiting.len() } else { 1 };
        (0..most).find_map(|given| self.passed_for(given))
    }

    /// Everything that may be done next, what is likeliest first.
    fn ways(&self, position: &Position) -> Vec<Move> {
        let mut ways = Vec::new();
        match position.chance() {
            Some(chance) if chance.outcomes.len() == 1 => ways.push(Move::Forced),
            Some(chance) => {
                let given = self.for_stop(&chance);
                ways.extend(match given {
                    Some(given) => self.passed_for(given),
                    None => self.any_passed(),
                });
                let texts = numbered(chance.outcomes.iter().map(|outcome| outcome.text.as_str()));
                let found = given.and_then(|given| Some((given, self.waiting.get(given)?)));
                if let Some((given, pending)) = found
                    && let Found::One(outcome) = find(&pending.word.text, texts.iter().map(String::as_str))
                {
                    ways.push(Move::Outcome { given, outcome });
                }
            }
            None => {
                ways.extend(self.any_passed());
                if forced(position).is_some() {
                    ways.push(Move::Answer);
                }
            }
        }
        ways
    }

    fn use_passed(&mut self, given: usize, passed: usize) {
        let Some(pending) = self.waiting.remove(given) else { return };
        let mut index = 0;
        self.passed.retain(|one| {
            let before = index <= passed;
            index += 1;
            !(before && (pending.owner.is_none() || pending.owner == one.owner))
        });
    }

    fn use_outcome(&mut self, given: usize) {
        let Some(pending) = self.waiting.remove(given) else { return };
        self.passed.retain(|one| pending.owner.is_some() && pending.owner != one.owner);
    }
}

/// Who has only one answer.
fn forced(position: &Position) -> Option<usize> {
    (position.stop() == Stop::Decision)
        .then(|| position.deciders().into_iter().find(|seat| position.count(*seat).is_ok_and(|count| count == 1)))
        .flatten()
}

/// Looks ahead without telling anybody.
struct Ahead<'l, 's> {
    later: &'l Later<'s>,
    seeded: bool,
    /// How many stops may still be looked at.
    left: usize,
}

/// One way to go on.
#[derive(Clone)]
struct Branch<'s> {
    position: Position,
    given: Open<'s>,
    /// How many of the later steps have begun.
    step: usize,
}

impl Branch<'_> {
    /// Whether this can be done.
    fn go(&mut self, way: Move) -> bool {
        let mut log = Log::silent();
        match way {
            Move::Forced => {
                let Some(chance) = self.position.chance() else { return false };
                let text = chance.outcomes.first().map(|only| only.text.clone()).unwrap_or_default();
                self.given.passed.push(Passed { kind: chance.kind, owner: chance.owner, text });
                self.position.resolve(0, &mut log).is_ok()
            }
            Move::Passed { given, passed } => {
                self.given.use_passed(given, passed);
                true
            }
            Move::Outcome { given, outcome } => {
                self.given.use_outcome(given);
                self.position.resolve(outcome, &mut log).is_ok()
            }
            Move::Answer => forced(&self.position).is_some_and(|seat| self.position.apply(seat, 0, &mut log).is_ok()),
        }
    }
}

impl<'s> Ahead<'_, 's> {
    /// Whether everything that is given finds its stop, and every stop before the next answer gets what it asks for.
    fn comes_out(&mut self, branch: Branch<'s>) -> bool {
        let mut branches = vec![branch];
        while let Some(mut branch) = branches.pop() {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            if self.has_come_out(&mut branch) {
                return true;
            }
            // The likeliest is looked at first.
            for way in branch.given.ways(&branch.position).into_iter().rev() {
                let mut next = branch.clone();
                if next.go(way) {
                    branches.push(next);
                }
            }
        }
        false
    }

    /// Takes up the next step if the one at hand is used up. Whether nothing is left to look at.
    fn has_come_out(&self, branch: &mut Branch<'s>) -> bool {
        let chance = branch.position.chance();
        if branch.given.waiting.is_empty() {
            let Some(step) = self.later.steps.get(branch.step) else {
                return match chance {
                    Some(chance) if chance.outcomes.len() == 1 => false,
                    Some(_) => self.seeded || !self.later.goes_on,
                    None => true,
                };
            };
            branch.given.waiting.clone_from(step);
            branch.step += 1;
        }
        // What the seed gives is not known here.
        self.seeded && chance.is_some() && branch.given.ways(&branch.position).is_empty()
    }
}
