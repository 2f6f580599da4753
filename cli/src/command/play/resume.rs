//! Going on with a saved game.

use std::path::Path;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Position, Seeded};
use rulehound_interpreter::script::{self, Entry};

use super::input::Input;
use super::kept::Kept;
use super::retold::Retold;
use super::save::{self, Saved};
use super::session::Session;
use super::{seats, teller};
use crate::arguments::Play;
use crate::bot::Generators;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};
use crate::reach::{self, Refused};
use crate::rules::{self, Rules};
use crate::thinkers::{self, Thinkers};
use crate::{report, table, tuned};

/// Why nothing before it can be taken back.
pub const RESUMED: &str = "the game was resumed here";

/// What is gone on with.
pub struct From<'f> {
    /// The file.
    pub path: &'f Path,
    /// What is in it.
    pub saved: Saved,
    /// The game, if it is named beside the file.
    pub game: Option<&'f str>,
}

/// Under the rules it was played by, the position is read as it was; under others, the record is played again.
pub fn resume(from: From<'_>, arguments: &Play, input: Input, output: Output) -> Done<Session> {
    let From { path, saved, game: wanted } = from;
    let name = wanted.map_or_else(|| self::game(&saved.game, path), |game| Ok(game.to_owned()))?;
    let rules = rules::playable(&name)?;
    let game = rules.at(&Table { players: saved.players.clone(), settings: saved.settings.clone() })?;
    let players = &game.instance().players;
    let humans = if !arguments.watch && arguments.humans.is_empty() && arguments.bots.is_empty() {
        saved.humans.iter().map(|name| table::seat(name, players)).collect::<Done<Vec<usize>>>()?
    } else {
        seats::humans(arguments, players)?
    };
    let levels = if arguments.bots.is_empty() {
        thinkers::saved(&saved.bots, players.len())?
    } else {
        thinkers::levels(&arguments.bots, players)?
    };
    let thinkers = Thinkers::for_people(&game, levels, tuned::of(&rules.sources)?);
    let listening = Retold::to(thinkers, &humans, teller(&humans, arguments, &output), output.width());
    let before =
        Earlier { saved: &saved, rules: &rules, path, instead: other(&saved, wanted, path) }.up_to(&game, listening)?;
    let seed = arguments.seed.unwrap_or(saved.seed);
    let generators = match saved.generators.as_ref().filter(|_| arguments.seed.is_none()) {
        Some([chance, bots]) => Generators { chance: Seeded::resumed(chance), bots: Seeded::resumed(bots) },
        // What they gave before is not known, or another seed is wanted; a stream of its own for each length keeps it the same every time.
        None => Generators::new(seed, 1 + before.record.as_ref().map_or(0, Vec::len) as u64),
    };
    let Before { position, record, heard: Retold { thinkers, told, apart, .. } } = before;
    let (begun_before, record) = (record.is_none(), record.unwrap_or_default());
    let answered = if record.is_empty() { Default::default() } else { humans.iter().copied().collect() };
    let mut session = Session {
        teller: teller(&humans, arguments, &output),
        looked: Default::default(),
        told,
        apart,
        rules,
        name,
        settings: saved.settings,
        humans: humans.clone(),
        seed,
        generators,
        thinkers,
        thoughts: arguments.explain,
        position,
        record,
        begun_before,
        undo: Vec::new(),
        practice: arguments.practice,
        asked: Default::default(),
        doubted: None,
        answered,
        barrier: Some(RESUMED.to_owned()),
        input,
        output,
        force: arguments.force,
        kept: Kept::nowhere(),
    };
    session.greet()?;
    Ok(session)
}

/// Where a saved game stands, and what led there, as far as that is known.
struct Before<'h> {
    position: Position,
    record: Option<Vec<Entry>>,
    heard: Retold<'h>,
}

/// A saved game, the rules it is gone on with, and where it was read.
struct Earlier<'s> {
    saved: &'s Saved,
    rules: &'s Rules,
    path: &'s Path,
    /// What is named instead of the rules it was saved under.
    instead: Option<&'s str>,
}

