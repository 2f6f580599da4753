//! Random games by the thousand.

use rulehound_interpreter::play::{self, Log, Stop};
#[cfg(feature = "native")]
use rulehound_native::{Native, Player};
use serde::Serialize;

use crate::random::Generators;
use crate::{Fault, Game, Outcome};

/// The most decisions of a game that is not to end for another reason.
const MOST: u64 = 100_000;

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Playout {
    /// How it ended; `None` if it was broken off after 100,000 decisions.
    pub outcome: Option<Outcome>,
    /// How many decisions were made, forced ones included.
    pub decisions: u64,
    /// How many of them were not forced.
    pub free: u64,
    /// How many options those had together.
    pub options: u64,
}

/// Random games, one after the other, without end: see [`Game::playouts`].
pub struct Playouts {
    game: Game,
    seed: u64,
    next: u64,
    #[cfg(feature = "native")]
    player: Option<Player>,
}

impl Game {
    /// Random games of a seed, numbered from 0: everybody takes one of the options, each equally likely.
    ///
    /// They are played by machine code where that can be made of the rules, else by the interpreter, hundreds of times slower; what comes out
    /// is the same, and the same as `rulehound simulate --seed` counts. Making machine code takes about as long as some hundred games; it is
    /// made once for each game.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
    /// let mut won = [0, 0];
    /// for playout in game.playouts(1).take(100) {
    ///     for seat in playout?.outcome.map(|outcome| outcome.winners()).unwrap_or_default() {
    ///         won[seat.index()] += 1;
    ///     }
    /// }
    /// assert_eq!(won[0] + won[1], 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn playouts(&self, seed: u64) -> Playouts {
        Playouts {
            game: self.clone(),
            seed,
            next: 0,
            #[cfg(feature = "native")]
            player: {
                let native = self.native().get_or_init(|| Native::new(self.engine()).ok());
                native.as_ref().and_then(|native| native.player().ok())
            },
        }
    }

    /// The random game of this number of a seed, by the interpreter.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn playout(&self, seed: u64, number: u64) -> Result<Playout, Fault> {
        played(self, seed, number).map_err(|fault| Fault::new(fault, self.rules()))
    }
}

impl Playouts {
    /// The same, beginning with the game of this number: so several threads can share one seed.
    #[must_use]
    pub fn from(mut self, number: u64) -> Self {
        self.next = number;
        self
    }

    #[cfg(feature = "native")]
    fn by_machine_code(&mut self, number: u64) -> Option<Playout> {
        let generators = Generators::new(self.seed, number);
        let course = self.player.as_mut()?.random(generators.chance, Some(generators.bots), MOST).ok()?;
        Some(Playout {
            outcome: course.outcome.map(Outcome::new),
            decisions: course.decisions,
            free: course.free,
            options: course.options,
        })
    }
}

impl Iterator for Playouts {
    type Item = Result<Playout, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.next;
        self.next = number.checked_add(1)?;
        #[cfg(feature = "native")]
        if let Some(playout) = self.by_machine_code(number) {
            return Some(Ok(playout));
        }
        Some(self.game.playout(self.seed, number))
    }
}

fn played(game: &Game, seed: u64, number: u64) -> Result<Playout, play::Fault> {
    let mut generators = Generators::new(seed, number);
    let mut log = Log::silent();
    let mut position = game.engine().start(&mut log)?;
    let mut course = Playout { outcome: None, decisions: 0, free: 0, options: 0 };
    loop {
        match position.stop() {
            Stop::Over => {
                course.outcome = position.outcome().map(Outcome::new);
                return Ok(course);
            }
            Stop::Chance => position.resolve(generators.chance.pick_weight(&position.weights()), &mut log)?,
            Stop::Decision => {
                let Some(seat) = position.deciders().first().copied() else { return Ok(course) };
                if course.decisions >= MOST {
                    return Ok(course);
                }
                let options = position.count(seat)?;
                course.decisions += 1;
                if options > 1 {
                    course.free += 1;
                    course.options += options as u64;
                }
                position.apply(seat, generators.bots.below(options), &mut log)?;
            }
        }
    }
}
