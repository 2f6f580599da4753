//! Machine code of a game, or why there is none: in words, with the line of the rules.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Log, Stop};
use rulehound_native::{Entry, Lost, Native, NativeError, Passes, Player};
use serde_json::{Value, json};

use crate::bot::Generators;
use crate::report;

/// Why the interpreter plays.
pub struct Why {
    /// In words.
    pub because: String,
    /// Where in the rules, if it is something in them.
    pub at: Option<Location>,
}

/// Makes machine code of a game, and somebody who plays with it.
pub fn player(game: &Game, passes: &Passes) -> Result<Player, Why> {
    let native = Native::with(game, passes, Entry::Games).map_err(|error| Why::of(&error))?;
    native.player().map_err(|error| Why::of(&error))
}

impl Why {
    /// What making machine code found.
    pub fn of(error: &NativeError) -> Self {
        let at = match error {
            NativeError::Unsupported(missing) => missing.at,
            NativeError::Fault(fault) => Some(fault.at),
            NativeError::Machine(_) => None,
        };
        Self { because: error.to_string(), at }
    }

    /// That machine code gave up in a game: plays it beside the interpreter up to where that was.
    pub fn lost(game: &Game, passes: &Passes, seed: u64, number: u64) -> Self {
        let because = "it gives up behind what is asked here, where a bound of its own is passed".to_owned();
        Self { because, at: where_lost(game, passes, seed, number) }
    }

    /// `file.rules:12:5`, if it is known.
    pub fn place(&self, sources: &[Source]) -> Option<String> {
        report::place(self.at?, sources)
    }

    /// For people, on one line.
    pub fn human(&self, sources: &[Source]) -> String {
        match self.place(sources) {
            Some(place) => format!("no machine code: {} ({place})", self.because),
            None => format!("no machine code: {}", self.because),
        }
    }

    /// For programs.
    pub fn json(&self, sources: &[Source]) -> Value {
        json!({"because": self.because, "at": self.place(sources)})
    }
}

/// The stop behind which machine code gives up in a random game.
fn where_lost(game: &Game, passes: &Passes, seed: u64, number: u64) -> Option<Location> {
    let mut player = Native::with(game, passes, Entry::Stops).ok()?.player().ok()?;
    let mut generators = Generators::new(seed, number);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).ok()?;
    let mut at = position.waits_at().exact.at;
    let mut go_on = player.start();
    while go_on.is_ok() && position.stop() != Stop::Over {
        at = position.waits_at().exact.at;
        go_on = match position.deciders().first() {
            Some(seat) => {
                let option = generators.bots.below(position.count(*seat).ok()?);
                let seat = *seat;
                position.apply(seat, option, &mut log).ok()?;
                player.apply(seat, option)
            }
            None => {
                let outcome = generators.chance.pick_weight(&position.weights());
                position.resolve(outcome, &mut log).ok()?;
                player.resolve(outcome)
            }
        };
    }
    matches!(go_on, Err(Lost)).then_some(at)
}
