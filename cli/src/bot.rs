//! Whole games between bots, random ones above all.

pub use rulehound::workshop::Generators;
use rulehound_interpreter::play::{Fault, Game, Log, Position, Stop};
use rulehound_interpreter::script::Entry;

use crate::thinkers::Thinkers;

/// How a random game went.
pub struct Course {
    /// Where it ended.
    pub position: Position,
    /// How many decisions were made, forced ones included.
    pub decisions: u64,
    /// Of those that were not forced: how many options they had together.
    pub options: u64,
    /// How many decisions were not forced.
    pub free: u64,
    /// Whether it came to an end.
    pub over: bool,
    /// How many bytes the largest of its positions takes.
    pub largest: usize,
    /// Every answer and outcome, if they were wanted.
    pub record: Vec<Entry>,
}

/// Plays a game up to its end or to the decision after so many: with random answers, but for seats where somebody thinks.
pub fn play(
    game: &Game,
    generators: &mut Generators,
    mut thinkers: Option<&mut Thinkers>,
    most: u64,
    recorded: bool,
) -> Result<Course, Fault> {
    let listens = thinkers.as_ref().is_some_and(|thinkers| thinkers.listens());
    let fresh = || if listens { Log::new() } else { Log::silent() };
    let mut log = fresh();
    let position = game.start(&mut log)?;
    let mut course =
        Course { position, decisions: 0, options: 0, free: 0, over: false, largest: 0, record: Vec::new() };
    if let Some(thinkers) = &mut thinkers {
        thinkers.begin(game);
    }
    loop {
        if let Some(thinkers) = thinkers.as_mut().filter(|_| listens) {
            thinkers.take_in(&log, &course.position);
            log = fresh();
        }
        course.largest = course.largest.max(course.position.bytes());
        match course.position.stop() {
            Stop::Over => {
                course.over = true;
                break;
            }
            Stop::Chance => {
                let outcome = generators.chance.pick_weight(&course.position.weights());
                // Words cost more than playing, so nothing is put into words unless it is written down.
                if recorded && let Some(chance) = course.position.chance() {
                    course.record.push(Entry::chance(&chance, outcome));
                }
                course.position.resolve(outcome, &mut log)?;
            }
            Stop::Decision if course.decisions >= most => break,
            Stop::Decision => decide(&mut course, generators, thinkers.as_deref_mut(), recorded, &mut log)?,
        }
    }
    Ok(course)
}

/// The first of those who are to decide answers.
fn decide(
    course: &mut Course,
    generators: &mut Generators,
    thinkers: Option<&mut Thinkers>,
    recorded: bool,
    log: &mut Log,
) -> Result<(), Fault> {
    let deciders = course.position.deciders();
    let Some(seat) = deciders.first().copied() else { return Ok(()) };
    let options = course.position.count(seat)?;
    let option = match thinkers {
        Some(thinkers) => thinkers.choose(&course.position, seat, &mut generators.bots)?.0,
        None => generators.bots.below(options),
    };
    course.decisions += 1;
    if options > 1 {
        course.free += 1;
        course.options += options as u64;
    }
    if recorded && let Some(offer) = course.position.offer(seat)? {
        course.record.push(Entry::answer(&offer, option, deciders, course.position.game().instance()));
    }
    Ok(course.position.apply(seat, option, log)?)
}
