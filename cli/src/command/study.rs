//! `study`: many games, what they say, and a page of it; also in parts that are put together later.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

use rayon::prelude::*;
use rulehound_bots::Level;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Fault, Game};
use rulehound_interpreter::script::{Headline, write};
use rulehound_native::Native;
use rulehound_study::statistics::{SURE, sequence};
use rulehound_study::{Forbidden, Manifest, Part, Picked, Plan, Played, Player, Series, findings, page, picked};
use serde_json::json;

use super::record::game_for;
use crate::arguments::Study;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::rules::Rules;
use crate::{files, rules, table};

/// So many numbers are played at once; between them a study that is watched may end, and a fault ends it.
const BATCH: u64 = 1_000;

/// How the names of parts end.
const PART: &str = ".part.json";

/// The most of a part that is read: a gigabyte.
const PART_BYTES: u64 = 1 << 30;

/// Which games are played: `1000`, or those from one number up to another: `2000..3000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games {
    from: u64,
    to: u64,
    /// Whether it is a part of a study.
    part: bool,
}

impl FromStr for Games {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is neither a number of games, such as 1000, nor a part of them, such as 0..500");
        let number = |digits: &str| digits.trim().parse::<u64>().ok().filter(|number| *number <= 1_000_000_000);
        let (from, to, part) = match text.split_once("..") {
            Some((from, to)) => (number(from).ok_or_else(wrong)?, number(to).ok_or_else(wrong)?, true),
            None => (0, number(text).ok_or_else(wrong)?, false),
        };
        if from < to { Ok(Self { from, to, part }) } else { Err(wrong()) }
    }
}

/// The games of a number, or the number with what went wrong.
type OfNumber = Result<Vec<Played>, (u64, Box<Fault>)>;

/// What is studied.
struct Studied {
    rules: Rules,
    game: Game,
    base: Option<Game>,
    table: Table,
    manifest: Manifest,
    plan: Plan,
}

/// Plays and tells, or puts parts together and tells.
pub fn study(arguments: &Study) -> Done {
    let studied = studied(arguments)?;
    files::make_folder(&arguments.out)?;
    if arguments.merge {
        let whole = Part::merge(parts(&arguments.out)?).map_err(|why| Failure::file(why.to_string()))?;
        if let Some(what) = whole.manifest.differs(&studied.manifest) {
            return Err(Failure::file(format!("the parts are of another study than asked for: {what} differs")));
        }
        if whole.from > 0 {
            return Err(Failure::file(format!("games 0..{} are missing", whole.from)));
        }
        return tell(&studied, &whole, arguments);
    }
    let games = arguments.games;
    let path = arguments.out.join(format!("games-{:010}-{:010}{PART}", games.from, games.to));
    let written = if games.part { path.clone() } else { arguments.out.join("report.html") };
    files::refuse_to_overwrite(&written, arguments.force)?;
    let whole = play(&studied, games, arguments)?;
    if games.part {
        let text = serde_json::to_string(&whole).map_err(|error| Failure::file(error.to_string()))?;
        files::write(&path, &text, arguments.force)?;
        let mut output = Output::new();
        output.line(format!(
            "games {}..{} are in {}; `--merge` puts all parts together",
            whole.from,
            whole.to,
            path.display()
        ))?;
        output.flush()?;
        return Ok(Exit::Fine);
    }
    tell(&studied, &whole, arguments)
}

