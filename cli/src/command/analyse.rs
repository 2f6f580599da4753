//! `analyse`: a recorded game, judged decision by decision.

use rulehound_bots::{Analysis, Bot, Budget, Judged, ONE};
use rulehound_interpreter::play::{Log, Position, Viewer};
use rulehound_interpreter::script::{Listener, Passage};
use rulehound_interpreter::words::Owned;
use serde_json::{Value, json};

use super::script::{Loaded, load};
use crate::arguments::{Analyse, Format};
use crate::exit::{Done, Exit};
use crate::output::Output;
use crate::thinkers::percent;
use crate::tuned;

/// What gives away less than this is no mistake: a twentieth of a win.
const MISTAKE: u32 = ONE / 20;

/// How many turning points are told.
const MOST_TURNS: usize = 3;

/// Where a game stood after each stop, with the step of the script that led there.
#[derive(Default)]
struct Course {
    stops: Vec<(Option<usize>, Position)>,
}

impl Listener for Course {
    fn passage(&mut self, passage: &Passage<'_>) {
        if passage.said.is_none() && passage.refused.is_none() {
            self.stops.push((passage.step, passage.position.clone()));
        }
    }
}

/// A decision in words.
struct Told {
    judged: Judged,
    /// The step of the script, from 1.
    step: Option<usize>,
    name: String,
    taken: String,
    better: String,
}

