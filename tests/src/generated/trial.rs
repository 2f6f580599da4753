//! One generated game put to every test.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Severity;
use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::shape;
use rulehound_grammar::{parse, print};
use rulehound_interpreter::check::check;
use rulehound_interpreter::document::{document, html, markdown};
use rulehound_interpreter::instance::{Instance, Place, Table};
use rulehound_interpreter::model::{AreaKind, Model, OwnerSort, PlaceClass};
use rulehound_interpreter::play::{EventKind, Fault, Game, Holding, Log, Position, Seeded, Stop, View, Viewer};
use rulehound_interpreter::story::seen_by;
use rulehound_interpreter::words::{Form, Nothing, Words};
use rulehound_native::{NativeError, Pass, Passes};

use super::files;
use super::files::{Caches, Files, OWN};
use super::secrets::{self, Judged, Written};
use crate::compare::{self, Course, Ending};
use crate::load::tables;
use crate::native::{Apart, MachineCode};
use crate::pasting::{PROBE, PROBED, pasted, printed};
use crate::playout::playout_for;
use rulehound_judges::reference::Reference;

/// What is wrong: of which sort, and in full. Shrinking keeps the sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub sort: String,
    pub told: String,
}

impl Trouble {
    fn new(sort: impl Into<String>, told: impl Into<String>) -> Self {
        Self { sort: sort.into(), told: told.into() }
    }
}

/// How it went.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games that were made.
    pub games: usize,
    /// Why games were refused, with how many.
    pub refused: BTreeMap<&'static str, usize>,
    /// Random games played, and how they ended.
    pub endings: BTreeMap<String, usize>,
    /// Decisions with more than one option, and all.
    pub free: usize,
    pub decisions: usize,
    /// Stops of chance.
    pub chances: usize,
    /// Stops at which something was hidden from somebody.
    pub hidden: usize,
    pub stops: usize,
    /// Moves that were told.
    pub moves: usize,
    /// What was judged of secrets.
    pub judged: Judged,
    /// Positions that were printed and pasted.
    pub pasted: usize,
    /// Games that are not turned into machine code, or in which it gave up.
    pub without_code: usize,
}

impl Tally {
    /// How many games of a hundred were refused.
    pub fn refused_share(&self) -> usize {
        100 * self.refused.values().sum::<usize>() / self.games.max(1)
    }
}

/// How much of a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// Random games at a table.
    pub streams: u64,
    /// Stops of a random game.
    pub stops: usize,
    /// Whether machine code plays, too; to make it takes longer than all the rest.
    pub machine_code: bool,
}

/// At one of so many stops a position is printed and pasted.
const PASTED: usize = 6;

/// Puts rules to the test.
///
/// # Errors
/// The first thing that is wrong.
pub fn trial(text: &str, length: Length, tally: &mut Tally) -> Result<(), Trouble> {
    tally.games += 1;
    for file in files(text) {
        printed_and_read(file)?;
    }
    let mut caches = Caches::default();
    let checked = check(OWN, &mut Files::new(files(text), &mut caches));
    let Some(model) = checked.model else {
        let errors: Vec<_> = checked.diagnostics.iter().filter(|one| one.severity == Severity::Error).collect();
        let Some(first) = errors.first() else {
            return Err(Trouble::new("refused without a reason", ""));
        };
        for one in &errors {
            let span = one.primary.at.span;
            if one.code.is_empty() || one.message.is_empty() || span.start >= span.end || span.end as usize > text.len()
            {
                return Err(Trouble::new("refused without a place", format!("{one:?}")));
            }
        }
        *tally.refused.entry(first.code).or_insert(0) += 1;
        return Ok(());
    };
    let model = Arc::new(model);
    let probed = probed(text, &mut caches)?;
    let page = document(&model, &[]);
    if html(&page).is_empty() || markdown(&page).is_empty() {
        return Err(Trouble::new("no document", ""));
    }
    let written = Written::of(Files::new(files(text), &mut caches), &model);
    for table in tables(&model) {
        at_table(written.as_ref(), &model, &table, length, tally)?;
        printed_is_pasted(&model, &probed, &table, length, tally)?;
    }
    Ok(())
}

/// The rules with a phase at which a position can be looked at as it was pasted.
fn probed(text: &str, caches: &mut Caches) -> Result<Arc<Model>, Trouble> {
    let mut parts = files(text);
    let own = parts.pop().unwrap_or_default().to_owned() + PROBE;
    parts.push(&own);
    let checked = check(OWN, &mut Files::new(parts, caches));
    let model = checked.model.ok_or_else(|| Trouble::new("refused with a probe", format!("{:?}", checked.diagnostics)));
    model.map(Arc::new)
}

