//! Engine and reference see the same at every stop of random games.

use std::path::Path;

use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::{load, rules_in, tables};

/// How many games of a file are played, and for how many stops.
type Length = (u64, usize);

/// Games that take the reference long: because players look ahead, because much is decided in secret, or because random games have some
/// thousand stops. Here they are played for a while; whole games are for patient people.
const SLOW: [(&str, Length); 4] =
    [("backgammon", (2, 60)), ("black-dog", (2, 200)), ("greyhounds", (4, 1_000)), ("spots", (3, 300))];

/// The same in full.
const PATIENT: [(&str, Length); 4] =
    [("backgammon", (0, 0)), ("black-dog", (0, 0)), ("greyhounds", (100, 5_000)), ("spots", (50, 20_000))];

/// Plays some games of every file of a folder, at the smallest and the largest table; files are shared among threads.
fn agree(folder: &str, length: Length, slow: &[(&str, Length)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = rules_in(&folder);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let problems: Vec<String> = std::thread::scope(|scope| {
        let share = |thread| {
            let files = &files;
            scope.spawn(move || {
                let own = files.iter().skip(thread).step_by(threads);
                own.flat_map(|path| disagreements(path, length, slow)).collect::<Vec<_>>()
            })
        };
        let running: Vec<_> = (0..threads).map(share).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn disagreements(path: &Path, length: Length, slow: &[(&str, Length)]) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let slow = slow.iter().find(|(slow, _)| name.starts_with(slow));
    let (games, stops) = slow.map_or(length, |(_, length)| *length);
    let model = match load(path) {
        Ok(model) => model,
        Err(errors) => return vec![format!("{name} does not pass the checker:\n{errors}")],
    };
    let mut problems = Vec::new();
    for table in tables(&model) {
        for stream in 0..games {
            let course = Course { seed: 1, stream, stops };
            let problem = match compare(&model, &table, course) {
                Ok(Ending::EngineTired(code)) => format!("only the engine stops, with the fault {code}"),
                Ok(Ending::Over | Ending::Fault(_) | Ending::Cut | Ending::Tired) => continue,
                Err(difference) => difference.to_string(),
            };
            problems.push(format!("{name}, {} players, game {stream}: {problem}", table.players.len()));
            break;
        }
    }
    problems
}

#[test]
fn on_small_games_of_every_construct() {
    agree("fixtures/reference", (4, 40), &[]);
}

/// One point of the language each; some end in the fault they are about.
#[test]
fn on_single_points() {
    agree("fixtures/points", (12, 40), &[]);
}

/// Whole games: 50 at the smallest and 50 at the largest table of every game.
#[test]
fn on_the_games() {
    agree("../games", (50, 1_000), &SLOW);
}

#[test]
fn on_the_classics() {
    agree("../examples/classics", (2, 80), &[]);
}

#[test]
#[ignore = "takes a quarter of an hour or more; run it with `--release`"]
fn on_whole_games() {
    agree("../games", (0, 0), &PATIENT);
}

/// Small games are there to be played through: a fault at the first stop would hide everything behind it.
#[test]
fn small_games_get_somewhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/reference");
    for path in rules_in(&folder) {
        let Ok(model) = load(&path) else { continue };
        let table = tables(&model).remove(0);
        let endings = (0..8).map(|stream| compare(&model, &table, Course { seed: 2, stream, stops: 20 }));
        let far = |ending: &Ending| matches!(ending, Ending::Over | Ending::Cut);
        let through = endings.flatten().filter(far).count();
        let faulty = path.file_stem().is_some_and(|stem| stem == "faults");
        assert!(faulty || through >= 2, "only {through} of 8 games of {} get somewhere", path.display());
    }
}
