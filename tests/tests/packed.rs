//! Positions at rest are small: of every shipped game and classic, at the fewest and the most players, in every position of random games.
//!
//! That what is unpacked is what was packed shows in `native.rs`, which compares the cells of every position with those of machine code,
//! which packs nothing.

use std::path::Path;
use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::parallel::in_parallel;

/// So many stops are played of each game at each table, in as many games as it takes.
const STOPS: usize = 1_500;

/// What a position of this game may take at most.
fn bound(path: &Path) -> usize {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match name.split('-').next() {
        Some("hot") => 256,
        Some("backgammon") => 128,
        Some(_) | None => 1_024,
    }
}

#[test]
fn positions_are_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = rules_in(&root.join("../games"));
    paths.extend(rules_in(&root.join("../examples/classics")));
    assert!(paths.len() > 20, "the games are there");
    let problems = in_parallel(paths.len(), |number| {
        let model = load(&paths[number]).expect("the game passes the checker");
        let problems = tables(&model).into_iter().filter_map(|table| too_large(&paths[number], &model, &table));
        problems.collect::<Vec<_>>()
    });
    assert!(problems.concat().is_empty(), "{}", problems.concat().join("\n"));
}

/// The first position of random games that takes as many bytes as the bound, or more.
fn too_large(path: &Path, model: &Arc<Model>, table: &Table) -> Option<String> {
    let game = Game::load(model.clone(), table).expect("the table fits");
    let (mut stops, mut number, mut most) = (0, 0, 0);
    while stops < STOPS && most < bound(path) {
        let mut chance = Seeded::new(11, number);
        let mut position = game.start(&mut Log::silent()).expect("no fault");
        loop {
            stops += 1;
            most = most.max(position.bytes());
            assert!(most > 0, "there are cells");
            if position.stop() == Stop::Over || stops >= STOPS {
                break;
            }
            go_on(&mut position, &mut chance);
        }
        number += 1;
    }
    let players = table.players.len();
    (most >= bound(path)).then(|| format!("{} with {players}: a position of {most} bytes", path.display()))
}

/// One random answer or outcome.
fn go_on(position: &mut Position, chance: &mut Seeded) {
    let mut log = Log::silent();
    let deciders = position.deciders();
    match deciders.is_empty() {
        true => position.resolve(chance.pick_weight(&position.weights()), &mut log).expect("no fault"),
        false => {
            let seat = deciders[chance.below(deciders.len())];
            let count = position.count(seat).expect("no fault");
            position.apply(seat, chance.below(count), &mut log).expect("no fault");
        }
    }
}

#[test]
fn what_is_packed_says_all() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/hot-dog.rules");
    let model = load(&path).expect("the game passes the checker");
    let table = tables(&model).pop().expect("a table");
    let game = Game::load(model, &table).expect("the table fits");
    let mut chance = Seeded::new(12, 0);
    let mut position = game.start(&mut Log::silent()).expect("no fault");
    while position.stop() != Stop::Over {
        // A copy knows nothing but the bytes, and finds everything out anew.
        let mut copy = position.clone();
        assert_eq!(copy.deciders(), position.deciders());
        assert_eq!(copy.weights(), position.weights());
        let mut same = chance.clone();
        go_on(&mut position, &mut chance);
        go_on(&mut copy, &mut same);
        assert_eq!((copy.cells(), copy.bytes()), (position.cells(), position.bytes()));
        assert_eq!(position.cells().len(), game.program().layout.size as usize);
    }
}
