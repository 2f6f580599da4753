//! What is played again leads where it led, and is told and recorded as it was.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use rulehound_interpreter::play::Seeded;
use rulehound_tests::load::{load, rules_in, smallest};

use super::Course;

/// So many answers are given in each game.
const ANSWERS: usize = 60;

#[test]
fn what_is_played_again_is_as_it_was() {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut played = 0;
    for path in folder("../../games").into_iter().chain(folder("../../examples/classics")) {
        let game = smallest(load(&path).unwrap_or_else(|errors| panic!("{errors}")));
        let (mut course, mut happened) = Course::begin(&game, 7, 0).unwrap_or_else(|why| panic!("{why}"));
        let mut random = Seeded::new(3, 1);
        while course.given().len() < ANSWERS {
            let Some(seat) = course.position().deciders().first().copied() else { break };
            let option = random.below(course.position().count(seat).unwrap());
            // Some of these rules go wrong, and the game is over then.
            let Ok(step) = course.try_out(seat, option) else { break };
            happened.extend(course.take(step));
        }
        let name = path.display();
        let again = Course::again(&game, (7, 0), course.given(), || {});
        let (again, told) = again.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(again.position().declared(), course.position().declared(), "{name}");
        assert_eq!((again.given(), again.free), (course.given(), course.free), "{name}");
        assert_eq!(again.record(), course.record(), "{name}");
        let events = |all: &[super::Happened]| all.iter().flat_map(|one| one.log.events.clone()).collect::<Vec<_>>();
        assert_eq!(events(&told), events(&happened), "{name}");
        played += course.given().len();
    }
    assert!(played > 1_000, "{played} answers were played again");
}