/// At some stops of a random game its position is printed as JSON, pasted into a script, and printed again: the same.
fn printed_is_pasted(
    model: &Arc<Model>,
    probed: &Arc<Model>,
    table: &Table,
    length: Length,
    tally: &mut Tally,
) -> Result<(), Trouble> {
    let ready = |model: &Arc<Model>| {
        Game::load(model.clone(), table).map_err(|error| Trouble::new("no table", format!("{error:?}")))
    };
    let (game, probed) = (ready(model)?, ready(probed)?);
    let mut number = 0;
    let mut trouble = Ok(());
    let whole = |position: &Position| printed(&position.view(Viewer::All).expect("a viewer"));
    let ended = playout_for(&game, 5, 0, length.stops, &mut |position| {
        number += 1;
        if number % PASTED == 0 {
            tally.pasted += 1;
            let before = whole(position);
            let after = pasted(&before, PROBED, table, &probed).map(|position| whole(&position));
            if after.as_ref() != Ok(&before) {
                trouble = Err(Trouble::new("pasted otherwise", format!("{before}\n{after:?}")));
            }
        }
        if trouble.is_err() { Err(String::new()) } else { Ok(()) }
    });
    // A game that ends in a fault was looked at up to there.
    drop(ended);
    trouble
}

/// What is printed is read as it was, and printed again in the same way.
fn printed_and_read(text: &str) -> Result<(), Trouble> {
    let parsed = parse(FileId(0), text);
    if let Some(problem) = parsed.diagnostics.first() {
        let span = problem.primary.at.span;
        if problem.code.is_empty() || span.end as usize > text.len() {
            return Err(Trouble::new("refused without a place", format!("{problem:?}")));
        }
        return Ok(());
    }
    let again = print(&parsed.file);
    let read = parse(FileId(0), &again);
    if !read.diagnostics.is_empty() || shape(&read.file) != shape(&parsed.file) {
        return Err(Trouble::new("printed otherwise", again));
    }
    if print(&read.file) != again {
        return Err(Trouble::new("printed twice otherwise", again));
    }
    Ok(())
}

fn at_table(
    written: Option<&Written>,
    model: &Arc<Model>,
    table: &Table,
    length: Length,
    tally: &mut Tally,
) -> Result<(), Trouble> {
    for stream in 0..length.streams {
        let course = Course { seed: 1, stream, stops: length.stops };
        let ending = compare::compare(model, table, course)
            .map_err(|difference| Trouble::new(format!("reference: {}", difference.what), difference.to_string()))?;
        let word = match ending {
            Ending::Over => "over".to_owned(),
            Ending::Fault(code) => format!("fault {code}"),
            Ending::Cut => "cut".to_owned(),
            Ending::Tired => "tired".to_owned(),
            Ending::EngineTired(code) => format!("only the engine is tired: {code}"),
        };
        *tally.endings.entry(word).or_insert(0) += 1;
    }
    let game = Game::load(model.clone(), table).map_err(|error| Trouble::new("no table", format!("{error:?}")))?;
    if length.machine_code {
        machine_code(&game, length, tally)?;
    }
    for stream in 0..length.streams {
        walk(&game, written, stream, length.stops, tally)?;
    }
    Ok(())
}

fn machine_code(game: &Game, length: Length, tally: &mut Tally) -> Result<(), Trouble> {
    // Each is played for a moment only; the compiler behind our translation is at its best on the games that are shipped.
    let mut made = match MachineCode::with(game, &Passes::without([Pass::Compiling])) {
        Ok(made) => made,
        Err(NativeError::Fault(_)) => return Ok(()),
        Err(NativeError::Unsupported(_)) => {
            tally.without_code += 1;
            return Ok(());
        }
        Err(NativeError::Machine(error)) => return Err(Trouble::new("no machine code", error)),
    };
    for number in 0..length.streams * 2 {
        match made.agrees(game, number, length.stops, length.stops as u64) {
            Ok(()) => {}
            Err(Apart::GaveUp(_)) => tally.without_code += 1,
            Err(Apart::Differs(what)) => return Err(Trouble::new("machine code", what)),
        }
    }
    Ok(())
}

