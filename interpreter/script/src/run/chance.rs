//! Chance: outcomes that the script gives, else its seed.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{Found, find, numbered};
use super::super::{Entry, GivenChance, Step, Word};
use super::supply::Move;
use super::{Going, Runner, offered};
use rulehound_engine::play::{Chance, ChanceKind, Stop, Viewer};

/// The most forced answers and outcomes between two steps; more is a game that goes on by itself.
const MOST_FORCED: usize = 10_000;

impl<'s> Runner<'s, '_> {
    /// A step that gives outcomes. They must be used up before anybody has anything to decide.
    pub fn give(&mut self, step: &'s GivenChance, at: &Step) -> Going {
        for given in &step.given {
            let owner = given.owner.as_ref().map(|owner| self.seat(owner)).transpose()?;
            self.supply.give(step.kind, owner, &given.outcome);
        }
        if step.given.is_empty() {
            return Err(Diagnostic::error("bad-step", "nothing is given here", at.at(), "what comes is missing").into());
        }
        let mut forced = 0;
        while self.supply.first().is_some() {
            let later = super::supply::later(self.script, self.step, &self.names);
            match self.supply.next(&self.position, &later) {
                Some(Move::Forced) => {
                    self.settle(false)?;
                    forced += 1;
                }
                Some(Move::Passed { given, passed }) => self.supply.use_passed(given, passed),
                Some(Move::Outcome { given, outcome }) => {
                    self.supply.use_outcome(given);
                    self.resolve(outcome)?;
                }
                Some(Move::Answer) => {
                    self.force(&[])?;
                    forced += 1;
                }
                None => self.nothing_fits(step.kind)?,
            }
            if forced > MOST_FORCED {
                return Err(self.endless().into());
            }
        }
        self.settle(false)
    }

    /// What is given cannot come now: the seed gives what it can, else the script is wrong.
    fn nothing_fits(&mut self, kind: ChanceKind) -> Going {
        let Some(first) = self.supply.first() else { return Ok(()) };
        match self.position.stop() {
            Stop::Chance => {
                let Some(chance) = self.position.chance() else { return Ok(()) };
                if let Some(word) = self.supply.waiting(&chance) {
                    let texts = numbered(chance.outcomes.iter().map(|outcome| outcome.text.as_str()));
                    return Err(match find(&word.text, texts.iter().map(String::as_str)) {
                        Found::Several(fit) => ambiguous(&texts, word, &fit),
                        Found::Nothing | Found::One(_) => not_among(&chance, word),
                    }
                    .into());
                }
                match self.supply.seeded(&chance) {
                    Some(outcome) => self.resolve(outcome),
                    None => Err(self.unfit_chance(kind, first).into()),
                }
            }
            Stop::Over => Err(self.unused(first, offered::over(&self.position)).into()),
            Stop::Decision => {
                let deciders = self.names.spoken(&self.position.deciders());
                Err(self.unused(first, &format!("{deciders} must decide first")).into())
            }
        }
    }

    /// Lets chance happen as far as it is known: what can come in one way only, and with `seed` what a seed gives.
    pub fn settle(&mut self, seed: bool) -> Going {
        while let Some(chance) = self.position.chance() {
            let outcome = match chance.outcomes.as_slice() {
                [only] => {
                    self.supply.pass(chance.kind, chance.owner, &only.text);
                    Some(0)
                }
                _ if seed => self.supply.seeded(&chance),
                _ => None,
            };
            let Some(outcome) = outcome else { return Ok(()) };
            self.resolve(outcome)?;
        }
        Ok(())
    }

    fn resolve(&mut self, outcome: usize) -> Going {
        if let Some(chance) = self.position.chance() {
            self.record.push(Entry::chance(&chance, outcome));
        }
        self.go(|position, log| Ok(position.resolve(outcome, log)?))
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
            "what may come: {}\ngive it with a step of its own, such as `{}: {}`, on a line before this one, or in place of this one if it only tells what came; or give the script a `seed`",
            outcomes(&chance),
            word_of(chance.kind),
            super::super::record::quoted(example),
        ))
    }

    fn unfit_chance(&self, kind: ChanceKind, given: &Word) -> Diagnostic {
        let owner = self.position.chance().and_then(|chance| chance.owner).map(|seat| self.player(seat));
        let for_whom = owner.map_or(String::new(), |owner| format!(" for {owner}"));
        let asked = self.position.chance().map_or_else(|| "something else".to_owned(), |chance| asked(&chance));
        let too_few = owner.is_some() && self.supply.first_has_owner() && self.is_asked(kind);
        let (message, label) = if too_few {
            (format!("{asked}{for_whom} once more before this"), "too early")
        } else {
            (format!("this `{}` does not fit here: {asked}{for_whom}", word_of(kind)), "nothing asks for this now")
        };
        let finding = Diagnostic::error("wrong-chance", message, given.at(), label);
        if kind == ChanceKind::Roll && self.supply.first_has_owner() {
            return finding.with_help(format!("what is rolled has no name before it: write `roll: {}`", given.text));
        }
        match self.position.chance() {
            Some(chance) => {
                // Another than what waits for its own turn.
                let free = |text: &&str| !self.supply.is_named(text);
                let texts = || chance.outcomes.iter().map(|outcome| outcome.text.as_str());
                let first = texts().find(free).or_else(|| texts().next()).unwrap_or("…");
                let first = super::super::record::quoted(first);
                let word = word_of(chance.kind);
                let may_come = outcomes(&chance);
                finding.with_help(match owner {
                    // Whoever was given too few gets the next before anybody else does.
                    Some(owner) if too_few => format!(
                        "{owner} gets one more before this: write it behind what is given to {owner} in this step, as in `{word}: {{{owner}: […, {first}], …}}`; everybody gets as many as the rules say\nwhat may come: {may_come}"
                    ),
                    Some(owner) => {
                        format!("what may come: {may_come}\none of them comes before this: `{word}: {{{owner}: {first}}}`")
                    }
                    None => format!("what may come: {may_come}\none of them comes before this: `{word}: {first}`"),
                })
            }
            None => finding,
        }
    }

    /// Whether chance of this kind is asked.
    fn is_asked(&self, kind: ChanceKind) -> bool {
        self.position.chance().is_some_and(|chance| chance.kind == kind)
    }

    fn unused(&self, given: &Word, why: &str) -> Diagnostic {
        let message = format!("`{}` is not used: {why}", given.text);
        Diagnostic::error("unused-chance", message, given.at(), "nothing asks for this").with_help(offered::help(
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
