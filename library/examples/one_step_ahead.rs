//! A bot against one that moves at random. It tries each option in imagined deals, plays each to its end at random, and takes the option
//! that won most often: `cargo run --package rulehound --example one_step_ahead -- games/backgammon.rules 3`
//! (a file of rules, a seed).

#![allow(
    clippy::print_stdout,
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a program of its own"
)]

use std::env;
use std::error::Error;

use rulehound::{OptionKey, PlayError, Position, Random, Rules, Seat};

/// How many random games an option is tried in.
const TRIES: usize = 10;

/// The longest random game, in decisions.
const LONGEST: usize = 500;

fn main() -> Result<(), Box<dyn Error>> {
    run(env::args().skip(1)).map(|line| println!("{line}"))
}

/// How often the bot won, in a sentence.
pub fn run(mut arguments: impl Iterator<Item = String>) -> Result<String, Box<dyn Error>> {
    let rules = match arguments.next() {
        Some(path) => Rules::read(path)?,
        None => Rules::from_text("sticks.rules", rulehound::STICKS)?,
    };
    let seed = arguments.next().map_or(Ok(1), |word| word.parse())?;
    let game = rules.game().build()?;
    let me = Seat::new(0);
    let mut random = Random::new(seed);
    let mut won = 0;
    for number in 0..10 {
        let mut position = game.start(seed + number)?.silent();
        while let Some(seat) = position.deciders().first().copied() {
            if seat == me && position.count(seat)? > 1 {
                let key = best(&position, seat, &mut random)?;
                position.play(&position.option(seat, key)?)?;
            } else {
                position.play_nth(seat, random.below(position.count(seat)?))?;
            }
        }
        won += usize::from(position.outcome().is_some_and(|outcome| outcome.winners().contains(&me)));
    }
    Ok(format!("{} won {won} of 10 games", game.name(me).unwrap_or("nobody")))
}

/// The option that won most often, by its key: the deal it was tried in is only imagined.
fn best(position: &Position, seat: Seat, random: &mut Random) -> Result<OptionKey, PlayError> {
    let options = position.options(seat)?;
    let mut best: Option<(usize, OptionKey)> = None;
    for option in &options {
        let mut won = 0;
        for _ in 0..TRIES {
            // Where no deal fits, nothing is imagined: the truth is none of the bot's business.
            let Some(imagined) = position.redealt(seat, random.seed())? else { continue };
            let mut imagined = imagined.silent();
            imagined.play_nth(seat, option.number())?;
            won += usize::from(wins(imagined, seat, random)?);
        }
        if best.is_none_or(|(most, _)| won > most) {
            best = Some((won, option.key()));
        }
    }
    Ok(best.map_or(options[0].key(), |(_, key)| key))
}

/// Whether a seat wins if everybody moves at random from here.
fn wins(mut position: Position, seat: Seat, random: &mut Random) -> Result<bool, PlayError> {
    for _ in 0..LONGEST {
        let Some(decider) = position.deciders().first().copied() else { break };
        position.play_nth(decider, random.below(position.count(decider)?))?;
    }
    Ok(position.outcome().is_some_and(|outcome| outcome.winners().contains(&seat)))
}
