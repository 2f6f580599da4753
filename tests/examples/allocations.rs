//! How often memory is taken while random games are played on, and by which call: `allocations [--where] [--players N] GAME…`.
//!
//! One game is played first and not counted. With `--where` every game leaves a file `NAME.dhat.json` for the viewer of DHAT, which tells
//! the places.

use std::collections::BTreeMap;
use std::path::Path;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop};
use rulehound_tests::load::{load, tables};

#[global_allocator]
static MEMORY: dhat::Alloc = dhat::Alloc;

/// So many decisions are counted; recording where each time is slow.
const DECISIONS: u64 = 2_000;

/// By call: how often it was made, and how often it took memory.
type Counts = BTreeMap<&'static str, (u64, u64)>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut places, mut players) = (false, None);
    println!("times that memory is taken in a call, and for each decision with all that leads to the next");
    println!(
        "{:28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "deciders", "count", "apply", "weights", "resolve", "decision"
    );
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--where" => places = true,
            "--players" => players = arguments.next().and_then(|count| count.parse().ok()),
            file => measure(Path::new(file), players, places),
        }
    }
}

fn measure(file: &Path, players: Option<usize>, places: bool) {
    let model = load(file).unwrap_or_else(|errors| panic!("{errors}"));
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let wanted = |table: &Table| players.is_none_or(|players| table.players.len() == players);
    let table = tables(&model).into_iter().rfind(wanted).expect("so many may play");
    let game = Game::load(model, &table).expect("the table fits");
    play(&game, 0, u64::MAX, &mut |_, step| step());
    let profiler = if places {
        dhat::Profiler::builder().file_name(format!("{name}.dhat.json")).trim_backtraces(Some(40)).build()
    } else {
        dhat::Profiler::builder().testing().build()
    };
    let mut counts = Counts::new();
    let (mut decisions, mut stream) = (0, 1);
    while decisions < DECISIONS {
        decisions += play(&game, stream, DECISIONS - decisions, &mut |call, step| {
            let before = dhat::HeapStats::get().total_blocks;
            step();
            let count = counts.entry(call).or_default();
            count.0 += 1;
            count.1 += dhat::HeapStats::get().total_blocks - before;
        });
        stream += 1;
    }
    drop(profiler);
    print!("{name:28}");
    for call in ["deciders", "count", "apply", "weights", "resolve"] {
        let (calls, taken) = counts.get(call).copied().unwrap_or_default();
        print!(" {:8.2}", taken as f64 / (calls as f64).max(1.0));
    }
    let taken: u64 = counts.iter().filter(|(call, _)| **call != "start").map(|(_, (_, taken))| taken).sum();
    println!(" {:8.2}", taken as f64 / decisions as f64);
}

/// Plays one random game up to so many decisions, each call wrapped; gives the number of decisions.
fn play(game: &Game, stream: u64, most: u64, watched: &mut dyn FnMut(&'static str, &mut dyn FnMut())) -> u64 {
    let mut chance = Seeded::new(1, stream);
    let mut log = Log::silent();
    let mut position: Option<Position> = None;
    watched("start", &mut || position = Some(game.start(&mut log).expect("the game starts")));
    let mut position = position.expect("the game has started");
    let mut decisions = 0;
    while decisions < most {
        match position.stop() {
            Stop::Over => break,
            Stop::Decision => {
                decisions += 1;
                let (mut seat, mut count) = (0, 0);
                watched("deciders", &mut || seat = position.deciders()[0]);
                watched("count", &mut || count = position.count(seat).expect("an offer"));
                let option = chance.below(count);
                watched("apply", &mut || position.apply(seat, option, &mut log).expect("an answer"));
            }
            Stop::Chance => {
                let mut outcome = 0;
                watched("weights", &mut || outcome = chance.pick_weight(&position.weights()));
                watched("resolve", &mut || position.resolve(outcome, &mut log).expect("an outcome"));
            }
        }
    }
    decisions
}
