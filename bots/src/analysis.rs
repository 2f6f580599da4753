//! A game that was played, judged decision by decision: what each choice gave away, as far as whoever chose could know.

use rulehound_interpreter::play::{Game, Knowledge, Log, Memory, PlayError, Position, Stop};

use crate::{Bot, Budget, Thought};

/// A decision of a game that was played.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of the stop, from 0.
    pub stop: usize,
    /// Who decided.
    pub seat: usize,
    /// The number of the option that was taken.
    pub taken: usize,
    /// What the bot would have thought, with what the seat knew.
    pub thought: Thought,
    /// What the bot's own choice is worth to whoever decided, from 0 to [`ONE`](crate::ONE); unknown if nothing could be imagined.
    pub best: Option<u32>,
    /// What the option that was taken is worth, likewise.
    pub value: Option<u32>,
}

impl Judged {
    /// What was given away, from 0 to [`ONE`](crate::ONE). What turns out to be better than the bot's choice gave nothing away.
    pub fn loss(&self) -> u32 {
        match (self.best, self.value) {
            (Some(best), Some(value)) => best.saturating_sub(value),
            (None, _) | (_, None) => 0,
        }
    }
}

/// Follows a game from stop to stop.
pub struct Analysis {
    memories: Vec<Memory>,
    at: Position,
    stop: usize,
}

/// What led from one stop to the next.
enum Step {
    /// A seat took an option.
    Answer(usize, usize),
    /// Chance gave an outcome.
    Outcome,
}

impl Analysis {
    /// For a game that stands here. What was before nobody remembers, if `begins` says that there was something.
    pub fn new(game: &Game, at: Position, begins: bool) -> Self {
        let seats = (0..game.instance().seats()).filter(|_| begins && !game.is_open());
        Self { memories: seats.map(|seat| Memory::new(game, seat)).collect(), at, stop: 0 }
    }

    /// Takes in what happened before the first stop.
    pub fn begin(&mut self, log: &Log) {
        self.memories.iter_mut().for_each(|memory| memory.take_in(log, &self.at));
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.at
    }

    /// Goes on to the next stop of the game, which looks like `next`. Gives the decision that led there, judged by the bot; nothing where
    /// chance decided, where there was no choice, or where `next` follows from nothing that may be done.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn go_on(
        &mut self,
        next: &Position,
        bot: &mut Bot,
        seed: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Judged>, PlayError> {
        let mut log = Log::new();
        let step = self.step(next, &mut log)?;
        let judged = match step {
            Some(Step::Answer(seat, taken)) if self.at.count(seat)? > 1 => {
                match bot.knowing(&self.at, seat, self.memories.get(seat))? {
                    Some(known) => {
                        let thought = bot.think(&known, seed, budget);
                        let (best, value) = worths(bot, &known, taken, &thought, seed, budget);
                        Some(Judged { stop: self.stop, seat, taken, thought, best, value })
                    }
                    None => None,
                }
            }
            Some(Step::Answer(..) | Step::Outcome) | None => None,
        };
        self.at = next.clone();
        self.stop += 1;
        self.memories.iter_mut().for_each(|memory| memory.take_in(&log, next));
        Ok(judged)
    }

    /// What leads from here to a position, with what is told of it. Of several that lead there the first.
    fn step(&self, next: &Position, log: &mut Log) -> Result<Option<Step>, PlayError> {
        let wanted = next.identity();
        match self.at.stop() {
            Stop::Over => {}
            Stop::Chance => {
                for outcome in 0..self.at.weights().len() {
                    let (mut after, mut heard) = (self.at.clone(), Log::new());
                    after.resolve(outcome, &mut heard)?;
                    if after.identity() == wanted {
                        *log = heard;
                        return Ok(Some(Step::Outcome));
                    }
                }
            }
            Stop::Decision => {
                for seat in self.at.deciders() {
                    for option in 0..self.at.count(seat)? {
                        let (mut after, mut heard) = (self.at.clone(), Log::new());
                        after.apply(seat, option, &mut heard)?;
                        if after.identity() == wanted {
                            *log = heard;
                            return Ok(Some(Step::Answer(seat, option)));
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}

/// What the bot's choice and the option that was taken are worth. What is not the best is hardly tried while one thinks, and the more an option
/// is tried the better the answers to it are, so both are looked at alone and equally long.
fn worths(
    bot: &mut Bot,
    known: &Knowledge,
    taken: usize,
    thought: &Thought,
    seed: u64,
    budget: &mut Budget<'_>,
) -> (Option<u32>, Option<u32>) {
    if taken == thought.option {
        return (thought.value(), thought.value());
    }
    let mut alone = |option: usize| bot.consider(known, option, seed, budget).map(|it| it.value);
    (alone(thought.option), alone(taken))
}
