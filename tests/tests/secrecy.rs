//! Views hold what the manual says who may know, no more and no less, at stops of random games: place by place, variable by variable, feature by
//! feature. Who may know what is said by the reference.

use std::path::Path;

use rulehound_interpreter::play::Game;
use rulehound_judges::reference::Reference;
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::playout::playout_for;
use rulehound_tests::secrecy::by_the_manual;

/// Plays `games` random games of every file of a folder, at the smallest and the largest table, and looks at every so manieth stop.
fn look_at(folder: &str, games: u64, stops: usize, every: usize) -> usize {
    let mut looks = 0;
    for path in rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
        let Ok(model) = load(&path) else { continue };
        for table in tables(&model) {
            let game = Game::load(model.clone(), &table).expect("the table fits");
            let reference = Reference::new(game.instance());
            for stream in 0..games {
                let mut stop = 0;
                let looked = playout_for(&game, 61, stream, stops, &mut |position| {
                    stop += 1;
                    looks += usize::from(stop % every == 0);
                    if stop % every == 0 { by_the_manual(&reference, position).map(|_| ()) } else { Ok(()) }
                });
                // Fixtures may end in a fault of their own.
                if let Err(message) = looked
                    && message.contains("view")
                {
                    panic!("{}, {} players: {message}", path.display(), table.players.len());
                }
            }
        }
    }
    looks
}

#[test]
fn in_small_games_of_every_construct() {
    assert!(look_at("fixtures/reference", 2, 40, 2) > 500);
}

#[test]
fn in_single_points() {
    assert!(look_at("fixtures/points", 2, 30, 1) > 100);
}

#[test]
fn where_all_is_hidden_in_some_way() {
    assert!(look_at("fixtures/veils", 10, 40, 1) > 100);
}

#[test]
fn in_the_games() {
    assert!(look_at("../games", 1, 300, 29) > 100);
}

#[test]
fn in_the_classics() {
    assert!(look_at("../examples/classics", 1, 200, 29) > 50);
}
