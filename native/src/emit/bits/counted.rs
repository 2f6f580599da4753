//! At which places so many components lie: sixteen counters at once.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{Comparison, KindId};
use rulehound_interpreter::program::{Node, NodeId};
use wasm_encoder::{Instruction as I, MemArg};

use super::{Bits, MOST_PLACES, Sweep};
use crate::emit::{BASE, Emit, Emitter, Fun, Local};
use crate::map::Counter;

/// The most different ways that lead from the places to those asked about.
const MOST_WAYS: usize = 4;

/// Counters that are read at once.
const AT_ONCE: i32 = 16;

/// Who owns what is counted.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Anybody,
    Seat(i32),
    Local(Local),
}

/// Which counters: where those of the owner or of the first owner lie, whose, the first place and how many.
#[derive(Clone, Copy, PartialEq)]
pub struct Counters {
    at: u32,
    whose: Whose,
    first: i32,
    count: i32,
}

/// What has been worked out: where a counter is 0, or compares so.
pub struct Counted {
    of: Counters,
    sign: Comparison,
    value: i32,
    bits: Local,
}

impl<'p> Emitter<'p> {
    /// Where so many components of a kind lie at a place that depends on the place.
    pub(super) fn bits_counted(
        &mut self,
        f: &mut Fun,
        (kind, owner): (KindId, Option<NodeId>),
        place: NodeId,
        (sign, value): (Comparison, i32),
        sweep: &mut Sweep,
    ) -> Emit<Option<Bits>> {
        // Whose hidden components are not everybody may know, so it must be looked who asks.
        if owner.is_some() && !self.is_open_everywhere(&[kind]) {
            return Ok(None);
        }
        let counters = self.map.counters.iter();
        let counter = counters.into_iter().find(|it| it.kind == kind && it.by_owner == owner.is_some()).cloned();
        let (Some(counter), 0, 0..=255) = (counter, self.map.counter, value) else { return Ok(None) };
        let Some(ground) = self.program.ground.kinds.get(kind.index()) else { return Ok(None) };
        f.work += ground.count / 2 + 2;
        let Some(places) = self.by_place(f, place, sweep) else { return Ok(None) };
        let Some(whose) = self.owner_of_counted(f, kind, owner, sweep)? else { return Ok(None) };
        let Some((first, count)) = window(&places, sweep) else { return Ok(None) };
        let of = Counters { at: counter.at, whose, first, count };
        let Some(ways) = ways(&places, first, sweep) else { return Ok(None) };
        let (zero, sign, value) = simpler(sign, value);
        let mut result = Bits::Known(0);
        if !ways.is_empty() {
            let there = self.counted_there(f, &counter, of, (sign, value), sweep);
            for (step, from) in ways {
                let moved = f.wide();
                f.get(there);
                let by = i64::from(step.abs());
                match step.signum() {
                    1 => f.put(I::I64Const(by)).put(I::I64ShrU),
                    -1 => f.put(I::I64Const(by)).put(I::I64Shl),
                    _ => f,
                };
                f.put(I::I64Const(from.cast_signed())).put(I::I64And).set(moved);
                result = Self::bits_both(f, result, Bits::Held(moved), false);
            }
        }
        // Nothing lies at none.
        if sign.holds(0, value) {
            let nowhere = sweep.where_known(|at| places.get(at) == Some(&NONE));
            result = Self::bits_both(f, result, Bits::Known(nowhere), false);
        }
        if !zero {
            return Ok(Some(result));
        }
        Ok(Some(Self::bits_without(f, result, sweep)))
    }

    fn owner_of_counted(
        &mut self,
        f: &mut Fun,
        kind: KindId,
        owner: Option<NodeId>,
        sweep: &Sweep,
    ) -> Emit<Option<Whose>> {
        let Some(owner) = owner else { return Ok(Some(Whose::Anybody)) };
        let Some(ground) = self.program.ground.kinds.get(kind.index()) else { return Ok(None) };
        let inside = |(least, greatest): (i32, i32)| {
            least >= ground.first_owner
                && i64::from(greatest) < i64::from(ground.first_owner) + i64::from(ground.owners)
        };
        if !self.range(f, owner).is_some_and(inside) {
            return Ok(None);
        }
        if let Some(seat) = self.known_here(f, owner, sweep) {
            return Ok(Some(Whose::Seat(seat)));
        }
        if let Node::Load(name) = self.at(owner)
            && !sweep.depends_on(*name)
            && let Some(name) = f.names.get(name)
        {
            return Ok(Some(Whose::Local(name.local)));
        }
        let seat = f.local();
        let apart = self.apart_from_places(f, sweep, &mut |emitter, f| {
            emitter.value(f, owner)?;
            f.set(seat);
            Ok(())
        })?;
        Ok(apart.then_some(Whose::Local(seat)))
    }

