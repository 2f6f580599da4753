//! What the commands print is the same for a viewer in games that differ only in what that viewer must not know: at stops of random games of all
//! shipped games and classics, for what `options`, `why`, `play` and `run` print, for people and as JSON. Who may know what is said by the reference and
//! not by the engine.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rulehound_interpreter::play::{ChanceKind, Event, EventKind, Game, Log, PlayError, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::script::{Listener, Passage};
use rulehound_interpreter::story::{Length, Teller, WIDTH};
use rulehound_judges::reference::{Knowledge, Reference};
use rulehound_tests::load::{rules_in, tables};

use super::play::ask;
use super::{options, run, why};
use crate::arguments::Format;
use crate::exit::Done;
use crate::output::Output;
use crate::rules::{self, Rules};

/// A random game is looked at so often, and at every so manieth stop.
const LOOKS: usize = 4;
const STEPS: [usize; 2] = [5, 23];

/// So many secret answers, or outcomes of chance, are compared.
const MOST: usize = 4;

/// How much was compared.
#[derive(Default)]
struct Count {
    twins: usize,
    answers: usize,
    draws: usize,
}

#[test]
fn nothing_that_is_printed_tells_what_is_hidden() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../games", "../examples/classics", "../tests/fixtures/veils"];
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| rules_in(&root.join(folder))).collect();
    let counts: Vec<Count> = paths.par_iter().with_max_len(1).map(|path| looked_at(path)).collect();
    let mut count = Count::default();
    for one in counts {
        count.twins += one.twins;
        count.answers += one.answers;
        count.draws += one.draws;
    }
    assert!(count.twins > 800, "{} twins", count.twins);
    assert!(count.answers > 100, "{} answers", count.answers);
    assert!(count.draws > 500, "{} draws", count.draws);
}

/// Looks at some games of a file at its smallest and largest table.
fn looked_at(path: &Path) -> Count {
    let mut count = Count::default();
    let Ok(rules) = rules::playable(&path.display().to_string()) else { panic!("{}", path.display()) };
    for table in tables(&rules.model) {
        let Ok(game) = rules.at(&table) else { panic!("{}", path.display()) };
        let Ok(start) = game.start(&mut Log::silent()) else { panic!("{}", path.display()) };
        for (stream, step) in (0..).zip(STEPS) {
            let reference = &Reference::new(game.instance());
            let looking = Looking { rules: &rules, game: &game, reference, start: &start };
            let name = format!("{}, {} players", path.display(), table.players.len());
            looking.at_stops(stream, step, &mut count).unwrap_or_else(|told| panic!("{name}: {told}"));
        }
    }
    count
}

struct Looking<'l> {
    rules: &'l Rules,
    game: &'l Game,
    reference: &'l Reference<'l>,
    start: &'l Position,
}

