//! How long it takes to make machine code: `making REPEATS FILE…` tells the best of some times for each file, by the clock.

use std::path::Path;
use std::time::Instant;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::Game;
use rulehound_native::Native;
use rulehound_tests::load::load;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let repeats: u32 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(3);
    println!("{:<44} {:>9} {:>12}", "file", "ms", "instructions");
    for file in arguments {
        let model = load(Path::new(&file)).expect("passes");
        let fewest = usize::from(model.players.least);
        let table = Table { players: default_names(fewest), ..Table::default() };
        let game = match Game::load(model, &table) {
            Ok(game) => game,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let took = (0..repeats.max(1)).map(|_| {
            let begun = Instant::now();
            let made = Native::new(&game);
            let took = begun.elapsed().as_secs_f64() * 1e3;
            if let Err(error) = made {
                println!("{file}: {error}");
            }
            took
        });
        let best = took.fold(f64::INFINITY, f64::min);
        println!("{file:<44} {best:>9.1} {:>12}", game.program().code.len());
    }
}
