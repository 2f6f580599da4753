//! Conditions on components that ask only for what is printed: for which of a kind they hold is known before a game begins.

use rulehound_interpreter::model::{Comparison, KindId};
use rulehound_interpreter::program::{AttributeCode, BinderCode, CLEARED, Feature, Node, NodeId};

use super::Emitter;
use super::lying::MOST_AT_ONCE;

impl Emitter<'_> {
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
