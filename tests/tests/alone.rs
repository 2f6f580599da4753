//! The reference alone: it comes through every small game, and its inputs mean the same each time.

use std::path::Path;

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::play::Seeded;
use rulehound_judges::reference::{BAD_INPUT, Input, Question, Reference};
use rulehound_tests::load::{load, rules_in, tables};

/// A random game; how many stops it had and how it ended.
fn play(instance: &Instance, stream: u64, stops: usize) -> (usize, String) {
    let reference = Reference::new(instance);
    let mut random = Seeded::new(3, stream);
    let mut inputs = Vec::new();
    for stop in 0..stops {
        let state = match reference.replay(&inputs) {
            Ok(state) => state,
            Err(fault) => {
                assert_ne!(fault.code, BAD_INPUT, "{fault}");
                return (stop, fault.to_string());
            }
        };
        assert_eq!(Ok(&state), reference.replay(&inputs).as_ref());
        inputs.push(match &state.question {
            Question::Over(_) => return (stop, "over".to_owned()),
            Question::Chance { outcomes, .. } => Input::Outcome(random.below(outcomes.len())),
            Question::Decision(offers) => {
                let offer = &offers[random.below(offers.len())];
                Input::Answer { seat: offer.seat, option: random.below(offer.options.len()) }
            }
        });
    }
    (stops, "cut".to_owned())
}

#[test]
fn small_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/reference");
    let mut problems = Vec::new();
    for path in rules_in(&folder) {
        let model = match load(&path) {
            Ok(model) => model,
            Err(errors) => {
                problems.push(errors);
                continue;
            }
        };
        for table in tables(&model) {
            let instance = Instance::new(model.clone(), &table).expect("the table fits");
            for stream in 0..2 {
                let (stops, ending) = play(&instance, stream, 24);
                assert!(stops > 0, "{} stops at once: {ending}", path.display());
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