    /// Where counters compare so, the lowest bit for the first; worked out once.
    fn counted_there(
        &self,
        f: &mut Fun,
        counter: &Counter,
        of: Counters,
        (sign, value): (Comparison, i32),
        sweep: &mut Sweep,
    ) -> Local {
        let known = sweep.counted.iter().find(|it| it.of == of && it.sign == sign && it.value == value);
        if let Some(known) = known {
            return known.bits;
        }
        let first_owner = self.program.ground.kinds.get(counter.kind.index()).map_or(0, |ground| ground.first_owner);
        self.read.borrow_mut().insert(counter.at);
        let mut offset = counter.at + of.first.unsigned_abs();
        let start = f.local();
        f.get(BASE);
        match of.whose {
            Whose::Anybody => {}
            Whose::Seat(seat) => offset += (seat - first_owner).unsigned_abs() * self.fixed.places.unsigned_abs(),
            Whose::Local(seat) => {
                f.get(seat).number(first_owner).put(I::I32Sub).number(self.fixed.places).put(I::I32Mul).put(I::I32Add);
            }
        }
        f.set(start);
        let bits = f.wide();
        for from in (0..of.count).step_by(AT_ONCE as usize) {
            let at = MemArg { offset: u64::from(offset + from.unsigned_abs()), align: 0, memory_index: 0 };
            f.get(start).put(I::V128Load(at)).put(I::V128Const(i128::from_le_bytes([value as u8; 16])));
            f.put(match sign {
                Comparison::Equal => I::I8x16Eq,
                Comparison::Unequal => I::I8x16Ne,
                Comparison::Less => I::I8x16LtU,
                Comparison::AtMost => I::I8x16LeU,
                Comparison::Greater => I::I8x16GtU,
                Comparison::AtLeast => I::I8x16GeU,
            });
            f.put(I::I8x16Bitmask).put(I::I64ExtendI32U);
            if from > 0 {
                f.put(I::I64Const(i64::from(from))).put(I::I64Shl).get(bits).put(I::I64Or);
            }
            f.set(bits);
        }
        sweep.counted.push(Counted { of, sign, value, bits });
        bits
    }
}

/// A comparison as another, told whether it is its contrary: what is not 0 is asked most.
fn simpler(sign: Comparison, value: i32) -> (bool, Comparison, i32) {
    match (sign, value) {
        (Comparison::Greater | Comparison::Unequal, 0) | (Comparison::AtLeast, 1) => (true, Comparison::Equal, 0),
        (Comparison::AtMost, 0) | (Comparison::Less, 1) => (false, Comparison::Equal, 0),
        _ => (false, sign, value),
    }
}

/// The places that are asked about, as the first and how many, if they fit into a word; the places gone through if that is all.
fn window(places: &[i32], sweep: &Sweep) -> Option<(i32, i32)> {
    let there = || {
        let asked = places.iter().enumerate().filter(|(at, place)| **place != NONE && sweep.asks(*at));
        asked.map(|(_, place)| *place)
    };
    let (least, greatest) = (there().min().unwrap_or(sweep.first), there().max().unwrap_or(sweep.first));
    if least >= sweep.first && greatest < sweep.first + sweep.count {
        return Some((sweep.first, sweep.count));
    }
    (least >= 0 && greatest - least < MOST_PLACES).then_some((least, greatest - least + 1))
}

/// How far on the place asked about lies, counted from the first of each, with the places for which it does.
fn ways(places: &[i32], first: i32, sweep: &Sweep) -> Option<Vec<(i32, u64)>> {
    let mut ways: Vec<(i32, u64)> = Vec::new();
    for (at, place) in (0..).zip(places).filter(|(at, place)| **place != NONE && sweep.asks(*at as usize)) {
        let step = place - first - at;
        match ways.iter_mut().find(|(other, _)| *other == step) {
            Some((_, from)) => *from |= 1 << at,
            None => ways.push((step, 1 << at)),
        }
    }
    (ways.len() <= MOST_WAYS).then_some(ways)
}
