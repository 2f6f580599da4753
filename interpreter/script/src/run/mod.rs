//! Plays a script.
//!
//! In: a [`Script`] and the checked rules it names. Out: what happened, told to a [`Listener`] as it happens, and [`Played`]. A step
//! that does not fit ends the game; an `expect` or `refuse` that fails is noted, and play goes on.

mod answer;
mod chance;
mod component;
mod expect;
mod laid;
mod lay;
mod meant;
mod names;
mod offered;
mod refuse;
mod setup;
mod supply;
mod told;
mod value;
mod why;
mod word;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use super::{Entry, Players, Script, StepKind};
use names::Names;
use rulehound_engine::instance::{Table, TableError, default_names};
use rulehound_engine::play::{Event, Fault, Game, Log, Position, Queries, Reason, Viewer};
use rulehound_rules::model::Model;
use rulehound_rules::resolve::ResolvedExpression;
use supply::Supply;
pub use why::{Before, before, explain, explain_words};

/// Hears what happens, stop by stop.
pub trait Listener {
    /// Something has happened.
    fn passage(&mut self, passage: &Passage<'_>);

    /// Whether it is counted what runs and what is refused. The counts are those of the game of the position in which the script ends.
    fn is_counted(&self) -> bool {
        false
    }
}

/// Hears nothing.
impl Listener for () {
    fn passage(&mut self, _passage: &Passage<'_>) {}
}

/// What happened between two stops, or a remark of the script.
#[derive(Clone, Copy, Debug)]
pub struct Passage<'p> {
    /// The step of the script it belongs to, from 0; `None` for what happens before the first.
    pub step: Option<usize>,
    /// A remark of the script; nothing happened then.
    pub said: Option<&'p str>,
    /// What the script has shown to be forbidden; nothing happened then.
    pub refused: Option<Refused<'p>>,
    /// What happened.
    pub log: &'p Log,
    /// Where things stand afterwards.
    pub position: &'p Position,
}

impl<'p> Passage<'p> {
    /// What happened, thing by thing.
    pub fn events(&self) -> &'p [Event] {
        &self.log.events
    }
}

/// Something that a player may not do.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'p> {
    /// Whose option it would be.
    pub seat: usize,
    /// The option in words.
    pub option: &'p str,
    /// Why not.
    pub why: &'p str,
    /// The reasons that say so, with the rules they stand in.
    pub reasons: &'p [Reason],
}

/// How a script went.
#[derive(Debug)]
pub struct Played {
    /// Where it ended; `None` if it could not begin.
    pub position: Option<Position>,
    /// Every answer and every outcome.
    pub record: Vec<Entry>,
    /// What is wrong with it. Faults of the rules are among them.
    pub diagnostics: Vec<Diagnostic>,
    /// The rules misbehaved.
    pub fault: Option<Fault>,
}

/// Who plays with which settings, as a script says. `model` is asked for nothing but names.
pub fn table(script: &Script) -> Table {
    let players = match &script.players {
        Players::Default => Vec::new(),
        // More than the rules allow is refused by the table; this many are enough to be refused.
        Players::Number(word) => default_names(word.text.parse::<usize>().unwrap_or_default().min(1_000)),
        Players::Named(names) => names.iter().map(|name| name.text.clone()).collect(),
    };
    let settings = script.settings.iter().map(|(name, value)| (name.text.clone(), value.text.clone()));
    Table { players, settings: settings.collect() }
}

/// Plays a script from its first step to its last, or to the first that does not fit.
pub fn run(script: &Script, model: Arc<Model>, listener: &mut dyn Listener) -> Played {
    run_for(script, model, Viewer::All, listener)
}

/// The same, with findings that tell this viewer only what it may know.
pub fn run_for(script: &Script, model: Arc<Model>, viewer: Viewer, listener: &mut dyn Listener) -> Played {
    play(script, &|table| Game::load(model.clone(), table), viewer, listener, whole)
}

/// Plays a script of a game that is ready, as many scripts of one game are. A script for another table makes it ready for that one.
pub fn run_at(script: &Script, game: &Game, listener: &mut dyn Listener) -> Played {
    play(script, &|table| game.at(table), Viewer::All, listener, whole)
}

/// All steps.
fn whole(runner: &mut Runner<'_, '_>) -> Going {
    runner.some_steps(usize::MAX).and_then(|()| runner.settle(true))
}

/// How the rules come to the table that a script asks for.
type Ready<'r> = &'r dyn Fn(&Table) -> Result<Game, TableError>;

