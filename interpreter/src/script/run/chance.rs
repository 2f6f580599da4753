//! Chance: outcomes that the script gives, else its seed.

use std::collections::VecDeque;

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{Found, find, numbered};
use super::super::{Entry, Given, GivenChance, Step, Word};
use super::{Going, Runner, offered};
use crate::play::{Chance, ChanceKind, Seeded, Stop, Viewer};

/// The most forced answers between two steps; more is a game that goes on by itself.
const MOST_FORCED: usize = 10_000;

/// Outcomes to come.
pub struct Supply<'s> {
    given: VecDeque<Pending<'s>>,
    seeded: Option<Seeded>,
}

/// One outcome that waits for its stop.
struct Pending<'s> {
    kind: ChanceKind,
    /// The seat it is for; any if the step names none.
    owner: Option<usize>,
    given: &'s Given,
}

/// What comes of a chance stop.
enum Taken {
    /// This outcome.
    Outcome(usize),
    /// Nothing is known.
    Unknown,
}

impl Supply<'_> {
    /// With nothing given yet.
    pub fn new(seed: Option<u64>) -> Self {
        Self { given: VecDeque::new(), seeded: seed.map(|seed| Seeded::new(seed, 0)) }
    }

    /// The outcome of a chance stop: given, the only one there is, or from the seed.
    fn take(&mut self, chance: &Chance, seed: bool) -> Result<Taken, Diagnostic> {
        if let Some(index) = self.waiting(chance) {
            let texts = numbered(chance.outcomes.iter().map(|outcome| outcome.text.as_str()));
            let word = self.given.get(index).map(|pending| &pending.given.outcome);
            let found = word.map(|word| (word, find(&word.text, texts.iter().map(String::as_str))));
            match found {
                Some((_, Found::One(outcome))) => {
                    self.given.remove(index);
                    return Ok(Taken::Outcome(outcome));
                }
                // What can come out only in one way may be left out.
                Some(_) | None if texts.len() == 1 => return Ok(Taken::Outcome(0)),
                Some((word, Found::Nothing)) => return Err(not_among(chance, word)),
                Some((word, Found::Several(fit))) => return Err(ambiguous(&texts, word, &fit)),
                None => {}
            }
        }
        let seed = seed || !self.given.is_empty();
        Ok(match &mut self.seeded {
            _ if chance.outcomes.len() == 1 => Taken::Outcome(0),
            Some(seeded) if seed => Taken::Outcome(seeded.pick(chance)),
            Some(_) | None => Taken::Unknown,
        })
    }

    /// Which of the given outcomes this stop takes: the first, or the first of those given by owner that is for its owner.
    fn waiting(&self, chance: &Chance) -> Option<usize> {
        let first = self.given.front()?;
        if first.owner.is_none() {
            return (first.kind == chance.kind).then_some(0);
        }
        self.given.iter().position(|pending| pending.kind == chance.kind && pending.owner == chance.owner)
    }
}

