//! `tune`: how bots search best in a game, found out by play.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use rulehound_bots::{Halving, Level, ONE, Strength, Tried, Tuning};
use rulehound_interpreter::play::{Fault, Game, Outcome, Seeded};
use rulehound_study::statistics::wilson;
use serde_json::{Value, json};

use crate::arguments::{Format, Tune};
use crate::bot::{Generators, play};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::thinkers::Thinkers;
use crate::{files, rules, table, tuned};

/// The most ways to search that are tried.
const MOST_TRIED: usize = 16;

/// So many times the games of the first round decide in the end whether it is written down.
const AT_THE_END: u64 = 10;

/// 19 times out of 20.
const SURE: f64 = 0.95;

/// How the best way did in new games.
struct Verdict {
    games: u64,
    points: u64,
    seats: usize,
}

impl Verdict {
    fn share(&self) -> f64 {
        self.points as f64 / (self.games * u64::from(ONE)).max(1) as f64
    }

    /// A share of points varies no more than one of wins.
    fn ends(&self) -> (f64, f64) {
        let interval = wilson(self.points / u64::from(ONE), self.games, SURE);
        (interval.low, interval.high)
    }

    fn even(&self) -> f64 {
        1.0 / self.seats as f64
    }

    fn is_better(&self) -> bool {
        self.ends().0 > self.even()
    }

    fn told(&self, iterations: u64) -> String {
        let (low, high) = self.ends();
        let per = |share: f64| (share * 100.0).round();
        format!(
            "{} % (between {} and {}) in {} games of {iterations} imagined games a move, where {} % would be even",
            per(self.share()),
            per(low),
            per(high),
            self.games,
            per(self.even())
        )
    }
}

/// Tries ways to search against the usual one, and writes down what is better.
pub fn tune(arguments: &Tune) -> Done {
    let level: Level = arguments.level.parse().map_err(|unknown| Failure::command_line(format!("{unknown}")))?;
    let iterations = match (level, level.strength()) {
        // A time would hang on the machine, and on what else runs there.
        (Level::Milliseconds(_), _) | (_, Strength::Random) => {
            return Err(Failure::command_line(
                "`--bot` says how many games are imagined: easy, medium, strong, or mcts:300",
            ));
        }
        (_, Strength::Thinks { iterations, .. }) => iterations,
    };
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let path = tuned::path_of(&rules.sources);
    let force = arguments.force && is_ours(&path)?;
    files::refuse_to_overwrite(&path, force)?;
    let game = rules.at(&table)?;
    let seats = game.instance().seats();
    if seats < 2 {
        return Err(Failure::command_line("this game is played alone: there is nobody whom bots could play against"));
    }
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(16 << 20).build();
    let pool = pool.map_err(|error| Failure::command_line(format!("cannot start threads: {error}")))?;
    let contest = Contest { game: &game, iterations, seed: arguments.seed, most: arguments.most };
    let (halving, verdict) = pool.install(|| contest.held(arguments.games)).map_err(|fault| {
        rules.fault(fault, &format!("while bots played; `--seed {}` meets it again", arguments.seed))
    })?;
    let Some((best, verdict)) = halving.left.first().copied().zip(verdict) else {
        return Err(Failure::command_line("there is nothing to be tried in this game"));
    };
    if verdict.is_better() {
        files::write(&path, &tuned::text(best.tuning, &rules.sources, &verdict.told(iterations)), force)?;
    }
    let mut output = Output::new();
    match arguments.format {
        Format::Human => output.lines(&human(&halving, &verdict, iterations, &path))?,
        Format::Json => output.json(&as_json(&halving, &verdict, &path))?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// Whether what lies there may be written anew; what somebody else wrote may not.
fn is_ours(path: &Path) -> Done<bool> {
    if !path.exists() {
        return Ok(true);
    }
    let text = files::read_or_fail(path, files::MOST_BYTES)?;
    if tuned::is_one(&text) {
        return Ok(true);
    }
    let path = path.display();
    Err(Failure::file(format!(
        "`{path}` was not written by `rulehound tune`; give it another name, and this can be written"
    )))
}

/// Games between one way to search and the usual one.
struct Contest<'g> {
    game: &'g Game,
    iterations: u64,
    seed: u64,
    most: u64,
}

impl Contest<'_> {
    /// Round after round, and in the end the best in new games.
    fn held(&self, games: u64) -> Result<(Halving, Option<Verdict>), Fault> {
        let all = Tuning::all(self.game);
        let mut halving = Halving::new(all, MOST_TRIED, games, &mut Seeded::new(self.seed, 0));
        let bar = bar(planned(halving.left.len(), games));
        let mut first = 0;
        while !halving.is_over() {
            let candidates: Vec<Tuning> = halving.left.iter().map(|tried| tried.tuning).collect();
            let points = self.points(&candidates, first, halving.games, &bar)?;
            first += halving.games;
            halving.played(&points);
        }
        let best = halving.left.first().map(|tried| tried.tuning);
        let games = games * AT_THE_END;
        let verdict = match best {
            Some(best) => {
                let points = self.points(&[best], first, games, &bar)?.into_iter().sum();
                Some(Verdict { games, points, seats: self.game.instance().seats() })
            }
            None => None,
        };
        bar.finish_and_clear();
        Ok((halving, verdict))
    }

    /// What so many games bring each candidate, sitting alone among usual bots, seat after seat. All play under the same chance.
    fn points(&self, candidates: &[Tuning], first: u64, games: u64, bar: &ProgressBar) -> Result<Vec<u64>, Fault> {
        let seats = self.game.instance().seats();
        let level = vec![Level::Iterations(self.iterations); seats];
        let thinkers = |_| Mutex::new(None::<Thinkers>);
        let thinkers: Vec<Mutex<Option<Thinkers>>> = (0..rayon::current_num_threads().max(1)).map(thinkers).collect();
        let broken = AtomicBool::new(false);
        let played: Vec<(usize, u64)> = (0..candidates.len())
            .flat_map(|candidate| (first..first + games).map(move |number| (candidate, number)))
            .collect();
        let brought: Vec<Result<(usize, u64), Fault>> = played
            .into_par_iter()
            .map(|(candidate, number)| {
                if broken.load(Ordering::Relaxed) {
                    return Ok((candidate, 0));
                }
                let mine = thinkers.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
                let mut mine = mine.and_then(Result::ok);
                let mut own = None;
                let slot = mine.as_deref_mut().unwrap_or(&mut own);
                let thinkers = slot.get_or_insert_with(|| Thinkers::searching(self.game, level.clone()));
                let seat = usize::try_from(number % seats as u64).unwrap_or(0);
                thinkers.let_one_search(self.game, seat, candidates.get(candidate).copied().unwrap_or_default());
                let mut generators = Generators::new(self.seed, number / seats as u64);
                let course = play(self.game, &mut generators, Some(thinkers), self.most, false);
                bar.inc(1);
                let course = course.inspect_err(|_| broken.store(true, Ordering::Relaxed))?;
                let outcome = course.position.outcome().filter(|_| course.over);
                Ok((candidate, points(outcome.as_ref(), seat, seats)))
            })
            .collect();
        let mut points = vec![0; candidates.len()];
        for brought in brought {
            let (candidate, more) = brought?;
            if let Some(points) = points.get_mut(candidate) {
                *points += more;
            }
        }
        Ok(points)
    }
}

