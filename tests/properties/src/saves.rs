//! Saves of strangers.

use std::sync::LazyLock;

use rulehound_interpreter::play::{Game, Log, Seeded, Stop, Viewer};
use rulehound_tests::documents::folder;
use rulehound_tests::load::{load, rules_in, smallest};
use rulehound_tests::playout::playout;
use rulehound_tests::saves::unsealed;

/// Small games with every kind of cell.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let files = rules_in(&folder("tests/fixtures/reference"));
    files.iter().map(|path| smallest(load(path).unwrap_or_else(|errors| panic!("{errors}")))).collect()
});

/// How far a position that was read is played on.
const STOPS: usize = 12;

/// The first byte says of which game; the others are a save without its checksum, which would refuse nearly all. It is refused, or it is
/// played on without a panic, and what is saved then is read again.
pub fn saves(bytes: &[u8]) {
    let Some((which, save)) = bytes.split_first() else { return };
    let Some(game) = GAMES.get(usize::from(*which) % GAMES.len()) else { return };
    let Ok(mut position) = game.restore(save) else { return };
    let mut chance = Seeded::new(5, 0);
    let mut log = Log::new();
    for _ in 0..STOPS {
        for viewer in [Viewer::All, Viewer::Nobody, Viewer::Seat(0)] {
            let _ = position.view_for_people(viewer);
        }
        let done = match position.stop() {
            Stop::Over => break,
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log).is_ok(),
            Stop::Decision => {
                let seat = *position.deciders().first().expect("somebody decides");
                position.count(seat).is_ok_and(|count| {
                    position.offer(seat).is_ok() && position.apply(seat, chance.below(count), &mut log).is_ok()
                })
            }
        };
        // The rules went wrong, as they may from a position that play does not lead to.
        if !done {
            return;
        }
    }
    let again = game.restore(&position.save()).expect("its own save is read");
    assert!(again.declared() == position.declared(), "its save is another position");
}

/// Saves of all these games, some moves after their beginning.
pub fn good() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (which, game) in GAMES.iter().enumerate() {
        let mut stop = 0;
        let _ = playout(game, 3, 0, &mut |position| {
            if [0, 3, 9].contains(&stop) {
                found.push([&[u8::try_from(which).unwrap_or(0)][..], &unsealed(&position.save())].concat());
            }
            stop += 1;
            if stop > 9 { Err(String::new()) } else { Ok(()) }
        });
    }
    found
}
