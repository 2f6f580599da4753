//! Model to program: names become addresses, statements become instructions.
//!
//! In: a checked [`Model`] at a table. Out: a [`Program`]. Nothing is looked up by name after this.

mod aloud;
mod audience;
mod body;
mod decision;
mod declared;
mod effect;
mod expression;
mod ground;
mod hash;
mod invariants;
mod met;
mod order;
mod query;
mod reach;
mod shown;
mod size;
mod statement;
mod text;
mod veil;
mod watch;

pub use query::{AskedAnywhere, Queried, lower_anywhere, lower_query};

use std::sync::Arc;

use rulehound_grammar::span::Location;

use crate::instance::{Instance, TableError};
use crate::program::{
    Addr, Check, CheckId, FrameId, Ground, Holder, Instruction, Invariants, Layout, ListCode, NameCode, Node, NodeId,
    Pc, Program,
};
use rulehound_rules::facts::Facts;
use rulehound_rules::facts::costs::Costs;
use rulehound_rules::model::{KindId, Life, LocalId, Model, Shape, Sort, VariableId};

/// The most cells of a position: 16 KiB of four bytes each.
pub const MOST_CELLS: u32 = rulehound_rules::limits::CELLS;

/// The most cells of the scratch that lists take.
const MOST_PASSING: u32 = 16_384;

/// Makes the program of a game at a table.
///
/// # Errors
/// [`TableError::TooLarge`] if a position would not fit 16 KiB.
pub fn lower(instance: Arc<Instance>) -> Result<Program, TableError> {
    let model = instance.model.clone();
    let facts = Facts::new(&model);
    // How many cells a position has is known only in the end. The scratch lies right behind them, so that a run needs no more memory than
    // it uses: the first pass counts, the second keeps.
    let size = pass(&model, &facts, instance.clone(), MOST_CELLS)?.layout.size;
    let mut program = pass(&model, &facts, instance, size)?;
    program.hash = hash::of(&program);
    program.invariants = invariants::invariants(&program);
    Ok(program)
}

/// Lowers everything, with the scratch from this cell on.
fn pass(model: &Model, facts: &Facts, instance: Arc<Instance>, scratch: Addr) -> Result<Program, TableError> {
    lowered(model, facts, instance, scratch).finish()
}

fn lowered<'m>(model: &'m Model, facts: &'m Facts, instance: Arc<Instance>, scratch: Addr) -> Lowering<'m> {
    let mut lowering = Lowering::new(model, facts, instance);
    lowering.scratch = scratch;
    lowering.declare();
    lowering.definitions();
    shown::lower(&mut lowering);
    lowering.audiences();
    lowering.descriptions();
    lowering.bodies();
    lowering
}

/// What is being made.
pub(crate) struct Lowering<'m> {
    model: &'m Model,
    facts: &'m Facts,
    /// What expressions cost.
    costs: Costs<'m>,
    program: Program,
    /// Where each bound name lies.
    locals: Vec<Option<Addr>>,
    /// The next free cell of the position.
    next: Addr,
    /// The next free cell of the scratch.
    scratch: Addr,
    /// How many cells of the scratch lists have taken.
    passing: u32,
    /// The next free list of the scratch.
    lists: u32,
    /// The body that is being made, and the cells that keep who is on turn in the `turn of` blocks around.
    frame: FrameId,
    /// What running it gives away.
    veiling: veil::Veiling,
    /// How many cells everything would take, also where there is no room any more.
    wanted: u64,
    /// What takes most of them: how many, and where it is written.
    largest: (u32, Option<Taker>),
    /// The statement that is being lowered.
    statement: Location,
    /// Whether everybody sees whole whatever comes behind it in its block.
    is_open_behind: bool,
    /// What is said that not all hear.
    unheard: Vec<Unheard>,
}

/// What takes cells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// A variable.
    Variable(VariableId),
    /// The features of a kind of component.
    Kind(KindId),
    /// A statement that keeps names or lists.
    Statement(Location),
}

