//! `simulate`: many random games, counted.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rulehound_bots::{Level, Tuning};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Fault, Game};
use rulehound_native::{Native, Passes, Player};
use rulehound_study::Judged;
use rulehound_study::statistics::{Interval, Moments, SURE, wilson};
use serde_json::json;

use super::asked::{self, Asked, Counted};

use crate::arguments::{Format, Simulate};
use crate::bot::{Course, Generators, play};
use crate::exit::{Done, Failure};
use crate::machine_code::Why;
use crate::output::Output;
use crate::thinkers::{self, Levels, Thinkers};
use crate::{many, rules, table, tuned};

/// How many games are held at once; bounds memory and lets a fault end the rest.
const BATCH: u64 = 4_096;

/// From so many games on it pays to make machine code first.
const WORTH_MACHINE_CODE: u64 = 32;

/// Plays and counts. Each game has a stream of its own, so the numbers do not depend on the threads.
pub fn simulate(arguments: &Simulate) -> Done {
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let game = rules.at(&table)?;
    let levels = thinkers::levels(&arguments.bots, &game.instance().players)?;
    let asked = Asked::read(&arguments.reports, &arguments.goals, &game)?;
    let pool = many::threads(arguments.threads)?;
    let begun = Instant::now();
    let tuning = tuned::for_levels(&levels, &rules.sources)?;
    let counted = pool.install(|| count(&game, (&levels, tuning), &asked, arguments));
    let counts = counted.map_err(|(number, broken)| {
        let fault = match broken {
            Broken::Fault(fault) => fault,
            Broken::Question(why) => return Failure::command_line(format!("in game {number}: {why}")),
        };
        let again = format!(
            "in game {number} of seed {}; `rulehound simulate {} --games {} --seed {}` meets it again",
            arguments.seed,
            arguments.game,
            number + 1,
            arguments.seed,
        );
        rules.fault(*fault, &again)
    })?;
    let judged = asked.judge(&counts.counted());
    let mut output = Output::new();
    match arguments.format {
        Format::Human => {
            output.lines(&human(&counts, &game, begun.elapsed().as_secs_f64()))?;
            output.lines(&asked.human(&counts.answers))?;
            output.lines(&judged.iter().map(Judged::told).collect::<Vec<_>>())?;
            output.lines(&counts.interpreted(&rules.sources))?;
        }
        Format::Json => {
            let mut counted = as_json(&counts, &game, arguments.seed);
            if let Some(map) = counted.as_object_mut() {
                map.insert("reports".to_owned(), asked.json(&counts.answers));
                map.insert("goals".to_owned(), asked::goals_json(&judged));
                if let Some(why) = &counts.why {
                    map.insert("noMachineCode".to_owned(), why.json(&rules.sources));
                }
            }
            output.json(&counted)?;
        }
    }
    output.flush()?;
    Ok(asked::exit(&judged))
}

