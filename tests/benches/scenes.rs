//! From a position to what is drawn of it, in the middle of a game of each kind: wanted is less than a millisecond for the scene.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rulehound_interpreter::play::{Game, Position, Stop, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::table::table;
use rulehound_tests::load::{game_for, load, rules_in};
use rulehound_tests::playout::playout_for;

/// How far a game has come; where many sit at the table, more than a hundred cards are dealt first.
const STOPS: usize = 240;

fn midgame(game: &Game) -> Position {
    let mut last = None;
    let mut look = |position: &Position| {
        if position.stop() == Stop::Decision {
            last = Some(position.clone());
        }
        Ok(())
    };
    playout_for(game, 5, 0, STOPS, &mut look).expect("no fault");
    last.expect("somebody decides")
}

fn scenes(criterion: &mut Criterion) {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    for path in folder("../games").into_iter().chain(folder("../examples/classics")) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let most = usize::from(model.players.most);
        let game = game_for(model, most);
        let position = midgame(&game);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        group.bench_function("scene", |bencher| bencher.iter(|| Scene::of(black_box(&position), Viewer::Seat(0))));
        group.bench_function("table", |bencher| bencher.iter(|| table(black_box(&position), Viewer::Seat(0), 80)));
        group.finish();
    }
}

criterion_group!(benches, scenes);
criterion_main!(benches);
