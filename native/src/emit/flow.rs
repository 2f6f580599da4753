//! Where control goes from instruction to instruction, and how much work may follow.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use rulehound_interpreter::program::{Addr, Pc};
use wasm_encoder::Instruction as I;

use super::fun::{Label, Later};
use super::{BASE, Emitter, Fun, Local};

/// Where control goes from the instructions of one body, or of all.
pub struct Flow<'a> {
    /// The instruction that is written.
    pub here: Pc,
    /// How control goes where no straight way leads.
    pub way: Way,
    /// The body into which this one is written.
    pub around: Option<&'a Flow<'a>>,
    /// What all bodies of a function share.
    pub written: &'a Written,
    /// Where some instructions begin: behind these blocks.
    labels: BTreeMap<Pc, Label>,
    /// The loops that run, the innermost last: the first instruction of each and its beginning.
    loops: Vec<(Pc, Label)>,
    /// The number of each instruction among all that are written.
    numbers: BTreeMap<Pc, usize>,
    /// Where this instruction goes straight.
    ahead: RefCell<Vec<usize>>,
}

/// How control goes where no straight way leads.
#[derive(Clone, Copy)]
pub enum Way {
    /// Through a table of all instructions: its loop, and the local with the number.
    Table(Label, Local),
    /// Behind the body; and the number of what straight follows there.
    Body(Label, Option<usize>),
    /// Behind the secret block, or behind what stops there.
    Secret(Label, Label),
    /// From stop to stop of a search.
    Search,
}

/// The instructions of a function, in the order in which they are written.
#[derive(Default)]
pub struct Written {
    order: RefCell<Vec<Ahead>>,
    numbers: Cell<usize>,
    later: RefCell<Vec<(Later, usize)>>,
    lost: Cell<bool>,
    /// The function that goes on from anywhere, and the cell that tells it where, if control may be left to it.
    anywhere: Option<(u32, Addr)>,
}

/// The work of an instruction and where it goes straight.
struct Ahead {
    number: usize,
    work: i32,
    to: Vec<usize>,
}

pub fn value_of(pc: Pc) -> i32 {
    i32::try_from(pc).unwrap_or(0)
}

impl Written {
    /// Nothing yet; where no straight way leads a function goes on that finds in a cell from where.
    pub fn or_anywhere(function: u32, pc: Addr) -> Self {
        Self { anywhere: Some((function, pc)), ..Self::default() }
    }

    /// Whether control would have to go where no way leads.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// The most work from each instruction until control goes another way than straight. All straight ways lead to what is written later.
    fn most(&self) -> Vec<i32> {
        let mut most = vec![0; self.numbers.get()];
        for ahead in self.order.borrow().iter().rev() {
            let after = ahead.to.iter().filter_map(|to| most.get(*to)).max().copied().unwrap_or(0);
            if let Some(slot) = most.get_mut(ahead.number) {
                *slot = ahead.work.saturating_add(after);
            }
        }
        most
    }

    /// All is written: now the work is known that is used up wherever control does not go straight. Gives that of all instructions.
    pub fn finish(self, f: &mut Fun) -> Vec<i32> {
        let most = self.most();
        for (later, number) in self.later.into_inner() {
            f.fill(later, most.get(number).copied().unwrap_or(0));
        }
        most
    }
}

impl<'a> Flow<'a> {
    /// Before the first of some instructions, which are written in this order.
    pub fn new(written: &'a Written, around: Option<&'a Flow<'a>>, way: Way, order: &[Pc]) -> Self {
        let first = written.numbers.get();
        written.numbers.set(first + order.len());
        Flow {
            here: order.first().copied().unwrap_or(0),
            way,
            around,
            written,
            labels: BTreeMap::new(),
            loops: Vec::new(),
            numbers: order.iter().copied().zip(first..).collect(),
            ahead: RefCell::default(),
        }
    }

    /// The number of an instruction among all that are written; that of none if it is not among them.
    pub fn number(&self, pc: Pc) -> usize {
        self.numbers.get(&pc).copied().unwrap_or(usize::MAX)
    }

    /// Whether an instruction is written behind the one at hand.
    pub fn is_ahead(&self, to: Pc) -> bool {
        let (here, to) = (self.numbers.get(&self.here), self.numbers.get(&to));
        here.zip(to).is_some_and(|(here, to)| to > here)
    }

    /// Some instructions begin behind these blocks.
    pub fn set_labels(&mut self, blocks: impl Iterator<Item = (Pc, Label)>) {
        self.labels.extend(blocks);
    }

    pub fn label(&self, pc: Pc) -> Option<Label> {
        self.labels.get(&pc).copied()
    }

    pub fn begin_loop(&mut self, first: Pc, label: Label) {
        self.loops.push((first, label));
    }

    pub fn end_loop(&mut self) {
        self.loops.pop();
    }

    /// An instruction begins; gives its place in the order.
    pub fn begin(&mut self, pc: Pc) -> usize {
        self.here = pc;
        let mut order = self.written.order.borrow_mut();
        order.push(Ahead { number: self.number(pc), work: 0, to: Vec::new() });
        order.len() - 1
    }

    /// It is written: its work, and whether the next may follow without a jump.
    pub fn end(&self, place: usize, work: i32, goes_on: bool) {
        let mut to = self.ahead.take();
        to.extend(goes_on.then(|| self.number(self.here + 1)));
        if let Some(ahead) = self.written.order.borrow_mut().get_mut(place) {
            (ahead.work, ahead.to) = (work, to);
        }
    }

    /// The work of what is written by its number follows straight.
    pub fn follows(&self, number: usize) {
        self.ahead.borrow_mut().push(number);
    }

    /// Goes on at a known instruction.
    pub fn go(&self, f: &mut Fun, to: Pc) {
        let around = self.loops.iter().rev().find(|(first, _)| *first == to);
        match (self.label(to), around, self.way) {
            (Some(label), ..) if self.is_ahead(to) => {
                self.follows(self.number(to));
                f.jump(label);
            }
            (_, Some((_, label)), _) => {
                self.work_from(f, to);
                f.jump(*label);
            }
            _ => {
                f.number(value_of(to));
                self.go_there(f);
            }
        }
    }

    /// The same where all work is still to be done.
    pub fn go_anew(&self, f: &mut Fun, to: Pc) {
        match self.label(to) {
            Some(label) if self.is_ahead(to) => {
                self.work_from(f, to);
                f.jump(label);
            }
            _ => self.go(f, to),
        }
    }

    /// Goes to one of the instructions from their beginning.
    pub fn go_first(&self, f: &mut Fun, to: Pc) {
        if let Some(label) = self.label(to) {
            self.work_from(f, to);
            f.jump(label);
        }
    }

    /// Uses up what may follow from an instruction on.
    pub fn work_from(&self, f: &mut Fun, to: Pc) {
        let later = f.number_later();
        self.written.later.borrow_mut().push((later, self.number(to)));
        Emitter::burn(f);
    }

    /// Goes on at the instruction whose number lies on top.
    pub fn go_there(&self, f: &mut Fun) {
        match (self.way, self.written.anywhere) {
            (Way::Table(again, pc), _) => {
                f.set(pc).jump(again);
            }
            (_, Some((function, at))) => {
                let to = f.local();
                f.set(to).write_local(at, to).get(BASE).call(function);
                f.put(I::Return);
            }
            (_, None) => {
                self.written.lost.set(true);
                f.put(I::Drop).trap();
            }
        }
    }
}