fn play<'s, 'l>(
    script: &'s Script,
    ready: Ready<'_>,
    viewer: Viewer,
    listener: &'l mut dyn Listener,
    steps: impl FnOnce(&mut Runner<'s, 'l>) -> Going,
) -> Played {
    let mut played = Played { position: None, record: Vec::new(), diagnostics: Vec::new(), fault: None };
    let mut runner = match Runner::begin(script, ready, viewer, listener) {
        Ok(runner) => runner,
        Err(halt) => {
            played.halt(*halt);
            if viewer != Viewer::All {
                played.diagnostics = vec![told::untold(script)];
            }
            return played;
        }
    };
    let ended = steps(&mut runner);
    played.record = std::mem::take(&mut runner.record);
    played.diagnostics = std::mem::take(&mut runner.diagnostics);
    played.position = Some(runner.position);
    if let Err(halt) = ended {
        played.halt(*halt);
    }
    played.diagnostics = told::told(played.diagnostics, viewer, script, &runner.names);
    played
}

impl Played {
    fn halt(&mut self, halt: Halt) {
        match halt {
            Halt::Wrong(mut found) => self.diagnostics.append(&mut found),
            Halt::Fault(fault, at) => {
                self.diagnostics.push(of_fault(&fault, at));
                self.fault = Some(fault);
            }
        }
    }
}

/// Why a script cannot go on.
enum Halt {
    /// It does not fit its game.
    Wrong(Vec<Diagnostic>),
    /// The rules misbehaved, at this step.
    Fault(Fault, Location),
}

impl From<Diagnostic> for Box<Halt> {
    fn from(found: Diagnostic) -> Self {
        Self::new(Halt::Wrong(vec![found]))
    }
}

impl From<Vec<Diagnostic>> for Box<Halt> {
    fn from(found: Vec<Diagnostic>) -> Self {
        Self::new(Halt::Wrong(found))
    }
}

type Going<T = ()> = Result<T, Box<Halt>>;

/// A fault as a finding, with the chain of rules and the step that led there.
fn of_fault(fault: &Fault, step: Location) -> Diagnostic {
    let mut found = Diagnostic::error(fault.code, fault.message.clone(), fault.at, "the rules went wrong here");
    for (rule, at) in fault.places() {
        found = found.with_label(*at, format!("in `{rule}`"));
    }
    let found = found.with_label(step, "after this step");
    match fault.code {
        "wrong-place" => found.with_help("the rules are to say which kind moves, with its name behind `move all`; or name the other kind, too, behind the `:` of that place's own line"),
        _ => found,
    }
}

struct Runner<'s, 'l> {
    script: &'s Script,
    names: Names,
    /// To whom findings are told.
    viewer: Viewer,
    position: Position,
    supply: Supply<'s>,
    record: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
    listener: &'l mut dyn Listener,
    /// The step at hand.
    step: Option<usize>,
    /// Expressions of the script, once there are any.
    queries: RefCell<Option<Queries>>,
    /// Those that are understood, by their texts.
    understood: RefCell<BTreeMap<String, Rc<ResolvedExpression>>>,
}

impl<'s, 'l> Runner<'s, 'l> {
    fn begin(script: &'s Script, ready: Ready<'_>, viewer: Viewer, listener: &'l mut dyn Listener) -> Going<Self> {
        let game = ready(&table(script)).map_err(|error| table_finding(script, &error))?;
        let game = if listener.is_counted() { game.profiled().0 } else { game };
        let names = Names::new(&game);
        let setup = setup::setup(script, &game, &names)?;
        let mut log = Log::new();
        let position = game.start_from(&setup, &mut log).map_err(|error| begun_wrongly(script, error.into()))?;
        let lost = setup::reset(script, &setup, &position);
        if !lost.is_empty() {
            return Err(lost.into());
        }
        listener.passage(&Passage { step: None, said: None, refused: None, log: &log, position: &position });
        let supply = Supply::new(script.seed);
        let (record, diagnostics, queries) = (Vec::new(), Vec::new(), RefCell::new(None));
        let understood = RefCell::default();
        Ok(Self {
            script,
            names,
            viewer,
            position,
            supply,
            record,
            diagnostics,
            listener,
            step: None,
            queries,
            understood,
        })
    }

    /// Plays the first so many steps.
    fn some_steps(&mut self, most: usize) -> Going {
        for (index, step) in self.script.steps.iter().enumerate().take(most) {
            self.step = Some(index);
            match &step.kind {
                StepKind::Chance(given) => self.give(given, step)?,
                StepKind::Answers(answers) => self.answers(answers)?,
                StepKind::Refuse(refuse) => self.refuse(refuse)?,
                StepKind::Expect(expected) => self.expect(expected)?,
                StepKind::Say(word) => self.listener.passage(&Passage {
                    step: self.step,
                    said: Some(&word.text),
                    refused: None,
                    log: &Log::new(),
                    position: &self.position,
                }),
            }
        }
        Ok(())
    }

