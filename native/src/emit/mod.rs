//! Program to WebAssembly.
//!
//! In: a program. Out: a module whose functions work on the same cells as the interpreter. Whatever is out of the ordinary, a fault of the
//! rules first of all, ends in a trap: the game is then played anew by the interpreter, which has words for it.

mod alike;
mod answers;
mod arithmetic;
mod around;
mod audience;
mod bits;
mod board;
mod body;
mod built_in;
mod by_number;
mod call;
mod candidate;
mod candidate_names;
mod cell;
mod cells_at_once;
mod code;
mod contents;
mod control;
mod counting;
mod draw;
mod effect;
mod flood;
mod flow;
mod foretell;
mod fun;
mod functions;
mod gathered;
mod ground;
mod holding;
mod kept;
mod knowledge;
mod known;
mod list;
mod loops;
mod lot;
mod lying;
mod lying_any;
mod members;
mod moving;
mod noting;
mod nth_bit;
mod once;
mod place;
mod plan;
mod playout;
mod printed;
mod product;
mod pushing;
mod ranges;
mod reach;
mod relocate;
mod run;
mod secrets;
mod set;
mod several;
mod sort_rows;
mod standing;
mod step;
mod take;
mod trigger;
mod tuple;
mod value;
mod ways;
mod work;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

pub use functions::IMPORTS;
use functions::{Function, Import};
use holding::Holding;
use rulehound_grammar::span::Location;
use rulehound_interpreter::play::Beforehand;
use rulehound_interpreter::program::{Addr, FrameId, Instruction, Pc, Program};
use wasm_encoder as wasm;
use wasm_encoder::ValType;

pub use candidate::width as candidate_width;
pub use fun::{BASE, Fun, Local};
pub use ground::{Fixed, counted_at};

use crate::map::{Counter, Map};
use crate::tables::Tables;
use crate::{Entry, Passes, Unsupported};

/// How many definitions are written one for the other.
const DEEPEST: u32 = 12;

/// The most work of a definition that whoever calls it counts, as if all of it were done.
const MOST_STRAIGHT: i32 = 3_000;

/// The most instructions of rules, and parts of their expressions, that are turned into machine code.
const MOST_RULES: usize = 20_000;

/// The most instructions of all functions together.
const MOST_WRITTEN: usize = 300_000;

/// Rules so long are left to the interpreter: making machine code of them would take longer than they are played.
const TOO_MUCH: Unsupported = Unsupported::new("a game of so many rules");

/// The result of writing something.
pub type Emit<T = ()> = Result<T, Unsupported>;

/// A global of the module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Global {
    /// Who must be able to see what is read; negative if nobody.
    Reader,
    /// Whether a private block runs.
    Private,
    /// Which plan is searched; negative if none.
    Search,
    /// The top of the stack of lists.
    Top,
    /// The top of the other: what is gone through lies on one while what comes of it goes onto the other.
    OtherTop,
    /// How much work is left.
    Fuel,
    /// How many positions the search has looked at.
    Looked,
    /// Whether bots and chance decide at once.
    Playing,
    /// How much work is left for searches before the next stop.
    Ahead,
}

/// What the code that is written is run for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Anything: going from stop to stop, a secret block on a copy, a search.
    Any,
    /// A game that bots play whole.
    Game,
    /// A secret block within it, where it stands.
    Secret,
    /// From a decision of a search to the next stop.
    Search,
}

/// What is written so far.
pub struct Emitter<'p> {
    program: &'p Program,
    passes: Passes,
    map: Map,
    fixed: Fixed,
    tables: Tables,
    /// Where definitions leave places that are only counted; nothing while there are none.
    places_at: Option<u32>,
    /// From where to where the names go that have a cell of their own.
    ranges: BTreeMap<Addr, ranges::Range>,
    /// Where names may hold components, and the instruction that is written, if it is known which.
    holding: Holding,
    running: Option<Pc>,
    /// From how many places each body is run.
    places: BTreeMap<FrameId, usize>,
    /// Where each decision stands.
    chosen: BTreeMap<u32, Pc>,
    /// Decisions of plans from which searches go along.
    along: BTreeSet<u32>,
    /// Bodies that may run within a plan of another.
    planned: BTreeSet<FrameId>,
    /// For what is written now.
    within: Within,
    /// Which of the two stacks lists go onto now.
    other_side: bool,
    /// How often what is written now is written for elements that are known.
    copies: i32,
    /// How many instructions are written.
    written: usize,
    /// How many definitions are being written, one for the other.
    depth: u32,
    /// Definitions in which nothing can fail, with their work; and those that count it themselves.
    straight: BTreeMap<Function, i32>,
    counted: BTreeSet<Function>,
    /// Decisions of which some options can be foretold.
    foretold: BTreeSet<u32>,
    /// Answers of definitions that can be known before a game, and those already worked out.
    beforehand: RefCell<Beforehand<'p>>,
    known_answers: RefCell<answers::Known>,
    numbers: BTreeMap<Function, u32>,
    /// The counters that are read, by where they lie.
    read: RefCell<BTreeSet<u32>>,
    /// Number of parameters, whether it gives a number, the body.
    functions: Vec<(Function, u32, bool, Option<wasm::Function>)>,
}

