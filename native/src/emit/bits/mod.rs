//! Conditions on places, worked out for all places of a board at once, one bit for each: as bit boards are by hand. A board of more places
//! than a word has bits takes several words, worked out one after the other. Only what can neither fail nor loop is worked out so;
//! everything else goes from place to place.

pub mod among;
mod any;
mod apart;
mod by_place;
mod condition;
mod counted;
mod most;
mod source;
mod used;

use std::collections::BTreeMap;

use rulehound_interpreter::program::{Addr, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::work::ROUND;
use super::{Emit, Emitter, Fun, Local};
use crate::Pass;
use counted::Counted;
pub use used::{Passing, places_of, places_where_all};

/// The places of one word.
pub const MOST_PLACES: i32 = 64;

/// The most words.
const MOST_WORDS: usize = 8;

/// Fewer places are looked at one by one.
const WORTH_BITS: i32 = 5;

/// How often the same may be written for elements that are known.
const MOST_COPIES: usize = 128;

/// The most work for all places together.
const MOST_WORK: i32 = 1_000_000;

/// So much work is used up at once.
const MUCH_WORK: i32 = 2_000;

/// What holds at which places: the first place is the lowest bit.
#[derive(Clone, Copy)]
pub enum Bits {
    Known(u64),
    /// A local of 64 bits; beyond the places its bits are 0.
    Held(Local),
}

/// Works out where some conditions hold; nothing if they are not worked out so.
type Conditions<'c, 'p> = &'c mut dyn FnMut(&mut Emitter<'p>, &mut Fun, &mut Sweep) -> Emit<Option<Bits>>;

/// Places that are gone through together.
pub struct Sweep {
    /// The number of the first place.
    pub first: i32,
    /// How many there are.
    pub count: i32,
    /// A value by place for each name that depends on it.
    names: BTreeMap<Addr, Vec<i32>>,
    /// What has been worked out from counters.
    pub counted: Vec<Counted>,
    copies: usize,
    /// The places for which it matters what is worked out now; for others it may be anything.
    asked: u64,
    /// Where all holds that has been worked out before, if nothing else matters.
    among: Option<Local>,
}

impl Sweep {
    /// Names go through so many places from a first on, together.
    fn of(names: &[Addr], (first, count): (i32, i32)) -> Self {
        let names = names.iter().map(|name| (*name, (first..first + count).collect())).collect();
        let mut sweep = Self { first, count, names, counted: Vec::new(), copies: 1, asked: 0, among: None };
        sweep.asked = sweep.all();
        sweep
    }

    /// Something is worked out that matters only at some of the places; gives those for which it mattered before.
    fn ask_only(&mut self, places: u64) -> u64 {
        let only = self.asked & places;
        std::mem::replace(&mut self.asked, only)
    }

    /// Whether it matters what is worked out now for a place.
    fn asks(&self, at: usize) -> bool {
        self.asked >> at & 1 == 1
    }

    pub fn all(&self) -> u64 {
        u64::MAX >> (MOST_PLACES - self.count)
    }

    /// Whether a name depends on the place.
    pub fn depends_on(&self, name: Addr) -> bool {
        self.names.contains_key(&name)
    }

    /// A name stands for a value by place; gives what it stood for before.
    fn stand_for(&mut self, name: Addr, values: Option<Vec<i32>>) -> Option<Vec<i32>> {
        match values {
            Some(values) => self.names.insert(name, values),
            None => self.names.remove(&name),
        }
    }

    /// The places for which something holds that is known of each.
    pub fn where_known(&self, holds: impl Fn(usize) -> bool) -> u64 {
        (0..self.count as usize).filter(|at| holds(*at)).fold(0, |bits, at| bits | 1 << at)
    }
}

impl Bits {
    /// Where it may hold.
    fn may(self) -> u64 {
        match self {
            Bits::Known(bits) => bits,
            Bits::Held(_) => u64::MAX,
        }
    }

    /// Where it may not hold.
    fn may_not(self) -> u64 {
        match self {
            Bits::Known(bits) => !bits,
            Bits::Held(_) => u64::MAX,
        }
    }
}

impl<'p> Emitter<'p> {
    /// The words of the places of a set: the first place of each, and how many; none if it is no set of places that are worked out so.
    pub(in crate::emit) fn words_of_places(&self, set: NodeId) -> Vec<(i32, i32)> {
        let Node::Span(first, count) = *self.at(set) else { return Vec::new() };
        let places = first >= 0 && first.checked_add(count).is_some_and(|end| end <= self.fixed.places);
        let words = usize::try_from(count).unwrap_or(0).div_ceil(MOST_PLACES as usize);
        let made = self.passes.has(Pass::PlacesAsBits);
        if !made || !places || count < WORTH_BITS || words > MOST_WORDS {
            return Vec::new();
        }
        let starts = (0..count).step_by(MOST_PLACES as usize);
        starts.map(|start| (first + start, (count - start).min(MOST_PLACES))).collect()
    }

    /// Where all of some conditions hold among the places of a word that names go through; `None` if they are not worked out so.
    pub(in crate::emit) fn places_where(
        &mut self,
        f: &mut Fun,
        (names, (first, count)): (&[Addr], (i32, i32)),
        conditions: Conditions<'_, 'p>,
    ) -> Emit<Option<(Bits, Sweep)>> {
        let mut sweep = Sweep::of(names, (first, count));
        let mark = f.mark();
        let before = std::mem::take(&mut f.work);
        let bits = conditions(self, f, &mut sweep)?;
        let work = f.work.saturating_add(ROUND).saturating_mul(count);
        match bits {
            Some(bits) if work <= MOST_WORK => {
                f.restore_names(&mark);
                f.work = before;
                if work > f.most_bounded.max(MUCH_WORK) {
                    f.number(work);
                    Self::burn(f);
                    // It counts only where it runs, as a loop does.
                    f.loops += 1;
                    f.unbounded += 1;
                } else {
                    f.work = f.work.saturating_add(work);
                }
                Ok(Some((bits, sweep)))
            }
            _ => {
                f.go_back(mark);
                Ok(None)
            }
        }
    }

    pub(in crate::emit) fn bits_without(f: &mut Fun, bits: Bits, sweep: &Sweep) -> Bits {
        match bits {
            Bits::Known(bits) => Bits::Known(!bits & sweep.all()),
            Bits::Held(held) => {
                let without = f.wide();
                f.get(held).put(I::I64Const(sweep.all().cast_signed())).put(I::I64Xor).set(without);
                Bits::Held(without)
            }
        }
    }

    /// Where both hold, or one of them.
    pub(in crate::emit) fn bits_both(f: &mut Fun, left: Bits, right: Bits, and: bool) -> Bits {
        match (left, right) {
            (Bits::Known(left), Bits::Known(right)) => Bits::Known(if and { left & right } else { left | right }),
            (Bits::Known(0), _) | (_, Bits::Known(0)) if and => Bits::Known(0),
            (Bits::Known(0), other) | (other, Bits::Known(0)) => other,
            _ => {
                let both = f.wide();
                Self::put_bits(f, left);
                Self::put_bits(f, right);
                f.put(if and { I::I64And } else { I::I64Or }).set(both);
                Bits::Held(both)
            }
        }
    }

    /// Leaves bits on top.
    pub(in crate::emit) fn put_bits(f: &mut Fun, bits: Bits) {
        match bits {
            Bits::Known(bits) => f.put(I::I64Const(bits.cast_signed())),
            Bits::Held(held) => f.get(held),
        };
    }
}
