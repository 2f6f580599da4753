//! `check --speed`: what costs time, and what is not turned into machine code.

use std::collections::BTreeMap;
use std::time::Duration;

use cpu_time::ThreadTime;
use rulehound_grammar::span::Location;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Fault, Game, Log, Stop};
use rulehound_native::Passes;

use crate::bot::Generators;
use crate::machine_code::{self, Why};
use crate::report;
use crate::rules::{Found, Rules};

use super::profile;

/// So long random games are played to see where the time goes.
const WHILE: Duration = Duration::from_millis(300);

/// So many stops are told.
const TOLD: usize = 5;

/// The most decisions of a game.
const MOST_DECISIONS: u64 = 2_000;

/// Games that machine code plays to see whether it gives up.
const GAMES: u64 = 20;

/// The work from a stop to the next.
#[derive(Clone, Copy, Default)]
struct Work {
    times: u64,
    steps: u64,
}

/// What is told of a game without errors, at the smallest table.
pub fn lines(found: &Found) -> Vec<String> {
    let Some(model) = &found.model else { return Vec::new() };
    let rules = Rules { model: model.clone(), sources: found.sources.clone() };
    let Ok(game) = rules.at(&Table::default()) else { return Vec::new() };
    let mut lines = vec![match no_machine_code(&game) {
        Some(why) => format!("  {}", why.human(&found.sources)),
        None => "  machine code plays all of it".to_owned(),
    }];
    let (game, profile) = game.profiled();
    match work(&game) {
        Ok(work) => {
            lines.extend(told(work, &found.sources));
            lines.extend(profile::definitions(&game, &profile, &found.sources, TOLD));
        }
        Err(fault) => lines.push(format!("  a random game ends in a fault: {}", fault.message)),
    }
    lines
}

fn no_machine_code(game: &Game) -> Option<Why> {
    let mut player = match machine_code::player(game, &Passes::default()) {
        Ok(player) => player,
        Err(why) => return Some(why),
    };
    (0..GAMES).find_map(|number| {
        let generators = Generators::new(1, number);
        let lost = player.random(generators.chance, Some(generators.bots), MOST_DECISIONS).is_err();
        lost.then(|| Why::lost(game, &Passes::default(), 1, number))
    })
}

/// How many steps it takes behind each stop, and to list what is on offer at the next.
fn work(game: &Game) -> Result<BTreeMap<Location, Work>, Fault> {
    let mut found: BTreeMap<Location, Work> = BTreeMap::new();
    let begun = ThreadTime::now();
    let mut number = 0;
    while begun.elapsed() < WHILE {
        let mut generators = Generators::new(1, number);
        let mut log = Log::silent();
        let mut position = game.start(&mut log)?;
        let mut decisions = 0;
        while position.stop() != Stop::Over && decisions < MOST_DECISIONS && begun.elapsed() < WHILE {
            match position.deciders().first() {
                Some(seat) => {
                    decisions += 1;
                    let option = generators.bots.below(position.count(*seat)?);
                    position.apply(*seat, option, &mut log)?;
                }
                None => position.resolve(generators.chance.pick_weight(&position.weights()), &mut log)?,
            }
            let work = found.entry(position.waits_at().exact.at).or_default();
            work.times += 1;
            work.steps += position.steps();
        }
        number += 1;
    }
    Ok(found)
}

/// The stops that cost most.
fn told(work: BTreeMap<Location, Work>, sources: &[Source]) -> Vec<String> {
    let all: u64 = work.values().map(|work| work.steps).sum();
    let mut order: Vec<(Location, Work)> = work.into_iter().collect();
    order.sort_by_key(|(at, work)| (std::cmp::Reverse(work.steps), *at));
    let line = |(at, work): &(Location, Work)| {
        let place = report::place(*at, sources)?;
        let share = 100.0 * work.steps as f64 / all.max(1) as f64;
        let each = work.steps as f64 / work.times.max(1) as f64;
        Some(format!("  {share:>4.0} % of all steps lead to {place}, {each:.0} each time"))
    };
    order.iter().take(TOLD).filter_map(line).collect()
}
