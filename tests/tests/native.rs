//! Machine code plays as the interpreter does: the same choices lead to the same cells at every stop of random games.

use std::path::Path;

use rulehound_interpreter::play::Game;
use rulehound_native::{Native, NativeError, Pass, Passes};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::native::{Apart, MachineCode};

/// Files in which a search meets faults of the rules on some path, which only the interpreter passes over, or which hold what is not turned
/// into machine code.
const GIVES_UP: [&str; 10] = [
    "cant-stop",
    "errands",
    "faults-at-once",
    "go",
    "same-look",
    "several-by-looks",
    "splendor",
    "veiled-order",
    "veiled-pile",
    "veiled-several",
];

/// Plays some games of every file of a folder at every table; tells where machine code and interpreter differ.
fn agree(folder: &str, games: u64, stops: usize) {
    agree_with(&Passes::default(), folder, games, stops);
}

/// The same of small files, one for each construct. It is our translation that is looked at; the compiler behind it is at its best above.
fn agree_unoptimised(folder: &str, games: u64, stops: usize) {
    agree_with(&Passes::without([Pass::Compiling]), folder, games, stops);
}

fn agree_with(passes: &Passes, folder: &str, games: u64, stops: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut problems = Vec::new();
    for path in rules_in(&folder) {
        let gives_up = path.file_stem().and_then(|name| name.to_str()).is_some_and(|name| GIVES_UP.contains(&name));
        let model = load(&path).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        for table in tables(&model) {
            let name = format!("{} with {}", path.display(), table.players.len());
            let Ok(game) = Game::load(model.clone(), &table) else { continue };
            let mut machine_code = match MachineCode::with(&game, passes) {
                Ok(made) => made,
                Err(NativeError::Fault(_)) => continue,
                Err(NativeError::Unsupported(_)) if gives_up => continue,
                Err(error) => {
                    problems.push(format!("{name}: {error}"));
                    continue;
                }
            };
            for number in 0..games {
                match machine_code.agrees(&game, number, stops, stops as u64 / 2) {
                    Ok(()) => {}
                    Err(Apart::GaveUp(_)) if gives_up => {}
                    Err(apart) => problems.push(format!("{name}, game {number}: {apart:?}")),
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Of what is only counted and moved by number nothing but numbers is kept; whatever looks at one of a kind, or moves what lies with others
/// that are looked at, gives it an identity.
#[test]
fn what_nothing_tells_apart_has_no_identity() {
    let kinds = |path: &str| {
        let model = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it passes the checker");
        let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
        let made = Native::new(&game).expect("machine code");
        made.without_identity().map(|kind| model.kinds[kind.index()].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("fixtures/points/moved-by-number.rules"), ["Stone", "Grain"]);
    assert_eq!(kinds("../examples/classics/kalah.rules"), ["Seed"]);
    assert_eq!(kinds("../examples/classics/nine-mens-morris.rules"), ["Man"]);
    // What is noted, revealed together or searched for in plans reads where each lies.
    for other in ["../examples/classics/go-9x9.rules", "../games/greyhounds.rules", "../games/backgammon.rules"] {
        assert_eq!(kinds(other), [""; 0], "{other}");
    }
}

/// Whatever makes it faster changes nothing of what is played.
#[test]
fn without_any_pass() {
    let classics = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics");
    for (name, passes) in [
        ("four-in-a-row", &[Pass::PlacesAsBits, Pass::Unrolling][..]),
        ("go-9x9", &[Pass::Fusion, Pass::PlacesAsBits, Pass::ComponentsAsBits]),
        ("hex", &[Pass::Fusion, Pass::PlacesAsBits, Pass::Hoisting]),
        ("kalah", &[Pass::RowsAtOnce, Pass::ConstantEvaluation, Pass::ComponentsAsBits, Pass::ComponentsAsCounts]),
        ("hearts", &[Pass::ComponentsAsBits, Pass::SecretsInPlace]),
        ("nine-mens-morris", &Pass::ALL),
    ] {
        let model = load(&classics.join(name).with_extension("rules")).expect("it passes the checker");
        let table = tables(&model).into_iter().next().expect("a table");
        let game = Game::load(model, &table).expect("the table fits");
        for pass in passes {
            let mut made = MachineCode::with(&game, &Passes::without([*pass])).expect("machine code");
            if let Err(apart) = made.agrees(&game, 1, 60, 60) {
                panic!("{name} without {}: {apart:?}", pass.name());
            }
        }
    }
}

#[test]
fn on_the_games() {
    agree("../games", 1, 400);
}

#[test]
fn on_games_that_everybody_knows() {
    agree("../examples/classics", 2, 400);
}

#[test]
fn on_the_games_of_the_cookbook() {
    agree_unoptimised("../docs/book/src/cookbook", 2, 300);
}

#[test]
fn on_small_games() {
    agree("fixtures/reference", 2, 300);
}

#[test]
fn on_single_points() {
    agree_unoptimised("fixtures/points", 12, 300);
}

#[test]
fn on_the_hard_parts_of_many_games() {
    agree_unoptimised("../interpreter/tests/fixtures", 1, 200);
}
