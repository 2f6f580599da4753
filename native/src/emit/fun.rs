//! A function that is being written: its instructions, its locals, and which names they hold.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::members::Members;
use super::once::Hoisted;
use rulehound_interpreter::program::Addr;
use wasm_encoder::{BlockType, Function, Instruction as I, MemArg, ValType};

/// A local of a function.
pub type Local = u32;

/// The first local of every function: where the cells of the position begin, in bytes.
pub const BASE: Local = 0;

/// The most instructions of a function: what turns them into machine code takes more than twice as long for twice as many.
pub const MOST_IN_A_FUNCTION: usize = 120_000;

/// A place that can be jumped to: the end of a block or the beginning of a loop.
#[derive(Clone, Copy)]
pub struct Label(u32);

/// A name that lives in a local.
#[derive(Clone, Copy)]
pub struct Name {
    /// Which local.
    pub local: Local,
    /// From where to where its values go, if that is known; then it is never none.
    pub range: Option<(i32, i32)>,
    /// Whether it is never none.
    pub some: bool,
}

/// A function that is being written.
pub struct Fun {
    code: Vec<I<'static>>,
    parameters: u32,
    locals: Vec<ValType>,
    depth: u32,
    /// The names of expressions that are bound here.
    pub names: BTreeMap<Addr, Name>,
    /// What expressions give that are worked out elsewhere.
    pub hoisted: BTreeMap<u32, Hoisted>,
    /// Loops that go through few numbers, by where their lists would lie.
    pub members: BTreeMap<(bool, u32), Members>,
    /// How much work the interpreter does at most for what was written and runs once.
    pub work: i32,
    /// How much was written that may fail a game or whose work nothing is known of: faults, calls.
    pub unsure: usize,
    /// How many loops were written, and those whose work is not counted where they are.
    pub loops: usize,
    pub unbounded: usize,
    /// The most work of all rounds of a loop that is counted where it is.
    pub most_bounded: i32,
    /// How often something was put onto a stack of lists.
    pub pushes: usize,
    /// Whether some round of a loop does too much work to be counted.
    pub too_long: bool,
}

/// What was written at some time.
pub struct Mark {
    code: usize,
    depth: u32,
    names: BTreeMap<Addr, Name>,
    work: i32,
    /// How much of it was unsure, and how many loops it had.
    pub unsure: usize,
    pub loops: usize,
    pub unbounded: usize,
}

/// A number that is written but not known yet.
pub struct Later(usize);

fn arg(offset: u32, align: u32) -> MemArg {
    MemArg { offset: u64::from(offset), align, memory_index: 0 }
}

impl Fun {
    /// A function of so many numbers; the first is [`BASE`].
    pub fn new(parameters: u32) -> Self {
        let names = BTreeMap::new();
        Self {
            code: Vec::new(),
            parameters,
            locals: Vec::new(),
            depth: 0,
            names,
            hoisted: BTreeMap::new(),
            members: BTreeMap::new(),
            work: 0,
            unsure: 0,
            loops: 0,
            unbounded: 0,
            most_bounded: 1_000,
            pushes: 0,
            too_long: false,
        }
    }

    /// Another local.
    pub fn local(&mut self) -> Local {
        self.local_of(ValType::I32)
    }

    /// Another local of 64 bits.
    pub fn wide(&mut self) -> Local {
        self.local_of(ValType::I64)
    }

    /// Another local of 128 bits.
    pub fn four(&mut self) -> Local {
        self.local_of(ValType::V128)
    }

    fn local_of(&mut self, of: ValType) -> Local {
        self.locals.push(of);
        self.parameters + u32::try_from(self.locals.len()).unwrap_or(1) - 1
    }

    /// One instruction that opens and closes nothing.
    pub fn put(&mut self, instruction: I<'static>) -> &mut Self {
        self.code.push(instruction);
        self
    }

    /// Whether more is written than a function may hold; whoever writes it gives up.
    pub fn is_full(&self) -> bool {
        self.code.len() > MOST_IN_A_FUNCTION
    }

    pub fn number(&mut self, value: i32) -> &mut Self {
        self.put(I::I32Const(value))
    }

    /// A number that will be known later.
    pub fn number_later(&mut self) -> Later {
        self.number(0);
        Later(self.code.len() - 1)
    }

