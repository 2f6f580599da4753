//! Plays single games of a study.

mod first_line;
mod offered;
mod played;
mod sources;

pub use played::Played;

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound::workshop::Generators;
use rulehound_bots::{Bot, Budget, Level, Strength};
use rulehound_interpreter::play::{Fault, Game, Knowledge, Log, Memory, Offer, Position, Stop, Viewer};
use rulehound_interpreter::script::Entry;

use crate::kept::{Chosen, Decisions, Row, Source, Thought};
use crate::machine::{Machine, Machines, Tables};
use crate::plan::{Plan, Series};
use offered::Written;
use sources::Sources;

/// Of a decision with more options than this only those that are written one by one are told apart.
const MOST_TOLD: usize = 24;

/// What is added to a seed for players that play once more under the same chance.
const AGAIN: u64 = 0x0061_6761_696e;

/// Plays games of one table, one after the other.
pub struct Player<'p> {
    plan: &'p Plan,
    /// The game, counted; thoughts of bots run on the other one.
    counted: Game,
    tables: Tables,
    /// Plays what nobody looks into.
    machine: Machine,
    bot: Option<Bot>,
    /// The one for the game to compare with.
    base_bot: Option<Bot>,
    written: Written,
    sources: Sources,
    base_sources: Option<Sources>,
}

/// A game that is being played.
struct Course {
    position: Position,
    row: Row,
    thoughts: Vec<Thought>,
    looked_into: bool,
    first: BTreeMap<(Chosen, usize), bool>,
    decisions: BTreeMap<String, Decisions>,
    sources: BTreeMap<Source, Vec<i64>>,
    record: Vec<Entry>,
    memories: Vec<Memory>,
}

impl<'p> Player<'p> {
    /// For a plan. What runs in games of [`Series::Random`] is counted by `counted`, which is the same game with a profile.
    pub fn new(plan: &'p Plan, tables: &Tables, counted: &Game, machines: &Machines) -> Self {
        let (tables, counted) = (tables.clone(), counted.clone());
        let models = tables.base.iter().chain([&tables.game]).map(|game| &*game.instance().model);
        let written = Written::of(models);
        let sources = Sources::of(&tables.game);
        let base_sources = tables.base.as_ref().map(Sources::of);
        let machine = machines.machine();
        Self { plan, counted, tables, machine, bot: None, base_bot: None, written, sources, base_sources }
    }

