//! What a seat is shown and told, all in one text: if two games differ only in what it must not know, these are the same.

use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::story::seen_by;

/// Everything a seat is shown: its view, what it is offered, and what is refused to it.
///
/// # Panics
/// If the rules misbehave.
pub fn shown(position: &Position, seat: usize) -> String {
    let offer = position.offer(seat).expect("an offer");
    let refusals = position.refusals(seat).expect("refusals");
    format!("{:?}\n{offer:?}\n{refusals:?}", position.view(Viewer::Seat(seat)))
}

/// What a seat is told of what has happened.
pub fn told(log: &Log, seat: usize, seats: usize) -> String {
    log.events
        .iter()
        .filter_map(|event| seen_by(event, Viewer::Seat(seat), seats))
        .map(|event| format!("{event:?}\n"))
        .collect()
}

/// Plays at random until a decision is asked in this phase.
///
/// # Panics
/// If the game ends before that.
pub fn until(game: &Game, stream: u64, phase: &str) -> Position {
    let mut chance = Seeded::new(23, stream);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("it starts");
    loop {
        match position.stop() {
            Stop::Over => panic!("no {phase} before the end"),
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log).expect("no fault"),
            Stop::Decision => {
                if position.view(Viewer::All).phases.last().is_some_and(|last| last == phase) {
                    return position;
                }
                let seat = position.deciders()[0];
                let count = position.count(seat).expect("an offer");
                position.apply(seat, chance.below(count), &mut log).expect("no fault");
            }
        }
    }
}