    /// Now it is known.
    pub fn fill(&mut self, later: Later, value: i32) {
        if let Some(slot) = self.code.get_mut(later.0) {
            *slot = I::I32Const(value);
        }
    }

    /// What is written so far, to go back to.
    pub fn mark(&self) -> Mark {
        let (code, depth, names) = (self.code.len(), self.depth, self.names.clone());
        let (unsure, loops, unbounded) = (self.unsure, self.loops, self.unbounded);
        Mark { code, depth, names, work: self.work, unsure, loops, unbounded }
    }

    /// Goes back to what was written then; only locals stay.
    pub fn go_back(&mut self, mark: Mark) {
        self.code.truncate(mark.code);
        self.depth = mark.depth;
        self.names = mark.names;
        self.work = mark.work;
        self.unsure = mark.unsure;
        self.loops = mark.loops;
        self.unbounded = mark.unbounded;
    }

    /// The names are those of then again.
    pub fn restore_names(&mut self, mark: &Mark) {
        self.names.clone_from(&mark.names);
    }

    /// Whether anything written since then reads a local.
    pub fn reads(&self, mark: &Mark, local: Local) -> bool {
        let written = self.code.get(mark.code..).unwrap_or_default();
        written.iter().any(|instruction| matches!(instruction, I::LocalGet(read) if *read == local))
    }

    /// How much is written.
    pub fn here(&self) -> usize {
        self.code.len()
    }

    /// What was written does nothing.
    pub fn erase(&mut self, code: std::ops::Range<usize>) {
        if let Some(code) = self.code.get_mut(code) {
            code.fill(I::Nop);
        }
    }

    /// Writes an instruction over another.
    pub fn fill_with(&mut self, at: usize, instruction: I<'static>) {
        if let Some(slot) = self.code.get_mut(at) {
            *slot = instruction;
        }
    }

    pub fn get(&mut self, local: Local) -> &mut Self {
        self.put(I::LocalGet(local))
    }

    pub fn set(&mut self, local: Local) -> &mut Self {
        self.put(I::LocalSet(local))
    }

    pub fn tee(&mut self, local: Local) -> &mut Self {
        self.put(I::LocalTee(local))
    }

    /// Reads a word at what lies on top, so many bytes on.
    pub fn load(&mut self, offset: u32) -> &mut Self {
        self.put(I::I32Load(arg(offset, 2)))
    }

    pub fn load_wide(&mut self, offset: u32) -> &mut Self {
        self.put(I::I64Load(arg(offset, 2)))
    }

    pub fn load_byte(&mut self, offset: u32) -> &mut Self {
        self.put(I::I32Load8U(arg(offset, 0)))
    }

    /// Writes what lies on top at what lies below it, so many bytes on.
    pub fn store(&mut self, offset: u32) -> &mut Self {
        self.put(I::I32Store(arg(offset, 2)))
    }

    pub fn store_wide(&mut self, offset: u32) -> &mut Self {
        self.put(I::I64Store(arg(offset, 2)))
    }

    /// Reads four words at once.
    pub fn load_four(&mut self, offset: u32) -> &mut Self {
        self.put(I::V128Load(arg(offset, 2)))
    }

    /// Writes four words at once.
    pub fn store_four(&mut self, offset: u32) -> &mut Self {
        self.put(I::V128Store(arg(offset, 2)))
    }

    pub fn store_byte(&mut self, offset: u32) -> &mut Self {
        self.put(I::I32Store8(arg(offset, 0)))
    }

    /// Reads a cell of the position.
    pub fn cell(&mut self, at: Addr) -> &mut Self {
        self.get(BASE).load(at * 4)
    }

    /// Writes a known value to a cell.
    pub fn write(&mut self, at: Addr, value: i32) -> &mut Self {
        self.get(BASE).number(value).store(at * 4)
    }

    /// Writes a local to a cell.
    pub fn write_local(&mut self, at: Addr, local: Local) -> &mut Self {
        self.get(BASE).get(local).store(at * 4)
    }

    /// Adds a known value to a local.
    pub fn step(&mut self, local: Local, by: i32) -> &mut Self {
        self.get(local).number(by).put(I::I32Add).set(local)
    }