/// What ends a simulation.
enum Broken {
    /// A fault of the rules.
    Fault(Box<Fault>),
    /// What is asked of the end of the games cannot be told.
    Question(String),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// What is counted.
struct Counts {
    games: u64,
    unfinished: u64,
    nobody: u64,
    shared: u64,
    wins: Vec<u64>,
    /// How many games had so many decisions.
    lengths: BTreeMap<u64, u64>,
    options: u64,
    free: u64,
    /// How many games machine code could not play though it was wanted, and why the first of them.
    lost: u64,
    why: Option<Why>,
    /// How long each thought took, ascending in the end.
    thoughts: Vec<Duration>,
    /// The same numbers of decisions once more.
    decisions: Moments,
    /// The answers to what was asked of each end.
    answers: Vec<Moments>,
}

/// Plays all games, batch by batch; the first fault by number ends it.
fn count(
    game: &Game,
    (levels, tuning): (&Levels, Tuning),
    asked: &Asked,
    arguments: &Simulate,
) -> Result<Counts, (u64, Broken)> {
    let mut counts = Counts::new(game.instance().seats(), asked.questions.len());
    let bar = many::bar(arguments.games);
    let think = levels.iter().any(|level| *level != Level::Random);
    // Without machine code the interpreter plays, and finds the same; where somebody thinks it makes its own.
    let native = (arguments.games >= WORTH_MACHINE_CODE && !think).then(|| Native::new(game));
    let native = match native {
        Some(Err(error)) => {
            (counts.lost, counts.why) = (arguments.games, Some(Why::of(&error)));
            None
        }
        Some(Ok(native)) => Some(native),
        None => None,
    };
    // Each thread has its own from beginning to end: making one takes as long as many games.
    let player = |_| Mutex::new(native.as_ref().and_then(|native| native.player().ok()));
    let players: Vec<Mutex<Option<Player>>> = (0..rayon::current_num_threads().max(1)).map(player).collect();
    let thinker = |_| Mutex::new(think.then(|| Thinkers::new(game, levels.clone(), tuning)));
    let thinkers: Vec<Mutex<Option<Thinkers>>> = (0..rayon::current_num_threads().max(1)).map(thinker).collect();
    // The first fault ends it, so games behind one need not be played.
    let faulty = AtomicU64::new(u64::MAX);
    let mut first = 0;
    while first < arguments.games {
        let last = arguments.games.min(first + BATCH);
        let courses: Vec<Option<Result<Brief, Broken>>> = (first..last)
            .into_par_iter()
            .map(|number| {
                if number > faulty.load(Ordering::Relaxed) {
                    return None;
                }
                let mine = players.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
                let mut mine = mine.and_then(Result::ok);
                let player = mine.as_mut().and_then(|player| player.as_mut());
                let own = thinkers.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
                let mut own = own.and_then(Result::ok);
                let thinkers = own.as_mut().and_then(|thinkers| thinkers.as_mut());
                let course = brief(game, player, thinkers, (asked, arguments), number);
                bar.inc(1);
                if course.is_err() {
                    faulty.fetch_min(number, Ordering::Relaxed);
                }
                Some(course)
            })
            .collect();
        for (number, course) in (first..).zip(courses) {
            let Some(course) = course else { continue };
            let course = course.map_err(|broken| (number, broken))?;
            if course.lost {
                counts.lost += 1;
                counts.why.get_or_insert_with(|| Why::lost(game, &Passes::default(), arguments.seed, number));
            }
            counts.add(&course);
        }
        first = last;
    }
    bar.finish_and_clear();
    for own in thinkers {
        let own = own.into_inner().ok().flatten();
        counts.thoughts.extend(own.into_iter().flat_map(|own| own.times));
    }
    counts.thoughts.sort_unstable();
    Ok(counts)
}

/// One game: by machine code, else by the interpreter with the same choices.
fn brief(
    game: &Game,
    player: Option<&mut Player>,
    thinkers: Option<&mut Thinkers>,
    (asked, arguments): (&Asked, &Simulate),
    number: u64,
) -> Result<Brief, Broken> {
    let lost = player.is_some();
    if let Some(player) = player {
        let generators = Generators::new(arguments.seed, number);
        if let Ok(course) = player.random(generators.chance, Some(generators.bots), arguments.most) {
            let winners = course.outcome.map(|outcome| outcome.winners());
            let wanted = !asked.questions.is_empty() && winners.is_some();
            let end = wanted.then(|| game.position_of(&player.position(), &player.notes())).flatten();
            // Where the end is no position, which never was so, the interpreter plays the game.
            if !wanted || end.is_some() {
                let answers = end.map_or(Ok(Vec::new()), |end| asked.answers(&end)).map_err(Broken::Question)?;
                let (decisions, options, free) = (course.decisions, course.options, course.free);
                return Ok(Brief { winners, decisions, options, free, answers, lost: false });
            }
        }
    }
    let course = play(game, &mut Generators::new(arguments.seed, number), thinkers, arguments.most, false)?;
    let answers = if course.over { asked.answers(&course.position).map_err(Broken::Question)? } else { Vec::new() };
    Ok(Brief { lost, answers, ..Brief::of(&course) })
}

/// What is kept of a game.
struct Brief {
    /// The winners; `None` if it did not end.
    winners: Option<Vec<usize>>,
    decisions: u64,
    options: u64,
    free: u64,
    /// What was asked of its end; nothing if it did not end.
    answers: Vec<i64>,
    /// Whether machine code gave up.
    lost: bool,
}

impl Brief {
    fn of(course: &Course) -> Self {
        let winners = course.position.outcome().filter(|_| course.over).map(|outcome| outcome.winners());
        let (decisions, options, free) = (course.decisions, course.options, course.free);
        Self { winners, decisions, options, free, answers: Vec::new(), lost: false }
    }
}

impl Counts {
    /// Nothing yet, at a table of so many, with so many questions.
    fn new(seats: usize, questions: usize) -> Self {
        Self {
            games: 0,
            unfinished: 0,
            nobody: 0,
            shared: 0,
            wins: vec![0; seats],
            lengths: BTreeMap::new(),
            options: 0,
            free: 0,
            lost: 0,
            why: None,
            thoughts: Vec::new(),
            decisions: Moments::default(),
            answers: vec![Moments::default(); questions],
        }
    }

