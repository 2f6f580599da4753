//! The machine: runs a program on a copy of a position's cells.
//!
//! In: a [`Program`] and cells at a stop, with the answer filled in. Out: the cells at the next stop, or a fault. The cells of the
//! position come first; behind them lies scratch for names inside expressions, which never outlives a run.

mod alone;
mod asked;
mod beforehand;
mod builtin;
mod candidate;
mod cells;
mod chance;
mod changed;
mod component;
mod counting;
mod degree;
mod effect;
mod events;
mod gather;
mod hidden;
mod leave;
mod lot;
mod memo;
mod noting;
mod numbered;
mod order;
mod origin;
mod plan;
mod reach;
mod redeal;
mod run;
mod score;
mod search;
mod secret;
mod set;
mod shown;
mod sound;
mod stand;
mod text;
mod trigger;
mod value;
mod way;

pub use candidate::MOST_CANDIDATES;
pub(crate) use candidate::{Candidate, NO_OPTION};
pub(in crate::play) use degree::{HOLDS, allow, degree};
pub(in crate::play) use gather::answers_can_be_given;
pub(crate) use hidden::{Class, Veiled, Wiped, bundles, lay_out, wiped};
pub(crate) use lot::Lots;
pub(crate) use noting::settle;
pub(in crate::play) use origin::is_asked_unseen;
pub(crate) use run::Pause;
pub(crate) use score::{ranking, scores};
pub use search::MOST_POSITIONS;
pub(crate) use search::Search;
pub(in crate::play) use secret::cells_seen;
pub(in crate::play) use shown::{shown, struck};
pub(crate) use stand::Stand;
pub(crate) use text::Sight;

use rulehound_grammar::span::Location;

use super::packed::Packed;
use super::{Fault, Log, Seen};
use crate::cells::{Notes, Room};
use crate::program::{Addr, CLEARED, FrameId, Instruction, NodeId, Pc, Program};
use rulehound_rules::limits::{AHEAD_STEPS, OFFER_BYTES, TEXT_BYTES, WORDING_STEPS};
use rulehound_rules::model::value::NONE;

/// The most work between two stops: instructions, parts of expressions, looks at elements.
pub const BUDGET: u64 = rulehound_rules::limits::STEPS;

/// The deepest chain of definitions.
const DEEPEST: u32 = 250;

/// Something went wrong; boxed because it is rare and large.
pub(crate) type Trouble = Box<Fault>;

/// The result of most steps.
pub(crate) type Try<T> = Result<T, Trouble>;

/// One run.
pub(crate) struct Machine<'p> {
    pub program: &'p Program,
    pub mem: Vec<i32>,
    pub pc: Pc,
    /// Lists of loops that cannot stop: cursor and values.
    lists: Vec<(usize, Vec<i32>)>,
    fuel: u64,
    /// Steps since the machine was made.
    pub spent: u64,
    depth: u32,
    /// Who must be able to see what is read.
    pub reader: Option<i32>,
    /// Who sees everything that was read since somebody asked for that.
    noted: Option<Seen>,
    /// The `simultaneous` whose private block runs.
    pub private: Option<u32>,
    /// Whether the next decision of the private block has its answer already.
    answered: bool,
    /// The plan whose paths are searched.
    pub search: Option<u32>,
    /// What is known of the ways through the plan that runs.
    pub ahead: Option<Box<Search>>,
    /// Whether it is a playout that runs: a decision stops whether or not anything is legal.
    pub playout: bool,
    /// Whether a decision works out all that is legal as soon as it is met, and what that was.
    pub eager: bool,
    pub legal_here: Option<Vec<Candidate>>,
    /// Where each seat stands in the private block that is on.
    pub stands: Vec<Option<Stand>>,
    pub log: Log,
    /// The positions that were noted.
    pub notes: Notes,
    pool: Vec<Vec<i32>>,
    /// Room that work on the cells takes.
    room: Room,
    /// What is left for looking ahead before the next stop.
    ahead_left: u64,
    /// How long a text may be, in bytes.
    longest_text: usize,
    /// How many `as` texts are being worded, one within another.
    naming: usize,
    /// The state that the declared part is in: another number after every change.
    epoch: u64,
    memo: memo::Memo,
}