/// A module, and where things lie in its memory.
pub struct Emitted {
    /// The module.
    pub bytes: Vec<u8>,
    /// What lies where.
    pub map: Map,
}

/// Writes the module of a program: twice where that shows that something is counted which nothing reads.
pub fn emit(program: &Program, passes: &Passes, entry: Entry) -> Emit<Emitted> {
    if program.code.len() + program.nodes.len() > MOST_RULES {
        return Err(TOO_MUCH);
    }
    let (emitted, read) = emit_with(program, (passes, entry), Map::of(program, (passes, entry), None))?;
    if read.len() == emitted.map.counters.len() {
        return Ok(emitted);
    }
    emit_with(program, (passes, entry), Map::of(program, (passes, entry), Some(&read))).map(|(emitted, _)| emitted)
}

/// Writes the module of a program with a map; gives the counters that are read, too.
fn emit_with(program: &Program, (passes, entry): (&Passes, Entry), map: Map) -> Emit<(Emitted, Vec<Counter>)> {
    let mut tables = Tables::at(map.tables);
    let fixed = Fixed::new(program, &map, &mut tables)?;
    let mut emitter = Emitter {
        program,
        passes: passes.clone(),
        map,
        fixed,
        tables,
        places_at: None,
        ranges: ranges::of_names(program),
        holding: Holding::new(program),
        running: None,
        places: body::places(program),
        chosen: chosen(program),
        along: plan::decisions(program),
        planned: plan::bodies(program),
        within: Within::Any,
        other_side: false,
        copies: 1,
        written: 0,
        depth: 0,
        straight: BTreeMap::new(),
        counted: BTreeSet::new(),
        foretold: BTreeSet::new(),
        beforehand: RefCell::new(Beforehand::new(program)),
        known_answers: RefCell::new(BTreeMap::new()),
        numbers: BTreeMap::new(),
        read: RefCell::default(),
        functions: Vec::new(),
    };
    for (_, function) in entered(entry) {
        emitter.function(*function);
    }
    let mut next = 0;
    while let Some((function, _, _, body)) = emitter.functions.get(next) {
        if body.is_none() {
            emitter.write_function(*function)?;
        }
        next += 1;
    }
    let read = emitter.read.take();
    let read = emitter.map.counters.iter().filter(|counter| read.contains(&counter.at)).cloned().collect();
    Ok((emitter.finish(), read))
}

/// The functions that are called from outside, by their names there.
pub fn entered(entry: Entry) -> &'static [(&'static str, Function)] {
    match entry {
        Entry::Games => &[("playout", Function::Playout)],
        Entry::Stops => &[("go", Function::Go), ("onward", Function::Onward)],
    }
}

/// Where each decision stands: the first place, if there are several.
fn chosen(program: &Program) -> BTreeMap<u32, Pc> {
    let mut places = BTreeMap::new();
    for (pc, instruction) in (0..).zip(&program.code) {
        if let Instruction::Choose(choice) = instruction {
            places.entry(*choice).or_insert(pc);
        }
    }
    places
}