/// That a position would take more than there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowded {
    /// How many bytes it would take.
    pub bytes: u64,
    /// What takes most of them, and how many.
    pub largest: Option<(Taker, u64)>,
}

/// Something is said that not all hear for whom it is meant: whether the rules come there hangs on something that not all see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unheard {
    /// What is said.
    pub at: Location,
    /// What it hangs on.
    pub because: Option<Location>,
    /// Whether those hear it who see what it hangs on.
    pub by_some: bool,
}

/// What making its program shows of a game at a table.
#[derive(Clone, Debug, Default)]
pub struct Shows {
    /// Whether its positions are too large.
    pub crowded: Option<Crowded>,
    /// What not all hear, in written order.
    pub unheard: Vec<Unheard>,
}

/// What making the program of a game at a table shows of it.
pub fn shows(instance: Arc<Instance>, facts: &Facts) -> Shows {
    let model = instance.model.clone();
    let lowering = lowered(&model, facts, instance, MOST_CELLS);
    Shows { crowded: lowering.crowded(), unheard: lowering.unheard }
}

impl<'m> Lowering<'m> {
    fn new(model: &'m Model, facts: &'m Facts, instance: Arc<Instance>) -> Self {
        let program = Program {
            instance,
            layout: Layout::default(),
            nodes: Vec::new(),
            node_at: Vec::new(),
            invariants: Invariants::default(),
            code: Vec::new(),
            code_at: Vec::new(),
            veils: Vec::new(),
            veil_at: Vec::new(),
            frames: Vec::new(),
            frame_at: Vec::new(),
            definitions: Vec::new(),
            shown: Vec::new(),
            struck: Vec::new(),
            runnables: Vec::new(),
            triggers: Vec::new(),
            choices: Vec::new(),
            gatherings: Vec::new(),
            plans: Vec::new(),
            whens: Vec::new(),
            moves: Vec::new(),
            checks: Vec::new(),
            audiences: Vec::new(),
            variable_audiences: Vec::new(),
            area_audiences: Vec::new(),
            top_audiences: Vec::new(),
            attribute_audiences: Vec::new(),
            descriptions: Vec::new(),
            silent: Vec::new(),
            first_values: Vec::new(),
            first_checks: Vec::new(),
            holders: Vec::new(),
            notes: None,
            ground: Ground::default(),
            names: Vec::new(),
            groups: Vec::new(),
            hash: 0,
            profile: None,
        };
        let locals = vec![None; model.locals.len()];
        Self {
            model,
            facts,
            costs: Costs::new(model),
            program,
            locals,
            next: 0,
            scratch: MOST_CELLS,
            passing: 0,
            lists: 0,
            frame: FrameId(0),
            veiling: veil::Veiling::default(),
            wanted: 0,
            largest: (0, None),
            statement: Location::default(),
            is_open_behind: false,
            unheard: Vec::new(),
        }
    }

    fn instance(&self) -> &Instance {
        &self.program.instance
    }

    /// Adds an expression.
    fn node(&mut self, node: Node, at: Location) -> NodeId {
        let id = NodeId(u32::try_from(self.program.nodes.len()).unwrap_or(u32::MAX));
        self.program.nodes.push(node);
        self.program.node_at.push(at);
        id
    }

    /// Adds an instruction.
    fn emit(&mut self, instruction: Instruction, at: Location) -> Pc {
        let pc = self.pc();
        self.program.code.push(instruction);
        self.program.code_at.push(at);
        let veil = self.veil_here();
        self.program.veil_at.push(veil);
        pc
    }

    /// Where the next instruction will stand.
    fn pc(&self) -> Pc {
        Pc::try_from(self.program.code.len()).unwrap_or(Pc::MAX)
    }

    /// Changes an instruction whose target was not known when it was added.
    fn patch(&mut self, pc: Pc, change: impl FnOnce(&mut Instruction)) {
        if let Some(instruction) = self.program.code.get_mut(pc as usize) {
            change(instruction);
        }
    }

