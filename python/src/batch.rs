//! Many games side by side: machine code where nothing is hidden and it has the game, else the interpreter, game by game with the same results.

use std::sync::{Arc, Mutex};

use rulehound::workshop::Generators;
use rulehound_interpreter::play::{Game, Log, Outcome, Position, Stop};
use rulehound_interpreter::program::{ChoiceCode, MeantCode};
use rulehound_native::{Aside, Entry, Lost, Native, Open, Passes, Player, Shelf};

use crate::actions::Actions;
use crate::class::Who;
use crate::game::Table;
use crate::layout::Layout;
use crate::observation::{self, Sight};
use crate::worth::Worth;

/// What a game of a batch stands at.
enum Stands {
    /// Put aside by the machine code.
    Aside(Aside),
    /// With the interpreter.
    Position(Box<Position>),
    /// Nowhere: it could not be begun.
    Nowhere,
}

/// One of the games.
struct One {
    /// Which game of the seed it is.
    number: u64,
    generators: Generators,
    stands: Stands,
    /// Who is to decide, and the fixed numbers of the options.
    decider: usize,
    numbers: Vec<u32>,
    decisions: u64,
}

impl One {
    fn new(seed: u64, number: u64) -> Self {
        let generators = Generators::new(seed, number);
        Self { number, generators, stands: Stands::Nowhere, decider: 0, numbers: Vec::new(), decisions: 0 }
    }
}

/// Where one game writes to.
struct Out<'o> {
    observation: &'o mut [f32],
    mask: &'o mut [u8],
    decider: &'o mut i32,
    rewards: &'o mut [f32],
    terminated: &'o mut bool,
    truncated: &'o mut bool,
    last: &'o mut [f32],
}

/// Memory that the games of a batch write to; each has its part.
pub struct Buffers<'b> {
    /// What whoever decides sees, for each game.
    pub observations: &'b mut [f32],
    /// What may be answered.
    pub masks: &'b mut [u8],
    /// Who decides.
    pub deciders: &'b mut [i32],
    /// What the last answer brought each seat.
    pub rewards: &'b mut [f32],
    /// Whether the game before has ended.
    pub terminated: &'b mut [bool],
    /// Whether it was broken off.
    pub truncated: &'b mut [bool],
    /// What was seen at the end by whoever decided last.
    pub last: &'b mut [f32],
}

/// How games of a batch are played.
struct How {
    table: Arc<Table>,
    seed: u64,
    count: u64,
    most: u64,
    worth: Worth,
}

/// Games that are played on one thread. What two threads write must not share a line of their caches, or each would wait for the other.
#[repr(align(128))]
struct Lane {
    player: Option<Player>,
    games: Vec<One>,
    faults: u64,
    finished: u64,
}

/// Games side by side.
pub struct Batch {
    how: How,
    lanes: Vec<Lane>,
    pool: Option<rayon::ThreadPool>,
}

/// How one step ended.
enum Ended {
    No,
    Over(Option<Outcome>),
    Fault,
}

impl Batch {
    /// So many games on so many threads; none has begun.
    ///
    /// # Errors
    /// No threads can be had.
    pub fn new(table: Arc<Table>, count: usize, seed: u64, threads: usize, most: u64) -> Result<Self, String> {
        let game = table.engine();
        let open = game.is_open();
        let native = open.then(|| Native::with(game, &Passes::default(), Entry::Stops).ok()).flatten();
        let threads = threads.clamp(1, count.max(1));
        let each = count.div_ceil(threads).max(1);
        // Whoever asks is one of them.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.saturating_sub(1).max(1)).stack_size(16 << 20);
        let pool = if threads > 1 { Some(pool.build().map_err(|error| error.to_string())?) } else { None };
        let mut lanes: Vec<(usize, Option<Lane>)> = (0..count).step_by(each).map(|first| (first, None)).collect();
        // Each thread takes memory for its games itself: then none shares a line of the caches with what another thread writes.
        on_lanes(pool.as_ref(), &mut lanes, |(first, lane)| {
            let player = native.as_ref().and_then(|native| native.player().ok()).filter(Shelf::holds);
            let games = (*first..count.min(*first + each)).map(|number| One::new(seed, number as u64)).collect();
            *lane = Some(Lane { player, games, faults: 0, finished: 0 });
        });
        let lanes = lanes.into_iter().filter_map(|(_, lane)| lane).collect();
        let worth = Worth::of(game);
        Ok(Self { how: How { table, seed, count: count as u64, most, worth }, lanes, pool })
    }

