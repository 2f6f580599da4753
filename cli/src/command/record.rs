//! `record`: one random game as a script that replays.

use std::path::{Path, PathBuf};

use rulehound_bots::Level;
use rulehound_interpreter::script::{Headline, read, write};

use crate::arguments::Record;
use crate::bot::{Generators, play};
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};
use crate::thinkers::{self, Thinkers};
use crate::{files, reach, rules, table, tuned};

/// Plays it and writes it.
pub fn record(arguments: &Record) -> Done {
    if let Some(path) = &arguments.output {
        files::refuse_to_overwrite(path, arguments.force)?;
    }
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(&arguments.game)?;
    if let Some(path) = &arguments.output {
        files::refuse_what_is_read(path, rules.files())?;
    }
    let game = rules.at(&table)?;
    let mut generators = Generators::new(arguments.seed, 0);
    let levels = thinkers::levels(&arguments.bots, &game.instance().players)?;
    let tuning = tuned::for_levels(&levels, &rules.sources)?;
    let named = named(&levels);
    let mut thinkers = Thinkers::new(&game, levels, tuning);
    let course = play(&game, &mut generators, Some(&mut thinkers), arguments.most, true)
        .map_err(|fault| rules.fault(fault, &format!("in the random game of seed {}", arguments.seed)))?;
    if !course.over {
        complain(&format!("warning: the game is not over after {} decisions; the script ends there", course.decisions));
    }
    let headline = Headline {
        game: game_for(&arguments.game, arguments.output.as_deref()),
        title: Some(format!("{}, {}", rules.model.title, played(&named, arguments.seed))),
        players: game.instance().players.clone(),
        settings: table.settings.into_iter().collect(),
    };
    let text = write(&headline, &course.record);
    if let Err(findings) = read(&text) {
        let why = findings.first().map_or("it is no script", |finding| finding.message.as_str());
        return Err(Failure::command_line(format!(
            "this game cannot be written as a script: {why}; `--most` ends it earlier"
        )));
    }
    match &arguments.output {
        Some(path) => {
            files::write_secret(path, &text, arguments.force)?;
            if reach::leads_out(Path::new(&headline.game)) {
                complain(&format!(
                    "warning: `{}` lies outside of the folder of this script; `rulehound run --allow-outside` plays it",
                    headline.game
                ));
            }
        }
        None => {
            let mut output = Output::new();
            output.text(&text)?;
            output.flush()?;
        }
    }
    Ok(Exit::Fine)
}

/// The levels that play, each once, in the order of the seats; none if all take any option.
fn named(levels: &[Level]) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    if levels.iter().all(|level| *level == Level::Random) {
        return named;
    }
    for level in levels.iter().map(ToString::to_string) {
        if !named.contains(&level) {
            named.push(level);
        }
    }
    named
}

/// What a game was, in the title of its script.
fn played(levels: &[String], seed: u64) -> String {
    match levels {
        [] => format!("a random game of seed {seed}"),
        levels => format!("a game of bots ({}) of seed {seed}", levels.join(" and ")),
    }
}

/// How a script at `path` names a game that was named so here: files are seen from the script, or else from here, as scripts are read.
pub fn game_for(game: &str, script: Option<&Path>) -> String {
    let file = Path::new(game);
    if !file.exists() {
        return game.to_owned();
    }
    let whole = |path: &Path| path.canonicalize().ok();
    let folder =
        script.and_then(Path::parent).map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
    let (Some(folder), Some(file)) = (folder.and_then(whole), whole(file)) else { return game.to_owned() };
    if let Ok(below) = file.strip_prefix(&folder) {
        return below.display().to_string();
    }
    let here = whole(Path::new(".")).and_then(|here| file.strip_prefix(here).ok().map(Path::to_path_buf));
    // What lies beside the script under the same name would be taken for it.
    if let Some(here) = here.filter(|here| !folder.join(here).exists()) {
        return here.display().to_string();
    }
    let shared = folder.components().zip(file.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().count() - shared;
    let down: PathBuf = file.components().skip(shared).collect();
    format!("{}{}", "../".repeat(up), down.display())
}
