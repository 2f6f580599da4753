//! Every property holds for inputs that proptest makes: bytes of any kind, and files of the project with pieces cut out, doubled and put
//! elsewhere. The seed is fixed, so that a run says the same everywhere; the programs in `fuzz` look further.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rulehound_properties::{ALL, Property, property, seeds};

/// A change of an input: from where, how much, to where, and what comes between.
type Change = (Index, u8, Index, Vec<u8>);

fn changed(good: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for (from, length, to, between) in changes {
        if bytes.is_empty() {
            break;
        }
        let from = from.index(bytes.len());
        let end = (from + usize::from(*length)).min(bytes.len());
        let piece: Vec<u8> = bytes.splice(from..end, between.iter().copied()).collect();
        let to = to.index(bytes.len() + 1);
        bytes.splice(to..to, piece);
    }
    bytes
}

fn holds(name: &str, cases: u32) {
    let property: Property = property(name);
    let mut small = seeds(name);
    small.retain(|seed| seed.len() < 6_000);
    assert!(!small.is_empty(), "there is nothing to begin with for {name}");
    let change = (any::<Index>(), 0..40u8, any::<Index>(), vec(any::<u8>(), 0..4));
    let damaged = (select(small), vec(change, 0..4)).prop_map(|(good, changes)| changed(&good, &changes));
    let inputs = prop_oneof![4 => damaged, 1 => vec(any::<u8>(), 0..200)];
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let tried = runner.run(&inputs, |input| {
        property(&input);
        Ok::<(), TestCaseError>(())
    });
    tried.unwrap_or_else(|failed| panic!("{name}: {failed}"));
}

#[test]
fn any_text_is_read_and_written() {
    holds("text", 400);
}

#[test]
fn any_rules_are_refused_or_played() {
    holds("rules", 60);
}

#[test]
fn any_script_is_refused_or_run() {
    holds("scripts", 100);
}

#[test]
fn any_save_is_refused_or_played_on() {
    holds("saves", 400);
}

#[test]
fn any_editor_is_answered() {
    holds("editor", 60);
}

#[test]
fn any_browser_is_heard_or_shown_the_door() {
    holds("wire", 40);
}

#[test]
fn games_that_nobody_wrote_are_played_alike() {
    holds("games", 6);
}

/// Inputs for which a property did not hold once, found by the programs in `fuzz`; each folder is called as its property.
#[test]
fn what_was_found_once_holds_now() {
    let found = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let files = |folder: &std::path::Path| {
        let mut files: Vec<_> =
            std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
        files.sort();
        files
    };
    for folder in files(&found) {
        let property = property(&folder.file_name().expect("a name").to_string_lossy());
        for file in files(&folder) {
            let input = std::fs::read(&file).expect("it can be read");
            let tried = std::panic::catch_unwind(|| property(&input));
            assert!(tried.is_ok(), "{} is what it was again", file.display());
        }
    }
}

/// Each has a test above, and a program in `fuzz`.
#[test]
fn every_property_is_tried_here_and_for_hours() {
    let own = include_str!("properties.rs");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, _) in ALL {
        assert!(own.contains(&format!("holds(\"{name}\", ")), "{name} is not tried here");
        let program = root.join("fuzz/fuzz_targets").join(name).with_extension("rs");
        let text = std::fs::read_to_string(&program).unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        assert!(text.contains(&format!("property(\"{name}\")")), "{} tries something else", program.display());
    }
}
