//! Prints what the first who decides sees, and may do, as JSON: what a table in the browser needs.
//! `cargo run --package rulehound --example view_as_json -- games/hot-dog.rules` (a file of rules).

#![allow(clippy::print_stdout, clippy::disallowed_macros, clippy::disallowed_methods, reason = "a program of its own")]

use std::env;
use std::error::Error;

use rulehound::Rules;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    run(env::args().skip(1)).map(|text| println!("{text}"))
}

/// The text.
pub fn run(mut arguments: impl Iterator<Item = String>) -> Result<String, Box<dyn Error>> {
    let rules = match arguments.next() {
        Some(path) => Rules::read(path)?,
        None => Rules::from_text("sticks.rules", rulehound::STICKS)?,
    };
    let position = rules.game().build()?.start(1)?;
    let seat = position.deciders().first().copied().ok_or("the game is over before anybody decides")?;
    let shown = json!({
        "view": position.view(seat)?,
        "options": position.options(seat)?,
        "events": position.events(seat)?,
    });
    Ok(serde_json::to_string_pretty(&shown)?)
}
