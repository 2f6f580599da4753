//! A known number of a game with chance and choices: who begins a game of pig wins 53.47 % if both hold at 20.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that panics tells why")]

use std::sync::Arc;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop};
use rulehound_study::statistics::wilson;

struct Pig;

impl Library for Pig {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: include_str!("../../examples/classics/pig.rules").to_owned() })
    }
}

/// Stops with 20 points and more, else throws.
fn hold_at_20(position: &Position, seat: usize) -> usize {
    let offer = position.offer(seat).expect("no fault").expect("an offer");
    let points = offer.options.iter().find_map(|option| {
        let points = option.text.strip_prefix("stop with ")?.split(' ').next()?.parse::<u32>().ok()?;
        Some((option.id, points))
    });
    let (stop, points) = points.expect("whoever decides may stop");
    if points >= 20 { stop } else { offer.options.len() - 1 - stop }
}

/// Who began, and who won.
fn played(game: &Game, chance: &mut Seeded) -> (usize, Vec<usize>) {
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("no fault");
    let mut beginner = None;
    while position.stop() != Stop::Over {
        if let Some(seat) = position.deciders().first().copied() {
            let option = hold_at_20(&position, seat);
            position.apply(seat, option, &mut log).expect("no fault");
        } else {
            let outcome = chance.pick_weight(&position.weights());
            // Who begins is drawn first.
            beginner.get_or_insert(outcome);
            position.resolve(outcome, &mut log).expect("no fault");
        }
    }
    (beginner.expect("a draw"), position.outcome().expect("an end").winners())
}

/// Worked out exactly from the odds of a turn; a game that is off by the turn that whoever begins is ahead is far outside.
#[test]
fn whoever_begins_and_holds_at_twenty_wins_as_often_as_is_known() {
    let checked = check("pig.rules", &mut Pig);
    let model = checked.model.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let table = Table { players: default_names(2), ..Table::default() };
    let game = Game::load(Arc::new(model), &table).expect("a table");
    let mut chance = Seeded::new(20, 0);
    let games = 6_000;
    let won = (0..games).filter(|_| {
        let (beginner, winners) = played(&game, &mut chance);
        winners == [beginner]
    });
    let share = wilson(won.count() as u64, games, 0.999);
    assert!(share.holds(0.534_7) && !share.holds(0.5) && share.half() < 0.022, "{share:?}");
}
