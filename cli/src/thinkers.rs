//! Bots that think, at a table: the clock is asked here, and nowhere below.

use std::time::{Duration, Instant};

use rulehound_bots::{Bot, Budget, Level, ONE, Strength, Thought, Tuning, UnknownLevel};
use rulehound_interpreter::play::{Game, Log, Memory, PlayError, Position, Seeded};
use rulehound_interpreter::story::by_owners;

use crate::exit::{Done, Failure};
use crate::table::seat;

/// How strong each seat plays that is no person.
pub type Levels = Vec<Level>;

/// Of a budget of time so much is kept for what comes before and behind the search: one part in so many.
const KEPT: u32 = 25;

/// Reads `Ben`, `Ben=strong`, `all=easy`, several by comma: the seats that are named, with their levels; `none` names nobody.
pub fn named(given: &[String], players: &[String]) -> Done<Vec<(usize, Level)>> {
    let mut named: Vec<(usize, Level)> = Vec::new();
    let parts: Vec<&str> = given.iter().flat_map(|given| given.split(',')).map(str::trim).collect();
    for one in &parts {
        let (name, level) = one.split_once('=').map_or((*one, "random"), |(name, level)| (name.trim(), level.trim()));
        let level: Level = level.parse().map_err(|unknown| Failure::command_line(format!("{unknown}")))?;
        match name {
            "none" if parts.len() == 1 => return Ok(Vec::new()),
            "all" if !players.iter().any(|player| player == name) => {
                named.extend((0..players.len()).map(|seat| (seat, level)));
            }
            name => named.push((seat(name, players)?, level)),
        }
    }
    Ok(named)
}

/// The seats that are named by themselves, not as one of `all`.
pub fn one_by_one(given: &[String], players: &[String]) -> Done<Vec<usize>> {
    let names = given.iter().flat_map(|given| given.split(',')).map(|one| one.split('=').next().unwrap_or(one).trim());
    let alone = names.filter(|name| players.iter().any(|player| player == name) || !matches!(*name, "all" | "none"));
    alone.map(|name| seat(name, players)).collect()
}

/// A level for every seat; whoever is not named plays at random. Of several for one seat the last counts.
pub fn levels(given: &[String], players: &[String]) -> Done<Levels> {
    let mut levels = vec![Level::Random; players.len()];
    for (seat, level) in named(given, players)? {
        if let Some(slot) = levels.get_mut(seat) {
            *slot = level;
        }
    }
    Ok(levels)
}

/// The levels that were saved.
pub fn saved(words: &[String], players: usize) -> Done<Levels> {
    let levels: Result<Levels, _> = words.iter().map(|word| word.parse()).collect();
    let mut levels = levels
        .map_err(|unknown: UnknownLevel| Failure::file(format!("the saved game cannot be gone on with: {unknown}")))?;
    levels.resize(players, Level::Random);
    Ok(levels)
}

/// The bots of a table.
pub struct Thinkers {
    levels: Levels,
    bot: Option<Bot>,
    /// How bots search in these rules.
    tuning: Tuning,
    /// Who searches in another way than the others, and where that one sits.
    other: Option<(usize, Bot)>,
    memories: Vec<Memory>,
    /// Whether somebody who does not think may ask what a bot would do.
    hints: bool,
    /// How long each thought took.
    pub times: Vec<Duration>,
}

impl Thinkers {
    /// For a game that begins.
    pub fn new(game: &Game, levels: Levels, tuning: Tuning) -> Self {
        let thinks = levels.iter().any(|level| *level != Level::Random);
        let bot = thinks.then(|| Bot::new(game).tuned(tuning).having_learned(game));
        Self::with(game, levels, bot, tuning)
    }

    /// All search in the usual way, whatever could be learned of a small game.
    pub fn searching(game: &Game, levels: Levels) -> Self {
        Self::with(game, levels, Some(Bot::new(game)), Tuning::default())
    }

    fn with(game: &Game, levels: Levels, bot: Option<Bot>, tuning: Tuning) -> Self {
        let memories = (0..game.instance().seats()).filter(|_| bot.is_some() && !game.is_open());
        let memories = memories.map(|seat| Memory::new(game, seat)).collect();
        Self { levels, bot, other: None, tuning, memories, hints: false, times: Vec::new() }
    }

