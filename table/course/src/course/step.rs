//! From one question to the next: an answer, and what follows from it by chance or because there is nothing to choose.

use rulehound_interpreter::play::{Game, HiddenBefore, Log, Misuse, PlayError, Position, Seeded, Stop};
use rulehound_interpreter::script::Entry;

use super::Given;
use crate::Wrong;

/// So many questions with one answer are answered by the table in a row; the next one is asked, so that no rules keep it busy for ever.
const MOST_FORCED: usize = 10_000;

/// What happened up to a stop.
pub struct Happened {
    /// The events.
    pub log: Log,
    /// Where they led.
    pub position: Position,
}

/// What follows from an answer.
pub struct Step {
    /// Where it leads.
    pub position: Position,
    /// How far chance has come.
    pub chance: Seeded,
    /// What happened on the way, stop by stop.
    pub happened: Vec<Happened>,
    /// The same for a script.
    pub record: Vec<Entry>,
    /// The answer.
    pub given: Option<Given>,
    /// Whether whoever gave it may take it back: nothing was revealed or rolled, and nobody else decided at the same time.
    pub free: bool,
    way: Way,
}

/// How closely is looked at what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// For the first time: what it is as a step of a script, and whether it can be taken back.
    Whole,
    /// Once more, to tell what happened and see where it leads.
    Again,
}

impl Step {
    /// From the beginning of a game.
    pub fn begin(game: &Game, chance: Seeded, way: Way) -> Result<Self, Wrong> {
        let mut log = Log::new();
        let position = game.start(&mut log)?;
        let mut step =
            Self { position, chance, happened: Vec::new(), record: Vec::new(), given: None, free: false, way };
        step.heard(log);
        step.settled()
    }

    /// From an answer.
    pub fn answer(position: &Position, chance: &Seeded, seat: usize, option: usize) -> Result<Self, Wrong> {
        let mut step = Self::from(position, chance, Way::Whole);
        step.given = Some(step.apply(seat, option)?);
        step.settled()
    }

    /// From an answer that was given before, not looked at as closely.
    pub fn again(position: &Position, chance: &Seeded, given: &Given) -> Result<Self, Wrong> {
        let mut step = Self::from(position, chance, Way::Again);
        if !position.is_worded(given.seat, given.option, &given.text)? {
            return Err(Wrong(format!("`{}` is not on offer any more", given.text)));
        }
        step.go(given.seat, given.option)?;
        step.given = Some(given.clone());
        step.settled()
    }

    fn from(position: &Position, chance: &Seeded, way: Way) -> Self {
        Self {
            position: position.clone(),
            chance: chance.clone(),
            happened: Vec::new(),
            record: Vec::new(),
            given: None,
            free: position.deciders().len() == 1,
            way,
        }
    }

    /// An answer, of which nothing but what follows is wanted.
    fn go(&mut self, seat: usize, option: usize) -> Result<(), Wrong> {
        let mut log = Log::new();
        self.position.apply(seat, option, &mut log)?;
        self.heard(log);
        Ok(())
    }

    fn apply(&mut self, seat: usize, option: usize) -> Result<Given, Wrong> {
        let offer = self.position.offer(seat)?.ok_or(PlayError::Misuse(Misuse::NotDeciding { seat }))?;
        let count = offer.options.len();
        let Some(chosen) = offer.options.get(option) else {
            return Err(PlayError::Misuse(Misuse::NoSuchOption { seat, option, options: count }).into());
        };
        let given = Given { seat, option, text: chosen.text.clone() };
        let instance = self.position.game().instance();
        self.record.push(Entry::answer(&offer, option, self.position.deciders(), instance));
        let before = HiddenBefore::of(&self.position, seat).map_err(PlayError::Misuse)?;
        let mut log = Log::new();
        self.position.apply(seat, chosen.id, &mut log)?;
        self.free = self.free && !before.revealed(&self.position, &log.events).map_err(PlayError::Misuse)?;
        self.heard(log);
        Ok(given)
    }

    fn heard(&mut self, log: Log) {
        self.happened.push(Happened { log, position: self.position.clone() });
    }

    /// Goes on by chance, and where there is one option only and nobody learns anything from not being asked.
    fn settled(mut self) -> Result<Self, Wrong> {
        let mut forced = 0;
        loop {
            match self.position.stop() {
                Stop::Over => return Ok(self),
                Stop::Chance => self.resolve()?,
                Stop::Decision => {
                    let Some(seat) = self.forced()?.filter(|_| forced < MOST_FORCED) else { return Ok(self) };
                    forced += 1;
                    match self.way {
                        Way::Whole => drop(self.apply(seat, 0)?),
                        Way::Again => self.go(seat, 0)?,
                    }
                }
            }
        }
    }

    fn resolve(&mut self) -> Result<(), Wrong> {
        let Some(chance) = self.position.chance() else { return Ok(()) };
        let outcome = self.chance.pick(&chance);
        if self.way == Way::Whole {
            self.record.push(Entry::chance(&chance, outcome));
        }
        self.free = self.free && chance.outcomes.len() == 1;
        let mut log = Log::new();
        self.position.resolve(outcome, &mut log)?;
        self.heard(log);
        Ok(())
    }

    /// Who has one option only, and may know that others know it.
    fn forced(&self) -> Result<Option<usize>, Wrong> {
        for seat in self.position.deciders() {
            if self.position.count(seat)? == 1 && self.position.offer(seat)?.is_some_and(|offer| !offer.secret) {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }
}
