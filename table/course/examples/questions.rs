//! Questions of random games as a browser is sent them, a line each, until so many options of every game were told: for `.ci/clicks`, which
//! looks that clicks lead to each of them.
//!
//! `cargo run --package rulehound-course --example questions -- 1500 games/*.rules`

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;

use rulehound_course::{Course, Onlooker};
use rulehound_interpreter::play::{Game, Seeded, Viewer};
use rulehound_tests::load::{load, smallest};
use serde_json::{Value, json};

/// So many games of each are begun, and so many answers are given in one.
const GAMES: u64 = 40;
const ANSWERS: usize = 400;

/// Of a question with more options than these the first are looked at, as in the browser.
const MOST: usize = 400;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted: usize = arguments.next().and_then(|count| count.parse().ok()).expect("how many options of each game");
    for file in arguments {
        let model = load(Path::new(&file)).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        let mut told = 0;
        for seed in 0..GAMES {
            told += play(&game, &file, seed, wanted.saturating_sub(told));
        }
    }
}

/// One random game; how many options were told of it.
fn play(game: &Game, file: &str, seed: u64, wanted: usize) -> usize {
    let (mut course, _) = Course::begin(game, seed, 0).expect("it begins");
    let mut random = Seeded::new(seed, 1);
    let mut told = 0;
    for _ in 0..ANSWERS {
        let deciders = course.position().deciders();
        if deciders.is_empty() || told >= wanted {
            break;
        }
        let seat = *deciders.get(random.below(deciders.len())).expect("somebody");
        let mut onlooker = Onlooker::new(Viewer::Seat(seat));
        onlooker.look(course.position(), true, &Value::Null).expect("it is seen");
        let seen: Value = serde_json::from_str(&onlooker.seen).expect("JSON");
        let question = seen.pointer("/ask/of").expect("it is asked");
        println!("{}", json!({ "game": file, "question": question }));
        told += onlooker.options.min(MOST);
        let step = course.try_out(seat, random.below(onlooker.options)).expect("it is on offer");
        course.take(step);
    }
    told
}
