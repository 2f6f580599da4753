//! Whole random games: the engine beside the same game written by hand. `docs/performance.md` tells the ratio.

mod by_hand;

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Log, Seeded, Stop};
use rulehound_tests::load::load;

/// Plays one game with random players; gives the number of decisions.
fn engine(game: &Game, chance: &mut Seeded) -> u64 {
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("the game starts");
    let mut decisions = 0;
    loop {
        match position.stop() {
            Stop::Decision => {
                for seat in position.deciders() {
                    decisions += 1;
                    let count = position.count(seat).expect("an offer");
                    position.apply(seat, chance.below(count), &mut log).expect("an answer");
                }
            }
            Stop::Chance => {
                let outcome = chance.pick_weight(&position.weights());
                position.resolve(outcome, &mut log).expect("an outcome");
            }
            Stop::Over => return decisions,
        }
    }
}

fn hot_dog(criterion: &mut Criterion) {
    let game = game("hot-dog", Table { players: default_names(4), ..Table::default() });
    beside(criterion, "hot-dog, four players, one game", &game, |chance| {
        by_hand::hot_dog::playout(4, chance);
    });
}

fn backgammon(criterion: &mut Criterion) {
    let settings = [("target".to_owned(), "1".to_owned())].into_iter().collect();
    let game = game("backgammon", Table { settings, ..Table::default() });
    beside(criterion, "backgammon, one game", &game, |chance| {
        rulehound_tests::by_hand::backgammon::playout(chance);
    });
}

fn game(name: &str, table: Table) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{name}.rules"));
    Game::load(load(&path).expect("the game passes the checker"), &table).expect("the table fits")
}

/// Random games of the engine beside the same written by hand.
fn beside(criterion: &mut Criterion, name: &str, game: &Game, by_hand: impl Fn(&mut Seeded)) {
    let mut group = criterion.benchmark_group(name);
    let mut stream = 0;
    group.bench_function("engine", |bencher| {
        bencher.iter(|| {
            stream += 1;
            engine(game, &mut Seeded::new(1, stream))
        });
    });
    group.bench_function("by hand", |bencher| {
        bencher.iter(|| {
            stream += 1;
            by_hand(&mut Seeded::new(1, stream));
        });
    });
    group.finish();
}

criterion_group!(benches, hot_dog, backgammon);
criterion_main!(benches);
