//! A game in which the first option is always taken, and the first outcome comes.

use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{Fault, Game, Log, Stop};

/// The most decisions and outcomes that are looked at.
const MOST: usize = 100;

/// The fault in which such a game ends; none if it ends otherwise, or goes on for long.
///
/// # Panics
/// If nobody can sit at the table by themselves.
pub fn fault_of(model: Model) -> Option<Fault> {
    let game = Game::load(Arc::new(model), &Table::default()).expect("the table fits");
    let mut position = match game.start(&mut Log::silent()) {
        Ok(position) => position,
        Err(fault) => return Some(fault),
    };
    for _ in 0..MOST {
        let log = &mut Log::silent();
        let done = match position.stop() {
            Stop::Over => return None,
            Stop::Chance => position.resolve(0, log),
            Stop::Decision => match position.deciders().first().map(|seat| (*seat, position.offer(*seat))) {
                Some((seat, Ok(_))) => position.apply(seat, 0, log),
                Some((_, Err(fault))) => Err(fault),
                None => return None,
            },
        };
        if let Err(error) = done {
            return Some(Fault::from(error));
        }
    }
    None
}
