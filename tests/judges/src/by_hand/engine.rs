//! The same random games by the engine: by the interpreter and by machine code. Chance and players have one generator, as by hand.

use rulehound_interpreter::play::{Game, Log, Outcome, Seeded, Stop};
use rulehound_native::Player;

use super::Played;

/// Plays one game by the interpreter.
pub fn interpreter(game: &Game, chance: &mut Seeded) -> Played {
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("the game starts");
    let mut decisions = 0;
    loop {
        match position.stop() {
            Stop::Decision => {
                for seat in position.deciders() {
                    decisions += 1;
                    let count = position.count(seat).expect("an offer");
                    position.apply(seat, chance.below(count), &mut log).expect("an answer");
                }
            }
            Stop::Chance => {
                let outcome = chance.pick_weight(&position.weights());
                position.resolve(outcome, &mut log).expect("an outcome");
            }
            Stop::Over => return Played { winner: winner(position.outcome()), decisions },
        }
    }
}

/// Plays one game by machine code.
pub fn machine_code(player: &mut Player, chance: Seeded) -> Played {
    let course = player.random(chance, None, u64::MAX).expect("machine code plays it");
    Played { winner: winner(course.outcome), decisions: course.decisions }
}

fn winner(outcome: Option<Outcome>) -> Option<usize> {
    let winners = outcome.expect("an outcome").winners();
    assert!(winners.len() <= 1, "{winners:?}");
    winners.first().copied()
}