/// What a game brings a seat: a win is shared by all who win, and by all who sit there if nobody does.
fn points(outcome: Option<&Outcome>, seat: usize, seats: usize) -> u64 {
    let winners = outcome.map(Outcome::winners).unwrap_or_default();
    match winners.len() {
        0 => u64::from(ONE) / seats as u64,
        count if winners.contains(&seat) => u64::from(ONE) / count as u64,
        _ => 0,
    }
}

/// How many games are played altogether.
fn planned(candidates: usize, games: u64) -> u64 {
    let (mut left, mut each, mut all) = (candidates as u64, games, games * AT_THE_END);
    while left > 1 {
        all += left * each;
        (left, each) = (left.div_ceil(2), each * 2);
    }
    all
}

/// Only on a terminal.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} to go");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A way to search in a line.
fn line(tuning: Tuning, game: &Halving) -> String {
    let usual = Tuning::default();
    let all = || game.left.iter().chain(&game.out).map(|tried| tried.tuning);
    let mut parts = vec![format!("explore {}", tuning.explore)];
    // What is the same in all of them says nothing.
    if all().any(|other| other.horizon != usual.horizon) {
        parts.push(format!("horizon {}", tuning.horizon));
    }
    parts.push(format!("first play {}", tuning.first_play));
    if all().any(|other| other.redealt != usual.redealt) {
        parts.push(format!("redealt {}", tuning.redealt));
    }
    parts.join(", ")
}

fn share(tried: &Tried) -> f64 {
    tried.points as f64 / (tried.games * u64::from(ONE)).max(1) as f64
}

fn human(halving: &Halving, verdict: &Verdict, iterations: u64, path: &Path) -> Vec<String> {
    let all: Vec<&Tried> = halving.left.iter().chain(&halving.out).collect();
    let mut lines = vec![format!(
        "{} ways to search against the usual one; the better half of them went on, again and again",
        all.len()
    )];
    for tried in &all {
        lines.push(format!(
            "  {:>3.0} % of {:>4} games  {}",
            100.0 * share(tried),
            tried.games,
            line(tried.tuning, halving)
        ));
    }
    lines.push(format!("the first of them in new games: {}", verdict.told(iterations)));
    lines.push(if verdict.is_better() {
        format!("written to `{}`: bots search so in these rules from now on", path.display())
    } else {
        "so it is not known to be better than the usual one, and nothing is written".to_owned()
    });
    lines
}

fn as_json(halving: &Halving, verdict: &Verdict, path: &Path) -> Value {
    let tried = |tried: &Tried| {
        let Tuning { explore, horizon, first_play, redealt } = tried.tuning;
        json!({
            "explore": explore,
            "horizon": horizon,
            "first play": first_play,
            "redealt": redealt,
            "games": tried.games,
            "share": share(tried),
        })
    };
    let (low, high) = verdict.ends();
    json!({
        "tried": halving.left.iter().chain(&halving.out).map(tried).collect::<Vec<_>>(),
        "games": verdict.games,
        "share": verdict.share(),
        "low": low,
        "high": high,
        "even": verdict.even(),
        "written": verdict.is_better().then(|| path.display().to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_as_many_as_planned() {
        assert_eq!(planned(16, 20), 16 * 20 + 8 * 40 + 4 * 80 + 2 * 160 + 200);
        assert_eq!(planned(1, 20), 200);
        assert_eq!(planned(5, 1), 5 + 3 * 2 + 2 * 4 + 10);
    }

    #[test]
    fn points_are_shared() {
        let of = |places: &[Option<u32>], seat| {
            let outcome = Outcome { places: places.to_vec(), keys: vec![Vec::new(); places.len()] };
            points(Some(&outcome), seat, places.len())
        };
        let one = u64::from(ONE);
        assert_eq!(
            [of(&[Some(1), Some(2)], 0), of(&[Some(1), Some(2)], 1), of(&[Some(1), Some(1)], 1)],
            [one, 0, one / 2]
        );
        assert_eq!([of(&[None, None, None, None], 2), points(None, 0, 2)], [one / 4, one / 2]);
    }
}