    /// Whether machine code plays.
    pub fn is_native(&self) -> bool {
        self.lanes.iter().all(|lane| lane.player.is_some())
    }

    /// How many games met a fault of the rules and were broken off.
    pub fn faults(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.faults).sum()
    }

    /// How many have come to an end.
    pub fn finished(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.finished).sum()
    }

    /// The first game of which an answer is none of those on offer.
    pub fn wrong(&self, answers: &[i64]) -> Option<usize> {
        let each = self.each();
        let mut work: Vec<_> = self.lanes.iter().zip(answers.chunks(each)).map(|lane| (lane, None)).collect();
        on_lanes(self.pool.as_ref(), &mut work, |((lane, answers), wrong)| {
            let mut games = lane.games.iter().zip(*answers);
            let legal = |game: &One, answer: i64| u32::try_from(answer).is_ok_and(|it| game.numbers.contains(&it));
            *wrong = games.position(|(game, answer)| !legal(game, *answer));
        });
        let mut wrong = (0..).step_by(each).zip(&work).filter_map(|(first, (_, wrong))| Some(first + (*wrong)?));
        wrong.next()
    }

    /// For each game an answer at random, each that is on offer as likely.
    pub fn random(&mut self, out: &mut [i64]) {
        let each = self.each();
        let mut work: Vec<_> = self.lanes.iter_mut().zip(out.chunks_mut(each)).collect();
        on_lanes(self.pool.as_ref(), &mut work, |(lane, out)| {
            for (game, slot) in lane.games.iter_mut().zip(out.iter_mut()) {
                let chosen = game.generators.bots.below(game.numbers.len());
                *slot = game.numbers.get(chosen).map_or(0, |number| i64::from(*number));
            }
        });
    }

    /// Begins all games anew with numbers of their own, or answers in each and goes on to where somebody decides next.
    pub fn go(&mut self, answers: Option<&[i64]>, buffers: Buffers<'_>) {
        let (how, count) = (&self.how, self.how.count as usize);
        let (actions, layout) = match (how.table.actions(), how.table.layout()) {
            (Ok(actions), layout) => (actions, layout),
            (Err(_), _) => return,
        };
        let seats = how.table.seats();
        let (size, wide) = (layout.size().max(1), actions.len());
        let each = self.each();
        let mut work: Vec<_> = self
            .lanes
            .iter_mut()
            .zip(buffers.observations.chunks_mut(each * size))
            .zip(buffers.masks.chunks_mut(each * wide))
            .zip(buffers.deciders.chunks_mut(each))
            .zip(buffers.rewards.chunks_mut(each * seats))
            .zip(buffers.terminated.chunks_mut(each))
            .zip(buffers.truncated.chunks_mut(each))
            .zip(buffers.last.chunks_mut(each * size))
            .zip((0..count).step_by(each))
            .map(|((((((((lane, observations), masks), deciders), rewards), terminated), truncated), last), first)| {
                let answers = answers.and_then(|answers| answers.get(first..count.min(first + each)));
                (lane, answers, Buffers { observations, masks, deciders, rewards, terminated, truncated, last })
            })
            .collect();
        on_lanes(self.pool.as_ref(), &mut work, |(lane, answers, buffers)| {
            lane.go(how, (actions, layout), *answers, buffers);
        });
    }

    /// How many games the first lane has, and each but the last.
    fn each(&self) -> usize {
        self.lanes.first().map_or(1, |lane| lane.games.len()).max(1)
    }
}