    /// What goals are judged by.
    fn counted(&self) -> Counted<'_> {
        let (games, wins, shared, nobody) = (self.games, self.wins.as_slice(), self.shared, self.nobody);
        let (unfinished, decisions, answers) = (self.unfinished, &self.decisions, self.answers.as_slice());
        Counted { games, wins, shared, nobody, unfinished, decisions, answers, watched: false }
    }

    /// Says which games the interpreter had to play, and why.
    fn interpreted(&self, sources: &[Source]) -> Vec<String> {
        let Some(why) = &self.why else { return Vec::new() };
        vec![format!("played by the interpreter: {} of {} games; {}", self.lost, self.games, why.human(sources))]
    }

    fn add(&mut self, game: &Brief) {
        self.games += 1;
        match &game.winners {
            None => self.unfinished += 1,
            Some(winners) => {
                self.nobody += u64::from(winners.is_empty());
                self.shared += u64::from(winners.len() > 1);
                for seat in winners {
                    if let Some(wins) = self.wins.get_mut(*seat) {
                        *wins += 1;
                    }
                }
            }
        }
        *self.lengths.entry(game.decisions).or_default() += 1;
        self.decisions.add(i64::try_from(game.decisions).unwrap_or(i64::MAX));
        self.answers.iter_mut().zip(&game.answers).for_each(|(known, answer)| known.add(*answer));
        self.options += game.options;
        self.free += game.free;
    }

    /// The length that half of the games do not pass.
    fn median(&self) -> u64 {
        let mut before = 0;
        let reaches_half = |(_, games): &(&u64, &u64)| {
            before += **games;
            2 * before >= self.games
        };
        self.lengths.iter().find(reaches_half).map_or(0, |(length, _)| *length)
    }

    fn least(&self) -> u64 {
        self.lengths.first_key_value().map_or(0, |(length, _)| *length)
    }

    fn most(&self) -> u64 {
        self.lengths.last_key_value().map_or(0, |(length, _)| *length)
    }

    fn branching(&self) -> f64 {
        if self.free == 0 { 1.0 } else { self.options as f64 / self.free as f64 }
    }

    /// A share of the games, and between what it is in the long run, 19 times out of 20.
    fn share(&self, count: u64) -> (f64, Interval) {
        (count as f64 / self.games.max(1) as f64, wilson(count, self.games, SURE))
    }
}

fn human(counts: &Counts, game: &Game, seconds: f64) -> Vec<String> {
    let players = &game.instance().players;
    let mut lines = vec![format!("{} games in {seconds:.1} s", counts.games)];
    let widest = players.iter().map(|player| player.chars().count()).max().unwrap_or_default();
    for (player, wins) in players.iter().zip(&counts.wins) {
        let (share, Interval { low, high, .. }) = counts.share(*wins);
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        lines.push(format!("  {player:<widest$}  won {wins:>8}  {share:>5.1} % ({low:.1} to {high:.1})"));
    }
    let mut besides = |count: u64, what: &str| {
        if count > 0 {
            lines.push(format!("  {what}: {count}"));
        }
    };
    besides(counts.shared, "shared wins (counted for each)");
    besides(counts.nobody, "won by nobody");
    besides(counts.unfinished, "not finished");
    lines.push(format!(
        "decisions a game: {} to {}, median {}, mean {:.1}",
        counts.least(),
        counts.most(),
        counts.median(),
        counts.decisions.mean()
    ));
    lines.push(format!("options of a decision that is not forced: {:.2} on average", counts.branching()));
    let thoughts = &counts.thoughts;
    if let (Some(middle), Some(most)) = (thoughts.get(thoughts.len() / 2), thoughts.get(thoughts.len() * 99 / 100)) {
        let milliseconds = |time: &Duration| time.as_secs_f64() * 1_000.0;
        lines.push(format!(
            "thinking: {} times, half of them within {:.1} ms, 99 of 100 within {:.1} ms",
            thoughts.len(),
            milliseconds(middle),
            milliseconds(most)
        ));
    }
    lines
}

fn as_json(counts: &Counts, game: &Game, seed: u64) -> serde_json::Value {
    let wins: Vec<_> = game
        .instance()
        .players
        .iter()
        .zip(&counts.wins)
        .map(|(player, wins)| {
            let (share, Interval { low, high, .. }) = counts.share(*wins);
            json!({"player": player, "wins": wins, "share": share, "error": (high - low) / 2.0, "low": low, "high": high})
        })
        .collect();
    json!({
        "games": counts.games, "seed": seed, "wins": wins, "shared": counts.shared, "nobody": counts.nobody,
        "unfinished": counts.unfinished,
        "decisions": {"min": counts.least(), "max": counts.most(), "median": counts.median(), "mean": counts.decisions.mean()},
        "branching": counts.branching(), "faults": 0,
    })
}
