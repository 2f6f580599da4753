//! Damaged rules, scripts and saves: each is refused with a place, or accepted and played.
//!
//! A hundred thousand are tried by `cargo run --release -p rulehound-tests --example mutants -- 100000`, which also bounds their time and
//! memory.

use std::collections::BTreeMap;

use rulehound_tests::mutants::{Corpus, Outcome, Sort, mutant, try_mutant};
use rulehound_tests::parallel::in_parallel;

#[test]
fn damaged_files_are_refused_with_a_place_or_played() {
    let corpus = Corpus::of_the_project();
    let tried = in_parallel(600, |number| {
        let made = mutant(&corpus, number as u64);
        let outcome = try_mutant(&made);
        (made.sort, outcome.unwrap_or_else(|why| panic!("mutant {number} of {}: {why}", made.path.display())))
    });
    let mut outcomes: BTreeMap<Outcome, usize> = BTreeMap::new();
    for (_, outcome) in &tried {
        *outcomes.entry(*outcome).or_default() += 1;
    }
    let played = |sort| tried.iter().filter(|(one, outcome)| *one == sort && *outcome == Outcome::Played).count();
    for sort in [Sort::Rules, Sort::Script, Sort::Save] {
        assert!(played(sort) > 5, "hardly any {sort:?} are played, so hardly anything is tried: {outcomes:?}");
    }
    assert!(outcomes.len() > 30, "mistakes of few kinds: {outcomes:?}");
}

/// The same number gives the same file, or nobody could look into what was found.
#[test]
fn mutants_can_be_made_again() {
    let corpus = Corpus::of_the_project();
    for number in 0..50 {
        assert_eq!(mutant(&corpus, number).bytes, mutant(&corpus, number).bytes);
    }
}