impl<'s> Runner<'s, '_> {
    /// A step that gives outcomes. They must be used up before anybody has anything to decide.
    pub fn give(&mut self, step: &'s GivenChance, at: &Step) -> Going {
        for given in &step.given {
            let owner = given.owner.as_ref().map(|owner| self.seat(owner)).transpose()?;
            self.supply.given.push_back(Pending { kind: step.kind, owner, given });
        }
        if step.given.is_empty() {
            return Err(Diagnostic::error("bad-step", "nothing is given here", at.at(), "what comes is missing").into());
        }
        for _ in 0..MOST_FORCED {
            self.settle(false)?;
            let Some(first) = self.supply.given.front() else { return Ok(()) };
            let first = &first.given.outcome;
            match self.position.stop() {
                Stop::Chance => return Err(self.unfit_chance(step.kind, first).into()),
                Stop::Over => return Err(self.unused(first, "the game is over").into()),
                Stop::Decision if self.force(&[])? => {}
                Stop::Decision => {
                    let deciders = self.names.spoken(&self.position.deciders());
                    return Err(self.unused(first, &format!("{deciders} must decide first")).into());
                }
            }
        }
        Err(self.endless().into())
    }

    /// Lets chance happen as far as it is known. With `seed`, a seed may be asked.
    pub fn settle(&mut self, seed: bool) -> Going {
        while let Some(chance) = self.position.chance() {
            match self.supply.take(&chance, seed)? {
                Taken::Outcome(outcome) => {
                    self.record.push(Entry::chance(&chance, outcome));
                    self.go(|position, log| position.resolve(outcome, log))?;
                }
                Taken::Unknown => return Ok(()),
            }
        }
        Ok(())
    }

    /// Chance is asked and nothing is given.
    pub fn missing_chance(&self, at: rulehound_grammar::span::Location) -> Diagnostic {
        let Some(chance) = self.position.chance() else {
            return Diagnostic::error("missing-chance", "chance is asked here", at, "before this step");
        };
        if self.viewer != Viewer::All {
            let message = "chance must come before this step";
            return Diagnostic::error("missing-chance", message, at, "before this step");
        }
        let message = format!("chance must come before this step: {}", asked(&chance));
        let example = chance.outcomes.first().map_or("…", |outcome| outcome.text.as_str());
        Diagnostic::error("missing-chance", message, at, "before this step").with_help(format!(
            "what may come: {}\ngive it with a step such as `{}: {}`, or give the script a `seed`",
            outcomes(&chance),
            word_of(chance.kind),
            super::super::record::quoted(example),
        ))
    }

    fn unfit_chance(&self, kind: ChanceKind, given: &Word) -> Diagnostic {
        let asked = self.position.chance().map_or_else(|| "something else".to_owned(), |chance| asked(&chance));
        let message = format!("this `{}` does not fit here: {asked}", word_of(kind));
        let finding = Diagnostic::error("wrong-chance", message, given.at(), "nothing asks for this now");
        match self.position.chance() {
            Some(chance) => {
                let example = chance.outcomes.first().map_or("…", |outcome| outcome.text.as_str());
                finding.with_help(format!(
                    "what may come: {}\ngive that first, with a step such as `{}: {}`",
                    outcomes(&chance),
                    word_of(chance.kind),
                    super::super::record::quoted(example),
                ))
            }
            None => finding,
        }
    }

    fn unused(&self, given: &Word, why: &str) -> Diagnostic {
        let message = format!("`{}` is not used: {why}", given.text);
        Diagnostic::error("unused-chance", message, given.at(), "too much is given").with_help(offered::help(
            &self.position,
            &self.names,
            self.viewer,
        ))
    }

    /// A game that answers itself for ever.
    pub fn endless(&self) -> Diagnostic {
        let message = "the game goes on by itself: every answer is forced";
        Diagnostic::error("no-decision", message, self.here(), "nothing here is ever asked for")
    }
}

/// What a chance stop asks, in words.
pub fn asked(chance: &Chance) -> String {
    match chance.kind {
        ChanceKind::Roll => format!("{} is rolled", chance.of),
        ChanceKind::Draw => format!("something is drawn from {}", chance.of),
        ChanceKind::Shuffle => format!("{} is shuffled, from the bottom up", chance.of),
    }
}

/// The word of a step.
pub fn word_of(kind: ChanceKind) -> &'static str {
    match kind {
        ChanceKind::Roll => "roll",
        ChanceKind::Draw => "draw",
        ChanceKind::Shuffle => "shuffle",
    }
}

fn outcomes(chance: &Chance) -> String {
    offered::some(chance.outcomes.iter().map(|outcome| outcome.text.clone()), ", ")
}

fn not_among(chance: &Chance, word: &Word) -> Diagnostic {
    let message = format!("`{}` cannot come here: {}", word.text, asked(chance));
    Diagnostic::error("wrong-chance", message, word.at(), "this cannot come")
        .with_help(format!("what may come: {}", outcomes(chance)))
}

fn ambiguous(texts: &[String], word: &Word, fit: &[usize]) -> Diagnostic {
    let fitting = fit.iter().filter_map(|index| texts.get(*index)).cloned();
    let message = format!("`{}` can mean several things", word.text);
    Diagnostic::error("ambiguous", message, word.at(), "say more")
        .with_help(format!("it fits {}", offered::some(fitting, ", ")))
}
