//! What a viewer is sent does not hang on what he may not know: positions that differ in nothing else give the same bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use rulehound_interpreter::play::{Fault, Position, Seeded, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_judges::reference::Reference;
use rulehound_tests::load::{load, rules_in, smallest};
use rulehound_tests::playout::playout_for;
use rulehound_tests::secrecy::twin;

use super::{asked, seen};

/// So far the games are played, and every so manieth stop is looked at.
const STOPS: usize = 150;
const EVERY: usize = 7;

/// All that a viewer is sent of a position.
fn sent(position: &Position, viewer: Viewer) -> String {
    let scene = Scene::of(position, viewer);
    let question = match viewer {
        Viewer::Seat(seat) => {
            asked(position, seat, &scene).map(|asked| asked.map(|asked| serde_json::to_string(&asked).unwrap()))
        }
        Viewer::Nobody | Viewer::All => Ok(None),
    };
    let table = serde_json::to_string(&seen(position, &scene, None, &serde_json::Value::Null)).unwrap();
    format!("{table}\n{:?}", question.map_err(|error| Fault::from(error).code))
}

#[test]
fn what_is_sent_hangs_on_nothing_hidden() {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut compared = 0;
    for path in folder("../../games").into_iter().chain(folder("../../examples/classics")) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        if game.is_open() {
            continue;
        }
        let reference = Reference::new(game.instance());
        let mut chance = Seeded::new(11, 0);
        let mut stop = 0;
        let mut look = |position: &Position| {
            stop += 1;
            if stop % EVERY != 0 {
                return Ok(());
            }
            let seats = (0..position.game().instance().seats()).map(Viewer::Seat);
            for viewer in seats.chain([Viewer::Nobody]) {
                let Some(twin) = twin(&reference, position, viewer, &mut chance) else { continue };
                let (own, other) = (sent(position, viewer), sent(&twin, viewer));
                if own != other {
                    return Err(format!("{viewer:?} is sent\n{own}\nor\n{other}"));
                }
                compared += 1;
            }
            Ok(())
        };
        playout_for(&game, 9, 0, STOPS, &mut look).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
    assert!(compared > 300, "{compared} views were compared");
}