impl Looking<'_> {
    fn at_stops(&self, stream: u64, step: usize, count: &mut Count) -> Result<(), String> {
        let mut chance = Seeded::new(41, stream);
        let mut exchange = Seeded::new(43, stream);
        let mut log = Log::silent();
        let mut position = self.game.start(&mut log).map_err(|fault| fault.to_string())?;
        for stop in 0..=step * LOOKS {
            if stop % step == step - 1 {
                self.look(&position, &mut exchange, count)
                    .map_err(|told| format!("game {stream}, stop {stop}: {told}"))?;
            }
            let went = match position.stop() {
                Stop::Over => return Ok(()),
                Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log),
                Stop::Decision => {
                    let seat = position.deciders()[0];
                    let options = position.count(seat).map_err(|fault| fault.to_string())?;
                    position.apply(seat, chance.below(options), &mut log)
                }
            };
            went.map_err(|fault| fault.to_string())?;
        }
        Ok(())
    }

    fn look(&self, position: &Position, exchange: &mut Seeded, count: &mut Count) -> Result<(), String> {
        let seats = self.game.instance().seats();
        let known = Knowledge::at(self.reference, position).map_err(|fault| fault.code.to_owned())?;
        for viewer in (0..seats).map(Viewer::Seat).chain([Viewer::Nobody]) {
            if let Some(twin) = known.twin(position, viewer, exchange) {
                same(&self.printed(position, viewer, &[]), &self.printed(&twin, viewer, &[]), viewer)?;
                count.twins += 1;
            }
            self.answers(position, viewer, count)?;
            self.draws(position, viewer, count)?;
        }
        Ok(())
    }

    /// Everything that `run` prints of events that led to a position, and that `options`, `why` and `play` print of the position.
    fn printed(&self, position: &Position, viewer: Viewer, events: &[Event]) -> Vec<String> {
        let memory = Memory::default();
        self.print(position, viewer, events, &mut Output::to(memory.clone()))
            .unwrap_or_else(|failure| panic!("{:?}", failure.message));
        memory.lines()
    }

    fn print(&self, position: &Position, viewer: Viewer, events: &[Event], output: &mut Output) -> Done<()> {
        let fault = |fault: PlayError| self.rules.fault(fault, "in a test");
        let lengths =
            [Length::Short, Length::Full, Length::Explained(str::to_owned)].map(|length| (Format::Human, length));
        for (format, length) in lengths.into_iter().chain([(Format::Json, Length::Full)]) {
            let teller = Teller::new(viewer).at_length(length);
            let mut reader = run::Reader::new(teller, viewer, format, output);
            reader.offers = (format == Format::Json).then_some(self.rules);
            let mut log = Log::new();
            log.events = events.to_vec();
            reader.passage(&Passage { step: Some(4), said: None, refused: None, log: &log, position });
        }
        for format in [Format::Human, Format::Json] {
            output.lines(&options::told(position, viewer, true, format, WIDTH).map_err(fault)?)?;
            if let Viewer::Seat(seat) = viewer {
                let question = why::Question { rules: self.rules, position, asking: Some(seat), choice: None };
                question.tell(None, format, output)?;
            }
        }
        if let Viewer::Seat(seat) = viewer
            && let Some(offer) = position.offer(seat).map_err(fault)?
        {
            // What changed on boards is told from two scenes of this viewer alone.
            let before = Scene::of(self.start, viewer);
            ask::show(position, Some(&before), &offer, false, output)?;
            ask::show(position, None, &offer, true, output)?;
            ask::refused(&position.refusals(seat).map_err(fault)?, self.game, output)?;
        }
        Ok(())
    }

    /// What is answered in secret, and which rules that leads to, changes nothing for others while somebody still decides.
    fn answers(&self, position: &Position, viewer: Viewer, count: &mut Count) -> Result<(), String> {
        let deciders = position.deciders();
        let Some(decider) = deciders.iter().copied().find(|seat| viewer != Viewer::Seat(*seat)) else { return Ok(()) };
        if deciders.len() < 2 {
            return Ok(());
        }
        let all = position.count(decider).map_err(|fault| fault.to_string())?;
        let mut first: Option<(Vec<usize>, Vec<String>)> = None;
        for option in (0..all).step_by(all.div_ceil(MOST).max(1)) {
            let (mut next, mut log) = (position.clone(), Log::new());
            next.apply(decider, option, &mut log).map_err(|fault| fault.to_string())?;
            let joined = log.events.iter().any(|event| matches!(event.kind, EventKind::Joined { .. }));
            if joined || first.as_ref().is_some_and(|(deciders, _)| *deciders != next.deciders()) {
                continue;
            }
            let told = self.printed(&next, viewer, &log.events);
            match &first {
                Some((_, before)) => same(before, &told, viewer)?,
                None => first = Some((next.deciders(), told)),
            }
            count.answers += 1;
        }
        Ok(())
    }

    /// Which of several things is drawn unseen is told to nobody who may not know it.
    fn draws(&self, position: &Position, viewer: Viewer, count: &mut Count) -> Result<(), String> {
        let drawn = position.chance().is_some_and(|chance| chance.kind != ChanceKind::Roll);
        let all = position.weights().len();
        if !drawn || all < 2 {
            return Ok(());
        }
        let mut before: Vec<(String, Vec<String>)> = Vec::new();
        for outcome in (0..all).step_by(all.div_ceil(MOST)) {
            let (mut next, mut log) = (position.clone(), Log::new());
            next.resolve(outcome, &mut log).map_err(|fault| fault.to_string())?;
            let known = Knowledge::at(self.reference, &next).map_err(|fault| fault.code.to_owned())?;
            let known = format!(
                "{:?} {:?} {:?} {:?}",
                known.places_told(viewer),
                known.variables_told(viewer),
                next.deciders(),
                next.weights().len()
            );
            // What follows may be told to all and forgotten again.
            log.events.truncate(1);
            let told = self.printed(&next, viewer, &log.events);
            match before.iter().find(|(other, _)| *other == known) {
                Some((_, other)) => {
                    same(other, &told, viewer)?;
                    count.draws += 1;
                }
                None => before.push((known, told)),
            }
        }
        Ok(())
    }
}

/// Where a command prints to.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Memory {
    fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.0.borrow()).lines().map(str::to_owned).collect()
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn same(one: &[String], other: &[String], viewer: Viewer) -> Result<(), String> {
    let differ = one.iter().zip(other).find(|(one, other)| one != other);
    match differ {
        Some((one, other)) => Err(format!("{viewer:?} can tell them apart:\n  {one}\n  {other}")),
        None if one.len() != other.len() => Err(format!("{viewer:?} is told more: {one:#?} {other:#?}")),
        None => Ok(()),
    }
}