impl Earlier<'_> {
    /// Plays what happened once more, if it is known, and lets somebody listen.
    fn up_to<'h>(&self, game: &Game, heard: Retold<'h>) -> Done<Before<'h>> {
        if self.saved.hash != save::hash(game.hash()) {
            return self.played_again(heard);
        }
        let position = game.restore(&self.saved.position);
        let position = position.map_err(|why| Failure::file(format!("`{}`: {why}", self.path.display())))?;
        self.read(position, heard)
    }

    /// The position is read as it was. What is known of the way there must agree with it.
    fn read<'h>(&self, position: Position, mut heard: Retold<'h>) -> Done<Before<'h>> {
        if self.saved.begun_before {
            return Ok(Before { position, record: None, heard: heard.nothing() });
        }
        let played = self.replay(&mut heard).ok();
        // Saves of before hold positions in normal form.
        let agrees = played.as_ref().map(|played| played.position.as_ref().is_some_and(|end| end.is_same(&position)));
        match (played, agrees) {
            (Some(played), Some(true)) => Ok(Before { position, record: Some(played.record), heard }),
            (None, _) if self.saved.is_sealed() => {
                complain("warning: what happened so far cannot be read; a record will begin here");
                Ok(Before { position, record: None, heard: heard.nothing() })
            }
            _ => {
                let why =
                    "it is damaged, or somebody has changed it: what happened does not lead to where the game stands";
                Err(Failure::file(format!("`{}` is no saved game: {why}", self.path.display())))
            }
        }
    }

    /// The rules are others than those of the save: what happened is played again under them.
    fn played_again<'h>(&self, mut heard: Retold<'h>) -> Done<Before<'h>> {
        let cannot = if !self.saved.is_sealed() {
            Some("nothing in it tells whether it is whole, since an earlier version wrote it")
        } else if self.saved.begun_before {
            Some("it does not hold how the game began")
        } else {
            None
        };
        if let Some(why) = cannot {
            let message = format!("`{}` was saved under other rules, and {why}", self.path.display());
            return Err(Failure::file(message));
        }
        match self.replay(&mut heard) {
            Ok(played) => {
                match self.instead {
                    Some(other) => {
                        let saved = &self.saved.game;
                        complain(&format!(
                            "This is a game of `{saved}`; it was played again by the rules of `{other}`."
                        ));
                    }
                    None => complain("The rules have changed since; the game was played again under the new ones."),
                }
                let position = played.position.ok_or_else(|| Failure::said(Exit::Wrong))?;
                Ok(Before { position, record: Some(played.record), heard })
            }
            Err(unfit) => {
                unfit.complain(self);
                Err(Failure::said(Exit::Wrong))
            }
        }
    }

    fn replay(&self, heard: &mut Retold<'_>) -> Result<script::Played, Unfit> {
        let unfit = |findings| Unfit { record: self.saved.record.clone(), findings };
        let read = script::read(&self.saved.record).map_err(unfit)?;
        let mut played = script::run(&read, self.rules.model.clone(), heard);
        if played.diagnostics.is_empty() {
            return Ok(played);
        }
        Err(unfit(std::mem::take(&mut played.diagnostics)))
    }
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

/// The rules that are named beside the file, if they are others than those it was saved under.
fn other<'s>(saved: &Saved, named: Option<&'s str>, path: &Path) -> Option<&'s str> {
    let before = self::game(&saved.game, path).ok();
    let whole = |name: &str| Path::new(name).canonicalize().unwrap_or_else(|_| name.into());
    named.filter(|named| before.is_none_or(|before| whole(&before) != whole(named)))
}

/// A record that cannot be played again.
struct Unfit {
    record: String,
    findings: Vec<rulehound_grammar::diagnostic::Diagnostic>,
}

impl Unfit {
    /// Names the first step that does not fit any more.
    fn complain(self, earlier: &Earlier<'_>) {
        let (path, saved) = (earlier.path.display(), &earlier.saved.game);
        let source = Source { name: format!("{path} (what happened)"), text: self.record };
        match earlier.instead {
            Some(other) => complain(&format!(
                "`{path}` is a game of `{saved}`, and what was played does not fit `{other}`; go on with \
                 `rulehound play --resume {path}`:"
            )),
            None => complain("The rules have changed since, and what was played does not fit them any more:"),
        }
        report::human(&self.findings, &earlier.rules.sources, Some(&source));
    }
}