    /// Takes cells of the position.
    fn cells(&mut self, count: u32) -> Addr {
        self.cells_for(count, Taker::Statement(self.statement))
    }

    /// Takes cells of the position for something.
    fn cells_for(&mut self, count: u32, taker: Taker) -> Addr {
        let at = self.next;
        self.wanted += u64::from(count);
        self.next = self.next.saturating_add(count);
        if self.next > MOST_CELLS {
            self.next = at;
        }
        if count > self.largest.0 {
            self.largest = (count, Some(taker));
        }
        at
    }

    /// Whether there are more cells than there may be.
    fn crowded(&self) -> Option<Crowded> {
        let (count, taker) = self.largest;
        let bytes = |cells: u64| cells * 4;
        (self.wanted > u64::from(MOST_CELLS)).then(|| Crowded {
            bytes: bytes(self.wanted),
            largest: taker.map(|taker| (taker, bytes(u64::from(count)))),
        })
    }

    /// Takes cells of the scratch.
    fn scratch(&mut self, count: u32) -> Addr {
        let at = self.scratch;
        self.scratch = self.scratch.saturating_add(count);
        at
    }

    /// Binds a name: gives it its cells, and notes whether it may hold components.
    fn bind(&mut self, id: LocalId) -> Addr {
        let Some(local) = self.model.locals.get(id.index()) else { return self.scratch(1) };
        let capacity = match local.of.shape {
            Shape::Set { .. } => Some(self.bound(&local.of)),
            Shape::One | Shape::OneOrNone => None,
        };
        let count = capacity.map_or(1, |capacity| capacity.saturating_add(1));
        let at = match local.life {
            Life::Block => self.cells(count),
            Life::Expression => self.scratch(count),
        };
        if let (Sort::Component { .. }, Life::Block) = (&local.of.sort, local.life) {
            self.program.holders.push(capacity.map_or(Holder::One(at), |capacity| Holder::Set(at, capacity)));
        }
        if local.life == Life::Block {
            let (name, of) = (local.name.clone(), local.of.clone());
            self.program.names.push(NameCode { at, name, of, capacity });
        }
        if let Some(slot) = self.locals.get_mut(id.index()) {
            *slot = Some(at);
        }
        at
    }

    /// Where a name lies. Names inside expressions get their cell when first met.
    fn local(&mut self, id: LocalId) -> Addr {
        match self.locals.get(id.index()).copied().flatten() {
            Some(at) => at,
            None => self.bind(id),
        }
    }

    /// A list of tuples in the position.
    fn list(&mut self, width: u32, capacity: u32) -> ListCode {
        let at = self.cells(width.saturating_mul(capacity).saturating_add(2));
        ListCode { at, width, capacity }
    }

    /// A list of tuples in the scratch, for what is over before the next stop. Once these are many they take cells of the position, whose
    /// number is bounded.
    fn passing_list(&mut self, width: u32, capacity: u32) -> ListCode {
        let count = width.saturating_mul(capacity).saturating_add(2);
        if self.passing.saturating_add(count) > MOST_PASSING {
            return self.list(width, capacity);
        }
        self.passing += count;
        ListCode { at: self.scratch(count), width, capacity }
    }

    /// What a value must be when it is stored; `None` if its type says so already.
    fn check(&mut self, from: &rulehound_rules::model::Type, to: &rulehound_rules::model::Type) -> Option<CheckId> {
        if size::contained(from, to) {
            return None;
        }
        let ranges = self.ranges(&to.sort);
        let none = to.shape == Shape::OneOrNone;
        let id = CheckId(u32::try_from(self.program.checks.len()).unwrap_or(u32::MAX));
        self.program.checks.push(Check { sort: to.sort.clone(), none, ranges });
        Some(id)
    }

    fn finish(mut self) -> Result<Program, TableError> {
        self.program.layout.size = self.next;
        self.program.layout.total = self.scratch;
        if self.crowded().is_some() {
            return Err(TableError::TooLarge { what: "bytes in a position", most: MOST_CELLS as usize * 4 });
        }
        Ok(self.program)
    }
}
