//! `play`: a game at the terminal, line by line, so that it works in a pipe too.

mod apart;
pub mod ask;
mod columns;
mod editor;
mod end;
mod full;
mod input;
mod kept;
mod listing;
mod numbers;
mod pointing;
mod resume;
mod retold;
mod save;
mod seats;
mod session;
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rulehound_interpreter::play::{Game, Log, Viewer};
use rulehound_interpreter::story::Teller;

use crate::arguments::Play;
use crate::bot::Generators;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::rules::{self, Rules};
use crate::thinkers::{self, Levels, Thinkers};
use crate::{files, table, tuned};
use apart::Apart;
use input::Input;
use kept::{Kept, Named};
use resume::From;
use session::Session;
use told::Told;

/// Plays a new game, or goes on with a saved one.
pub fn play(arguments: &Play) -> Done {
    for path in arguments.save.iter().chain(&arguments.record) {
        // A game that was resumed may be saved where it came from.
        let resumed = arguments.resume.as_ref() == Some(path);
        files::refuse_to_overwrite(path, arguments.force || resumed)?;
    }
    kept::watch_signals();
    let mut session = start(arguments, Input::new(), Output::new())?;
    for path in arguments.save.iter().chain(&arguments.record) {
        files::refuse_what_is_read(path, session.rules.files())?;
    }
    let ended = session.run();
    let ended = session.leave_full(ended);
    // Whatever ended it, what was played is kept if that was asked for.
    let kept = end::keep(&mut session, arguments, ended.is_err());
    ended?;
    kept?;
    session.output.flush()?;
    Ok(Exit::Fine)
}

/// A game that was not finished, if somebody wants to go on with it; else the game that is asked for.
fn start(arguments: &Play, mut input: Input, mut output: Output) -> Done<Session> {
    let shown = arguments.resume.as_ref().map(|path| path.to_string_lossy());
    let name = shown.as_deref().or(arguments.game.as_deref());
    let Some(name) = name else { return Err(Failure::command_line("which game?")) };
    let named = Named { name, resumed: arguments.resume.is_some() };
    let game = arguments.game.as_deref();
    // What cannot be played is told before anything is asked.
    let begins = match &arguments.resume {
        Some(path) => Begins::Saved(path),
        None => Begins::Anew(Fresh::of(name, arguments)?),
    };
    if !arguments.watch
        && let Some((held, saved)) = kept::offered(&named, &mut input, &mut output)?
    {
        let (input, output) = full::opened(arguments, input, output);
        let path = held.path().to_path_buf();
        let mut session = resume::resume(From { path: &path, saved, game }, arguments, input, output)?;
        session.kept = Kept::again(held, &named);
        return Ok(session);
    }
    let (input, output) = full::opened(arguments, input, output);
    let mut session = match begins {
        Begins::Saved(path) => resume::resume(From { path, saved: save::read(path)?, game }, arguments, input, output)?,
        Begins::Anew(fresh) => fresh.begin(name, arguments, input, output)?,
    };
    session.kept = Kept::new(&named);
    Ok(session)
}

/// How a game begins that nobody takes up again.
enum Begins<'a> {
    Saved(&'a Path),
    Anew(Fresh),
}

/// A game that is about to begin: whoever asks for it asks for something that can be played.
struct Fresh {
    rules: Rules,
    settings: BTreeMap<String, String>,
    game: Game,
    humans: Vec<usize>,
    levels: Levels,
}

impl Fresh {
    fn of(name: &str, arguments: &Play) -> Done<Self> {
        let table = table::table(&arguments.seats)?;
        let rules = rules::playable(name)?;
        let game = rules.at(&table)?;
        let humans = seats::humans(arguments, &game.instance().players)?;
        let levels = thinkers::levels(&arguments.bots, &game.instance().players)?;
        Ok(Self { rules, settings: table.settings, game, humans, levels })
    }

    fn begin(self, name: &str, arguments: &Play, input: Input, output: Output) -> Done<Session> {
        let Self { rules, settings, game, humans, levels } = self;
        let seed = arguments.seed.unwrap_or_else(from_clock);
        let mut log = Log::new();
        let position = game.start(&mut log).map_err(|fault| rules.fault(fault, "at the beginning of the game"))?;
        let mut thinkers = Thinkers::for_people(&game, levels, tuned::of(&rules.sources)?);
        thinkers.take_in(&log, &position);
        let mut session = Session {
            teller: teller(&humans, arguments, &output),
            looked: BTreeMap::new(),
            told: Told::at_most(session::MOST_TOLD),
            apart: Apart::default(),
            rules,
            name: name.to_owned(),
            settings,
            humans,
            seed,
            generators: Generators::new(seed, 0),
            thinkers,
            thoughts: arguments.explain,
            position,
            record: Vec::new(),
            begun_before: false,
            undo: Vec::new(),
            practice: arguments.practice,
            asked: BTreeSet::new(),
            doubted: None,
            answered: BTreeSet::new(),
            barrier: None,
            input,
            output,
            force: arguments.force,
            kept: Kept::nowhere(),
        };
        session.greet()?;
        session.tell(&log.events)?;
        Ok(session)
    }
}

/// One person hears what that seat sees; several hear what all see; with bots only, everything is told and drawn.
fn teller(humans: &[usize], arguments: &Play, output: &Output) -> Teller {
    let teller = match humans {
        [] => Teller::new(Viewer::All),
        [one] => Teller::new(Viewer::Seat(*one)).sparing(),
        _ => Teller::new(Viewer::Nobody).sparing(),
    }
    .within(output.width());
    // A full screen draws better.
    let teller = if output.is_logged() { teller.undrawn() } else { teller };
    teller.flowing().at_length(arguments.story.length(arguments.explain))
}

fn from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (now.as_nanos() % 1_000_000) as u64
}
