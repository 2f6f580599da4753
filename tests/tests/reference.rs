//! Engine and reference see the same at every stop of random games.

use std::path::Path;

use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::{load, rules_in, tables};

/// How many games of a file are played, and for how many stops.
type Length = (u64, usize);

/// Games in which players look ahead take the reference long; they have tests of their own on whole games. Random games of some
/// thousand stops are cut after thirty turns or so.
const SLOW: [(&str, Length); 3] = [("backgammon", (2, 60)), ("black-dog", (3, 400)), ("spots", (50, 300))];

/// Plays some games of every file of a folder, at the smallest and the largest table.
fn agree(folder: &str, length: Length) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut problems = Vec::new();
    for path in rules_in(&folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let slow = SLOW.iter().find(|(slow, _)| name.starts_with(slow));
        let (games, stops) = slow.map_or(length, |(_, length)| *length);
        match load(&path) {
            Err(errors) => problems.push(format!("{name} does not pass the checker:\n{errors}")),
            Ok(model) => {
                for table in tables(&model) {
                    for stream in 0..games {
                        let course = Course { seed: 1, stream, stops };
                        if let Err(difference) = compare(&model, &table, course) {
                            problems
                                .push(format!("{name}, {} players, game {stream}: {difference}", table.players.len()));
                            break;
                        }
                    }
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn on_small_games_of_every_construct() {
    agree("fixtures/reference", (4, 40));
}

/// One point of the language each; some end in the fault they are about.
#[test]
fn on_single_points() {
    agree("fixtures/points", (12, 40));
}

/// Whole games: 50 at the smallest and 50 at the largest table of every game.
#[test]
fn on_the_games() {
    agree("../games", (50, 1_000));
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