    /// Plays the game of a series and a number.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn play(&mut self, series: Series, number: u64, recorded: bool) -> Result<Played, Fault> {
        match self.played(series, number, recorded) {
            // Nobody wrote these rules: that they go wrong is told of them, and ends no study.
            Err(_) if matches!(series, Series::Tried(_)) => Ok(Played::counted(Row::begun(series, number))),
            played => played,
        }
    }

    fn played(&mut self, series: Series, number: u64, recorded: bool) -> Result<Played, Fault> {
        let looked_into = matches!(series, Series::Random | Series::Base) && number < self.plan.closely && !recorded;
        let generators = self.generators(series, number);
        if !looked_into
            && !recorded
            && series.is_plain()
            && let Some((row, end)) = {
                let wanted = self.tables.asks(series).then(|| self.tables.of(series));
                self.machine.play((series, number), generators.clone(), self.plan.most, wanted)
            }
        {
            let played = Played::counted(row);
            return Ok(if let Some(end) = end { played.asked(&self.tables, &end) } else { played });
        }
        let counted = looked_into && series == Series::Random;
        let game = if counted { self.counted.clone() } else { self.tables.of(series).clone() };
        self.play_out(&game, generators, (series, number), (looked_into, recorded))
    }

    fn sources_of(&self, series: Series) -> &Sources {
        let of_base = self.base_sources.as_ref().filter(|_| matches!(series, Series::Base | Series::BaseLevel));
        of_base.unwrap_or(&self.sources)
    }

    fn generators(&self, series: Series, number: u64) -> Generators {
        let mut generators = Generators::new(self.plan.seed, number);
        if series == Series::Again {
            generators.bots = Generators::new(self.plan.seed ^ AGAIN, number).bots;
        }
        generators
    }

    fn play_out(
        &mut self,
        game: &Game,
        mut generators: Generators,
        (series, number): (Series, u64),
        (looked_into, recorded): (bool, bool),
    ) -> Result<Played, Fault> {
        let seats = game.instance().seats();
        let levels = self.plan.seats(series, number, seats);
        let listens = !levels.is_empty() && !game.is_open();
        let best = self.plan.levels.len().checked_sub(1).map(Series::level);
        let heard = looked_into || series == Series::BaseLevel || best == Some(series);
        let counts = heard && !self.sources_of(series).are_none();
        let fresh = || {
            let log = if listens { Log::new() } else { Log::silent() };
            if counts { log.counting() } else { log }
        };
        let mut log = fresh();
        let position = game.start(&mut log)?;
        let row = Row::begun(series, number);
        let memories = (0..seats).filter(|_| listens).map(|seat| Memory::new(game, seat)).collect();
        let (first, record, decisions, sources) = Default::default();
        let mut course =
            Course { position, row, thoughts: Vec::new(), looked_into, first, decisions, sources, record, memories };
        loop {
            for change in log.take_changes() {
                self.sources_of(series).add(change, seats, &mut course.sources);
            }
            if listens {
                course.memories.iter_mut().for_each(|memory| memory.take_in(&log, &course.position));
                log = fresh();
            }
            match course.position.stop() {
                Stop::Over => break,
                Stop::Chance => {
                    let outcome = generators.chance.pick_weight(&course.position.weights());
                    if recorded && let Some(chance) = course.position.chance() {
                        course.record.push(Entry::chance(&chance, outcome));
                    }
                    course.position.resolve(outcome, &mut log)?;
                }
                Stop::Decision if course.row.decisions >= self.plan.most => return Ok(course.done(false)),
                Stop::Decision => {
                    let Some(seat) = course.position.deciders().first().copied() else { break };
                    let option = self.decide(&mut course, seat, &levels, &mut generators, recorded)?;
                    course.position.apply(seat, option, &mut log)?;
                }
            }
        }
        let end = (self.tables.asks(series) && course.position.outcome().is_some()).then(|| course.position.clone());
        let played = course.done(true);
        Ok(if let Some(end) = end { played.asked(&self.tables, &end) } else { played })
    }

    fn decide(
        &mut self,
        course: &mut Course,
        seat: usize,
        levels: &[Level],
        generators: &mut Generators,
        recorded: bool,
    ) -> Result<usize, Fault> {
        let count = course.position.count(seat)?;
        course.row.decisions += 1;
        if count > 1 {
            course.row.free += 1;
            course.row.options += count as u64;
        }
        let series = course.row.series;
        let wanted = count > 1 && (course.looked_into || matches!(series, Series::Without(_)));
        let offer = if recorded || wanted { course.position.offer(seat)? } else { None };
        if let Some(offer) = offer.as_ref().filter(|_| course.looked_into && count > 1) {
            course.decisions.entry(offer.asked.rule.clone()).or_default().add(count as u64);
        }
        let level = levels.get(seat).copied().unwrap_or(Level::Random);
        let option = match (level.strength(), &offer) {
            (Strength::Thinks { iterations, .. }, _) if count > 1 => {
                self.think(course, seat, iterations, generators.bots.next_number())?
            }
            (_, Some(offer)) if wanted => self.at_random(course, seat, offer, generators)?,
            _ => generators.bots.below(count),
        };
        if let (true, Some(offer)) = (recorded, &offer) {
            course.record.push(Entry::answer(
                offer,
                option,
                course.position.deciders(),
                course.position.game().instance(),
            ));
        }
        Ok(option)
    }

    /// A time would hang on the machine, so only imagined games are counted.
    fn think(&mut self, course: &mut Course, seat: usize, iterations: u64, seed: u64) -> Result<usize, Fault> {
        let Some(known) = Knowledge::of(&course.position, seat, course.memories.get(seat))? else { return Ok(0) };
        let series = course.row.series;
        let game = self.tables.of(series);
        let bot = if series == Series::BaseLevel { &mut self.base_bot } else { &mut self.bot };
        let bot = bot.get_or_insert_with(|| Bot::new(game).having_learned(game));
        let mut go_on = || true;
        let thought = bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on));
        let mut values: Vec<u32> =
            thought.considered.iter().filter(|one| one.visits > 0).map(|one| one.value).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        // How near somebody is to winning is no chance of it.
        if let ([best, second, ..], false) = (values.as_slice(), thought.by_nearness) {
            let rule = asks(&course.position, seat);
            course.thoughts.push(Thought { seat, value: *best, behind: best - second, rule });
        }
        Ok(thought.option)
    }

    /// Any option; whoever is not allowed some takes any of the others.
    fn at_random(
        &self,
        course: &mut Course,
        seat: usize,
        offer: &Offer,
        generators: &mut Generators,
    ) -> Result<usize, Fault> {
        let bound = course.position.bound(seat)?;
        let ways: Vec<usize> =
            bound.map(|bound| bound.options.iter().map(|(way, _)| *way).collect()).unwrap_or_default();
        let way = |option: usize| ways.get(option).copied().unwrap_or(0);
        if let Series::Without(which) = course.row.series {
            let seats = course.position.game().instance().seats();
            let forbidden = self.plan.forbidden.get(usize::from(which));
            let restricted = self.plan.odd_seat(course.row.series, course.row.number, seats) == Some(seat);
            let allowed: Vec<usize> = (0..offer.options.len())
                .filter(|option| !restricted || !forbidden.is_some_and(|one| one.means(offer, *option, way(*option))))
                .collect();
            let chosen = allowed.get(generators.bots.below(allowed.len())).copied();
            return Ok(chosen.unwrap_or_else(|| generators.bots.below(offer.options.len())));
        }
        let option = generators.bots.below(offer.options.len());
        let told = offer.options.len() <= MOST_TOLD;
        let model = Arc::clone(&course.position.game().instance().model);
        let mut offered: BTreeMap<Chosen, bool> = BTreeMap::new();
        for (number, one) in offer.options.iter().enumerate() {
            let words = told.then_some(one.text.as_str());
            if let Some(chosen) = self.written.chosen(&model, offer, way(number), words) {
                *offered.entry(chosen).or_default() |= number == option;
            }
        }
        // What is the only thing that can be taken is no choice.
        if offered.len() > 1 {
            for (chosen, taken) in offered {
                course.first.entry((chosen, seat)).or_insert(taken);
            }
        }
        Ok(option)
    }
}

impl Course {
    fn done(mut self, over: bool) -> Played {
        let outcome = self.position.outcome().filter(|_| over);
        self.row.over = over;
        self.row.winners = outcome.map(|outcome| outcome.winners()).unwrap_or_default();
        let offered = self.first.into_iter().map(|((chosen, seat), taken)| (chosen, seat, taken)).collect();
        let Self { row, thoughts, looked_into, decisions, sources, record, .. } = self;
        let answers = Vec::new();
        Played { row, thoughts, looked_into, offered, decisions, sources, record, answers, unanswered: None }
    }
}

/// The rule that asks a seat, as it is called at the table.
fn asks(position: &Position, seat: usize) -> String {
    let asked = position.asked(seat, Viewer::All).ok().flatten();
    asked.map_or_else(String::new, |asked| asked.rule)
}