/// Works on what belongs to each lane. Each thread has the same games in every step, so that what they are stays where it is near; whoever asks works
/// on the first of them.
fn on_lanes<T: Send>(pool: Option<&rayon::ThreadPool>, lanes: &mut [T], work: impl Fn(&mut T) + Sync) {
    let Some(pool) = pool else { return lanes.iter_mut().for_each(work) };
    let lanes: Vec<Mutex<&mut T>> = lanes.iter_mut().map(Mutex::new).collect();
    let work = |lane: usize| {
        if let Some(Ok(mut own)) = lanes.get(lane).map(Mutex::lock) {
            work(&mut own);
        }
    };
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, thread| work(1 + thread.index()));
        work(0);
    });
}

impl Lane {
    fn go(&mut self, how: &How, tables: (&Actions, &Layout), answers: Option<&[i64]>, buffers: &mut Buffers<'_>) {
        let (size, wide, seats) = (tables.1.size().max(1), tables.0.len(), how.table.seats().max(1));
        let mut games = std::mem::take(&mut self.games);
        let mut outs = buffers
            .observations
            .chunks_mut(size)
            .zip(buffers.masks.chunks_mut(wide))
            .zip(buffers.deciders.iter_mut())
            .zip(buffers.rewards.chunks_mut(seats))
            .zip(buffers.terminated.iter_mut())
            .zip(buffers.truncated.iter_mut())
            .zip(buffers.last.chunks_mut(size));
        for (index, game) in games.iter_mut().enumerate() {
            let Some(((((((observation, mask), decider), rewards), terminated), truncated), last)) = outs.next() else {
                break;
            };
            let mut out = Out { observation, mask, decider, rewards, terminated, truncated, last };
            match answers.and_then(|answers| answers.get(index)) {
                Some(answer) => self.step(how, tables, game, *answer, &mut out),
                None => self.reset(how, tables, game, &mut out),
            }
        }
        self.games = games;
    }

    fn reset(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = (false, false);
        if !matches!(game.stands, Stands::Nowhere) {
            game.number += how.count;
        }
        self.begin(how, tables, game, out);
    }

    /// Begins a game; one that ends before anybody decides, or that meets a fault, is followed by the next.
    fn begin(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        for _ in 0..1_000 {
            game.generators = Generators::new(how.seed, game.number);
            game.decisions = 0;
            let began = match &mut self.player {
                Some(player) => begin_natively(player, game).unwrap_or_else(|Lost| {
                    game.generators = Generators::new(how.seed, game.number);
                    interpreted(how.table.engine(), game)
                }),
                None => interpreted(how.table.engine(), game),
            };
            match began {
                Ended::No => return self.show(how, tables, game, out),
                Ended::Over(_) => {}
                Ended::Fault => self.faults += 1,
            }
            game.number += how.count;
        }
        game.numbers.clear();
        out.mask.fill(0);
        out.observation.fill(0.0);
        *out.decider = -1;
        *out.truncated = true;
    }

    fn step(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, answer: i64, out: &mut Out<'_>) {
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = (false, false);
        let option = game.numbers.iter().position(|number| i64::from(*number) == answer);
        let Some(option) = option else { return };
        let ended = self.answer(how, game, option);
        game.decisions += 1;
        let broken_off = matches!(ended, Ended::Fault) || matches!(ended, Ended::No) && game.decisions >= how.most;
        match ended {
            Ended::No if !broken_off => return self.show(how, tables, game, out),
            Ended::No => {}
            Ended::Over(outcome) => {
                let places = outcome.map(|outcome| outcome.places);
                how.worth.write(places.as_deref(), out.rewards);
            }
            Ended::Fault => self.faults += 1,
        }
        self.finished += 1;
        (*out.terminated, *out.truncated) = (!broken_off, broken_off);
        self.show_last(how, tables.1, game, out);
        game.number += how.count;
        self.begin(how, tables, game, out);
    }

