//! Random games, looked at from stop to stop.

use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop};

/// Plays one random game and shows every position to `look`.
///
/// # Errors
/// The first fault, or the first complaint of `look`, with the number of the stop.
pub fn playout(
    game: &Game,
    seed: u64,
    stream: u64,
    look: &mut dyn FnMut(&Position) -> Result<(), String>,
) -> Result<Position, String> {
    match playout_for(game, seed, stream, 100_000, look)? {
        position if position.stop() == Stop::Over => Ok(position),
        _ => Err(format!("game {stream} of seed {seed} does not end")),
    }
}

/// The same for so many stops at most.
///
/// # Errors
/// As [`playout`].
pub fn playout_for(
    game: &Game,
    seed: u64,
    stream: u64,
    stops: usize,
    look: &mut dyn FnMut(&Position) -> Result<(), String>,
) -> Result<Position, String> {
    let mut chance = Seeded::new(seed, stream);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).map_err(|fault| fault.to_string())?;
    for stop in 0..stops {
        let told = |message: String| format!("game {stream} of seed {seed}, stop {stop}: {message}");
        look(&position).map_err(told)?;
        let result = match position.stop() {
            Stop::Over => return Ok(position),
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log),
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[chance.below(deciders.len())];
                let count = position.count(seat).map_err(|fault| told(fault.to_string()))?;
                position.apply(seat, chance.below(count), &mut log)
            }
        };
        result.map_err(|fault| told(fault.to_string()))?;
    }
    Ok(position)
}