    /// From now on the one at this seat searches in this way, and the others as before.
    pub fn let_one_search(&mut self, game: &Game, seat: usize, tuning: Tuning) {
        let bot = self.other.take().map_or_else(|| Bot::new(game), |(_, bot)| bot);
        self.other = Some((seat, bot.tuned(tuning)));
    }

    /// For a game with people, whom somebody may have to give a hint.
    pub fn for_people(game: &Game, levels: Levels, tuning: Tuning) -> Self {
        let memories = (0..game.instance().seats()).filter(|_| !game.is_open());
        let memories = memories.map(|seat| Memory::new(game, seat)).collect();
        Self { memories, hints: true, ..Self::new(game, levels, tuning) }
    }

    /// What a strong bot would do in the place of a seat that is to decide, and why. Chance and bots go on as if nobody had asked.
    pub fn hint(&mut self, position: &Position, seat: usize, seed: u64) -> Result<Option<Thought>, PlayError> {
        let Strength::Thinks { iterations, milliseconds } = Level::Strong.strength() else { return Ok(None) };
        let tuning = self.tuning;
        let made = || Bot::new(position.game()).tuned(tuning).having_learned(position.game());
        let bot = self.bot.get_or_insert_with(made);
        let Some(known) = bot.knowing(position, seat, self.memories.get(seat))? else { return Ok(None) };
        // What is made once is no part of thinking about a move.
        let begun = Instant::now();
        let until = milliseconds.map(Duration::from_millis);
        let mut go_on = || until.is_none_or(|until| begun.elapsed() < until);
        Ok(Some(bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on))))
    }

    /// For a game of which nobody knows how it came to where it stands: nothing is remembered, nor will be.
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { memories: Vec::new(), ..self }
    }

    /// How well each seat plays, in words that are read again; nothing where nobody thinks.
    pub fn levels(&self) -> Vec<String> {
        let thinks = self.levels.iter().any(|level| *level != Level::Random);
        self.levels.iter().filter(|_| thinks).map(Level::to_string).collect()
    }

    /// What each seat remembers.
    pub fn memories(&self) -> Vec<Memory> {
        self.memories.clone()
    }

    /// Goes on with what each seat remembered.
    pub fn recall(&mut self, memories: Vec<Memory>) {
        self.memories = memories;
    }

    /// Another game begins.
    pub fn begin(&mut self, game: &Game) {
        self.memories.iter_mut().enumerate().for_each(|(seat, memory)| *memory = Memory::new(game, seat));
    }

    /// Whether what happens must be told here.
    pub fn listens(&self) -> bool {
        !self.memories.is_empty()
    }

    /// Everybody who may be asked takes in what has happened, as far as he was told.
    pub fn take_in(&mut self, log: &Log, position: &Position) {
        let (hints, other) = (self.hints, self.other.as_ref().map(|(seat, _)| *seat));
        let levels = self.levels.iter().enumerate();
        let asked = levels.map(|(seat, level)| hints || other == Some(seat) || *level != Level::Random);
        for (memory, _) in self.memories.iter_mut().zip(asked).filter(|(_, asked)| *asked) {
            memory.take_in(log, position);
        }
    }

    /// The option that the bot of a seat takes, and what it thought, if it did.
    pub fn choose(
        &mut self,
        position: &Position,
        seat: usize,
        random: &mut Seeded,
    ) -> Result<(usize, Option<Thought>), PlayError> {
        let strength = self.levels.get(seat).copied().unwrap_or(Level::Random).strength();
        let count = position.count(seat)?;
        let bot = match &mut self.other {
            Some((other, bot)) if *other == seat => Some(bot),
            Some(_) | None => self.bot.as_mut(),
        };
        let (Some(bot), Strength::Thinks { iterations, milliseconds }, true) = (bot, strength, count > 1) else {
            return Ok((random.below(count), None));
        };
        let begun = Instant::now();
        let seed = random.next_number();
        let Some(known) = bot.knowing(position, seat, self.memories.get(seat))? else {
            return Ok((random.below(count), None));
        };
        let until = milliseconds.map(|milliseconds| {
            let whole = Duration::from_millis(milliseconds);
            whole.saturating_sub(whole / KEPT)
        });
        let mut go_on = || until.is_none_or(|until| begun.elapsed() < until);
        let thought = bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on));
        self.times.push(begun.elapsed());
        Ok((thought.option, Some(thought)))
    }
}

