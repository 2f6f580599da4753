//! Where control goes from instruction to instruction, and how much work may follow.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use rulehound_interpreter::program::Pc;

use super::fun::{Label, Later};
use super::{Emitter, Fun, Local};

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
    /// The first instruction, and the number it has among all that are written.
    first: (Pc, usize),
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
}

/// The instructions of a function, in the order in which they are written.
#[derive(Default)]
pub struct Written {
    order: RefCell<Vec<Ahead>>,
    numbers: Cell<usize>,
    later: RefCell<Vec<(Later, usize)>>,
    lost: Cell<bool>,
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
    /// Before the first of so many instructions that follow each other.
    pub fn new(written: &'a Written, around: Option<&'a Flow<'a>>, way: Way, (first, count): (Pc, usize)) -> Self {
        let number = written.numbers.get();
        written.numbers.set(number + count);
        Flow {
            here: first,
            way,
            around,
            written,
            labels: BTreeMap::new(),
            loops: Vec::new(),
            first: (first, number),
            ahead: RefCell::default(),
        }
    }

    /// The number of an instruction among all that are written.
    pub fn number(&self, pc: Pc) -> usize {
        let (first, number) = self.first;
        number + pc.saturating_sub(first) as usize
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
            (Some(label), ..) if to > self.here => {
                self.follows(self.number(to));
                f.jump(label);
            }
            (_, Some((_, label)), _) => {
                self.work_from(f, to);
                f.jump(*label);
            }
            (_, _, Way::Table(..)) => {
                f.number(value_of(to));
                self.go_there(f);
            }
            _ => self.lose(f),
        }
    }

    /// The same where all work is still to be done.
    pub fn go_anew(&self, f: &mut Fun, to: Pc) {
        match self.label(to) {
            Some(label) if to > self.here => {
                self.work_from(f, to);
                f.jump(label);
            }
            _ => self.go(f, to),
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
        match self.way {
            Way::Table(again, pc) => {
                f.set(pc).jump(again);
            }
            Way::Body(..) | Way::Secret(..) => self.lose(f),
        }
    }

    fn lose(&self, f: &mut Fun) {
        self.written.lost.set(true);
        f.trap();
    }
}
