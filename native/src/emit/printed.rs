//! Conditions on components that ask only for what is printed: for which of a kind they hold is known before a game begins.

use rulehound_interpreter::model::{Comparison, KindId};
use rulehound_interpreter::program::{AttributeCode, BinderCode, CLEARED, Feature, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::lying::MOST_AT_ONCE;
use super::work::{NODE, ROUND};
use super::{Emit, Emitter, Fun};

/// The most bits that numbers have which are summed up bit by bit.
const MOST_PLANES: u32 = 8;

impl<'p> Emitter<'p> {
    /// The components of a kind for which a condition holds, the first as the lowest bit, if it asks only for what is printed.
    pub(super) fn printed_so(&self, condition: NodeId, binder: &BinderCode, kind: KindId) -> Option<u64> {
        let ground = self.program.ground.kinds.get(kind.index())?;
        if ground.count > MOST_AT_ONCE {
            return None;
        }
        let mut those = 0;
        for number in 0..ground.count {
            if self.printed_value(condition, binder, (kind, ground.first + number))? == 1 {
                those |= 1 << number;
            }
        }
        Some(those)
    }

    /// Leaves the sum of what is printed on those that lie at a place; tells whether that alone is asked, of numbers that are not below 0.
    /// Each bit of the numbers is counted for itself.
    pub(super) fn sum_printed(&mut self, f: &mut Fun, binders: &'p [BinderCode], value: NodeId) -> Emit<bool> {
        let [binder] = binders else { return Ok(false) };
        let (Node::Contents(place, kinds), None, true) = (self.at(binder.set), binder.from, self.map.lies.is_some())
        else {
            return Ok(false);
        };
        let planes: Option<Vec<Vec<u64>>> = kinds.iter().map(|kind| self.planes(binder, value, *kind)).collect();
        let Some(planes) = planes else { return Ok(false) };
        f.work += NODE + self.listing(binder.set);
        let (id, place) = (*place, self.kept(f, *place)?);
        self.guard_contents(f, (id, place), kinds)?;
        let each = ROUND + NODE + self.size_of(value) + binder.condition.map_or(0, |condition| self.size_of(condition));
        let sum = f.local();
        f.number(0).set(sum);
        for (kind, planes) in kinds.iter().zip(planes) {
            let count = self.program.ground.kinds.get(kind.index()).map_or(0, |ground| ground.count);
            f.work = f.work.saturating_add(count.saturating_mul(each));
            let range = self.components(f, *kind, None)?;
            let bits = self.lying_in(f, place, range, count);
            for (shift, plane) in (0..).zip(planes) {
                f.get(bits).put(I::I64Const(plane.cast_signed())).put(I::I64And).put(I::I64Popcnt);
                f.put(I::I32WrapI64).number(shift).put(I::I32Shl).get(sum).put(I::I32Add).set(sum);
            }
        }
        f.get(sum);
        Ok(true)
    }

    /// For each bit of what is printed the components of a kind, the first as the lowest bit, for whose number it is set and which are asked
    /// for.
    fn planes(&self, binder: &BinderCode, value: NodeId, kind: KindId) -> Option<Vec<u64>> {
        let ground = self.program.ground.kinds.get(kind.index())?;
        let those = match binder.condition {
            Some(condition) => self.printed_so(condition, binder, kind)?,
            None => u64::MAX,
        };
        if !(1..=MOST_AT_ONCE).contains(&ground.count) {
            return None;
        }
        let mut planes = Vec::new();
        for number in (0..ground.count).filter(|number| those >> number & 1 == 1) {
            let value = self.printed_value(value, binder, (kind, ground.first + number))?;
            let value = u32::try_from(value).ok().filter(|value| *value < 1 << MOST_PLANES)?;
            for shift in (0..MOST_PLANES).filter(|shift| value >> shift & 1 == 1) {
                planes.resize(planes.len().max(shift as usize + 1), 0);
                planes.get_mut(shift as usize).map(|plane| *plane |= 1u64 << number)?;
            }
        }
        Some(planes)
    }

    /// How many parts an expression about what is printed has.
    pub(super) fn size_of(&self, id: NodeId) -> i32 {
        let parts: &[NodeId] = match self.at(id) {
            Node::Holds(of) | Node::Not(of) | Node::CompareWith(_, of, _) => &[*of],
            Node::Attribute(code) => &[code.component],
            Node::And(left, right) | Node::Or(left, right) | Node::Compare(_, left, right) => &[*left, *right],
            _ => &[],
        };
        parts.iter().map(|part| self.size_of(*part)).fold(NODE, i32::saturating_add)
    }

    /// What an expression gives for a component.
    fn printed_value(&self, id: NodeId, binder: &BinderCode, component: (KindId, i32)) -> Option<i32> {
        let value = |id: NodeId| self.printed_value(id, binder, component);
        match self.at(id) {
            Node::Constant(value) => Some(*value),
            Node::Attribute(code) => self.printed_feature(code, binder, component),
            Node::Holds(of) => value(*of),
            Node::Not(of) => Some(i32::from(value(*of)? != 1)),
            Node::And(left, right) => Some(i32::from(value(*left)? == 1 && value(*right)? == 1)),
            Node::Or(left, right) => Some(i32::from(value(*left)? == 1 || value(*right)? == 1)),
            Node::Compare(sign, left, right) => compared(*sign, value(*left)?, value(*right)?),
            Node::CompareWith(sign, left, right) => compared(*sign, value(*left)?, *right),
            _ => None,
        }
    }

    fn printed_feature(
        &self,
        code: &AttributeCode,
        binder: &BinderCode,
        (kind, component): (KindId, i32),
    ) -> Option<i32> {
        let of_this = matches!(self.at(code.component), Node::Load(name) if *name == binder.local);
        let audiences = self.program.attribute_audiences.get(kind.index())?;
        let everybodys = audiences.get(code.attribute as usize)?.is_none();
        if !of_this || !everybodys || code.kind != kind || !code.indices.is_empty() {
            return None;
        }
        let ground = self.program.ground.kinds.get(kind.index())?;
        match ground.features.get(code.first as usize)? {
            Feature::Printed(values) => values.get(usize::try_from(component - ground.first).ok()?).copied(),
            Feature::Cells(_) => None,
        }
    }
}

/// Whether two values compare so; what is none is at most the same or not.
fn compared(sign: Comparison, left: i32, right: i32) -> Option<i32> {
    let orders = !matches!(sign, Comparison::Equal | Comparison::Unequal);
    (!orders || left > CLEARED && right > CLEARED).then(|| i32::from(sign.holds(left, right)))
}
