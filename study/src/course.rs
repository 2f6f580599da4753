//! Plays single games of a study.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound::workshop::Generators;
use rulehound_bots::{Bot, Budget, Level, Strength};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::facts::walk;
use rulehound_interpreter::model::{Model, StatementKind};
use rulehound_interpreter::play::{Fault, Game, Knowledge, Log, Memory, Offer, Position, Stop};
use rulehound_interpreter::script::Entry;

use crate::kept::{Chosen, Row, Thought, Took};
use crate::machine::{Machine, Machines, Tables};
use crate::plan::{Plan, Series};

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
    /// Where each option of a decision is written, and as what.
    written: BTreeMap<(String, u32, usize), Chosen>,
}

/// A game that was played.
pub struct Played {
    /// How it went.
    pub row: Row,
    /// What bots thought at each decision that was not forced.
    pub thoughts: Vec<Thought>,
    /// Whether it is a random game that was looked into, of the game itself or of the one it is compared with.
    pub looked_into: bool,
    /// What was on offer to each seat for the first time, and whether it was taken.
    pub offered: Vec<(Chosen, usize, bool)>,
    /// Every answer and outcome, if they were wanted.
    pub record: Vec<Entry>,
    /// What its end answered to each question, if it came to an end and was asked.
    pub answers: Vec<Option<i64>>,
    /// Which question its end could not answer, and why.
    pub unanswered: Option<String>,
}

impl Played {
    /// One of which nothing but its row is known.
    fn counted(row: Row) -> Self {
        let (thoughts, offered, record, answers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { row, thoughts, looked_into: false, offered, record, answers, unanswered: None }
    }

    /// With what its end answers.
    fn asked(mut self, tables: &Tables, end: &Position) -> Self {
        match tables.answers(self.row.series, end) {
            Ok(answers) => self.answers = answers,
            Err(why) => self.unanswered = Some(why),
        }
        self
    }

    /// Adds what was on offer to what is known.
    pub fn add_offered(&self, chosen: &mut BTreeMap<Chosen, Took>) {
        for (what, seat, taken) in self.offered.iter().filter(|_| self.row.over) {
            let took = chosen.entry(what.clone()).or_default();
            let worth = if *taken { &mut took.taken } else { &mut took.left };
            worth.add(self.row.worth(*seat));
        }
    }
}

/// A game that is being played.
struct Course {
    position: Position,
    row: Row,
    thoughts: Vec<Thought>,
    looked_into: bool,
    first: BTreeMap<(Chosen, usize), bool>,
    record: Vec<Entry>,
    memories: Vec<Memory>,
}

impl<'p> Player<'p> {
    /// For a plan. What runs in games of [`Series::Random`] is counted by `counted`, which is the same game with a profile.
    pub fn new(plan: &'p Plan, tables: &Tables, counted: &Game, machines: &Machines) -> Self {
        let (tables, counted) = (tables.clone(), counted.clone());
        let mut known = written(&tables.game.instance().model);
        known.extend(tables.base.iter().flat_map(|base| written(&base.instance().model)));
        Self { plan, counted, tables, machine: machines.machine(), bot: None, written: known }
    }

    /// Plays the game of a series and a number.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn play(&mut self, series: Series, number: u64, recorded: bool) -> Result<Played, Fault> {
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
        let fresh = || if listens { Log::new() } else { Log::silent() };
        let mut log = fresh();
        let position = game.start(&mut log)?;
        let row = Row { series, number, over: false, winners: Vec::new(), decisions: 0, free: 0, options: 0 };
        let memories = (0..seats).filter(|_| listens).map(|seat| Memory::new(game, seat)).collect();
        let (first, record) = (BTreeMap::new(), Vec::new());
        let mut course = Course { position, row, thoughts: Vec::new(), looked_into, first, record, memories };
        loop {
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
        let bot = self.bot.get_or_insert_with(|| Bot::new(&self.tables.game).having_learned(&self.tables.game));
        let mut go_on = || true;
        let thought = bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on));
        let mut values: Vec<u32> =
            thought.considered.iter().filter(|one| one.visits > 0).map(|one| one.value).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        if let [best, second, ..] = values.as_slice() {
            course.thoughts.push(Thought { seat, value: *best, behind: best - second });
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
            if let Some(chosen) = self.chosen(&model, offer, way(number), told.then_some(one.text.as_str())) {
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

    /// What an option is called in the study: an `option` or `may` as it is written, anything else by its words.
    fn chosen(&self, model: &Model, offer: &Offer, way: usize, text: Option<&str>) -> Option<Chosen> {
        let source = model.sources.get(usize::from(offer.asked.at.file.0))?;
        if let Some(written) = self.written.get(&(source.name.clone(), offer.asked.at.span.start, way)) {
            return Some(written.clone());
        }
        let line = line_and_column(&source.text, offer.asked.at.span.start).0;
        text.map(|text| Chosen { file: source.name.clone(), line, what: text.to_owned() })
    }
}

impl Course {
    fn done(mut self, over: bool) -> Played {
        let outcome = self.position.outcome().filter(|_| over);
        self.row.over = over;
        self.row.winners = outcome.map(|outcome| outcome.winners()).unwrap_or_default();
        let offered = self.first.into_iter().map(|((chosen, seat), taken)| (chosen, seat, taken)).collect();
        let (row, thoughts, looked_into) = (self.row, self.thoughts, self.looked_into);
        let (record, answers) = (self.record, Vec::new());
        Played { row, thoughts, looked_into, offered, record, answers, unanswered: None }
    }
}

/// The options that are written one by one, by where their statement stands and their number there.
fn written(model: &Model) -> BTreeMap<(String, u32, usize), Chosen> {
    let mut found = BTreeMap::new();
    let bodies = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
    for statement in bodies.chain(model.triggers.iter().map(|one| &one.body)).flat_map(walk::statements) {
        let Some(source) = model.sources.get(usize::from(statement.at.file.0)) else { continue };
        let mut note = |way: usize, start: u32, what: Option<&str>| {
            let text = source.text.get(start as usize..).unwrap_or_default();
            let first = text.lines().next().unwrap_or_default().trim();
            let cut = first.find(" require ").or_else(|| first.find('{')).unwrap_or(first.len());
            let words = what.unwrap_or_else(|| first.get(..cut).unwrap_or(first)).trim().to_owned();
            let line = line_and_column(&source.text, start).0;
            let key = (source.name.clone(), statement.at.span.start, way);
            found.insert(key, Chosen { file: source.name.clone(), line, what: words });
        };
        match &statement.kind {
            StatementKind::ChooseOption { options, .. } => {
                options.iter().enumerate().for_each(|(way, option)| note(way, option.at.span.start, None));
            }
            StatementKind::May(_) => {
                note(0, statement.at.span.start, None);
                note(1, statement.at.span.start, Some("(not doing it)"));
            }
            _ => {}
        }
    }
    found
}
