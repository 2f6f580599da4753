//! `solve`: perfect play of a small game, and how far a bot is from it.

use std::path::Path;
use std::time::{Duration, Instant};

use rulehound_bots::solve::{
    Exploitability, GameTree, InformationSet, Learned, Payoff, Solution, SolveBounds, SolveError, Strategy,
    exploitability, played_by, solve as solved,
};
use rulehound_bots::{Bot, Level, Strength};
use rulehound_interpreter::play::{Log, Position, Stop, Viewer};
use rulehound_interpreter::story::{Length, Teller};
use rulehound_interpreter::words::Owned;
use serde_json::{Value, json};

use super::script::{Loaded, load};
use crate::arguments::{Format, Solve};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::rules::{self, Rules};
use crate::table;

/// What is said of a position is as exact as this.
const EXACT: f64 = 5e-7;

/// What is worked out, and of which rules it speaks.
struct Question {
    rules: Rules,
    from: Position,
}

/// Works it out and prints it.
pub fn solve(arguments: &Solve) -> Done<Exit> {
    let question = match asked(arguments)? {
        Ok(question) => question,
        Err(exit) => return Ok(exit),
    };
    let payoff = if arguments.lead { Payoff::Lead } else { Payoff::Win };
    if arguments.lead && !question.from.game().is_ranked() {
        return Err(Failure::command_line(
            "nobody is ahead by so much in this game: `--lead` needs rules that say `win … by …`",
        ));
    }
    if !(arguments.within.is_finite() && arguments.within > 0.0) {
        return Err(Failure::command_line("`--within` takes a number above 0, such as 0.001"));
    }
    let bounds = SolveBounds { most: arguments.most, rounds: arguments.rounds, within: arguments.within };
    let begun = Instant::now();
    let until = Duration::from_secs(arguments.seconds);
    let found = solved(&question.from, payoff, bounds, &mut || begun.elapsed() < until);
    let solution = found.map_err(|error| refused(error, &question.rules))?;
    let of_bots = bots(arguments, &question, payoff, &solution)?;
    let mut output = Output::new();
    match arguments.format {
        Format::Json => output.json(&as_json(&question.from, &solution, &of_bots))?,
        Format::Human => {
            human(&question.from, &solution, (payoff, arguments.within), &mut output)?;
            for (level, judged) in &of_bots {
                output.prose(&of_bot(*level, judged))?;
            }
            if let (Some(learned), true) = (&solution.learned, arguments.list) {
                strategy(&question, learned, &mut output)?;
            }
        }
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// The beginning of a game, or the end of a script.
fn asked(arguments: &Solve) -> Done<Result<Question, Exit>> {
    if Path::new(&arguments.game).extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
        let loaded = load(Path::new(&arguments.game), true)?;
        let played = loaded.play(Viewer::All, &mut ());
        loaded.complain(Viewer::All, &played.diagnostics);
        let exit = Loaded::exit(&played);
        return Ok(match played.position.filter(|_| exit == Exit::Fine) {
            Some(from) => Ok(Question { rules: loaded.rules, from }),
            None => Err(exit),
        });
    }
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let game = rules.at(&table)?;
    let from = game.start(&mut Log::silent()).map_err(|fault| rules.fault(fault, "while the game began"))?;
    Ok(Ok(Question { rules, from }))
}

fn refused(error: SolveError, rules: &Rules) -> Failure {
    match error {
        SolveError::Fault(fault) => rules.fault(fault, "while every way to play was looked at"),
        SolveError::TooLarge(_) => Failure::command_line(format!(
            "{error}: take a smaller table or setting, begin near the end with a script, or look at more with `--most`"
        )),
        SolveError::TooManyPlayers(_) | SolveError::Unsettled | SolveError::Forgetful => {
            Failure::command_line(error.to_string())
        }
    }
}

/// How far bots are from perfect play.
fn bots(
    arguments: &Solve,
    question: &Question,
    payoff: Payoff,
    solution: &Solution,
) -> Done<Vec<(Level, Exploitability)>> {
    let mut judged = Vec::new();
    for level in &arguments.bots {
        let level: Level = level.parse().map_err(|unknown| Failure::command_line(format!("{unknown}")))?;
        let Some(learned) = &solution.learned else {
            return Err(Failure::command_line(
                "nothing is hidden in this game: `simulate --bot` and `analyse` tell how well a bot plays it",
            ));
        };
        let game = question.from.game();
        let strategy = match level.strength() {
            Strength::Random => Strategy::of(learned.tree.sets().iter().map(|set| vec![1.0; set.options]).collect()),
            Strength::Thinks { iterations, milliseconds: None } => {
                let mut bot = Bot::interpreting(game).playing_for(payoff).having_learned(game);
                played_by(&mut bot, game, &learned.tree, (iterations, arguments.times), arguments.seed)
                    .map_err(|error| question.rules.fault(error, "while the bot thought"))?
            }
            Strength::Thinks { milliseconds: Some(_), .. } => {
                return Err(Failure::command_line(format!(
                    "`{level}` thinks for some time, so it plays otherwise each time: judge `mcts:10000`, or another number of imagined games"
                )));
            }
        };
        judged.push((level, exploitability(&learned.tree, &strategy, game.instance().seats())));
    }
    Ok(judged)
}

fn as_json(from: &Position, solution: &Solution, bots: &[(Level, Exploitability)]) -> Value {
    let players = &from.game().instance().players;
    let by_player = |values: &[f64]| -> Value { players.iter().cloned().zip(values.iter().copied()).collect() };
    let mut value = json!({"positions": solution.positions, "values": by_player(&solution.values)});
    let Some(map) = value.as_object_mut() else { return value };
    if !solution.options.is_empty() {
        let texts = options(from);
        let option = |(text, values): (&String, &Vec<f64>)| json!({"text": text, "values": by_player(values)});
        map.insert("options".to_owned(), texts.iter().zip(&solution.options).map(option).collect());
    }
    if let Some(learned) = &solution.learned {
        map.insert("informationSets".to_owned(), learned.tree.sets().len().into());
        map.insert("rounds".to_owned(), learned.rounds.into());
        map.insert("exploitability".to_owned(), learned.exploitability.mean.into());
    }
    for (level, judged) in bots {
        let told = json!({"values": by_player(&judged.values), "exploitability": judged.mean, "nashConv": judged.mean * players.len() as f64});
        let bots = map.entry("bots").or_insert_with(|| json!({}));
        if let Some(bots) = bots.as_object_mut() {
            bots.insert(level.to_string(), told);
        }
    }
    value
}

/// The words of what the first to decide may do.
fn options(from: &Position) -> Vec<String> {
    let seat = from.deciders().first().copied();
    let offer = seat.and_then(|seat| from.offer(seat).ok().flatten());
    let owned = Owned::new(from.game().instance());
    offer.map_or_else(Vec::new, |offer| offer.options.iter().map(|option| owned.said(&option.text)).collect())
}

fn human(from: &Position, solution: &Solution, (payoff, within): (Payoff, f64), output: &mut Output) -> Done<()> {
    let players = &from.game().instance().players;
    let sentence = told(players, &solution.values, payoff);
    match &solution.learned {
        // What is not near enough to perfect play must not be called so.
        Some(learned) if learned.exploitability.mean > within => {
            output.prose(&sentence.replacen("With perfect play", "With what was learned so far", 1))?;
        }
        Some(_) | None => output.prose(&sentence)?,
    }
    match &solution.learned {
        None => {
            output.prose(&format!("{} were looked at.", counted(solution.positions, "position")))?;
            let texts = options(from);
            let seat = from.deciders().first().copied().unwrap_or(0);
            if from.stop() == Stop::Decision && texts.len() > 1 {
                let name = players.get(seat).map_or("", String::as_str);
                output.line("")?;
                output.line(format!("What {name} may do, and what comes of it:"))?;
                for (number, (text, values)) in (1..).zip(texts.iter().zip(&solution.options)) {
                    output.line(format!("  {number}. {text}: {}", brief(players, values, payoff)))?;
                }
            }
        }
        Some(learned) => {
            let gain = learned.exploitability.mean;
            let goodness = if gain < EXACT { "nothing".to_owned() } else { number(gain) };
            output.prose(&format!(
                "Worked out in {} of learning over {} in {} that somebody can be in. Whoever knew this play could gain {goodness} a game by it.",
                counted(learned.rounds as usize, "round"),
                counted(solution.positions, "position"),
                counted(learned.tree.sets().len(), "situation"),
            ))?;
        }
    }
    Ok(())
}

fn of_bot(level: Level, judged: &Exploitability) -> String {
    format!("Whoever knew how `{level}` plays could gain {} a game by it.", number(judged.mean))
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What perfect play comes to, in a sentence.
fn told(players: &[String], values: &[f64], payoff: Payoff) -> String {
    let name = |seat: usize| players.get(seat).map_or("", String::as_str);
    let most = (0..values.len()).max_by(|one, other| {
        let of = |seat: &usize| values.get(*seat).copied().unwrap_or(0.0);
        of(one).total_cmp(&of(other)).then(other.cmp(one))
    });
    let best = most.unwrap_or(0);
    let value = values.get(best).copied().unwrap_or(0.0);
    match (payoff, values.len()) {
        (Payoff::Lead, _) if value.abs() < EXACT => "With perfect play nobody gets ahead.".to_owned(),
        (Payoff::Lead, _) => {
            format!("With perfect play {} is ahead by {} on average.", name(best), number(value))
        }
        (Payoff::Win, 1) if value > 1.0 - EXACT => "With perfect play the game is won.".to_owned(),
        (Payoff::Win, 1) => format!("With perfect play the game is won {}.", share(value)),
        (Payoff::Win, 2) if value.abs() < EXACT => "With perfect play neither wins more than the other.".to_owned(),
        (Payoff::Win, 2) if value > 1.0 - EXACT => format!("With perfect play {} wins.", name(best)),
        (Payoff::Win, 2) => format!("With perfect play {} wins {}, ties counting half.", name(best), share(value)),
        (Payoff::Win, _) => {
            let each = (0..values.len())
                .map(|seat| format!("{} {}", name(seat), number(values.get(seat).copied().unwrap_or(0.0))));
            format!(
                "With everybody playing for their own best, from -1 for losing to 1 for winning alone: {}.",
                each.collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// The same for one option, short.
fn brief(players: &[String], values: &[f64], payoff: Payoff) -> String {
    let name = |seat: usize| players.get(seat).map_or("", String::as_str);
    match (payoff, values) {
        (Payoff::Win, [one, _]) if one.abs() < EXACT => "even".to_owned(),
        (Payoff::Win, [one, _]) if *one > 1.0 - EXACT => format!("{} wins", name(0)),
        (Payoff::Win, [one, _]) if *one < EXACT - 1.0 => format!("{} wins", name(1)),
        (Payoff::Win, [one, _]) if *one > 0.0 => format!("{} wins {}", name(0), share(*one)),
        (Payoff::Win, [one, _]) => format!("{} wins {}", name(1), share(-one)),
        (_, values) => {
            let each = values.iter().enumerate().map(|(seat, value)| format!("{} {}", name(seat), number(*value)));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// A worth between -1 and 1 as a share of games.
fn share(value: f64) -> String {
    format!("{:.2} % of games", 50.0 * (1.0 + value))
}

fn number(value: f64) -> String {
    format!("{value:.4}")
}

/// Each situation with what was told before, and how likely each option is.
fn strategy(question: &Question, learned: &Learned, output: &mut Output) -> Done<()> {
    for (number, set) in learned.tree.sets().iter().enumerate() {
        let (lines, position) = situation(&learned.tree, set).map_err(|error| question.rules.fault(error, "here"))?;
        let players = &position.game().instance().players;
        let owned = Owned::new(position.game().instance());
        output.line("")?;
        for line in lines {
            output.prose(&line)?;
        }
        let offer = position.offer(set.seat).map_err(|error| question.rules.fault(error, "here"))?;
        let texts = offer.map_or_else(Vec::new, |offer| offer.options);
        let shares = learned.strategy.at(number).iter().zip(&texts);
        let shares = shares.map(|(share, option)| format!("{} {:.0} %", owned.said(&option.text), 100.0 * share));
        let name = players.get(set.seat).map_or("", String::as_str);
        output.prose(&format!("  {name}: {}", shares.collect::<Vec<_>>().join(", ")))?;
    }
    Ok(())
}

/// What whoever decides was told before.
fn situation(
    tree: &GameTree,
    set: &InformationSet,
) -> Result<(Vec<String>, Position), rulehound_interpreter::play::PlayError> {
    let mut teller = Teller::new(Viewer::Seat(set.seat)).at_length(Length::Short).undrawn();
    let mut lines = Vec::new();
    let position = tree.replay(set, &mut |log, position| lines.extend(teller.tell(&log.events, position)))?;
    lines.extend(teller.pause(&position));
    lines.retain(|line| !line.trim().is_empty());
    Ok((lines, position))
}
