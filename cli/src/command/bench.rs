//! `bench`: how fast random games are played.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{self, Fault, Game};
use rulehound_interpreter::program::Profile;
use rulehound_native::{Lost, Passes, Player};
use serde_json::json;

use crate::arguments::{Bench, Format};
use crate::bot::{self, Generators};
use crate::exit::{Done, Exit};
use crate::machine_code::{self, Why};
use crate::output::Output;
use crate::{rules, table};

use super::ablation::{self, Rest};
use super::passes::Without;
use super::profile;

/// Steps are those of the interpreter, so beside machine code it plays for a while too.
const WHILE: Duration = Duration::from_millis(300);

/// The most decisions of a game that machine code plays; the clock is looked at from game to game.
const MOST_DECISIONS: u64 = 100_000;

/// Up to so many decisions of a game it is looked how large its positions are.
const DECISIONS_LOOKED_AT: u64 = 1_000;

/// So many statements and definitions are told.
const TOLD: usize = 12;

/// What was counted, and in which time.
#[derive(Default)]
pub struct Counts {
    /// Whether machine code played.
    native: bool,
    games: u64,
    decisions: u64,
    /// Stops: decisions, chance, ends.
    positions: u64,
    steps: u64,
    /// The most of a position.
    bytes: usize,
    seconds: f64,
}

