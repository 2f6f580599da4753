//! Random games of so many stops together, counted: `speed STOPS PLAYERS GAME…`.

use std::path::Path;
use std::time::Instant;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Log, Seeded, Stop};
use rulehound_tests::load::load;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let most: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(100_000);
    let players: usize = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    for game in arguments {
        let table = Table { players: default_names(players), ..Table::default() };
        let game_of = Game::load(load(Path::new(&game)).expect("passes"), &table).expect("fits");
        let (mut games, mut decisions, mut stops) = (0u64, 0u64, 0u64);
        let begun = Instant::now();
        while stops < most {
            let mut chance = Seeded::new(1, games);
            let mut log = Log::silent();
            let mut position = game_of.start(&mut log).expect("starts");
            loop {
                stops += 1;
                match position.stop() {
                    Stop::Over => break,
                    Stop::Chance => {
                        let outcome = chance.pick_weight(&position.weights());
                        position.resolve(outcome, &mut log).expect("resolves");
                    }
                    Stop::Decision => {
                        decisions += 1;
                        let seat = position.deciders()[0];
                        let count = position.count(seat).expect("counts");
                        position.apply(seat, chance.below(count), &mut log).expect("applies");
                    }
                }
                if stops > most {
                    break;
                }
            }
            games += 1;
        }
        let time = begun.elapsed().as_secs_f64();
        println!(
            "{game}: {:.1} games/s, {:.0} decisions/s, {:.0} stops/s, {:.1} decisions a game, cells {}",
            games as f64 / time,
            decisions as f64 / time,
            stops as f64 / time,
            decisions as f64 / games as f64,
            game_of.program().layout.size,
        );
    }
}