    /// The step at hand, for findings that have no better place.
    fn here(&self) -> Location {
        let step = self.step.and_then(|index| self.script.steps.get(index));
        step.map_or_else(|| self.script.game.at(), super::Step::at)
    }

    /// A fault at the step at hand.
    fn fault(&self, fault: impl Into<Fault>) -> Box<Halt> {
        let fault = fault.into();
        match missing(self.script, &fault) {
            Some(finding) => finding.into(),
            None => Box::new(Halt::Fault(fault, self.here())),
        }
    }

    /// Carries out something that leads to the next stop, and tells what happened.
    fn go(&mut self, act: impl FnOnce(&mut Position, &mut Log) -> Result<(), Fault>) -> Going {
        let mut log = Log::new();
        let done = act(&mut self.position, &mut log);
        done.map_err(|fault| self.fault(fault))?;
        self.passage(None, &log);
        Ok(())
    }

    fn passage(&mut self, refused: Option<Refused<'_>>, log: &Log) {
        let position = &self.position;
        self.listener.passage(&Passage { step: self.step, said: None, refused, log, position });
    }

    /// The seat of a player.
    fn seat(&self, name: &super::Word) -> Going<usize> {
        self.names.seat(name).map_err(Into::into)
    }

    /// What a player is called.
    fn player(&self, seat: usize) -> &str {
        self.names.player(seat)
    }
}

/// What went wrong before the first stop.
fn begun_wrongly(script: &Script, fault: Fault) -> Box<Halt> {
    let at = script.phase.as_ref().unwrap_or(&script.game).at();
    missing(script, &fault).map_or_else(|| Box::new(Halt::Fault(fault, at)), Into::into)
}

/// What a script that begins in the middle has left out, if that is what a fault comes from; the whole game would not lack it.
fn missing(script: &Script, fault: &Fault) -> Option<Diagnostic> {
    let phase = script.phase.as_ref()?;
    let (message, label, help) = match fault.code {
        "nobody-decides" => (
            format!("nobody is on turn in `{}`, so nobody can decide there", phase.text),
            "who is asked is decided by what runs around it",
            "say whose turn it is with `turn: …` below `phase`, or play the phase or rule that says `turn of …` around it",
        ),
        "unset" => (
            format!("{}, and `{}` needs it", fault.message, phase.text),
            "it is played without what comes before",
            "give it a value under `position`, among the `variables`",
        ),
        _ => return None,
    };
    Some(Diagnostic::error(fault.code, message, phase.at(), label).with_label(fault.at, "needed here").with_help(help))
}

/// The table refuses: which part of the script says so.
fn table_finding(script: &Script, error: &TableError) -> Diagnostic {
    let settings: BTreeMap<&str, &(super::Word, super::Word)> =
        script.settings.iter().map(|pair| (pair.0.text.as_str(), pair)).collect();
    let players = || match &script.players {
        Players::Default => script.game.at(),
        Players::Number(word) => word.at(),
        Players::Named(names) => {
            let joined = names.iter().map(|name| name.span).reduce(rulehound_grammar::span::Span::join);
            joined.map_or(script.game.at(), |span| Location { file: super::SCRIPT_FILE, span })
        }
    };
    let player = |name: &str| match &script.players {
        Players::Named(names) => {
            names.iter().rev().find(|word| word.text == name).map_or_else(players, super::Word::at)
        }
        Players::Default | Players::Number(_) => players(),
    };
    let at = match error {
        TableError::Players { .. } => players(),
        TableError::Name(name, _) | TableError::SameName(name) => player(name),
        TableError::NoSetting { found, .. } => {
            settings.get(found.as_str()).map_or(script.game.at(), |pair| pair.0.at())
        }
        TableError::Setting { setting, .. } => {
            settings.get(setting.as_str()).map_or(script.game.at(), |pair| pair.1.at())
        }
        TableError::TooLarge { .. } => script.game.at(),
    };
    let label = match error {
        TableError::Players { .. } => "so many players",
        TableError::Name(..) => "not this name",
        TableError::SameName(_) => "again here",
        TableError::NoSetting { .. } => "not known here",
        TableError::Setting { .. } => "not this value",
        TableError::TooLarge { .. } => "this game",
    };
    let found = Diagnostic::error("wrong-table", error.to_string(), at, label);
    match error {
        TableError::Players { .. } => found.with_help("write so many names in the list: `players: [Ann, Ben]`"),
        TableError::NoSetting { .. } => found.with_help("take it out, or name a setting that the rules declare"),
        TableError::Name(..) | TableError::SameName(_) | TableError::Setting { .. } | TableError::TooLarge { .. } => {
            found
        }
    }
}
