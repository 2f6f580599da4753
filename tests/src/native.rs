//! Machine code beside the interpreter: the same choices must lead to the same cells.

use rulehound_interpreter::cells;
use rulehound_interpreter::play::{Fault, Game, Generators, Log, Playout, Position, Seeded, Stop};
use rulehound_interpreter::program::ending;
use rulehound_native::{Course, Entry, Lost, Native, NativeError, Pass, Passes, Player};

/// The most positions of a game that are loaded, and the most decisions that are played on from each.
const MOST_LOADED: usize = 60;
const MOST_PLAYED_ON: u64 = 40;

/// How the two went apart.
#[derive(Debug)]
pub enum Apart {
    /// Something was not the same: a defect.
    Differs(String),
    /// The machine code gave up where the interpreter went on: allowed, but slow.
    GaveUp(String),
}

/// Machine code of a game, entered at its beginning and at every stop.
pub struct MachineCode {
    games: Player,
    stops: Player,
    /// Whether components that nothing tells apart have numbers in games that are played whole.
    numbered: bool,
}

impl MachineCode {
    /// Made by these passes.
    ///
    /// # Errors
    /// As [`Native::with`].
    pub fn with(game: &Game, passes: &Passes) -> Result<Self, NativeError> {
        // What is entered at every stop plays only here, so that to make it takes longer than what its compiler makes better would save.
        let stops = Native::with(game, &passes.clone().but(Pass::Compiling), Entry::Stops)?.player()?;
        let numbered = !passes.has(Pass::ComponentsAsCounts);
        Ok(Self { games: Native::with(game, passes, Entry::Games)?.player()?, stops, numbered })
    }

    /// Plays random game `number` beside the interpreter: from stop to stop, whole, and as a playout.
    ///
    /// # Errors
    /// How they went apart.
    pub fn agrees(&mut self, game: &Game, number: u64, stops: usize, most: u64) -> Result<(), Apart> {
        beside(game, &mut self.stops, number, stops)?;
        onward(game, &mut self.stops, number, stops)?;
        random_game(game, (&mut self.games, self.numbered), number, most)?;
        playout(game, &mut self.games, number, most)
    }
}

/// Machine code that is entered at every stop.
///
/// # Errors
/// As [`Native::with`].
pub fn from_stop_to_stop(game: &Game) -> Result<Player, NativeError> {
    Native::with(game, &Passes::default(), Entry::Stops)?.player()
}

/// Plays random game `number` with both up to so many stops. Where the interpreter finds a fault, the machine code must give up.
///
/// # Errors
/// How they went apart.
pub fn beside(game: &Game, player: &mut Player, number: u64, stops: usize) -> Result<(), Apart> {
    let mut chance = Seeded::new(7, number);
    let mut log = Log::silent();
    let started = player.start();
    let mut position = match (game.start(&mut log), started) {
        (Ok(position), Ok(())) => position,
        (Ok(_), Err(Lost)) => return Err(Apart::GaveUp("at the start".to_owned())),
        (Err(_), Err(Lost)) => return Ok(()),
        (Err(fault), Ok(())) => return Err(Apart::Differs(format!("no fault at the start: {}", fault.message))),
    };
    for step in 0..stops {
        let differs = |what: String| Err(Apart::Differs(format!("at stop {step}: {what}")));
        if let Some(what) = different_cells(&position, player) {
            return differs(what);
        }
        if counts_alike(game) && player.work() < position.steps() {
            return differs(format!("counts less work: {}, not {}", player.work(), position.steps()));
        }
        let done = match position.stop() {
            Stop::Over if position.outcome() == player.outcome() => return Ok(()),
            Stop::Over => return differs("another outcome".to_owned()),
            Stop::Chance => {
                let weights = position.weights();
                let found = player.weights();
                if found.as_ref() != Ok(&weights) {
                    return differs(format!("weights {weights:?}, not {found:?}"));
                }
                let outcome = chance.pick_weight(&weights);
                (position.resolve(outcome, &mut log), player.resolve(outcome))
            }
            Stop::Decision => {
                let seat = position.deciders().first().copied().unwrap_or(0);
                let count = position.count(seat).unwrap_or(0);
                let found = player.decider().and_then(|seat| player.count(seat).map(|count| (seat, count)));
                if found != Ok((seat, count)) {
                    return differs(format!("seat {seat} with {count} options, not {found:?}"));
                }
                let option = chance.below(count);
                (position.apply(seat, option, &mut log), player.apply(seat, option))
            }
        };
        match done {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(Lost)) => return Err(Apart::GaveUp(format!("at stop {step}"))),
            (Err(_), Err(Lost)) => return Ok(()),
            (Err(error), Ok(())) => return differs(format!("no fault: {error}")),
        }
    }
    Ok(())
}

