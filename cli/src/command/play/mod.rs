//! `play`: a game at the terminal, line by line, so that it works in a pipe too.

mod ask;
mod columns;
mod input;
mod resume;
mod save;
mod seats;
mod session;

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use rulehound_interpreter::play::{Log, Viewer};
use rulehound_interpreter::story::Teller;

use super::record::game_for;
use crate::arguments::Play;
use crate::bot::Generators;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, shade};
use crate::{files, rules, table};
use input::Input;
use session::{Ended, Session};

/// Plays a new game, or goes on with a saved one.
pub fn play(arguments: &Play) -> Done {
    for path in arguments.save.iter().chain(&arguments.record) {
        // A game that was resumed may be saved where it came from.
        let resumed = arguments.resume.as_ref() == Some(path);
        files::refuse_to_overwrite(path, arguments.force || resumed)?;
    }
    let mut session = match &arguments.resume {
        Some(path) => resume::resume(path, arguments)?,
        None => begin(arguments)?,
    };
    let ended = session.run();
    // Whatever ended it, what was played is kept if that was asked for.
    let kept = keep(&mut session, arguments);
    let ended = ended?;
    kept?;
    if matches!(ended, Ended::Input | Ended::Quit) {
        session.farewell(arguments.save.as_deref())?;
    }
    session.output.flush()?;
    Ok(Exit::Fine)
}

fn begin(arguments: &Play) -> Done<Session> {
    let Some(name) = &arguments.game else { return Err(Failure::command_line("which game?")) };
    let table = table::table(&arguments.seats)?;
    let rules = rules::playable(name)?;
    let game = rules.at(&table)?;
    let humans = seats::humans(arguments, &game.instance().players)?;
    let seed = arguments.seed.unwrap_or_else(from_clock);
    let mut log = Log::new();
    let position = game.start(&mut log).map_err(|fault| rules.fault(&fault, "at the beginning of the game"))?;
    let mut session = Session {
        teller: teller(&humans, arguments),
        rules,
        name: name.clone(),
        settings: table.settings,
        humans,
        seed,
        generators: Generators::new(seed, 0),
        position,
        record: Vec::new(),
        undo: Vec::new(),
        answered: BTreeSet::new(),
        barrier: None,
        input: Input::new(),
        output: Output::new(),
        force: arguments.force,
    };
    session.greet()?;
    session.tell(&log.events)?;
    Ok(session)
}

/// One person hears what that seat sees; several hear what all see; with bots only, everything is told and drawn.
fn teller(humans: &[usize], arguments: &Play) -> Teller {
    let mut teller = match humans {
        [] => Teller::new(Viewer::All),
        [one] => Teller::new(Viewer::Seat(*one)).sparing(),
        _ => Teller::new(Viewer::Nobody).sparing(),
    };
    teller.explain(arguments.explain.then(shade));
    teller
}

fn from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (now.as_nanos() % 1_000_000) as u64
}

/// Writes what `--save` and `--record` ask for.
fn keep(session: &mut Session, arguments: &Play) -> Done<()> {
    if let Some(path) = &arguments.record {
        let game = game_for(&session.name, Some(path));
        files::write_secret(path, &session.script(game), arguments.force)?;
        session.output.line(format!("The game is written to {}.", path.display()))?;
    }
    if let Some(path) = &arguments.save
        && !session.over()
    {
        let resumed = arguments.resume.as_ref() == Some(path);
        save::write(session, path, arguments.force || resumed)?;
    }
    Ok(())
}