impl<'p> Machine<'p> {
    /// A machine at a position.
    pub fn unpacked(program: &'p Program, (cells, notes): (&Packed, &Notes), log: Log) -> Self {
        let mut mem = vec![CLEARED; program.layout.total as usize];
        cells.unpack(mem.get_mut(..program.layout.size as usize).unwrap_or_default());
        Self { notes: notes.clone(), ..Self::with_position(program, mem, log) }
    }

    /// A machine where these cells stand.
    pub fn new(program: &'p Program, cells: &[i32], log: Log) -> Self {
        let mut mem = Vec::with_capacity(program.layout.total as usize);
        mem.extend_from_slice(cells);
        mem.resize(program.layout.total as usize, CLEARED);
        Self::with_position(program, mem, log)
    }

    fn with_position(program: &'p Program, mem: Vec<i32>, log: Log) -> Self {
        let mut machine = Self::with_cells(program, mem, log);
        machine.pc = Pc::try_from(machine.read(program.layout.pc)).unwrap_or(0);
        machine
    }

    fn with_cells(program: &'p Program, mem: Vec<i32>, log: Log) -> Self {
        Self {
            program,
            mem,
            pc: 0,
            lists: Vec::new(),
            fuel: BUDGET,
            spent: 0,
            depth: 0,
            reader: None,
            noted: None,
            private: None,
            answered: false,
            search: None,
            ahead: None,
            playout: false,
            eager: false,
            legal_here: None,
            stands: Vec::new(),
            log,
            notes: Notes::default(),
            pool: Vec::new(),
            room: Room::default(),
            ahead_left: AHEAD_STEPS,
            longest_text: TEXT_BYTES,
            naming: 0,
            epoch: 1,
            memo: memo::Memo::default(),
        }
    }

    /// A machine of the same program with these cells.
    fn with_memory(&self, mem: Vec<i32>, log: Log) -> Self {
        Self { fuel: self.fuel, notes: self.notes.clone(), ..Self::with_cells(self.program, mem, log) }
    }

    /// The cells of the position.
    pub fn cells(&mut self) -> &[i32] {
        self.write(self.program.layout.pc, i32::try_from(self.pc).unwrap_or(0));
        self.mem.get(..self.program.layout.size as usize).unwrap_or_default()
    }

    /// The cells of the position, for good.
    pub fn into_cells(mut self) -> Vec<i32> {
        self.write(self.program.layout.pc, i32::try_from(self.pc).unwrap_or(0));
        self.mem.truncate(self.program.layout.size as usize);
        self.mem
    }

    /// A machine on the same position; it keeps its own events.
    pub fn fork(&self, log: Log) -> Self {
        Self {
            pc: self.pc,
            lists: self.lists.clone(),
            depth: self.depth,
            reader: self.reader,
            private: self.private,
            answered: self.answered,
            search: self.search,
            ahead_left: self.ahead_left,
            longest_text: self.longest_text,
            ..self.with_memory(self.mem.clone(), log)
        }
    }

    pub fn read(&self, at: Addr) -> i32 {
        self.mem.get(at as usize).copied().unwrap_or(NONE)
    }

    pub fn write(&mut self, at: Addr, value: i32) {
        if at < self.program.layout.bits {
            self.epoch += 1;
        }
        if let Some(cell) = self.mem.get_mut(at as usize) {
            *cell = value;
        }
    }

    /// Names end.
    pub fn clear(&mut self, cells: std::ops::Range<Addr>) {
        if let Some(cells) = self.mem.get_mut(cells.start as usize..cells.end as usize) {
            cells.fill(CLEARED);
        }
    }

    /// Who is on turn.
    pub fn decider(&self) -> i32 {
        self.read(self.program.layout.decider)
    }

