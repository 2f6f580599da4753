//! Plays seeded random games with the engine and asks the reference at every stop whether it sees the same.
//!
//! In: a model, a table, a seed. Out: how the game went, or the first difference with the inputs that lead to it. The reference plays along;
//! games are cut after a number of stops.

use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{Fault, Game, Log, Position, Seeded, Stop};

use rulehound_judges::reference::{self, GAVE_UP, Input, Question, Reference, SeatOffer, State};

/// Where engine and reference differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What is different.
    pub what: String,
    /// What the engine says.
    pub engine: String,
    /// What the reference says.
    pub reference: String,
    /// Everything that was answered before, in words.
    pub inputs: Vec<String>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(formatter, "{} differ", self.what)?;
        writeln!(formatter, "  engine:    {}", self.engine)?;
        writeln!(formatter, "  reference: {}", self.reference)?;
        writeln!(formatter, "after {} inputs:", self.inputs.len())?;
        self.inputs.iter().try_for_each(|input| writeln!(formatter, "  {input}"))
    }
}

/// How a game went in which nothing was different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// To its end.
    Over,
    /// Both met the same fault.
    Fault(&'static str),
    /// It was cut after the number of stops asked for.
    Cut,
    /// The reference met a limit of its own, or both met one.
    Tired,
    /// The engine alone met a limit of its own: where that may be, the test must say.
    EngineTired(&'static str),
}

/// A random game: which, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The seed.
    pub seed: u64,
    /// Which game of the seed.
    pub stream: u64,
    /// After how many stops it is cut.
    pub stops: usize,
}

/// Plays one random game.
///
/// # Errors
/// The first difference.
///
/// # Panics
/// If the game cannot be put on the table.
pub fn compare(model: &Arc<Model>, table: &Table, course: Course) -> Result<Ending, Box<Difference>> {
    let game = Game::load(model.clone(), table).expect("the game fits the table");
    let reference = Reference::new(game.instance());
    let mut chance = Seeded::new(course.seed, course.stream);
    let (mut inputs, mut words) = (Vec::new(), Vec::new());
    let mut engine = game.start(&mut Log::silent());
    let mut cut = None;
    let end = reference.walk(&mut |state| {
        let judge = Judge { words: &words };
        let judged = match &engine {
            Ok(position) => judge.stop(position, state).map(|()| Ending::Cut),
            Err(fault) => judge.faults(Some(fault), None),
        };
        let (Ok(position), Ok(Ending::Cut), true) = (&mut engine, &judged, inputs.len() + 1 < course.stops) else {
            cut = Some(judged);
            return None;
        };
        let (input, word) = next(position, &mut chance)?;
        let log = &mut Log::silent();
        let applied = match input {
            Input::Answer { seat, option } => position.apply(seat, option, log),
            Input::Outcome(number) => position.resolve(number, log),
        };
        inputs.push(input);
        words.push(word);
        if let Err(fault) = applied {
            engine = Err(fault.into());
        }
        Some(input)
    });
    if let Some(ending) = cut {
        return ending;
    }
    let judge = Judge { words: &words };
    match (&engine, &end) {
        (Ok(position), Ok(state)) => judge.stop(position, state)?,
        (Ok(position), Err(fault)) => return judge.faults(late_fault(position).as_ref(), Some(fault)),
        (one, other) => return judge.faults(one.as_ref().err(), other.as_ref().err()),
    }
    // Inputs mean the same when the whole game is played again; some games are enough to see that.
    if course.stream.is_multiple_of(10) {
        judge.same("the same game again", &end, &reference.replay(&inputs))?;
    }
    Ok(Ending::Over)
}

/// The engine works an offer out when it is asked for; only then it may meet what the reference has met before stopping.
fn late_fault(position: &Position) -> Option<Fault> {
    position.deciders().into_iter().find_map(|seat| position.offer(seat).err()).map(Fault::from)
}

/// A random input that fits the stop, with its words; nothing if the game is over.
fn next(position: &Position, random: &mut Seeded) -> Option<(Input, String)> {
    match position.stop() {
        Stop::Over => None,
        Stop::Chance => {
            let chance = position.chance()?;
            let number = random.pick(&chance);
            let words = format!("{:?} {}: {}", chance.kind, chance.of, chance.outcomes.get(number)?.text);
            Some((Input::Outcome(number), words))
        }
        Stop::Decision => {
            let deciders = position.deciders();
            let seat = *deciders.get(random.below(deciders.len()))?;
            let offer = position.offer(seat).ok()??;
            let option = random.below(offer.options.len());
            let words = format!("seat {seat}: {} (option {option})", offer.options.get(option)?.text);
            Some((Input::Answer { seat, option }, words))
        }
    }
}

/// Compares, and knows how the game came here.
struct Judge<'w> {
    words: &'w [String],
}

