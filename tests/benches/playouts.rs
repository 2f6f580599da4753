//! Whole random games: machine code and interpreter beside the same game written by hand. `docs/performance.md` tells the ratio.

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_judges::by_hand::engine::{interpreter, machine_code};
use rulehound_judges::by_hand::{Played, backgammon_fast, four_in_a_row, hot_dog, pig, tic_tac_toe};
use rulehound_native::Native;
use rulehound_tests::load::load;

fn all(criterion: &mut Criterion) {
    let seats = |players| Table { players: default_names(players), ..Table::default() };
    let settings = [("target".to_owned(), "1".to_owned())].into_iter().collect();
    let one_game = Table { settings, ..Table::default() };
    let play = |chance: &mut Seeded| hot_dog::playout(4, chance);
    beside(criterion, "hot-dog, four players, one game", &game("games/hot-dog.rules", &seats(4)), play);
    beside(criterion, "backgammon, one game", &game("games/backgammon.rules", &one_game), backgammon_fast::playout);
    let play = |chance: &mut Seeded| pig::playout(2, 100, chance);
    beside(criterion, "pig, two players, one game", &game("examples/classics/pig.rules", &seats(2)), play);
    let two = Table::default();
    let file = "examples/classics/tic-tac-toe.rules";
    beside(criterion, "tic-tac-toe, one game", &game(file, &two), tic_tac_toe::playout);
    let file = "examples/classics/four-in-a-row.rules";
    beside(criterion, "four in a row, one game", &game(file, &two), four_in_a_row::playout);
}

fn game(file: &str, table: &Table) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    Game::load(load(&path).expect("the game passes the checker"), table).expect("the table fits")
}

/// The same random games by machine code, by the interpreter and by hand; `tests/tests/by_hand.rs` shows that they are the same.
fn beside(criterion: &mut Criterion, name: &str, game: &Game, by_hand: impl Fn(&mut Seeded) -> Played) {
    let mut group = criterion.benchmark_group(name);
    let native = Native::new(game).expect("machine code");
    let mut player = native.player().expect("memory");
    group.bench_function("machine code", |bencher| {
        let mut stream = 0;
        bencher.iter(|| {
            stream += 1;
            machine_code(&mut player, Seeded::new(1, stream))
        });
    });
    group.bench_function("interpreter", |bencher| {
        let mut stream = 0;
        bencher.iter(|| {
            stream += 1;
            interpreter(game, &mut Seeded::new(1, stream))
        });
    });
    group.bench_function("by hand", |bencher| {
        let mut stream = 0;
        bencher.iter(|| {
            stream += 1;
            by_hand(&mut Seeded::new(1, stream))
        });
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