fn studied(arguments: &Study) -> Done<Studied> {
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let game = rules.at(&table)?;
    let base = match &arguments.against {
        Some(name) => {
            let other = rules::playable(name)?;
            let players = game.instance().players.clone();
            let base = other.at(&Table { players, settings: Default::default() })?;
            Some((other.model.title.clone(), base))
        }
        None => None,
    };
    let levels = levels(&arguments.bots)?;
    let forbid = |text: &String| Forbidden::read(text, &rules.model);
    let forbidden: Result<Vec<Forbidden>, String> = arguments.forbid.iter().map(forbid).collect();
    let forbidden = forbidden.map_err(|why| Failure::command_line(format!("--forbid: {why}")))?;
    let hash = |game: &Game| format!("{:016x}", game.hash());
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: rules.model.title.clone(),
        rules: hash(&game),
        base: base.as_ref().map(|(title, base)| (title.clone(), hash(base))),
        players: game.instance().players.clone(),
        settings: table.settings.clone().into_iter().collect(),
        seed: arguments.seed,
        bots: levels.iter().map(Level::to_string).collect(),
        // Only what bots imagine hangs on it.
        machine_code: !levels.is_empty() && Native::new(&game).is_ok(),
        every: arguments.every,
        forbidden: forbidden.iter().map(|one| one.text.clone()).collect(),
        most: arguments.most,
        until: arguments.until.map(|Share(share)| share),
    };
    let compared = base.is_some();
    let plan = Plan { seed: arguments.seed, levels, every: arguments.every, forbidden, most: arguments.most, compared };
    Ok(Studied { rules, game, base: base.map(|(_, base)| base), table, manifest, plan })
}

/// The bots by name, `none` for none. A time would make games hang on the machine.
fn levels(given: &[String]) -> Done<Vec<Level>> {
    let mut levels = Vec::new();
    for name in given.iter().flat_map(|given| given.split(',')).map(str::trim).filter(|name| *name != "none") {
        let level: Level = name.parse().map_err(|unknown| Failure::command_line(format!("{unknown}")))?;
        match level {
            Level::Milliseconds(_) => {
                let message = format!(
                    "`{name}` would play other games on another machine; a study counts imagined games, such as `mcts:1000`"
                );
                return Err(Failure::command_line(message));
            }
            Level::Random => {}
            Level::Easy | Level::Medium | Level::Strong | Level::Iterations(_) => levels.push(level),
        }
    }
    Ok(levels)
}

/// Plays the games of a study, as many numbers at once as a batch holds.
fn play(studied: &Studied, games: Games, arguments: &Study) -> Done<Part> {
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(16 << 20).build();
    let pool = pool.map_err(|error| Failure::command_line(format!("cannot start threads: {error}")))?;
    let (counted, _) = studied.game.profiled();
    let player = |_| Mutex::new(Player::new(&studied.plan, &studied.game, &counted, studied.base.as_ref()));
    let players: Vec<Mutex<Player<'_>>> = (0..pool.current_num_threads().max(1)).map(player).collect();
    let mut played = Vec::new();
    let mut at = games.from;
    while at < games.to {
        let next = games.to.min(at + BATCH);
        let batch: Vec<OfNumber> = pool
            .install(|| (at..next).into_par_iter().map(|number| of_number(&studied.plan, &players, number)).collect());
        for found in batch {
            let found = found.map_err(|(number, fault)| {
                studied.rules.fault(*fault, &format!("in game {number} of a study with seed {}", studied.plan.seed))
            })?;
            played.extend(found);
        }
        at = next;
        if arguments.until.is_some_and(|Share(share)| is_known(&played, studied.manifest.players.len(), share)) {
            break;
        }
    }
    Ok(Part::collect(studied.manifest.clone(), (games.from, at), played, counted.program()))
}

