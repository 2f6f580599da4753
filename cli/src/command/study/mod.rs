//! `study`: many games, what they say, and a page of it; also in parts that are put together later.

mod asked;
mod goals;
mod parts;
mod playing;
mod recipe;
mod table;

use rulehound_bots::Level;
use rulehound_interpreter::document::{changes, variant};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::Game;
use rulehound_interpreter::script::{Headline, write};
use rulehound_native::Native;
use rulehound_study::{
    Forbidden, Judged, Machines, Manifest, Part, Picked, Plan, Player, Tables, Told, Tried, findings, page, picked,
    tried,
};
use serde_json::json;

pub use asked::{Games, Share};

use super::asked::{Asked, exit, goals_json};
use super::record::game_for;
use crate::arguments::Study;
use crate::exit::{Done, Failure};
use crate::output::Output;
use crate::rules::Rules;
use crate::{files, rules, table as seats};

/// What is studied.
struct Studied {
    rules: Rules,
    tables: Tables,
    table: Table,
    manifest: Manifest,
    plan: Plan,
    asked: Asked,
    /// The games with other numbers.
    tried: Vec<Tried>,
    /// What the rules change in those that they are compared with.
    changes: Vec<String>,
}

/// How wide the lines are in which the page tells changes.
const CHANGES_WIDTH: usize = 88;

/// Plays and tells, or puts parts together and tells.
pub fn study(arguments: &Study) -> Done {
    let studied = studied(arguments)?;
    files::make_folder(&arguments.out)?;
    if arguments.games.part && !arguments.merge {
        return parts::play(&studied, arguments.games, arguments);
    }
    let force = arguments.force || arguments.merge;
    files::refuse_to_overwrite(&arguments.out.join("report.html"), force)?;
    let mut table = table::Table::begin(&arguments.out, &studied.manifest, force)?;
    let whole = if arguments.merge {
        parts::merge(&arguments.out, &studied, |row| table.add(row))?
    } else {
        playing::play(&studied, arguments.games, arguments, |row| table.add(row))?
    };
    table.end()?;
    tell(&studied, &whole, &goals::judge(&studied.asked, &whole), arguments)
}

fn studied(arguments: &Study) -> Done<Studied> {
    let table = seats::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    let game = rules.at(&table)?;
    let base = match &arguments.against {
        Some(name) => {
            let other = rules::playable(name)?;
            let players = game.instance().players.clone();
            let base = other.at(&Table { players, settings: Default::default() })?;
            let changes = changes(&variant(&other.model, &rules.model, &[]), CHANGES_WIDTH);
            Some((other.model.title.clone(), base, changes))
        }
        None => None,
    };
    let (base, changes) = base.map_or((None, Vec::new()), |(title, base, changes)| (Some((title, base)), changes));
    let asked = goals::read(arguments, &game)?;
    let levels = asked::levels(&arguments.bots)?;
    let forbid = |text: &String| Forbidden::read(text, &rules.model);
    let forbidden: Result<Vec<Forbidden>, String> = arguments.forbid.iter().map(forbid).collect();
    let forbidden = forbidden.map_err(|why| Failure::command_line(format!("--forbid: {why}")))?;
    let tried = tried(&rules.model, &table);
    let others: Vec<Game> = tried.iter().map(|tried| tried.game.clone()).collect();
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
        tried: tried.iter().map(|tried| tried.name.clone()).collect(),
        forbidden: forbidden.iter().map(|one| one.text.clone()).collect(),
        questions: asked.questions.iter().map(|question| question.text.clone()).collect(),
        closely: arguments.closely,
        most: arguments.most,
        until: arguments.until.map(|Share(share)| share),
    };
    let compared = base.is_some();
    let (seed, every, most, closely) = (arguments.seed, arguments.every, arguments.most, arguments.closely);
    let plan = Plan { seed, levels, every, forbidden, most, compared, tried: others.len(), closely };
    let base = base.map(|(_, base)| base);
    let tables = Tables::new(game, base, others, asked.questions.clone());
    Ok(Studied { rules, tables, table, manifest, plan, asked, tried, changes })
}

/// Writes what was found: the page last, since it is what people look for.
fn tell(studied: &Studied, whole: &Part, judged: &[Judged], arguments: &Study) -> Done {
    let found = findings(whole);
    let games = write_games(studied, whole, arguments)?;
    let recipe = recipe::play(studied, whole, judged);
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
    put(
        "summary.json",
        &text(&json!({
            "games": whole.to - whole.from, "goals": goals_json(judged), "together": recipe.as_ref().map(recipe::json),
            "changes": studied.changes, "findings": told,
            "look": listed,
        })),
    )?;
    let (base_goals, bot_goals) = (goals::judge_base(&studied.asked, whole), goals::judge_bots(&studied.asked, whole));
    let (changes, recipe) = (studied.changes.as_slice(), recipe.as_ref());
    let told = Told { goals: judged, base_goals: &base_goals, bot_goals: &bot_goals, recipe, changes, games: &games };
    put("report.html", &page(whole, &found, told))?;
    let mut output = Output::new();
    for one in &found {
        output.prose(&format!("{}: {}", one.title, one.sentence))?;
        output.lines(&side_by_side(&one.table))?;
    }
    output.lines(&judged.iter().map(Judged::told).collect::<Vec<_>>())?;
    if let Some(recipe) = &recipe {
        output.lines(&recipe::human(recipe))?;
    }
    output.line(format!("the page is {}", arguments.out.join("report.html").display()))?;
    output.flush()?;
    Ok(exit(judged))
}

/// Writes the games that are worth a look as scripts; they are played once more for that.
fn write_games(studied: &Studied, whole: &Part, arguments: &Study) -> Done<Vec<(Picked, String)>> {
    let mut player = Player::new(&studied.plan, &studied.tables, &studied.tables.game, &Machines::default());
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

/// A table in lines, each column as wide as its widest.
fn side_by_side(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let plain = |cell: &str| cell.replace('`', "");
    let wide =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| plain(cell).chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", plain(cell)));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