impl Emitter<'_> {
    /// Writes a function that was asked for. If nothing in it can fail and its work is known, whoever calls it counts that.
    fn write_function(&mut self, function: Function) -> Emit {
        let number = self.function(function);
        let (side, copies, running, within) = (self.other_side, self.copies, self.running, self.within);
        let mut body = self.body(function).map_err(|missing| missing.or_at(self.place_of(function)))?;
        (self.other_side, self.copies, self.running, self.within) = (side, copies, running, within);
        let asked =
            matches!(function, Function::Value(_) | Function::Set(..) | Function::Places(_) | Function::First(_));
        let straight = body.unsure == 0 && body.unbounded == 0 && body.work <= body.most_bounded.max(MOST_STRAIGHT);
        if asked && straight && !self.counted.contains(&function) {
            self.straight.insert(function, body.work);
        } else if matches!(function, Function::First(_)) {
            // Nobody calls it.
            body = Fun::new(1);
            body.trap();
        } else {
            Self::work_first(&mut body);
        }
        if body.too_long {
            return Err(Unsupported::new("a loop that does so much").or_at(self.place_of(function)));
        }
        self.written += body.here();
        if self.written > MOST_WRITTEN || body.is_full() {
            return Err(TOO_MUCH);
        }
        if let Some(slot) = self.functions.get_mut(number as usize - IMPORTS.len()) {
            slot.3 = Some(body.finish());
        }
        Ok(())
    }

    /// Where what a function is for is written.
    fn place_of(&self, function: Function) -> Option<Location> {
        let pc = match function {
            Function::Allowed(choice) | Function::First(choice) | Function::Along(choice) => self.where_chosen(choice),
            Function::Body(frame) => Some(self.start_of(frame)),
            Function::Value(definition) | Function::Set(definition, _) | Function::Places(definition) => {
                let model = &self.program.instance.model;
                return model.definitions.get(definition as usize).map(|it| it.at);
            }
            _ => self.running,
        };
        self.program.code_at.get(pc? as usize).copied()
    }

    fn is_written(&mut self, function: Function) -> bool {
        let number = self.function(function);
        self.functions.get(number as usize - IMPORTS.len()).is_some_and(|it| it.3.is_some())
    }

    /// Calls a definition; what it takes lies on top. It is written now, so that is known whether anything in it can fail.
    fn call_written(&mut self, f: &mut Fun, function: Function) -> Emit {
        let number = self.function(function);
        if !self.is_written(function) && self.depth < DEEPEST && !self.counted.contains(&function) {
            self.depth += 1;
            self.write_function(function)?;
            self.depth -= 1;
        }
        match self.straight.get(&function) {
            Some(work) => {
                f.work += work;
                f.put(wasm::Instruction::Call(number));
            }
            None => {
                self.counted.insert(function);
                f.call(number);
            }
        }
        Ok(())
    }

    /// The number of a function; it will be written.
    fn function(&mut self, function: Function) -> u32 {
        let imports = IMPORTS.len() as u32;
        if let Some(number) = self.numbers.get(&function) {
            return *number;
        }
        let number = imports + u32::try_from(self.functions.len()).unwrap_or(0);
        let (parameters, gives) = self.signature(function);
        self.numbers.insert(function, number);
        self.functions.push((function, parameters, gives, None));
        number
    }

    /// Where a decision stands.
    fn where_chosen(&self, choice: u32) -> Option<Pc> {
        self.chosen.get(&choice).copied()
    }

    /// Whether names or lists may hold components where this runs.
    fn may_hold(&self) -> bool {
        !self.program.holders.is_empty() && self.running.is_none_or(|pc| self.holding.any(pc))
    }

    /// Calls a function of the module; what it takes lies on top.
    fn call(&mut self, f: &mut Fun, function: Function) {
        let number = self.function(function);
        f.call(number);
    }

    /// Calls a function of the host; what it takes lies on top.
    fn ask(f: &mut Fun, import: Import) {
        let number = IMPORTS.iter().position(|(other, ..)| *other == import).unwrap_or(0);
        f.call(u32::try_from(number).unwrap_or(0));
    }

    fn global(f: &mut Fun, global: Global) -> &mut Fun {
        f.put(wasm::Instruction::GlobalGet(global as u32))
    }

    fn set_global(f: &mut Fun, global: Global) -> &mut Fun {
        f.put(wasm::Instruction::GlobalSet(global as u32))
    }

    fn finish(self) -> Emitted {
        let mut module = wasm::Module::new();
        let mut types = wasm::TypeSection::new();
        let mut known: Vec<(u32, bool)> = Vec::new();
        let wanted = IMPORTS.iter().map(|(.., parameters)| (*parameters, true));
        for signature in wanted.chain(self.functions.iter().map(|(_, parameters, gives, _)| (*parameters, *gives))) {
            if !known.contains(&signature) {
                known.push(signature);
                let parameters = std::iter::repeat_n(ValType::I32, signature.0 as usize);
                types.ty().function(parameters, signature.1.then_some(ValType::I32));
            }
        }
        let of = |signature: (u32, bool)| {
            u32::try_from(known.iter().position(|other| *other == signature).unwrap_or(0)).unwrap_or(0)
        };
        let mut imports = wasm::ImportSection::new();
        for (_, name, parameters) in IMPORTS {
            imports.import("host", name, wasm::EntityType::Function(of((parameters, true))));
        }
        let mut functions = wasm::FunctionSection::new();
        let mut code = wasm::CodeSection::new();
        for (_, parameters, gives, body) in &self.functions {
            functions.function(of((*parameters, *gives)));
            if let Some(body) = body {
                code.function(body);
            }
        }
        let (first, bytes) = self.tables.finish();
        let end = first + u32::try_from(bytes.len()).unwrap_or(0);
        let pages = u64::from(end.div_ceil(65_536));
        let mut memories = wasm::MemorySection::new();
        memories.memory(wasm::MemoryType {
            minimum: pages,
            maximum: Some(pages),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = wasm::GlobalSection::new();
        for value in [-1, -1, -1, 0, 0, 0, 0, 0, 0] {
            let of = wasm::GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            globals.global(of, &wasm::ConstExpr::i32_const(value));
        }
        let mut exports = wasm::ExportSection::new();
        exports.export("memory", wasm::ExportKind::Memory, 0);
        for (name, function) in [Entry::Games, Entry::Stops].into_iter().flat_map(entered) {
            if let Some(number) = self.numbers.get(function) {
                exports.export(name, wasm::ExportKind::Func, *number);
            }
        }
        exports.export("fuel", wasm::ExportKind::Global, Global::Fuel as u32);
        let mut data = wasm::DataSection::new();
        data.active(0, &wasm::ConstExpr::i32_const(i32::try_from(first).unwrap_or(0)), bytes);
        module.section(&types).section(&imports).section(&functions).section(&memories).section(&globals);
        module.section(&exports).section(&code).section(&data);
        Emitted { bytes: module.finish(), map: self.map }
    }
}
