//! Machine code beside the interpreter: `native GAMES PLAYERS FILE…` plays random games with both and compares every position; then tells
//! how fast each is.

use std::path::Path;
use std::time::Instant;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_native::{Native, Passes, Player};
use rulehound_tests::load::load;
use rulehound_tests::native::MachineCode;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(10);
    let players: usize = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    for file in arguments {
        let table = Table { players: default_names(players), ..Table::default() };
        let game = match Game::load(load(Path::new(&file)).expect("passes"), &table) {
            Ok(game) => game,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let begun = Instant::now();
        let native = match Native::new(&game) {
            Ok(native) => native,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        println!("{file}: made in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
        let mut player = native.player().expect("a player");
        let mut machine_code = MachineCode::with(&game, &Passes::default()).expect("it was made before");
        let mut lost = 0;
        for number in 0..games {
            if let Err(apart) = machine_code.agrees(&game, number, 3_000, 3_000) {
                println!("  game {number}: {apart:?}");
                lost += 1;
                if lost > 3 {
                    break;
                }
            }
        }
        let (begun, before) = (Instant::now(), processor());
        let (mut decisions, mut played, mut lost) = (0, 0u64, 0);
        while begun.elapsed().as_secs_f64() < 1.0 {
            match player.random(Seeded::new(1, played), Some(Seeded::new(2, played)), 100_000) {
                Ok(course) => decisions += course.decisions,
                Err(_) => lost += 1,
            }
            played += 1;
        }
        // On a busy machine only the time of the processor tells anything.
        let time = processor() - before;
        println!(
            "  {:.1} games/s, {:.0} decisions/s, {lost} of {played} lost",
            played as f64 / time,
            decisions as f64 / time
        );
        playouts(&mut player);
    }
}

/// How fast games are whose players draw lots.
fn playouts(player: &mut Player) {
    let (begun, before) = (Instant::now(), processor());
    let (mut decisions, mut played, mut lost) = (0, 0u64, 0);
    while begun.elapsed().as_secs_f64() < 1.0 {
        match player.playout(Seeded::new(1, played), Seeded::new(2, played), 100_000) {
            Ok(playout) => decisions += playout.decisions,
            Err(_) => lost += 1,
        }
        played += 1;
    }
    let time = processor() - before;
    println!(
        "  playouts: {:.1} games/s, {:.0} decisions/s, {lost} of {played} lost",
        played as f64 / time,
        decisions as f64 / time
    );
}

/// How long this process has been on a processor, in seconds.
fn processor() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
