//! Plays the games of a study.

use std::sync::Mutex;

use rayon::prelude::*;
use rulehound_interpreter::play::Fault;
use rulehound_study::statistics::{SURE, sequence};
use rulehound_study::{Kept, Machines, Part, Plan, Played, Player, Row, Series};

use super::Studied;
use super::asked::{Games, Share};
use crate::arguments::Study;
use crate::exit::{Done, Failure};
use crate::many;

/// So many numbers are played at once; between them a study that is watched may end, and a fault ends it.
const BATCH: u64 = 1_000;

/// From so many games on it pays to make machine code first.
const WORTH_MACHINE_CODE: u64 = 256;

/// The games of a number, or the number with what went wrong.
type OfNumber = Result<Vec<Played>, (u64, Box<Fault>)>;

/// Plays the games of a study, as many numbers at once as a batch holds; each is given to `take` in the order of the numbers.
pub(super) fn play(
    studied: &Studied,
    games: Games,
    arguments: &Study,
    mut take: impl FnMut(Row) -> Done<()>,
) -> Done<Part> {
    let pool = many::threads(arguments.threads)?;
    let (counted, _) = studied.tables.game.profiled();
    let many = games.to - games.from >= WORTH_MACHINE_CODE;
    let machines = if many { Machines::make(&studied.tables) } else { Machines::default() };
    let player = |_| Mutex::new(Player::new(&studied.plan, &studied.tables, &counted, &machines));
    let players: Vec<Mutex<Player<'_>>> = (0..pool.current_num_threads().max(1)).map(player).collect();
    let seats = studied.manifest.players.len();
    let mut kept = Kept::default();
    let mut at = games.from;
    while at < games.to {
        let next = games.to.min(at + BATCH);
        let batch: Vec<OfNumber> = pool
            .install(|| (at..next).into_par_iter().map(|number| of_number(&studied.plan, &players, number)).collect());
        for found in batch {
            let found = found.map_err(|(number, fault)| {
                studied.rules.fault(*fault, &format!("in game {number} of a study with seed {}", studied.plan.seed))
            })?;
            if let Some((number, why)) = found.iter().find_map(|one| Some((one.row.number, one.unanswered.as_ref()?))) {
                let message = format!("{why}; in game {number} of a study with seed {}", studied.plan.seed);
                return Err(Failure::command_line(message));
            }
            kept.add(&studied.plan, seats, &found);
            found.into_iter().try_for_each(|played| take(played.row))?;
        }
        at = next;
        if arguments.until.is_some_and(|Share(share)| is_known(&kept, seats, share)) {
            break;
        }
    }
    Ok(Part::collect(studied.manifest.clone(), (games.from, at), kept, counted.program()))
}

/// Every game of a number.
fn of_number(plan: &Plan, players: &[Mutex<Player<'_>>], number: u64) -> OfNumber {
    let mine = players.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
    let Some(Ok(mut player)) = mine else { return Ok(Vec::new()) };
    let play = |series: Series| player.play(series, number, false).map_err(|fault| (number, Box::new(fault)));
    plan.series(number).into_iter().map(play).collect()
}

/// Whether every seat's share of random games is known so well, in hundredths of a per cent, whenever somebody looks.
fn is_known(kept: &Kept, seats: usize, share: u64) -> bool {
    let random = kept.of(Series::Random);
    let each = 1.0 - (1.0 - SURE) / seats.max(1) as f64;
    (0..seats).all(|seat| sequence(random.won(seat), random.games, each).half() <= share as f64 / 10_000.0)
}
