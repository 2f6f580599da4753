//! `tune`: how bots search best in a game, found out by play.

mod contest;

use std::path::Path;

use rulehound_bots::{Halving, Level, ONE, Strength, Tried, Tuning};
use serde_json::{Value, json};

use self::contest::{Contest, Verdict};
use crate::arguments::{Format, Tune};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::{files, many, rules, table, tuned};

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
    let pool = many::threads(arguments.threads)?;
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

/// A way to search in a line.
fn line(tuning: Tuning, game: &Halving) -> String {
    let usual = Tuning::default();
    let all = || game.left.iter().chain(&game.out).map(|tried| tried.tuning);
    let mut parts = vec![format!("explore {}", tuning.explore)];
    // What is the same in all of them says nothing.
    if all().any(|other| other.horizon != usual.horizon) {
        parts.push(tuning.horizon.map_or_else(|| "horizon as usual".to_owned(), |after| format!("horizon {after}")));
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
        let mut told = tuned::numbers(tried.tuning);
        told.insert("games".to_owned(), json!(tried.games));
        told.insert("share".to_owned(), json!(share(tried)));
        Value::Object(told)
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