    fn answer(&mut self, how: &How, game: &mut One, option: usize) -> Ended {
        let engine = how.table.engine();
        if let (Some(player), Stands::Aside(aside)) = (&mut self.player, &mut game.stands) {
            let notes = engine.program().notes.as_ref().map(|_| aside.notes().clone());
            let chance = game.generators.chance.clone();
            if let Ok(ended) = answer_natively(player, aside, game.decider, option, &mut game.generators) {
                return ended;
            }
            // The interpreter knows why, and goes on from where the game stood.
            game.generators.chance = chance;
            let size = engine.program().layout.size as usize;
            let position = aside.cells(size).and_then(|cells| engine.position_of(cells, &notes.unwrap_or_default()));
            let Some(position) = position else { return Ended::Fault };
            game.stands = Stands::Position(Box::new(position));
        }
        let Stands::Position(position) = &mut game.stands else { return Ended::Fault };
        if position.apply(game.decider, option, &mut Log::silent()).is_err() {
            return Ended::Fault;
        }
        on(position, &mut game.generators)
    }

    /// Shows a game to whoever decides.
    fn show(&mut self, how: &How, (actions, layout): (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        for number in game.numbers.drain(..) {
            if let Some(slot) = out.mask.get_mut(number as usize) {
                *slot = 0;
            }
        }
        let engine = how.table.engine();
        let shown = match (&mut self.player, &mut game.stands) {
            (Some(player), Stands::Aside(aside)) => {
                let seat = player.decider();
                let shown = seat.and_then(|seat| {
                    game.decider = seat;
                    let who = Who { viewer: seat, seats: how.table.seats() };
                    Shelf::of(player)
                        .look(|open| show_open(engine, (actions, layout), who, open, &mut game.numbers, out))
                });
                shown.and_then(|()| Shelf::of(player).put_aside(aside)).is_ok()
            }
            (_, Stands::Position(position)) => {
                game.decider = position.deciders().first().copied().unwrap_or(0);
                show_position(engine, (actions, layout), position, game.decider, &mut game.numbers, out).is_some()
            }
            _ => false,
        };
        if !shown {
            game.numbers.clear();
            out.mask.fill(0);
        }
        *out.decider = i32::try_from(game.decider).unwrap_or(0);
    }

    /// Shows how a game has ended to whoever decided last.
    fn show_last(&mut self, how: &How, layout: &Layout, game: &One, out: &mut Out<'_>) {
        let engine = how.table.engine();
        match (&mut self.player, &game.stands) {
            (Some(player), Stands::Aside(_)) => {
                let cells = player.position();
                out.last.fill(0.0);
                let who = Who { viewer: game.decider, seats: how.table.seats() };
                observation::waits(layout, who, std::iter::empty(), None, out.last);
                observation::from_cells(layout, engine.program(), &cells, who, out.last);
            }
            (_, Stands::Position(position)) => {
                if Sight::of(engine, layout, position, game.decider).write(out.last).is_err() {
                    out.last.fill(0.0);
                }
            }
            _ => out.last.fill(0.0),
        }
    }
}

fn begin_natively(player: &mut Player, game: &mut One) -> Result<Ended, Lost> {
    player.start()?;
    let ended = on_natively(player, &mut game.generators)?;
    if !matches!(game.stands, Stands::Aside(_)) {
        game.stands = Stands::Aside(Aside::default());
    }
    Ok(ended)
}

fn answer_natively(
    player: &mut Player,
    aside: &mut Aside,
    seat: usize,
    option: usize,
    generators: &mut Generators,
) -> Result<Ended, Lost> {
    Shelf::of(player).take_up(aside)?;
    player.apply(seat, option)?;
    on_natively(player, generators)
}

/// Lets chance decide until somebody else has to.
fn on_natively(player: &mut Player, generators: &mut Generators) -> Result<Ended, Lost> {
    loop {
        match player.stop() {
            Stop::Decision => return Ok(Ended::No),
            Stop::Chance => player.resolve_random(&mut generators.chance)?,
            Stop::Over => return Ok(Ended::Over(player.outcome())),
        }
    }
}

fn interpreted(engine: &Game, game: &mut One) -> Ended {
    let Ok(position) = engine.start(&mut Log::silent()) else { return Ended::Fault };
    let mut position = Box::new(position);
    let ended = on(&mut position, &mut game.generators);
    game.stands = Stands::Position(position);
    ended
}

fn on(position: &mut Position, generators: &mut Generators) -> Ended {
    loop {
        match position.stop() {
            Stop::Decision => return Ended::No,
            Stop::Over => return Ended::Over(position.outcome()),
            Stop::Chance => {
                let outcome = generators.chance.pick_weight(&position.weights());
                if position.resolve(outcome, &mut Log::silent()).is_err() {
                    return Ended::Fault;
                }
            }
        }
    }
}

/// Sets the mask of an option; what looks like another one that is on offer gets one of the numbers for that.
fn offer(actions: &Actions, number: Option<usize>, again: &mut usize, mask: &mut [u8]) -> Option<u32> {
    let fresh = number.filter(|number| mask.get(*number) == Some(&0));
    let number = fresh.or_else(|| {
        *again += 1;
        Some(actions.first_again() + *again - 1).filter(|number| *number < actions.len())
    })?;
    *mask.get_mut(number)? = 1;
    u32::try_from(number).ok()
}

/// Shows a decision as it lies in the memory of the machine code.
fn show_open(
    engine: &Game,
    (actions, layout): (&Actions, &Layout),
    who: Who,
    open: Open<'_>,
    numbers: &mut Vec<u32>,
    out: &mut Out<'_>,
) {
    let program = engine.program();
    out.observation.fill(0.0);
    let decision = u32::try_from(open.decision).ok();
    observation::waits(layout, who, std::iter::once(who.viewer), decision, out.observation);
    observation::from_cells(layout, program, open.cells, who, out.observation);
    let Some(choice) = program.choices.get(open.decision) else { return };
    let lies = |component: i32| {
        let place = rulehound_interpreter::cells::place_of(program, open.cells, component);
        let class = layout.classes.of_component(component)?;
        Some((Ok(layout.classes.turned(who.viewer, class)), layout.classes.seen_from(who.viewer, place)))
    };
    let place = |place: i32| layout.classes.seen_from(who.viewer, place);
    let turned = |seat: i32| who.turned(seat);
    let mut again = 0;
    for words in open.candidates.chunks_exact(open.width.max(1)) {
        let number = candidate(choice, words, open.tagged).and_then(|(way, values)| {
            actions.number_of(open.decision, way, values, |domain, value| domain.index(value, &lies, &place, &turned))
        });
        // An option without a number looks like others with one; whoever wants to take it takes one of those.
        numbers.push(offer(actions, number, &mut again, out.mask).unwrap_or(u32::MAX));
    }
}

/// The way and the values of a candidate.
fn candidate<'w>(choice: &ChoiceCode, words: &'w [i32], tagged: bool) -> Option<(usize, &'w [i32])> {
    let (way, values) = if tagged { words.split_first()? } else { (&0, words) };
    let way = usize::try_from(*way).ok()?;
    match &choice.ways.get(way)?.meant {
        MeantCode::Tuple(names) => Some((way, values.get(..names.len())?)),
        MeantCode::Several { .. } => {
            let (length, values) = values.split_first()?;
            Some((way, values.get(..usize::try_from(*length).ok()?)?))
        }
    }
}

/// Shows a decision by the interpreter.
fn show_position(
    engine: &Game,
    (actions, layout): (&Actions, &Layout),
    position: &Position,
    seat: usize,
    numbers: &mut Vec<u32>,
    out: &mut Out<'_>,
) -> Option<()> {
    let bound = position.bound(seat).ok().flatten()?;
    let sight = Sight::of(engine, layout, position, seat);
    sight.write_asked(Some(bound.decision), out.observation);
    let mut again = 0;
    for (way, values) in &bound.options {
        let number = actions.number_of(bound.decision as usize, *way, values, |domain, value| {
            domain.index(value, &|it| sight.lies(it), &|it| sight.place(it), &|it| sight.turned(it))
        });
        numbers.push(offer(actions, number, &mut again, out.mask).unwrap_or(u32::MAX));
    }
    Some(())
}
