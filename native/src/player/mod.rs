//! Playing with machine code: one game after the other in the same memory.

mod aside;
mod onward;
mod secrets;

pub use aside::{Aside, Open, Shelf};

use std::sync::Arc;

use rulehound_interpreter::cells::{self, Cells, Notes, Room};
use rulehound_interpreter::play::{BUDGET, Game, Outcome, Playout, Seeded, Stop};
use rulehound_interpreter::program::Progress;
use wasmtime::{Error, Global, Memory, Store, TypedFunc};

use crate::host::{Block, Host, pause};
use crate::map::{CURSORS, Extra, Map, Tally};
use crate::{Course, Entry, Lost, Native, Pause};

/// What the machine code takes: block, whether in secret, reader, answer, whether it has all its work before it.
type Go = TypedFunc<(i32, i32, i32, i32, i32), i32>;

/// A whole random game: the block.
type Whole = TypedFunc<i32, i32>;

/// How the machine code is entered.
#[derive(Clone)]
enum Enter {
    Games(Whole),
    Stops(Go, Whole),
}

/// Plays games of one kind, one after the other.
pub struct Player {
    store: Store<Host>,
    memory: Memory,
    enter: Enter,
    fuel: Global,
    game: Game,
    map: Arc<Map>,
    beginning: Vec<i32>,
    lots: bool,
    /// What is counted in them.
    counters: Vec<i32>,
    pause: Pause,
    /// The seats of the group that decides at once.
    group: Vec<i32>,
    outcomes: Vec<(i32, u32)>,
    room: Room,
    before: Vec<i32>,
}