    pub fn call(&mut self, function: u32) -> &mut Self {
        self.unsure += 1;
        self.put(I::Call(function))
    }

    /// Gives up: the interpreter takes over.
    pub fn trap(&mut self) -> &mut Self {
        self.unsure += 1;
        self.put(I::Unreachable)
    }

    /// Gives up if what lies on top is not 0.
    pub fn trap_if(&mut self) -> &mut Self {
        self.unsure += 1;
        self.stop_if()
    }

    /// The same where a bound of ours is passed, not one of the rules.
    pub fn stop_if(&mut self) -> &mut Self {
        self.put(I::If(BlockType::Empty)).put(I::Unreachable).put(I::End)
    }

    /// The label around everything that is open now: jumping there goes behind it.
    fn open(&mut self, instruction: I<'static>) -> Label {
        self.code.push(instruction);
        self.depth += 1;
        Label(self.depth)
    }

    fn close(&mut self) {
        self.code.push(I::End);
        self.depth -= 1;
    }

    /// A block; jumping to its label goes behind it.
    pub fn block<T>(&mut self, body: impl FnOnce(&mut Self, Label) -> T) -> T {
        let label = self.open(I::Block(BlockType::Empty));
        let result = body(self, label);
        self.close();
        result
    }

    /// A loop; jumping to its label goes to its beginning.
    pub fn repeat<T>(&mut self, body: impl FnOnce(&mut Self, Label) -> T) -> T {
        let label = self.open(I::Loop(BlockType::Empty));
        let result = body(self, label);
        self.close();
        result
    }

    /// If what lies on top is not 0.
    pub fn when<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.open(I::If(BlockType::Empty));
        let result = body(self);
        self.close();
        result
    }

    /// If what lies on top is not 0 one thing, else another.
    pub fn either<T>(&mut self, yes: impl FnOnce(&mut Self) -> T, no: impl FnOnce(&mut Self) -> T) -> (T, T) {
        self.open(I::If(BlockType::Empty));
        let first = yes(self);
        self.code.push(I::Else);
        let second = no(self);
        self.close();
        (first, second)
    }

    /// The same, either leaves a number.
    pub fn either_number<T>(&mut self, yes: impl FnOnce(&mut Self) -> T, no: impl FnOnce(&mut Self) -> T) -> (T, T) {
        self.open(I::If(BlockType::Result(ValType::I32)));
        let first = yes(self);
        self.code.push(I::Else);
        let second = no(self);
        self.close();
        (first, second)
    }

    pub fn jump(&mut self, label: Label) -> &mut Self {
        let depth = self.depth - label.0;
        self.put(I::Br(depth))
    }

    pub fn jump_if(&mut self, label: Label) -> &mut Self {
        let depth = self.depth - label.0;
        self.put(I::BrIf(depth))
    }

    /// Jumps to the label of the number that lies on top; beyond the last to `otherwise`.
    pub fn jump_table(&mut self, labels: &[Label], otherwise: Label) -> &mut Self {
        let depths: Vec<u32> = labels.iter().map(|label| self.depth - label.0).collect();
        let last = self.depth - otherwise.0;
        self.put(I::BrTable(Cow::Owned(depths), last))
    }

    /// So many blocks around each other, the innermost first; close them with [`Fun::close_one`].
    pub fn open_many(&mut self, count: usize) -> Vec<Label> {
        let mut labels: Vec<Label> = (0..count).map(|_| self.open(I::Block(BlockType::Empty))).collect();
        labels.reverse();
        labels
    }

    /// A loop, closed with [`Fun::close_one`].
    pub fn open_loop(&mut self) -> Label {
        self.open(I::Loop(BlockType::Empty))
    }

    /// Closes the innermost block.
    pub fn close_one(&mut self) {
        self.close();
    }

    /// Writes something that comes before everything written so far.
    pub fn first(&mut self, write: impl FnOnce(&mut Self)) {
        let rest = std::mem::take(&mut self.code);
        write(self);
        self.code.extend(rest);
    }

    /// The function, whole.
    pub fn finish(mut self) -> Function {
        self.code.push(I::End);
        let mut function = Function::new_with_locals_types(self.locals);
        for instruction in &self.code {
            function.instruction(instruction);
        }
        function
    }
}