/// Plays random games until the time is over.
pub fn bench(arguments: &Bench) -> Done {
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let game = rules.at(&table)?;
    let time = arguments.seconds;
    let without = Without::of(&arguments.without, arguments.interpreter)?;
    let native = match without.machine_code() {
        Some(passes) => measure_native(&game, arguments, passes).map_err(Some),
        None => Err(None),
    };
    let shortly = if native.is_ok() { WHILE.min(time) } else { time };
    let interpreted = measure(&without.interpreted(&game), arguments.seed, shortly)
        .map_err(|fault| rules.fault(fault, "while measuring"))?;
    // Counting where steps go takes time itself, so it is no part of what is measured.
    let profile = match arguments.profile {
        true => Some(steps_of(&game, arguments.seed).map_err(|fault| rules.fault(fault, "while measuring"))?),
        false => None,
    };
    let (counts, why) = match native {
        Ok(native) => (native.with_steps_of(&interpreted), None),
        Err(why) => (interpreted, why),
    };
    let why = why.as_ref().map(|why| (why, rules.sources.as_slice()));
    let mut output = Output::new();
    let is_measured = arguments.ablation && counts.native != arguments.interpreter;
    let ablation = if is_measured { ablation::measured(&game, arguments) } else { Vec::new() };
    match arguments.format {
        Format::Human => {
            output.lines(&human(&counts, &game, why))?;
            output.lines(&ablation::table(&ablation, arguments.interpreter))?;
            if let Some(profile) = &profile {
                output.lines(&["where the steps go, by statement".to_owned()])?;
                output.lines(&profile::statements(&game, profile, &rules.sources, TOLD))?;
                output.lines(&["and by definition, with all that each asks".to_owned()])?;
                output.lines(&profile::definitions(&game, profile, &rules.sources, TOLD))?;
            }
        }
        Format::Json => {
            let mut told = as_json(&counts, &game, arguments.seed, why);
            if arguments.ablation {
                let playouts = |rest: &Rest| json!(rest.counts.as_ref().map(Counts::playouts));
                let rest = |rest: &Rest| Some((rest.without?.to_owned(), playouts(rest)));
                told["playoutsPerSecondWithout"] = ablation.iter().filter_map(rest).collect();
                told["playoutsPerSecondInTurn"] = ablation.first().map_or(json!(null), playouts);
            }
            if let Some(profile) = &profile {
                told["profile"] = profile::as_json(&game, profile, &rules.sources);
            }
            output.json(&told)?;
        }
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// Plays random games for a while and counts where their steps go.
fn steps_of(game: &Game, seed: u64) -> Result<Arc<Profile>, Fault> {
    let (game, profile) = game.profiled();
    measure(&game, seed, WHILE)?;
    Ok(profile)
}

/// Plays random games with machine code until the time is over, or tells why that cannot be.
fn measure_native(game: &Game, arguments: &Bench, passes: &Passes) -> Result<Counts, Why> {
    let (mut player, mut counts) = (machine_code::player(game, passes)?, Counts { native: true, ..Counts::default() });
    let played = play_natively(&mut player, &mut counts, arguments.seed, arguments.seconds);
    played.map_err(|Lost| Why::lost(game, passes, arguments.seed, counts.games))?;
    Ok(counts)
}

/// Goes on playing random games with machine code for a while.
pub fn play_natively(player: &mut Player, counts: &mut Counts, seed: u64, time: Duration) -> Result<(), Lost> {
    let begun = ThreadTime::now();
    while begun.elapsed() < time {
        let generators = Generators::new(seed, counts.games);
        let played = player.playout(generators.chance, generators.bots, MOST_DECISIONS)?;
        counts.decisions += played.decisions;
        counts.positions += played.stops;
        counts.games += 1;
    }
    counts.seconds += begun.elapsed().as_secs_f64();
    Ok(())
}

/// Plays random games by the interpreter until the time is over, one at least.
fn measure(game: &Game, seed: u64, time: Duration) -> Result<Counts, Fault> {
    let bytes = bot::play(game, &mut Generators::new(seed, 0), None, DECISIONS_LOOKED_AT, false)?.largest;
    let mut counts = Counts { bytes, ..Counts::default() };
    interpret(game, &mut counts, seed, time)?;
    Ok(counts)
}

/// Goes on playing random games by the interpreter for a while, one at least.
pub fn interpret(game: &Game, counts: &mut Counts, seed: u64, time: Duration) -> Result<(), Fault> {
    let begun = ThreadTime::now();
    loop {
        let Generators { mut chance, mut bots } = Generators::new(seed, counts.games);
        let played = game.playout(play::Generators { chance: &mut chance, players: &mut bots }, MOST_DECISIONS)?;
        counts.decisions += played.decisions;
        counts.positions += played.stops;
        counts.steps += played.steps;
        counts.games += 1;
        if begun.elapsed() >= time {
            break;
        }
    }
    counts.seconds += begun.elapsed().as_secs_f64();
    Ok(())
}

impl Counts {
    /// Playouts a second.
    pub fn playouts(&self) -> f64 {
        self.a_second(self.games)
    }

    fn a_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds.max(f64::MIN_POSITIVE)
    }

    /// The same, with what only the interpreter counts.
    fn with_steps_of(self, other: &Self) -> Self {
        let steps = other.steps_a_decision() * self.decisions as f64;
        Self { steps: steps as u64, bytes: other.bytes, ..self }
    }

    fn steps_a_decision(&self) -> f64 {
        self.steps as f64 / self.decisions.max(1) as f64
    }
}

/// `1,234,567`, and one decimal below 100.
pub fn grouped(number: f64) -> String {
    if number < 100.0 {
        return format!("{number:.1}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Why the interpreter played though machine code was wanted, with the files that it is about.
type Reason<'a> = Option<(&'a Why, &'a [Source])>;

fn human(counts: &Counts, game: &Game, why: Reason<'_>) -> Vec<String> {
    let players = game.instance().seats();
    let line = |what: &str, number: f64| format!("  {what:<24}{:>12}", grouped(number));
    let mut lines = vec![
        format!(
            "random games of {players} for {:.1} s of processor time on one thread, {}",
            counts.seconds,
            if counts.native { "by machine code" } else { "by the interpreter" }
        ),
        line("playouts a second", counts.playouts()),
        line("decisions a second", counts.a_second(counts.decisions)),
        line("positions a second", counts.a_second(counts.positions)),
        line("bytes of a position", counts.bytes as f64),
        line("steps of a decision", counts.steps_a_decision()),
    ];
    lines.extend(why.map(|(why, sources)| why.human(sources)));
    lines
}

fn as_json(counts: &Counts, game: &Game, seed: u64, why: Reason<'_>) -> serde_json::Value {
    json!({
        "machineCode": counts.native, "noMachineCode": why.map(|(why, sources)| why.json(sources)),
        "players": game.instance().seats(), "seed": seed, "seconds": counts.seconds,
        "games": counts.games, "decisions": counts.decisions, "positions": counts.positions,
        "playoutsPerSecond": counts.playouts(),
        "decisionsPerSecond": counts.a_second(counts.decisions),
        "positionsPerSecond": counts.a_second(counts.positions),
        "bytesPerPosition": counts.bytes, "stepsPerDecision": counts.steps_a_decision(),
    })
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped() {
        let told: Vec<String> = [0.04, 12.34, 100.0, 1_234.5, 1_234_567.0].map(grouped).to_vec();
        assert_eq!(told, ["0.0", "12.3", "100", "1,234", "1,234,567"]);
    }
}
