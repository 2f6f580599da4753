//! What is known of an expression without working it out: from where to where its values go, and whether it can be none.

use rulehound_interpreter::model::{Arithmetic, BuiltIn, OwnerSort};
use rulehound_interpreter::program::{CLEARED, Node, NodeId};

use super::ranges;
use super::{Emitter, Fun};

impl<'p> Emitter<'p> {
    /// Whether an expression gives nothing but 0 and 1.
    pub(super) fn is_yes_or_no(&self, id: NodeId) -> bool {
        match self.at(id) {
            Node::Constant(value) => (0..=1).contains(value),
            Node::Not(_)
            | Node::Holds(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Compare(..)
            | Node::CompareWith(..)
            | Node::Among { .. }
            | Node::Any(..)
            | Node::All(..)
            | Node::Marked { .. } => true,
            Node::If(arms, otherwise) => {
                arms.iter().all(|(_, value)| self.is_yes_or_no(*value)) && self.is_yes_or_no(*otherwise)
            }
            _ => false,
        }
    }

    /// From where to where the values of an expression go, if that is known; then it is never none.
    pub(super) fn range(&self, f: &Fun, id: NodeId) -> Option<(i32, i32)> {
        let seats = i32::try_from(self.program.instance.seats()).ok()?;
        match self.at(id) {
            Node::Constant(value) if *value > CLEARED => Some((*value, *value)),
            Node::Load(at) => match f.names.get(at) {
                Some(name) => name.range,
                None => self.ranges.get(at).copied(),
            },
            Node::Plain(_, variable) => self.range_of_variable(*variable),
            Node::Cell(cell) if cell.owner.as_ref().is_none_or(|owner| self.never_none(f, owner.value)) => {
                self.range_of_variable(cell.variable)
            }
            Node::Attribute(cell) if self.never_none(f, cell.component) => {
                let kind = self.program.instance.model.kinds.get(cell.kind.index())?;
                let attribute = kind.attributes.get(cell.attribute as usize)?;
                ranges::of_type(self.program, &attribute.of)
            }
            Node::PlaceOf(of) => {
                let (least, greatest) = self.range(f, *of)?;
                (least >= 0 && greatest < self.fixed.components).then_some((0, self.fixed.places - 1))
            }
            Node::Owner(of) => {
                let (least, greatest) = self.range(f, *of)?;
                let kinds = self.program.ground.kinds.iter().zip(&self.program.instance.model.kinds);
                let (ground, kind) =
                    kinds.into_iter().find(|(it, _)| it.first <= least && greatest < it.first + it.count)?;
                (kind.owner != OwnerSort::Common)
                    .then_some((ground.first_owner, ground.first_owner + ground.owners - 1))
            }
            Node::Table(table, _) => {
                let entries = &self.program.instance.model.tables.get(*table as usize)?.entries;
                entries.iter().min().copied().zip(entries.iter().max().copied()).filter(|(least, _)| *least > CLEARED)
            }
            Node::Call(definition, arguments) => self.answers(f, *definition, arguments)?.range,
            Node::BuiltIn(BuiltIn::Next, _) => Some((0, seats - 1)),
            Node::BuiltIn(BuiltIn::Other, _) if seats == 2 => Some((0, 1)),
            Node::Family(family) => {
                let codes = family.owner.iter().chain(&family.indices);
                let (mut first, mut last) = (family.first, family.first);
                for code in codes {
                    if !self.never_none(f, code.value) {
                        return None;
                    }
                    let most = code.count.checked_sub(1)?;
                    let range = self.range(f, code.value).unwrap_or((i32::MIN, i32::MAX));
                    // It fails outside.
                    let inside = |value: i32| value.saturating_sub(code.least).clamp(0, most);
                    first = first.checked_add(inside(range.0).checked_mul(code.stride)?)?;
                    last = last.checked_add(inside(range.1).checked_mul(code.stride)?)?;
                }
                Some((first, last))
            }
            Node::BoardPlace { first, count, .. } => Some((*first, first.checked_add(*count)?.checked_sub(1)?)),
            Node::IndexOf(_) => Some((0, self.fixed.told.iter().map(|told| told.index).max()?)),
            Node::If(arms, otherwise) => {
                let mut all = self.range(f, *otherwise)?;
                for (_, value) in arms {
                    let one = self.range(f, *value)?;
                    all = (all.0.min(one.0), all.1.max(one.1));
                }
                Some(all)
            }
            Node::BuiltIn(BuiltIn::Beside, arguments) => self.range(f, self.stays(f, arguments)?),
            Node::Arithmetic(sign, left, right) => {
                let (left, right) = (self.range(f, *left)?, self.range(f, *right)?);
                match sign {
                    Arithmetic::Plus => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
                    Arithmetic::Minus => Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?)),
                    Arithmetic::Times | Arithmetic::Divided | Arithmetic::Modulo => None,
                }
            }
            Node::CountOn(..) => Some((0, 1_000)),
            Node::Not(_) | Node::Holds(_) | Node::And(..) | Node::Or(..) | Node::Compare(..) => Some((0, 1)),
            _ => None,
        }
    }

    pub(super) fn range_of_variable(&self, variable: u32) -> Option<(i32, i32)> {
        ranges::of_type(self.program, &self.program.instance.model.variables.get(variable as usize)?.of)
    }

    /// Whether an expression is surely never none.
    pub(super) fn never_none(&self, f: &Fun, id: NodeId) -> bool {
        if self.range(f, id).is_some() {
            return true;
        }
        match self.at(id) {
            Node::Constant(value) => *value > CLEARED,
            Node::Load(at) => f.names.get(at).is_some_and(|name| name.some),
            Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Compare(..)
            | Node::CompareWith(..)
            | Node::Not(_)
            | Node::Holds(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Among { .. }
            | Node::Any(..)
            | Node::All(..)
            | Node::CountTuples(_)
            | Node::CountOf(_)
            | Node::CountOn(..)
            | Node::Sum(..)
            | Node::Marked { .. }
            | Node::BoardPlace { .. }
            | Node::IndexOf(_)
            | Node::ColumnOf(_)
            | Node::RowOf(_)
            | Node::Only(_) => true,
            Node::BuiltIn(word, _) => !matches!(word, BuiltIn::Ahead | BuiltIn::Beside),
            Node::If(arms, otherwise) => {
                arms.iter().all(|(_, value)| self.never_none(f, *value)) && self.never_none(f, *otherwise)
            }
            _ => false,
        }
    }
}
