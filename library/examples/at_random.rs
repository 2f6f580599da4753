//! Plays one game at random and tells it: `cargo run --package rulehound --example at_random -- games/hot-dog.rules 4 7`
//! (a file of rules, how many play, a seed).

#![allow(clippy::print_stdout, clippy::disallowed_macros, clippy::disallowed_methods, reason = "a program of its own")]

use std::env;
use std::error::Error;

use rulehound::{Random, Rules, Story};

fn main() -> Result<(), Box<dyn Error>> {
    run(env::args().skip(1)).map(|lines| println!("{}", lines.join("\n")))
}

/// The lines of the story.
pub fn run(mut arguments: impl Iterator<Item = String>) -> Result<Vec<String>, Box<dyn Error>> {
    let rules = match arguments.next() {
        Some(path) => Rules::read(path)?,
        None => Rules::from_text("sticks.rules", rulehound::STICKS)?,
    };
    let seats = arguments.next().map_or(Ok(*rules.seats().start()), |word| word.parse())?;
    let seed = arguments.next().map_or(Ok(1), |word| word.parse())?;

    let mut position = rules.game().seats(seats).build()?.start(seed)?;
    let mut random = Random::new(seed);
    let mut story = Story::public();
    let mut lines = story.tell(&position);
    while let Some(seat) = position.deciders().first().copied() {
        let options = position.options(seat)?;
        let choice = random.pick(&options).ok_or("whoever decides has options")?;
        position.play(choice)?;
        lines.extend(story.tell(&position));
    }
    Ok(lines)
}