/// Every game of a number.
fn of_number(plan: &Plan, players: &[Mutex<Player<'_>>], number: u64) -> OfNumber {
    let mine = players.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
    let Some(Ok(mut player)) = mine else { return Ok(Vec::new()) };
    let play = |series: Series| player.play(series, number, false).map_err(|fault| (number, Box::new(fault)));
    plan.series(number).into_iter().map(play).collect()
}

/// Whether every seat's share of random games is known so well, in hundredths of a per cent, whenever somebody looks.
fn is_known(played: &[Played], seats: usize, share: u64) -> bool {
    let rows = || played.iter().map(|played| &played.row).filter(|row| row.series == Series::Random);
    let games = rows().count() as u64;
    let each = 1.0 - (1.0 - SURE) / seats.max(1) as f64;
    (0..seats).all(|seat| {
        let wins = rows().filter(|row| row.winners.contains(&seat)).count() as u64;
        sequence(wins, games, each).half() <= share as f64 / 10_000.0
    })
}

/// All parts in a folder.
fn parts(folder: &Path) -> Done<Vec<Part>> {
    let failed = |error: std::io::Error| Failure::file(format!("cannot read `{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.to_string_lossy().ends_with(PART) {
            found.push(path);
        }
    }
    found.sort();
    let read = |path: &PathBuf| {
        let text = files::read_or_fail(path, PART_BYTES)?;
        let part = serde_json::from_str(&text);
        part.map_err(|error| Failure::file(format!("`{}` is no part of a study: {error}", path.display())))
    };
    found.iter().map(read).collect()
}

/// Writes what was found: the page last, since it is what people look for.
fn tell(studied: &Studied, whole: &Part, arguments: &Study) -> Done {
    let found = findings(whole);
    let games = write_games(studied, whole, arguments)?;
    let text = |value: &serde_json::Value| format!("{value:#}\n");
    let put =
        |name: &str, text: &str| files::write(&arguments.out.join(name), text, arguments.force || arguments.merge);
    let to_json =
        |value: Result<serde_json::Value, serde_json::Error>| value.map_err(|error| Failure::file(error.to_string()));
    let manifest = to_json(serde_json::to_value(&whole.manifest))?;
    put("manifest.json", &text(&json!({"study": manifest, "from": whole.from, "to": whole.to})))?;
    let listed: Vec<_> =
        games.iter().map(|(game, file)| json!({"file": file, "why": game.why, "number": game.number})).collect();
    let told = to_json(serde_json::to_value(&found))?;
    put("summary.json", &text(&json!({"games": whole.to - whole.from, "findings": told, "look": listed})))?;
    write_table(whole, arguments)?;
    put("report.html", &page(whole, &found, &games))?;
    let mut output = Output::new();
    for one in &found {
        output.prose(&format!("{}: {}", one.title, one.sentence))?;
    }
    output.line(format!("the page is {}", arguments.out.join("report.html").display()))?;
    output.flush()?;
    Ok(Exit::Fine)
}

/// Writes a row for each game, if the program was built to do that.
#[cfg(feature = "parquet")]
fn write_table(whole: &Part, arguments: &Study) -> Done<()> {
    let path = arguments.out.join("games.parquet");
    files::refuse_to_overwrite(&path, arguments.force || arguments.merge)?;
    let mut bytes = Vec::new();
    rulehound_study::write_games(whole, &mut bytes).map_err(|error| Failure::file(error.to_string()))?;
    files::write_bytes(&path, &bytes, arguments.force || arguments.merge)
}

#[cfg(not(feature = "parquet"))]
fn write_table(_: &Part, _: &Study) -> Done<()> {
    Ok(())
}

/// Writes the games that are worth a look as scripts; they are played once more for that.
fn write_games(studied: &Studied, whole: &Part, arguments: &Study) -> Done<Vec<(Picked, String)>> {
    let mut player = Player::new(&studied.plan, &studied.game, &studied.game, studied.base.as_ref());
    let mut written = Vec::new();
    for game in picked(whole) {
        let file = format!("{}.yaml", game.key);
        let path = arguments.out.join(&file);
        let played = player.play(game.series, game.number, true);
        let played = played.map_err(|fault| studied.rules.fault(fault, "in a game that is to be looked at"))?;
        let headline = Headline {
            game: game_for(&arguments.game, Some(&path)),
            title: Some(format!("{}: {}", studied.manifest.title, game.why)),
            players: studied.manifest.players.clone(),
            settings: studied.table.settings.clone().into_iter().collect(),
        };
        files::write(&path, &write(&headline, &played.record), arguments.force || arguments.merge)?;
        written.push((game, file));
    }
    Ok(written)
}

/// A share such as `1%`, in hundredths of a per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(pub u64);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().strip_suffix('%').and_then(|digits| digits.trim().parse::<f64>().ok());
        match number.map(|number| (100.0 * number).round()) {
            Some(share) if (1.0..=5_000.0).contains(&share) => Ok(Self(share as u64)),
            _ => Err(format!("`{text}` is no share such as 1%, from 0.01% to 50%")),
        }
    }
}