    /// The player that a cell holds; none if it holds no player, as it may in a damaged save.
    fn player_at(&self, at: Addr) -> i32 {
        let seat = self.read(at);
        let there = usize::try_from(seat).is_ok_and(|seat| seat < self.program.instance.seats());
        if there { seat } else { NONE }
    }

    /// The instruction that comes next.
    pub fn instruction(&self) -> &'p Instruction {
        self.program.code.get(self.pc as usize).unwrap_or(&Instruction::Halt)
    }

    /// The body an instruction belongs to.
    pub fn frame_of(&self, pc: Pc) -> Option<FrameId> {
        self.program.frame_at.get(pc as usize).copied().flatten()
    }

    /// Uses up some of the budget.
    fn burn(&mut self, amount: u64) -> Try<()> {
        self.fuel = self.fuel.saturating_sub(amount);
        self.spent += amount;
        if self.fuel == 0 { Err(self.budget()) } else { Ok(()) }
    }

    fn budget(&self) -> Trouble {
        let message = format!("the rules did not come to a decision within {BUDGET} steps");
        self.fault_here("budget", message)
    }

    /// What a definition gave, which had been begun when so many steps were spent: where the budget was used up, the innermost definition
    /// that took most of it is named.
    fn blamed<T>(&self, found: Try<T>, definition: &str, before: u64) -> Try<T> {
        found.map_err(|mut trouble| {
            let took = self.spent.saturating_sub(before);
            if trouble.code == "budget" && took > BUDGET / 2 && !trouble.message.ends_with('`') {
                trouble.message += &format!(", most of which went into `{definition}`");
            }
            trouble
        })
    }

    /// Begins a new budget: at every stop.
    pub fn refuel(&mut self) {
        self.fuel = BUDGET;
    }

    /// Begins the words of so many options: together they have one budget of steps, and one of letters.
    pub fn begin_words(&mut self, options: usize) {
        self.fuel = WORDING_STEPS;
        self.longest_text = TEXT_BYTES.min(OFFER_BYTES / options.max(1));
    }

    /// A fault at an expression.
    fn fault(&self, code: &'static str, message: impl Into<String>, node: NodeId) -> Trouble {
        let at = self.program.node_at.get(node.0 as usize).copied().unwrap_or_default();
        self.fault_at(code, message, at)
    }

    /// A fault at the statement that runs.
    pub fn fault_here(&self, code: &'static str, message: impl Into<String>) -> Trouble {
        let at = self.program.code_at.get(self.pc as usize).copied().unwrap_or_default();
        self.fault_at(code, message, at)
    }

    fn fault_at(&self, code: &'static str, message: impl Into<String>, at: Location) -> Trouble {
        Box::new(Fault { code, message: message.into(), at, chain: self.chain() })
    }

    /// The bodies that run, the innermost first, with where they are.
    fn chain(&self) -> Vec<(String, Location)> {
        self.running()
            .into_iter()
            .enumerate()
            .filter_map(|(step, (frame, pc))| {
                let name = self.program.frames.get(frame.0 as usize)?.name.clone();
                // Further out it is known where to go on: what is run stands before that.
                let at = if step == 0 { pc } else { pc.saturating_sub(1) };
                Some((name, self.program.code_at.get(at as usize).copied().unwrap_or_default()))
            })
            .collect()
    }

    /// The bodies that run, the innermost first, with the instruction each is at.
    pub fn running(&self) -> Vec<(FrameId, Pc)> {
        let mut chain = Vec::new();
        let mut pc = self.pc;
        while let Some(frame) = self.frame_of(pc) {
            chain.push((frame, pc));
            let Some(found) = self.program.frames.get(frame.0 as usize) else { break };
            match Pc::try_from(self.read(found.return_to)) {
                Ok(back) if back > 0 && chain.len() <= self.program.frames.len() => pc = back,
                Ok(_) | Err(_) => break,
            }
        }
        chain
    }

    /// A list to work with; give it back when done.
    fn take(&mut self) -> Vec<i32> {
        self.pool.pop().unwrap_or_default()
    }

    fn give(&mut self, mut list: Vec<i32>) {
        list.clear();
        self.pool.push(list);
    }
}
