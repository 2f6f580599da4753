//! Engine and reference see the same at every stop of random games.

use std::path::Path;
use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::parallel::in_parallel;

/// How many games of a file are played, and for how many stops.
type Length = (u64, usize);

/// Games that take the reference long: because players look ahead, because much is decided in secret, or because random games have some
/// thousand stops. Here they are played for a while; whole games are for patient people.
const SLOW: [(&str, Length); 4] =
    [("backgammon", (2, 60)), ("black-dog", (2, 200)), ("greyhounds", (4, 1_000)), ("spots", (3, 300))];

/// The same in full.
const PATIENT: [(&str, Length); 4] =
    [("backgammon", (0, 0)), ("black-dog", (0, 0)), ("greyhounds", (100, 5_000)), ("spots", (50, 20_000))];

/// Plays some games of every file of a folder, at the smallest and the largest table.
fn agree(folder: &str, length: Length, slow: &[(&str, Length)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    let mut problems = Vec::new();
    for path in rules_in(&folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match load(&path) {
            Ok(model) => all.extend(tables(&model).into_iter().map(|table| (name.clone(), model.clone(), table))),
            Err(errors) => problems.push(format!("{name} does not pass the checker:\n{errors}")),
        }
    }
    let found = in_parallel(all.len(), |number| {
        let (name, model, table) = &all[number];
        let slow = slow.iter().find(|(slow, _)| name.starts_with(slow));
        let told = disagreement(model, table, slow.map_or(length, |(_, length)| *length));
        told.map(|told| format!("{name}, {} players, {told}", table.players.len()))
    });
    problems.extend(found.into_iter().flatten());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The first game in which they do not see the same.
fn disagreement(model: &Arc<Model>, table: &Table, (games, stops): Length) -> Option<String> {
    (0..games).find_map(|stream| match compare(model, table, Course { seed: 1, stream, stops }) {
        Ok(Ending::EngineTired(code)) => Some(format!("game {stream}: only the engine stops, with the fault {code}")),
        Ok(Ending::Over | Ending::Fault(_) | Ending::Cut | Ending::Tired) => None,
        Err(difference) => Some(format!("game {stream}: {difference}")),
    })
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
fn on_the_games_of_the_cookbook() {
    agree("../docs/book/src/cookbook", (2, 60), &[]);
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
