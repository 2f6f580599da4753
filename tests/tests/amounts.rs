//! Options that are told as one, since they differ by a number alone, are those options and no others.

use std::collections::BTreeSet;
use std::path::Path;

use rulehound_interpreter::amounts::amounts;
use rulehound_interpreter::play::Position;
use rulehound_tests::load::{load, rules_in, smallest};
use rulehound_tests::playout::playout_for;

/// So many stops of a random game of each file are looked at.
const STOPS: usize = 120;

/// Looks at what somebody is offered here; how often options are told as one.
fn look(position: &Position) -> usize {
    let mut found = 0;
    for seat in position.deciders() {
        let Ok(Some(offer)) = position.offer(seat) else { continue };
        let texts: Vec<String> = offer.options.iter().map(|option| option.text.clone()).collect();
        let mut next = 0;
        for one in amounts(&offer, &texts) {
            assert!(one.first >= next && one.last < texts.len(), "{one:?} stands behind {next}");
            next = one.last + 1;
            for (step, option) in (one.first..=one.last).enumerate() {
                let number = i64::from(one.least) + i64::from(one.step) * step as i64;
                assert_eq!(texts[option], format!("{}{number}{}", one.before, one.after));
                assert_eq!(one.option(number), Some(option));
            }
            assert_eq!(one.option(i64::from(one.greatest()) + i64::from(one.step)), None);
            found += 1;
        }
    }
    found
}

#[test]
fn what_is_told_as_one_is_those_options() {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut told = BTreeSet::new();
    for path in ["../games", "../examples/classics", "fixtures/points"].into_iter().flat_map(folder) {
        let game = smallest(load(&path).unwrap_or_else(|errors| panic!("{errors}")));
        let mut found = 0;
        let mut stop = |position: &Position| {
            found += look(position);
            Ok(())
        };
        // Some of the points end in a fault.
        let _ = playout_for(&game, 5, 0, STOPS, &mut stop);
        if found > 0 {
            told.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    assert!(told.contains("many-amounts"), "{told:?}");
}
