//! Bots: what each remembers, and how one thinks. The clock is asked here.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rulehound_bots::{Bot, Budget, Level, Strength};
use rulehound_interpreter::play::{Game, Knowledge, Memory, Position, Seeded};

use crate::watch;
use rulehound_course::Happened;

/// A bot answers no sooner than this, so that people see what it does.
const LEAST_DELAY: u64 = 400;

/// And no later than so much behind that, if it is done by then.
const MORE_DELAY: u64 = 500;

/// The stream of a table's seed from which bots draw; chance draws from those with small numbers.
const BOTS: u64 = u64::MAX;

/// What the bots of a table have seen.
pub struct Minds {
    levels: Vec<Option<Level>>,
    memories: Vec<Memory>,
    /// Made when one has to think for the first time: machine code takes a moment.
    bot: Arc<Mutex<Option<Bot>>>,
    random: Seeded,
}

/// What one has to decide.
pub struct Thinking {
    known: Option<Knowledge>,
    game: Game,
    options: usize,
    strength: Strength,
    seed: u64,
    bot: Arc<Mutex<Option<Bot>>>,
    /// When it may answer.
    pub not_before: Instant,
}

impl Minds {
    pub fn new(game: &Game, levels: Vec<Option<Level>>, seed: u64) -> Self {
        let random = Seeded::new(seed, BOTS);
        let mut minds = Self { levels, memories: Vec::new(), bot: Arc::default(), random };
        minds.forget(game);
        minds
    }

    /// Bots play at these seats from now on. Whether they have to be told what happened so far: those that were here know it.
    pub fn seat(&mut self, game: &Game, levels: Vec<Option<Level>>) -> bool {
        self.levels = levels;
        self.memories.is_empty() && self.remember(game)
    }

    /// Whether anybody thinks here, and there is something to remember.
    fn remember(&self, game: &Game) -> bool {
        !game.is_open() && self.levels.iter().flatten().any(|level| *level != Level::Random)
    }

    /// Another game begins, or the same one anew.
    pub fn forget(&mut self, game: &Game) {
        let remember = self.remember(game);
        let seats = (0..self.levels.len()).filter(|_| remember);
        self.memories = seats.map(|seat| Memory::new(game, seat)).collect();
    }

    /// They take in what happened, as far as they may know it.
    pub fn hear(&mut self, happened: &[Happened]) {
        for one in happened {
            self.memories.iter_mut().for_each(|memory| memory.take_in(&one.log, &one.position));
        }
    }

    /// What a seat has to think about; `None` if it cannot.
    pub fn thinking(&mut self, position: &Position, seat: usize) -> Option<Thinking> {
        let strength = self.levels.get(seat).copied().flatten().unwrap_or(Level::Random).strength();
        let known = match strength {
            Strength::Random => None,
            Strength::Thinks { .. } => Knowledge::of(position, seat, self.memories.get(seat)).ok().flatten(),
        };
        // Drawn by itself, so that it says nothing of how many options there are.
        let delay = LEAST_DELAY + self.random.next_number() % MORE_DELAY;
        Some(Thinking {
            known,
            game: position.game().clone(),
            options: position.count(seat).ok()?,
            strength,
            seed: self.random.next_number(),
            bot: self.bot.clone(),
            not_before: Instant::now() + Duration::from_millis(delay),
        })
    }
}

impl Thinking {
    /// The option it takes. This takes as long as its level allows.
    pub fn think(&self) -> usize {
        let (Some(known), Strength::Thinks { iterations, milliseconds }) = (&self.known, self.strength) else {
            return Seeded::new(self.seed, 2).below(self.options);
        };
        let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
        // Machine code would set gigabytes aside, which strangers' rules may not have.
        let made = || if watch::is_on() { Bot::interpreting(&self.game) } else { Bot::new(&self.game) };
        let bot = bot.get_or_insert_with(|| made().having_learned(&self.game));
        // What is made once is no part of thinking about a move.
        let begun = Instant::now();
        let until = milliseconds.map(Duration::from_millis);
        let mut go_on = || {
            watch::goes_on();
            until.is_none_or(|until| begun.elapsed() < until)
        };
        bot.think(known, self.seed, &mut Budget::new(iterations, &mut go_on)).option
    }
}