/// Plays once and looks at every stop.
fn walk(game: &Game, written: Option<&Written>, stream: u64, stops: usize, tally: &mut Tally) -> Result<(), Trouble> {
    let mut chance = Seeded::new(3, stream);
    let mut log = Log::new();
    let Ok(mut position) = game.start(&mut log) else { return Ok(()) };
    let mut seen = Seeded::new(4, stream);
    let reference = Reference::new(game.instance());
    for stop in 0..stops {
        let at =
            |trouble: Trouble| Trouble { told: format!("stream {stream}, stop {stop}: {}", trouble.told), ..trouble };
        tally.stops += 1;
        saved(game, &position).map_err(at)?;
        conserved(game, &position).map_err(at)?;
        if let Some(written) = written {
            let found = secrets::look(written, &reference, &position, &mut seen, &mut tally.judged);
            found.map_err(|(sort, told)| at(Trouble::new(sort, told)))?;
        }
        let hides = |(_, holding): &(String, Holding)| matches!(holding, Holding::Hidden { .. });
        tally.hidden += usize::from(position.view(Viewer::Seat(0)).expect("a seat").places.iter().any(hides));
        let mut resumed = game.restore(&position.save()).map_err(|error| at(Trouble::new("save", error)))?;
        let fork = position.clone();
        let (mut log, mut other) = (Log::new(), Log::new());
        let done = match position.stop() {
            Stop::Over => return Ok(()),
            Stop::Chance => {
                tally.chances += 1;
                let outcome = chance.pick_weight(&position.weights());
                (position.resolve(outcome, &mut log), resumed.resolve(outcome, &mut other))
            }
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[chance.below(deciders.len())];
                let Ok(count) = position.count(seat) else { return Ok(()) };
                tally.decisions += 1;
                tally.free += usize::from(count > 1);
                let option = chance.below(count);
                (position.apply(seat, option, &mut log), resumed.apply(seat, option, &mut other))
            }
        };
        match done {
            (Ok(()), Ok(())) => {}
            (Err(one), Err(other)) if Fault::from(one.clone()).code == Fault::from(other.clone()).code => {
                if fork.save() != position.save() {
                    return Err(at(Trouble::new("a fault changes something", one.to_string())));
                }
                return Ok(());
            }
            (one, other) => return Err(at(Trouble::new("resumed otherwise", format!("{one:?}\n{other:?}")))),
        }
        if position.save() != resumed.save() {
            let told = differing(&position.save(), &resumed.save());
            return Err(at(Trouble::new("resumed otherwise", format!("other positions: {told}"))));
        }
        for seat in 0..game.instance().seats() {
            let told = |log: &Log| -> Vec<_> {
                log.events
                    .iter()
                    .filter_map(|event| seen_by(event, Viewer::Seat(seat), game.instance().seats()))
                    .collect()
            };
            if told(&log) != told(&other) {
                return Err(at(Trouble::new("resumed otherwise", format!("{:?}\n{:?}", log.events, other.events))));
            }
        }
        moved(&fork, &position, &log, tally).map_err(at)?;
        if let Some(written) = written {
            let found = secrets::told(written, &fork, &position, &log, &mut tally.judged);
            found.map_err(|(sort, told)| at(Trouble::new(sort, told)))?;
        }
    }
    Ok(())
}

/// The cells in which two saves differ.
fn differing(one: &[u8], other: &[u8]) -> String {
    let pairs = one.chunks(4).zip(other.chunks(4)).enumerate().skip(4);
    let apart = pairs.filter(|(_, (one, other))| one != other);
    apart.map(|(at, (one, other))| format!("cell {}: {one:?}, not {other:?}; ", at - 4)).collect()
}

/// Saved, read and saved again: the same. Another game's save is refused.
fn saved(game: &Game, position: &Position) -> Result<(), Trouble> {
    let save = position.save();
    let restored = game.restore(&save).map_err(|error| Trouble::new("save", error))?;
    if restored.save() != save || restored.declared() != position.declared() {
        return Err(Trouble::new("save", "saved otherwise"));
    }
    if restored.stop() != position.stop() || restored.deciders() != position.deciders() {
        return Err(Trouble::new("save", "another stop"));
    }
    for seat in 0..game.instance().seats() {
        if restored.view(Viewer::Seat(seat)) != position.view(Viewer::Seat(seat)) {
            return Err(Trouble::new("save", format!("seat {seat} sees something else")));
        }
        match (restored.offer(seat), position.offer(seat)) {
            (Ok(one), Ok(other)) if one == other => {}
            (Err(one), Err(other)) if Fault::from(one.clone()).code == Fault::from(other.clone()).code => {}
            (one, other) => return Err(Trouble::new("save", format!("seat {seat} is offered {one:?}\n{other:?}"))),
        }
    }
    let mut foreign = save;
    foreign[9] ^= 1;
    if game.restore(&foreign).is_ok() {
        return Err(Trouble::new("save", "a save of other rules is read"));
    }
    Ok(())
}