impl Judge<'_> {
    fn differ<T>(&self, what: &str, engine: String, reference: String) -> Result<T, Box<Difference>> {
        let inputs = self.words.to_vec();
        Err(Box::new(Difference { what: what.to_owned(), engine, reference, inputs }))
    }

    fn same<T: PartialEq + std::fmt::Debug>(
        &self,
        what: &str,
        engine: &T,
        reference: &T,
    ) -> Result<(), Box<Difference>> {
        if engine == reference { Ok(()) } else { self.differ(what, format!("{engine:?}"), format!("{reference:?}")) }
    }

    /// At least one of the two met a fault.
    fn faults(&self, engine: Option<&Fault>, other: Option<&reference::Fault>) -> Result<Ending, Box<Difference>> {
        const LIMITS: [&str; 2] = ["budget", "plan-too-wide"];
        match (engine, other) {
            (_, Some(other)) if other.code == GAVE_UP => Ok(Ending::Tired),
            (Some(engine), Some(other)) if engine.code == other.code => Ok(Ending::Fault(other.code)),
            // Where several decide at once and more than one of them meets a fault, the rules do not say whose is told: what is on offer is
            // worked out when it is asked for, and what somebody else meets before that shows first.
            (Some(engine), Some(other)) if other.besides.contains(&engine.code) => Ok(Ending::Fault(engine.code)),
            (Some(_), Some(other)) if other.besides.contains(&GAVE_UP) => Ok(Ending::Tired),
            (Some(engine), None) if LIMITS.contains(&engine.code) => Ok(Ending::EngineTired(engine.code)),
            (engine, other) => {
                let said = |fault: Option<String>| fault.unwrap_or_else(|| "no fault".to_owned());
                self.differ("faults", said(engine.map(ToString::to_string)), said(other.map(ToString::to_string)))
            }
        }
    }

    fn stop(&self, position: &Position, state: &State) -> Result<(), Box<Difference>> {
        let expected = match state.question {
            Question::Decision(_) => Stop::Decision,
            Question::Chance { .. } => Stop::Chance,
            Question::Over(_) => Stop::Over,
        };
        self.same("kinds of stop", &position.stop(), &expected)?;
        match &state.question {
            Question::Decision(offers) => {
                let seats: Vec<usize> = offers.iter().map(|offer| offer.seat).collect();
                self.same("deciders", &position.deciders(), &seats)?;
                offers.iter().try_for_each(|offer| self.offer(position, offer))?;
            }
            Question::Chance { outcomes, texts } => self.chance(position, outcomes, texts)?,
            Question::Over(outcome) => self.same("results", &position.outcome().as_ref(), &Some(outcome))?,
        }
        self.same("declared parts", &position.declared(), &state.declared)
    }

    fn offer(&self, position: &Position, expected: &SeatOffer) -> Result<(), Box<Difference>> {
        let offer = match position.offer(expected.seat) {
            Ok(Some(offer)) => offer,
            other => return self.differ("offers", format!("{other:?}"), format!("{expected:?}")),
        };
        let texts: Vec<String> = offer.options.iter().map(|option| option.text.clone()).collect();
        self.same("options", &texts, &expected.texts)?;
        let bindings: Vec<reference::Bindings> = offer.options.iter().map(|option| option.bindings.clone()).collect();
        self.same("bindings", &bindings, &expected.bindings)?;
        if expected.planned { Ok(()) } else { self.refusals(position, expected) }
    }

    fn refusals(&self, position: &Position, expected: &SeatOffer) -> Result<(), Box<Difference>> {
        let refusals = match position.refusals(expected.seat) {
            Ok(refusals) if refusals.more == 0 => refusals.refused,
            Ok(_) => return Ok(()),
            Err(error) => {
                // The reference puts the fault of a sentence where the sentence would stand; the engine refuses to tell any.
                let fault = format!("({}:", Fault::from(error.clone()).code);
                let faults = |refused: &reference::Refused| {
                    refused.reasons.iter().chain([&refused.text]).any(|words| words.starts_with(&fault))
                };
                return match expected.refused.iter().any(faults) {
                    true => Ok(()),
                    false => self.differ("refusals", error.to_string(), format!("{:?}", expected.refused)),
                };
            }
        };
        let sentences = |refusal: &rulehound_interpreter::play::Refusal| -> Vec<String> {
            refusal.reasons.iter().map(|reason| reason.sentence.clone()).collect()
        };
        let found: Vec<_> = refusals
            .iter()
            .map(|refusal| (refusal.text.clone(), refusal.bindings.clone(), sentences(refusal)))
            .collect();
        let expected: Vec<_> = expected
            .refused
            .iter()
            .map(|refused| (refused.text.clone(), refused.bindings.clone(), refused.reasons.clone()))
            .collect();
        self.same("refusals", &found, &expected)
    }

    fn chance(&self, position: &Position, outcomes: &[(i32, u32)], texts: &[String]) -> Result<(), Box<Difference>> {
        let found = position.chance().map(|chance| chance.outcomes).unwrap_or_default();
        let found: Vec<(String, u32)> = found.into_iter().map(|outcome| (outcome.text, outcome.weight)).collect();
        let weights = outcomes.iter().map(|(_, weight)| *weight);
        let expected: Vec<(String, u32)> = texts.iter().cloned().zip(weights).collect();
        self.same("outcomes", &found, &expected)
    }
}