/// Plays the script, and asks a bot at every decision.
pub fn analyse(arguments: &Analyse) -> Done<Exit> {
    let loaded = load(&arguments.script, true)?;
    let mut course = Course::default();
    let played = loaded.play(Viewer::All, &mut course);
    loaded.complain(Viewer::All, &played.diagnostics);
    let exit = Loaded::exit(&played);
    if exit != Exit::Fine {
        return Ok(exit);
    }
    let told = judge(&loaded, course, arguments)?;
    let mut output = Output::new();
    match arguments.format {
        Format::Json => output.json(&as_json(&told))?,
        Format::Human => human(&told, arguments, &mut output)?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn judge(loaded: &Loaded, course: Course, arguments: &Analyse) -> Done<Vec<Told>> {
    let mut stops = course.stops.into_iter();
    let Some((_, first)) = stops.next() else { return Ok(Vec::new()) };
    let game = first.game().clone();
    let fault = |error| loaded.rules.fault(error, "while the game was judged");
    // A record begins where the game does; then everybody remembers what came before.
    let mut log = Log::new();
    let begins = game.start(&mut log).is_ok_and(|start| start.identity() == first.identity());
    let mut analysis = Analysis::new(&game, first, begins);
    analysis.begin(&log);
    let mut bot = Bot::new(&game).tuned(tuned::of(&loaded.rules.sources)?);
    let owned = Owned::new(game.instance());
    let mut told = Vec::new();
    for ((step, next), seed) in stops.zip(arguments.seed..) {
        let before = analysis.position().clone();
        let mut go_on = || true;
        let budget = &mut Budget::new(arguments.games, &mut go_on);
        let Some(judged) = analysis.go_on(&next, &mut bot, seed, budget).map_err(fault)? else { continue };
        let offer = before.offer(judged.seat).map_err(fault)?;
        let text = |option: usize| {
            let found = offer.as_ref().and_then(|offer| offer.options.get(option));
            found.map_or_else(String::new, |option| owned.said(&option.text))
        };
        let name = game.instance().players.get(judged.seat).cloned().unwrap_or_default();
        let (taken, better) = (text(judged.taken), text(judged.thought.option));
        told.push(Told { step: step.map(|step| step + 1), name, taken, better, judged });
    }
    Ok(told)
}

fn as_json(told: &[Told]) -> Value {
    let share = |value: Option<u32>| value.map(|value| f64::from(value) / f64::from(ONE));
    told.iter()
        .map(|it| {
            json!({
                "step": it.step,
                "player": it.name,
                "taken": it.taken,
                "value": share(it.judged.value),
                "better": it.better,
                "best": share(it.judged.best),
                "loss": share(Some(it.judged.loss())),
                "proven": it.judged.thought.considered.first().is_some_and(|first| first.proven),
            })
        })
        .collect()
}

fn human(told: &[Told], arguments: &Analyse, output: &mut Output) -> Done<()> {
    if told.is_empty() {
        return output.line("Nobody had a choice.");
    }
    output.prose(&format!(
        "Each choice as a bot judges it that imagines {} games with what the player knew. Shares are those of a win.",
        arguments.games
    ))?;
    output.line("")?;
    let mistakes = told.iter().filter(|it| arguments.all || it.judged.loss() >= MISTAKE);
    for it in mistakes.clone() {
        output.prose(&sentence(it))?;
    }
    if mistakes.count() == 0 {
        output.line("Nobody gave much away.")?;
    }
    output.line("")?;
    for line in by_player(told) {
        output.line(line)?;
    }
    let turns = turns(told);
    if !turns.is_empty() {
        output.line("")?;
        output.line("Where the game turned:")?;
        for turn in turns {
            output.prose(&turn)?;
        }
    }
    Ok(())
}

/// The step of the script, as a place to look at.
fn place(it: &Told) -> String {
    it.step.map_or_else(|| "before the first step".to_owned(), |step| format!("step {step}"))
}

fn sentence(it: &Told) -> String {
    let value = it.judged.value.map_or_else(|| "not looked at".to_owned(), |value| format!("{} %", percent(value)));
    let first = format!("{}, {}: {} ({value})", place(it), it.name, it.taken);
    match it.judged.best {
        Some(best) if it.judged.loss() > 0 => format!("{first}. Better: {} ({} %).", it.better, percent(best)),
        Some(_) | None => format!("{first}."),
    }
}

/// For each player how many choices there were, how many were mistakes, and what was given away altogether.
fn by_player(told: &[Told]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for it in told {
        if !names.contains(&it.name.as_str()) {
            names.push(&it.name);
        }
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |name: &&str| {
        let own = told.iter().filter(|it| it.name == **name);
        let mistakes = own.clone().filter(|it| it.judged.loss() >= MISTAKE).count();
        let lost: u32 = own.clone().map(|it| it.judged.loss()).sum();
        let choices = own.count();
        let mean = f64::from(lost) / f64::from(ONE) * 100.0 / choices.max(1) as f64;
        let (plural, mistakes) = (if choices == 1 { "" } else { "s" }, counted(mistakes));
        format!(
            "{name:<width$}  {choices} choice{plural}, {mistakes}, {mean:.1} % of a win given away by each on average"
        )
    };
    names.iter().map(line).collect()
}

fn counted(mistakes: usize) -> String {
    match mistakes {
        0 => "no mistake".to_owned(),
        1 => "1 mistake".to_owned(),
        more => format!("{more} mistakes"),
    }
}

/// Between which two choices of a player what was expected changed most, and whether by the choice or by what came after it.
fn turns(told: &[Told]) -> Vec<String> {
    let mut changes: Vec<(u32, usize, String)> = Vec::new();
    for (number, it) in told.iter().enumerate() {
        let Some(before) = it.judged.best else { continue };
        let later = told.iter().skip(number + 1).find(|later| later.judged.seat == it.judged.seat);
        let Some((later, after)) = later.and_then(|later| Some((later, later.judged.best?))) else { continue };
        let change = before.abs_diff(after);
        if change < 2 * MISTAKE {
            continue;
        }
        let own = if it.judged.loss() * 2 >= change { ", mostly by the choice itself" } else { "" };
        let told = format!(
            "  {} to {}: what {} could expect went from {} to {} %{own}.",
            place(it),
            place(later),
            it.name,
            percent(before),
            percent(after),
        );
        changes.push((change, number, told));
    }
    changes.sort_by_key(|(change, number, _)| (std::cmp::Reverse(*change), *number));
    changes.truncate(MOST_TURNS);
    changes.sort_by_key(|(_, number, _)| *number);
    changes.into_iter().map(|(_, _, told)| told).collect()
}
