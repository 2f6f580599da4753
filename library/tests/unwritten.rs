//! Games that nobody wrote, through the library: no view tells what is hidden, options and views speak of the same things, and what the
//! rules do wrong is a fault.

use crate::table::json;
use rulehound::{PlayError, Position, Random, Rules, Value};
use rulehound_tests::generated;

/// How many games are made.
const GAMES: u64 = 400;

/// Decisions of each that are looked at.
const MOST: usize = 8;

#[test]
fn games_that_nobody_wrote_are_played_and_tell_no_secrets() {
    let (mut played, mut different, mut bound) = (0, 0, 0);
    for number in 0..GAMES {
        let text = generated::rules(11, number);
        let names = ["game.rules", "parent.rules"];
        let texts: Vec<(&str, &str)> = names.into_iter().zip(generated::files(&text)).collect();
        let Ok(rules) = Rules::from_texts("game.rules", texts) else { continue };
        let game = rules.game().build().expect("a table");
        let Ok(mut position) = game.start(number) else { continue };
        let mut random = Random::new(number);
        for _ in 0..MOST {
            for seat in game.seats() {
                let Some(other) = position.redealt(seat, random.seed()).expect("a seat") else { continue };
                different += usize::from(other != position);
                let (ours, theirs) = (position.view(seat).expect("a seat"), other.view(seat).expect("a seat"));
                assert_eq!(json(&ours), json(&theirs), "game {number}: {seat:?} is told of what it cannot see\n{text}");
            }
            let Some(seat) = position.deciders().first().copied() else { break };
            let Ok(count) = position.count(seat) else { break };
            bound += bindings(&position, number);
            match position.play_nth(seat, random.below(count)) {
                Ok(()) => played += 1,
                Err(PlayError::Fault(fault)) => {
                    assert!(fault.place.is_some(), "{fault}");
                    break;
                }
                Err(PlayError::Misuse(misuse)) => panic!("game {number}: {misuse}"),
            }
        }
    }
    assert!(played > 200 && different > 300 && bound > 300, "{played} played, {different} different, {bound} bound");
}

/// How many components and places the options of a position bind; all of them are in the view.
fn bindings(position: &Position, number: u64) -> usize {
    let mut bound = 0;
    for seat in position.deciders() {
        let view = position.view(seat).expect("a seat");
        for option in position.options(seat).unwrap_or_default() {
            for (name, value) in option.bindings() {
                match value {
                    Value::Component(component) => {
                        bound += 1;
                        assert!(view.thing(component).is_some(), "game {number}: {name} of {option} is not seen");
                    }
                    Value::Place(place) => {
                        bound += 1;
                        assert!(view.in_place(place).is_some(), "game {number}: {name} of {option} is no place");
                    }
                    _ => {}
                }
            }
        }
    }
    bound
}
