//! The slowest offer of a game: `slowest_offer POSITIONS PLAYERS GAME…` plays random games by the interpreter and tells how long somebody had
//! to wait for what is on offer, of three tries the shortest.

use std::path::Path;
use std::time::{Duration, Instant};

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Log, Position};
use rulehound_tests::load::load;
use rulehound_tests::playout::playout;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let most: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(10_000);
    let players: usize = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    for file in arguments {
        let table = Table { players: default_names(players), ..Table::default() };
        let game = Game::load(load(Path::new(&file)).expect("passes"), &table).expect("fits");
        let (mut seen, mut stream) = (0, 0);
        let mut slowest = (Duration::ZERO, 0, 0);
        while seen < most {
            let mut stop = 0;
            let played = playout(&game, 1, stream, &mut |position| {
                stop += 1;
                seen += 1;
                slowest = slowest.max((shortest(position), stream, stop));
                if seen < most { Ok(()) } else { Err("enough".to_owned()) }
            });
            if let (Err(message), true) = (played, seen < most) {
                println!("{message}");
            }
            stream += 1;
        }
        let (took, stream, stop) = slowest;
        println!("{file}: {took:?} at stop {stop} of game {stream}");
    }
}

/// How long it takes to list what is on offer and to answer with the last of it.
fn shortest(position: &Position) -> Duration {
    let timed = |_| {
        let mut next = position.clone();
        let begun = Instant::now();
        if let Some(seat) = next.deciders().first().copied() {
            let offer = next.offer(seat).expect("no fault");
            let last = offer.map_or(0, |offer| offer.options.len()).saturating_sub(1);
            next.apply(seat, last, &mut Log::silent()).expect("no fault");
        }
        begun.elapsed()
    };
    (0..3).map(timed).min().unwrap_or_default()
}
