//! Going on with a saved game.

use std::path::Path;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::script;

use super::input::Input;
use super::save::{self, Saved};
use super::session::Session;
use super::{seats, teller};
use crate::arguments::Play;
use crate::bot::Generators;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};
use crate::reach::{self, Refused};
use crate::rules::{self, Rules};
use crate::{report, table};

/// Under the rules it was played by, the position is read as it was; under others, the record is played again.
pub fn resume(path: &Path, arguments: &Play) -> Done<Session> {
    let saved = save::read(path)?;
    let name = game(&saved.game, path)?;
    let rules = rules::playable(&name)?;
    let game = rules.at(&Table { players: saved.players.clone(), settings: saved.settings.clone() })?;
    let unchanged = saved.hash == save::hash(game.hash());
    let restored = unchanged.then(|| game.restore(&saved.position)).transpose();
    let restored = restored.map_err(|why| Failure::file(format!("`{}`: {why}", path.display())))?;
    let replayed = replay(&saved, &rules);
    let (position, record) = match (restored, replayed) {
        (Some(position), Ok(played)) => (position, played.record),
        (Some(position), Err(_)) => {
            complain("warning: what happened so far cannot be read; a record will begin here");
            (position, Vec::new())
        }
        (None, Ok(played)) => {
            complain("The rules have changed since; the game was played again under the new ones.");
            let position = played.position.ok_or_else(|| Failure::said(Exit::Wrong))?;
            (position, played.record)
        }
        (None, Err(failure)) => {
            failure.complain(path, &rules);
            return Err(Failure::said(Exit::Wrong));
        }
    };
    let players = &game.instance().players;
    let humans = if !arguments.watch && arguments.humans.is_empty() && arguments.bots.is_empty() {
        saved.humans.iter().map(|name| table::seat(name, players)).collect::<Done<Vec<usize>>>()?
    } else {
        seats::humans(arguments, players)?
    };
    let seed = arguments.seed.unwrap_or(saved.seed);
    let answered = if record.is_empty() { Default::default() } else { humans.iter().copied().collect() };
    let mut session = Session {
        teller: teller(&humans, arguments),
        rules,
        name,
        settings: saved.settings,
        humans,
        seed,
        // What the generators gave before is not known; a stream of its own for each length keeps it the same every time.
        generators: Generators::new(seed, 1 + record.len() as u64),
        position,
        record,
        undo: Vec::new(),
        answered,
        barrier: Some("the game was resumed here".to_owned()),
        input: Input::new(),
        output: Output::new(),
        force: arguments.force,
    };
    session.greet()?;
    Ok(session)
}

/// A game named in a saved file: a file seen from there, else as it is named.
fn game(name: &str, path: &Path) -> Done<String> {
    match reach::game(path.parent().unwrap_or(Path::new("")), name) {
        Ok(Some(path)) => Ok(path.display().to_string()),
        Ok(None) => Ok(name.to_owned()),
        Err(Refused { why, exit }) => {
            let message = format!("`{}` is a game of `{name}`, which cannot be read: {why}", path.display());
            Err(Failure { exit, message: Some(message) })
        }
    }
}

/// A record that cannot be played again.
struct Unfit {
    record: String,
    findings: Vec<rulehound_grammar::diagnostic::Diagnostic>,
}

impl Unfit {
    /// Names the first step that does not fit any more.
    fn complain(self, path: &Path, rules: &Rules) {
        let name = format!("{} (what happened)", path.display());
        let source = Source { name, text: self.record };
        complain("The rules have changed since, and what was played does not fit them any more:");
        report::human(&self.findings, &rules.sources, Some(&source));
    }
}

fn replay(saved: &Saved, rules: &Rules) -> Result<script::Played, Unfit> {
    let unfit = |findings| Unfit { record: saved.record.clone(), findings };
    let read = script::read(&saved.record).map_err(unfit)?;
    let mut played = script::run(&read, rules.model.clone(), &mut ());
    if played.diagnostics.is_empty() {
        return Ok(played);
    }
    Err(unfit(std::mem::take(&mut played.diagnostics)))
}