/// Loads positions of random game `number` of the interpreter: machine code must stand where it stands, and playing on lead to where the
/// interpreter may stand.
fn onward(game: &Game, player: &mut Player, number: u64, stops: usize) -> Result<(), Apart> {
    let mut chance = Seeded::new(12, number);
    let mut log = Log::silent();
    let Ok(mut position) = game.start(&mut log) else { return Ok(()) };
    for step in 0..stops.min(MOST_LOADED) {
        let differs = |what: String| Err(Apart::Differs(format!("loaded at stop {step}: {what}")));
        if player.load(&position.cells(), position.notes()) == Err(Lost) {
            return Err(Apart::GaveUp(format!("loaded at stop {step}")));
        }
        if player.stop() != position.stop() {
            return differs(format!("it is {:?}, not {:?}", player.stop(), position.stop()));
        }
        if let Some(what) = different_cells(&position, player) {
            return differs(what);
        }
        let done = match position.stop() {
            Stop::Over if position.outcome() == player.outcome() => return Ok(()),
            Stop::Over => return differs("another outcome".to_owned()),
            Stop::Chance => {
                let weights = position.weights();
                if player.weights().as_ref() != Ok(&weights) {
                    return differs("other weights".to_owned());
                }
                position.resolve(chance.pick_weight(&weights), &mut log)
            }
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders.get(chance.below(deciders.len())).copied().unwrap_or(0);
                let count = position.count(seat).unwrap_or(0);
                if player.count(seat) != Ok(count) {
                    return differs(format!("{:?} options, not {count}", player.count(seat)));
                }
                position.apply(seat, chance.below(count), &mut log)
            }
        };
        let course = player.play_on(Seeded::new(13, number), Seeded::new(14, step as u64), MOST_PLAYED_ON);
        match course {
            Ok(course) if player.stop() == Stop::Over && course.outcome.is_none() && done.is_ok() => {
                let cells = player.position();
                if cells.get(game.program().layout.over as usize) == Some(&ending::GAME_OVER) {
                    return differs("it is over without a result".to_owned());
                }
            }
            Ok(course) if course.decisions > MOST_PLAYED_ON => {
                return differs(format!("it went on for {} decisions", course.decisions));
            }
            // Somewhere on the way there may be a fault that the game at hand never meets.
            Ok(_) | Err(Lost) => {}
        }
        if done.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// A random game in which everybody draws lots: the same numbers must lead to the same course.
fn playout(game: &Game, player: &mut Player, number: u64, most: u64) -> Result<(), Apart> {
    let (mut chance, mut players) = (Seeded::new(10, number), Seeded::new(11, number));
    let found = player.playout(chance.clone(), players.clone(), most);
    match (game.playout(Generators { chance: &mut chance, players: &mut players }, most), found) {
        (Ok(played), Ok(found)) if Playout { steps: 0, ..played.clone() } != found => {
            Err(Apart::Differs(format!("a playout went {found:?}, not {played:?}")))
        }
        (Ok(_), Err(Lost)) => Err(Apart::GaveUp("a playout".to_owned())),
        (Err(fault), Ok(found)) => Err(Apart::Differs(format!("a playout went {found:?}, not {fault}"))),
        (Ok(_), Ok(_)) | (Err(_), Err(Lost)) => Ok(()),
    }
}

/// The same where everybody chooses among all that is legal.
fn random_game(game: &Game, (player, numbered): (&mut Player, bool), number: u64, most: u64) -> Result<(), Apart> {
    let (mut chance, mut bots) = (Seeded::new(8, number), Seeded::new(9, number));
    let found = player.random(chance.clone(), Some(bots.clone()), most);
    let mut course = Course { outcome: None, decisions: 0, options: 0, free: 0, stops: 0 };
    let mut log = Log::silent();
    let mut play = || {
        let mut position = game.start(&mut log)?;
        loop {
            let stop = position.stop();
            if stop == Stop::Decision && course.decisions >= most {
                break;
            }
            course.stops += 1;
            match stop {
                Stop::Over => {
                    course.outcome = position.outcome();
                    break;
                }
                Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log)?,
                Stop::Decision => {
                    let seat = position.deciders().first().copied().unwrap_or(0);
                    let count = position.count(seat)?;
                    course.decisions += 1;
                    if count > 1 {
                        course.free += 1;
                        course.options += count as u64;
                    }
                    position.apply(seat, bots.below(count), &mut log)?;
                }
            }
        }
        Ok::<_, Fault>(position)
    };
    match (play(), found) {
        (Ok(position), Ok(found)) if found != course => {
            Err(Apart::Differs(format!("a whole game went {found:?}, not {course:?}; {:?}", position.stop())))
        }
        (Ok(position), Ok(_)) if position.stop() == Stop::Over => {
            let different =
                if numbered { different_cells(&position, player) } else { different_ends(&position, player) };
            different.map_or(Ok(()), |what| Err(Apart::Differs(format!("at the end: {what}"))))
        }
        (Ok(_), Ok(_)) => Ok(()),
        (Ok(_), Err(Lost)) => Err(Apart::GaveUp("in a whole game".to_owned())),
        (Err(fault), Ok(_)) => Err(Apart::Differs(format!("no fault in a whole game: {}", fault.message))),
        (Err(_), Err(Lost)) => Ok(()),
    }
}

/// Whether machine code must count no less work than the interpreter; a search and secret runs have counts of their own.
fn counts_alike(game: &Game) -> bool {
    game.program().plans.is_empty() && game.program().gatherings.is_empty()
}

/// The same where it does not matter which of several components that are alike lies where.
fn different_ends(position: &Position, player: &mut Player) -> Option<String> {
    let [mut expected, mut found] = [position.cells().to_vec(), player.position()];
    for cells in [&mut expected, &mut found] {
        cells::normalize(position.game().program(), cells.as_mut_slice(), &mut cells::Room::default());
    }
    differing(&expected, &found).or_else(|| other_notes(position, player))
}

fn different_cells(position: &Position, player: &mut Player) -> Option<String> {
    differing(&position.cells(), &player.position()).or_else(|| other_notes(position, player))
}

fn other_notes(position: &Position, player: &mut Player) -> Option<String> {
    (player.notes() != *position.notes()).then(|| "other positions were noted".to_owned())
}

/// Which cells are not the same.
fn differing(expected: &[i32], found: &[i32]) -> Option<String> {
    let pairs = expected.iter().zip(found).enumerate();
    let differing = pairs.filter(|(_, (expected, found))| expected != found);
    let told: Vec<String> =
        differing.take(10).map(|(at, (expected, found))| format!("cell {at} {expected}, not {found}")).collect();
    (expected != found).then(|| told.join("; "))
}