impl Player {
    pub(crate) fn new(native: &Native) -> Result<Self, Error> {
        let host = Host::new(native.game.clone(), native.map.clone());
        let mut store = Store::new(native.module.module().engine(), host);
        let instance = native.module.instantiate(&mut store)?;
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| Error::msg("no memory"))?;
        store.data_mut().memory = Some(memory);
        let enter = match native.entry {
            Entry::Games => Enter::Games(instance.get_typed_func(&mut store, "playout")?),
            Entry::Stops => {
                Enter::Stops(instance.get_typed_func(&mut store, "go")?, instance.get_typed_func(&mut store, "onward")?)
            }
        };
        let fuel = instance.get_global(&mut store, "fuel").ok_or_else(|| Error::msg("no work"))?;
        Ok(Self {
            store,
            memory,
            enter,
            fuel,
            game: native.game.clone(),
            map: native.map.clone(),
            beginning: native.beginning.clone(),
            lots: native.lots,
            counters: Vec::new(),
            pause: Pause::Over,
            group: Vec::new(),
            outcomes: Vec::new(),
            room: Room::default(),
            before: Vec::new(),
        })
    }

    /// Works on the cells of a block.
    fn block<T>(&mut self, number: u32, work: impl FnOnce(&mut Block<'_>) -> T) -> Result<T, Lost> {
        let base = self.map.block(number) as usize / 4;
        let words = bytemuck::try_cast_slice_mut(self.memory.data_mut(&mut self.store)).map_err(|_| Lost)?;
        let mut block = Block { program: self.game.program(), words, base, map: &self.map };
        Ok(work(&mut block))
    }

    fn read(&mut self, block: u32, at: u32) -> Result<i32, Lost> {
        self.block(block, |block| block.read(at))
    }

    fn extra(&mut self, block: u32, which: Extra) -> Result<i32, Lost> {
        let at = self.map.extra(which) / 4;
        self.read(block, at)
    }

    /// Runs on behind a stop, with an answer if it is not negative.
    fn run(&mut self, answer: i32) -> Result<Pause, Lost> {
        self.call(0, -1, -1, answer, true)
    }

    /// Runs on without one: the bound on work goes on too.
    fn go_on(&mut self) -> Result<Pause, Lost> {
        self.call(0, -1, -1, -1, false)
    }

    fn call(&mut self, block: u32, private: i32, reader: i32, answer: i32, fresh: bool) -> Result<Pause, Lost> {
        let base = i32::try_from(self.map.block(block)).map_err(|_| Lost)?;
        let Enter::Stops(go, _) = &self.enter else { return Err(Lost) };
        let code = go.call(&mut self.store, (base, private, reader, answer, i32::from(fresh)));
        pause(code.map_err(|_| Lost)?).ok_or(Lost)
    }

    /// Begins a game and runs to its first stop.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game, always so where machine code is entered at the beginning of [games](Entry::Games).
    pub fn start(&mut self) -> Result<(), Lost> {
        self.lay()?;
        let pause = self.run(-1)?;
        self.settle(pause)
    }

    /// Lays out the beginning of a game.
    fn lay(&mut self) -> Result<(), Lost> {
        self.store.data_mut().notes.clear();
        let (beginning, counters) = (std::mem::take(&mut self.beginning), std::mem::take(&mut self.counters));
        let (counted, length) = (self.map.counted.0 as usize / 4, self.map.counted.1 as usize / 4);
        let copied = self.block(0, |block| {
            block.words.get_mut(block.base..block.base + beginning.len())?.copy_from_slice(&beginning);
            let first = block.base + counted;
            if counters.len() == length {
                block.words.get_mut(first..first + length)?.copy_from_slice(&counters);
                return Some(counters);
            }
            block.count_all();
            block.words.get(first..first + length).map(<[i32]>::to_vec)
        });
        self.beginning = beginning;
        self.counters = copied?.ok_or(Lost)?;
        self.clear_lists(0)
    }

    fn clear_lists(&mut self, block: u32) -> Result<(), Lost> {
        if !self.map.lists.is_empty() {
            self.block(block, |block| block.map.lists.iter().for_each(|at| block.write(*at, 0)))?;
        }
        Ok(())
    }

    /// What the game waits for.
    pub fn stop(&self) -> Stop {
        match self.pause {
            Pause::Decision | Pause::Gathering => Stop::Decision,
            Pause::Chance => Stop::Chance,
            Pause::Over | Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => Stop::Over,
        }
    }

    /// Goes on until somebody else than this machine must do something.
    fn settle(&mut self, mut pause: Pause) -> Result<(), Lost> {
        while pause == Pause::Gathering {
            if !self.gathered()? {
                break;
            }
            pause = self.go_on()?;
        }
        self.outcomes.clear();
        match pause {
            Pause::Over => self.block(0, |block| cells::rest(block.program, block))?,
            Pause::Decision | Pause::Gathering | Pause::Chance => {}
            Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => return Err(Lost),
        }
        self.pause = pause;
        Ok(())
    }

    /// The first of those who are to decide, in seat order.
    ///
    /// # Errors
    /// [`Lost`] if nobody is.
    pub fn decider(&mut self) -> Result<usize, Lost> {
        let seat = match self.pause {
            Pause::Decision => {
                let at = self.game.program().layout.decider;
                self.read(0, at)?
            }
            Pause::Gathering => {
                let id = self.gathering()?;
                let group = std::mem::take(&mut self.group);
                let waits = self.with_gathering(0, id, |block, code| {
                    let waits = |seat: &&i32| !matches!(cells::progress(block, code, **seat), Progress::Finished(_));
                    group.iter().find(waits).copied()
                });
                self.group = group;
                waits?.ok_or(Lost)?
            }
            _ => return Err(Lost),
        };
        usize::try_from(seat).map_err(|_| Lost)
    }

    /// How many options this seat, which is to decide, has now.
    ///
    /// # Errors
    /// [`Lost`] where nobody is to decide.
    pub fn count(&mut self, seat: usize) -> Result<usize, Lost> {
        let block = match self.pause {
            Pause::Decision => 0,
            Pause::Gathering => Self::block_of(i32::try_from(seat).map_err(|_| Lost)?),
            _ => return Err(Lost),
        };
        usize::try_from(self.extra(block, Extra::Count)?).map_err(|_| Lost)
    }

    /// Answers for a seat that is to decide with the option of this number and runs to the next stop.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game.
    pub fn apply(&mut self, seat: usize, option: usize) -> Result<(), Lost> {
        let answer = i32::try_from(option).map_err(|_| Lost)?;
        let pause = match self.pause {
            Pause::Decision => self.run(answer)?,
            Pause::Gathering => {
                let id = self.gathering()?;
                let seat = i32::try_from(seat).map_err(|_| Lost)?;
                let layout = &self.game.program().layout;
                let (chances, turns) = (layout.chances, layout.turns);
                let number = self.number_among_allowed(Self::block_of(seat), option)?;
                let private = i32::try_from(id).map_err(|_| Lost)?;
                let pause = self.call(Self::block_of(seat), private, seat, answer, false)?;
                let finished = Self::finished(pause)?;
                self.with_gathering(0, id, |block, code| {
                    block.write(chances, 0);
                    block.write(turns, 0);
                    cells::keep_answer(block, code, seat, (number, finished)).ok()
                })?
                .ok_or(Lost)?;
                Pause::Gathering
            }
            _ => return Err(Lost),
        };
        self.settle(pause)
    }

    /// The number that a legal option has among what is allowed.
    fn number_among_allowed(&mut self, block: u32, option: usize) -> Result<usize, Lost> {
        if self.game.program().plans.is_empty() || self.extra(block, Extra::Planned)? == 0 {
            return Ok(option);
        }
        let (numbers, _) = self.map.numbers();
        let at = numbers / 4 + u32::try_from(option).map_err(|_| Lost)?;
        usize::try_from(self.read(block, at)?).map_err(|_| Lost)
    }

    /// The weights of what may come out where chance decides.
    ///
    /// # Errors
    /// [`Lost`] where it does not.
    pub fn weights(&mut self) -> Result<Vec<u32>, Lost> {
        self.find_outcomes()?;
        Ok(self.outcomes.iter().map(|(_, weight)| *weight).collect())
    }

    fn find_outcomes(&mut self) -> Result<(), Lost> {
        if !self.outcomes.is_empty() {
            return Ok(());
        }
        let (mut room, mut outcomes) = (std::mem::take(&mut self.room), std::mem::take(&mut self.outcomes));
        let found = self.block(0, |block| block.outcomes(&mut room, &mut outcomes));
        (self.room, self.outcomes) = (room, outcomes);
        found?.ok_or(Lost)
    }

    /// Lets chance give the outcome of this number and runs to the next stop.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game.
    pub fn resolve(&mut self, outcome: usize) -> Result<(), Lost> {
        self.find_outcomes()?;
        let (value, _) = self.outcomes.get(outcome).copied().ok_or(Lost)?;
        let mut room = std::mem::take(&mut self.room);
        let taken = self.block(0, |block| block.take_outcome(value, &mut room.others));
        self.room = room;
        taken?.ok_or(Lost)?;
        let pause = self.run(-1)?;
        self.settle(pause)
    }

    /// Lets chance decide with this generator and runs to the next stop.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game.
    pub fn resolve_random(&mut self, chance: &mut Seeded) -> Result<(), Lost> {
        self.find_outcomes()?;
        let outcome = chance.pick_of(self.outcomes.iter().map(|(_, weight)| u64::from(*weight)));
        self.resolve(outcome)
    }

    /// How much work the last run took at most, as the interpreter counts it; a search not included.
    pub fn work(&mut self) -> u64 {
        let left = self.fuel.get(&mut self.store).i32().and_then(|left| u64::try_from(left).ok());
        BUDGET.saturating_sub(left.unwrap_or(0))
    }

    /// How the game ended; `None` unless [`Stop::Over`].
    pub fn outcome(&mut self) -> Option<Outcome> {
        if self.pause != Pause::Over {
            return None;
        }
        self.block(0, |block| Outcome::of(block.program, |at| block.read(at))).ok().flatten()
    }

    /// The cells of the position, as [`Position::cells`](rulehound_interpreter::play::Position::cells) has them.
    pub fn position(&mut self) -> Vec<i32> {
        let size = self.map.size as usize;
        let cells = self.block(0, |block| {
            block.lay_counted();
            block.words.get(block.base..block.base + size).map(<[i32]>::to_vec)
        });
        cells.ok().flatten().unwrap_or_default()
    }

    /// The positions that were noted, as [`Position::notes`](rulehound_interpreter::play::Position::notes) has them.
    pub fn notes(&mut self) -> Notes {
        let mut notes = std::mem::take(&mut self.store.data_mut().notes);
        // What a search has left behind the end of the list goes.
        let settled = self.block(0, |block| cells::settle_notes(block.program, block, &mut notes));
        self.store.data_mut().notes = notes.clone();
        settled.map_or_else(|Lost| Notes::default(), |()| notes)
    }

    /// Plays a game with random answers to its end or to the decision after so many. Chance and the players have generators of their own; without one
    /// of theirs the players use that of chance.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game, always so where machine code is entered at [stops](Entry::Stops).
    pub fn random(&mut self, chance: Seeded, players: Option<Seeded>, most: u64) -> Result<Course, Lost> {
        self.play(chance, players, most, false)
    }

    /// Plays a game by lot, as [`Game::playout`] does: players draw candidates until one is legal where it is dear to find out what is. How many
    /// options there were is then not counted.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game, always so where machine code is entered at [stops](Entry::Stops).
    pub fn playout(&mut self, chance: Seeded, players: Seeded, most: u64) -> Result<Playout, Lost> {
        let Course { outcome, decisions, stops, .. } = self.play(chance, Some(players), most, self.lots)?;
        Ok(Playout { outcome, decisions, stops, steps: 0 })
    }

    fn play(&mut self, chance: Seeded, players: Option<Seeded>, most: u64, lots: bool) -> Result<Course, Lost> {
        let bots = if players.is_some() { CURSORS[1] } else { CURSORS[0] };
        let Enter::Games(whole) = self.enter.clone() else { return Err(Lost) };
        self.lay()?;
        self.begin_course([Some(chance), players], most, (bots, lots))?;
        let base = i32::try_from(self.map.block(0)).map_err(|_| Lost)?;
        let code = whole.call(&mut self.store, base);
        self.pause = pause(code.map_err(|_| Lost)?).ok_or(Lost)?;
        self.outcomes.clear();
        let mut course = self.course()?;
        if self.pause == Pause::Over {
            self.block(0, |block| cells::rest(block.program, block))?;
            course.stops += 1;
            course.outcome = self.outcome();
        }
        Ok(course)
    }

    /// Numbers of chance and bots come from these generators from now on, and what is counted of a course begins at nothing.
    fn begin_course(&mut self, random: [Option<Seeded>; 2], most: u64, (bots, lots): (u32, bool)) -> Result<(), Lost> {
        self.store.data_mut().random = random;
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        self.block(0, |block| {
            for cursor in CURSORS {
                block.set_word(cursor, 0);
                block.set_word(cursor + 4, 0);
            }
            for tally in [Tally::Stops, Tally::Decisions, Tally::Free, Tally::Options] {
                block.set_word(tally.at(), 0);
            }
            block.set_word(Tally::Most.at(), most);
            block.set_word(Tally::Bots.at(), bots.cast_signed());
            block.set_word(Tally::Lots.at(), i32::from(lots));
        })
    }

    /// What was counted of a course so far; how it ended is not known here.
    fn course(&mut self) -> Result<Course, Lost> {
        let mut tally = |which: Tally| {
            self.block(0, |block| block.word(which.at())).and_then(|count| u64::try_from(count).map_err(|_| Lost))
        };
        Ok(Course {
            outcome: None,
            decisions: tally(Tally::Decisions)?,
            options: tally(Tally::Options)?,
            free: tally(Tally::Free)?,
            stops: tally(Tally::Stops)?,
        })
    }
}