/// A word on what a bot thought, in the rules' own words: what it thinks of its choice, and how it expects the game to go on. Tells nothing of
/// what others may not know but what the bot itself has said: it is for those who see everything.
pub fn told(position: &Position, thought: &Thought) -> Vec<String> {
    let mut lines = Vec::new();
    let words = |position: &Position, seat: usize, option: usize| {
        let offer = position.offer(seat).ok().flatten()?;
        offer.options.get(option).map(|option| by_owners(&option.text, position.game().instance()))
    };
    let seat = thought.line.first().map(|(seat, _)| *seat);
    for considered in thought.considered.iter().take(MOST_TOLD) {
        let Some(text) = seat.and_then(|seat| words(position, seat, considered.option)) else { continue };
        let games = considered.visits;
        lines.push(match (considered.proven, considered.value) {
            (true, ONE) => format!("{text}: won for sure"),
            (true, 0) => format!("{text}: lost for sure"),
            (true, value) => format!("{text}: {} %, for sure", percent(value)),
            (false, value) => format!("{text}: {} % ({})", percent(value), counted(games)),
        });
    }
    // Where several decide at once a bot that always takes what is best can be seen through.
    if thought.considered.first().is_some_and(|best| best.option != thought.option)
        && let Some(text) = seat.and_then(|seat| words(position, seat, thought.option))
    {
        lines.push(format!("taken by lot, each as often as it was tried: {text}"));
    }
    if !thought.shares.is_empty() {
        return vec![shares(position, thought, words)];
    }
    let failed = if thought.failed > 0 { format!(", {} of them broken off", thought.failed) } else { String::new() };
    let judged = if thought.by_nearness { ", judged by how near to winning they came" } else { "" };
    lines.insert(0, format!("{} imagined{failed}{judged}", counted(thought.iterations + thought.failed)));
    let line = expected(position, thought);
    if line.len() > 1 {
        lines.push(format!("expects: {}", line.join("; ")));
    }
    if let Some(trouble) = thought.trouble {
        lines.push(format!("any option was taken: {trouble}"));
    }
    lines
}

fn counted(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

/// How often each option is right in a game that was worked out.
fn shares(position: &Position, thought: &Thought, words: impl Fn(&Position, usize, usize) -> Option<String>) -> String {
    let seat = thought.line.first().map_or(0, |(seat, _)| *seat);
    let taken = (0..).zip(&thought.shares).filter(|(_, share)| **share > 0);
    let each = taken.filter_map(|(option, share)| {
        let of_all = share * 100 / thought.shares.iter().sum::<u64>().max(1);
        let text = words(position, seat, option)?;
        Some(if of_all == 100 { format!("always {text}") } else { format!("{text} {of_all} times in 100") })
    });
    format!("the whole game was worked out: {}", each.collect::<Vec<_>>().join(", "))
}

/// A share of the greatest reward in hundredths.
pub fn percent(value: u32) -> u32 {
    value.saturating_mul(100) / ONE
}

/// How many options are told of.
const MOST_TOLD: usize = 3;

/// What it expects, in words, one answer after the other; where chance comes in between nothing is expected.
fn expected(position: &Position, thought: &Thought) -> Vec<String> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let players = position.game().instance().players.clone();
    for (seat, option) in &thought.line {
        // What is no choice is no part of the line.
        while let Some(first) = position.deciders().first().copied()
            && position.count(first).is_ok_and(|count| count == 1)
        {
            if position.apply(first, 0, &mut Log::silent()).is_err() {
                return line;
            }
        }
        let Ok(Some(offer)) = position.offer(*seat) else { return line };
        let Some(text) = offer.options.get(*option) else { return line };
        let text = by_owners(&text.text, position.game().instance());
        line.push(format!("{} {text}", players.get(*seat).map_or("", String::as_str)));
        if position.apply(*seat, *option, &mut Log::silent()).is_err() {
            return line;
        }
    }
    line
}