/// How many of each description lie in each place; those of a kind together.
fn counted(game: &Game, view: &View) -> BTreeMap<String, u32> {
    let kinds: Vec<&str> = game.instance().model.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let mut counts = BTreeMap::new();
    let mut add = |words: &str, count: u32| {
        let kind = kinds.iter().find(|kind| words.split(' ').next() == Some(kind)).copied().unwrap_or(words);
        *counts.entry(kind.to_owned()).or_insert(0) += count;
    };
    for (_, holding) in &view.places {
        match holding {
            Holding::Seen(found) => found.iter().for_each(|(words, count)| add(words, *count)),
            Holding::Ordered(found) => found.iter().for_each(|words| add(words, 1)),
            Holding::Hidden { counts: found, .. } => found.iter().for_each(|(words, count)| add(words, *count)),
        }
    }
    counts
}

/// Every view counts every component.
fn conserved(game: &Game, position: &Position) -> Result<(), Trouble> {
    let mut whole = BTreeMap::new();
    for (kind, range) in game.instance().model.kinds.iter().zip(&game.instance().kinds) {
        if !range.is_empty() {
            whole.insert(kind.name.clone(), u32::try_from(range.len()).unwrap_or(0));
        }
    }
    let seats = (0..game.instance().seats()).map(Viewer::Seat);
    for viewer in [Viewer::All, Viewer::Nobody].into_iter().chain(seats) {
        let found = counted(game, &position.view(viewer).expect("a viewer"));
        if found != whole {
            return Err(Trouble::new("a view miscounts", format!("{viewer:?} counts {found:?}, not {whole:?}")));
        }
    }
    Ok(())
}

/// What is told of moves fits where things lie: as many have come to each place, less those that left it, as lie there more than before.
/// Places that belong to components are called by what can change, and are left out.
fn moved(before: &Position, after: &Position, log: &Log, tally: &mut Tally) -> Result<(), Trouble> {
    let (instance, words) = (before.game().instance(), Words::new(before.game().instance()));
    let lying = before.game().program().layout.lying as usize;
    let mut changes: BTreeMap<String, i64> = BTreeMap::new();
    let mut of_components = false;
    for (place, declared) in instance.places.iter().enumerate() {
        if belongs_to_a_component(instance, declared) {
            of_components = true;
            continue;
        }
        let number = i32::try_from(place).unwrap_or(0);
        let lie = |position: &Position| {
            let cells = position.cells();
            let lies = cells.iter().skip(lying).take(instance.components.len()).filter(|cell| **cell == number);
            i64::try_from(lies.count()).unwrap_or(0)
        };
        *changes.entry(words.place(number, Form::People, &Nothing)).or_insert(0) += lie(after) - lie(before);
    }
    let (mut told, mut balance) = (0, BTreeMap::new());
    for event in &log.events {
        let EventKind::Moved { moves, .. } = &event.kind else { continue };
        for movement in moves {
            told += 1;
            *balance.entry(movement.from.clone()).or_insert(0) -= i64::from(movement.count);
            *balance.entry(movement.to.clone()).or_insert(0) += i64::from(movement.count);
        }
    }
    tally.moves += told;
    if balance.values().sum::<i64>() != 0 {
        return Err(Trouble::new("moves do not add up", format!("{:?}", log.events)));
    }
    if !of_components && let Some(other) = balance.keys().find(|name| !changes.contains_key(*name)) {
        return Err(Trouble::new("moves at an unknown place", format!("{other}: {:?}", log.events)));
    }
    for (place, change) in changes {
        let told = balance.get(&place).copied().unwrap_or(0);
        if told != change {
            let events = &log.events;
            let told = format!("{change} more lie at {place} than before, but {told} are told: {events:?}");
            return Err(Trouble::new("moves are told wrongly", told));
        }
    }
    Ok(())
}

fn belongs_to_a_component(instance: &Instance, place: &Place) -> bool {
    let owner = match place.class {
        PlaceClass::Box(owner) => owner,
        PlaceClass::Area(area) => match &instance.model.areas[area.index()].kind {
            AreaKind::Zone(zone) => zone.owner,
            AreaKind::Board(_) => return false,
        },
    };
    matches!(owner, OwnerSort::Kind(_))
}
